"""Rational numbers of any size."""
import math
import numbers
import operator
import re
import sys

__all__ = ["Fraction"]

_DIGITS = r"\d+(?:_\d+)*"
_NUMBER = rf"""(?xi)
    \s* (?P<sign>[-+]?)
    (?: (?P<over>{_DIGITS}) / (?P<under>{_DIGITS})                                  # 3/4
      | (?=\d|\.\d) (?P<whole>(?:{_DIGITS})?) (?: \. (?P<rest>(?:{_DIGITS})?) )?    # 12.5
        (?: E (?P<exponent>[-+]?{_DIGITS}) )? )
    \s* \Z"""


def _from_text(text):
    """(numerator, denominator) of a text, not in lowest terms."""
    m = re.match(_NUMBER, text)
    if m is None:
        raise ValueError("Invalid literal for Fraction: %r" % text)
    if m["under"]:
        n, d = int(m["over"]), int(m["under"])
    else:
        rest = (m["rest"] or "").replace("_", "")
        n, shift = int((m["whole"] or "0") + rest), int(m["exponent"] or "0") - len(rest)
        n, d = n * 10 ** max(shift, 0), 10 ** max(-shift, 0)
    return (-n if m["sign"] == "-" else n), d


def _decimals():
    """The class Decimal in a tuple, or nothing where no module has loaded it: then there are no such numbers."""
    module = sys.modules.get("decimal")
    return () if module is None else (module.Decimal,)


