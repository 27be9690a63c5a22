"""Abstract base classes of containers. Imported as collections.abc, whose name the classes bear.

A class recognizes others by their methods (_METHODS) or by registration, and gives those methods that follow from its
abstract ones.
"""
from _collections import deque as _deque
from _weakref import ref as _ref
from abc import ABCMeta, abstractmethod

__name__ = "collections.abc"

__all__ = ["Awaitable", "Coroutine", "AsyncIterable", "AsyncIterator", "AsyncGenerator", "Hashable", "Iterable",
           "Iterator", "Generator", "Reversible", "Sized", "Container", "Callable", "Collection", "Set", "MutableSet",
           "Mapping", "MutableMapping", "MappingView", "KeysView", "ItemsView", "ValuesView", "Sequence",
           "MutableSequence", "ByteString"]

GenericAlias = type(list[int])
EllipsisType = type(...)


def _check_methods(C, *methods):
    """True if a class has all methods; a method set to None says that it does not have it, and so do its bases."""
    for name in methods:
        found = [vars(base)[name] for base in C.__mro__ if name in vars(base)]
        if not found or found[0] is None:
            return NotImplemented
    return True


_METHODS = {}  # id of a class -> the methods by which it recognizes others


@classmethod
def _by_methods(asked, C):
    """The subclass hook of classes in _METHODS; those derived from them recognize nobody so."""
    methods = _METHODS.get(id(asked))
    return NotImplemented if methods is None else _check_methods(C, *methods)


# One method each.

class Hashable(metaclass=ABCMeta):
    """What has a hash."""
    __slots__ = ()
    __subclasshook__ = _by_methods

    @abstractmethod
    def __hash__(self):
        return 0


class Sized(metaclass=ABCMeta):
    """What has a length."""
    __slots__ = ()
    __subclasshook__ = _by_methods

    @abstractmethod
    def __len__(self):
        return 0


class Container(metaclass=ABCMeta):
    """What can be asked whether it contains something."""
    __slots__ = ()
    __subclasshook__ = _by_methods
    __class_getitem__ = classmethod(GenericAlias)

    @abstractmethod
    def __contains__(self, x):
        return False


class Iterable(metaclass=ABCMeta):
    """What can be iterated over."""
    __slots__ = ()
    __subclasshook__ = _by_methods
    __class_getitem__ = classmethod(GenericAlias)

    @abstractmethod
    def __iter__(self):
        yield from ()


class AsyncIterable(metaclass=ABCMeta):
    """What can be iterated over by async for."""
    __slots__ = ()
    __subclasshook__ = _by_methods
    __class_getitem__ = classmethod(GenericAlias)

    @abstractmethod
    def __aiter__(self):
        return AsyncIterator()


class Awaitable(metaclass=ABCMeta):
    """What can be awaited."""
    __slots__ = ()
    __subclasshook__ = _by_methods
    __class_getitem__ = classmethod(GenericAlias)

    @abstractmethod
    def __await__(self):
        yield


class Reversible(Iterable):
    """What can be iterated over from the end."""
    __slots__ = ()
    __subclasshook__ = _by_methods

    @abstractmethod
    def __reversed__(self):
        yield from ()


class Collection(Sized, Iterable, Container):
    """What has a length, items and an answer to `in`."""
    __slots__ = ()
    __subclasshook__ = _by_methods


# Iterators and what is resumed.

def _raise(typ, val, tb):
    """Raise as the three arguments of throw() say."""
    error = val
    if error is None:
        error = typ if tb is None else typ()
    raise error if tb is None else error.with_traceback(tb)


class Iterator(Iterable):
    """What gives the next item."""
    __slots__ = ()
    __subclasshook__ = _by_methods

    @abstractmethod
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self


class AsyncIterator(AsyncIterable):
    """What gives the next item when it is awaited."""
    __slots__ = ()
    __subclasshook__ = _by_methods

    @abstractmethod
    async def __anext__(self):
        raise StopAsyncIteration

    def __aiter__(self):
        return self


def _closed(resumable, what):
    """Throw GeneratorExit into it; it must end."""
    try:
        resumable.throw(GeneratorExit)
    except (GeneratorExit, StopIteration):
        return
    raise RuntimeError(what + " ignored GeneratorExit")


