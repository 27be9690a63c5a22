# Arithmetic of large integers: signs, carries, limbs full of ones and zeros, long products and quotients
from math import isqrt

edges = []
for k in (31, 48, 49, 62, 63, 64, 65, 127, 128, 129, 192, 320):
    for d in (-1, 0, 1):
        edges += [(1 << k) + d, -(1 << k) + d]
edges += [0, 1, -1, 10 ** 19, -10 ** 40, 3 ** 200, (1 << 640) // 7, int('f' * 48 + '0' * 16 + '8', 16)]
seen = 0
for a in edges:
    for b in edges:
        s, d, p = a + b, a - b, a * b
        assert s - b == a and d + b == a and s == b + a and p == b * a, (a, b)
        if b:
            q, r = divmod(a, b)
            assert q * b + r == a and (0 <= r < b or b < r <= 0) and q == a // b and r == a % b, (a, b)
            assert (p // b, p % b) == (a, 0)
        seen ^= hash(p) ^ (hash(s) << 1) ^ (a & b) ^ (a | b) ^ (a ^ b)
print(seen % 10 ** 40)
for n in (0, 1, 63, 64, 65, 127, 128, 200):
    for a in edges:
        assert (a << n) == a * 2 ** n and (a >> n) == a // 2 ** n, (a, n)
x, y = 7 ** 4000, -(11 ** 3000)  # long enough for Karatsuba's way
p = x * y
assert p // x == y and p % x == 0 and (p + 12345) % y == 12345 + y and divmod(p - 1, x) == (y - 1, x - 1)
print(p % (10 ** 30), hash(p), (p >> 5000) % 10 ** 20, isqrt(x * x) == x)
big = (1 << 9000) - 1
print((big * big) % 1000000007, (big * big) == (1 << 18000) - (1 << 9001) + 1, big * (1 << 64) >> 64 == big)
print(str(3 ** 900), -(2 ** 70), str(10 ** 57), 10 ** 19, 10 ** 38 - 1, -(10 ** 19) - 1)
print((-7) // 2 ** 70, (-7) % 2 ** 70, 7 % -2 ** 70, 7 // -2 ** 70, -2 ** 70 >> 200, 2 ** 70 >> 200, 0 << 100)
print((2 ** 64) ** 5 % 97, pow(-3, 333) % 1009, pow(2 ** 65, 0), (-2) ** 63, (-2) ** 64, 2 ** 63 - 1 + 1 == 2 ** 63)
seed = 12345
for i in range(1000):
    seed = (seed * 6364136223846793005 + 1442695040888963407) % 2 ** 64
print(seed, (seed ^ seed >> 12) * 2685821657736338717 % 2 ** 64)
for bad in ('1 // (2**70 - 2**70)', '2**70 % 0', '2**70 << -1'):
    try:
        eval(bad)
    except (ZeroDivisionError, ValueError) as e:
        print(type(e).__name__, e)
for bad in ('2**70 @ 3', '3 @ 2**70', '2**70 @ 2**70'):
    try:
        print(eval(bad))
    except TypeError as e:
        print(type(e).__name__, e)


def call(*args, **kw):
    return args


for bad in ('call(1, *3)', 'call(*3)', 'call(*[1], *3)', 'call(*3, 1)', 'int.__init_subclass__(a=1)'):
    try:
        eval(bad)
    except TypeError as e:
        print(type(e).__name__, e)
