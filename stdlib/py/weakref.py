"""Weak references."""
import itertools
from _weakref import CallableProxyType, ProxyType, ReferenceType, getweakrefcount, getweakrefs, proxy, ref
from _collections_abc import Mapping, MutableMapping, MutableSet

__all__ = ["ref", "proxy", "getweakrefcount", "getweakrefs", "WeakKeyDictionary", "ReferenceType", "ProxyType",
           "CallableProxyType", "ProxyTypes", "WeakValueDictionary", "WeakSet", "WeakMethod", "finalize"]

ProxyTypes = (ProxyType, CallableProxyType)


class WeakMethod(ref):
    """A weak reference to a bound method: it lives as long as its object and its function."""
    __slots__ = ("_function", "_method_type", "_alive", "__weakref__")

    def __new__(cls, meth, callback=None):
        try:
            obj = meth.__self__
            func = meth.__func__
        except AttributeError:
            raise TypeError(f"argument should be a bound method, not {type(meth)}") from None

        def gone(_):
            # one of the two is left while the other goes: the first tells the callback
            method = this()
            if method is not None and method._alive:
                method._alive = False
                if callback is not None:
                    callback(method)
        self = ref.__new__(cls, obj, gone)
        this = ref(self)
        self._function = ref(func, gone)
        self._method_type = type(meth)
        self._alive = True
        return self

    def __call__(self):
        obj = super().__call__()
        func = self._function()
        return None if obj is None or func is None else self._method_type(func, obj)

    def __eq__(self, other):
        if not isinstance(other, WeakMethod):
            return NotImplemented
        if self._alive and other._alive:
            return ref.__eq__(self, other) and self._function == other._function
        return self is other

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    __hash__ = ref.__hash__


class WeakSet(MutableSet):
    """A set of weak references."""

    def __init__(self, data=None):
        self.data = set()
        me = ref(self)

        def _remove(item):
            self = me()
            if self is not None:
                self.data.discard(item)
        self._remove = _remove
        if data is not None:
            self.update(data)

    def __iter__(self):
        for itemref in list(self.data):
            item = itemref()
            if item is not None:
                yield item

    def __len__(self):
        return sum(1 for r in self.data if r() is not None)

    def __contains__(self, item):
        try:
            wr = ref(item)
        except TypeError:
            return False
        return wr in self.data

    def __reduce__(self):
        return self.__class__, (list(self),), self.__dict__

    def add(self, item):
        self.data.add(ref(item, self._remove))

    def clear(self):
        self.data.clear()

    def copy(self):
        return self.__class__(self)

    def pop(self):
        while True:
            try:
                itemref = self.data.pop()
            except KeyError:
                raise KeyError("pop from empty WeakSet") from None
            item = itemref()
            if item is not None:
                return item

    def remove(self, item):
        self.data.remove(ref(item))

    def discard(self, item):
        self.data.discard(ref(item))

    def update(self, other):
        for element in other:
            self.add(element)

    def __ior__(self, other):
        self.update(other)
        return self

    def difference(self, other):
        newset = self.copy()
        newset.difference_update(other)
        return newset

    __sub__ = difference

    def difference_update(self, other):
        if self is other:
            self.data.clear()
        else:
            self.data.difference_update(ref(item) for item in other)

    def __isub__(self, other):
        self.difference_update(other)
        return self

    def intersection(self, other):
        return self.__class__(item for item in other if item in self)

    __and__ = intersection

    def intersection_update(self, other):
        self.data.intersection_update(ref(item) for item in other)

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def issubset(self, other):
        return self.data.issubset(ref(item) for item in other)

    __le__ = issubset

    def __lt__(self, other):
        return self.data < set(map(ref, other))

    def issuperset(self, other):
        return self.data.issuperset(ref(item) for item in other)

    __ge__ = issuperset

    def __gt__(self, other):
        return self.data > set(map(ref, other))

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return self.data == set(map(ref, other))

    def symmetric_difference(self, other):
        newset = self.copy()
        newset.symmetric_difference_update(other)
        return newset

    __xor__ = symmetric_difference

    def symmetric_difference_update(self, other):
        if self is other:
            self.data.clear()
        else:
            self.data.symmetric_difference_update(ref(item, self._remove) for item in other)

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    def union(self, other):
        return self.__class__(e for s in (self, other) for e in s)

    __or__ = union

    def isdisjoint(self, other):
        return len(self.intersection(other)) == 0

    def __repr__(self):
        return repr(self.data)


class _Merging(MutableMapping):
    """The operators that join mappings."""

    def __or__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        merged = self.copy()
        merged.update(other)
        return merged

    def __ror__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        merged = self.__class__()
        merged.update(other)
        merged.update(self)
        return merged

    def __ior__(self, other):
        self.update(other)
        return self