class Generator(Iterator):
    """An iterator that can be sent values and exceptions."""
    __slots__ = ()
    __subclasshook__ = _by_methods

    @abstractmethod
    def send(self, value):
        """Resume with a value; gives the next one."""
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        """Resume with an exception; gives the next value."""
        _raise(typ, val, tb)

    def __next__(self):
        return self.send(None)

    def close(self):
        """End it."""
        _closed(self, "generator")


class Coroutine(Awaitable):
    """What can be awaited and sent values and exceptions."""
    __slots__ = ()
    __subclasshook__ = _by_methods

    @abstractmethod
    def send(self, value):
        """Resume with a value."""
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        """Resume with an exception."""
        _raise(typ, val, tb)

    def close(self):
        """End it."""
        _closed(self, "coroutine")


class AsyncGenerator(AsyncIterator):
    """An asynchronous iterator that can be sent values and exceptions."""
    __slots__ = ()
    __subclasshook__ = _by_methods

    @abstractmethod
    async def asend(self, value):
        """Resume with a value; gives the next one."""
        raise StopAsyncIteration

    @abstractmethod
    async def athrow(self, typ, val=None, tb=None):
        """Resume with an exception; gives the next value."""
        _raise(typ, val, tb)

    async def __anext__(self):
        return await self.asend(None)

    async def aclose(self):
        """End it."""
        try:
            await self.athrow(GeneratorExit)
        except (GeneratorExit, StopAsyncIteration):
            return
        raise RuntimeError("asynchronous generator ignored GeneratorExit")


# Callables.

def _is_param_expr(obj):
    """Whether it stands for all parameters of a callable."""
    kind = type(obj)
    return (obj is ... or kind is list or
            kind.__module__ == "typing" and kind.__name__ in ("ParamSpec", "_ConcatenateGenericAlias"))


def _type_repr(obj):
    if obj is ...:
        return "..."
    if isinstance(obj, type) and not isinstance(obj, GenericAlias):
        return obj.__qualname__ if obj.__module__ == "builtins" else f"{obj.__module__}.{obj.__qualname__}"
    return repr(obj)


class _CallableGenericAlias(GenericAlias):
    """Callable[[A, B], R]; its arguments are the flat tuple (A, B, R)."""

    def __new__(cls, origin, args):
        match args:
            case ((*params,), result) if isinstance(args, tuple):
                args = (*params, result)
            case (params, _) if isinstance(args, tuple):
                if not _is_param_expr(params):
                    raise TypeError(f"Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {params}")
            case _:
                raise TypeError("Callable must be used as Callable[[arg, ...], result].")
        return super().__new__(cls, origin, args)

    def _split(self):
        """(parameters, result) as they were written."""
        *params, result = self.__args__
        return (params[0] if len(params) == 1 and _is_param_expr(params[0]) else params), result

    def __repr__(self):
        params, result = self._split()
        shown = f"[{', '.join(map(_type_repr, params))}]" if isinstance(params, list) else _type_repr(params)
        return f"collections.abc.Callable[{shown}, {_type_repr(result)}]"

    def __reduce__(self):
        return _CallableGenericAlias, (Callable, self._split())

    def __getitem__(self, item):
        filled = super().__getitem__(item if isinstance(item, tuple) else (item,)).__args__
        if not isinstance(filled[0], (tuple, list)):
            filled = filled[:-1], filled[-1]
        return _CallableGenericAlias(Callable, tuple(filled))


class Callable(metaclass=ABCMeta):
    """What can be called."""
    __slots__ = ()
    __subclasshook__ = _by_methods
    __class_getitem__ = classmethod(_CallableGenericAlias)

    @abstractmethod
    def __call__(self, *args, **kwds):
        return False


# Sets.

