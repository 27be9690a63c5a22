"""Methods of Decimal and Context that take a context: rounding, quantizing, roots, powers, logical operations, formats."""
import sys as _sys
import _decimal_context as _contexts
import _decimal_core as _core
import _decimal_methods as _m
import decimal as _ops
from _decimal import join as _join
from _decimal_context import getcontext
from _decimal_core import (ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_EVEN, digits as _digits,
                           round_off as _round_off, ten as _ten, text_of as _text_of)
from _decimal_methods import Decimal
from decimal import (_FINITE, _INF, _QNAN, _SNAN, _add, _cmp, _convert, _div, _divide, _divint, _fix, _fix_nan, _inf,
                     _is_integer, _make, _mul, _nan, _nans, _need, _new, _rem, _rescale)


class _HalfEven:
    """A context that rounds half to even and leaves its status with another."""

    def __init__(self, ctx):
        self.__dict__["_base"] = ctx

    def __getattr__(self, name):
        return ROUND_HALF_EVEN if name == "_rounding" else getattr(self._base, name)

    def __setattr__(self, name, value):
        setattr(self._base, name, value)


# --- whole numbers, quanta ---
def _quantize(a, exp, ctx, rounding=None):
    r = _nans(ctx, a, exp)
    if r is not None:
        return r
    if a._kind or exp._kind:
        return _inf(a._sign) if a._kind and exp._kind else _nan(ctx)
    target = exp._exp
    if not ctx.Etiny() <= target <= ctx._Emax:
        return _nan(ctx)
    if not a._n:
        return _fix(_new(a._sign, 0, target), ctx)
    if a.adjusted() > ctx._Emax or a.adjusted() - target + 1 > ctx._prec:
        return _nan(ctx)
    r, inexact = _rescale(a, target, rounding or ctx._rounding)
    if r.adjusted() > ctx._Emax or r._n and _digits(r._n) > ctx._prec:
        return _nan(ctx)
    if r._n and r.adjusted() < ctx._Emin:
        ctx._pending |= _core.SUBNORMAL
    if target > a._exp:
        ctx._pending |= _core.ROUNDED
        if inexact:
            ctx._pending |= _core.INEXACT
    return _fix(r, ctx)


def _to_integral(a, ctx, rounding=None, exact=False):
    r = _nans(ctx, a)
    if r is not None:
        return r
    if a._kind or a._exp >= 0:
        return a
    r, inexact = _rescale(a, 0, rounding or ctx._rounding)
    if exact and a._n:
        ctx._pending |= _core.ROUNDED | (_core.INEXACT if inexact else 0)
    return r


def _normalize(a, ctx):
    r = _nans(ctx, a)
    if r is not None:
        return r
    d = _fix(a, ctx)
    if d._kind:
        return d
    if not d._n:
        return _new(d._sign, 0, 0)
    n, exp = _core.strip_zeros(d._n, d._exp, ctx.Etop() if ctx._clamp else ctx._Emax)
    return _new(d._sign, n, exp)


def _remainder_near(a, b, ctx):
    r = _nans(ctx, a, b)
    if r is not None:
        return r
    if a._kind:
        return _nan(ctx)
    if not b._kind and not b._n:
        return _nan(ctx, _core.INVALID if a._n else _core.UNDEFINED)
    if b._kind:
        return _fix(a, ctx)
    ideal = min(a._exp, b._exp)
    if not a._n:
        return _fix(_new(a._sign, 0, ideal), ctx)
    apart = a.adjusted() - b.adjusted()
    if apart >= ctx._prec + 1:
        return _nan(ctx, _core.IMPOSSIBLE)
    if apart <= -2:
        return _fix(_rescale(a, ideal, ROUND_DOWN)[0], ctx)
    na, nb = a._n, b._n
    if a._exp >= b._exp:
        na *= _ten(a._exp - b._exp)
    else:
        nb *= _ten(b._exp - a._exp)
    q, r = divmod(na, nb)
    if 2 * r + (q & 1) > nb:
        r -= nb
        q += 1
    if q >= _ten(ctx._prec):
        return _nan(ctx, _core.IMPOSSIBLE)
    sign = a._sign
    if r < 0:
        sign ^= 1
        r = -r
    return _fix(_new(sign, r, ideal), ctx)


