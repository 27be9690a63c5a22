"""Type variables, Generic and Protocol."""
import abc
import sys
from _typing_forms import (Unpack, _GenericAlias, _Joinable, _Sealed, _UnpackGenericAlias, _as_tuple, _assign, _cached,
                           _collect_parameters, _is_param_expr, _type_check, _type_convert)

__name__ = "typing"


def _caller_module(depth=2):
    """The module whose code called the function that asks, or None."""
    try:
        return sys._getframe(depth).f_globals.get("__name__", "__main__")
    except (AttributeError, ValueError):
        return None


class _Variable(_Sealed):
    """What variables of all kinds share: they belong to the module that makes them, where pickle finds them."""

    def _begin(self, name):
        self.__name__ = name
        module = _caller_module(3)
        if module != "typing":
            self.__module__ = module

    def __repr__(self):
        return self.__name__

    def __reduce__(self):
        return self.__name__

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")


class _Bounded(_Joinable, _Sealed):
    """A variable with a bound and a variance."""

    def _limit(self, bound, covariant, contravariant):
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        self.__covariant__, self.__contravariant__ = bool(covariant), bool(contravariant)
        self.__bound__ = _type_check(bound, "Bound must be a type.") if bound else None

    def __repr__(self):
        return ("+" if self.__covariant__ else "-" if self.__contravariant__ else "~") + self.__name__


class TypeVar(_Bounded, _Variable):
    """A variable for one type."""

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self._begin(name)
        self._limit(bound, covariant, contravariant)
        if constraints and bound is not None:
            raise TypeError("Constraints cannot be combined with bound=...")
        if len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        self.__constraints__ = tuple([_type_check(constraint, "TypeVar(name, constraint, ...): constraints must be types.")
                                      for constraint in constraints])

    def __typing_subst__(self, arg):
        arg = _type_check(arg, "Parameters to generic types must be types.", is_argument=True)
        if isinstance(arg, _UnpackGenericAlias) or getattr(arg, "__unpacked__", False) is True:
            raise TypeError(f"{arg} is not valid as type argument")
        return arg


class TypeVarTuple(_Variable):
    """A variable for any number of types."""

    __typing_takes_several__ = True

    def __init__(self, name):
        self._begin(name)

    def __iter__(self):
        yield Unpack[self]

    def __typing_subst__(self, arg):
        raise TypeError("Substitution of bare TypeVarTuple is not supported")

    def __typing_prepare_subst__(self, alias, args):
        """The arguments with those for this variable in a tuple. An argument *tuple[X, ...] stands for as many X as the
        variables around it need."""
        params = alias.__parameters__
        before = params.index(self)
        after = len(params) - before - 1
        if any(isinstance(param, TypeVarTuple) for param in params[before + 1:]):
            raise TypeError(f"More than one TypeVarTuple parameter in {alias}")
        endless = [(at, inner[0]) for at, arg in enumerate(args) if not isinstance(arg, type)
                   and len(inner := getattr(arg, "__typing_unpacked_tuple_args__", None) or ()) == 2 and inner[1] is ...]
        if len(endless) > 1:
            raise TypeError("More than one unpacked arbitrary-length tuple argument")
        left, right, filler = before, after, None
        if endless:
            at, filler = endless[0]
            left, right = min(before, at), min(after, len(args) - at - 1)
        elif left + right > len(args):
            raise TypeError(f"Too few arguments for {alias}; actual {len(args)}, expected at least {len(params) - 1}")
        end = len(args) - right
        return (*args[:left], *[filler] * (before - left), args[left:end], *[filler] * (after - right), *args[end:])


class _ParamSpecPart:
    """The positional or the keyword arguments that a ParamSpec stands for."""

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f"{self.__origin__.__name__}.{self._part}"

    def __eq__(self, other):
        return self.__origin__ == other.__origin__ if isinstance(other, type(self)) else NotImplemented

    __hash__ = None

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")


class ParamSpecArgs(_ParamSpecPart, _Sealed):
    """P.args, the type of *args."""
    _part = "args"


class ParamSpecKwargs(_ParamSpecPart, _Sealed):
    """P.kwargs, the type of **kwargs."""
    _part = "kwargs"


