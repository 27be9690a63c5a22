"""Abstract base classes of numbers, from the widest to the narrowest: what each adds to the one before."""
from abc import ABCMeta, abstractmethod
from sys import modules as _modules

__all__ = ["Number", "Complex", "Real", "Rational", "Integral"]


def _left_open(template, names):
    """Abstract methods like a template, for names without their underscores."""
    made = []
    for name in names.split():
        method = abstractmethod(type(template)(template.__code__, globals(), f"__{name}__", template.__defaults__))
        method.__qualname__ = method.__name__
        made.append(method)
    return made


def _unary(names):
    def method(self):
        raise NotImplementedError

    return _left_open(method, names)


def _binary(names):
    def method(self, other):
        raise NotImplementedError

    return _left_open(method, names)


def _part(doc):
    """An abstract property."""
    def get(self):
        raise NotImplementedError

    return property(abstractmethod(get), doc=doc)


class Number(metaclass=ABCMeta):
    """Any number, for isinstance(x, Number). Subclasses say how they are hashed."""
    __slots__ = ()
    __hash__ = None


class Complex(Number):
    """Numbers with a real and an imaginary part: conversion to complex, + - * / **, abs(), == and conjugate()."""
    __slots__ = ()

    __complex__, __neg__, __pos__, __abs__ = _unary("complex neg pos abs")
    __add__, __radd__, __mul__, __rmul__ = _binary("add radd mul rmul")
    __truediv__, __rtruediv__, __eq__ = _binary("truediv rtruediv eq")
    real, imag = _part("The real part."), _part("The imaginary part.")

    @abstractmethod
    def __pow__(self, exponent):
        raise NotImplementedError

    @abstractmethod
    def __rpow__(self, base):
        raise NotImplementedError

    @abstractmethod
    def conjugate(self):
        """The number with the other sign of the imaginary part."""
        raise NotImplementedError

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __bool__(self):
        return self != 0


class Real(Complex):
    """Numbers in order: conversion to float, rounding, // % divmod() and comparison."""
    __slots__ = ()

    __float__, __trunc__, __floor__, __ceil__ = _unary("float trunc floor ceil")
    __floordiv__, __rfloordiv__, __mod__, __rmod__ = _binary("floordiv rfloordiv mod rmod")
    __lt__, __le__ = _binary("lt le")

    @abstractmethod
    def __round__(self, ndigits=None):
        raise NotImplementedError

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    def __complex__(self):
        return complex(float(self))

    real = property(lambda self: +self, doc="The number itself.")
    imag = property(lambda self: 0, doc="Zero.")

    def conjugate(self):
        """The number itself."""
        return +self


class Rational(Real):
    """Quotients of whole numbers, in lowest terms."""
    __slots__ = ()

    numerator, denominator = _part("The whole number above."), _part("The whole number below, which is positive.")

    def __float__(self):
        return int(self.numerator) / int(self.denominator)


class Integral(Rational):
    """Whole numbers: conversion to int, pow() with a modulus, and operators of bits."""
    __slots__ = ()

    __int__, __invert__ = _unary("int invert")
    __lshift__, __rlshift__, __rshift__, __rrshift__ = _binary("lshift rlshift rshift rrshift")
    __and__, __rand__, __xor__, __rxor__, __or__, __ror__ = _binary("and rand xor rxor or ror")

    @abstractmethod
    def __pow__(self, exponent, modulus=None):
        raise NotImplementedError

    def __index__(self):
        return int(self)

    def __float__(self):
        return float(int(self))

    numerator = property(lambda self: +self, doc="The number itself.")
    denominator = property(lambda self: 1, doc="One.")


for _kind, _builtin in ((Complex, complex), (Real, float), (Integral, int)):
    _kind.register(_builtin)
if "decimal" in _modules and hasattr(_modules["decimal"], "Decimal"):
    Number.register(_modules["decimal"].Decimal)