def _fma(a, b, c, ctx):
    if a._kind > 1 or b._kind > 1:
        return _nans(ctx, a, b, c)
    if a._kind or b._kind:
        if a._kind and not b._kind and not b._n or b._kind and not a._kind and not a._n:
            return _nan(ctx)
        product = _inf(a._sign ^ b._sign)
    else:
        product = _new(a._sign ^ b._sign, a._n * b._n, a._exp + b._exp)
    return _add(product, c, ctx)


# --- comparisons that give decimals ---
def _compare(a, b, ctx, signal=False):
    if a._kind > 1 or b._kind > 1:
        if signal:
            ctx._pending |= _core.INVALID
        return _nans(ctx, a, b)
    return Decimal(_cmp(a, b))


def _total_key(d):
    """What total order looks at, for one sign."""
    if d._kind > 1:
        return 2 if d._kind == _SNAN else 3
    return 1


def _compare_total(a, b, ctx=None):
    if a._sign != b._sign:
        return Decimal(-1 if a._sign else 1)
    sign = -1 if a._sign else 1
    ka, kb = _total_key(a), _total_key(b)
    if ka != kb:
        return Decimal(sign if ka > kb else -sign)
    if ka > 1:
        return Decimal(0 if a._n == b._n else sign if a._n > b._n else -sign)
    c = _cmp(a, b)
    if c or a._kind:
        return Decimal(c)
    return Decimal(0 if a._exp == b._exp else sign if a._exp > b._exp else -sign)


def _compare_total_mag(a, b, ctx=None):
    return _compare_total(a.copy_abs(), b.copy_abs())


def _extreme(a, b, ctx, largest, magnitude):
    if a._kind > 1 or b._kind > 1:
        if a._kind == _QNAN and b._kind < 2:
            return _fix(b, ctx)
        if b._kind == _QNAN and a._kind < 2:
            return _fix(a, ctx)
        return _nans(ctx, a, b)
    c = _cmp(a.copy_abs(), b.copy_abs()) if magnitude else _cmp(a, b)
    if not c:
        c = int(_compare_total(a, b))
    first = c >= 0 if largest else c < 0
    if not largest and c == 0:
        first = True
    return _fix(a if first else b, ctx)


# --- neighbours ---
def _step(a, ctx, up):
    r = _nans(ctx, a)
    if r is not None:
        return r
    if a._kind:
        if bool(a._sign) == up:
            return _new(a._sign, _ten(ctx._prec) - 1, ctx.Etop())
        return a
    work = ctx.copy()
    work._rounding = ROUND_CEILING if up else ROUND_FLOOR
    work._traps = work._pending = 0
    r = _fix(a, work)
    if _cmp(r, a) != 0:
        return r
    return _add(r, _new(0 if up else 1, 1, ctx.Etiny() - 1), work)


def _next_toward(a, b, ctx):
    r = _nans(ctx, a, b)
    if r is not None:
        return r
    c = _cmp(a, b)
    if not c:
        return a.copy_sign(b)
    r = _step(a, ctx, c < 0)
    if r._kind:
        ctx._pending |= _core.OVERFLOW | _core.INEXACT | _core.ROUNDED
    elif r.adjusted() < ctx._Emin:
        ctx._pending |= _core.UNDERFLOW | _core.SUBNORMAL | _core.INEXACT | _core.ROUNDED
        if not r._n:
            ctx._pending |= _core.CLAMPED
    return r


# --- exponents and digits ---
def _logb(a, ctx):
    r = _nans(ctx, a)
    if r is not None:
        return r
    if a._kind:
        return _inf(0)
    if not a._n:
        ctx._pending |= _core.DIVZERO
        return _inf(1)
    return _fix(Decimal(a.adjusted()), ctx)


