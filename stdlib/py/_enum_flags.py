"""Enumerations of strings, and flags, whose members combine: values that no member has get members of their own when
they are looked up. enum loads them when they are asked for.
"""
import enum as _home
import operator as _operator
from enum import Enum, ReprEnum, _iter_bits_lsb, auto, bin

__name__ = "enum"


class StrEnum(str, ReprEnum):
    """Members are strs too; auto() is the name in small letters."""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError(f"too many arguments for str(): {values!r}")
        for value, refusal in zip(values if len(values) > 1 else values[:1],
                                  ("{!r} is not a string", "encoding must be a string, not {!r}",
                                   "errors must be a string, not {!r}")):
            if not isinstance(value, str) and (value is not values[0] or len(values) == 1):
                raise TypeError(refusal.format(value))
        text = str(*values)
        made = str.__new__(cls, text)
        made._value_ = text
        return made

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class FlagBoundary(StrEnum):
    """What becomes of bits that no flag names: an error, nothing, an int, or a part of the flag."""
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


# -- Flags


def _combine(name, operate):
    """The operator of two flags, or of a flag and a value of its data type."""
    def method(self, other):
        cls = type(self)
        if isinstance(other, cls):
            other = other._value_
        elif cls._member_type_ is object or not isinstance(other, cls._member_type_):
            return NotImplemented
        return cls(operate(self._value_, other))

    method.__name__, method.__qualname__ = name, f"Flag.{name}"
    return method


class Flag(Enum, boundary=CONFORM):
    """Members that stand for bits and combine by | & ^ and ~."""
    _numeric_repr_ = repr

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """The value of the next auto(): the bit above the highest one."""
        if not last_values:
            return 1 if start is None else start
        highest = max(last_values)
        try:
            return 1 << highest.bit_length()
        except Exception:
            raise TypeError(f"invalid flag value {highest!r}") from None

    @classmethod
    def _missing_(cls, value):
        """A member for a combination of flags."""
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        named, every = cls._flag_mask_, cls._all_bits_
        if not ~every <= value <= every or value & (every ^ named):
            if cls._boundary_ is STRICT:
                width = max(value.bit_length(), named.bit_length())
                raise ValueError(f"{cls!r} invalid value {value!r}\n    given {bin(value, width)}\n"
                                 f"  allowed {bin(named, width)}")
            if cls._boundary_ is EJECT:
                return value
            if cls._boundary_ is CONFORM:
                value &= named
            elif cls._boundary_ is KEEP:
                if value < 0:
                    value += max(every + 1, 1 << value.bit_length())
            else:
                raise ValueError(f"{cls!r} unknown flag boundary {cls._boundary_!r}")
        asked = value
        if value < 0:  # all flags but those
            value += every + 1
        unnamed = value & ~named
        if unnamed and cls._boundary_ is not KEEP:
            raise ValueError(f"{cls.__name__}({value!r}) -->  unknown values {unnamed!r} [{bin(unnamed)}]")
        kind = cls._member_type_
        made = object.__new__(cls) if kind is object else kind.__new__(cls, value)
        if not hasattr(made, "_value_"):
            made._value_ = value
        made._name_ = None
        if value & named:
            parts = [m._name_ for m in cls._iter_member_(value)]
            made._name_ = "|".join(parts + [cls._numeric_repr_(unnamed)] if unnamed else parts)
        if not unnamed:  # others are made anew each time
            made = cls._value2member_map_.setdefault(value, made)
            cls._value2member_map_[asked] = made
        return made

    @classmethod
    def _iter_member_by_value_(cls, value):
        for bit in _iter_bits_lsb(value & cls._flag_mask_):
            found = cls._value2member_map_.get(bit)
            if found is not None:
                yield found

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        # For classes whose flags are not defined in the order of their values.
        return iter(sorted(cls._iter_member_by_value_(value), key=lambda m: m._sort_order_))

    def __reduce_ex__(self, proto):
        cls, value = type(self), self._value_
        named = value & cls._flag_mask_
        if named and value != named:
            return _operator.or_, (cls(named), value & ~cls._flag_mask_)
        if named:
            lowest = next(_iter_bits_lsb(named))
            if named != lowest:
                return _operator.or_, (cls(named & ~lowest), cls._value2member_map_.get(lowest))
        return (cls, (value,)) if self._name_ is None else (getattr, (cls, self._name_))

    def __contains__(self, other):
        if isinstance(other, type(self)):
            return other._value_ & self._value_ == other._value_
        raise TypeError(f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and "
                        f"{type(self).__qualname__!r}")

    def __iter__(self):
        """The members that stand for one bit each of this one."""
        return iter(self._iter_member_(self._value_))

    def __len__(self):
        return self._value_.bit_count()

    def __bool__(self):
        return bool(self._value_)

    def __repr__(self):
        cls = type(self)
        shown = cls.__name__ if self._name_ is None else f"{cls.__name__}.{self._name_}"
        return f"<{shown}: {(cls._value_repr_ or repr)(self._value_)}>"

    def __str__(self):
        name = type(self).__name__
        return f"{name}({self._value_!r})" if self._name_ is None else f"{name}.{self._name_}"

    __or__ = __ror__ = _combine("__or__", _operator.or_)
    __and__ = __rand__ = _combine("__and__", _operator.and_)
    __xor__ = __rxor__ = _combine("__xor__", _operator.xor)

    def __invert__(self):
        if self._inverted_ is None:
            cls = type(self)
            self._inverted_ = other = cls(~self._value_ if cls._boundary_ is KEEP else self._value_ ^ cls._flag_mask_)
            if isinstance(other, cls):  # EJECT gives ints
                other._inverted_ = self
        return self._inverted_


_home._flag = Flag


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Flags that are ints too."""
