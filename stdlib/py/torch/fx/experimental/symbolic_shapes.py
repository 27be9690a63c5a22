"""Questions about symbolic sizes; sizes have values here, so that each has an answer."""

from torch._dynamo.exc import ConstraintViolationError

__all__ = [
    "ConstraintViolationError", "GuardOnDataDependentSymNode", "guard_or_false", "guard_or_true", "guard_size_oblivious",
    "has_free_symbols", "is_concrete_bool", "is_concrete_int", "statically_known_true", "sym_and", "sym_eq", "sym_or",
]


class GuardOnDataDependentSymNode(RuntimeError):
    """A decision on a number that came from data."""


def guard_or_false(expr):
    """The truth of a condition."""
    return bool(expr)


guard_or_true = guard_size_oblivious = statically_known_true = guard_or_false


def is_concrete_bool(a):
    """Whether a is a bool without symbols."""
    return isinstance(a, bool)


def is_concrete_int(a):
    """Whether a is an int without symbols."""
    return isinstance(a, int)


def has_free_symbols(value):
    """Whether a value has symbols."""
    return False


def sym_and(x, *others):
    """All conditions."""
    return all((x, *others))


def sym_or(x, *others):
    """Any condition."""
    return any((x, *others))


def sym_eq(x, y):
    """Equality, element by element of tuples and lists."""
    if isinstance(x, (tuple, list)) and isinstance(y, (tuple, list)):
        return len(x) == len(y) and all(map(sym_eq, x, y))
    return x == y
