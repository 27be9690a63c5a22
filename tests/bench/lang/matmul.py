# Matrix products on lists of lists, three ways, and an elimination
def matrix(n, m, seed):
    out = []
    for i in range(n):
        row = []
        for j in range(m):
            seed = (seed * 69069 + 1) % 4294967296
            row.append(seed / 4294967296.0 - 0.5)
        out.append(row)
    return out


def by_index(a, b):
    n, m, p = len(a), len(b), len(b[0])
    c = [[0.0] * p for _ in range(n)]
    for i in range(n):
        for j in range(p):
            s = 0.0
            for k in range(m):
                s += a[i][k] * b[k][j]
            c[i][j] = s
    return c


def by_zip(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, col)) for col in columns] for row in a]


def by_rows(a, b):
    out = []
    for row in a:
        acc = [0.0] * len(b[0])
        for x, other in zip(row, b):
            acc = [s + x * y for s, y in zip(acc, other)]
        out.append(acc)
    return out


def determinant(a):
    a = [row[:] for row in a]
    n, det = len(a), 1.0
    for i in range(n):
        p = max(range(i, n), key=lambda r: abs(a[r][i]))
        if p != i:
            a[i], a[p] = a[p], a[i]
            det = -det
        pivot = a[i][i]
        det *= pivot
        for r in range(i + 1, n):
            f = a[r][i] / pivot
            if f:
                row, top = a[r], a[i]
                for c in range(i, n):
                    row[c] -= f * top[c]
    return det


a, b = matrix(112, 112, 1), matrix(112, 112, 2)
x, y, z = by_index(a, b), by_zip(a, b), by_rows(a, b)
print('%.9f' % sum(map(sum, x)), max(abs(p - q) for u, v in zip(x, y) for p, q in zip(u, v)) < 1e-12,
      max(abs(p - q) for u, v in zip(x, z) for p, q in zip(u, v)) < 1e-12)
print('%.6e' % determinant(a))
