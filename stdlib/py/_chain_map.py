"""collections.ChainMap."""
import operator
from _collections_abc import Mapping, MutableMapping
from reprlib import recursive_repr

__name__ = "collections"


class ChainMap(MutableMapping):
    """Several mappings, `maps`, that are searched in order; what is written goes to the first."""

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key, /):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            try:
                return mapping[key]  # not `in` first: it may be a defaultdict
            except KeyError:
                continue
        return self.__missing__(key)

    def get(self, key, default=None):
        """The value of a key, or the default; __missing__ is not asked."""
        return self[key] if key in self else default

    def __contains__(self, key):
        return any(key in mapping for mapping in self.maps)

    def __len__(self):
        return len(set().union(*self.maps))

    def __iter__(self):
        keys = {}
        for mapping in reversed(self.maps):
            keys.update(dict.fromkeys(mapping))
        return iter(keys)

    def __bool__(self):
        return any(self.maps)

    @recursive_repr()
    def __repr__(self):
        return f"{type(self).__name__}({', '.join([repr(mapping) for mapping in self.maps])})"

    @classmethod
    def fromkeys(cls, iterable, *args):
        """One dict with keys from an iterable, all with one value."""
        return cls(dict.fromkeys(iterable, *args))

    def copy(self):
        """A ChainMap with a copy of the first mapping and the others themselves."""
        first, *others = self.maps
        return type(self)(first.copy(), *others)

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        """A ChainMap with one more mapping in front."""
        first = kwargs if m is None else m
        if first is not kwargs and kwargs:
            first.update(kwargs)
        return type(self)(first, *self.maps)

    @property
    def parents(self):
        """A ChainMap without the first mapping."""
        return type(self)(*self.maps[1:])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def _in_first(self, change, *args, message="Key not found in the first mapping: {!r}"):
        try:
            return change(self.maps[0], *args)
        except KeyError:
            raise KeyError(message.format(*args))

    def __delitem__(self, key):
        self._in_first(operator.delitem, key)

    def pop(self, key, *args):
        """Take a key of the first mapping away and return its value."""
        return self._in_first(lambda first, key: first.pop(key, *args), key)

    def popitem(self):
        """Take a pair (key, value) of the first mapping away and return it."""
        return self._in_first(lambda first: first.popitem(), message="No keys found in the first mapping.")

    def clear(self):
        """Take all pairs of the first mapping away."""
        self.maps[0].clear()

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    def __or__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        new = self.copy()
        new |= other
        return new

    def __ror__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        joined = dict(other)
        for mapping in reversed(self.maps):
            joined.update(mapping)
        return type(self)(joined)