class ParamSpec(_Bounded, _Variable):
    """A variable for all parameters of a callable."""

    _stands_for_parameters = True
    args = property(ParamSpecArgs)
    kwargs = property(ParamSpecKwargs)

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False):
        self._begin(name)
        self._limit(bound, covariant, contravariant)

    def __typing_subst__(self, arg):
        if isinstance(arg, (list, tuple)):
            return tuple([_type_check(a, "Expected a type.") for a in arg])
        if not _is_param_expr(arg):
            raise TypeError(f"Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {arg}")
        return arg

    def __typing_prepare_subst__(self, alias, args):
        """The arguments with the types for this variable in a tuple."""
        params = alias.__parameters__
        at = params.index(self)
        if at >= len(args):
            raise TypeError(f"Too few arguments for {alias}")
        if len(params) == 1 and not _is_param_expr(args[0]):
            return (args,)  # X[int, str] for X[[int, str]]
        if isinstance(args[at], list):
            return (*args[:at], tuple(args[at]), *args[at + 1:])
        return args


class Generic:
    """The base class of classes that take types in brackets."""

    __slots__ = ()
    _is_protocol = False

    @_cached
    def _of(cls, params):
        params = tuple(map(_type_convert, _as_tuple(params)))
        if cls not in (Generic, Protocol):
            filled = []
            for variable, arg in _assign(cls, cls.__parameters__, params).items():
                filled += arg if isinstance(variable, TypeVarTuple) else (arg,)
            return _GenericAlias(cls, tuple(filled))
        if not params:
            raise TypeError(f"Parameter list to {cls.__qualname__}[...] cannot be empty")
        if not all(isinstance(param, (TypeVar, ParamSpec)) or getattr(param, "__typing_is_unpacked_typevartuple__", False)
                   for param in params):
            raise TypeError(f"Parameters to {cls.__name__}[...] must all be type variables or parameter specification "
                            "variables.")
        if len(set(params)) != len(params):
            raise TypeError(f"Parameters to {cls.__name__}[...] must all be unique")
        return _GenericAlias(cls, params)

    __class_getitem__ = classmethod(_of)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        bases = vars(cls).get("__orig_bases__")
        plain = Generic in cls.__bases__ and cls.__name__ != "Protocol" and type(cls).__name__ != "_TypedDictMeta"
        if plain if bases is None else Generic in bases:
            raise TypeError("Cannot inherit from plain Generic")
        variables = _collect_parameters(bases or ())
        declared = [base.__parameters__ for base in bases or ()
                    if isinstance(base, _GenericAlias) and base.__origin__ is Generic]
        if len(declared) > 1:
            raise TypeError("Cannot inherit from Generic[...] multiple types.")
        for order in declared:
            missing = ", ".join([str(variable) for variable in variables if variable not in order])
            if missing:
                raise TypeError(f"Some type variables ({missing}) are not listed in Generic[{', '.join(map(str, order))}]")
            variables = order
        cls.__parameters__ = tuple(variables)


# Protocols.

_NO_MEMBERS = frozenset({
    "__abstractmethods__", "__annotations__", "__class_getitem__", "__dict__", "__doc__", "__init__", "__match_args__",
    "__module__", "__new__", "__orig_bases__", "__orig_class__", "__parameters__", "__qualname__", "__slots__",
    "__subclasshook__", "__weakref__", "_is_protocol", "_is_runtime_protocol"})

# Abstract classes that protocols may derive from though they are none themselves.
_PROTOCOL_LIKE = {
    "collections.abc": {"AsyncIterable", "Awaitable", "Callable", "Collection", "Container", "Hashable", "Iterable",
                        "Iterator", "Reversible", "Sized"},
    "contextlib": {"AbstractAsyncContextManager", "AbstractContextManager"}}

_UNCHECKED = "Instance and class checks can only be used with @runtime_checkable protocols"


def _annotated(cls):
    """The names that a class annotates. Of some built-in classes the attribute is a descriptor."""
    names = getattr(cls, "__annotations__", ())
    return names if isinstance(names, dict) else ()


def _get_protocol_attrs(cls):
    """The names of the members that a protocol asks for."""
    return {name for base in cls.__mro__[:-1] if base.__name__ not in ("Protocol", "Generic")
            for name in (*vars(base), *_annotated(base))
            if name not in _NO_MEMBERS and not name.startswith("_abc_")}


def _has_only_methods(cls):
    return all(callable(getattr(cls, name, None)) for name in _get_protocol_attrs(cls))


def _asked_by_library():
    """Whether the check that calls this comes from abc or functools, which ask every class."""
    try:
        frame = sys._getframe(2)
        if frame.f_code.co_name == "__subclasscheck__":  # of ABCMeta, which called a hook
            frame = frame.f_back
        return frame.f_globals.get("__name__") in ("abc", "functools", None)
    except (AttributeError, ValueError):
        return True


