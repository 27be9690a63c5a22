"""Functions of complex numbers."""
import math as _math

pi, e, tau, inf, nan = _math.pi, _math.e, _math.tau, _math.inf, _math.nan
infj = complex(0.0, inf)
nanj = complex(0.0, nan)
_LARGE = 8.98846567431158e+307 / 2
_LN2 = 0.6931471805599453
_isfinite, _isinf, _isnan, _copysign = _math.isfinite, _math.isinf, _math.isnan, _math.copysign
_P12 = 0.5 * pi


def _c(z):
    if type(z) is complex:
        return z
    if isinstance(z, complex):
        return complex(z)
    method = getattr(type(z), "__complex__", None)
    if method is not None:
        value = method(z)
        if not isinstance(value, complex):
            raise TypeError("__complex__ returned non-complex (type %s)" % type(value).__name__)
        return value
    if isinstance(z, str):
        raise TypeError("must be real number, not str")
    return complex(_math.copysign(_math.fabs(z), z), 0.0)  # math's own errors for what is no number


def phase(z, /):
    """The angle, from -pi to pi."""
    z = _c(z)
    return _math.atan2(z.imag, z.real)


def polar(z, /):
    """(absolute value, angle)."""
    z = _c(z)
    return abs(z), _math.atan2(z.imag, z.real)


def rect(r, phi, /):
    """The number with an absolute value and an angle."""
    r, phi = float(r), float(phi)
    if not _isfinite(r) or not _isfinite(phi):
        if _isinf(r) and _isfinite(phi) and phi:
            if r > 0:
                return complex(_copysign(inf, _math.cos(phi)), _copysign(inf, _math.sin(phi)))
            return complex(-_copysign(inf, _math.cos(phi)), -_copysign(inf, _math.sin(phi)))
        if _isinf(phi) and not _isnan(r) and r:
            raise ValueError("math domain error")
        if not _isnan(r) and not r:
            return complex(0.0, 0.0)
        if _isinf(r) and phi == 0:
            return complex(r, _copysign(0.0, phi) if r > 0 else -_copysign(0.0, phi))
        if _isinf(r) and _isnan(phi):
            return complex(inf, nan)
        return complex(nan, 0.0 if phi == 0 else nan)
    if not phi:
        return complex(r, r * phi)
    return complex(r * _math.cos(phi), r * _math.sin(phi))


def _check(result, *args):
    if not (_isfinite(result.real) and _isfinite(result.imag)):
        raise OverflowError("math range error")
    return result


def sqrt(z, /):
    """The square root."""
    z = _c(z)
    x, y = z.real, z.imag
    if not (_isfinite(x) and _isfinite(y)):
        if _isinf(y):
            return complex(inf, y)
        if _isnan(x):
            return complex(nan, nan)
        if x == inf:
            return complex(inf, nan if _isnan(y) else _copysign(0.0, y))
        if _isinf(x):
            return complex(nan, inf) if _isnan(y) else complex(0.0, _copysign(inf, y))
        return complex(nan, nan)
    if x == 0.0 and y == 0.0:
        return complex(0.0, y)
    ax, ay = abs(x), abs(y)
    if ax < 2.2250738585072014e-308 and ay < 2.2250738585072014e-308 and (ax > 0.0 or ay > 0.0):
        ax = _math.ldexp(ax, 53)
        s = _math.ldexp(_math.sqrt(ax + _math.hypot(ax, _math.ldexp(ay, 53))), -27)
    else:
        ax /= 8.0
        s = 2.0 * _math.sqrt(ax + _math.hypot(ax, ay / 8.0))
    d = ay / (2.0 * s)
    if x >= 0.0:
        return complex(s, _copysign(d, y))
    return complex(d, _copysign(s, y))


def exp(z, /):
    """e ** z."""
    z = _c(z)
    x, y = z.real, z.imag
    if not (_isfinite(x) and _isfinite(y)):
        if _isinf(x) and _isfinite(y) and y:
            if x > 0:
                return complex(_copysign(inf, _math.cos(y)), _copysign(inf, _math.sin(y)))
            return complex(_copysign(0.0, _math.cos(y)), _copysign(0.0, _math.sin(y)))
        if _isinf(y) and (_isfinite(x) or x == inf):
            raise ValueError("math domain error")
        if _isinf(x) and not y:
            return complex(inf if x > 0 else 0.0, y)
        if x == -inf:
            return complex(0.0, 0.0)
        if x == inf:
            return complex(inf, nan)
        return complex(nan, y if y == 0 else nan)
    if x > 709.782712893384 - 1:
        l = _math.exp(x - 1.0)
        return _check(complex(l * _math.cos(y) * e, l * _math.sin(y) * e))
    l = _math.exp(x)
    return _check(complex(l * _math.cos(y), l * _math.sin(y)))


