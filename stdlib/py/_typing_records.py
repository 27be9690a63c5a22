"""NamedTuple, TypedDict and NewType: types that are made from lists of names."""
import collections
from _typing_forms import Annotated, NotRequired, Required, _AnnotatedAlias, _GenericAlias, _Joinable, _type_check
from _typing_generic import Generic, _caller_module

__name__ = "typing"


# NamedTuple: a function, which also may stand among the bases of a class; there it stands for _NamedTuple.

_KEPT = frozenset({"__new__", "__init__", "__slots__", "__getnewargs__", "_fields", "_field_defaults", "_field_types",
                   "_make", "_replace", "_asdict", "_source"})


def _tuple_class(name, types, module, defaults=()):
    types = {field: _type_check(t, f"field {field} annotation must be a type") for field, t in types}
    made = collections.namedtuple(name, types, defaults=defaults, module=module)
    made.__annotations__ = made.__new__.__annotations__ = types
    return made


def _defaulted(fields, body):
    """The fields that have a default in the body of a class; they must come last."""
    found = []
    for field in fields:
        if field in body:
            found.append(field)
        elif found:
            raise TypeError(f"Non-default namedtuple field {field} cannot follow default field{'s' * (len(found) > 1)} "
                            f"{', '.join(found)}")
    return found


class NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        for base in bases:
            if base not in (_NamedTuple, Generic):
                raise TypeError("can only inherit from a NamedTuple type and Generic")
        fields, module = ns.get("__annotations__", {}), ns["__module__"]
        made = _tuple_class(typename, fields.items(), module, [ns[field] for field in _defaulted(fields, ns)])
        if bases.count(_NamedTuple) > 1:
            raise TypeError("duplicate base class tuple")
        if Generic in bases:
            # The same class again, with Generic among the bases.
            body = {**vars(made), "__module__": module, "__orig_bases__": ns["__orig_bases__"],
                    "__class_getitem__": classmethod(Generic.__class_getitem__.__func__)}
            made = type.__new__(type, typename, tuple(tuple if base is _NamedTuple else base for base in bases), body)
        for name, value in ns.items():
            if name in _KEPT:
                raise AttributeError("Cannot overwrite NamedTuple attribute " + name)
            if name not in fields and name not in ("__module__", "__name__", "__annotations__"):
                setattr(made, name, value)
        return made


def NamedTuple(typename, fields=None, /, **kwargs):
    """A named tuple whose fields have types: NamedTuple("P", [("x", int), ...]), or a class that derives from it."""
    if fields is None:
        fields = kwargs.items()
    elif kwargs:
        raise TypeError("Either list of fields or keywords can be provided to NamedTuple, not both")
    return _tuple_class(typename, fields, _caller_module())


_NamedTuple = type.__new__(NamedTupleMeta, "NamedTuple", (), {})


NamedTuple.__mro_entries__ = lambda bases: (_NamedTuple,)


# TypedDict: the same, for dicts.

def _key_is_required(hint, total):
    """What Required or NotRequired around a hint says, also inside Annotated; by default `total`."""
    if isinstance(hint, _AnnotatedAlias):
        hint = hint.__origin__
    origin = hint.__origin__ if isinstance(hint, _GenericAlias) else None
    return origin is Required or origin is not NotRequired and total


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        for base in bases:
            if base is not Generic and type(base) is not _TypedDictMeta:
                raise TypeError("cannot inherit from both a TypedDict type and a non-TypedDict base class")
        generic = (Generic,) if any(issubclass(base, Generic) for base in bases) else ()
        made = type.__new__(_TypedDictMeta, name, (*generic, dict), ns)
        own = {key: _type_check(hint, "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type",
                                module=made.__module__) for key, hint in ns.get("__annotations__", {}).items()}
        hints, keys = {}, {True: set(), False: set()}  # required, optional
        for base in bases:
            inherited = vars(base)
            hints |= inherited.get("__annotations__", {})
            keys[True] |= inherited.get("__required_keys__", frozenset())
            keys[False] |= inherited.get("__optional_keys__", frozenset())
        for key, hint in own.items():
            hints[key] = hint
            keys[_key_is_required(hint, total)].add(key)
        made.__annotations__ = hints
        made.__required_keys__, made.__optional_keys__ = frozenset(keys[True]), frozenset(keys[False])
        if not hasattr(made, "__total__"):
            made.__total__ = total
        return made

    def __call__(cls, /, *args, **kwargs):
        return dict(*args, **kwargs)

    def __subclasscheck__(cls, other):
        raise TypeError("TypedDict does not support instance and class checks")

    __instancecheck__ = __subclasscheck__


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    """A dict whose keys and the types of their values are known: TypedDict("D", {"x": int}), or a class that derives from
    it. At run time its objects are plain dicts."""
    if fields is None:
        fields = kwargs
    elif kwargs:
        raise TypeError("TypedDict takes either a dict or keyword arguments, but not both")
    if kwargs:
        from warnings import warn
        warn("The kwargs-based syntax for TypedDict definitions is deprecated in Python 3.11, will be removed in Python "
             "3.13, and may not be understood by third-party type checkers.", DeprecationWarning, stacklevel=2)
    body = {"__annotations__": dict(fields)}
    module = _caller_module()
    if module is not None:
        body["__module__"] = module
    return _TypedDictMeta(typename, (), body, total=total)


_TypedDict = type.__new__(_TypedDictMeta, "TypedDict", (), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)


class NewType(_Joinable):
    """A type that only type checkers tell from the one it is made of; calling it gives the argument itself."""

    def __init__(self, name, tp):
        self.__qualname__, self.__name__ = name, name.rpartition(".")[2]
        self.__supertype__ = tp
        module = _caller_module()
        if module != "typing":
            self.__module__ = module

    def __call__(self, x):
        return x

    def __repr__(self):
        return f"{self.__module__}.{self.__qualname__}"

    def __reduce__(self):
        return self.__qualname__

    def __mro_entries__(self, bases):
        name = self.__name__

        class Dummy:
            def __init_subclass__(cls):
                new = cls.__name__
                raise TypeError("Cannot subclass an instance of NewType. Perhaps you were looking for: "
                                f"`{new} = NewType({new!r}, {name})`")
        return (Dummy,)
