# What errors and texts say here and there in the library.
from collections import deque, Counter
import enum, re
def told(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
told(lambda: deque([1]).remove(3))
told(lambda: deque([1]).index(3))
told(lambda: deque().pop())
told(lambda: deque([1,2]).insert(5,5))
told(lambda: deque([1],0).insert(0,1))
told(lambda: deque([1],1).insert(0,1))
class S: __slots__=('a',)
for p in (0,1): told(lambda: S().__reduce_ex__(p))
told(lambda: Counter("ab").most_common("x"))
told(lambda: Counter("ab").most_common(1.5))
told(lambda: Counter("ab").most_common(-1))
told(lambda: re.compile("a", 1<<20))
told(lambda: re.compile("a", re.I|re.M|1<<20|1<<21)); 
def f():
    class E(enum.Flag): a='x'
    return list(E)
told(f)
def f():
    class E(enum.Flag):
        a=1.5
    return list(E)
told(f)
def f():
    class E(enum.Flag):
        a=(1,2)
    return list(E)
told(f)
def f():
    class E(enum.IntFlag):
        a='x'
    return list(E)
told(f)
def f():
    class E(enum.IntEnum):
        a='x'
    return list(E)
told(f)
told(lambda: (exit, quit, help))
told(lambda: (type(exit).__module__, type(exit).__name__, exit.name, exit.eof, type(help).__name__, type(help).__module__))
told(lambda: exit(3))
told(lambda: quit("a"))
told(lambda: exit(code=4))
class MyG(ExceptionGroup):
    def __new__(cls, m, e, c):
        self = super().__new__(MyG, m, e); self.c = c; return self
    def derive(self, e): return MyG(self.message, e, self.c)
told(lambda: repr(MyG('m',[KeyError(1)],9)))
told(lambda: MyG('m',[KeyError(1)],9).args)
told(lambda: ExceptionGroup(1,[KeyError()]))
told(lambda: ExceptionGroup('a',1))
told(lambda: ExceptionGroup('a',[]))
told(lambda: ExceptionGroup('a',[1]))
told(lambda: ExceptionGroup('a'))
told(lambda: ExceptionGroup())
told(lambda: ExceptionGroup('a',[KeyError],3))
told(lambda: ExceptionGroup('a',{KeyError(1)}))
told(lambda: ExceptionGroup('a',[KeyboardInterrupt()]))
told(lambda: ExceptionGroup('a', (KeyError(1),)).args)
told(lambda: repr(ExceptionGroup('a', (KeyError(1),))))
told(lambda: ExceptionGroup(message='a', exceptions=[]))
try:
    try: raise KeyError('naked')
    except* KeyError as e: print(repr(e), e.args, e.exceptions)
except BaseException as e: print(e)
try:
    try: raise ExceptionGroup('g', [KeyError(1), ValueError(2)])
    except* KeyError as e: print(repr(e), e.args)
except BaseException as e: print(repr(e))
import time
told(lambda: time.strftime('%Y',(1,2)))
told(lambda: time.strftime('%Y',1))
told(lambda: time.strftime('%Y',[1]*9))
told(lambda: time.asctime((1,2)))
told(lambda: time.mktime((1,2)))
told(lambda: time.strftime(1))
told(lambda: time.asctime(1))
told(lambda: time.strftime('%Y',(1,2,3,4,5,6,7,8,'x')))
