# Deep nesting and huge sizes: an error each, as far as CPython has one, and never the end of the program.
import sys
import json
import pickle
import copy
import re
import functools
import operator


def show(name, f):
    try:
        r = f()
        r = r if isinstance(r, (int, str, bool, type(None))) and len(str(r)) < 60 else type(r).__name__
    except (RecursionError, MemoryError, OverflowError):
        r = 'too deep or too large'
    except BaseException as e:
        r = type(e).__name__
    print(name, r)


N = 100_000
deep_list = []
for _ in range(N):
    deep_list = [deep_list]
deep_tuple = ()
for _ in range(N):
    deep_tuple = (deep_tuple,)
deep_dict = {}
for _ in range(N):
    deep_dict = {'a': deep_dict}
other_list = []
for _ in range(N):
    other_list = [other_list]
self_list = []
self_list.append(self_list)
self_dict = {}
self_dict[1] = self_dict
show('repr list', lambda: repr(deep_list))
show('repr tuple', lambda: repr(deep_tuple))
show('repr dict', lambda: repr(deep_dict))
show('str format', lambda: f'{deep_list}')
show('== list', lambda: deep_list == other_list)
show('< list', lambda: deep_list < other_list)
show('json list', lambda: json.dumps(deep_list))
show('json dict', lambda: json.dumps(deep_dict))
show('json loads', lambda: json.loads('[' * N + ']' * N))
show('json loads dict', lambda: json.loads('{"a":' * N + '1' + '}' * N))
show('json self', lambda: json.dumps(self_list))
show('pickle list', lambda: pickle.dumps(deep_list))
show('pickle loads', lambda: type(pickle.loads(b'(' * N + b'l' + b'.')))
show('pickle nested', lambda: type(pickle.loads(b']' * N + b'a' * (N - 1) + b'.')).__name__)
show('copy', lambda: copy.deepcopy(deep_list))
show('isinstance', lambda: isinstance(1, deep_tuple))
show('self repr', lambda: repr(self_list) + repr(self_dict))
show('self ==', lambda: self_list == [self_list])
show('compile parens', lambda: compile('(' * N + ')' * N, 'x', 'eval'))
show('compile list', lambda: compile('[' * 150 + ']' * 150, 'x', 'eval') and 'fine')
show('compile minus', lambda: compile('-' * N + '1', 'x', 'eval'))
show('compile not', lambda: compile('not ' * N + '1', 'x', 'eval'))
show('compile dots', lambda: compile('a' + '.b' * N, 'x', 'eval'))
show('compile calls', lambda: compile('a' + '()' * N, 'x', 'eval'))
show('compile subscripts', lambda: compile('a' + '[0]' * N, 'x', 'eval'))
show('compile lambda', lambda: compile('lambda: ' * N + '1', 'x', 'eval'))
show('compile if', lambda: compile('1 if 1 else ' * N + '1', 'x', 'eval'))
show('compile power', lambda: compile('2**' * N + '1', 'x', 'eval'))
show('compile blocks', lambda: compile('\n'.join(' ' * i + 'if 1:' for i in range(99)) + ' pass', 'x', 'exec') and 'fine')
show('compile indents', lambda: compile('\n'.join(' ' * i + 'if 1:' for i in range(500)) + ' pass', 'x', 'exec'))
show('compile elif', lambda: compile('if 1: pass\n' + 'elif 1: pass\n' * 5000, 'x', 'exec'))
show('compile with', lambda: compile('with ' + ', '.join('a' for _ in range(50)) + ': pass', 'x', 'exec'))
show('compile fstring', lambda: compile('f"{' * 200 + '1' + '}"' * 200, 'x', 'eval'))
show('compile star', lambda: compile('*' * N, 'x', 'exec'))
show('compile strings', lambda: len(compile('"a" ' * N, 'x', 'eval').co_consts) and 'fine')
show('compile match', lambda: compile('match x:\n case ' + '[' * 300 + ']' * 300 + ': pass', 'x', 'exec'))
show('compile or pattern', lambda: compile('match x:\n case ' + '|'.join(map(str, range(5000))) + ': pass', 'x', 'exec') and 'fine')
show('compile nul', lambda: compile('a\0b', 'x', 'exec'))
show('compile backslash', lambda: compile('\\\n' * N + '1', 'x', 'eval') and 'fine')
show('int of digits', lambda: int('9' * 5000))
show('eval digits', lambda: eval('9' * 5000))
show('regex groups', lambda: re.compile('(' * N + ')' * N))
show('regex classes', lambda: re.compile('[' * N))
show('regex alternatives', lambda: re.compile('|' * N) and 'fine')
show('regex count', lambda: re.compile('a{99999999999999999999}'))
show('regex long', lambda: re.match('(?:a|b)*c', 'ab' * N) is None)
show('regex lazy', lambda: re.match('(?:a|b)*?c', 'ab' * N) is None)
show('regex group number', lambda: re.compile('\\99999999999'))
show('regex name', lambda: re.compile('(?P<' + 'a' * N + '>x)') and 'fine')
show('str repeat', lambda: 'a' * 10 ** 12)
show('bytes repeat', lambda: b'a' * 10 ** 12)
show('list repeat', lambda: [0] * 10 ** 12)
show('tuple repeat', lambda: (0,) * 10 ** 12)
show('bytearray repeat', lambda: bytearray(b'ab') * 10 ** 12)
show('big repeat', lambda: 'ab' * 2 ** 63)
show('bigger repeat', lambda: 'ab' * 2 ** 64)
show('shift', lambda: 1 << 10 ** 12)
show('shift far', lambda: 1 << 2 ** 64)
show('shift back', lambda: 10 ** 40 >> 2 ** 64)
show('modular power', lambda: pow(3, 2 ** 200, 10 ** 30))
show('ljust', lambda: 'a'.ljust(10 ** 12))
show('zfill', lambda: 'a'.zfill(10 ** 12))
show('expandtabs', lambda: b'\t'.expandtabs(10 ** 12))
show('format width', lambda: format(1, '1000000000000'))
show('format huge', lambda: format(1, '9' * 40))
show('format precision', lambda: '%.*f' % (10 ** 12, 1.5))
show('percent width', lambda: '%99999999999999d' % 1)
show('replace', lambda: ('x' * 10 ** 6).replace('', 'y' * 10 ** 7))
show('bytes(n)', lambda: bytes(10 ** 12))
show('bytes(big)', lambda: bytes(2 ** 70))
show('list(range)', lambda: list(range(10 ** 12)))
show('range index', lambda: range(2 ** 70)[2 ** 69] == 2 ** 69)
show('to_bytes', lambda: (1).to_bytes(10 ** 12, 'big'))
show('join', lambda: len('x'.join([''] * 1000)))
show('set recursion limit', lambda: sys.setrecursionlimit(0))
show('set recursion limit big', lambda: sys.setrecursionlimit(2 ** 40))