def _log(z):
    x, y = z.real, z.imag
    if not (_isfinite(x) and _isfinite(y)):
        if _isnan(x) or _isnan(y):
            return complex(inf if _isinf(x) or _isinf(y) else nan, nan)
        return complex(inf, _math.atan2(y, x))
    ax, ay = abs(x), abs(y)
    if ax > _LARGE or ay > _LARGE:
        re = _math.log(_math.hypot(ax / 2.0, ay / 2.0)) + _LN2
    elif ax < 2.2250738585072014e-308 and ay < 2.2250738585072014e-308:
        if ax > 0.0 or ay > 0.0:
            re = _math.log(_math.hypot(_math.ldexp(ax, 53), _math.ldexp(ay, 53))) - 53 * _LN2
        else:
            raise ValueError("math domain error")
    else:
        h = _math.hypot(ax, ay)
        if 0.71 <= h <= 1.73:
            big, small = max(ax, ay), min(ax, ay)
            re = _math.log1p((big - 1) * (big + 1) + small * small) / 2.0
        else:
            re = _math.log(h)
    return complex(re, _math.atan2(y, x))


def log(z, base=None, /):
    """The logarithm; natural unless a base is given."""
    r = _log(_c(z))
    if base is not None:
        b = _log(_c(base))
        if b == 0:
            raise ZeroDivisionError("complex division by zero")
        r = r / b
    return r


def log10(z, /):
    """The logarithm to base ten."""
    r = _log(_c(z))
    return complex(r.real / _math.log(10.0), r.imag / _math.log(10.0))


def sinh(z, /):
    """The hyperbolic sine."""
    z = _c(z)
    x, y = z.real, z.imag
    if not (_isfinite(x) and _isfinite(y)):
        if _isinf(x) and _isfinite(y) and y:
            return complex(_copysign(inf, _math.cos(y)) if x > 0 else -_copysign(inf, _math.cos(y)),
                           _copysign(inf, _math.sin(y)))
        if _isinf(y) and not _isnan(x):
            raise ValueError("math domain error")
        if not _isnan(x) and not x:
            return complex(0.0, nan)
        if _isinf(x):
            return complex(x, y) if y == 0 else complex(inf, nan)
        return complex(nan, y if y == 0 else nan)
    if abs(x) > 708:
        m = x - _copysign(1.0, x)
        return _check(complex(_math.cos(y) * _math.sinh(m) * e, _math.sin(y) * _math.cosh(m) * e))
    return _check(complex(_math.cos(y) * _math.sinh(x), _math.sin(y) * _math.cosh(x)))


def cosh(z, /):
    """The hyperbolic cosine."""
    z = _c(z)
    x, y = z.real, z.imag
    if not (_isfinite(x) and _isfinite(y)):
        if _isinf(x) and _isfinite(y) and y:
            r = _copysign(inf, _math.cos(y))
            i = _copysign(inf, _math.sin(y))
            return complex(r, i if x > 0 else -i)
        if _isinf(y) and not _isnan(x):
            raise ValueError("math domain error")
        if not _isnan(x) and not x:
            return complex(nan, 0.0)
        if _isinf(x):
            return complex(inf, (y if x > 0 else -y) if y == 0 else nan)
        return complex(nan, 0.0 if y == 0 else nan)
    if abs(x) > 708:
        m = x - _copysign(1.0, x)
        return _check(complex(_math.cos(y) * _math.cosh(m) * e, _math.sin(y) * _math.sinh(m) * e))
    return _check(complex(_math.cos(y) * _math.cosh(x), _math.sin(y) * _math.sinh(x)))


def tanh(z, /):
    """The hyperbolic tangent."""
    z = _c(z)
    x, y = z.real, z.imag
    if not (_isfinite(x) and _isfinite(y)):
        if _isinf(x):
            if _isfinite(y) and y:
                return complex(_copysign(1.0, x), _copysign(0.0, 2.0 * _math.sin(y) * _math.cos(y)))
            return complex(_copysign(1.0, x), y if y == 0 else 0.0)
        if _isinf(y) and not _isnan(x):
            raise ValueError("math domain error")
        return complex(nan, y if y == 0 else nan)
    if abs(x) > 354.8:
        return complex(_copysign(1.0, x), 4.0 * _math.sin(y) * _math.cos(y) * _math.exp(-2.0 * abs(x)))
    tx, ty = _math.tanh(x), _math.tan(y)
    cx = 1.0 / _math.cosh(x)
    txty = tx * ty
    denom = 1.0 + txty * txty
    return complex(tx * (1.0 + ty * ty) / denom, ty / denom * cx * cx)


def sin(z, /):
    """The sine."""
    z = _c(z)
    r = sinh(complex(-z.imag, z.real))
    return complex(r.imag, -r.real)


def cos(z, /):
    """The cosine."""
    z = _c(z)
    return cosh(complex(-z.imag, z.real))


def tan(z, /):
    """The tangent."""
    z = _c(z)
    r = tanh(complex(-z.imag, z.real))
    return complex(r.imag, -r.real)


