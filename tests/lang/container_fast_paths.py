# What short cuts for strings and small ints must not change: keys of other kinds with the same hash, members that compare
# by user code, containers that change meanwhile, orders of mixed items.
import re


class Twin:
    """Equals one value of another kind and hashes like it."""

    def __init__(self, value, log=None):
        self.value, self.log = value, log

    def __hash__(self):
        return hash(self.value)

    def __eq__(self, other):
        if self.log is not None:
            self.log.append(other)
        return other == self.value

    def __repr__(self):
        return f'Twin({self.value!r})'


for value in ('key', 7, -1, -2, (1, 'a'), 3.0, True):
    log = []
    d = {Twin(value, log): 'first'}
    print(value, value in d, d.get(value), d[value], len(log))
    d[value] = 'second'
    print(d, len(d))
    d[value] = d[value] + '!'
    print(d.pop(value), d)
    s = {Twin(value)}
    print(value in s, len(s | {value}), s & {value}, s - {value}, {value} - s, s ^ {value})
    s.add(value)
    print(len(s))
    s.discard(value)
    print(s)
    print({**{Twin(value): 1}, value: 2}, {k: v for k, v in [(Twin(value), 1), (value, 2)]})

# keys whose places collide, and keys that were removed
d = {}
for i in range(0, 4096, 64):
    d[i] = str(i)
for i in range(0, 4096, 128):
    del d[i]
print(sum(i in d for i in range(4096)), d.get(64), d.get(128), len(d))
for i in range(0, 4096, 128):
    d[i] = -i
print(list(d)[:3], list(d)[-3:], d[128], -1 in d, -2 in d)
d = {-1: 'a', -2: 'b', 1.0: 'c', False: 'd'}
print(d[-1], d[-2], d[1], d[0], d[True], d.get(-3))
big = {2**48 - 1: 1, -2**48: 2, 2**48: 3, 2**61 - 1: 4, 2**61: 5}
print([big.get(k) for k in (2**48 - 1, -2**48, 2**48, 2**61 - 1, 2**61, 0, 1)])


class Greedy:
    def __init__(self, d):
        self.d = d

    def __hash__(self):
        return hash('x')

    def __eq__(self, other):
        self.d.clear()
        self.d['grown'] = 1
        return False


d = {}
d[Greedy(d)] = 0
print('x' in d, sorted(d))
d = {}
d[Greedy(d)] = 0
d['x'] = 5
print(sorted(d))

# sets against sets, sizes and orders
a, b = set(range(0, 40, 3)), {str(i) for i in range(5)} | set(range(0, 40, 4))
print(len(a - b), len(b - a), sorted(a & b), len(a | b), len(a ^ b), (a - b) | (a & b) == a)
print(sorted(frozenset(a) - b, key=str), a.isdisjoint(range(1, 3)), set('hello') == set('olleh'), len(set('')))
print(sorted(set('añb')), sorted(set(b'abca')), sorted(set([3, 1, 2, 3])), sorted(set((x * x for x in range(-3, 3)))))
t = set(range(100))
for i in range(0, 100, 2):
    t.discard(i)
c = set(t)
c.add('more')
print(len(t), len(c), sum(t), t < c, c - t)
for bad in ([], {}, set()):
    for operation in (lambda: bad in a, lambda: a.add(bad), lambda: a.discard(bad), lambda: {bad: 1}, lambda: {}[bad]):
        try:
            print(operation())
        except (TypeError, KeyError) as e:
            print(type(e).__name__, e)

# sorting
nan = float('nan')
pairs = [(2, 'b'), (1, 'z'), (2, 'a'), (1,), (), (1, 'z', 0)]
print(sorted(pairs), sorted(pairs, reverse=True), min(pairs), max(pairs))
print(sorted([(1, 2.5), (True, 0), (1.0, 9), (0, 'x')]))
print(sorted([(1.5, 2), (nan, 1), (1.5, 1)]), min((nan, 1), (1.0, 2)), max((0.0, 1), (-0.0, 2)))
try:
    print(sorted([(1, 'a'), (1, 2)]))
