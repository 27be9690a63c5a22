# fractions: construction, arithmetic with every kind of number, rounding, text, messages.
import copy, math, pickle
from decimal import Decimal
from fractions import Fraction as F


def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except BaseException as e:
        print(type(e).__name__, e)


for a in "3/4", " -7/21 ", "1.25", "-.5", "1e3", "2.5E-3", "+7", "1_000/3", "0", "x", "1/0", "1/-2", "", "3/", "/3", "1 /2", "nan", "7/3.5":
    t(F, a)
for a in (), (3,), (6, 4), (-6, 4), (6, -4), (0, 5), (1, 0), (F(1, 2), F(3, 4)), (0.1,), (0.5,), (float("inf"),), (float("nan"),), \
        (Decimal("1.1"),), (Decimal("inf"),), (1.5, 2), ("1", 2), (None,), (True,), (2 ** 100, 2 ** 99), (1j,):
    t(F, *a)
a, b = F(3, 4), F(-5, 6)
print(a + b, a - b, a * b, a / b, a // b, a % b, divmod(a, b), a ** 2, a ** -2, b ** -3, a ** b.__class__(1, 2), 2 ** F(3), 2 ** F(1, 2), F(2) ** 0.5)
for o in 2, 0.5, 1j, True:
    print(a + o, o + a, a - o, o - a, a * o, o * a, a / o, o / a, a ** o, o ** a)
for o in 2, 0.5, F(1, 3):
    print(a // o, o // a, a % o, o % a, divmod(a, o), divmod(o, a), a < o, a <= o, a > o, a >= o, a == o, a != o)
t(lambda: a / 0); t(lambda: a // 0); t(lambda: a % 0); t(lambda: a + "x"); t(lambda: a < "x"); t(lambda: a < 1j); t(lambda: F(0) ** -1)
print(F(6, 3), str(F(1, 3)), repr(F(-1, 3)), float(F(1, 3)), int(F(-7, 2)), complex(F(1, 2)), bool(F(0)), abs(b), -a, +b, ~0)
print(math.floor(b), math.ceil(b), math.trunc(b), round(F(5, 2)), round(F(7, 2)), round(F(22, 7), 2), round(F(12345, 10), -2), round(F(-5, 2)))
print(hash(F(1, 2)) == hash(0.5), hash(F(3)) == hash(3), hash(F(1, 3)), hash(F(-1, 7)), F(1, 2) == 0.5, F(1, 2) == Decimal("0.5"), F(5) == 5, F(1, 2) == 0.5 + 0j, F(1) == "1")
print(F(math.pi).limit_denominator(1000), F(math.e).limit_denominator(10), F("3.1415926535").limit_denominator(), F(1, 3).limit_denominator(2)); t(F(1, 3).limit_denominator, 0)
print(F.from_float(0.3), F.from_decimal(Decimal("0.3")), F.from_float(5), F(7, 2).as_integer_ratio(), a.numerator, a.denominator, a.real, a.imag, a.conjugate())
t(F.from_float, "x"); t(F.from_decimal, 0.5); t(F.from_float, float("inf")); t(setattr, a, "numerator", 5)
print(copy.copy(a) is a, copy.deepcopy(a) is a, pickle.loads(pickle.dumps(a)), sum([F(1, i) for i in range(1, 30)]), sorted([F(1, 2), 0.3, 1, F(1, 3)]), max(a, b))
class S(F):
    pass
print(type(S(1, 2)).__name__, repr(S(1, 2)), type(S(1, 2) + 1).__name__, type(copy.copy(S(1, 2))).__name__, S("1/3"))
import numbers; print(isinstance(a, numbers.Rational), isinstance(a, numbers.Real), F.__add__.__name__, F.__radd__.__name__, float("inf") > a, a < float("nan"))
