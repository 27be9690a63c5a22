# cmath: every function on finite numbers of all sizes, zeros and infinities; errors.
import cmath as m
import math

inf, nan = math.inf, math.nan
vals = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1e-310, 1e300, -1e308, inf, -inf, 3.0]
for f in "sqrt exp log log10 sin cos sinh cosh asin acos atan asinh acosh atanh polar isfinite isinf isnan".split():
    for x in vals:
        for y in vals:
            try:
                r = repr(getattr(m, f)(complex(x, y)))
            except (ValueError, OverflowError) as e:
                r = type(e).__name__ + " " + str(e)
            print(f, x, y, r)
for x in 0.0, 1.0, -3.5, 800.0:
    print(m.tan(complex(x, 1)), m.tanh(complex(1, x)), m.phase(complex(x, -2)), m.rect(2, x), m.rect(x, 0), m.rect(inf, x or 1))
print(m.log(8, 2), m.log(1j, 1j), m.isclose(1, 1 + 1e-10), m.isclose(1, 1.1), m.isclose(1j, 1.0000001j, rel_tol=1e-5), m.isclose(0, 1e-12, abs_tol=1e-9), m.sqrt(4), m.sqrt(-1), m.sqrt(True), m.exp(1j * m.pi))
print(m.pi, m.e, m.tau, m.inf, m.infj, m.nanj, m.nan)
class C:
    def __complex__(self): return 3 + 4j
class F:
    def __float__(self): return 2.0
class B:
    def __complex__(self): return 5
print(m.sqrt(C()), m.sqrt(F()), m.polar(C()))
for bad in (lambda: m.sqrt("1"), lambda: m.sqrt(None), lambda: m.sqrt(B()), lambda: m.log(0), lambda: m.isclose(1, 2, rel_tol=-1), lambda: m.exp(1000), lambda: m.rect(1, inf), lambda: m.atanh(1)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