except TypeError as e:
    print(e)
print(sorted([((1, 2), 3), ((1, 1), 4), ((0,), 5)]), sorted([[2, 1], [1, 2], [1]]))
words = ['prefix--b', 'prefix--a', 'prefix--', 'prefix-', 'é', 'e', 'ez', 'z', '', 'a\0', 'a', 'a\0\0', 'a\0b', '\U0001F600', '\uFFFF']
print(sorted(words), sorted(words, reverse=True) == sorted(words)[::-1])
print(sorted(words * 4, key=len)[:12], sorted(range(50), key=lambda i: ('even', 'odd')[i % 2])[:6])
print(sorted('the quick brown fox'.split(), key=str.upper, reverse=True))
equal_keys = sorted([(k, i) for i, k in enumerate('abcab' * 30)], key=lambda p: p[0], reverse=True)
print(equal_keys[:4], equal_keys == sorted([(k, i) for i, k in enumerate('abcab' * 30)], key=lambda p: -ord(p[0])))
numbers = [(i * 7919) % 1009 for i in range(300)]
print(sorted(numbers) == sorted(map(float, numbers)), sorted(numbers, reverse=True)[:3], sorted(numbers, key=lambda x: -x)[:3])
grown = [3, 1, 2]
try:
    grown.sort(key=lambda x: grown.append(x) or x)
except ValueError as e:
    print(e, grown)
try:
    sorted([3, 1, 2], key=lambda x: 1 / (x - 2))
except ZeroDivisionError as e:
    print(e)


class Odd:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        if self.n == 4:
            raise KeyError('four')
        return self.n < other.n


try:
    sorted([Odd(i) for i in (3, 5, 4, 1)])
except KeyError as e:
    print(e)

# iterables into lists
print(list('héllo'), list(b'\x00\xff'), list(bytearray(b'ab')), list({'b': 1, 'a': 2}), list({'b': 1}.values()),
      list({1: 2}.items()), list(range(3)), list(x for x in 'ab'), list(zip('ab', 'cd')), list(map(str, (1, 2))))
l = [1, 2]
l.extend(l)
l.extend({9})
l += 'ab'
print(l, list(iter(l))[-1], [*l, *l][:3], len(list(l)))


class Counted:
    def __init__(self):
        self.asked = []

    def __iter__(self):
        self.asked.append('iter')
        return self

    def __next__(self):
        if len(self.asked) > 3:
            raise StopIteration
        self.asked.append('next')
        return len(self.asked)

    def __length_hint__(self):
        self.asked.append('hint')
        return 5


c = Counted()
print(list(c), c.asked)
c, l = Counted(), []
l.extend(c)
print(l, c.asked)
it = iter([1, 2, 3, 4, 5])
print(list(zip(it, it)), list(zip([1, 2, 3], (4, 5))), list(zip((1,), [])))
source = [1, 2, 3]
for a, b in zip(source, source):
    if len(source) < 6:
        source.append(a * 10)
print(source)
for p in zip(source, [1, 2]):
    print(p)

# texts
print('a,b,,c'.split(','), ',a,'.split(','), 'a--b--c'.split('--', 1), 'abc'.split('x'), ''.split(), ''.split(','), '  '.split())
print('\x1ca\x1db\x1e\x1fc\x85d\xa0e'.split(), ' a\tb\nc\x0b\x0c\rd '.split(), 'a b c'.split(None, 1), ' x y '.split(' '))
print('\x1c a \x1f'.strip().encode(), ' a '.lstrip(), ' a '.rstrip(), '\xa0a\x85'.strip(), 'xaxx'.strip('x'), ''.strip(), '   '.strip())
print('aaa'.replace('a', 'b', 2), 'aaa'.replace('aa', 'x'), 'abc'.replace('c', ''), 'abc'.replace('abc', ''), 'é-é'.replace('é', 'ee'),
      'e-e'.replace('e', 'é'), 'aXbXc'.replace('X', '--', 1), 'abab'.replace('ab', 'é', 0), 'aa'.replace('a', 'a', -5), 'xay'.replace('a', 'ü', 5))
