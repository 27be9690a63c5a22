"""Decimal arithmetic on integers: rounding, digits, signals, elementary functions. `decimal` has the classes."""
import math

import _decimal

ROUND_DOWN = "ROUND_DOWN"
ROUND_HALF_UP = "ROUND_HALF_UP"
ROUND_HALF_EVEN = "ROUND_HALF_EVEN"
ROUND_CEILING = "ROUND_CEILING"
ROUND_FLOOR = "ROUND_FLOOR"
ROUND_UP = "ROUND_UP"
ROUND_HALF_DOWN = "ROUND_HALF_DOWN"
ROUND_05UP = "ROUND_05UP"
ROUNDINGS = (ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,
             ROUND_05UP)


def complete(cls):
    """Gives the native type of that name the methods of a class, and takes the class's place."""
    native = getattr(_decimal, cls.__name__)
    for name, value in vars(cls).items():
        if name not in ("__module__", "__dict__", "__weakref__", "__doc__"):
            _decimal.join(native, name, value)
    return native


class DecimalException(ArithmeticError):
    """Base of the signals."""


class Clamped(DecimalException):
    """An exponent was changed to fit the context."""


class InvalidOperation(DecimalException):
    """An operation without a result."""


class ConversionSyntax(InvalidOperation):
    """A text that is no number."""


class DivisionByZero(DecimalException, ZeroDivisionError):
    """Division of a finite number by zero."""


class DivisionImpossible(InvalidOperation):
    """An integer quotient with too many digits."""


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    """Zero by zero."""


class Inexact(DecimalException):
    """A result had to be rounded and digits were lost."""


class InvalidContext(InvalidOperation):
    """A context with impossible values."""


class Rounded(DecimalException):
    """Digits were dropped, zeros perhaps."""


class Subnormal(DecimalException):
    """The exponent of a result was below Emin before rounding."""


class Overflow(Inexact, Rounded):
    """A result too large."""


class Underflow(Inexact, Rounded, Subnormal):
    """A result too small that lost digits."""


class FloatOperation(DecimalException, TypeError):
    """Floats mixed with decimals."""


for _c in (DecimalException, Clamped, InvalidOperation, ConversionSyntax, DivisionByZero, DivisionImpossible,
           DivisionUndefined, Inexact, InvalidContext, Rounded, Subnormal, Overflow, Underflow, FloatOperation):
    _c.__module__ = "decimal"

# Status bits, in the order in which exceptions are chosen. The conditions count as InvalidOperation.
INVALID, FLOAT, DIVZERO, OVERFLOW, UNDERFLOW, SUBNORMAL, INEXACT, ROUNDED, CLAMPED = (1 << i for i in range(9))
CONVERSION, IMPOSSIBLE, UNDEFINED, BAD_CONTEXT = (1 << i for i in range(9, 13))
ANY_INVALID = INVALID | CONVERSION | IMPOSSIBLE | UNDEFINED | BAD_CONTEXT
SIGNALS = ((INVALID, InvalidOperation), (FLOAT, FloatOperation), (DIVZERO, DivisionByZero), (OVERFLOW, Overflow),
           (UNDERFLOW, Underflow), (SUBNORMAL, Subnormal), (INEXACT, Inexact), (ROUNDED, Rounded),
           (CLAMPED, Clamped))
CONDITIONS = ((INVALID, InvalidOperation), (CONVERSION, ConversionSyntax), (IMPOSSIBLE, DivisionImpossible),
              (UNDEFINED, DivisionUndefined), (BAD_CONTEXT, InvalidContext))


def raise_status(trapped):
    """Raise the exception for trapped status bits, with the list of all of them."""
    names = [c for bit, c in CONDITIONS if trapped & bit]
    names += [c for bit, c in SIGNALS[1:] if trapped & bit]
    for bit, c in SIGNALS:
        if trapped & (ANY_INVALID if bit == INVALID else bit):
            raise c(names)


_TEN = [10 ** i for i in range(64)]


def ten(k):
    """10 ** k."""
    return _TEN[k] if k < 64 else 10 ** k


def digits(n):
    """The number of decimal digits of n >= 0; 1 for zero."""
    if n < 10:
        return 1
    d = int(n.bit_length() * 0.30102999566398120) + 1
    if d > 15:  # the estimate may be one too high or too low
        if n < ten(d - 1):
            return d - 1
        return d if n < ten(d) else d + 1
    return d - 1 if n < _TEN[d - 1] else d


