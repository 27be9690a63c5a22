"""Abstract base classes."""
from _weakref import ref as _ref


def abstractmethod(funcobj):
    """Mark a method that subclasses must define before they can be instantiated."""
    funcobj.__isabstractmethod__ = True
    return funcobj


class abstractclassmethod(classmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractstaticmethod(staticmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractproperty(property):
    __isabstractmethod__ = True


_counter = [0]


class ABCMeta(type):
    """Metaclass for abstract base classes: abstract methods and virtual subclasses."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        update_abstractmethods_of(cls, bases, namespace)
        type.__setattr__(cls, "_abc_registry", [])
        type.__setattr__(cls, "_abc_cache", {})
        type.__setattr__(cls, "_abc_negative", ({}, _counter[0]))
        return cls

    def register(cls, subclass):
        """Register a virtual subclass. Returns it, so that this works as a decorator."""
        if not isinstance(subclass, type):
            raise TypeError("Can only register classes")
        if issubclass(subclass, cls):
            return subclass
        if issubclass(cls, subclass):
            raise RuntimeError("Refusing to create an inheritance cycle")
        cls._abc_registry.append(_ref(subclass))
        _counter[0] += 1
        return subclass

    def __instancecheck__(cls, instance):
        subclass = instance.__class__
        if _cached(cls._abc_cache, subclass):
            return True
        subtype = type(instance)
        if subtype is subclass:
            return cls.__subclasscheck__(subclass)
        return cls.__subclasscheck__(subclass) or cls.__subclasscheck__(subtype)

    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError("issubclass() arg 1 must be a class")
        if _cached(cls._abc_cache, subclass):
            return True
        negative, stamp = cls._abc_negative
        if stamp < _counter[0]:
            negative = {}
            type.__setattr__(cls, "_abc_negative", (negative, _counter[0]))
        elif _cached(negative, subclass):
            return False
        ok = cls.__subclasshook__(subclass)
        if ok is NotImplemented:
            ok = cls in type.mro(subclass) if subclass is type else cls in getattr(subclass, "__mro__", ())
            if not ok:
                for registered in cls._abc_registry:
                    other = registered()
                    if other is not None and issubclass(subclass, other):
                        ok = True
                        break
            if not ok:
                for derived in cls.__subclasses__():
                    if issubclass(subclass, derived):
                        ok = True
                        break
        elif not isinstance(ok, bool):
            raise AssertionError("__subclasshook__ must return either False, True, or NotImplemented")
        key = id(subclass)
        (cls._abc_cache if ok else cls._abc_negative[0])[key] = _ref(subclass)
        return ok


def _cached(cache, cls):
    entry = cache.get(id(cls))
    return entry is not None and entry() is cls


def update_abstractmethods_of(cls, bases, namespace):
    abstracts = {name for name, value in namespace.items() if getattr(value, "__isabstractmethod__", False)}
    for base in bases:
        for name in getattr(base, "__abstractmethods__", ()):
            if getattr(getattr(cls, name, None), "__isabstractmethod__", False):
                abstracts.add(name)
    cls.__abstractmethods__ = frozenset(abstracts)


def update_abstractmethods(cls):
    """Find the abstract methods of a class again, after a decorator changed it."""
    if not hasattr(cls, "__abstractmethods__"):
        return cls
    abstracts = set()
    for base in cls.__bases__:
        for name in getattr(base, "__abstractmethods__", ()):
            if getattr(getattr(cls, name, None), "__isabstractmethod__", False):
                abstracts.add(name)
    for name, value in cls.__dict__.items():
        if getattr(value, "__isabstractmethod__", False):
            abstracts.add(name)
    cls.__abstractmethods__ = frozenset(abstracts)
    return cls


def get_cache_token():
    return _counter[0]


class ABC(metaclass=ABCMeta):
    """A base class whose metaclass is ABCMeta."""
    __slots__ = ()
