"""Decimal numbers and their arithmetic, by the General Decimal Arithmetic specification."""
import math as _math
import sys as _sys

import _decimal_core as _core
from _decimal import make as _make, new as _new
from _decimal_context import (BasicContext, Context, DefaultContext, ExtendedContext, getcontext, localcontext,
                              setcontext)
from _decimal_core import (ROUND_05UP, ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN,
                           ROUND_HALF_UP, ROUND_UP, Clamped, ConversionSyntax, DecimalException, DivisionByZero,
                           DivisionImpossible, DivisionUndefined, FloatOperation, Inexact, InvalidContext,
                           InvalidOperation, Overflow, Rounded, Subnormal, Underflow)
from _decimal_core import digits as _digits, round_off as _round_off, ten as _ten, text_of as _text_of
from _namedtuple import namedtuple as _namedtuple

__all__ = ["Decimal", "Context", "DecimalTuple", "DefaultContext", "BasicContext", "ExtendedContext",
           "DecimalException", "Clamped", "InvalidOperation", "DivisionByZero", "Inexact", "Rounded", "Subnormal",
           "Overflow", "Underflow", "FloatOperation", "DivisionImpossible", "InvalidContext", "ConversionSyntax",
           "DivisionUndefined", "ROUND_DOWN", "ROUND_HALF_UP", "ROUND_HALF_EVEN", "ROUND_CEILING", "ROUND_FLOOR",
           "ROUND_UP", "ROUND_HALF_DOWN", "ROUND_05UP", "setcontext", "getcontext", "localcontext", "MAX_PREC",
           "MAX_EMAX", "MIN_EMIN", "MIN_ETINY", "HAVE_THREADS", "HAVE_CONTEXTVAR"]

__version__ = "1.70"
__libmpdec_version__ = "2.5.1"
HAVE_THREADS = True
HAVE_CONTEXTVAR = True
MAX_PREC = 999999999999999999
MAX_EMAX = 999999999999999999
MIN_EMIN = -MAX_EMAX
MIN_ETINY = MIN_EMIN - (MAX_PREC - 1)

DecimalTuple = _namedtuple("DecimalTuple", "sign digits exponent", module="decimal")

# Kinds of a value: what `_kind` holds.
_FINITE, _INF, _QNAN, _SNAN = 0, 1, 2, 3


def _nan(ctx, bit=_core.INVALID):
    ctx._pending |= bit
    return _make(Decimal, 0, 0, 0, _QNAN)


def _inf(sign):
    return _make(Decimal, sign, 0, 0, _INF)


def _is_representable(d):
    """Whether CPython's libmpdec has numbers of such an exponent."""
    if d._kind or -10**17 < d._exp < 10**17:
        return True
    size = _digits(d._n) if d._n else 1
    return d._exp >= MIN_ETINY and d._exp + size - 1 <= MAX_EMAX


def _exact(d, ctx):
    """The number as it was written; NaN, with a signal, if there is no such number."""
    if _is_representable(d):
        return d
    ctx = ctx or getcontext()
    ctx._pending |= _core.INVALID
    ctx._settle()
    return _make(type(d), 0, 0, 0, _QNAN)


def _parse(cls, text):
    """The number that a text says, or None."""
    s = text.strip().replace("_", "")
    if not s.isascii():
        try:
            s = "".join(c if c.isascii() else str(int(c)) for c in s)
        except ValueError:
            return None
    sign = 0
    if s[:1] in ("+", "-"):
        sign = 1 if s[0] == "-" else 0
        s = s[1:]
    head, has_exp, tail = s.partition("e") if "e" in s else s.partition("E")
    whole, dot, part = head.partition(".")
    if (whole or part) and (whole + part).isdigit():
        exp = 0
        if has_exp:
            unsigned = tail[1:] if tail[:1] in ("+", "-") else tail
            if not unsigned.isdigit():
                return None
            exp = int(tail) if len(tail) < 40 else (-1 if tail[0] == "-" else 1) * 10 ** 40
        n = _core.int_of(whole + part)
        exp -= len(part)
        return _make(cls, sign, n, exp)
    low = s.lower()
    if low in ("inf", "infinity"):
        return _make(cls, sign, 0, 0, _INF)
    for name, kind in ("nan", _QNAN), ("snan", _SNAN):
        if low.startswith(name):
            payload = low[len(name):]
            if payload and not payload.isdigit():
                return None
            return _make(cls, sign, int(payload or 0), 0, kind)
    return None