def _scaleb(a, b, ctx):
    r = _nans(ctx, a, b)
    if r is not None:
        return r
    if b._kind or b._exp != 0 or b._n > 2 * (ctx._Emax + ctx._prec):
        return _nan(ctx)
    if a._kind:
        return a
    return _fix(_new(a._sign, a._n, a._exp + int(b)), ctx)


def _shift_count(b, ctx):
    if b._kind or b._exp != 0 or b._n > ctx._prec:
        return None
    return int(b)


def _shift(a, b, ctx):
    r = _nans(ctx, a, b)
    if r is not None:
        return r
    k = _shift_count(b, ctx)
    if k is None:
        return _nan(ctx)
    if a._kind:
        return a
    n = a._n % _ten(ctx._prec)
    n = n // _ten(-k) if k < 0 else n * _ten(k) % _ten(ctx._prec)
    return _new(a._sign, n, a._exp)


def _rotate(a, b, ctx):
    r = _nans(ctx, a, b)
    if r is not None:
        return r
    k = _shift_count(b, ctx)
    if k is None:
        return _nan(ctx)
    if a._kind:
        return a
    n = a._n % _ten(ctx._prec)
    high, low = divmod(n, _ten(ctx._prec - k % ctx._prec) if k % ctx._prec else _ten(ctx._prec))
    k %= ctx._prec
    return _new(a._sign, (low * _ten(k) + high) % _ten(ctx._prec), a._exp)


def _bits(a, ctx):
    """The digits of a logical operand as binary text, or None."""
    if a._kind or a._sign or a._exp:
        return None
    text = _text_of(a._n)
    if text.strip("01"):
        return None
    return int(text[-ctx._prec:], 2)


def _logical(operation):
    def method(a, b, ctx):
        x, y = _bits(a, ctx), _bits(b, ctx)
        if x is None or y is None:
            return _nan(ctx)
        return _new(0, int(bin(operation(x, y))[2:]), 0)
    return method


def _invert(a, ctx):
    x = _bits(a, ctx)
    if x is None:
        return _nan(ctx)
    return _new(0, int(bin(x ^ (1 << ctx._prec) - 1)[2:]), 0)


