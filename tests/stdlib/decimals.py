# decimal: construction, text, conversions, contexts, flags, traps and messages.
import copy, math, pickle
import decimal
from decimal import *


def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except BaseException as e:
        print(type(e).__module__, type(e).__name__, e)


D = Decimal
for s in "0", "-0", "12.340", " 1_000.5 ", "1e5", "1E-10", ".5", "5.", "+7", "inf", "-Infinity", "nan", "sNaN5", "-NaN12", "0e-7", "0E3", "123456789012345678901234567890.123":
    print(repr(D(s)), D(s).as_tuple(), D(s).adjusted(), D(s).to_eng_string())
t(D, "abc"); t(D, "1.2.3"); t(D, ""); t(D, None); t(D, [1]); t(D, (0, (1, 2), -1)); t(D, (1, (0,), "F")); t(D, (2, (1,), 0))
t(D, (0, (11,), 0)); t(D, (0, (1,), "x")); t(D, 1.5); t(D, 0.1); t(D.from_float, 0.1); t(D.from_float, "x"); t(D, 5, 6); t(D, 1j)
t(D, True); t(D.from_float, float("inf")); t(D, (0, [1, 2], 3)); t(D, D("3.0")); t(lambda: D(10) / 3); t(lambda: D(1) / 0)
t(lambda: D(0) / 0); t(lambda: D("inf") - D("inf")); t(lambda: D(1) % 0); t(lambda: D(1) // 0); t(lambda: divmod(D(7), 0))
t(lambda: D("1e1000000") * 10); t(lambda: D("sNaN") + 1); t(lambda: D("nan") < 1)
t(lambda: D("nan") == D("nan")); t(lambda: D(2) ** D("0.5")); t(lambda: D(4) ** D("0.5")); t(lambda: D(2) ** 100); t(lambda: D(2) ** -3)
t(lambda: (-D(8)) ** D("0.5")); t(lambda: pow(D(7), 13, 5)); t(lambda: 2 ** D(3)); t(lambda: D(0) ** 0); t(lambda: D(10) ** 999999)
t(D(2).sqrt); t(D(2).ln); t(D(2).exp); t(D(200).log10); t(D(1000).log10); t(D(-1).sqrt); t(D(0).ln); t(D("1.1").fma, 2, "x")
t(D("1.1").fma, 2, 3); t(D("2.675").quantize, D("0.01")); t(D("2.675").quantize, D("0.01"), ROUND_HALF_UP); t(D(1).quantize, D("1e-40"))
t(D("2.5").quantize, 1, "bad"); t(D("2.5").to_integral_value); t(D("3.5").to_integral_exact, ROUND_DOWN); t(D("1.500").normalize)
t(D("7").compare, D("nan")); t(D(7).max, 9); t(D("1.0").compare_total, D("1.00")); t(D(5).next_plus); t(D(5).next_toward, 6)
t(D("123.456").scaleb, 2); t(D(12).shift, 3); t(D(1100).logical_and, D(1010)); t(D("1.23").logb); t(D(3).number_class); t(D(1).same_quantum, D("1.0"))
print(int(D("-3.9")), float(D("3.25")), complex(D(2)), round(D("2.5")), round(D("2.675"), 2), math.floor(D("-1.5")), math.ceil(D("1.2")), math.trunc(D("-1.9")))
t(int, D("nan")); t(int, D("inf")); t(float, D("sNaN")); t(round, D("inf")); t(D("inf").as_integer_ratio); t(D("-3.25").as_integer_ratio); t(hash, D("sNaN"))
print(hash(D("1.5")) == hash(1.5), hash(D(10)) == hash(10), D("0.1") == 0.1, D("0.5") == 0.5, D(3) == 3, D(2) == 2 + 0j, D(1) < 1.5, {D(1): 1}[1])
print(sum([D("0.1")] * 10), sorted([D(3), D("-1"), D("2.5")]), max(D(1), D(2)), bool(D("0.0")), abs(D(-5)), -D(0), +D("-0"), D(-0.0))
print(D("1.1") + D("2.2"), D("1.10") * 3, D(7) // D(-2), D(-7) % 3, divmod(D(-7), D(2)), 5 - D("0.5"), 1 / D(4), 7 // D(2), 7 % D(4))
for spec in "", "f", ".2f", "10.2f", "<10", "^10.1e", "+", " ", ",", "015,.2f", "%", ".1%", "e", "g", ".3g", "n", "_>8", "E":
    print(repr(spec), repr(format(D("-1234.5678"), spec)), repr(format(D("0.00001234"), spec)), repr(format(D("Infinity"), spec)), repr(format(D(0), spec)))
t(format, D(1), "d"); t(format, D(1), "q"); t(format, D(1), "<05"); print(f"{D('3.14159'):.3f} {D(5)!r} {D('1E+3')}", "%s %.2f %d" % (D("1.50"), D("2.345"), D("7.9")))
c = getcontext()
print(c, c.prec, c.rounding, c.flags[Inexact]); c.prec = 6
print(D(1) / 7, c.flags[Inexact], c.flags[Rounded]); c.clear_flags(); print(c.flags[Inexact])
with localcontext() as ctx:
    ctx.prec = 3; ctx.rounding = ROUND_UP
    print(D(1) / 3, ctx)
with localcontext(prec=4, Emax=99) as ctx:
    print(D(1) / 3, ctx.Emax)
print(D(1) / 3)
t(localcontext, 5); t(localcontext, foo=1); t(Context, prec=0); t(Context, rounding="x"); t(Context, Emin=1); t(Context, capitals=2); t(setcontext, 5)
t(Context, traps=[5]); t(Context, prec="a"); t(lambda: c.foo); t(setattr, c, "prec", -1)
k = Context(prec=5, traps=[Inexact], rounding=ROUND_FLOOR)
t(k.divide, 1, 3); t(k.divide, 1, 4); t(k.create_decimal, "3.14159265"); t(k.sqrt, 2); t(k.add, "1", 2); t(k.power, 2, 10); print(k.flags)
k.traps[Inexact] = False
print(k.divide(1, 3), k.create_decimal("3.14159265"), k.Etiny(), k.Etop(), k.to_sci_string(D("1E5")), k.is_nan(D("nan")), k.max(1, 2), k.copy(), k.radix())
k.traps[FloatOperation] = True; t(k.create_decimal, 1.5); t(k.traps.__getitem__, 5)
setcontext(Context(prec=7, traps=[FloatOperation])); t(D, 1.5); t(lambda: D(1) < 1.5); t(lambda: D("1.5") == 1.5); print(D(1) / 0, D(0) / 0, D(-5).ln(), getcontext().flags[DivisionByZero])
setcontext(DefaultContext); print(getcontext() is DefaultContext, ExtendedContext, BasicContext)
d = D("-12.50"); print(copy.copy(d) is d, copy.deepcopy(d) is d, pickle.loads(pickle.dumps(d)), pickle.loads(pickle.dumps(getcontext())), repr(d.conjugate()), d.real, d.imag)
class Sub(Decimal):
    pass
print(type(Sub(1)).__name__, type(Sub(1) + 1).__name__, Sub("2.5"), Sub.from_float(0.5), repr(Sub(1)))
print(MAX_PREC, MIN_EMIN, HAVE_THREADS, issubclass(DivisionByZero, ZeroDivisionError), issubclass(Overflow, Inexact), DecimalTuple(0, (1, 2), -1))
import numbers; print(isinstance(D(1), numbers.Number), isinstance(D(1), numbers.Real))
getcontext().prec = 50; print(D(2).sqrt(), D(1).exp(), D(3).ln(), D("0.3") ** D("2.7"), D(1) / 3)
getcontext().prec = 200; print(D(2) ** D("0.5"), D(1).exp() ** 2)
