"""The type of torch.__version__: a str that is ordered as versions are, not letter by letter."""

from torch import version as _version

__all__ = ["TorchVersion"]

# What comes before a release and after it, in this order.
_STAGES = {"dev": -4, "a": -3, "b": -2, "rc": -1, "": 0, "post": 1}


def _order(version):
    """What decides between two versions: release numbers (a trailing zero says nothing), stage, local part after '+'.

    None for a text that is no version."""
    if not isinstance(version, str):
        version = ".".join(str(part) for part in version)
    release, _, local = str.strip(version).partition("+")
    numbers, stage = [], (0, 0)
    for part in release.split("."):
        digits = len(part) - len(part.lstrip("0123456789"))
        if digits:
            numbers.append(int(part[:digits]))
        if digits < len(part):
            name = part[digits:].rstrip("0123456789")
            if name not in _STAGES:
                return None
            stage = (_STAGES[name], int(part[digits + len(name):] or 0))
    if not numbers:
        return None
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers, stage, local


def _comparison(name, of_texts):
    def compare(self, other):
        if not isinstance(other, (str, tuple, list)):
            return NotImplemented
        mine, others = _order(self), _order(other)
        if mine is None or others is None:
            return of_texts(self, other)
        return getattr(mine, name)(others)

    compare.__name__ = name
    return compare


class TorchVersion(str):
    """A version as a str; comparisons with strings and tuples go by the numbers: TorchVersion("2.13.0") >= (2, 9)."""

    __slots__ = ()

    __lt__ = _comparison("__lt__", str.__lt__)
    __le__ = _comparison("__le__", str.__le__)
    __gt__ = _comparison("__gt__", str.__gt__)
    __ge__ = _comparison("__ge__", str.__ge__)
    __eq__ = _comparison("__eq__", str.__eq__)
    __hash__ = str.__hash__


__version__ = TorchVersion(_version.__version__)