print(len('e-e'.replace('e', 'é')), 'e-e'.replace('e', 'é')[2], hash('ab'.replace('b', 'c')) == hash('ac'))
print('ab'.center(7, '*'), 'ab'.center(6, 'é'), 'ab'.ljust(4) + '|', 'ab'.rjust(5, '\U0001F600'), 'é'.center(4), 'abc'.center(2))
print('abcdef'[::-1], 'abcdef'[::2], 'abcdef'[4:0:-2], 'é12'[::-1], 'a'[::-1], ''[::-1], 'abc'[5::-5])
for text in ('12', '-7', '+7', ' 12 ', '1_000', '007', '-0', '', '-', '1e3', '0x10', '٣', '123456789012345', '1234567890123456',
             '9' * 30, '1__0', '--1'):
    try:
        print(repr(int(text)), end=' ')
    except ValueError as e:
        print(e, end=' ')
print()
for text in ('1.5', '-2', '1e5', '.5', '5.', '-0', 'nan', '-inf', '1_0.0', '1e400', ' 3 ', '1.5x', '', '-', '+1.25', '1e-400', '٣.5', '1e', '0x1p3',
             '123456789.123456789', '2.2250738585072011e-308'):
    try:
        print(repr(float(text)), end=' ')
    except ValueError as e:
        print(e, end=' ')
print()
print(str(7), str(-123456), str(10**20), str(True), str(2.5))
print('abc'.encode(), 'é'.encode('utf-8'), b'abc'.decode(), b'\xc3\xa9'.decode('utf-8', 'strict'), b''.decode(), b'a'.decode('utf-8', 'no such'))
for operation in (lambda: b'\xff'.decode(), lambda: '\ud800'.encode(), lambda: 'a'.encode('utf-8', 5), lambda: b'\xff'.decode('utf-8', 'no such')):
    try:
        print(operation())
    except (UnicodeError, TypeError, LookupError) as e:
        print(type(e).__name__, e)
print(b'-'.join([b'a', b'b']), b''.join((b'x',)), b', '.join([b'a', bytearray(b'b'), memoryview(b'c')]), bytearray(b'+').join([b'1', b'2']), b''.join([]))
try:
    b''.join([b'a', 'b'])
except TypeError as e:
    print(e)

# defaults of natives
print('a b'.split(maxsplit=0), {}.get('x'), {}.get('x', 1), {1: 2}.pop(1, None), 'abc'.find('c', 1), 'abab'.find('b', -1), [1, 2, 3].pop(), [1, 2, 3].pop(0))
for operation in (lambda: {}.get(), lambda: {}.get(1, 2, 3), lambda: dict.get(1, 2), lambda: str.upper(5), lambda: [].append(), lambda: len(), lambda: len(1, 2)):
    try:
        print(operation())
    except TypeError as e:
        print(e)

# groups and what backtracking puts back
print(re.match(r'(a|ab)(c|bcd)(d*)', 'abcd').groups(), re.match(r'(?:(a)|(b)|(c))+', 'abc').groups(),
      re.match(r'(?:(a)|(b)|(c))+', 'abc').lastindex, re.match(r'(a(b)?)+', 'aba').groups(), re.match(r'((x)|y)*?z', 'xyz').lastindex)
print(re.match(r'(?:(\w)(\d))*(\w)', 'a1b2c').span(3), re.match(r'(?=(a+))a', 'aaa').group(1), re.match(r'(?!(b))a', 'a').groups(),
      re.match(r'(a)?(?(1)b|c)', 'ab').lastindex, re.match(r'((((((((((((((a))))))))))))))', 'a').lastindex)
print(len(re.match(r'(?:(a)|b)*', 'ab' * 5000).group()), re.match(r'(?:a|aa)+$', 'a' * 24).end(),
      re.findall(r'(\w)(\w)?', 'abc'), re.sub(r'(a)|(b)', lambda m: str(m.lastindex), 'abab'), re.fullmatch(r'(a+?)(a*)', 'aaa').groups())