class Set(Collection):
    """A set that cannot be changed. Operators make their results by _from_iterable()."""

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def _as_set(self, other):
        """The other operand as a set, or None if it is not iterable."""
        if isinstance(other, Set):
            return other
        return self._from_iterable(other) if isinstance(other, Iterable) else None

    def _hash(self):
        """The hash that a frozenset with the same elements has."""
        return hash(frozenset(self))

    def isdisjoint(self, other):
        """Whether there is no common element."""
        return not any(element in self for element in other)

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and all(element in other for element in self)

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and all(element in self for element in other)

    def __lt__(self, other):
        return len(self) < len(other) and self.__le__(other) if isinstance(other, Set) else NotImplemented

    def __gt__(self, other):
        return len(self) > len(other) and self.__ge__(other) if isinstance(other, Set) else NotImplemented

    def __eq__(self, other):
        return len(self) == len(other) and self.__le__(other) if isinstance(other, Set) else NotImplemented

    def __and__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(element for element in other if element in self)

    def __or__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(element for part in (self, other) for element in part)

    def __sub__(self, other):
        taken = self._as_set(other)
        if taken is None:
            return NotImplemented
        return self._from_iterable(element for element in self if element not in taken)

    def __rsub__(self, other):
        whole = self._as_set(other)
        if whole is None:
            return NotImplemented
        return self._from_iterable(element for element in whole if element not in self)

    def __xor__(self, other):
        right = self._as_set(other)
        return NotImplemented if right is None else (self - right) | (right - self)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__


class MutableSet(Set):
    """A set that can be changed."""
    __slots__ = ()

    @abstractmethod
    def add(self, value):
        """Add an element."""
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        """Take an element away if it is there."""
        raise NotImplementedError

    def remove(self, value):
        """Take an element away; KeyError if it is not there."""
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        """Take some element away and return it; KeyError if there is none."""
        for element in self:
            self.discard(element)
            return element
        raise KeyError

    def clear(self):
        """Take all elements away."""
        try:
            while True:
                self.pop()
        except KeyError:
            return

    def __ior__(self, it):
        for element in it:
            self.add(element)
        return self

    def __iand__(self, it):
        for element in self - it:
            self.discard(element)
        return self

    def __isub__(self, it):
        if it is self:
            self.clear()
            return self
        for element in it:
            self.discard(element)
        return self

    def __ixor__(self, it):
        if it is self:
            self.clear()
            return self
        for element in self._as_set(it):
            (self.discard if element in self else self.add)(element)
        return self


# Mappings.

class Mapping(Collection):
    """A mapping that cannot be changed."""

    __slots__ = ()
    __reversed__ = None

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        """The value of a key, or the default."""
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        """A view of the keys."""
        return KeysView(self)

    def values(self):
        """A view of the values."""
        return ValuesView(self)

    def items(self):
        """A view of the pairs (key, value)."""
        return ItemsView(self)

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items()) if isinstance(other, Mapping) else NotImplemented


class MappingView(Sized):
    """What the views of a mapping have in common: they follow its changes."""

    __slots__ = ("_mapping",)
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f"{type(self).__name__}({self._mapping!r})"


def _same(a, b):
    """Equality as containers see it."""
    return a is b or a == b


class _SetView(MappingView, Set):
    """A view that is a set; operators give plain sets."""

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)


class KeysView(_SetView):
    """The keys of a mapping."""
    __slots__ = ()

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        return (key for key in self._mapping)


class ItemsView(_SetView):
    """The (key, value) pairs of a mapping."""
    __slots__ = ()

    def __contains__(self, item):
        key, value = item
        try:
            found = self._mapping[key]
        except KeyError:
            return False
        return _same(found, value)

    def __iter__(self):
        return ((key, self._mapping[key]) for key in self._mapping)


class ValuesView(MappingView, Collection):
    """The values of a mapping."""
    __slots__ = ()

    def __contains__(self, value):
        return any(_same(self._mapping[key], value) for key in self._mapping)

    def __iter__(self):
        return (self._mapping[key] for key in self._mapping)


_REQUIRED = object()


