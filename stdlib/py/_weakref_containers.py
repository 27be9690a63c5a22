"""Containers of references that do not keep their objects. weakref loads them when they are asked for.

A reference calls a function when its object goes: with it a container lets go of an entry. Walking a container goes
over a copy of its entries, since objects may go meanwhile.
"""
from _collections_abc import Mapping, MutableMapping, MutableSet
from _weakref import ref

__name__ = "weakref"


def _dropping(container, drop):
    """A callback for references: drop(container.data, reference), as long as the container is there."""
    owner = ref(container)

    def gone(reference):
        container = owner()
        if container is not None:
            drop(container.data, reference)

    return gone


class WeakSet(MutableSet):
    """A set of objects that leave it when they go."""

    def __init__(self, data=None):
        self.data = set()  # of references, which are equal when their objects are
        self._remove = _dropping(self, set.discard)
        if data is not None:
            self.update(data)

    def __reduce__(self):
        return type(self), (list(self),), self.__dict__

    def __repr__(self):
        return repr(self.data)

    # -- Elements

    def __contains__(self, item):
        try:
            return ref(item) in self.data
        except TypeError:  # what cannot be referred to is in no such set
            return False

    def __iter__(self):
        for reference in list(self.data):
            item = reference()
            if item is not None:
                yield item

    def __len__(self):
        return sum([reference() is not None for reference in list(self.data)])

    def add(self, item):
        """Put an object in."""
        self.data.add(ref(item, self._remove))

    def remove(self, item):
        """Take an object out; KeyError where it is not in."""
        self.data.remove(ref(item))

    def discard(self, item):
        """Take an object out, if it is in."""
        self.data.discard(ref(item))

    def pop(self):
        """Take any object out."""
        while self.data:
            item = self.data.pop()()
            if item is not None:
                return item
        raise KeyError("pop from empty WeakSet")

    def clear(self):
        """Take all objects out."""
        self.data.clear()

    # -- Other collections, which may be any iterables

    def copy(self):
        """Another set of the same objects."""
        return type(self)(self)

    def update(self, other):
        """Put all objects of another collection in."""
        for item in other:
            self.add(item)

    def intersection_update(self, other):
        """Keep what is in the other collection too."""
        self.data.intersection_update(map(ref, other))

    def difference_update(self, other):
        """Take out what is in the other collection."""
        self.clear() if other is self else self.data.difference_update(map(ref, other))

    def symmetric_difference_update(self, other):
        """Take out what is in the other collection, and put in what was only there."""
        if other is self:
            self.clear()
        else:
            self.data.symmetric_difference_update([ref(item, self._remove) for item in other])

    def union(self, other):
        """The objects of both."""
        joined = self.copy()
        joined.update(other)
        return joined

    def intersection(self, other):
        """The objects of the other collection that are here too."""
        return type(self)([item for item in other if item in self])

    def difference(self, other):
        """The objects that the other collection lacks."""
        return self._changed("difference_update", other)

    def symmetric_difference(self, other):
        """The objects that one of both lacks."""
        return self._changed("symmetric_difference_update", other)

    def _changed(self, method, other):
        result = self.copy()
        getattr(result, method)(other)
        return result

    __or__, __and__, __sub__, __xor__ = union, intersection, difference, symmetric_difference

    def __ior__(self, other):
        self.update(other)
        return self

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def __isub__(self, other):
        self.difference_update(other)
        return self

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    # -- Comparison

    def issubset(self, other):
        """Whether the other collection has all of these objects."""
        return self.data.issubset(map(ref, other))

    def issuperset(self, other):
        """Whether all objects of the other collection are here."""
        return self.data.issuperset(map(ref, other))

    def isdisjoint(self, other):
        """Whether no object is in both."""
        return not self.intersection(other)

    __le__, __ge__ = issubset, issuperset

    def __lt__(self, other):
        return self.data < set(map(ref, other))

    def __gt__(self, other):
        return self.data > set(map(ref, other))

    def __eq__(self, other):
        return self.data == set(map(ref, other)) if isinstance(other, type(self)) else NotImplemented


