"""What enum.verify() checks enumerations for."""
from enum import Flag, StrEnum, _aliases, _is_single_bit, _iter_bits_lsb


class EnumCheck(StrEnum):
    """What verify() can check."""
    __module__ = "enum"
    CONTINUOUS = "no skipped integer values"
    NAMED_FLAGS = "multi-flag aliases may not contain unnamed flags"
    UNIQUE = "one name per value"


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


def _fault_unique(enumeration):
    aliases = _aliases(enumeration)
    return aliases and f"aliases found in {enumeration!r}: {aliases}"


def _fault_continuous(enumeration):
    values = {m.value for m in enumeration}
    if not values:
        return None
    low, high = min(values), max(values)
    if issubclass(enumeration, Flag):
        kind, between = "flag", (1 << bit for bit in range(low.bit_length(), high.bit_length() - 1))
    else:
        kind, between = "enum", range(low + 1, high)
    gaps = ", ".join([str(value) for value in between if value not in values])
    return gaps and f"invalid {kind} {enumeration.__name__!r}: missing values {gaps}"[:256]


def _fault_named_flags(enumeration):
    named = {m.value for m in enumeration}
    guilty, unnamed = [], 0
    for name, alias in enumeration._member_map_.items():
        if name not in enumeration._member_names_ and alias.value >= 0:
            bits = [bit for bit in _iter_bits_lsb(alias.value) if bit not in named]
            guilty += [name] if bits else []
            for bit in bits:
                unnamed |= bit
    if not guilty:
        return None
    *others, last = guilty
    who = f"aliases {', '.join(others)} and {last} are" if others else f"alias {last} is"
    what = "value" if _is_single_bit(unnamed) else "combined values of"
    return (f"invalid Flag {enumeration.__name__!r}: {who} missing {what} 0x{unnamed:x} "
            "[use enum.show_flag_values(value) for details]")


_FAULTS = {UNIQUE: _fault_unique, CONTINUOUS: _fault_continuous, NAMED_FLAGS: _fault_named_flags}


class verify:
    """A decorator that checks an enumeration."""
    __module__ = "enum"

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        for check in self.checks:
            if check in _FAULTS and (fault := _FAULTS[check](enumeration)):
                raise ValueError(fault)
        return enumeration
