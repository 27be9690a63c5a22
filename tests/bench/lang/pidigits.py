# Digits of pi by the spigot of Gibbons, and by Machin's formula with large integers
def spigot(n):
    out = []
    q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
    while len(out) < n:
        if 4 * q + r - t < m * t:
            out.append(m)
            q, r, m = 10 * q, 10 * (r - m * t), (10 * (3 * q + r)) // t - 10 * m
        else:
            q, r, t, k, m, x = (q * k, (2 * q + r) * x, t * x, k + 1, (q * (7 * k + 2) + r * x) // (t * x), x + 2)
    return ''.join(map(str, out))


def arctan_inverse(x, unity):
    total = term = unity // x
    n, square, sign = 3, x * x, -1
    while term:
        term //= square
        total += sign * (term // n)
        sign = -sign
        n += 2
    return total


def machin(digits):
    unity = 10 ** (digits + 10)
    return str(4 * (4 * arctan_inverse(5, unity) - arctan_inverse(239, unity)) // 10 ** 10)


a = spigot(2600)
b = machin(4200)
print(a[:50], a[-20:], b[:len(a)] == a)
print(b[-30:])
big = 3 ** 9000
print(len(str(big)), big % 1000007, (big * big - 1) // (big + 1) == big - 1, pow(3, big, 1000003))
