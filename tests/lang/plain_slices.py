# Slices with plain bounds: every combination of ends, on strings, lists and tuples; what else may stand there
class Index:
    def __init__(self, i):
        self.i = i

    def __index__(self):
        return self.i


bounds = (None, 0, 1, 2, 3, 4, 9, -1, -2, -3, -4, -9, 2 ** 40, -2 ** 40)
for s in ('', 'a', 'abc', 'a\u00e9\u4e2d', [], [1], [1, 2, 3], (), (1,), (1, 2, 3)):
    print(s, [s[a:b] for a in bounds for b in bounds])
t = (1, 2, 3)
l = [1, 2, 3]
print(t[:] is t, t[0:3] is t, l[:] is l, l[:] == l, 'abc'[:] == 'abc')
print('abcdef'[1:5:2], 'abcdef'[::-1], 'abcdef'[Index(1):Index(3)], [1, 2, 3][True:], b'abc'[1:], bytearray(b'abc')[:2], range(9)[2:5])


class Keys:
    def __getitem__(self, k):
        return k


print(Keys()[1:2], Keys()[:], Keys()[1:2, 3:])
for bad in (lambda: 'abc'['a':], lambda: [1][:1.5], lambda: 5[1:2], lambda: {}[1:2]):
    try:
        print(bad())
    except TypeError as e:
        print(e)


def locals_only(s, i, j):
    i = s[i:j]
    s = s[1:]
    return i, s


print(locals_only('hello', 1, 3), locals_only([1, 2, 3], -2, None), locals_only((1, 2), 0, 1))
print([repr(s) for s in ('plain', "it's", '"', '\'"', 'a\\b', 'tab\t', '\x7f', '\u00e9', '', '\x00', '\ud800')])
