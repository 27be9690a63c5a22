"""Abstract base classes."""
from _abc import abstract_names as _abstract_names
from _weakref import ref as _ref


def abstractmethod(funcobj):
    """Mark a method that subclasses must define before they can be instantiated."""
    funcobj.__isabstractmethod__ = True
    return funcobj


class _AbstractWrapper:
    """classmethod and staticmethod of a function that is marked as abstract, as they were written before decorators
    could be combined."""
    __isabstractmethod__ = True

    def __init__(self, callable):
        super().__init__(abstractmethod(callable))


class abstractclassmethod(_AbstractWrapper, classmethod):
    """An abstract class method: the same as @classmethod over @abstractmethod."""


class abstractstaticmethod(_AbstractWrapper, staticmethod):
    """An abstract static method: the same as @staticmethod over @abstractmethod."""


class abstractproperty(property):
    """An abstract property: the same as @property over @abstractmethod."""
    __isabstractmethod__ = True


_registrations = [0]  # how many there were of all classes: answers of "no" count only until the next one


class ABCMeta(type):
    """Metaclass for abstract base classes: abstract methods and virtual subclasses.

    A class's _abc_impl holds references to the classes registered with it, what was answered with "yes" and with "no",
    and how many registrations there were when the first of these "no" was said.
    """

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        made = super().__new__(mcls, name, bases, namespace, **kwargs)
        made.__abstractmethods__ = _abstract_names(made)
        type.__setattr__(made, "_abc_impl", [[], {}, {}, 0])
        return made

    def register(cls, subclass):
        """Register a virtual subclass. Returns it, so that this works as a decorator."""
        if not isinstance(subclass, type):
            raise TypeError("Can only register classes")
        if not issubclass(subclass, cls):
            if issubclass(cls, subclass):
                raise RuntimeError("Refusing to create an inheritance cycle")
            cls._abc_impl[0].append(_ref(subclass))
            _registrations[0] += 1
        return subclass

    def __instancecheck__(cls, instance):
        # An object may claim another class than it has.
        claimed, real = instance.__class__, type(instance)
        if _holds(cls._abc_impl[1], claimed) or cls.__subclasscheck__(claimed):
            return True
        return real is not claimed and cls.__subclasscheck__(real)

    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError("issubclass() arg 1 must be a class")
        impl = cls._abc_impl
        if _holds(impl[1], subclass):
            return True
        if impl[3] < _registrations[0]:
            impl[2:] = {}, _registrations[0]
        elif _holds(impl[2], subclass):
            return False
        # The hook of typing's protocols looks at the frame that called this one.
        answer = cls.__subclasshook__(subclass)
        if answer is NotImplemented:
            answer = _is_subclass(cls, subclass)
        elif not isinstance(answer, bool):
            raise AssertionError("__subclasshook__ must return either False, True, or NotImplemented")
        impl[1 if answer else 2][id(subclass)] = _ref(subclass)
        return answer


def _holds(cache, cls):
    """Whether a cache has a class; one that is gone may have left its id to another."""
    kept = cache.get(id(cls))
    return kept is not None and kept() is cls


def _is_subclass(cls, subclass):
    if cls in (type.mro(subclass) if subclass is type else getattr(subclass, "__mro__", ())):
        return True
    for kept in cls._abc_impl[0]:
        registered = kept()
        if registered is not None and issubclass(subclass, registered):
            return True
    return any(issubclass(subclass, derived) for derived in cls.__subclasses__())


def update_abstractmethods(cls):
    """Find the abstract methods of a class again, after a decorator changed it."""
    if hasattr(cls, "__abstractmethods__"):
        cls.__abstractmethods__ = _abstract_names(cls)
    return cls


def get_cache_token():
    """A number that changes with every registration, for caches of answers about virtual subclasses."""
    return _registrations[0]


class ABC(metaclass=ABCMeta):
    """A base class whose metaclass is ABCMeta."""
    __slots__ = ()