class _WeakMapping(MutableMapping):
    """What both mappings have in common. items() of each gives what is there still."""

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}>"

    def __len__(self):
        return sum([1 for _ in self.items()])

    def __iter__(self):
        for key, _ in self.items():
            yield key

    keys = __iter__

    def values(self):
        for _, value in self.items():
            yield value

    def popitem(self):
        """Take out the entry that came last."""
        while True:
            item = self._present(*self.data.popitem())
            if item is not None:
                return item

    def items(self):
        for entry in list(self.data.items()):
            item = self._present(*entry)
            if item is not None:
                yield item

    def update(self, other=None, /, **kwargs):
        """Set the items of a mapping or pairs, and those of keywords."""
        for source in (other, kwargs):
            if source is not None:
                for key, value in (source if hasattr(source, "items") else dict(source)).items():
                    self[key] = value

    def copy(self):
        """Another mapping with the same keys and values."""
        return self._filled(self._kind(), self)

    __copy__ = copy

    @staticmethod
    def _filled(mapping, *sources):
        for source in sources:
            mapping.update(source)
        return mapping

    def __or__(self, other):
        return self._filled(self.copy(), other) if isinstance(other, Mapping) else NotImplemented

    def __ror__(self, other):
        return self._filled(type(self)(), other, self) if isinstance(other, Mapping) else NotImplemented

    def __ior__(self, other):
        return self._filled(self, other)


class KeyedRef(ref):
    """A reference to a value that knows its key."""
    __slots__ = ("key",)

    def __new__(cls, value, callback, key):
        made = ref.__new__(cls, value, callback)
        made.key = key
        return made

    def __init__(self, value, callback, key):
        super().__init__(value, callback)


def _drop_value(data, reference):
    if data.get(reference.key) is reference:  # the key may have another value by now
        del data[reference.key]


class WeakValueDictionary(_WeakMapping):
    """A mapping whose entries go with their values."""

    def __init__(self, other=(), /, **kw):
        self.data = {}  # references by key
        self._remove = _dropping(self, _drop_value)
        self.update(other, **kw)

    def _kind(self):
        return type(self)()

    @staticmethod
    def _present(key, reference):
        value = reference()
        return None if value is None else (key, value)

    def __setitem__(self, key, value):
        self.data[key] = KeyedRef(value, self._remove, key)

    def __getitem__(self, key):
        value = self.data[key]()
        if value is None:
            raise KeyError(key)
        return value

    def __delitem__(self, key):
        del self.data[key]

    def __contains__(self, key):
        return self.get(key) is not None

    def get(self, key, default=None):
        """The value of a key, or the default."""
        reference = self.data.get(key)
        value = None if reference is None else reference()
        return default if value is None else value

    def pop(self, key, *args):
        """Take out the value of a key; without one, the default that is given."""
        reference = self.data.pop(key, None)
        value = None if reference is None else reference()
        if value is not None:
            return value
        if not args:
            raise KeyError(key)
        return args[0]

    def setdefault(self, key, default=None):
        """The value of a key, which is set to the default where there is none."""
        value = self.get(key)
        if value is None:
            value = self[key] = default
        return value

    def valuerefs(self):
        """The references to the values, some of which may have gone."""
        return list(self.data.values())

    itervaluerefs = valuerefs

    def __deepcopy__(self, memo):
        from copy import deepcopy
        return self._filled(type(self)(), [(deepcopy(key, memo), value) for key, value in self.items()])


class WeakKeyDictionary(_WeakMapping):
    """A mapping whose entries go with their keys."""

    def __init__(self, dict=None):
        self.data = {}  # values by reference
        self._remove = _dropping(self, lambda data, reference: data.pop(reference, None))
        if dict is not None:
            self.update(dict)

    def _kind(self):
        return WeakKeyDictionary()

    @staticmethod
    def _present(reference, value):
        key = reference()
        return None if key is None else (key, value)

    def __setitem__(self, key, value):
        self.data[ref(key, self._remove)] = value

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __contains__(self, key):
        try:
            return ref(key) in self.data
        except TypeError:
            return False

    def get(self, key, default=None):
        """The value of a key, or the default."""
        return self.data.get(ref(key), default)

    def pop(self, key, *args):
        """Take out the value of a key; without one, the default that is given."""
        return self.data.pop(ref(key), *args)

    def setdefault(self, key, default=None):
        """The value of a key, which is set to the default where there is none."""
        return self.data.setdefault(ref(key, self._remove), default)

    def keyrefs(self):
        """The references to the keys, some of which may have gone."""
        return list(self.data)

    def __deepcopy__(self, memo):
        from copy import deepcopy
        return self._filled(type(self)(), [(key, deepcopy(value, memo)) for key, value in self.items()])