def _from_tuple(cls, value):
    if len(value) != 3:
        raise ValueError("argument must be a sequence of length 3")
    sign, digits, exp = value
    if not isinstance(sign, int) or sign not in (0, 1):
        raise ValueError("sign must be an integer with the value 0 or 1")
    if exp in ("F", "n", "N") and isinstance(exp, str):
        kind = {"F": _INF, "n": _QNAN, "N": _SNAN}[exp]
    elif isinstance(exp, str):
        raise ValueError("string argument in the third position must be 'F', 'n' or 'N'")
    elif not isinstance(exp, int):
        raise ValueError("exponent must be an integer")
    else:
        kind = _FINITE
    if not isinstance(digits, (tuple, list)):
        raise ValueError("coefficient must be a tuple of digits")
    for d in digits:
        if not isinstance(d, int) or not 0 <= d <= 9:
            raise ValueError("coefficient must be a tuple of digits")
    if kind == _INF:
        return _make(cls, sign, 0, 0, _INF)
    if kind == _FINITE and not -2**63 <= exp < 2**63:
        raise OverflowError("Python int too large to convert to C ssize_t")
    n = _core.int_of("".join(str(int(d)) for d in digits) or "0")
    return _make(cls, sign, n, exp if kind == _FINITE else 0, kind)


def _fix(d, ctx):
    """The value rounded into the context."""
    if d._kind:
        return d if d._kind == _INF else _fix_nan(d, ctx)
    sign, n, exp = d._sign, d._n, d._exp
    prec = ctx._prec
    etiny = ctx._Emin - prec + 1
    etop = ctx._Emax - prec + 1
    if not n:
        new = min(max(exp, etiny), etop if ctx._clamp else ctx._Emax)
        if new != exp:
            ctx._pending |= _core.CLAMPED
            return _new(sign, 0, new)
        return d
    size = _digits(n)
    lowest = size + exp - prec
    if lowest > etop:
        return _overflow(sign, ctx)
    subnormal = lowest < etiny
    if subnormal:
        lowest = etiny
    if exp < lowest:
        drop = lowest - exp
        if drop > size:
            n, inexact = _round_off(1, 2, ctx._rounding, sign)
        else:
            n, inexact = _round_off(n, drop, ctx._rounding, sign)
        if n and _digits(n) > prec:
            n //= 10
            lowest += 1
        if inexact and subnormal:
            ctx._pending |= _core.UNDERFLOW
        if subnormal:
            ctx._pending |= _core.SUBNORMAL
        if lowest > etop:
            return _overflow(sign, ctx)
        if inexact:
            ctx._pending |= _core.INEXACT
        ctx._pending |= _core.ROUNDED
        if not n:
            ctx._pending |= _core.CLAMPED
        elif ctx._clamp and lowest > etop:
            n *= _ten(lowest - etop)
            lowest = etop
        return _new(sign, n, lowest)
    if subnormal:
        ctx._pending |= _core.SUBNORMAL
    if ctx._clamp and exp > etop:
        ctx._pending |= _core.CLAMPED
        return _new(sign, n * _ten(exp - etop), etop)
    return d if type(d) is Decimal else _new(sign, n, exp)


def _overflow(sign, ctx):
    ctx._pending |= _core.OVERFLOW | _core.INEXACT | _core.ROUNDED
    r = ctx._rounding
    if (r in (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_HALF_DOWN, ROUND_UP) or r == ROUND_CEILING and not sign or
            r == ROUND_FLOOR and sign):
        return _inf(sign)
    return _new(sign, _ten(ctx._prec) - 1, ctx._Emax - ctx._prec + 1)


def _fix_nan(d, ctx):
    room = ctx._prec - ctx._clamp
    if d._n and _digits(d._n) > room:
        return _make(Decimal, d._sign, d._n % _ten(room), 0, d._kind)
    return d


