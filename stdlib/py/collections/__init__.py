"""Containers beyond list, dict, set and tuple."""
import operator as _operator
import sys as _sys
from _collections import _count_elements, _move_to_end, _popitem, deque
from _namedtuple import namedtuple
from reprlib import recursive_repr as _recursive_repr

__all__ = ["ChainMap", "Counter", "OrderedDict", "UserDict", "UserList", "UserString", "defaultdict", "deque",
           "namedtuple"]

_REQUIRED = object()


def __getattr__(name):
    # Few programs need these.
    if name == "abc":
        import collections.abc as found
    elif name == "ChainMap":
        from _chain_map import ChainMap as found
    elif name in ("UserDict", "UserList", "UserString"):
        import _collections_user
        found = getattr(_collections_user, name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__():
    return sorted({*globals(), *__all__, "abc"})


def _is_mapping(value):
    """Whether a value is a Mapping, which is asked of those only that may be one."""
    if isinstance(value, dict) or not hasattr(value, "items"):
        return isinstance(value, dict)
    from _collections_abc import Mapping
    return isinstance(value, Mapping)


class OrderedDict(dict):
    """A dict that can move its keys and whose equality with its like depends on the order."""

    def __init__(self, other=(), /, **kwds):
        self.update(other, **kwds)

    def update(self, other=(), /, **kwds):
        """Set the pairs of a mapping, of anything with keys(), or of an iterable of pairs; then the keywords."""
        # Through __setitem__, which subclasses replace.
        pairs = ((key, other[key]) for key in other.keys()) if hasattr(other, "keys") else other
        for key, value in pairs:
            self[key] = value
        for key, value in kwds.items():
            self[key] = value

    @classmethod
    def fromkeys(cls, iterable, value=None):
        """Keys from an iterable, all with one value."""
        new = cls()
        new.update((key, value) for key in iterable)
        return new

    def move_to_end(self, key, last=True):
        """Move a key to the end, or to the beginning."""
        _move_to_end(self, key, last)

    def popitem(self, last=True):
        """Take the last pair (key, value) away, or the first, and return it."""
        return _popitem(self, last)

    def pop(self, key, default=_REQUIRED):
        """Take a key away and return its value; without it, the default or KeyError."""
        return dict.pop(self, key) if default is _REQUIRED else dict.pop(self, key, default)

    def setdefault(self, key, default=None):
        """The value of a key, which is set to the default if it is not there."""
        if key not in self:
            self[key] = default
            return default
        return self[key]

    def copy(self):
        """A shallow copy."""
        return type(self)(self)

    @_recursive_repr()
    def __repr__(self):
        return f"{type(self).__name__}({list(self.items()) if self else ''})"

    def __reduce__(self):
        return type(self), (), dict(vars(self)) or None, None, iter(self.items())

    def __eq__(self, other):
        equal = dict.__eq__(self, other)
        if equal is True and isinstance(other, OrderedDict):
            return all(mine == theirs for mine, theirs in zip(self, other))
        return equal

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def _joined(self, first, second):
        if not (isinstance(first, dict) and isinstance(second, dict)):
            return NotImplemented
        new = type(self)(first)
        new.update(second)
        return new

    def __or__(self, other):
        return self._joined(self, other)

    def __ror__(self, other):
        return self._joined(other, self)

    def __ior__(self, other):
        self.update(other)
        return self


class defaultdict(dict):
    """A dict in which looking a missing key up sets it to what `default_factory` gives."""

    __slots__ = ("default_factory",)
    __class_getitem__ = classmethod(type(list[int]))

    def __init__(self, default_factory=None, /, *args, **kwargs):
        if not (default_factory is None or callable(default_factory)):
            raise TypeError("first argument must be callable or None")
        dict.__init__(self, *args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key, /):
        make = self.default_factory
        if make is None:
            raise KeyError(key)
        value = self[key] = make()
        return value

    @_recursive_repr()
    def _factory_text(self):
        return repr(self.default_factory)

    def __repr__(self):
        return f"{type(self).__name__}({self._factory_text()}, {dict.__repr__(self)})"

    def copy(self):
        """A shallow copy."""
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __reduce__(self):
        make = self.default_factory
        return type(self), () if make is None else (make,), None, None, iter(self.items())

    def _joined(self, first, second):
        if not (isinstance(first, dict) and isinstance(second, dict)):
            return NotImplemented
        new = type(self)(self.default_factory, first)
        new.update(second)
        return new

    def __or__(self, other):
        return self._joined(self, other)

    def __ror__(self, other):
        return self._joined(other, self)


# Counters: what an operator does with the two counts of an element, one of which may be 0.
_COUNT_RULES = {"add": _operator.add, "sub": _operator.sub, "or": max, "and": min}


def _counter_operator(rule):
    def method(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        counts = ((element, rule(self[element], other[element])) for element in {**self, **other})
        return Counter({element: count for element, count in counts if count > 0})
    return method


def _counter_assignment(rule):
    def method(self, other):
        # The other may be a plain dict: its counts are taken where they are. Only min() changes elements that it lacks.
        pairs = ((element, other[element]) for element in self) if rule is min else other.items()
        for element, count in pairs:
            self[element] = rule(self[element], count)
        for element in [element for element, count in self.items() if not count > 0]:
            del self[element]
        return self
    return method


def _counter_comparison(test):
    def method(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(test(self[element], other[element]) for element in {**self, **other})
    return method


class Counter(dict):
    """A dict from elements to how often they were counted; 0 for those that were not.

    Operators leave out counts that are not above 0."""

    def __init__(self, iterable=None, /, **kwds):
        dict.__init__(self)
        self.update(iterable, **kwds)

    def __missing__(self, key, /):
        return 0

    @classmethod
    def fromkeys(cls, iterable, v=None):
        """NotImplementedError: Counter(iterable) is what is meant."""
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def update(self, iterable=None, /, **kwds):
        """Count the elements of an iterable, or add the counts of a mapping."""
        if not _is_mapping(iterable):
            if iterable is not None:
                _count_elements(self, iterable)
        elif self:
            for element, count in iterable.items():
                self[element] = count + self.get(element, 0)
        else:
            dict.update(self, iterable)
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        """As update(), but take the counts away; they may fall below 0."""
        counts = iterable.items() if _is_mapping(iterable) else ((e, 1) for e in iterable or ())
        for element, count in counts:
            self[element] = self.get(element, 0) - count
        if kwds:
            self.subtract(kwds)

    def total(self):
        """The sum of the counts."""
        return sum(self.values())

    def most_common(self, n=None):
        """Pairs (element, count), the largest count first: the first n, or all."""
        by_count = _operator.itemgetter(1)
        if n is None:
            return sorted(self.items(), key=by_count, reverse=True)
        from heapq import nlargest
        return nlargest(n, self.items(), key=by_count)

    def elements(self):
        """Each element as often as it counts."""
        return (element for element, count in self.items() for _ in range(count))

    def copy(self):
        """A shallow copy."""
        return type(self)(self)

    def __reduce__(self):
        return type(self), (dict(self),)

    def __delitem__(self, elem):
        if elem in self:  # else its count is 0 already
            dict.__delitem__(self, elem)

    def __repr__(self):
        if not self:
            return type(self).__name__ + "()"
        try:
            shown = dict(self.most_common())
        except TypeError:  # counts that have no order
            shown = dict(self)
        return f"{type(self).__name__}({shown})"

    for _name, _rule in _COUNT_RULES.items():
        locals()[f"__{_name}__"] = _counter_operator(_rule)
        locals()[f"__i{_name}__"] = _counter_assignment(_rule)
    del _name, _rule

    def __pos__(self):
        return self + Counter()

    def __neg__(self):
        return Counter() - self

    __eq__, __le__, __ge__ = map(_counter_comparison, (_operator.eq, _operator.le, _operator.ge))

    def __ne__(self, other):
        return not self == other if isinstance(other, Counter) else NotImplemented

    def __lt__(self, other):
        return self <= other and self != other if isinstance(other, Counter) else NotImplemented

    def __gt__(self, other):
        return self >= other and self != other if isinstance(other, Counter) else NotImplemented
