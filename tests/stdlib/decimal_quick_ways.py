# Random numbers of ordinary and other sizes under random contexts, with the flags that operations leave.
import random
from decimal import *

choose = random.Random(7).choice
SPECIAL = ["0", "-0", "0E-5", "0E+3", "1E+5", "Infinity", "-Infinity", "NaN", "1E-999999", "9E+999999", "1E-1000010"]
OPERATIONS = ("a + b", "a - b", "a * b", "a / b", "a // b", "a % b", "a < b", "a == b", "a >= b", "a != b", "-a", "abs(a)",
              "+a", "str(a)", "bool(a)", "divmod(a, b)", "a.quantize(b)", "round(a, 2)", "Decimal(str(a))",
              "a.quantize(Decimal('0.01'), ROUND_HALF_UP)", "hash(a) if a == a else 0")


def number():
    digits = "".join(choose("0123456789") for _ in range(choose((1, 2, 3, 5, 10, 20, 28, 29, 40, 60))))
    point = choose(range(len(digits) + 1))
    return choose([lambda: Decimal(choose(SPECIAL)), lambda: choose([0, 1, -1, 2, -7, 10**30, True])] +
                  [lambda: Decimal(choose(("", "-")) + digits[:point] + "." + digits[point:])] * 5 +
                  [lambda: Decimal(digits + "E%d" % choose(range(-40, 40)))])()


context = getcontext()
for _ in range(250):
    context.prec = choose((28, 28, 28, 5, 9, 1, 50, 120))
    context.rounding = choose((ROUND_HALF_EVEN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_DOWN, ROUND_UP, ROUND_FLOOR))
    context.traps[Inexact] = choose(range(10)) == 0
    context.Emax, context.Emin = choose(((999999, -999999), (999999, -999999), (30, -30)))
    context.clear_flags()
    a, b = number(), number()
    for e in [choose(OPERATIONS) for _ in range(6)]:
        try:
            result = eval(e)
        except (ArithmeticError, AttributeError, TypeError, ValueError) as error:
            result = type(error).__name__
        print(e, result, [f.__name__ for f, set in context.flags.items() if set])