def _nans(ctx, *values):
    """The NaN that an operation with a NaN among its operands gives, or None."""
    for v in values:
        if v._kind == _SNAN:
            ctx._pending |= _core.INVALID
            return _fix_nan(_make(Decimal, v._sign, v._n, 0, _QNAN), ctx)
    for v in values:
        if v._kind == _QNAN:
            return _fix_nan(v, ctx)
    return None


def _convert(other, ctx=None):
    """An operand as a Decimal, or NotImplemented."""
    if isinstance(other, Decimal):
        return other
    if isinstance(other, int):
        return _new(1 if other < 0 else 0, abs(other), 0)
    return NotImplemented


def _need(other):
    """An argument as a Decimal."""
    r = _convert(other)
    if r is NotImplemented:
        raise TypeError("conversion from %s to Decimal is not supported" % type(other).__name__)
    return r


def _cmp(a, b):
    """-1, 0, 1 for numbers that are not NaN."""
    sa = 0 if not a._kind and not a._n else -1 if a._sign else 1
    sb = 0 if not b._kind and not b._n else -1 if b._sign else 1
    if sa != sb:
        return -1 if sa < sb else 1
    if not sa:
        return 0
    if a._kind or b._kind:
        return 0 if a._kind and b._kind else sa if a._kind else -sa
    ea, eb = a._exp, b._exp
    ta, tb = _digits(a._n) + ea, _digits(b._n) + eb
    if ta != tb:
        return sa if ta > tb else -sa
    na, nb = a._n, b._n
    if ea > eb:
        na *= _ten(ea - eb)
    elif eb > ea:
        nb *= _ten(eb - ea)
    return 0 if na == nb else sa if na > nb else -sa


def _add(a, b, ctx):
    if a._kind or b._kind:
        r = _nans(ctx, a, b)
        if r is not None:
            return r
        if a._kind:
            if b._kind and a._sign != b._sign:
                return _nan(ctx)
            return _inf(a._sign)
        return _inf(b._sign)
    na, nb, ea, eb = a._n, b._n, a._exp, b._exp
    prec = ctx._prec
    if na and nb and ea != eb:
        # An operand far below the other only matters by its sign: it becomes a digit just below the precision.
        if ea > eb:
            low = ea + min(-1, _digits(na) - prec - 2)
            if _digits(nb) + eb - 1 < low:
                nb, eb = 1, low
        else:
            low = eb + min(-1, _digits(nb) - prec - 2)
            if _digits(na) + ea - 1 < low:
                na, ea = 1, low
    elif ea != eb and (not na or not nb):
        exp = min(ea, eb)
        if not na and not nb:
            sign = a._sign if a._sign == b._sign else ctx._rounding == ROUND_FLOOR
            return _fix(_new(int(sign), 0, exp), ctx)
        if not na:
            exp = max(exp, eb - prec - 1)
            if exp < eb:
                return _fix(_new(b._sign, nb * _ten(eb - exp), exp), ctx)
            return _fix(_new(b._sign, nb, eb), ctx)
        exp = max(exp, ea - prec - 1)
        if exp < ea:
            return _fix(_new(a._sign, na * _ten(ea - exp), exp), ctx)
        return _fix(_new(a._sign, na, ea), ctx)
    if ea > eb:
        na *= _ten(ea - eb)
        ea = eb
    elif eb > ea:
        nb *= _ten(eb - ea)
    total = (-na if a._sign else na) + (-nb if b._sign else nb)
    if total < 0:
        return _fix(_new(1, -total, ea), ctx)
    if total:
        return _fix(_new(0, total, ea), ctx)
    sign = a._sign if a._sign == b._sign else ctx._rounding == ROUND_FLOOR
    return _fix(_new(int(sign), 0, ea), ctx)


def _mul(a, b, ctx):
    sign = a._sign ^ b._sign
    if a._kind or b._kind:
        r = _nans(ctx, a, b)
        if r is not None:
            return r
        if a._kind and not b._kind and not b._n or b._kind and not a._kind and not a._n:
            return _nan(ctx)
        return _inf(sign)
    return _fix(_new(sign, a._n * b._n, a._exp + b._exp), ctx)