def text_of(n):
    """Decimal text of n >= 0 of any length."""
    try:
        return str(n)
    except ValueError:
        half = digits(n) // 2
        high, low = divmod(n, 10 ** half)
        return text_of(high) + text_of(low).zfill(half)


def int_of(s):
    """The integer that a text of digits of any length says."""
    if len(s) <= 4000:
        return int(s) if s else 0
    half = len(s) // 2
    return int_of(s[:half]) * 10 ** (len(s) - half) + int_of(s[half:])


def round_off(n, k, rounding, sign):
    """n without its last k digits, rounded: (quotient, 0: exact, 1: not)."""
    if k <= 0:
        return n * ten(-k), 0
    unit = ten(k)
    q, r = divmod(n, unit)
    if r == 0:
        return q, 0
    if rounding == ROUND_HALF_EVEN:
        twice = r * 2
        up = twice > unit or twice == unit and q & 1
    elif rounding == ROUND_HALF_UP:
        up = r * 2 >= unit
    elif rounding == ROUND_DOWN:
        up = False
    elif rounding == ROUND_UP:
        up = True
    elif rounding == ROUND_CEILING:
        up = not sign
    elif rounding == ROUND_FLOOR:
        up = sign
    elif rounding == ROUND_HALF_DOWN:
        up = r * 2 > unit
    else:
        up = q % 5 == 0
    return (q + 1 if up else q), 1


def strip_zeros(n, exp, limit=None):
    """(n, exp) without trailing zeros, as long as exp stays below the limit."""
    while n and n % 10 == 0 and (limit is None or exp < limit):
        step = 1
        while n % ten(step * 2) == 0 and (limit is None or exp + step * 2 <= limit):
            step *= 2
        n //= ten(step)
        exp += step
    return n, exp


# --- elementary functions: integers scaled by 10 ** p; the results are off by a few units at most ---
def _acoth(k, one):
    """atanh(1 / k) * one."""
    term = total = one // k
    square = k * k
    i = 3
    while term:
        term //= square
        total += term // i
        i += 2
    return total


_ln10 = (0, 0)


def ln10(p):
    """ln(10) * 10 ** p."""
    global _ln10
    known, value = _ln10
    if known < p:
        known = p + 20
        one = 10 ** (known + 5)
        value = (46 * _acoth(31, one) + 34 * _acoth(49, one) + 20 * _acoth(161, one)) // 10 ** 5
        _ln10 = known, value
    return value // 10 ** (known - p)


def _exp_fixed(x, p):
    """exp(x / 10**p) * 10**p for |x| <= 3 * 10**p."""
    halvings = max(4, math.isqrt(p))
    guard = halvings // 3 + 8
    one = 10 ** (p + guard)
    x = (x * 10 ** guard) >> halvings
    term = total = one
    i = 1
    while term:
        term = term * x // (one * i)
        if term == -1:
            break
        total += term
        i += 1
    for _ in range(halvings):
        total = total * total // one
    return total // 10 ** guard


def exp_parts(n, exp, p):
    """(m, e) with e**(n * 10**exp) near m * 10**e; m has about p digits and an error of a few units."""
    shift = p + max(0, digits(abs(n)) + exp) + 3
    x = n * ten(exp + shift) if exp + shift >= 0 else n // ten(-exp - shift)
    k, r = divmod(x, ln10(shift))
    r //= ten(shift - p)
    return _exp_fixed(r, p), k - p


def ln_fixed(n, exp, p):
    """ln(n * 10**exp) * 10**p, n > 0."""
    d = digits(n)
    q = p + 10 + max(0, len(str(abs(exp + d))))
    scale = q - d + 1  # m = n * 10**(scale - q), between 1 and 10
    m = n * ten(scale) if scale >= 0 else n // ten(-scale)
    k = exp + d - 1
    one = 10 ** q
    head = m // 10 ** (q - 17) if q > 17 else m * 10 ** (17 - q)
    guess = int(math.log(head / 1e17) * 1e15) * 10 ** (q - 15) if q >= 15 else int(math.log(head / 1e17) * 10 ** q)
    z = m * _exp_fixed(-guess, q) // one
    t = (z - one) * one // (z + one)
    square = t * t // one
    total = term = t
    i = 3
    while term and term != -1:
        term = term * square // one
        total += term // i
        i += 2
    result = guess + 2 * total
    if k:
        result += k * ln10(q)
    return result // 10 ** (q - p)
