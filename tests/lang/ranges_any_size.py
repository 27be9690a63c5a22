# Ranges whose numbers, or whose length, need more than 64 bits.
import sys
big = 1 << 70
r = range(big, big + 10, 3)
print(r, r[0] - big, r[-1] - big, len(r), list(x - big for x in r), r[1:3] == range(big + 3, big + 9, 3))
print(big + 3 in r, big + 4 in r, r.index(big + 6), r.count(big + 9), bool(r), [x - big for x in reversed(r)])
m = sys.maxsize
x = range(-m, m)
for f in (lambda: len(x), lambda: x[m + 1], lambda: x[-1], lambda: x[2 * m], lambda: x[m + 1:m + 3], lambda: m - 1 in x, lambda: m in x,
          lambda: x.index(0) == m, lambda: bool(x), lambda: next(reversed(x)), lambda: next(iter(x)) == -m):
    try:
        print(f())
    except (OverflowError, IndexError) as e:
        print(type(e).__name__, e)
print(range(0, big, 2) == range(0, big - 1, 2), hash(range(0, big, 2)) == hash(range(0, big - 1, 2)), range(big, 0) == range(5, 5))
print(range(big)[::1 << 69], range(10)[::-1], range(0, 10, 3)[1:], range(10)[5:2], range(big)[-3:])
print(slice(None, None, -1).indices(big), slice(1, big, 5).indices(1 << 80), slice(-big, None).indices(3))
for bad in (lambda: range(3)["a"], lambda: range(3)[1.0], lambda: range(3)[3], lambda: slice("a").indices(1), lambda: slice(1).indices(-1)):
    try:
        bad()
    except (TypeError, IndexError, ValueError) as e:
        print(type(e).__name__, e)