def _div(a, b, ctx):
    sign = a._sign ^ b._sign
    if a._kind or b._kind:
        r = _nans(ctx, a, b)
        if r is not None:
            return r
        if a._kind:
            return _nan(ctx) if b._kind else _inf(sign)
        ctx._pending |= _core.CLAMPED
        return _new(sign, 0, ctx.Etiny())
    if not b._n:
        if not a._n:
            return _nan(ctx, _core.UNDEFINED)
        ctx._pending |= _core.DIVZERO
        return _inf(sign)
    ideal = a._exp - b._exp
    if not a._n:
        return _fix(_new(sign, 0, ideal), ctx)
    shift = _digits(b._n) - _digits(a._n) + ctx._prec + 1
    exp = ideal - shift
    if shift >= 0:
        n, rest = divmod(a._n * _ten(shift), b._n)
    else:
        n, rest = divmod(a._n, b._n * _ten(-shift))
    if rest:
        if n % 5 == 0:
            n += 1
    else:
        n, exp = _core.strip_zeros(n, exp, ideal)
    return _fix(_new(sign, n, exp), ctx)


def _divide(a, b, ctx):
    """(quotient, remainder) of finite numbers, b not zero; (None, None): the quotient has too many digits."""
    sign = a._sign ^ b._sign
    ideal = a._exp if b._kind else min(a._exp, b._exp)
    if b._kind:
        return _new(sign, 0, 0), _new(a._sign, a._n, a._exp)
    if not a._n:
        return _new(sign, 0, 0), _new(a._sign, 0, ideal)
    apart = (_digits(a._n) + a._exp) - (_digits(b._n) + b._exp)
    if apart <= -2 and ideal >= ctx._Emin - ctx._prec + 1 - 10 ** 6 and a._exp - ideal < 10 ** 6:
        return _new(sign, 0, 0), _new(a._sign, a._n * _ten(a._exp - ideal), ideal)
    if apart <= -2:
        return _new(sign, 0, 0), _new(a._sign, a._n, a._exp)
    if apart <= ctx._prec:
        na, nb = a._n, b._n
        if a._exp >= b._exp:
            na *= _ten(a._exp - b._exp)
        else:
            nb *= _ten(b._exp - a._exp)
        q, r = divmod(na, nb)
        if q < _ten(ctx._prec):
            return _new(sign, q, 0), _new(a._sign, r, ideal)
    return None, None


def _divint(a, b, ctx):
    r = _nans(ctx, a, b)
    if r is not None:
        return r
    sign = a._sign ^ b._sign
    if a._kind:
        return _nan(ctx) if b._kind else _inf(sign)
    if not b._kind and not b._n:
        if not a._n:
            return _nan(ctx, _core.UNDEFINED)
        ctx._pending |= _core.DIVZERO
        return _inf(sign)
    q, _ = _divide(a, b, ctx)
    return _nan(ctx, _core.IMPOSSIBLE) if q is None else _fix(q, ctx)


def _rem(a, b, ctx):
    r = _nans(ctx, a, b)
    if r is not None:
        return r
    if a._kind:
        return _nan(ctx)
    if not b._kind and not b._n:
        return _nan(ctx, _core.INVALID if a._n else _core.UNDEFINED)
    _, r = _divide(a, b, ctx)
    return _nan(ctx, _core.IMPOSSIBLE) if r is None else _fix(r, ctx)


def _rescale(d, exp, rounding):
    """A finite number with another exponent: (value, inexact)."""
    if not d._n:
        return _new(d._sign, 0, exp), 0
    if d._exp >= exp:
        return _new(d._sign, d._n * _ten(d._exp - exp), exp), 0
    drop = exp - d._exp
    if drop > _digits(d._n) + 1:
        n, inexact = _round_off(1, 2, rounding, d._sign)
    else:
        n, inexact = _round_off(d._n, drop, rounding, d._sign)
    return _new(d._sign, n, exp), inexact


def _is_integer(d):
    if d._kind:
        return False
    if d._exp >= 0 or not d._n:
        return True
    return _digits(d._n) > -d._exp and d._n % _ten(-d._exp) == 0


from _decimal_methods import Decimal  # the class; it takes the functions above through this module

if "numbers" in _sys.modules:  # else it registers the class when it is loaded
    _sys.modules["numbers"].Number.register(Decimal)
