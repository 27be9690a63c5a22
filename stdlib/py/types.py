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


def coroutine(func):
    """A generator function whose generators can be awaited."""
    if not callable(func):
        raise TypeError("types.coroutine() expects a callable")
    if type(func) is FunctionType and func.__code__.co_flags & 0x180:  # they can already
        return func
    from _collections_abc import Coroutine, Generator
    from _types_classes import _GeneratorWrapper
    from functools import wraps

    @wraps(func)
    def wrapped(*args, **kwargs):
        made = func(*args, **kwargs)
        return _GeneratorWrapper(made) if isinstance(made, Generator) and not isinstance(made, Coroutine) else made

    return wrapped


_CLASSES = ("SimpleNamespace", "DynamicClassAttribute", "_GeneratorWrapper")


def __getattr__(name):
    if name not in _CLASSES:
        raise AttributeError(f"module 'types' has no attribute {name!r}")
    import _types_classes
    found = globals()[name] = getattr(_types_classes, name)
    return found


def __dir__():
    return sorted({*globals(), *_CLASSES})


__all__ = [name for name in (*globals(), *_CLASSES) if name[0] != "_" and name != "sys"]
