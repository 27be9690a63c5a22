# code.replace(): what cannot be changed says so, and what can be changed works.
import types


def made(f, pick, new, **globals_):
    """f with another constant; None where that is refused."""
    c = f.__code__
    try:
        c = c.replace(co_consts=tuple(new if pick(k) else k for k in c.co_consts))
    except NotImplementedError as e:
        text = str(e)
        assert text.startswith('replace() cannot change the constant ') and text.endswith('bytecode'), text
        return None
    return types.FunctionType(c, globals_, f.__name__, None, f.__closure__)


# Where instructions are CPython's, nothing is refused, but what comes of it need not be safe to run.
RESUME = 0x97
replaces_all = compile('0', 'f', 'eval').co_code[0] == RESUME


def refused(f, pick, new):
    return made(f, pick, new) is None or replaces_all


print('--- other values of the same type')
def arithmetic(a):
    return a * 7.25 + len('word'), a in ('q', 'r'), a == 1.5


print(made(arithmetic, lambda k: k == 7.25, 2.0, len=len)(3))
print(made(arithmetic, lambda k: k == 'word', 'longer word', len=len)(3))
print(made(arithmetic, lambda k: k == 1.5, 3.0, len=len)(3))
print(made(arithmetic, lambda k: k == 'word', [1, 2], len=len)(3))


def text(a):
    return f'{a}abc'


print(made(text, lambda k: k == 'abc', 'xyz')(3))

print('--- names')
def imports():
    import os
    return 'os'


def attribute(x):
    x.name = 'name'
    del x.name
    return 'name'


for new in 5.5, 'sys', None:
    print(refused(imports, lambda k: k == 'os', new), refused(attribute, lambda k: k == 'name', new))

print('--- constants with several users')
def keywords():
    return dict(aaaa=1, bbbb=2), ('aaaa', 'bbbb')


class Point:
    __match_args__ = ('x',)
    x = 1


def matches(p):
    match p:
        case {'k': v}:
            return v
        case Point(1):
            return 'point'
    return (1,)


for new in 5.5, (), ('cccc',), ('cccc', 'dddd'), None:
    print(refused(keywords, lambda k: k == ('aaaa', 'bbbb'), new), refused(text, lambda k: k == 'abc', new),
          refused(matches, lambda k: k == 'k', new))

print('--- functions')
def closure():
    a = 1

    def inner():
        return a
    return inner


def plain():
    def inner():
        return 1
    return inner


def is_code(k):
    return isinstance(k, types.CodeType)


def inner_code(f):
    return next(filter(is_code, f.__code__.co_consts))


source = ('def big():\n' + ''.join(f'    v{i} = {i}\n' for i in range(60)) +
          f'    k = lambda: ({",".join(f"v{i}" for i in range(60))})\n    def h(): return v59\n    return h\n')
exec(source)


def around():
    class K:
        z = 3
    return K


def generator():
    yield 1


print(made(closure, is_code, inner_code(closure).replace(co_name='renamed'))()())
print(made(plain, is_code, (lambda: 2).__code__)()())
print(refused(closure, is_code, inner_code(big)))
for new in (compile('x=1\ny=2', 's', 'exec'), inner_code(around), generator.__code__,
            (lambda a, b, c=1, *d, e, **k: a).__code__, inner_code(big), 5, None):
    print(refused(plain, is_code, new), refused(closure, is_code, new))
print(refused(around, is_code, (lambda a, b: 1).__code__), refused(around, is_code, 5))

print('--- code of modules and classes as functions')
space = {}
function = types.FunctionType(compile('x = 1\ny = x + 1', 's', 'exec'), space)
print(function(), space['x'], space['y'])
body = types.FunctionType(inner_code(around), globals())
print(body(), z)

print('--- lines and names')
c = plain.__code__
for line in 0, 1, 2 ** 31 - 1, -1, -2 ** 31, 2 ** 31, 2 ** 70:
    try:
        print(line, c.replace(co_firstlineno=line).co_firstlineno)
    except Exception as e:
        print(line, type(e).__name__, e if line < 0 else '')
c = closure.__code__
renamed = c.replace(co_cellvars=('other',))
print(c.co_varnames, c.co_cellvars, renamed.co_varnames, renamed.co_cellvars, renamed.co_nlocals == c.co_nlocals)


def parameter_in_cell(p, q):
    """Words."""
    plain = f'{q}'
    local = p
    return lambda: (p, local), plain, locals()


c = parameter_in_cell.__code__
renamed = c.replace(co_varnames=('p', 'r', 'text'))
f = types.FunctionType(renamed, globals())
print(renamed.co_varnames, renamed.co_cellvars, f(1, r=2)[:1][0](), sorted(f(1, 2)[2]))
for doc in 'Other words.', None:
    f = types.FunctionType(c.replace(co_consts=(doc, *c.co_consts[1:])), globals())
    print(f.__doc__, f(1, 2)[0](), f(1, 2)[1])