class _ProtocolMeta(abc.ABCMeta):
    def __instancecheck__(cls, instance):
        protocol = getattr(cls, "_is_protocol", False)
        if protocol and not getattr(cls, "_is_runtime_protocol", False) and not _asked_by_library():
            raise TypeError(_UNCHECKED)
        if (not protocol or _has_only_methods(cls)) and issubclass(instance.__class__, cls):
            return True
        if protocol:
            absent = object()
            for name in _get_protocol_attrs(cls):
                value = getattr(instance, name, absent)
                # A method set to None says that there is none.
                if value is absent or value is None and callable(getattr(cls, name, None)):
                    break
            else:
                return True
        return super().__instancecheck__(instance)


def _provides(cls, name):
    """Whether a class has a member, or is a protocol that declares it."""
    for base in cls.__mro__:
        if name in vars(base):
            return vars(base)[name] is not None
        if name in _annotated(base) and issubclass(cls, Generic) and cls._is_protocol:
            return True
    return False


def _subclass_hook(cls):
    """What issubclass() asks a protocol."""
    def hook(other):
        if not vars(cls).get("_is_protocol", False):
            return NotImplemented
        for allowed, text in ((getattr(cls, "_is_runtime_protocol", False), _UNCHECKED),
                              (_has_only_methods(cls), "Protocols with non-method members don't support issubclass()")):
            if not allowed:
                if _asked_by_library():
                    return NotImplemented
                raise TypeError(text)
        if not isinstance(other, type):
            raise TypeError("issubclass() arg 1 must be a class")
        return True if all(_provides(other, name) for name in _get_protocol_attrs(cls)) else NotImplemented
    return hook


def _no_instances(self, *args, **kwargs):
    """The __init__ of protocols. A class that derives from one and has no other gets the next in its bases."""
    cls = type(self)
    if cls._is_protocol:
        raise TypeError("Protocols cannot be instantiated")
    if cls.__init__ is not _no_instances:
        return  # called by that of a subclass
    found = [vars(base)["__init__"] for base in cls.__mro__
             if vars(base).get("__init__", _no_instances) is not _no_instances]
    cls.__init__ = found[0]  # object has one
    found[0](self, *args, **kwargs)


class Protocol(Generic, metaclass=_ProtocolMeta):
    """The base class of protocols: classes match them by what members they have."""

    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        own = vars(cls)
        if not own.get("_is_protocol", False):  # a class that only derives from one is none
            cls._is_protocol = any(base is Protocol for base in cls.__bases__)
        if "__subclasshook__" not in own:
            cls.__subclasshook__ = _subclass_hook(cls)
        if not cls._is_protocol:
            return
        for base in cls.__bases__:
            known = base in (object, Generic) or base.__name__ in _PROTOCOL_LIKE.get(base.__module__, ())
            if not known and not (issubclass(base, Generic) and getattr(base, "_is_protocol", False)):
                raise TypeError("Protocols can only inherit from other protocols, got %r" % base)
        if cls.__init__ is Protocol.__init__:
            cls.__init__ = _no_instances


def runtime_checkable(cls):
    """A decorator of protocols: isinstance() and issubclass() look at the members."""
    if issubclass(cls, Generic) and cls._is_protocol:
        cls._is_runtime_protocol = True
        return cls
    raise TypeError("@runtime_checkable can be only applied to protocol classes, got %r" % cls)


_VARIABLES = {"T": {}, "KT": {}, "VT": {}, "T_co": {"covariant": True}, "V_co": {"covariant": True},
              "VT_co": {"covariant": True}, "T_contra": {"contravariant": True},
              "CT_co": {"covariant": True, "bound": type}}
globals().update((_name, TypeVar(_name, **_how)) for _name, _how in _VARIABLES.items())
AnyStr = TypeVar("AnyStr", bytes, str)


def _supports(name, method, base=Protocol):
    """A runtime protocol of one method."""
    method = abc.abstractmethod(method)
    method.__qualname__ = f"{name}.{method.__name__}"
    members = {"__module__": "typing", "__slots__": (), "__doc__": f"Classes with {method.__name__}().",
               method.__name__: method}
    import types
    return runtime_checkable(types.new_class(name, (base,), exec_body=lambda space: space.update(members)))


def _methods():
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def __complex__(self) -> complex: ...
    def __bytes__(self) -> bytes: ...
    def __index__(self) -> int: ...
    def __abs__(self) -> T_co: ...
    def __round__(self, ndigits: int = 0) -> T_co: ...
    return locals()


for _kind, _method in _methods().items():
    _name = "Supports" + _kind.strip("_").capitalize()
    globals()[_name] = _supports(_name, _method, Protocol[T_co] if _kind in ("__abs__", "__round__") else Protocol)


class IO(Generic[AnyStr]):
    """The type of open files."""
    __slots__ = ()


class BinaryIO(IO[bytes]):
    """The type of binary files."""
    __slots__ = ()


class TextIO(IO[str]):
    """The type of text files."""
    __slots__ = ()
