# Arithmetic whose intermediate values leave the inline ints: generators of random numbers, hashes, every operator, errors
def lcg(seed, n):
    for _ in range(n):
        seed = (seed * 1103515245 + 12345) % 2147483648
    return seed


def fnv(data):
    h = 14695981039346656037
    for c in data:
        h = ((h ^ c) * 1099511628211) & 0xFFFFFFFFFFFFFFFF
    return h


def djb(data):
    h = 5381
    for c in data:
        h = (h * 33 + c) & 0xFFFFFFFF
    return h


def mixed(x):
    a = x * 1234567890123 + 7 - 3 & 1099511627775
    b = (x * 987654321987 ^ 255) >> 7 | 1
    c = (x << 40) // 1000 % 997
    d = x * -1234567890123 // 1000 % 1000
    e = (x * 1234567890123 - 5) * 3 * 7 * 11 * 13 * 1000 * 1000 * 1000
    f = (x * 1234567890123 + 1) ** 2 % 1000003
    g = (x * 1234567890123 + 0.5) * 2
    h = (x * 4611686018427387904 + 1) << 2
    i = -(x * 1234567890123 + 1) % 1000
    j = (x * 1234567890123 + 1) / 4
    return a, b, c, d, e, f, g, h, i, j


def shared(x):
    big = x * 1234567890123
    low = big % 1000
    again = big + 1
    return big, low, again


def errors(x):
    out = []
    for f in (lambda: (x * 1234567890123 + 1) % 0, lambda: (x * 1234567890123 + 1) // 0, lambda: (x * 1234567890123) << -1,
              lambda: (x * 1234567890123) >> -2, lambda: (x * 1234567890123 + 1) / 0):
        try:
            out.append(f())
        except (ZeroDivisionError, ValueError) as e:
            out.append(str(e))
    return out


print([lcg(s, 50) for s in (0, 1, 2 ** 31 - 1, -5)])
print(fnv(b'hello world'), djb(b'hello world'))
for x in (0, 1, -1, 3, 1000, 123456, -99999, 2 ** 31, 2 ** 47, -2 ** 48):
    print(mixed(x), shared(x))
print(errors(1), errors(12345))
print([(x * 281474976710655 + 1) % 7 for x in range(-5, 6)], [(x * 281474976710655 + 1) >> 3 & 15 for x in range(-5, 6)])
