"""Names of types that have none, and helpers that make classes at run time."""
import sys


class _Slotted:
    __slots__ = ("slot",)

    def method(self):
        pass


async def _coroutine():
    pass


async def _generator():
    yield


try:
    raise TypeError
except TypeError as _failure:
    TracebackType, FrameType = type(_failure.__traceback__), type(_failure.__traceback__.tb_frame)

_coroutine = _coroutine()
CoroutineType = type(_coroutine)
_coroutine.close()  # else it tells that it was never awaited
AsyncGeneratorType = type(_generator())
GeneratorType = type((lambda: (yield))())
FunctionType = LambdaType = type(lambda: None)
CodeType = type((lambda: None).__code__)
CellType = type((lambda held: lambda: held)(1).__closure__[0])
MethodType = type(_Slotted().method)
BuiltinFunctionType = BuiltinMethodType = type(len)
WrapperDescriptorType, MethodWrapperType = type(object.__init__), type(object().__str__)
MethodDescriptorType, ClassMethodDescriptorType = type(str.join), type(vars(dict)["fromkeys"])
GetSetDescriptorType, MemberDescriptorType = type(FunctionType.__code__), type(_Slotted.slot)
ModuleType, MappingProxyType = type(sys), type(vars(type))
GenericAlias, UnionType = type(list[int]), type(int | str)
NoneType, EllipsisType, NotImplementedType = type(None), type(...), type(NotImplemented)

del _coroutine, _generator, _Slotted


class SimpleNamespace:
    """An object with the attributes that it is given."""

    def __init__(self, /, **kwargs):
        vars(self).update(kwargs)

    def __repr__(self):
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        if id(self) in _being_shown:
            return f"{name}(...)"
        _being_shown.add(id(self))
        try:
            return f"{name}({', '.join([f'{key}={value!r}' for key, value in vars(self).items()])})"
        finally:
            _being_shown.discard(id(self))

    def __eq__(self, other):
        if isinstance(other, SimpleNamespace) and isinstance(self, SimpleNamespace):
            return vars(self) == vars(other)
        return NotImplemented

    __hash__ = None

    def __reduce__(self):
        return type(self), (), vars(self)


_being_shown = set()


# -- Making classes


def new_class(name, bases=(), kwds=None, exec_body=None):
    """A class as a class statement makes it; exec_body(namespace) is the body."""
    resolved = resolve_bases(bases)
    metaclass, namespace, kwds = prepare_class(name, resolved, kwds)
    if exec_body is not None:
        exec_body(namespace)
    if resolved is not bases:
        namespace["__orig_bases__"] = bases
    return metaclass(name, resolved, namespace, **kwds)


def resolve_bases(bases):
    """The bases, with what stands for those that are no classes, such as list[int]; the same tuple where all are."""
    resolved = []
    for base in bases:
        if isinstance(base, type) or not hasattr(base, "__mro_entries__"):
            resolved.append(base)
            continue
        entries = base.__mro_entries__(bases)
        if not isinstance(entries, tuple):
            raise TypeError("__mro_entries__ must return a tuple")
        resolved += entries
    same = len(resolved) == len(bases) and all([one is other for one, other in zip(resolved, bases)])
    return bases if same else tuple(resolved)


def prepare_class(name, bases=(), kwds=None):
    """The metaclass, the namespace for the body, and the keywords without the metaclass."""
    kwds = dict(kwds or {})
    metaclass = kwds.pop("metaclass", None)
    if metaclass is None:
        metaclass = type(bases[0]) if bases else type
    if isinstance(metaclass, type):
        for other in map(type, bases):
            if issubclass(other, metaclass):
                metaclass = other
            elif not issubclass(metaclass, other):
                raise TypeError("metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of "
                                "the metaclasses of all its bases")
    namespace = metaclass.__prepare__(name, bases, **kwds) if hasattr(metaclass, "__prepare__") else {}
    return metaclass, namespace, kwds


class DynamicClassAttribute:
    """A property of objects; the class has none of the name, so that its metaclass may give something else."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.overwrite_doc = doc is None
        self.__doc__ = doc or getattr(fget, "__doc__", None)
        self.__isabstractmethod__ = bool(getattr(fget, "__isabstractmethod__", False))

    def __get__(self, instance, ownerclass=None):
        if instance is not None:
            return self._function("fget", "unreadable attribute")(instance)
        if self.__isabstractmethod__:
            return self
        raise AttributeError()

    def __set__(self, instance, value):
        self._function("fset", "can't set attribute")(instance, value)

    def __delete__(self, instance):
        self._function("fdel", "can't delete attribute")(instance)

    def _function(self, which, refusal):
        function = getattr(self, which)
        if function is None:
            raise AttributeError(refusal)
        return function

    def _with(self, fget, fset, fdel, doc):
        made = type(self)(fget, fset, fdel, doc)
        made.overwrite_doc = self.overwrite_doc
        return made

    def getter(self, fget):
        """The same attribute with another function that reads it."""
        return self._with(fget, self.fset, self.fdel, fget.__doc__ if self.overwrite_doc else self.__doc__)

    def setter(self, fset):
        """The same attribute with another function that sets it."""
        return self._with(self.fget, fset, self.fdel, self.__doc__)

    def deleter(self, fdel):
        """The same attribute with another function that deletes it."""
        return self._with(self.fget, self.fset, fdel, self.__doc__)


def coroutine(func):
    """A generator function whose generators can be awaited."""
    if not callable(func):
        raise TypeError("types.coroutine() expects a callable")
    if type(func) is FunctionType and func.__code__.co_flags & 0x180:  # they can already
        return func
    from _collections_abc import Coroutine, Generator
    from functools import wraps

    @wraps(func)
    def wrapped(*args, **kwargs):
        made = func(*args, **kwargs)
        return _GeneratorWrapper(made) if isinstance(made, Generator) and not isinstance(made, Coroutine) else made

    return wrapped


def _of_generator(name):
    return property(lambda self: getattr(self._generator, name))


class _GeneratorWrapper:
    """A generator, or what behaves as one, with the methods and attributes of a coroutine too."""

    def __init__(self, gen):
        self._generator = gen
        self.__name__, self.__qualname__ = getattr(gen, "__name__", None), getattr(gen, "__qualname__", None)

    def send(self, val):
        return self._generator.send(val)

    def throw(self, tp, *rest):
        return self._generator.throw(tp, *rest)

    def close(self):
        return self._generator.close()

    def __next__(self):
        return next(self._generator)

    def __iter__(self):
        return self._generator if type(self._generator) is GeneratorType else self

    __await__ = __iter__
    gi_code = cr_code = _of_generator("gi_code")
    gi_frame = cr_frame = _of_generator("gi_frame")
    gi_running = cr_running = _of_generator("gi_running")
    gi_yieldfrom = cr_await = _of_generator("gi_yieldfrom")


__all__ = [name for name in globals() if name[0] != "_" and name != "sys"]