class WeakValueDictionary(_Merging):
    """A mapping whose entries go when their value goes."""

    def __init__(self, other=(), /, **kw):
        me = ref(self)

        def remove_key(key):
            def remove(wr):
                self = me()
                if self is not None and self.data.get(key) is wr:
                    del self.data[key]
            return remove
        self._remove_key = remove_key
        self.data = {}
        self.update(other, **kw)

    def __getitem__(self, key):
        o = self.data[key]()
        if o is None:
            raise KeyError(key)
        return o

    def __delitem__(self, key):
        del self.data[key]

    def __setitem__(self, key, value):
        self.data[key] = ref(value, self._remove_key(key))

    def __len__(self):
        return sum(1 for r in self.data.values() if r() is not None)

    def __contains__(self, key):
        try:
            o = self.data[key]()
        except KeyError:
            return False
        return o is not None

    def __repr__(self):
        return "<%s at %#x>" % (self.__class__.__name__, id(self))

    def __iter__(self):
        for k, wr in list(self.data.items()):
            if wr() is not None:
                yield k

    keys = __iter__

    def items(self):
        for k, wr in list(self.data.items()):
            v = wr()
            if v is not None:
                yield k, v

    def values(self):
        for wr in list(self.data.values()):
            obj = wr()
            if obj is not None:
                yield obj

    def valuerefs(self):
        return list(self.data.values())

    itervaluerefs = valuerefs

    def copy(self):
        new = self.__class__()
        for key, o in self.items():
            new[key] = o
        return new

    __copy__ = copy

    def __deepcopy__(self, memo):
        from copy import deepcopy
        new = self.__class__()
        for key, o in self.items():
            new[deepcopy(key, memo)] = o
        return new

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def pop(self, key, *args):
        try:
            o = self.data.pop(key)()
        except KeyError:
            o = None
        if o is None:
            if args:
                return args[0]
            raise KeyError(key)
        return o

    def popitem(self):
        while True:
            key, wr = self.data.popitem()
            o = wr()
            if o is not None:
                return key, o

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
            return default

    def update(self, other=None, /, **kwargs):
        if other is not None:
            for key, value in (other if hasattr(other, "items") else dict(other)).items():
                self[key] = value
        for key, value in kwargs.items():
            self[key] = value


class WeakKeyDictionary(_Merging):
    """A mapping whose entries go when their key goes."""

    def __init__(self, dict=None):
        self.data = {}
        me = ref(self)

        def remove(k):
            self = me()
            if self is not None:
                self.data.pop(k, None)
        self._remove = remove
        if dict is not None:
            self.update(dict)

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __setitem__(self, key, value):
        self.data[ref(key, self._remove)] = value

    def __len__(self):
        return sum(1 for r in self.data if r() is not None)

    def __repr__(self):
        return "<%s at %#x>" % (self.__class__.__name__, id(self))

    def __contains__(self, key):
        try:
            wrkey = ref(key)
        except TypeError:
            return False
        return wrkey in self.data

    def __iter__(self):
        for wr in list(self.data):
            obj = wr()
            if obj is not None:
                yield obj

    keys = __iter__

    def items(self):
        for wr, value in list(self.data.items()):
            key = wr()
            if key is not None:
                yield key, value

    def values(self):
        for wr, value in list(self.data.items()):
            if wr() is not None:
                yield value

    def keyrefs(self):
        return list(self.data)

    def copy(self):
        new = WeakKeyDictionary()
        for key, value in self.items():
            new[key] = value
        return new

    __copy__ = copy

    def __deepcopy__(self, memo):
        from copy import deepcopy
        new = self.__class__()
        for key, value in self.items():
            new[key] = deepcopy(value, memo)
        return new

    def get(self, key, default=None):
        return self.data.get(ref(key), default)

    def pop(self, key, *args):
        return self.data.pop(ref(key), *args)

    def popitem(self):
        while True:
            key, value = self.data.popitem()
            o = key()
            if o is not None:
                return o, value

    def setdefault(self, key, default=None):
        return self.data.setdefault(ref(key, self._remove), default)

    def update(self, other=None, /, **kwargs):
        if other is not None:
            for key, value in (other if hasattr(other, "items") else dict(other)).items():
                self[key] = value
        if kwargs:
            self.update(kwargs)


class finalize:
    """Calls a function when an object goes, or at exit."""
    __slots__ = ()
    _registry = {}
    _shutdown = False
    _index_iter = itertools.count()
    _registered_with_atexit = False

    class _Info:
        __slots__ = ("weakref", "func", "args", "kwargs", "atexit", "index")

    def __init__(self, obj, func, /, *args, **kwargs):
        if not finalize._registered_with_atexit:
            import atexit
            atexit.register(finalize._exitfunc)
            finalize._registered_with_atexit = True
        info = finalize._Info()
        info.weakref = ref(obj, self)
        info.func = func
        info.args = args
        info.kwargs = kwargs or None
        info.atexit = True
        info.index = next(finalize._index_iter)
        finalize._registry[self] = info

    def __call__(self, _=None):
        info = self._registry.pop(self, None)
        if info and not finalize._shutdown:
            return info.func(*info.args, **(info.kwargs or {}))

    def detach(self):
        info = self._registry.get(self)
        obj = info and info.weakref()
        if obj is not None and self._registry.pop(self, None):
            return (obj, info.func, info.args, info.kwargs or {})

    def peek(self):
        info = self._registry.get(self)
        obj = info and info.weakref()
        if obj is not None:
            return (obj, info.func, info.args, info.kwargs or {})

    @property
    def alive(self):
        return self in self._registry

    @property
    def atexit(self):
        info = self._registry.get(self)
        return bool(info) and info.atexit

    @atexit.setter
    def atexit(self, value):
        info = self._registry.get(self)
        if info:
            info.atexit = bool(value)

    def __repr__(self):
        info = self._registry.get(self)
        obj = info and info.weakref()
        if obj is None:
            return "<%s object at %#x; dead>" % (type(self).__name__, id(self))
        return "<%s object at %#x; for %r at %#x>" % (type(self).__name__, id(self), type(obj).__name__, id(obj))

    @classmethod
    def _exitfunc(cls):
        pending = sorted(((i.index, f) for f, i in cls._registry.items() if i.atexit), key=lambda p: p[0])
        while pending:
            _, f = pending.pop()
            if f in cls._registry:
                try:
                    f()
                except Exception:
                    import sys
                    sys.excepthook(*sys.exc_info())
        cls._shutdown = True
