# What iterators of itertools tell to pickle, and what they take back.
import copy
import itertools as I
import operator
import pickle


def step(it, n):
    for _ in range(n):
        next(it, None)
    return it


made = {
    "cycle": lambda: I.cycle("abc"), "repeat": lambda: I.repeat("x", 3), "chain": lambda: I.chain("ab", "c"),
    "from_iterable": lambda: I.chain.from_iterable(["ab", "c"]), "compress": lambda: I.compress("abc", [1, 0, 1]),
    "filterfalse": lambda: I.filterfalse(None, [0, 1, 0]), "takewhile": lambda: I.takewhile(bool, [1, 1, 0, 1]),
    "dropwhile": lambda: I.dropwhile(bool, [1, 0, 1]), "starmap": lambda: I.starmap(pow, [(1, 2), (2, 3)]),
    "islice": lambda: I.islice("abcdefg", 1, 6, 2), "islice_none": lambda: I.islice("abcdefg", 1, None),
    "accumulate": lambda: I.accumulate([1, 2, 3]), "initial": lambda: I.accumulate([1, 2], initial=10),
    "zip_longest": lambda: I.zip_longest("ab", "c", fillvalue="x"), "product": lambda: I.product("ab", "cd"),
    "no_product": lambda: I.product("", "cd"), "empty_product": lambda: I.product(),
    "combinations": lambda: I.combinations("abc", 2), "too_few": lambda: I.combinations("abc", 5),
    "replacement": lambda: I.combinations_with_replacement("ab", 2), "permutations": lambda: I.permutations("abc", 2),
    "groupby": lambda: I.groupby("aab"), "count": lambda: I.count(3), "steps": lambda: I.count(2.5, 3),
    "tee": lambda: I.tee("abc")[0],
}
for name, make in made.items():
    for n in 0, 1, 2, 5:
        it = step(make(), n)
        shown = repr(["iterator" if hasattr(x, "__next__") else x for part in it.__reduce__()[1:]
                 for x in (part if isinstance(part, tuple) else (part,))])
        again = pickle.loads(pickle.dumps(it))
        same = list(I.islice(again, 6)) == list(I.islice(copy.copy(it), 6)) if name != "groupby" else \
            [k for k, g in again] == [k for k, g in it]
        print(name, n, shown if name != "tee" else "", same)


def t(f, *a):
    try:
        print(f(*a))
    except Exception as e:
        print(type(e).__name__, e)


def restored(it, state):
    it.__setstate__(state)
    return list(I.islice(it, 6))


t(restored, I.cycle("ab"), 3)
t(restored, I.cycle("ab"), (3, 4))
t(restored, I.cycle("ab"), (["x"], "x"))
t(restored, I.chain("ab"), (1, 2))
t(restored, I.chain("ab"), (iter([iter([1])]),))
t(restored, I.product("ab", "cd"), (1, 10))
t(restored, I.product("ab", "cd"), (0,))
t(restored, I.combinations("abcd", 2), (0, 2))
t(restored, I.combinations("abcd", 2), (-1, -1))
t(restored, I.permutations("abc", 2), ((0, 2, 1), (3, 1)))
t(restored, I.permutations("abc", 2), (0, 2))
t(restored, I.takewhile(bool, [1, 0, 1]), True)
t(restored, I.islice("abcdef", 2, None, 2), 3)
t(restored, I.islice("abcdef", 2, None, 2), "x")
t(restored, I.groupby("aab"), 5)
t(I.pairwise("ab").__reduce__)
a, b = pickle.loads(pickle.dumps(I.tee(range(200))))
print(sum(step(a, 100)), sum(b))
t(operator.length_hint, I.repeat(1), 5)


class Copies:
    def __iter__(self):
        return self

    def __next__(self):
        return 1

    def __copy__(self):
        return "a copy"


first, second = I.tee(Copies())
print(type(first).__name__, second)
