# Ints of thousands of limbs: texts in all bases, bytes, quotients, powers, roots and divisors.
import math
import random
import sys
import zlib

sys.set_int_max_str_digits(0)
random.seed(5)


def show(name, value):
    text = hex(value) if isinstance(value, int) else repr(value)
    print(name, len(text), zlib.crc32(text.encode()))


def numbers():
    for bits in (1, 62, 63, 64, 65, 127, 128, 129, 191, 500, 1023, 1024, 1025, 1535, 1536, 1600, 4096, 20_000, 70_001):
        yield random.getrandbits(bits) | 1 << bits - 1
        yield (1 << bits) - 1
        yield 1 << bits
        yield 10 ** (bits // 3)
        yield 10 ** (bits // 3 + 1) - 1


for n in list(numbers()):
    for m in (n, -n):
        text = str(m)
        assert int(text) == m
        show("dec", zlib.crc32(text.encode()))
        show("oct", zlib.crc32(oct(m).encode()))
        show("bin", zlib.crc32(bin(m).encode()))
        assert int(hex(m), 16) == int(oct(m), 8) == int(bin(m), 2) == m
        size = m.bit_length() // 8 + 1
        for order in ("little", "big"):
            assert int.from_bytes(m.to_bytes(size, order, signed=True), order, signed=True) == m
        try:
            m.to_bytes(m.bit_length() // 8, "little", signed=True)
            print("fits", hex(m)[:20], m.bit_length())
        except OverflowError as e:
            show(str(e), m.bit_length())
    for base in (3, 7, 11, 32, 36):
        digits, rest = "", n
        if 0 < n.bit_length() < 5000:
            while rest:
                digits = "0123456789abcdefghijklmnopqrstuvwxyz"[rest % base] + digits
                rest //= base
            assert int(digits, base) == n
    root = math.isqrt(n)
    assert root * root <= n < (root + 1) ** 2
    show("isqrt", root)

values = list(numbers())
for a in values[::3]:
    for b in values[::4]:
        q, r = divmod(a, b)
        assert q * b + r == a and 0 <= r < b
        q, r = divmod(-a, b)
        assert q * b + r == -a and 0 <= r < b
        g = math.gcd(a, b)
        assert a % g == 0 and b % g == 0
        show("gcd", g)
        c = random.getrandbits(200) | 1
        show("gcd", math.gcd(a * c, b * c, 0))
        if b.bit_length() < 3000:
            show("pow", pow(a, c, b))
            show("pow", pow(-a, 3, b) if b > 1 else 0)
            if math.gcd(a, b) == 1 and b > 1:
                assert pow(a, -1, b) * a % b == 1
for a, b in ((0, 0), (0, 5 << 70), (5 << 70, 0), (1 << 64, 1 << 64), (3**200, 3**100 * 7), (2**127 - 1, 2**89 - 1)):
    print(math.gcd(a, b), math.gcd(-a, b))
for modulus in (1, 2, 3, 2**63 + 29, 2**64 - 59, 2**64, 2**64 + 13, 10**40 + 1):
    print([pow(b, e, modulus) for b in (0, 1, -1, 5, 2**64 + 1) for e in (0, 1, 2, 63, 2**64 - 1, 2**70, 10**100)])
    print([pow(b, e, -modulus) for b in (0, 5, -7) for e in (0, 1, 2**70)])
for n, k in ((0, 0), (5, 0), (5, 5), (10, 3), (100, 50), (3000, 1500), (3000, 2999), (2**70, 12), (10**30, 40), (12345, 77)):
    show("comb", math.comb(n, k))
    show("perm", math.perm(n, k))
show("factorial", math.factorial(5000))
print(("a" * 30 + "b") in "a" * 200, ("a" * 30 + "b") in "a" * 200 + "b", b"x" * 40 in b"x" * 39, "é" * 20 in "é" * 21)