def acos(z, /):
    """The arc cosine."""
    z = _c(z)
    x, y = z.real, z.imag
    if not (_isfinite(x) and _isfinite(y)):
        if _isnan(x):
            return complex(nan, _copysign(inf, -y) if _isinf(y) else nan)
        if _isnan(y):
            return complex(_P12, nan) if x == 0 else complex(nan, inf) if _isinf(x) else complex(nan, nan)
        return complex(_math.atan2(abs(y), x), _copysign(inf, -y))
    if abs(x) > _LARGE or abs(y) > _LARGE:
        re = _math.atan2(abs(y), x)
        big = _math.log(_math.hypot(x / 2.0, y / 2.0)) + _LN2 * 2.0
        return complex(re, -_copysign(big, y) if x < 0 else _copysign(big, -y))
    s1 = sqrt(complex(1.0 - x, -y))
    s2 = sqrt(complex(1.0 + x, y))
    return complex(2.0 * _math.atan2(s1.real, s2.real), _math.asinh(s2.real * s1.imag - s2.imag * s1.real))


def acosh(z, /):
    """The inverse hyperbolic cosine."""
    z = _c(z)
    x, y = z.real, z.imag
    if not (_isfinite(x) and _isfinite(y)):
        if _isnan(x):
            return complex(inf if _isinf(y) else nan, nan)
        if _isnan(y):
            return complex(inf, nan) if _isinf(x) else complex(nan, nan)
        return complex(inf, _math.atan2(y, x))
    if abs(x) > _LARGE or abs(y) > _LARGE:
        return complex(_math.log(_math.hypot(x / 2.0, y / 2.0)) + _LN2 * 2.0, _math.atan2(y, x))
    s1 = sqrt(complex(x - 1.0, y))
    s2 = sqrt(complex(x + 1.0, y))
    return complex(_math.asinh(s1.real * s2.real + s1.imag * s2.imag), 2.0 * _math.atan2(s1.imag, s2.real))


def asinh(z, /):
    """The inverse hyperbolic sine."""
    z = _c(z)
    x, y = z.real, z.imag
    if not (_isfinite(x) and _isfinite(y)):
        if _isnan(x):
            return complex(_copysign(inf, x) if _isinf(y) else nan, y if y == 0 else nan)
        if _isnan(y):
            return complex(_copysign(inf, x), nan) if _isinf(x) else complex(nan, nan)
        return complex(_copysign(inf, x), _math.atan2(y, abs(x)))
    if abs(x) > _LARGE or abs(y) > _LARGE:
        big = _math.log(_math.hypot(x / 2.0, y / 2.0)) + _LN2 * 2.0
        return complex(_copysign(big, x), _math.atan2(y, abs(x)))
    s1 = sqrt(complex(1.0 + y, -x))
    s2 = sqrt(complex(1.0 - y, x))
    return complex(_math.asinh(s1.real * s2.imag - s2.real * s1.imag),
                   _math.atan2(y, s1.real * s2.real - s1.imag * s2.imag))


def asin(z, /):
    """The arc sine."""
    z = _c(z)
    r = asinh(complex(-z.imag, z.real))
    return complex(r.imag, -r.real)


def atanh(z, /):
    """The inverse hyperbolic tangent."""
    z = _c(z)
    x, y = z.real, z.imag
    if not (_isfinite(x) and _isfinite(y)):
        if _isnan(x):
            return complex(0.0, _copysign(_P12, y)) if _isinf(y) else complex(nan, nan)
        if _isnan(y):
            return complex(_copysign(0.0, x), nan) if _isinf(x) or x == 0 else complex(nan, nan)
        return complex(_copysign(0.0, x), _copysign(_P12, y))
    if x < 0.0 or x == 0.0 and _copysign(1.0, x) < 0.0:
        return -atanh(-z)
    ay = abs(y)
    if x > 6.703903964971298e+153 or ay > 6.703903964971298e+153:
        h = _math.hypot(x / 2.0, y / 2.0)
        return complex(x / 4.0 / h / h, -_copysign(_P12, -y))
    if x == 1.0 and ay < 1.4916681462400413e-154:
        if ay == 0.0:
            raise ValueError("math domain error")
        return complex(-_math.log(_math.sqrt(ay) / _math.sqrt(_math.hypot(ay, 2.0))),
                       _copysign(_math.atan2(2.0, -ay) / 2, y))
    return complex(_math.log1p(4.0 * x / ((1 - x) * (1 - x) + ay * ay)) / 4.0,
                   -_math.atan2(-2.0 * y, (1 - x) * (1 + x) - ay * ay) / 2.0)


def atan(z, /):
    """The arc tangent."""
    z = _c(z)
    r = atanh(complex(-z.imag, z.real))
    return complex(r.imag, -r.real)


def isfinite(z, /):
    """Are both parts finite?"""
    z = _c(z)
    return _isfinite(z.real) and _isfinite(z.imag)


def isinf(z, /):
    """Is a part infinite?"""
    z = _c(z)
    return _isinf(z.real) or _isinf(z.imag)


def isnan(z, /):
    """Is a part NaN?"""
    z = _c(z)
    return _isnan(z.real) or _isnan(z.imag)


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    """Are the numbers near each other?"""
    a, b = _c(a), _c(b)
    rel_tol, abs_tol = float(rel_tol), float(abs_tol)
    if rel_tol < 0.0 or abs_tol < 0.0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    diff = abs(a - b)
    return diff <= rel_tol * abs(b) or diff <= rel_tol * abs(a) or diff <= abs_tol
