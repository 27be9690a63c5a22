# What a list holds when its sort fails.
import itertools

for xs in ([1, 'x', 2.5], ['x', 1, 2.5], [2.5, 1, 'x'], [1, 2.5, 'x'], [1, 2, 'x'], ['a', 'b', 3], [3, 'a', 'b'],
           [None, 1, 2], [1, 2.5, None, 'a'], [(1, 'a'), (1, 2)], [[1], 2, 'x']):
    for p in itertools.permutations(xs):
        for r in (False, True):
            for k in (None, repr, lambda x: x):
                a = list(p)
                try:
                    a.sort(reverse=r, key=k)
                    print(p, r, a)
                except TypeError as e:
                    print(p, r, e, a)
