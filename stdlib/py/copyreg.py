"""Registered ways to pickle and copy."""
__all__ = ["pickle", "constructor", "add_extension", "remove_extension", "clear_extension_cache"]

dispatch_table = {}


def pickle(ob_type, pickle_function, constructor_ob=None):
    """Register a function that reduces objects of a type."""
    if not callable(pickle_function):
        raise TypeError("reduction functions must be callable")
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    if not callable(object):
        raise TypeError("constructors must be callable")


def pickle_complex(c):
    return complex, (c.real, c.imag)


pickle(complex, pickle_complex, complex)


def pickle_union(obj):
    import functools
    import operator
    return functools.reduce, (operator.or_, obj.__args__)


pickle(type(int | str), pickle_union)


def _reconstructor(cls, base, state):
    if base is object:
        obj = object.__new__(cls)
    else:
        obj = base.__new__(cls, state)
        if base.__init__ != object.__init__:
            base.__init__(obj, state)
    return obj


_HEAPTYPE = 1 << 9


def _reduce_ex(self, proto):
    cls = self.__class__
    for base in cls.__mro__:
        if hasattr(base, "__flags__") and not base.__flags__ & _HEAPTYPE:
            break
    else:
        base = object
    if base is object:
        state = None
    else:
        if base is cls:
            raise TypeError(f"cannot pickle {cls.__name__!r} object")
        state = base(self)
    args = (cls, base, state)
    try:
        getstate = self.__getstate__
    except AttributeError:
        if getattr(self, "__slots__", None):
            raise TypeError(f"cannot pickle {cls.__name__!r} object: a class that defines __slots__ without defining "
                            f"__getstate__ cannot be pickled with protocol {proto}") from None
        try:
            dict = self.__dict__
        except AttributeError:
            dict = None
    else:
        if getattr(self, "__slots__", None) and cls.__getstate__ is object.__getstate__:
            raise TypeError(f"a class that defines __slots__ without defining __getstate__ cannot be pickled with "
                            f"protocol {proto}")
        dict = getstate()
    if dict:
        return _reconstructor, args, dict
    return _reconstructor, args


_object_reduce = object.__reduce__
_plain_bases = (object, list, dict, set, frozenset, int, float, complex, str, bytes, bytearray, tuple, BaseException)


def _object_getstate(self):
    """What object.__getstate__ gives: the attributes, with those in __slots__ apart."""
    state = getattr(self, "__dict__", None) or None
    slots = {}
    for name in _slotnames(type(self)):
        try:
            slots[name] = getattr(self, name)
        except AttributeError:
            pass
    return (state, slots) if slots else state


def _object_reduce_ex(self, proto):
    """What object.__reduce_ex__ gives."""
    cls = type(self)
    if cls.__reduce__ is not _object_reduce:
        return self.__reduce__()
    if proto < 2:
        return _reduce_ex(self, proto)
    for base in cls.__mro__:
        if not base.__flags__ & _HEAPTYPE and base not in _plain_bases and not issubclass(base, BaseException):
            raise TypeError(f"cannot pickle {cls.__name__!r} object")
    if hasattr(cls, "__getnewargs_ex__"):
        both = self.__getnewargs_ex__()
        if not isinstance(both, tuple):
            raise TypeError(f"__getnewargs_ex__ should return a tuple, not '{type(both).__name__}'")
        if len(both) != 2:
            raise ValueError(f"__getnewargs_ex__ should return a tuple of length 2, not {len(both)}")
        args, kwargs = both
        if not isinstance(args, tuple):
            raise TypeError("first item of the tuple returned by __getnewargs_ex__ must be a tuple, not "
                            f"'{type(args).__name__}'")
        if not isinstance(kwargs, dict):
            raise TypeError("second item of the tuple returned by __getnewargs_ex__ must be a dict, not "
                            f"'{type(kwargs).__name__}'")
        func, func_args = (__newobj_ex__, (cls, args, kwargs)) if kwargs else (__newobj__, (cls, *args))
    else:
        args = self.__getnewargs__() if hasattr(cls, "__getnewargs__") else ()
        if not isinstance(args, tuple):
            raise TypeError(f"__getnewargs__ should return a tuple, not '{type(args).__name__}'")
        func, func_args = __newobj__, (cls, *args)
    state = self.__getstate__()
    listitems = iter(self) if isinstance(self, list) else None
    dictitems = iter(self.items()) if isinstance(self, dict) else None
    return func, func_args, state, listitems, dictitems


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _slotnames(cls):
    names = cls.__dict__.get("__slotnames__")
    if names is not None:
        return names
    names = []
    for c in cls.__mro__:
        if "__slots__" in c.__dict__:
            slots = c.__dict__["__slots__"]
            if isinstance(slots, str):
                slots = (slots,)
            for name in slots:
                if name in ("__dict__", "__weakref__"):
                    continue
                if name.startswith("__") and not name.endswith("__"):
                    stripped = c.__name__.lstrip("_")
                    names.append("_%s%s" % (stripped, name) if stripped else name)
                else:
                    names.append(name)
    try:
        cls.__slotnames__ = names
    except Exception:
        pass
    return names


_extension_registry = {}
_inverted_registry = {}
_extension_cache = {}


def add_extension(module, name, code):
    """Register an extension code."""
    code = int(code)
    if not 1 <= code <= 0x7fffffff:
        raise ValueError("code out of range")
    key = (module, name)
    if _extension_registry.get(key) == code and _inverted_registry.get(code) == key:
        return
    if key in _extension_registry:
        raise ValueError("key %s is already registered with code %s" % (key, _extension_registry[key]))
    if code in _inverted_registry:
        raise ValueError("code %s is already in use for key %s" % (code, _inverted_registry[code]))
    _extension_registry[key] = code
    _inverted_registry[code] = key


def remove_extension(module, name, code):
    key = (module, name)
    if _extension_registry.get(key) != code or _inverted_registry.get(code) != key:
        raise ValueError("key %s is not registered with code %s" % (key, code))
    del _extension_registry[key]
    del _inverted_registry[code]
    _extension_cache.pop(code, None)


def clear_extension_cache():
    _extension_cache.clear()
