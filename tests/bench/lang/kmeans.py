# k-means on lists of floats
def points(n, dims):
    seed, out = 17, []
    for i in range(n):
        p = []
        for d in range(dims):
            seed = (seed * 1103515245 + 12345) % 2147483648
            p.append((i * 7 + d) % 5 * 3.0 + seed / 2147483648)
        out.append(p)
    return out


def distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b))


def nearest(p, centers):
    best, found = None, -1
    for i, c in enumerate(centers):
        d = 0.0
        for j in range(len(p)):
            e = p[j] - c[j]
            d += e * e
        if best is None or d < best:
            best, found = d, i
    return found


def mean(group):
    n = len(group)
    return [sum(column) / n for column in zip(*group)]


def kmeans(data, k, rounds):
    centers = [list(p) for p in data[:k]]
    for _ in range(rounds):
        groups = [[] for _ in range(k)]
        for p in data:
            groups[nearest(p, centers)].append(p)
        centers = [mean(g) if g else c for g, c in zip(groups, centers)]
    return centers, [len(g) for g in groups]


data = points(2000, 4)
centers, sizes = kmeans(data, 7, 36)
print(sizes)
for c in centers:
    print(' '.join('%.6f' % x for x in c))
print('%.6f' % sum(min(distance(p, c) for c in centers) for p in data))
