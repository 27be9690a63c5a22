"""How objects are taken apart for pickle and copy: registered ways, and what object.__reduce_ex__ does."""
__all__ = ["pickle", "constructor", "add_extension", "remove_extension", "clear_extension_cache"]

dispatch_table = {}  # by type: a function that gives what __reduce__ would


def _must_be_callable(value, what):
    if not callable(value):
        raise TypeError(what + " must be callable")


def pickle(ob_type, pickle_function, constructor_ob=None):
    """Register a function that reduces objects of a type."""
    _must_be_callable(pickle_function, "reduction functions")
    if constructor_ob is not None:
        constructor(constructor_ob)
    dispatch_table[ob_type] = pickle_function


def constructor(object):
    """Check that something can be called to make an object again."""
    _must_be_callable(object, "constructors")


def pickle_complex(c):
    """How a complex number is pickled: as its parts."""
    return type(c), (c.real, c.imag)


def pickle_union(obj):
    """How a union of types is pickled: as X | Y | ..."""
    from functools import reduce
    from operator import or_
    return reduce, (or_, obj.__args__)


pickle(complex, pickle_complex)
pickle(type(int | None), pickle_union)


# Names that stand in pickles: calls that make an object without its __init__.


def _reconstructor(cls, base, state):
    """An instance of cls; of its built-in base it has a value."""
    if base is object:
        return object.__new__(cls)
    made = base.__new__(cls, state)
    if base.__init__ is not object.__init__:
        base.__init__(made, state)
    return made


def __newobj__(cls, *args):
    """An instance by cls.__new__."""
    return __newobj_ex__(cls, args, {})


def __newobj_ex__(cls, args, kwargs):
    """An instance by cls.__new__ with keywords."""
    return cls.__new__(cls, *args, **kwargs)


_HEAPTYPE = 1 << 9  # of __flags__: the class was made by a class statement


def _shown(cls):
    """The name in messages: with the module for classes of C modules."""
    home = cls.__module__
    return cls.__name__ if home == "builtins" or cls.__flags__ & _HEAPTYPE else f"{home}.{cls.__name__}"


def _reduce_ex(self, proto):
    """What object.__reduce_ex__ gives for protocols 0 and 1."""
    cls = type(self)
    base = next((c for c in cls.__mro__ if not getattr(c, "__flags__", _HEAPTYPE) & _HEAPTYPE), object)
    if base is cls and base is not object:
        raise TypeError(f"cannot pickle {cls.__name__!r} object")
    recipe = _reconstructor, (cls, base, None if base is object else base(self))
    state = _old_state(self, cls, proto)
    return (*recipe, state) if state else recipe


def _old_state(self, cls, proto):
    """The attributes; slots are not among them, so that a class with slots must say its state itself."""
    says = getattr(self, "__getstate__", None)
    if getattr(self, "__slots__", None) and (says is None or cls.__getstate__ is object.__getstate__):
        reason = "a class that defines __slots__ without defining __getstate__ cannot be pickled"
        more = f" with protocol {proto}"
        raise TypeError(reason if says is not None else f"cannot pickle {cls.__name__!r} object: {reason}{more}")
    return getattr(self, "__dict__", None) if says is None else says()


_object_reduce, _object_state = object.__reduce__, object.__getstate__
_plain_bases = (object, list, dict, set, frozenset, int, float, complex, str, bytes, bytearray, tuple, BaseException)


def _object_getstate(self):
    """What object.__getstate__ gives: the attributes, with those in __slots__ apart."""
    attributes = getattr(self, "__dict__", None) or None
    names = _slotnames(type(self))
    if not names:
        return attributes
    slots = {name: getattr(self, name) for name in names if hasattr(self, name)}
    return (attributes, slots) if slots else attributes


def _object_reduce_ex(self, proto):
    """What object.__reduce_ex__ gives."""
    cls = type(self)
    if cls.__reduce__ is not _object_reduce:
        return self.__reduce__()
    if proto < 2:
        return _reduce_ex(self, proto)
    own_state = cls.__getstate__ is not _object_state
    for base in () if own_state else cls.__mro__:
        if not base.__flags__ & _HEAPTYPE and base not in _plain_bases and not issubclass(base, BaseException):
            raise TypeError(f"cannot pickle {_shown(cls)!r} object")
    args, kwargs = _new_arguments(self, cls)
    make = (__newobj_ex__, (cls, args, kwargs)) if kwargs else (__newobj__, (cls, *args))
    items = iter(self) if isinstance(self, list) else None
    pairs = iter(self.items()) if isinstance(self, dict) else None
    return *make, self.__getstate__(), items, pairs


def _must_be(kind, value, what):
    if not isinstance(value, kind):
        article = "a " if what.startswith("__") else "must be a "
        raise TypeError(f"{what} {'should return ' if article == 'a ' else ''}{article}{kind.__name__}, not "
                        f"{type(value).__name__!r}")


def _new_arguments(self, cls):
    """What the object's class says to give to its __new__: arguments and keywords."""
    if hasattr(cls, "__getnewargs_ex__"):
        both = self.__getnewargs_ex__()
        _must_be(tuple, both, "__getnewargs_ex__")
        if len(both) != 2:
            raise ValueError(f"__getnewargs_ex__ should return a tuple of length 2, not {len(both)}")
        _must_be(tuple, both[0], "first item of the tuple returned by __getnewargs_ex__")
        _must_be(dict, both[1], "second item of the tuple returned by __getnewargs_ex__")
        return both
    if not hasattr(cls, "__getnewargs__"):
        return (), None
    args = self.__getnewargs__()
    _must_be(tuple, args, "__getnewargs__")
    return args, None


def _slotnames(cls):
    """The names of all slots of a class and its bases, private ones as they are stored; kept in the class."""
    known = vars(cls).get("__slotnames__")
    if known is not None:
        return known
    names = []
    for base in cls.__mro__:
        slots = vars(base).get("__slots__", ())
        prefix = base.__name__.lstrip("_")
        for slot in [slots] if isinstance(slots, str) else slots:
            if slot in ("__dict__", "__weakref__"):
                continue
            private = slot.startswith("__") and not slot.endswith("__") and prefix
            names.append(f"_{prefix}{slot}" if private else slot)
    try:
        cls.__slotnames__ = names
    except Exception:
        pass  # built-in classes keep nothing
    return names


# Codes that stand for global names in pickles, both ways; and the objects that were found by them.
_extension_registry = {}
_inverted_registry = {}
_extension_cache = {}


def add_extension(module, name, code):
    """Let pickles write a code in place of a global name."""
    code, key = int(code), (module, name)
    if not 0 < code < 1 << 31:
        raise ValueError("code out of range")
    taken, owner = _extension_registry.get(key), _inverted_registry.get(code)
    if (taken, owner) == (code, key):
        return
    if taken is not None:
        raise ValueError("key %s is already registered with code %s" % (key, taken))
    if owner is not None:
        raise ValueError("code %s is already in use for key %s" % (code, owner))
    _extension_registry[key], _inverted_registry[code] = code, key


def remove_extension(module, name, code):
    """Undo add_extension()."""
    key = (module, name)
    if (_extension_registry.get(key), _inverted_registry.get(code)) != (code, key):
        raise ValueError("key %s is not registered with code %s" % (key, code))
    for table, entry in ((_extension_registry, key), (_inverted_registry, code), (_extension_cache, code)):
        table.pop(entry, None)


def clear_extension_cache():
    """Forget the objects that were found by codes."""
    _extension_cache.clear()
