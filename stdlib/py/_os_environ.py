"""os.environ and os.PathLike, which os loads when they are asked for: they stand on abstract base classes."""
from _collections_abc import Mapping, MutableMapping
from _os import _environ, putenv, unsetenv
from abc import ABC, abstractmethod

__name__ = "os"


class _Environ(MutableMapping):
    def __init__(self, data, encodekey, decodekey, encodevalue, decodevalue):
        self.encodekey = encodekey
        self.decodekey = decodekey
        self.encodevalue = encodevalue
        self.decodevalue = decodevalue
        self._data = data

    def __getitem__(self, key):
        try:
            return self.decodevalue(self._data[self.encodekey(key)])
        except KeyError:
            raise KeyError(key) from None

    def __setitem__(self, key, value):
        key = self.encodekey(key)
        value = self.encodevalue(value)
        putenv(key, value)
        self._data[key] = value

    def __delitem__(self, key):
        encodedkey = self.encodekey(key)
        unsetenv(encodedkey)
        try:
            del self._data[encodedkey]
        except KeyError:
            raise KeyError(key) from None

    def __iter__(self):
        yield from map(self.decodekey, list(self._data))

    def __len__(self):
        return len(self._data)

    def __repr__(self):
        return "environ({{{}}})".format(", ".join(f"{k!r}: {v!r}" for k, v in self._data.items()))

    def copy(self):
        return dict(self)

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

    def __ior__(self, other):
        self.update(other)
        return self

    def __or__(self, other):
        return {**self, **other} if isinstance(other, Mapping) else NotImplemented

    def __ror__(self, other):
        return {**other, **self} if isinstance(other, Mapping) else NotImplemented


def _check_str(value):
    if not isinstance(value, str):
        raise TypeError("str expected, not %s" % type(value).__name__)
    return value


environ = _Environ(_environ(), _check_str, str, _check_str, str)


class PathLike(ABC):
    """Objects with __fspath__."""

    @abstractmethod
    def __fspath__(self):
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is PathLike:
            return hasattr(subclass, "__fspath__") or NotImplemented
        return NotImplemented

    __class_getitem__ = classmethod(type(list[int]))
