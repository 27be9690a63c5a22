# What a loop over a dict meets that deletes keys and puts them back: the moments when a dict packs its entries show.
def attempt(name, d, change, over):
    seen = []
    try:
        for i, k in enumerate(over(d)):
            seen.append(k)
            if i > 200:
                break
            change(d, k, i)
    except RuntimeError as e:
        print(name, e, len(seen), end=" ")
    print(name, seen[:12], len(seen), list(d)[:12])


def again(d, k, i):
    del d[k]
    d[k] = i


def other(d, k, i):
    d.pop(next(iter(d)))
    d[("new", i)] = i


def grown(n):
    d = {}
    for i in range(n):
        d[i] = i
    return d


def shrunk(n):
    d = grown(n)
    for i in range(0, n - 1, 2):
        del d[i]
    return d


makers = (grown, lambda n: {i: i for i in range(n)}, lambda n: dict.fromkeys(range(n)), lambda n: dict(zip(range(n), range(n))), shrunk,
          lambda n: {**grown(n)})
for n in 1, 2, 4, 5, 6, 9, 10, 11, 20, 21, 22, 42, 43, 60, 85, 86:
    for j, make in enumerate(makers):
        for change in (again, other):
            attempt(f"{n} {j} {change.__name__}", make(n), change, iter)
for over in (dict.keys, dict.values, dict.items, reversed):
    attempt(over.__name__, {0: 0}, lambda d, k, i: (d.pop(0), d.setdefault(0, 0)), over)
    attempt(over.__name__, grown(7), lambda d, k, i: (d.pop(min(d)), d.setdefault(i + 100, 0)), over)
queue = {}
for i in range(1000):
    queue[i] = i
    del queue[i]
print(queue)
attempt("emptied", queue, again, iter)
queue["a"] = 1
attempt("refilled", queue, again, iter)
