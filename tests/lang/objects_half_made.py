# Objects that another type's __new__ would leave half made, code that is replaced while it runs, classes whose mro() lies,
# modules whose contents are replaced.
import array
import collections
import io
import itertools
import re
import struct
import sys
import threading
import types
import weakref
import zlib


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class B(io.BytesIO):
    pass


class D(collections.deque):
    pass


class G(ExceptionGroup):
    def __new__(cls, *args):
        return BaseException.__new__(cls)


for f in (lambda: object.__new__(io.BytesIO), lambda: object.__new__(B), lambda: object.__new__(D), lambda: object.__new__(int),
          lambda: object.__new__(type), lambda: int.__new__(bool), lambda: int.__new__(str), lambda: BaseException.__new__(OSError),
          lambda: G('m', [ValueError()]), lambda: dict.__new__(list), lambda: object.__new__(array.array),
          lambda: object.__new__(types.FunctionType), lambda: object.__new__(re.Pattern)):
    show(f)


def outer():
    x = 1
    return lambda: x


show(lambda: types.FunctionType(outer().__code__, {}, 'f', (), (1,)))
show(lambda: types.FunctionType(outer().__code__, {}, 'f', (), ()))
show(lambda: types.FunctionType(outer().__code__, {}, 'f', (), (types.CellType(7),))())


# Code replaced: what runs goes on with the old one
def steps():
    yield 1
    steps.__code__ = other.__code__
    yield 2
    yield 3


def other():
    a = b = c = d = e = 9
    yield a, b, c, d, e


first, second = steps(), steps()
print(next(first), next(second))
print(list(first), list(second), list(steps()))


def replaced():
    before = [i for i in range(3)]
    replaced.__code__ = (lambda: 'new').__code__
    after = [i * 2 for i in before]
    return before, after


print(replaced(), replaced())


async def coroutine():
    coroutine.__code__ = (lambda: 0).__code__
    return 'old'


c = coroutine()
try:
    c.send(None)
except StopIteration as e:
    print(e.value)


# mro() that names classes of other layouts
def meta(*classes):
    class M(type):
        def mro(cls):
            return [cls, *classes]
    return M


for classes in ((int, object), (collections.deque, object), (io.BytesIO, object), (5,), (object, dict)):
    show(lambda: meta(*classes)('X', (), {}))
show(lambda: type('M', (type,), {'mro': lambda cls: []})('X', (), {}))


class Mixin:
    def hello(self):
        return 'hello'


def made():
    class Other:
        def there(self):
            return 'there'
    return meta(Other, Mixin, object)('Y', (), {})()


y = made()
import gc
gc.collect()
print(y.hello(), y.there(), [c.__name__ for c in type(y).__mro__])


# What a class's __new__ gives to code that expects an instance
class Lies(collections.deque):
    def __new__(cls, *args):
        return super().__new__(cls) if not args else [1, 2]


show(lambda: Lies() + collections.deque([1]))
show(lambda: Lies() * 2)
show(lambda: Lies().copy())

# Modules and their names replaced
sys.modules.pop('_collections', None)
itertools._tee = itertools._grouper = itertools._tee_link = 5
print(list(collections.deque([1, 2])), collections.deque([1]) == collections.deque([1]))
print([list(t) for t in itertools.tee([1, 2])], [(k, list(g)) for k, g in itertools.groupby('aab')])
for name in ('_struct', 'itertools', '_re', '_sre', '_weakref', 'zlib', '_thread', 'array', '_io'):
    sys.modules.pop(name, None)
print([m.group() for m in re.finditer('a', 'banana')], list(itertools.pairwise([1, 2, 3])))
p = weakref.proxy(y)
print(p.hello(), zlib.decompressobj().decompress(zlib.compress(b'abc')), threading.Lock().locked())
print(list(array.array('b', b'ab')), io.BytesIO(b'ab').getbuffer().tobytes())
struct.error = zlib.error = int


# Exceptions whose parts change while they are shown
class Evil:
    def __init__(self, action):
        self.action = action

    def __repr__(self):
        self.action()
        return 'evil'

    __str__ = __repr__


e = ValueError(Evil(lambda: setattr(e, 'args', ())), 2)
print(repr(e), repr(e))
e = ValueError(Evil(lambda: setattr(e, 'args', ())), 2)
print(str(e), str(e))
e = OSError(Evil(lambda: setattr(e, 'filename', None)), 'text', 'f' * 100)
print(str(e))


class Changes(Exception):
    def __setattr__(self, name, value):
        state.clear()


state = {f'k{i}': [i] for i in range(100)}
try:
    Changes().__setstate__(state)
except RuntimeError as e:
    print(e)
print(len(state))
l = [[Evil(lambda: l[0].clear()), 1], 2]
print(l)
alias = list[[Evil(lambda: alias.__args__[0].clear()), 1]]
print(alias)
