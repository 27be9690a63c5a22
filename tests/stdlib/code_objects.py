# What scripts see of code objects, and copies of them with other names, lines and constants.
import itertools
import math
import sys
import traceback
import types


def outer(a, b, *args, c=3, **kw):
    """Doc."""
    x = a + 1
    y = lambda: (a, x)

    def inner(p):
        nonlocal x
        x = p
        return b, z
    z = 5

    class K:
        w = z

        def m(self):
            return len(self.w)
    return y, inner, len(args), kw.items, math.pi


def show(c):
    print(c.co_name, c.co_qualname, c.co_argcount, c.co_posonlyargcount, c.co_kwonlyargcount, c.co_nlocals, c.co_varnames,
          c.co_cellvars, c.co_freevars, hex(c.co_flags), c.co_firstlineno)
    for k in c.co_consts:
        if isinstance(k, types.CodeType):
            show(k)


print('--- names')
show(outer.__code__)
print(outer.__code__.co_names, outer.__code__.co_consts[:2])
source = '''"""mod doc"""
import os, sys as s
from a.b import c as d, e
x = 1
def f(): return 2
print(x.y.z, 1+2, (1,2,3), "a" "b", ...)
global q
q = x
del x
'''
c = compile(source, 'f', 'exec')
show(c)
print(c.co_names)
print([k for k in c.co_consts if isinstance(k, (str, tuple))])
show(compile('a + b.c(3)', 'f', 'eval'))


def positional(a, /, b, *, c):
    d = 1
    return [lambda: (a, c), d]


async def coroutine(self):
    async with self as x:
        return x


async def asynchronous():
    async for i in y:
        yield i


def generator():
    got = yield 1
    return lambda: got


for f in (positional, coroutine, asynchronous, generator, lambda *a, **k: None):
    show(f.__code__)
print(positional.__code__.co_consts[0])

print('--- lines')


def f(a, b=2):
    x = a * 10.5
    if x:

        x = (x -
             1)
    return (x
            + 7.25)


lines = list(f.__code__.co_lines())
print(all(len(entry) == 3 for entry in lines), [a[1] == b[0] for a, b in zip(lines, lines[1:])].count(False))
first = f.__code__.co_firstlineno
print({1, 2, 6} <= {line - first for _, _, line in lines} <= set(range(8)))
places = list(f.__code__.co_positions())
print(len(places) * 2 == lines[-1][1], [len(place) for place in places].count(4) == len(places))
print((first + 1, first + 1, 8, 16) in places, (first + 4, first + 5, 13, 14) in places)


def raises():
    return [1,
            1 / 0]


try:
    raises()
except ZeroDivisionError as e:
    tb = e.__traceback__.tb_next
    code = tb.tb_frame.f_code
    place = next(itertools.islice(code.co_positions(), tb.tb_lasti // 2, None))
    print([n - code.co_firstlineno for n in place[:2]], place[2:])
    print([line - code.co_firstlineno for start, end, line in code.co_lines() if start <= tb.tb_lasti < end])
    again = types.TracebackType(None, tb.tb_frame, tb.tb_lasti, tb.tb_lineno)
    print(again.tb_lasti == tb.tb_lasti)
    print(*traceback.format_exception(e.with_traceback(again))[1:].__str__().replace(__file__, "FILE").split("\\n"))


def suspended():
    frame = sys._getframe()
    return [line == frame.f_lineno for start, end, line in frame.f_code.co_lines() if start <= frame.f_lasti < end]


print(suspended())

print('--- copies')
c = f.__code__
print(c.replace() == c, hash(c.replace()) == hash(c), c.replace() is c, c.replace(co_name='new') == c, c != c.replace(),
      c.replace(co_filename='x') == c, {c: 1}[c.replace()])
print((lambda: 1).__code__ == (lambda: 1).__code__, (lambda: 1).__code__ == (lambda: 2).__code__,
      compile('x', 'f', 'eval') == compile('x', 'g', 'eval'), compile('x', 'f', 'eval') == compile('y', 'f', 'eval'),
      compile('1.0', 'f', 'eval') == compile('1', 'f', 'eval'))
new = c.replace(co_name='new', co_qualname='a.new', co_filename='elsewhere', co_firstlineno=1000)
print(new.co_name, new.co_qualname, new.co_filename, new.co_firstlineno, c.co_name, c.co_firstlineno == first)
print({line - 1000 for _, _, line in new.co_lines()} == {line - first for _, _, line in lines})
g = types.FunctionType(new, globals(), 'g', (2,))
print(g(3), f(3), g.__name__, g.__qualname__, g.__code__ is new)
f.__code__ = new
try:
    f('x', 'y')
except TypeError as e:
    print(e, e.__traceback__.tb_next.tb_lineno, e.__traceback__.tb_next.tb_frame.f_code.co_filename)
f.__code__ = c


def speak(name):
    """Words."""
    greeting = 'Hello'
    return f'{greeting}, {name}!' * 2


words = speak.__code__.co_consts
changed = speak.__code__.replace(co_consts=tuple('Goodbye' if k == 'Hello' else 'Other' if k == 'Words.' else k
                                                 for k in words))
other = types.FunctionType(changed, {})
print(other('you'), speak('you'), other.__doc__, speak.__doc__, words == speak.__code__.co_consts)
renamed = types.FunctionType(speak.__code__.replace(co_varnames=('who', 'text')), {})
print(renamed(who='me'), renamed.__code__.co_varnames)
try:
    renamed(name='me')
except TypeError as e:
    print(e)


def counter():
    n = 0

    def count():
        nonlocal n
        n += 1
        return n
    return count


count = counter()
count()
copy = types.FunctionType(count.__code__.replace(co_name='copy', co_freevars=('m',)), {}, None, None, count.__closure__)
print(copy(), count(), copy.__code__.co_freevars, copy.__name__)
print(list(types.FunctionType(generator.__code__.replace(co_name='gen'), {})()))
exec(compile('print("from", __name__)', 'f', 'exec').replace(co_filename='other'))

print('--- refused')
for kw in ({'co_name': 3}, {'co_filename': b'x'}, {'co_flags': 'x'}, {'co_consts': [1]}, {'co_varnames': ('a',)},
           {'co_varnames': (1, 2, 3)}, {'co_argcount': -1}, {'co_foo': 1}):
    try:
        c.replace(**kw)
    except Exception as e:
        print(kw, type(e).__name__, e)
for kw in ({'co_argcount': c.co_argcount}, {'co_flags': c.co_flags}, {'co_code': c.co_code}, {'co_names': c.co_names},
           {'co_stacksize': c.co_stacksize}, {'co_nlocals': c.co_nlocals}, {'co_kwonlyargcount': 0}):
    print(c.replace(**kw) == c)
for wrong in (lambda: c.replace(1), lambda: types.CodeType()):
    try:
        wrong()
    except TypeError as e:
        print('TypeError')
