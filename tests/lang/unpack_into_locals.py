# Unpacking straight into variables: order of effects, aliasing, wrong lengths, pairs that loops take apart
class Noisy:
    def __init__(self, name, act=None):
        self.name, self.act = name, act

    def __del__(self):
        print('del', self.name)
        if self.act:
            self.act()


def aliased():
    a = (1, (2, 3))
    a, b = a
    b, a = b
    print(a, b)
    x = [1, 2, 3]
    x, y, z = x
    print(x, y, z)
    p = [[1, 2], [3, 4]]
    for p, q in p:
        print(p, q)


def changed_while_unpacked():
    source = [4, 5, 6, 7]
    a, b, c, d = (Noisy(n, source.clear) for n in 'abcd')
    a, b, c, d = source
    print(a, b, c, d, source)


def wrong():
    a, b = 'old', 'values'
    for bad in ((1,), [1, 2, 3], 'x', iter([1]), {1, 2, 3}, 5, None):
        try:
            a, b = bad
        except (TypeError, ValueError) as e:
            print(e, a, b)


def pairs():
    d = {'a': 1, 'b': 2, 'c': 3}
    for k, v in d.items():
        print(k, v, end=' ')
    for i, x in enumerate('xyz', 10):
        print(i, x, end=' ')
    for x, y in zip([1, 2, 3], (4, 5)):
        print(x, y, end=' ')
    for i, (x, y) in enumerate(zip('ab', 'cd')):
        print(i, x, y, end=' ')
    for x, y in zip('ab', 'cd', strict=True):
        print(x, y, end=' ')
    for i, x in enumerate([0] * 2, 2 ** 63 - 1):
        print(i, x, end=' ')
    print()
    it = iter([1, 2, 3])
    for a, b in zip(it, it):
        print(a, b, list(it))
    try:
        for k, v in d.items():
            d[k + k] = v
    except RuntimeError as e:
        print(k, v, e)
    try:
        for k, v in d.items():
            del d[k]
            d[k] = v
    except RuntimeError as e:
        print(e)
    try:
        for x, y in zip([1, 2], (1 // (2 - n) for n in range(5))):
            print(x, y)
        for x, y in zip((1 // (2 - n) for n in range(5)), [1, 2, 3, 4]):
            print(x, y)
    except ZeroDivisionError as e:
        print(e, x, y)
    try:
        for x, y in zip([1, 2], [3], strict=True):
            print(x, y)
    except ValueError as e:
        print(e)
    e = enumerate('ab')
    for i, x in e:
        print(i, x, next(e, None))
    print([(a, b) for a, b in zip('ab', 'cd')], {k: v for k, v in {1: 2}.items()}, [a + b for a, b in enumerate([5, 6])])
    for n, (a, b) in d.items() if False else {1: (2, 3)}.items():
        print(n, a, b)
    exhausted = zip([1], [2])
    list(exhausted)
    for a, b in exhausted:
        print('never')
    print(a, b)


def lives():
    for i, x in enumerate([Noisy('p'), Noisy('q')]):
        print(i)
    print('end')
    i = x = None
    d = {Noisy('k'): Noisy('v')}
    for k, v in d.items():
        d.clear()
        print('cleared')
        break
    k = v = None
    print('done')


aliased()
changed_while_unpacked()
wrong()
pairs()
lives()