# --- roots, logarithms, powers ---
def _sqrt(a, ctx):
    r = _nans(ctx, a)
    if r is not None:
        return r
    if not a._kind and not a._n:
        return _fix(_new(a._sign, 0, a._exp // 2), ctx)
    if a._sign:
        return _nan(ctx)
    if a._kind:
        return a
    import math
    prec = ctx._prec + 1
    e = a._exp // 2
    n = a._n
    if a._exp & 1:
        n *= 10
        length = (_digits(a._n) >> 1) + 1
    else:
        length = _digits(a._n) + 1 >> 1
    shift = prec - length
    exact = True
    if shift >= 0:
        n *= _ten(2 * shift)
    else:
        n, rest = divmod(n, _ten(-2 * shift))
        exact = not rest
    e -= shift
    root = math.isqrt(n)
    exact = exact and root * root == n
    if exact:
        if shift >= 0:
            root //= _ten(shift)
        else:
            root *= _ten(-shift)
        e += shift
    elif root % 5 == 0:
        root += 1
    return _fix(_new(0, root, e), _HalfEven(ctx))


def _rounded(ctx, sign, approximate):
    """The inexact value that approximate(p) gives as (m, e) to about p digits, correctly rounded."""
    p = ctx._prec + 8
    while True:
        m, e = approximate(p)
        extra = _digits(m) - ctx._prec
        unit = _ten(max(extra, 1))
        rest = m % unit
        # Far enough from a tie and from an exact value of the precision?
        if min(rest, unit - rest, abs(2 * rest - unit)) > 1000 or p > 40 * (ctx._prec + 8):
            return _fix(_new(sign, m * 10 + 1, e - 1), ctx)
        p += max(16, p // 2)


def _exp(a, ctx):
    r = _nans(ctx, a)
    if r is not None:
        return r
    if a._kind:
        return _new(0, 0, 0) if a._sign else a
    if not a._n:
        return _new(0, 1, 0)
    top = a.adjusted()
    if top > 20 or top > 0 and abs(int(a)) > ((-ctx._Emin if a._sign else ctx._Emax) + ctx._prec + 3) * 3:
        if a._sign:
            return _fix(_new(0, 1, ctx.Etiny() - 2), _HalfEven(ctx))
        return _fix(_new(0, 1, ctx._Emax + 2), _HalfEven(ctx))
    if top < -ctx._prec - 3:  # 1 + a, hardly
        p = ctx._prec + 2
        n = _ten(p) - 1 if a._sign else _ten(p) + 1
        return _fix(_new(0, n, -p), _HalfEven(ctx))
    signed = -a._n if a._sign else a._n
    return _rounded(_HalfEven(ctx), 0, lambda p: _core.exp_parts(signed, a._exp, p))


def _positive_log(a, ctx):
    """The answer for special operands of logarithms, or None."""
    r = _nans(ctx, a)
    if r is not None:
        return r
    if not a._kind and not a._n:
        return _inf(1)
    if a._sign:
        return _nan(ctx)
    if a._kind:
        return _inf(0)
    return None


def _ln_value(n, exp, p):
    """ln(n * 10**exp) to about p digits: (negative, m, e)."""
    q = p + 3
    size = _digits(n) + exp
    if size in (0, 1):  # near one the logarithm is small
        near = n - _ten(-exp) if exp <= 0 else n * _ten(exp) - 1
        if near:
            q += max(0, -(_digits(abs(near)) + min(exp, 0)) + 1)
    m = _core.ln_fixed(n, exp, q)
    return m < 0, abs(m), -q


def _ln(a, ctx):
    r = _positive_log(a, ctx)
    if r is not None:
        return r
    if _cmp(a, _ONE) == 0:
        return _new(0, 0, 0)
    negative = int(_cmp(a, _ONE) < 0)
    return _rounded(_HalfEven(ctx), negative, lambda p: _ln_value(a._n, a._exp, p)[1:])


def _log10(a, ctx):
    r = _positive_log(a, ctx)
    if r is not None:
        return r
    n, exp = _core.strip_zeros(a._n, a._exp)
    if n == 1:
        return _fix(Decimal(exp), ctx)
    negative = int(_cmp(a, _ONE) < 0)

    def value(p):
        _, m, e = _ln_value(a._n, a._exp, p + 3)
        q = p + 6
        return m * _ten(q) // (_core.ln10(q + q) // _ten(q)), e

    return _rounded(_HalfEven(ctx), negative, value)


def _exact_power(a, b, limit):
    """(n, exp) of a**b for a > 0, if that is exact with at most `limit` digits; else None."""
    n, exp = _core.strip_zeros(a._n, a._exp)
    m, e = _core.strip_zeros(b._n, b._exp)
    if e >= 0:
        if n != 1 and e > 6:
            return None
        p, q = m * _ten(e), 1
    else:
        import math
        if -e > 30:
            return None
        q = _ten(-e)
        g = math.gcd(m, q)
        p, q = m // g, q // g
    if b._sign:
        # 1 / n must be a finite decimal: n is a power of 2 or of 5.
        if n != 1:
            for base, other in (2, 5), (5, 2):
                k = 0
                rest = n
                while rest % base == 0:
                    rest //= base
                    k += 1
                if rest == 1:
                    break
            else:
                return None
            if k * p > limit * 4 * q:
                return None
            n, exp = other ** k, -exp - k
        else:
            exp = -exp
    if q > 1:
        root = _integer_root(n, q)
        if root is None or exp % q:
            return None
        n, exp = root, exp // q
    if n == 1:
        return 1, exp * p
    if (n.bit_length() - 1) * p > limit * 4:
        return None
    n **= p
    return (n, exp * p) if _digits(n) <= limit else None


def _integer_root(n, q):
    """The integer q-th root of n, or None if there is none."""
    if n == 1:
        return 1
    if q > n.bit_length():
        return None
    r = 1 << -(-n.bit_length() // q)
    while True:
        s = ((q - 1) * r + n // r ** (q - 1)) // q
        if s >= r:
            break
        r = s
    return r if r ** q == n else None


def power(a, b, ctx):
    """a ** b."""
    r = _nans(ctx, a, b)
    if r is not None:
        return r
    if not b._kind and not b._n:
        if not a._kind and not a._n:
            return _nan(ctx)
        return _new(0, 1, 0)
    sign = 0
    if a._sign:
        if _is_integer(b):
            sign = b._exp <= 0 and b._n // _ten(-b._exp) & 1
        elif (a._kind or a._n) and not (a._kind and b._kind):
            return _nan(ctx)
        a = a.copy_abs()
    if not a._kind and not a._n:
        return _inf(sign) if b._sign else _new(sign, 0, 0)
    if a._kind:
        return _new(sign, 0, 0) if b._sign else _inf(sign)
    c = _cmp(a, _ONE)
    if c == 0:
        if _is_integer(b):
            if b._sign:
                shift = 0
            else:
                shift = min(int(b) if b.adjusted() < 12 else 10 ** 12, ctx._prec)
            exp = a._exp * shift
            if exp < 1 - ctx._prec:
                exp = 1 - ctx._prec
                ctx._pending |= _core.ROUNDED
        else:
            ctx._pending |= _core.INEXACT | _core.ROUNDED
            exp = 1 - ctx._prec
        return _new(sign, _ten(-exp), exp)
    if b._kind:
        return _new(sign, 0, 0) if (b._sign == 0) == (c < 0) else _inf(sign)
    size = a.adjusted()
    # Far beyond the exponents?
    if b.adjusted() > 25 or (size not in (0, -1) and b.adjusted() + len(str(abs(size))) > 30):
        big = (c > 0) != bool(b._sign)
        return _fix(_new(sign, 1, ctx._Emax + 1 if big else ctx.Etiny() - 2), ctx)
    if b._sign and _is_integer(b) and size * int(b) < ctx.Etiny() - 6:
        return _fix(_new(sign, 1, ctx.Etiny() - 6), _HalfEven(ctx))  # the reciprocal's power vanishes
    exact = _exact_power(a, b, ctx._prec + 1)
    if exact is not None:
        n, exp = exact
        if _is_integer(b):
            if not b._sign:
                ideal = a._exp * int(b)
            else:
                ideal = exp if exp < 0 else 0
        else:
            # A root is given with as many digits as fit.
            ctx._pending |= _core.INEXACT | _core.ROUNDED
            ideal = exp - (ctx._prec - _digits(n))
        if exp > ideal:
            room = min(exp - ideal, ctx._prec - _digits(n))
            if room < exp - ideal:
                ctx._pending |= _core.ROUNDED
            if room > 0:
                n *= _ten(room)
                exp -= room
        return _fix(_new(sign, n, exp), ctx)
    if _is_integer(b) and not b._sign and b.adjusted() < 6:
        k = int(b)
        if _digits(a._n) * k < 4 * ctx._prec + 200:
            return _fix(_new(sign, a._n ** k, a._exp * k), ctx)
    # Will it overflow or vanish? b * log10(a) tells.
    _, m, e = _ln_value(a._n, a._exp, 25)
    estimate = m * b._n * 10000 // 23025
    top = _digits(estimate) + e + b._exp
    big = (c > 0) != bool(b._sign)
    if top > len(str((ctx._Emax if big else -ctx._Emin) + ctx._prec)) + 2:
        return _fix(_new(sign, 1, ctx._Emax + 1 if big else ctx.Etiny() - 2), ctx)
    negative = (c < 0) != bool(b._sign)

    def value(p):
        q = p + max(0, top) + 6 + _digits(b._n)
        _, m, e = _ln_value(a._n, a._exp, q)
        x = m * b._n
        return _core.exp_parts(-x if negative else x, e + b._exp, p)

    return _rounded(ctx, sign, value)


def power_modulo(a, b, m, ctx):
    """a ** b % m for integers."""
    r = _nans(ctx, a, b, m)
    if r is not None:
        return r
    if not (_is_integer(a) and _is_integer(b) and _is_integer(m)) or b._sign and b._n or not m._n:
        return _nan(ctx)
    if m.adjusted() >= ctx._prec or not b._n and not a._n:
        return _nan(ctx)
    sign = a._sign if int(b) & 1 else 0
    return _new(sign, pow(abs(int(a)), int(b), abs(int(m))), 0)


_ONE = _new(0, 1, 0)


# --- methods with a context ---
def _add_method(name, operation, operands, doc, rounding=False):
    """Decimal.NAME(..., context=None) and Context.NAME(...)."""
    if operands == 0:
        if rounding:
            def method(self, rounding=None, context=None):
                ctx = context or getcontext()
                if rounding is not None and rounding not in _core.ROUNDINGS:
                    raise TypeError("valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, "
                                    "ROUND_DOWN,\n   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]")
                r = operation(self, ctx, rounding)
                ctx._settle()
                return r
        else:
            def method(self, context=None):
                ctx = context or getcontext()
                r = operation(self, ctx)
                ctx._settle()
                return r
    elif operands == 1:
        if rounding:
            def method(self, exp, rounding=None, context=None):
                ctx = context or getcontext()
                if rounding is not None and rounding not in _core.ROUNDINGS:
                    raise TypeError("valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, "
                                    "ROUND_DOWN,\n   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]")
                r = operation(self, _need(exp), ctx, rounding)
                ctx._settle()
                return r
        else:
            def method(self, other, context=None):
                ctx = context or getcontext()
                r = operation(self, _need(other), ctx)
                ctx._settle()
                return r
    else:
        def method(self, other, third, context=None):
            ctx = context or getcontext()
            r = operation(self, _need(other), _need(third), ctx)
            ctx._settle()
            return r
    method.__name__ = name
    method.__qualname__ = "Decimal." + name
    method.__doc__ = doc
    _join(Decimal, name, method)
    _add_context_method(name, operation, operands + 1)


def _add_context_method(name, operation, operands):
    def call(ctx, *args):
        if len(args) != operands:
            raise TypeError("%s() takes exactly %s (%d given)" % (name, "one argument" if operands == 1 else
                                                                   "%d arguments" % operands, len(args)))
        r = operation(*[_need(x) for x in args], ctx)
        ctx._settle()
        return r
    _contexts._METHODS[name] = call


for _row in (
        ("quantize", _quantize, 1, "The number with the exponent of another.", True),
        ("to_integral_value", _to_integral, 0, "The number rounded to an integer, without signals.", True),
        ("to_integral_exact", lambda a, ctx, rounding=None: _to_integral(a, ctx, rounding, True), 0,
         "The number rounded to an integer, with the signals Inexact and Rounded.", True),
        ("to_integral", _to_integral, 0, "The number rounded to an integer, without signals.", True),
        ("normalize", _normalize, 0, "Without trailing zeros."),
        ("remainder_near", _remainder_near, 1, "The remainder of the nearest quotient."),
        ("fma", _fma, 2, "self * other + third, rounded once."),
        ("compare", _compare, 1, "-1, 0, 1 or NaN."),
        ("compare_signal", lambda a, b, ctx: _compare(a, b, ctx, True), 1, "compare(), NaNs signal."),
        ("compare_total", _compare_total, 1, "Total order: -1, 0 or 1."),
        ("compare_total_mag", _compare_total_mag, 1, "Total order without signs."),
        ("max", lambda a, b, ctx: _extreme(a, b, ctx, True, False), 1, "The larger."),
        ("min", lambda a, b, ctx: _extreme(a, b, ctx, False, False), 1, "The smaller."),
        ("max_mag", lambda a, b, ctx: _extreme(a, b, ctx, True, True), 1, "The larger without signs."),
        ("min_mag", lambda a, b, ctx: _extreme(a, b, ctx, False, True), 1, "The smaller without signs."),
        ("next_plus", lambda a, ctx: _step(a, ctx, True), 0, "The next larger number."),
        ("next_minus", lambda a, ctx: _step(a, ctx, False), 0, "The next smaller number."),
        ("next_toward", _next_toward, 1, "The next number towards another."),
        ("logb", _logb, 0, "The exponent of the first digit."),
        ("scaleb", _scaleb, 1, "With the exponent changed by an integer."),
        ("shift", _shift, 1, "With the digits shifted."),
        ("rotate", _rotate, 1, "With the digits rotated."),
        ("logical_and", _logical(lambda x, y: x & y), 1, "Digit by digit 'and'."),
        ("logical_or", _logical(lambda x, y: x | y), 1, "Digit by digit 'or'."),
        ("logical_xor", _logical(lambda x, y: x ^ y), 1, "Digit by digit 'exclusive or'."),
        ("logical_invert", _invert, 0, "Digit by digit 'not'."),
        ("sqrt", _sqrt, 0, "The square root."),
        ("exp", _exp, 0, "e ** self."),
        ("ln", _ln, 0, "The natural logarithm."),
        ("log10", _log10, 0, "The logarithm to base ten.")):
    _add_method(*_row)

for _name, _operation, _n in (
        ("add", _add, 2), ("subtract", _m._sub, 2), ("multiply", _mul, 2), ("divide", _div, 2),
        ("divide_int", _divint, 2), ("remainder", _rem, 2), ("divmod", _m._divmod, 2), ("plus", _m._plus, 1),
        ("minus", _m._minus, 1), ("abs", _m._abs, 1), ("_apply", _fix, 1)):
    _add_context_method(_name, _operation, _n)


def _context_power(ctx, a, b, modulo=None):
    a, b = _need(a), _need(b)
    r = power(a, b, ctx) if modulo is None else power_modulo(a, b, _need(modulo), ctx)
    ctx._settle()
    return r


_contexts._METHODS["power"] = _context_power


def _pass_on(name, operands, with_context=True):
    def call(ctx, *args):
        if len(args) != operands:
            raise TypeError("%s() takes exactly %s (%d given)" % (name, "one argument" if operands == 1 else
                                                                   "%d arguments" % operands, len(args)))
        args = [_need(x) for x in args]
        method = getattr(args[0], name)
        return method(*args[1:], context=ctx) if with_context else method(*args[1:])
    _contexts._METHODS[name] = call


for _name in ("canonical", "is_canonical", "is_finite", "is_infinite", "is_nan", "is_qnan", "is_signed", "is_snan",
              "is_zero", "copy_abs", "copy_negate"):
    _pass_on(_name, 1, False)
for _name in "is_normal", "is_subnormal", "number_class", "to_eng_string":
    _pass_on(_name, 1)
_contexts._METHODS["copy_decimal"] = lambda ctx, a: _need(a)
_contexts._METHODS["to_sci_string"] = lambda ctx, a: _need(a)._text(False, ctx)
for _name in "copy_sign", "same_quantum":
    _pass_on(_name, 2)


# --- format() ---
_SPEC = None


def _parse_spec(spec):
    global _SPEC
    if _SPEC is None:
        import re
        _SPEC = re.compile(r"\A(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<z>z)?(?P<zero>0)?"
                           r"(?P<width>[0-9]+)?(?P<comma>,)?(?:\.(?P<precision>[0-9]+))?(?P<type>[eEfFgGn%])?\Z",
                           re.DOTALL)
    m = _SPEC.match(spec)
    if m is None:
        raise ValueError("invalid format string")
    return m


def format_decimal(d, spec, ctx):
    """format(d, spec)."""
    m = _parse_spec(spec)
    fill, align, kind = m["fill"], m["align"], m["type"]
    if m["zero"]:
        if align is not None:
            raise ValueError("invalid format string")
        fill, align = "0", "="
    fill = fill or " "
    align = align or ">"
    precision = None if m["precision"] is None else int(m["precision"])
    if max(precision or 0, int(m["width"] or 0)) > _sys.maxsize:
        raise ValueError("invalid format string")
    sign_mode = m["sign"] or "-"
    comma = m["comma"]
    decimal_point = "."
    grouping = [3, 0] if comma else []
    separator = "," if comma else ""
    if kind == "n":
        if comma:
            raise ValueError("invalid format string")
        kind = "g"
    if kind is None:
        kind = "G" if ctx._capitals else "g"
    width = int(m["width"] or 0)
    if d._kind:
        body = d.copy_abs().__str__()
        sign = "-" if d._sign else "" if sign_mode == "-" else sign_mode
        if kind == "%":
            body += "%"
        if m["zero"]:
            fill, align = " ", ">"
        return _align(sign, body, width, fill, align)
    if kind == "%":
        d = _new(d._sign, d._n, d._exp + 2)
    rounding = ctx._rounding
    least_part = 0  # zeros are put behind the digits as text: numbers of millions of digits would take minutes
    if precision is not None:
        if kind in "eE":
            if _digits(d._n) > precision + 1:
                d = _to_digits(d, precision + 1, rounding)
            least_part = precision
        elif kind in "fF%":
            if d._exp < -precision:
                d = _rescale(d, -precision, rounding)[0]
            least_part = precision
        elif _digits(d._n) > (precision or 1):
            d = _to_digits(d, precision or 1, rounding)
    if not d._n and d._exp > 0 and kind in "fF%":
        d = _rescale(d, 0, rounding)[0]
    if not d._n and d._sign and m["z"]:
        d = _new(0, 0, d._exp)
    text = _text_of(d._n)
    left = d._exp + len(text)
    if kind in "eE":
        point = 1 - precision if not d._n and precision is not None else 1
    elif kind in "fF%":
        point = left
    else:
        point = left if d._exp <= 0 and left > -6 else 1
    if point < 0:
        whole, part = "0", "0" * -point + text
    elif point > len(text):
        whole, part = text + "0" * (point - len(text)), ""
    else:
        whole, part = text[:point] or "0", text[point:]
    part += "0" * (least_part - len(part))
    exp = left - point
    sign = "-" if d._sign else "" if sign_mode == "-" else sign_mode
    tail = decimal_point + part if part else ""
    if exp or kind in "eE":
        tail += {"e": "e", "E": "E", "g": "e", "G": "E"}[kind] + "%+d" % exp
    if kind == "%":
        tail += "%"
    least = width - len(tail) - len(sign) if fill == "0" and align == "=" else 0
    return _align(sign, _grouped(whole, separator, least) + tail, width, fill, align)


def _to_digits(d, places, rounding):
    if not d._n:
        return d
    r = _rescale(d, d.adjusted() + 1 - places, rounding)[0]
    if r.adjusted() != d.adjusted():
        r = _rescale(r, r.adjusted() + 1 - places, rounding)[0]
    return r


def _grouped(whole, separator, least):
    if not separator:
        return whole.zfill(least)
    groups = []
    while True:
        n = min(max(len(whole), least, 1), 3)
        groups.append("0" * (n - len(whole)) + whole[-n:])
        whole = whole[:-n]
        least -= n
        if not whole and least <= 0:
            break
        least -= 1
    return separator.join(reversed(groups))


def _align(sign, body, width, fill, align):
    room = width - len(sign) - len(body)
    if room <= 0:
        return sign + body
    if align == "<":
        return sign + body + fill * room
    if align == ">":
        return fill * room + sign + body
    if align == "=":
        return sign + fill * room + body
    half = room // 2
    return fill * half + sign + body + fill * (room - half)