def _lowest(n, d):
    """n/d in lowest terms with a positive denominator; d is not zero."""
    g = math.gcd(n, d)
    return (n // g, d // g) if d > 0 else (-n // g, -d // g)


def _exact(n, d):
    """A Fraction of a pair that is in lowest terms already."""
    self = object.__new__(Fraction)
    self._numerator, self._denominator = n, d
    return self


def _reduced(n, d):
    if d == 0:
        raise ZeroDivisionError("Fraction(%s, 0)" % (n and n // abs(n)))
    return _exact(*_lowest(n, d))


# a/b op c/d, for each operator whose result is exact.
_RULES = {
    "add": lambda a, b, c, d: _exact(*_lowest(a * d + c * b, b * d)),
    "sub": lambda a, b, c, d: _exact(*_lowest(a * d - c * b, b * d)),
    "mul": lambda a, b, c, d: _exact(*_lowest(a * c, b * d)),
    "truediv": lambda a, b, c, d: _reduced(a * d, b * c),
    "floordiv": lambda a, b, c, d: a * d // (b * c),
    "mod": lambda a, b, c, d: _exact(*_lowest(a * d % (b * c), b * d)),
}
_SIGNS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%"}


def _divide(a, b, c, d):
    whole, rest = divmod(a * d, b * c)
    return whole, _exact(*_lowest(rest, b * d))


def _methods(name, rule, general, doc):
    """The method of a binary operator and its reflected one. `rule` works on numerators and denominators, `general` on
    floats or complex numbers, which win over fractions."""

    def method(a, b):
        if isinstance(b, (int, Fraction)):
            return rule(a._numerator, a._denominator, b.numerator, b.denominator)
        for kind in (float, complex):
            if isinstance(b, kind):
                return general(kind(a), b)
        return NotImplemented

    def reflected(a, b):
        if isinstance(b, numbers.Rational):
            return rule(b.numerator, b.denominator, a._numerator, a._denominator)
        for tower, kind in ((numbers.Real, float), (numbers.Complex, complex)):
            if isinstance(b, tower):
                return general(kind(b), kind(a))
        return NotImplemented

    method.__name__, reflected.__name__ = f"__{name}__", f"__r{name}__"
    method.__doc__ = reflected.__doc__ = doc
    return method, reflected


def _comparison(name, sign):
    test = getattr(operator, name)

    def method(a, b):
        if isinstance(b, numbers.Rational):
            return test(a._numerator * b.denominator, a._denominator * b.numerator)
        if isinstance(b, float):
            # Infinities and NaN are to any fraction what they are to zero.
            return test(a, a.from_float(b)) if math.isfinite(b) else test(0.0, b)
        return NotImplemented

    method.__name__, method.__doc__ = f"__{name}__", f"a {sign} b"
    return method


class Fraction(numbers.Rational):
    """A ratio of two integers in lowest terms.

    Made from two rational numbers, from one number of any kind, or from a text such as '3/4', '-0.25' or '1e-3'."""

    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None, *, _normalize=True):
        self = super().__new__(cls)
        if denominator is not None:
            if not (isinstance(numerator, numbers.Rational) and isinstance(denominator, numbers.Rational)):
                raise TypeError("both arguments should be Rational instances")
            pair = numerator.numerator * denominator.denominator, denominator.numerator * numerator.denominator
        elif isinstance(numerator, numbers.Rational):
            self._numerator, self._denominator = numerator.numerator, numerator.denominator
            return self
        elif isinstance(numerator, (float, *_decimals())):
            pair = numerator.as_integer_ratio()
        elif isinstance(numerator, str):
            pair = _from_text(numerator)
        else:
            raise TypeError("argument should be a string or a Rational instance")
        if pair[1] == 0:
            raise ZeroDivisionError("Fraction(%s, 0)" % pair[0])
        self._numerator, self._denominator = _lowest(*pair) if _normalize else pair
        return self

    @classmethod
    def _of(cls, number, kinds, name, what):
        if isinstance(number, numbers.Integral):
            return cls(number)
        if isinstance(number, kinds):
            return cls(*number.as_integer_ratio())
        raise TypeError(f"{cls.__name__}.{name}() only takes {what}, not {number!r} ({type(number).__name__})")

    @classmethod
    def from_float(cls, f):
        """The exact value of a float or an integer."""
        return cls._of(f, float, "from_float", "floats")

    @classmethod
    def from_decimal(cls, dec):
        """The exact value of a Decimal or an integer."""
        return cls._of(dec, _decimals(), "from_decimal", "Decimals")

    numerator = property(operator.attrgetter("_numerator"), doc="The integer above the line.")
    denominator = property(operator.attrgetter("_denominator"), doc="The integer below the line, above zero.")

    def as_integer_ratio(self):
        """(numerator, denominator)."""
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        """The nearest fraction whose denominator is at most `max_denominator`."""
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        # The convergents of the continued fraction come nearer and nearer; below/under is the one before over/under.
        older, newer = (0, 1), (1, 0)
        n, d = self._numerator, self._denominator
        while True:
            term, rest = divmod(n, d)
            following = older[0] + term * newer[0], older[1] + term * newer[1]
            if following[1] > max_denominator:
                break
            older, newer = newer, following
            n, d = d, rest
        # Between the last two stands the best of the fractions that are no convergents.
        steps = (max_denominator - older[1]) // newer[1]
        between = Fraction(older[0] + steps * newer[0], older[1] + steps * newer[1])
        last = Fraction(*newer)
        return min(last, between, key=lambda candidate: abs(candidate - self))

    def __repr__(self):
        return f"{type(self).__name__}({self._numerator}, {self._denominator})"

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else f"{self._numerator}/{self._denominator}"

    # Arithmetic.

    for _name, _rule in _RULES.items():
        locals()[f"__{_name}__"], locals()[f"__r{_name}__"] = _methods(
            _name, _rule, getattr(operator, _name), f"a {_SIGNS[_name]} b")
    __divmod__, __rdivmod__ = _methods("divmod", _divide, divmod, "(a // b, a % b)")
    for _name, _sign in (("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">=")):
        locals()[f"__{_name}__"] = _comparison(_name, _sign)
    del _name, _rule, _sign

    def __pow__(a, b):
        """a ** b; exact where b is whole"""
        if not isinstance(b, numbers.Rational):
            return float(a) ** b
        if b.denominator != 1:
            return float(a) ** float(b)
        n, d, power = a._numerator, a._denominator, b.numerator
        if power >= 0:
            return _exact(n ** power, d ** power)
        if n == 0:
            raise ZeroDivisionError("Fraction(%s, 0)" % d ** -power)
        if n < 0:
            n, d = -n, -d
        return _exact(d ** -power, n ** -power)

    def __rpow__(b, a):
        """a ** b"""
        whole = b._denominator == 1
        if whole and b._numerator >= 0:
            return a ** b._numerator
        if isinstance(a, numbers.Rational):
            return Fraction(a.numerator, a.denominator) ** b
        return a ** (b._numerator if whole else float(b))

    def __pos__(a):
        """+a"""
        return _exact(a._numerator, a._denominator)

    def __neg__(a):
        """-a"""
        return _exact(-a._numerator, a._denominator)

    def __abs__(a):
        """abs(a)"""
        return _exact(abs(a._numerator), a._denominator)

    def __bool__(a):
        """a != 0"""
        return bool(a._numerator)

    # Rounding.

    def __floor__(a):
        """math.floor(a)"""
        return a._numerator // a._denominator

    def __ceil__(a):
        """math.ceil(a)"""
        return -(-a._numerator // a._denominator)

    def __trunc__(a):
        """math.trunc(a): towards zero"""
        return math.ceil(a) if a._numerator < 0 else math.floor(a)

    def __int__(a):
        """int(a)"""
        return operator.index(math.trunc(a))

    def __round__(self, ndigits=None):
        """round(self, ndigits): to the nearest, of two to the even one."""
        if ndigits is not None:
            scale = Fraction(10) ** ndigits
            return Fraction(round(self * scale)) / scale
        whole, rest = divmod(self._numerator, self._denominator)
        above = 2 * rest - self._denominator  # how far above the middle, in units of half a denominator
        return whole + (above > 0 or above == 0 and whole % 2 == 1)

    # As keys and values.

    def __eq__(a, b):
        """a == b"""
        if isinstance(b, numbers.Rational):
            return a._numerator == b.numerator and a._denominator == b.denominator
        if isinstance(b, numbers.Complex) and b.imag == 0:
            b = b.real
        if isinstance(b, float):
            return math.isfinite(b) and a == a.from_float(b)
        return NotImplemented

    def __hash__(self):
        """hash(self): by the rule for all numbers, so that equal ones have equal hashes."""
        modulus = sys.hash_info.modulus
        if self._denominator % modulus == 0:  # it has no inverse
            h = sys.hash_info.inf
        else:
            h = hash(hash(abs(self._numerator)) * pow(self._denominator, -1, modulus))
        if self._numerator < 0:
            h = -h
        return -2 if h == -1 else h

    def __reduce__(self):
        return type(self), self.as_integer_ratio()

    def __copy__(self):
        return self if type(self) is Fraction else type(self)(*self.as_integer_ratio())

    def __deepcopy__(self, memo):
        return self.__copy__()
