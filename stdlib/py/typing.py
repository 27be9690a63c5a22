"""Types for annotations.

This file holds what is only a mark on an object, and says where the rest is made: on first use, as most programs need only a
few of the names.

    _typing_forms     special forms and aliases          _typing_records   NamedTuple, TypedDict, NewType
    _typing_generic   variables, Generic, Protocol       _typing_hints     ForwardRef, get_type_hints
"""
import sys
import _typing_forms

__all__ = ["Annotated", "Any", "Callable", "ClassVar", "Concatenate", "Final", "ForwardRef", "Generic", "Literal",
           "Optional", "ParamSpec", "Protocol", "Tuple", "Type", "TypeVar", "TypeVarTuple", "Union", "AbstractSet",
           "ByteString", "Container", "ContextManager", "Hashable", "ItemsView", "Iterable", "Iterator", "KeysView",
           "Mapping", "MappingView", "MutableMapping", "MutableSequence", "MutableSet", "Sequence", "Sized",
           "ValuesView", "Awaitable", "AsyncIterator", "AsyncIterable", "Coroutine", "Collection", "AsyncGenerator",
           "AsyncContextManager", "Reversible", "SupportsAbs", "SupportsBytes", "SupportsComplex", "SupportsFloat",
           "SupportsIndex", "SupportsInt", "SupportsRound", "ChainMap", "Counter", "Deque", "Dict", "DefaultDict",
           "List", "OrderedDict", "Set", "FrozenSet", "NamedTuple", "TypedDict", "Generator", "BinaryIO", "IO",
           "Match", "Pattern", "TextIO", "AnyStr", "assert_type", "assert_never", "cast", "clear_overloads",
           "dataclass_transform", "final", "get_args", "get_origin", "get_overloads", "get_type_hints",
           "is_typeddict", "LiteralString", "Never", "NewType", "no_type_check", "no_type_check_decorator", "NoReturn",
           "NotRequired", "overload", "ParamSpecArgs", "ParamSpecKwargs", "Required", "reveal_type",
           "runtime_checkable", "Self", "Text", "TYPE_CHECKING", "TypeAlias", "TypeGuard", "Unpack"]

TYPE_CHECKING = False
Text = str

# Bare aliases: name -> (module or None for a built-in, class, number of arguments).
_ABSTRACT = {"Hashable": 0, "Sized": 0, "ByteString": 0, "Coroutine": 3, "Generator": 3, "AsyncGenerator": 2, "Mapping": 2,
             "MutableMapping": 2, "ItemsView": 2}
_ALIASES = {name: ("collections.abc", name, _ABSTRACT.get(name, 1)) for name in (
    "Hashable", "Awaitable", "Coroutine", "AsyncIterable", "AsyncIterator", "Iterable", "Iterator", "Reversible", "Sized",
    "Container", "Collection", "MutableSet", "Mapping", "MutableMapping", "Sequence", "MutableSequence", "ByteString",
    "MappingView", "KeysView", "ItemsView", "ValuesView", "Generator", "AsyncGenerator")}
_ALIASES |= {
    "AbstractSet": ("collections.abc", "Set", 1), "Callable": ("collections.abc", "Callable", 2),
    "List": (None, list, 1), "Set": (None, set, 1), "FrozenSet": (None, frozenset, 1), "Dict": (None, dict, 2),
    "Type": (None, type, 1), "Tuple": (None, tuple, -1),
    "Deque": ("collections", "deque", 1), "DefaultDict": ("collections", "defaultdict", 2),
    "OrderedDict": ("collections", "OrderedDict", 2), "Counter": ("collections", "Counter", 1),
    "ChainMap": ("collections", "ChainMap", 2), "Pattern": ("re", "Pattern", 1), "Match": ("re", "Match", 1),
    "ContextManager": ("contextlib", "AbstractContextManager", 1),
    "AsyncContextManager": ("contextlib", "AbstractAsyncContextManager", 1)}

