# What ends CPython's process or takes it long: nesting without end where it does not look at its stack. Here each is an
# exception, or just works.
import functools
import itertools


def survives(name, f):
    try:
        f()
    except (RecursionError, MemoryError, SyntaxError, OverflowError):
        pass
    print(name, 'survived')


class Node:
    def __init__(self, next):
        self.next = next


N = 100_000
deep_tuple = ()
for _ in range(N):
    deep_tuple = (deep_tuple,)
survives('hash of a deep tuple', lambda: hash(deep_tuple))
survives('map of map', lambda: list(functools.reduce(lambda it, _: map(str, it), range(N), iter([1]))))
survives('filter of filter', lambda: list(functools.reduce(lambda it, _: filter(None, it), range(N), iter([1]))))
survives('zip of zip', lambda: list(functools.reduce(lambda it, _: zip(it), range(N), iter([1]))))
survives('enumerate of enumerate', lambda: list(functools.reduce(lambda it, _: enumerate(it), range(N), iter([1]))))
survives('chain of chain', lambda: list(functools.reduce(lambda it, _: itertools.chain(it), range(N), iter([1]))))
survives('islice of islice', lambda: list(functools.reduce(lambda it, _: itertools.islice(it, 5), range(N), iter([1]))))
survives('groupby of groupby', lambda: list(functools.reduce(lambda it, _: itertools.groupby(it), range(N), iter([1]))))
survives('generators', lambda: list(functools.reduce(lambda it, _: (x for x in it), range(N), iter([1]))))
survives('partial of partial', lambda: functools.reduce(lambda f, _: functools.partial(f), range(N), int)())
survives('methods of methods', lambda: functools.reduce(lambda f, _: f.__call__, range(N), len)([]))
survives('comprehension', lambda: compile('[' + 'x ' + 'for x in y ' * 5000 + ']', 'x', 'eval'))
survives('powers', lambda: 128 ** 2 ** 61)
survives('larger powers', lambda: 10 ** 10 ** 20)
chain = None
for _ in range(N):
    chain = Node(chain)
chain = None
survives('chain', lambda: None)


def to_the_end(f, depth=0):
    """Calls f at every depth down to the last that there is."""
    try:
        to_the_end(f, depth + 1)
    except RecursionError:
        pass
    if depth % 50 == 0:
        try:
            f()
        except (RecursionError, MemoryError, SyntaxError):
            pass


def with_natives(f):
    """The same through calls that take native stack."""
    def key(x):
        if x % 20 == 0:
            try:
                f()
            except (RecursionError, MemoryError, SyntaxError):
                pass
        return max([x + 1], key=key)
    try:
        key(0)
    except RecursionError:
        pass


nested = '(' * 190 + ')' * 190
for name, f in {'compile': lambda: compile(nested, 'x', 'eval'), 'lambda': lambda: compile('lambda: ' * 3000 + '1', 'x', 'eval'),
                'not': lambda: compile('not ' * 900 + '1', 'x', 'eval'), 'dots': lambda: compile('a' + '.b' * 900, 'x', 'eval'),
                'repr': lambda: repr(deep_tuple), 'import': lambda: __import__('json'), 'regex': lambda: __import__('re').compile('(' * 90 + ')' * 90)}.items():
    to_the_end(f)
    with_natives(f)
    survives(name, lambda: None)
import sys
sys.setrecursionlimit(10 ** 6)
with_natives(lambda: compile(nested, 'x', 'eval'))
with_natives(lambda: repr(deep_tuple))
survives('the end', lambda: None)
