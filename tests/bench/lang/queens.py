# n-queens with generators: one that recurses through `yield from`, one over permutations written by hand
def place(n, row, cols, up, down):
    if row == n:
        yield ()
        return
    for c in range(n):
        if c in cols or row + c in up or row - c in down:
            continue
        cols.add(c)
        up.add(row + c)
        down.add(row - c)
        for rest in place(n, row + 1, cols, up, down):
            yield (c,) + rest
        cols.discard(c)
        up.discard(row + c)
        down.discard(row - c)


def permutations(items):
    if not items:
        yield []
        return
    for i, x in enumerate(items):
        for rest in permutations(items[:i] + items[i + 1:]):
            rest.append(x)
            yield rest


def by_permutation(n):
    columns = range(n)
    return (p for p in permutations(list(columns))
            if n == len({p[i] + i for i in columns}) == len({p[i] - i for i in columns}))


def walk(tree):
    if tree is not None:
        left, value, right = tree
        yield from walk(left)
        yield value
        yield from walk(right)


def build(lo, hi):
    if lo >= hi:
        return None
    mid = (lo + hi) // 2
    return build(lo, mid), mid, build(mid + 1, hi)


print(sum(1 for _ in place(9, 0, set(), set(), set())))
print(next(place(12, 0, set(), set(), set())))
print(sum(1 for _ in by_permutation(8)) + sum(1 for _ in place(9, 0, set(), set(), set())))
print(sum(walk(build(0, 40000))))
