# Numbers that values refuse to be: what the directive, the index or the operation says instead.
def t(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error, type(error.__context__).__name__)


class Index:
    def __init__(self, v):
        self.v = v

    def __index__(self):
        if isinstance(self.v, Exception):
            raise self.v
        return self.v


class Int(Index):
    def __int__(self):
        return self.__index__()


class Text(str):
    def __int__(self):
        return 5

    def __index__(self):
        return 6


for v in (1j, 'x', TypeError('own'), ValueError('own'), 7, True, 10**30):
    for kind in (Index, Int):
        for form in ('%d', '%x', '%o', '%i', b'%d', b'%X', '%c'):
            t(lambda: form % kind(v))
for v in (Text('a'), 'a', b'a', None, 1.5, [], 1j, float):
    t(lambda: '%d' % v)
    t(lambda: '%x' % v)
    t(lambda: b'%d' % v)
big = Index(10**30)
small = Index(-10**30)
for sequence in ([1, 2], (1, 2), 'ab', b'ab', bytearray(b'ab'), range(2), memoryview(b'ab')):
    for i in (big, small, 10**30, Index(1), Index('x')):
        t(lambda: sequence[i])
values = [1, 2]


def store(to, i):
    to[i] = 1


def remove(of, i):
    del of[i]


for i in (big, small, 10**30, Index('x')):
    t(lambda: store(values, i))
    t(lambda: remove(values, i))
    t(lambda: store(bytearray(b'ab'), i))
    t(lambda: remove(bytearray(b'ab'), i))
    t(lambda: values * i)
    t(lambda: i * 'a')
    t(lambda: b'a' * i)
    t(lambda: values.pop(i))
    t(lambda: values.insert(i, 5))
    t(lambda: values[i:])
    t(lambda: 'ab'.center(i))
print(values)
for text in ('_id1', '1_x', 'x1_1', '1__1', '1_', '1+2_j', '(1_0j)', ' _1 ', '\u0661_\u0662', '1_0+2_0j', '+_1', ''):
    t(lambda: complex(text))
    t(lambda: float(text))
for text in ('\u00e9', 'a\u00e9', 'aa \u00e9', 'xx\u00e9', 'abc', 'ab c', '\ud800'):
    t(lambda: bytes.fromhex(text))
    t(lambda: float.fromhex(text))
for start in (b'', '', bytearray()):
    t(lambda: sum(5, start))
    t(lambda: sum([], start))
