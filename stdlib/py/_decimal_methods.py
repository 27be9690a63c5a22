"""The class Decimal."""
import math as _math
import sys as _sys

import _decimal_context as _contexts
import _decimal_core as _core
import decimal as _ops
from _decimal_context import getcontext
from _decimal_core import (ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP,
                           ROUND_UP, digits as _digits, round_off as _round_off, ten as _ten, text_of as _text_of)
from decimal import (_FINITE, _INF, _QNAN, _SNAN, DecimalTuple, _add, _cmp, _convert, _div, _divide, _divint, _exact,
                     _fix, _fix_nan, _from_tuple, _inf, _is_integer, _make, _mul, _nan, _nans, _need, _parse,
                     _rem, _rescale)

_HASH_MODULUS = _sys.hash_info.modulus
_INVERSE_TEN = pow(10, _HASH_MODULUS - 2, _HASH_MODULUS)


def _binary(operation, reflected=False):
    """An operator method."""
    if reflected:
        def method(self, other, /):
            other = _convert(other)
            if other is NotImplemented:
                return other
            ctx = getcontext()
            r = operation(other, self, ctx)
            if ctx._pending:
                ctx._settle()
            return r
    else:
        def method(self, other, /):
            other = _convert(other)
            if other is NotImplemented:
                return other
            ctx = getcontext()
            r = operation(self, other, ctx)
            if ctx._pending:
                ctx._settle()
            return r
    return method


def _negated(d):
    return _make(Decimal, d._sign ^ 1, d._n, d._exp, d._kind)


def _sub(a, b, ctx):
    if a._kind > 1 or b._kind > 1:
        return _nans(ctx, a, b)
    return _add(a, _negated(b), ctx)


def _divmod(a, b, ctx):
    r = _nans(ctx, a, b)
    if r is not None:
        return r, r
    sign = a._sign ^ b._sign
    if a._kind:
        if b._kind:
            return _nan(ctx), _nan(ctx)
        return _inf(sign), _nan(ctx)
    if not b._kind and not b._n:
        if not a._n:
            r = _nan(ctx, _core.UNDEFINED)
            return r, r
        ctx._pending |= _core.DIVZERO | _core.INVALID
        return _inf(sign), _make(Decimal, 0, 0, 0, _QNAN)
    q, r = _divide(a, b, ctx)
    if q is None:
        r = _nan(ctx, _core.IMPOSSIBLE)
        return r, r
    return _fix(q, ctx), _fix(r, ctx)


def _plus(d, ctx):
    r = _nans(ctx, d)
    if r is not None:
        return r
    if not d._kind and not d._n and d._sign and ctx._rounding != ROUND_FLOOR:
        d = _ops._new(0, 0, d._exp)
    return _fix(d, ctx)


def _minus(d, ctx):
    r = _nans(ctx, d)
    if r is not None:
        return r
    if not d._kind and not d._n:
        return _fix(_ops._new(1 if ctx._rounding == ROUND_FLOOR and not d._sign else 0, 0, d._exp), ctx)
    return _fix(_negated(d), ctx)


def _abs(d, ctx):
    return _minus(d, ctx) if d._sign else _plus(d, ctx)


def _power(a, b, ctx):
    from _decimal_functions import power
    return power(a, b, ctx)


def _comparable(other, equality=False):
    if isinstance(other, Decimal):
        return other
    if isinstance(other, int):
        return _convert(other)
    if isinstance(other, float):
        ctx = getcontext()
        if equality:
            ctx._flags |= _core.FLOAT
        else:
            ctx._pending |= _core.FLOAT
            ctx._settle()
        return Decimal.from_float(other)
    if equality and isinstance(other, complex) and other.imag == 0:
        return _comparable(other.real, True)
    import numbers
    if isinstance(other, numbers.Rational):
        return other
    return NotImplemented


