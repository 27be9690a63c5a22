# decimal: exponents that CPython's numbers cannot have, and odd arguments of contexts.
from decimal import *
from decimal import Context, localcontext


def tell(text):
    setcontext(Context())
    c = getcontext()
    try:
        answer = repr(eval(text, globals(), {"c": c}))
    except Exception as e:
        answer = f"{type(e).__name__} {e}"
    print(text, "->", answer, sorted(signal.__name__ for signal, raised in c.flags.items() if raised))


for digits in ("1", "99", "0", "-1"):
    for exponent in (10**18 - 1, 10**18, 9999999999999999999, -1999999999999999997, -1999999999999999998,
                     -9999999999999999999, 10**50):
        number = f"'{digits}E{exponent}'"
        tell(f"Decimal({number})")
        tell(f"Decimal({number}, Context(traps=[]))")
        tell(f"c.create_decimal({number})")
        tell(f"+Decimal({number})")
for exponent in (10**18, -10**19, 10**30):
    tell(f"Decimal((0, (1,), {exponent}))")
tell("Decimal((0, (True, 2), 0))")
tell("Decimal(1).__format__(1)")
for name in ("flags", "traps"):
    for value in ("[]", "[Inexact]", "[1]", "{}", "{Inexact: True}", "(Inexact,)", "c.flags", "'x'", "dict(c.flags)"):
        tell(f"Context({name}={value}).{name}")
        tell(f"setattr(c, {name!r}, {value})")
        tell(f"localcontext({name}={value}).__enter__().{name}")
for name in ("prec", "Emax", "Emin"):
    for value in (10**30, -10**30, 10**18, 0):
        tell(f"Context({name}={value}).{name}")
