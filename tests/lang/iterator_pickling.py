# Built-in iterators: copying at a position, subclassing, length hints after changes.
import copy
import itertools
import operator
import pickle

def rest(it):
    return list(pickle.loads(pickle.dumps(it)))
made = [iter([1, 2, 3]), iter((1, 2, 3)), iter("a\u00e9b"), iter(b"abc"), iter(bytearray(b"abc")), iter(range(2, 9, 3)),
        iter(range(1 << 70, (1 << 70) + 3)), iter({1: 2, 3: 4}), iter({1: 2, 3: 4}.values()), iter({1: 2, 3: 4}.items()),
        reversed([1, 2, 3]), reversed((1, 2, 3)), reversed({1: 2, 3: 4}), enumerate("ab"), enumerate("ab", 1 << 65),
        zip("ab", "cd"), map(abs, [-1, -2]), filter(None, [0, 1, 2]), iter({5})]
for it in made:
    print(type(it).__name__, rest(it), end=" ")
    next(it)
    print(rest(it), list(copy.copy(it)), list(it), rest(it))
class E(enumerate):
    pass
class Z(zip):
    pass
class R(reversed):
    pass
print(list(E("ab")), E, next(E("ab")), list(Z([1], [2])), list(R([1, 2])), isinstance(Z(), zip))
it = iter([1, 2, 3])
it.__setstate__(2)
print(list(it))
it = iter([1, 2, 3])
it.__setstate__(-5)
print(list(it))
hint = operator.length_hint
d = {1: 1, 2: 2, 3: 3}
it = iter(d)
print(hint(it), next(it), hint(it))
d[4] = 4
print(hint(it))
s = {1, 2}
it = iter(s)
s.add(3)
print(hint(it))
l = [1, 2, 3]
it = reversed(l)
l.pop()
print(hint(it), hint(iter(range(1 << 40))), hint(reversed(d)))
print(list(itertools.islice(enumerate("abc", (1 << 63) - 2), 3)))