class MutableMapping(Mapping):
    """A mapping that can be changed."""
    __slots__ = ()

    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=_REQUIRED):
        """Take a key away and return its value; without it, the default or KeyError."""
        try:
            value = self[key]
        except KeyError:
            if default is _REQUIRED:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        """Take some pair (key, value) away and return it; KeyError if there is none."""
        for key in self:
            pair = key, self[key]
            del self[key]
            return pair
        raise KeyError

    def clear(self):
        """Take all pairs away."""
        try:
            while True:
                self.popitem()
        except KeyError:
            return

    def update(self, other=(), /, **kwds):
        """Set the pairs of a mapping, of anything with keys(), or of an iterable of pairs; then the keywords."""
        keys = other if isinstance(other, Mapping) else other.keys() if hasattr(other, "keys") else None
        pairs = other if keys is None else ((key, other[key]) for key in keys)
        for key, value in pairs:
            self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def setdefault(self, key, default=None):
        """The value of a key, which is set to the default if it is not there."""
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default


# Sequences.

class Sequence(Reversible, Collection):
    """A sequence that cannot be changed. All methods go through len() and indexing."""

    __slots__ = ()

    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        at = 0
        while True:
            try:
                item = self[at]
            except IndexError:
                return
            yield item
            at += 1

    def __reversed__(self):
        return (self[at] for at in range(len(self) - 1, -1, -1))

    def __contains__(self, value):
        return any(_same(item, value) for item in self)

    def index(self, value, start=0, stop=None):
        """The first place of a value in [start, stop); ValueError if there is none."""
        if start is not None and start < 0:
            start = max(start + len(self), 0)
        if stop is not None and stop < 0:
            stop += len(self)
        at = start
        try:
            while stop is None or at < stop:
                if _same(self[at], value):
                    return at
                at += 1
        except IndexError:
            pass
        raise ValueError

    def count(self, value):
        """How often a value stands in it."""
        return sum(_same(item, value) for item in self)


class ByteString(Sequence):
    """bytes and bytearray."""

    __slots__ = ()


class MutableSequence(Sequence):
    """A sequence that can be changed."""
    __slots__ = ()

    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        """Insert a value before an index."""
        raise IndexError

    def append(self, value):
        """Add a value at the end."""
        self.insert(len(self), value)

    def extend(self, values):
        """Add values at the end."""
        for value in list(self) if values is self else values:
            self.append(value)

    def __iadd__(self, values):
        self.extend(values)
        return self

    def pop(self, index=-1):
        """Take the value at an index away and return it."""
        item = self[index]
        del self[index]
        return item

    def remove(self, value):
        """Take the first such value away; ValueError if there is none."""
        del self[self.index(value)]

    def clear(self):
        """Take all values away."""
        try:
            while True:
                self.pop()
        except IndexError:
            return

    def reverse(self):
        """Put the values in the reverse order."""
        last = len(self) - 1
        for left in range(len(self) // 2):
            self[left], self[last - left] = self[last - left], self[left]


_METHODS.update({
    id(Hashable): ("__hash__",),
    id(Sized): ("__len__",),
    id(Container): ("__contains__",),
    id(Iterable): ("__iter__",),
    id(AsyncIterable): ("__aiter__",),
    id(Awaitable): ("__await__",),
    id(Reversible): ("__reversed__", "__iter__"),
    id(Collection): ("__len__", "__iter__", "__contains__"),
    id(Iterator): ("__iter__", "__next__"),
    id(AsyncIterator): ("__anext__", "__aiter__"),
    id(Generator): ("__iter__", "__next__", "send", "throw", "close"),
    id(Coroutine): ("__await__", "send", "throw", "close"),
    id(AsyncGenerator): ("__aiter__", "__anext__", "asend", "athrow", "aclose"),
    id(Callable): ("__call__",),
})


def _register():
    # What these classes recognize by its methods is not here: iterators, generators, coroutines.
    members = {
        Set: [frozenset], MutableSet: [set], Mapping: [type(type.__dict__)], MutableMapping: [dict],
        KeysView: [type({}.keys())], ItemsView: [type({}.items())], ValuesView: [type({}.values())],
        Sequence: [tuple, str, range, memoryview], ByteString: [bytes, bytearray],
        MutableSequence: [list, bytearray, _deque],
    }
    for abstract, classes in members.items():
        abstract._abc_impl[0].extend(map(_ref, classes))  # nobody has asked yet, so there is no answer to forget


_register()