_ELSEWHERE = {
    "_typing_generic": "AnyStr Generic IO BinaryIO TextIO ParamSpec ParamSpecArgs ParamSpecKwargs Protocol SupportsAbs "
                       "SupportsBytes SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound TypeVar "
                       "TypeVarTuple runtime_checkable T KT VT T_co V_co VT_co T_contra CT_co _ProtocolMeta "
                       "_get_protocol_attrs",
    "_typing_records": "NamedTuple NamedTupleMeta NewType TypedDict _NamedTuple _TypedDict _TypedDictMeta",
    "_typing_hints": "ForwardRef get_args get_origin get_type_hints no_type_check no_type_check_decorator _eval_type "
                     "_strip_annotations"}
_ELSEWHERE = {name: module for module, names in _ELSEWHERE.items() for name in names.split()}

globals().update((name, value) for name, value in vars(_typing_forms).items() if name[:2] != "__")


def _bare_alias(name):
    module, origin, count = _ALIASES[name]
    if module is not None:
        if module == "collections.abc":
            import collections.abc as home
        elif module == "collections":
            import collections as home
        elif module == "re":
            import re as home
        else:
            import contextlib as home
        origin = getattr(home, origin)
    make = {"Callable": _CallableType, "Tuple": _TupleType}.get(name, _SpecialGenericAlias)
    return make(origin, count, inst=module is not None, name=name)


def __getattr__(name):
    if name in _ALIASES:
        found = _bare_alias(name)
    elif name in _ELSEWHERE:
        # Statements: what the library imports for itself is not the script's to be allowed.
        if _ELSEWHERE[name] == "_typing_generic":
            import _typing_generic as home
        elif _ELSEWHERE[name] == "_typing_records":
            import _typing_records as home
        else:
            import _typing_hints as home
        found = getattr(home, name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__():
    return sorted({*globals(), *__all__})


# For type checkers: these give their argument back.

def cast(typ, val):
    """The value; a type checker takes it to be of the type."""
    return val


def assert_type(val, typ, /):
    """The value; a type checker complains unless it is of the type."""
    return val


def reveal_type(obj, /):
    """The object; its type is printed on standard error."""
    print(f"Runtime type is {type(obj).__name__!r}", file=sys.stderr)
    return obj


_ASSERT_NEVER_REPR_MAX_LENGTH = 100


def assert_never(arg, /):
    """Marks code that cannot be reached."""
    text = repr(arg)
    if len(text) > _ASSERT_NEVER_REPR_MAX_LENGTH:
        text = text[:_ASSERT_NEVER_REPR_MAX_LENGTH] + "..."
    raise AssertionError(f"Expected code to be unreachable, but got: {text}")


def is_typeddict(tp):
    """Whether it is a class made by TypedDict."""
    return type(tp).__name__ == "_TypedDictMeta" and type(tp).__module__ == "typing"


def final(f):
    """A decorator: the method is not overridden, or the class has no subclasses. Its mark is __final__."""
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass  # an object that takes no attributes
    return f


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, field_specifiers=(), **kwargs):
    """A decorator of what makes dataclasses; it keeps its arguments as __dataclass_transform__."""
    mark = {"eq_default": eq_default, "order_default": order_default, "kw_only_default": kw_only_default,
            "field_specifiers": field_specifiers, "kwargs": kwargs}

    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = mark
        return cls_or_fn
    return decorator


# Overloads: module -> qualified name -> first line -> function.
_overload_registry = {}


def _overload_dummy(*args, **kwds):
    """What @overload leaves of a function."""
    raise NotImplementedError("You should not call an overloaded function. A series of @overload-decorated functions "
                              "outside a stub module should always be followed by an implementation that is not "
                              "@overload-ed.")


def overload(func):
    """A decorator: this function only declares one signature of the function that follows under the same name."""
    inner = getattr(func, "__func__", func)
    try:
        of_module = _overload_registry.setdefault(inner.__module__, {})
        of_module.setdefault(inner.__qualname__, {})[inner.__code__.co_firstlineno] = func
    except AttributeError:
        pass  # not a function in Python
    return _overload_dummy


def get_overloads(func):
    """The functions that overload() was given for a function."""
    inner = getattr(func, "__func__", func)
    return list(_overload_registry.get(inner.__module__, {}).get(inner.__qualname__, {}).values())


def clear_overloads():
    """Forget all overloads."""
    _overload_registry.clear()
