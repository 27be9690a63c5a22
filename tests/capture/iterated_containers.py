# Loops over containers that change: between calls, inside the call, and while they are iterated over.
import torch

BACKEND = "eager"
x = torch.ones(2)


def calls(f, *argument_lists):
    g = torch.compile(f, backend=BACKEND)
    for args in argument_lists:
        outcome = []
        for h in (f, g, g):
            copies = [a.copy() if isinstance(a, (dict, list)) else a for a in args]
            try:
                r = h(*copies)
                r = [v.tolist() if isinstance(v, torch.Tensor) else v for v in (r if isinstance(r, (tuple, list)) else [r])]
            except Exception as e:
                r = [type(e).__name__, str(e)]
            outcome.append((r, [a for a in copies if isinstance(a, (dict, list))]))
        same = repr(outcome[0]) == repr(outcome[1]) == repr(outcome[2])
        print(f.__name__, outcome[0] if same else outcome)


TABLE = {"a": 1.0, "b": 2.0}


def over_global(x):
    for k, v in TABLE.items():
        x = x * v + len(k)
    return x


calls(over_global, (x,))
TABLE["cc"] = 3.0
calls(over_global, (x,))
f = torch.compile(over_global, backend=BACKEND)
print(f(x).tolist())
TABLE["a"] = 5.0
print(f(x).tolist())
del TABLE["b"]
TABLE["b"] = 7.0
print(f(x).tolist())
TABLE.clear()
print(f(x).tolist())


def over_argument(x, d):
    total = 0
    names = []
    for k in d:
        names.append(k)
    for v in d.values():
        total = total + v
    return [x * total] + names


calls(over_argument, (x, {"p": 1, "q": 2}), (x, {"p": 3, "q": 4}), (x, {"q": 1, "p": 2}), (x, {}), (x, {1: 2, None: 3}))


def grows(x, d):
    for k in d:
        if k == "p":
            d["new"] = 1
        x = x + 1
    return x


calls(grows, (x, {"p": 1, "q": 2}), (x, {"q": 1}), (x, {"q": 1, "p": 1}))


def swaps_key(x, d):
    for k in d:
        x = x + 1
        if k == "p":
            del d["p"]
            d["z"] = 1
    return x


calls(swaps_key, (x, {"q": 1, "p": 2}), (x, {"p": 1, "q": 2}), (x, {"r": 1}))


def changes_values(x, d):
    for k in d:
        d[k] = d[k] * 2
    for k, v in d.items():
        x = x + v
    return x


calls(changes_values, (x, {"p": 1, "q": 2}), (x, {"p": 5, "q": 7}))


def list_grows(x, items):
    for v in items:
        x = x + v
        if len(items) < 5:
            items.append(v + 1)
    return x


calls(list_grows, (x, [1]), (x, [1, 2]), (x, [1, 2, 3, 4, 5, 6]))


def exhausted(x, items):
    it = iter(items)
    for v in it:
        x = x + v
    items.append(100)
    for v in it:
        x = x * v
    return x


calls(exhausted, (x, [1, 2]), (x, [3]))


def counted(x, items):
    for i, v in enumerate(items, 10):
        x = x + i * v
    for i, v in enumerate(reversed(items)):
        x = x + i * v
    return x


calls(counted, (x, [1, 2, 3]), (x, [4, 5]), (x, []))


def zipped(x, a, b):
    for p, q in zip(a, b):
        x = x + p * q
    it = iter(a)
    pairs = list(zip(it, it))
    return [x, pairs, list(it)]


calls(zipped, (x, [1, 2, 3], [4, 5]), (x, [1, 2, 3, 4], [4, 5, 6, 7]), (x, [], [1]))


def views(x, d):
    keys, values, items = d.keys(), d.values(), d.items()
    d["late"] = 9
    return [x + sum(values), list(keys), list(items), len(items), "late" in keys]


calls(views, (x, {"p": 1}), (x, {"q": 2, "r": 3}))


def returned(x, d):
    it = iter(d.items())
    first = next(it)
    return [x + first[1], list(it)]


calls(returned, (x, {"p": 1, "q": 2}), (x, {"p": 3, "q": 4, "r": 5}))


def iterator_leaves(x, items):
    it = enumerate(iter(items))
    next(it)
    return [x, it]


g = torch.compile(iterator_leaves, backend=BACKEND)
for _ in range(3):
    print(list(g(x, [5, 6, 7])[1]))


def next_at_the_end(x, items):
    it = iter(items)
    try:
        while True:
            x = x + next(it)
    except StopIteration:
        return x * 2


calls(next_at_the_end, (x, [1, 2]), (x, [1]), (x, []))


def characters(x, text):
    for c in text:
        x = x + ord(c)
    return x


calls(characters, (x, "ab"), (x, "\u00e9z"), (x, ""))


class Counted:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __iter__(self):
        return iter(range(self.n))


def objects(x, o):
    for i, v in enumerate(o):
        x = x + i * v
    return [x, len(o), list(o), sum(o), tuple(o)]


calls(objects, (x, Counted(3)), (x, Counted(4)), (x, Counted(0)))


class Bad:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __iter__(self):
        return self.n


calls(lambda x, o: x + len(o), (x, Bad(-1)), (x, Bad("a")), (x, Bad(True)))
calls(lambda x, o: [x] + list(o), (x, Bad(-1)), (x, Bad("a")))


class Fallback:
    def __getattr__(self, name):
        if name == "missing":
            raise AttributeError(name)
        return len(name)


def by_name(x, o, name):
    return x + getattr(o, name)


calls(by_name, (x, Fallback(), "abc"), (x, Fallback(), "abcd"), (x, Fallback(), "missing"))