def _compare_ratio(a, n, d):
    """-1, 0 or 1: how a finite a lies to n / d. Powers of ten are multiplied out only if both are about as large."""
    if not a._n or not n or a._sign != (n < 0):
        sign = 0 if not a._n else -1 if a._sign else 1
        return sign or (n < 0) - (n > 0)
    greater = -1 if a._sign else 1
    n = abs(n)
    bits = n.bit_length() - d.bit_length()  # 2 ** (bits - 1) < n / d < 2 ** (bits + 1)
    digits = a.adjusted()  # 10 ** digits <= abs(a) < 10 ** (digits + 1)
    if digits > (bits + 1) * 0.30103 + 1:
        return greater
    if digits + 1 < (bits - 1) * 0.30103 - 1:
        return -greater
    x, y = a._n * d, n
    if a._exp >= 0:
        x *= _ten(a._exp)
    else:
        y *= _ten(-a._exp)
    return 0 if x == y else greater if x > y else -greater


@_core.complete
class Decimal:
    def __new__(cls, value="0", context=None):
        if context is not None and not isinstance(context, _contexts.Context):
            raise TypeError("optional argument must be a context")
        if isinstance(value, str):
            d = _parse(cls, value)
            if d is None:
                ctx = context or getcontext()
                ctx._pending |= _core.CONVERSION
                ctx._settle()
                return _make(cls, 0, 0, 0, _QNAN)
            return _exact(d, context)
        if isinstance(value, int):
            return _make(cls, 1 if value < 0 else 0, abs(int(value)), 0)
        if isinstance(value, Decimal):
            if type(value) is cls is Decimal:
                return value
            return _make(cls, value._sign, value._n, value._exp, value._kind)
        if isinstance(value, (tuple, list)):
            return _exact(_from_tuple(cls, value), context)
        if isinstance(value, float):
            ctx = context or getcontext()
            ctx._pending |= _core.FLOAT
            ctx._settle()
            d = Decimal.from_float(value)
            return d if cls is Decimal else _make(cls, d._sign, d._n, d._exp, d._kind)
        raise TypeError("conversion from %s to Decimal is not supported" % type(value).__name__)

    @classmethod
    def from_float(cls, f, /):
        """The exact value of a float (or an int)."""
        if isinstance(f, int):
            d = _make(Decimal, 1 if f < 0 else 0, abs(int(f)), 0)
        elif isinstance(f, float):
            sign = 1 if _math.copysign(1.0, f) < 0 else 0
            if _math.isinf(f):
                d = _make(Decimal, sign, 0, 0, _INF)
            elif _math.isnan(f):
                d = _make(Decimal, sign, 0, 0, _QNAN)
            else:
                n, m = abs(f).as_integer_ratio()
                k = m.bit_length() - 1
                d = _make(Decimal, sign, n * 5 ** k, -k)
        else:
            raise TypeError("argument must be int or float")
        return d if cls is Decimal else cls(d)

    # --- text ---
    def __str__(self):
        return self._text()

    def _text(self, eng=False, context=None):
        sign = "-" if self._sign else ""
        if self._kind:
            if self._kind == _INF:
                return sign + "Infinity"
            return sign + ("NaN" if self._kind == _QNAN else "sNaN") + (_text_of(self._n) if self._n else "")
        text = _text_of(self._n)
        exp = self._exp
        left = exp + len(text)
        if exp <= 0 and left > -6:
            point = left
        elif not eng:
            point = 1
        elif not self._n:
            point = (left + 1) % 3 - 1
        else:
            point = (left - 1) % 3 + 1
        if point <= 0:
            whole, part = "0", "." + "0" * -point + text
        elif point >= len(text):
            whole, part = text + "0" * (point - len(text)), ""
        else:
            whole, part = text[:point], "." + text[point:]
        if left == point:
            tail = ""
        else:
            capitals = (context or getcontext())._capitals
            tail = ("E" if capitals else "e") + "%+d" % (left - point)
        return sign + whole + part + tail

    def __repr__(self):
        return "Decimal('%s')" % self

    def to_eng_string(self, context=None):
        """Text with an exponent that is a multiple of three."""
        return self._text(True, context)

    def as_tuple(self):
        """(sign, digits, exponent)."""
        if self._kind == _INF:
            return DecimalTuple(self._sign, (0,), "F")
        digits = tuple(map(int, _text_of(self._n)))
        if self._kind:
            return DecimalTuple(self._sign, digits if self._n else (), "n" if self._kind == _QNAN else "N")
        return DecimalTuple(self._sign, digits, self._exp)

    def as_integer_ratio(self):
        """The exact value as a ratio of integers."""
        if self._kind:
            if self._kind > 1:
                raise ValueError("cannot convert NaN to integer ratio")
            raise OverflowError("cannot convert Infinity to integer ratio")
        n = -self._n if self._sign else self._n
        if not n:
            return 0, 1
        if self._exp >= 0:
            return n * _ten(self._exp), 1
        d = _ten(-self._exp)
        g = _math.gcd(n, d)
        return n // g, d // g

    def __format__(self, spec, /, context=None):
        if not isinstance(spec, str):
            raise TypeError("format arg must be str")
        from _decimal_functions import format_decimal
        return format_decimal(self, spec, context or getcontext())

    def __reduce__(self):
        return self.__class__, (str(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self

    def __hash__(self):
        if self._kind:
            if self._kind == _SNAN:
                raise TypeError("Cannot hash a signaling NaN value")
            if self._kind == _QNAN:
                return object.__hash__(self)
            return -_sys.hash_info.inf if self._sign else _sys.hash_info.inf
        if self._exp >= 0:
            h = pow(10, self._exp, _HASH_MODULUS)
        else:
            h = pow(_INVERSE_TEN, -self._exp, _HASH_MODULUS)
        h = self._n * h % _HASH_MODULUS
        if self._sign:
            h = -h
        return -2 if h == -1 else h

    # --- comparison ---
    def __eq__(self, other, /):
        b = _comparable(other, True)
        if b is NotImplemented:
            return b
        if not isinstance(b, Decimal):
            if self._kind:
                return False
            return _compare_ratio(self, b.numerator, b.denominator) == 0
        if self._kind > 1 or b._kind > 1:
            if self._kind == _SNAN or b._kind == _SNAN:
                ctx = getcontext()
                ctx._pending |= _core.INVALID
                ctx._settle()
            return False
        return _cmp(self, b) == 0

    def _compare_with(self, other, test):
        b = _comparable(other)
        if b is NotImplemented:
            return b
        if not isinstance(b, Decimal):
            if self._kind > 1:
                b = self
            elif self._kind:
                return test(-1 if self._sign else 1)
            else:
                return test(_compare_ratio(self, b.numerator, b.denominator))
        if self._kind > 1 or b._kind > 1:
            ctx = getcontext()
            ctx._pending |= _core.INVALID
            ctx._settle()
            return False
        return test(_cmp(self, b))

    def __lt__(self, other, /):
        return self._compare_with(other, lambda c: c < 0)

    def __le__(self, other, /):
        return self._compare_with(other, lambda c: c <= 0)

    def __gt__(self, other, /):
        return self._compare_with(other, lambda c: c > 0)

    def __ge__(self, other, /):
        return self._compare_with(other, lambda c: c >= 0)

    def __bool__(self):
        return bool(self._kind or self._n)

    # --- operators ---
    __add__ = _binary(_add)
    __radd__ = _binary(_add, True)
    __sub__ = _binary(_sub)
    __rsub__ = _binary(_sub, True)
    __mul__ = _binary(_mul)
    __rmul__ = _binary(_mul, True)
    __truediv__ = _binary(_div)
    __rtruediv__ = _binary(_div, True)
    __floordiv__ = _binary(_divint)
    __rfloordiv__ = _binary(_divint, True)
    __mod__ = _binary(_rem)
    __rmod__ = _binary(_rem, True)
    __divmod__ = _binary(_divmod)
    __rdivmod__ = _binary(_divmod, True)

    def __pow__(self, other, modulo=None, /):
        other = _convert(other)
        if other is NotImplemented:
            return other
        ctx = getcontext()
        if modulo is not None:
            from _decimal_functions import power_modulo
            modulo = _convert(modulo)
            if modulo is NotImplemented:
                return modulo
            r = power_modulo(self, other, modulo, ctx)
        else:
            r = _power(self, other, ctx)
        ctx._settle()
        return r

    __rpow__ = _binary(_power, True)

    def __neg__(self):
        ctx = getcontext()
        r = _minus(self, ctx)
        ctx._settle()
        return r

    def __pos__(self):
        ctx = getcontext()
        r = _plus(self, ctx)
        ctx._settle()
        return r

    def __abs__(self):
        ctx = getcontext()
        r = _abs(self, ctx)
        ctx._settle()
        return r

    # --- conversion ---
    def __int__(self):
        if self._kind:
            if self._kind > 1:
                raise ValueError("cannot convert NaN to integer")
            raise OverflowError("cannot convert Infinity to integer")
        n = self._n * _ten(self._exp) if self._exp >= 0 else self._n // _ten(-self._exp)
        return -n if self._sign else n

    __trunc__ = __int__

    def __float__(self):
        if self._kind > 1:
            if self._kind == _SNAN:
                raise ValueError("cannot convert signaling NaN to float")
            return float("-nan" if self._sign else "nan")
        return float(str(self))

    def __complex__(self):
        return complex(float(self))

    @property
    def real(self):
        return self

    @property
    def imag(self):
        return Decimal(0)

    def conjugate(self):
        """The number itself."""
        return self

    def _to_int(self, rounding):
        if self._kind:
            if self._kind > 1:
                raise ValueError("cannot convert NaN to integer")
            raise OverflowError("cannot convert Infinity to integer")
        return int(_rescale(self, 0, rounding)[0])

    def __floor__(self):
        return self._to_int(ROUND_FLOOR)

    def __ceil__(self):
        return self._to_int(ROUND_CEILING)

    def __round__(self, n=None, /):
        if n is None:
            return self._to_int(ROUND_HALF_EVEN)
        if not isinstance(n, int):
            raise TypeError("optional arg must be an integer")
        return self.quantize(_make(Decimal, 0, 1, -n))

    # --- properties ---
    def adjusted(self):
        """The exponent of the first digit."""
        return 0 if self._kind else self._exp + _digits(self._n) - 1

    def canonical(self):
        """The number itself."""
        return self

    def is_canonical(self):
        """True: there is one form of each number."""
        return True

    def is_finite(self):
        """Neither infinite nor NaN?"""
        return self._kind == _FINITE

    def is_infinite(self):
        """Infinite?"""
        return self._kind == _INF

    def is_nan(self):
        """A NaN of either kind?"""
        return self._kind > 1

    def is_qnan(self):
        """A quiet NaN?"""
        return self._kind == _QNAN

    def is_snan(self):
        """A signaling NaN?"""
        return self._kind == _SNAN

    def is_signed(self):
        """Negative?"""
        return bool(self._sign)

    def is_zero(self):
        """Zero?"""
        return not self._kind and not self._n

    def is_normal(self, context=None):
        """Finite, not zero and not subnormal?"""
        return not self._kind and bool(self._n) and self.adjusted() >= (context or getcontext())._Emin

    def is_subnormal(self, context=None):
        """Finite, not zero and below Emin?"""
        return not self._kind and bool(self._n) and self.adjusted() < (context or getcontext())._Emin

    def number_class(self, context=None):
        """A text that tells the class of the number."""
        if self._kind > 1:
            return "NaN" if self._kind == _QNAN else "sNaN"
        sign = "-" if self._sign else "+"
        if self._kind:
            return sign + "Infinity"
        if not self._n:
            return sign + "Zero"
        return sign + ("Subnormal" if self.is_subnormal(context) else "Normal")

    def radix(self):
        """10."""
        return Decimal(10)

    def copy_abs(self):
        """Without its sign, unrounded."""
        return _make(Decimal, 0, self._n, self._exp, self._kind)

    def copy_negate(self):
        """With the other sign, unrounded."""
        return _negated(self)

    def copy_sign(self, other, context=None):
        """With the sign of another number, unrounded."""
        return _make(Decimal, _need(other)._sign, self._n, self._exp, self._kind)

    def same_quantum(self, other, context=None):
        """The same exponent?"""
        other = _need(other)
        if self._kind or other._kind:
            return self._kind == _INF == other._kind or self._kind > 1 and other._kind > 1
        return self._exp == other._exp


_ops.Decimal = Decimal
_contexts.Decimal = Decimal
_contexts._operations = _ops
import _decimal_functions as _functions  # adds the methods that take a context