def forever_attr():
    class A:
        def __getattr__(self, name):
            return getattr(self, name + 'x')
    return A().y


def forever(name, **methods):
    A = type('A', (), methods)
    return A()


show('getattr', forever_attr)
show('eq', lambda: forever('eq', __eq__=lambda self, o: self == o) == 1)
show('lt', lambda: sorted([forever('lt', __lt__=lambda self, o: self < o) for _ in range(2)]))
show('repr', lambda: repr(forever('repr', __repr__=lambda self: repr(self))))
show('str', lambda: str(forever('str', __str__=lambda self: str(self))))
show('hash', lambda: hash(forever('hash', __hash__=lambda self: hash(self))))
show('len', lambda: len(forever('len', __len__=lambda self: len(self))))
show('iter', lambda: list(forever('iter', __iter__=lambda self: iter(self))))
show('next', lambda: next(forever('next', __next__=lambda self: next(self))))
show('call', lambda: forever('call', __call__=lambda self: self())())
show('add', lambda: forever('add', __add__=lambda self, o: self + o) + 1)
show('radd', lambda: 1 + forever('radd', __radd__=lambda self, o: o + self))
show('getitem', lambda: forever('getitem', __getitem__=lambda self, k: self[k])[0])
show('contains', lambda: 1 in forever('contains', __contains__=lambda self, k: k in self))
show('bool', lambda: bool(forever('bool', __bool__=lambda self: bool(self))))
show('index', lambda: operator.index(forever('index', __index__=lambda self: operator.index(self))))
show('float', lambda: float(forever('float', __float__=lambda self: float(self))))
show('format', lambda: format(forever('format', __format__=lambda self, s: format(self, s))))
show('setattr', lambda: setattr(forever('setattr', __setattr__=lambda self, n, v: setattr(self, n, v)), 'a', 1))
show('instancecheck', lambda: isinstance(1, forever('instancecheck', __instancecheck__=lambda self, o: isinstance(o, self))))
show('sort key', lambda: sorted([1, 2], key=lambda x: sorted([x], key=lambda y: forever_key(y))))


def forever_key(x):
    return sorted([x], key=forever_key)


show('keys', lambda: forever_key(1))
sys.setrecursionlimit(10 ** 6)


def down(n):
    return 0 if n == 0 else 1 + down(n - 1)


show('deep recursion', lambda: down(50_000))
show('end', lambda: 'reached')
