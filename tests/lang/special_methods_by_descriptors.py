# Special methods that are found through __get__, and some that are no functions.
class D:
    def __init__(s,v): s.v=v
    def __get__(s,o,t=None): return lambda *a: s.v
class A:
    __len__=D(5); __str__=D("s"); __getitem__=D("item"); __iter__=D(iter([1])); __add__=D("add"); __lt__=D(True); __contains__=D(True); __call__=D("called"); __enter__=D("in"); __exit__=D(False); __int__=D(3); __bool__=D(True); __eq__=D(True); __hash__=D(7); __repr__=D("rep"); __next__=D(1); __index__=D(2); __float__=D(1.5); __neg__=D("neg"); __setitem__=D(None); __format__=D("fmt")
a=A()
def t(n,f):
    try: print(n,f())
    except Exception as e: print(n,type(e).__name__,e)
t('len',lambda: len(a)); t('str',lambda: str(a)); t('repr',lambda: repr(a)); t('getitem',lambda: a[0]); t('iter',lambda: list(a)); t('add',lambda: a+1); t('lt',lambda: a<1); t('in',lambda: 3 in a); t('call',lambda: a(1)); t('int',lambda: int(a)); t('bool',lambda: bool(a)); t('eq',lambda: a==1); t('hash',lambda: hash(a)); t('next',lambda: next(a)); t('index',lambda: [1,2,3][a]); t('float',lambda: float(a)); t('neg',lambda: -a); t('fmt',lambda: f"{a}")
def w():
    with a as x: return x
t('with',w)
t('not', lambda: not a); t('if', lambda: 1 if a else 2); t('sorted', lambda: sorted([a,a])[0] is a); t('dict', lambda: {a:1}[a])
import operator, math
class A:
    __len__ = 5; __index__ = 5; __hash__ = 7; __str__ = 5; __iter__ = 3.5; __int__ = 4; __abs__ = 1; __floor__ = 2
for f in (len, operator.index, hash, str, iter, int, abs, math.floor):
    try: print(f(A()))
    except Exception as e: print(f.__name__, type(e).__name__, e)
