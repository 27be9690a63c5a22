"""Classes whose methods follow from annotated fields.

dataclass() collects a class's fields in a _Builder, which writes the methods that depend on their names as source, so
that calls of them are as fast as those of methods written by hand. Everything else is an ordinary function.
"""
import keyword
import sys
import types
from reprlib import recursive_repr as _recursive_repr

__all__ = ["dataclass", "field", "Field", "FrozenInstanceError", "InitVar", "KW_ONLY", "MISSING", "fields", "asdict",
           "astuple", "make_dataclass", "replace", "is_dataclass"]

_FIELDS = "__dataclass_fields__"
_PARAMS = "__dataclass_params__"
_ORDERINGS = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
_NO_METADATA = types.MappingProxyType({})
# asdict() and astuple() hand these on as they are; copy.deepcopy() would return the same objects.
_ATOMS = frozenset({type(None), type(...), type(NotImplemented), bool, int, float, complex, str, bytes, range, type,
                    property, types.FunctionType, types.BuiltinFunctionType, types.CodeType})


class FrozenInstanceError(AttributeError):
    """A field of a frozen object was set or deleted."""


class _MISSING_TYPE:
    pass


class _KW_ONLY_TYPE:
    pass


class _HAS_DEFAULT_FACTORY_CLASS:
    def __repr__(self):
        return "<factory>"


class _Kind(str):
    """What an annotation declares; shown as its bare name."""
    __repr__ = str.__str__


MISSING = _MISSING_TYPE()
KW_ONLY = _KW_ONLY_TYPE()
_FACTORY = _HAS_DEFAULT_FACTORY_CLASS()  # the default that signatures show where a factory makes the value
_FIELD = _Kind("_FIELD")
_CLASSVAR = _Kind("_FIELD_CLASSVAR")
_INITVAR = _Kind("_FIELD_INITVAR")


class _Record:
    """Shows its slots in order."""
    __slots__ = ()

    @_recursive_repr()
    def __repr__(self):
        return f"{type(self).__name__}({','.join([f'{name}={getattr(self, name)!r}' for name in self.__slots__])})"


class _DataclassParams(_Record):
    __slots__ = ("init", "repr", "eq", "order", "unsafe_hash", "frozen")

    def __init__(self, *switches):
        for name, value in zip(self.__slots__, switches):
            setattr(self, name, value)


class Field(_Record):
    """One field of a class: its name, annotation and default, and which methods regard it."""
    __slots__ = ("name", "type", "default", "default_factory", "init", "repr", "hash", "compare", "metadata", "kw_only",
                 "_field_type")

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = self.type = self._field_type = None
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.hash, self.compare, self.kw_only = init, repr, hash, compare, kw_only
        self.metadata = _NO_METADATA if metadata is None else types.MappingProxyType(metadata)

    def __set_name__(self, owner, name):
        # The default stands behind this object in the class's body, and may be a descriptor that wants its name.
        hook = getattr(type(self.default), "__set_name__", None)
        if hook is not None:
            hook(self.default, owner, name)

    __class_getitem__ = classmethod(types.GenericAlias)


class InitVar:
    """Annotates an argument of __init__ that only __post_init__ sees."""
    __slots__ = ("type",)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        shown = self.type.__name__ if isinstance(self.type, type) else repr(self.type)
        return f"dataclasses.InitVar[{shown}]"

    def __class_getitem__(cls, type):
        return cls(type)


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None,
          kw_only=MISSING):
    """What a class's body assigns to a name that needs more than a default."""
    if default_factory is not MISSING and default is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


# -- What an annotation declares


def _is_classvar(annotation):
    typing = sys.modules.get("typing")  # a module that nobody imported has lent nobody its names
    return typing is not None and (annotation is typing.ClassVar
                                   or getattr(annotation, "__origin__", None) is typing.ClassVar)


def _is_initvar(annotation):
    return annotation is InitVar or type(annotation) is InitVar


_MARKS = ((_CLASSVAR, _is_classvar, "typing"), (_INITVAR, _is_initvar, __name__))


def _leading_word(text):
    for end, letter in enumerate(text):
        if not (letter.isalnum() or letter == "_"):
            return text[:end]
    return text


def _kind(annotation, names):
    """The kind of an annotation. Of a string only the name that it begins with counts, perhaps with a module before it;
    it is looked up in `names`, those of the class's module."""
    if not isinstance(annotation, str):
        for kind, holds, _ in _MARKS:
            if holds(annotation):
                return kind
        return _FIELD
    before, dot, after = annotation.partition(".")
    module, word = before.strip(), _leading_word(after.lstrip())
    if not (dot and word and module and _leading_word(module) == module):
        module, word = None, _leading_word(annotation.lstrip())
    for kind, holds, home in _MARKS:
        if module is None:
            found = names.get(word)
        else:
            owner = sys.modules.get(home)
            found = getattr(owner, word, None) if owner is not None and names.get(module) is owner else None
        if holds(found):
            return kind
    return _FIELD


# -- Making the methods


def _tuple_of(owner, some):
    return f"({''.join([f'{owner}.{f.name},' for f in some])})"


class _Builder:
    """Turns one class into a dataclass: collect() first, then the methods."""

    def __init__(self, cls):
        self.cls = cls
        self.names = vars(sys.modules[cls.__module__]) if cls.__module__ in sys.modules else {}
        self.fields = {}
        # A body that defines __eq__ alone gets a __hash__ of None from the class statement: that is no choice of its own.
        body = vars(cls)
        self.chose_hash = "__hash__" in body and not (body["__hash__"] is None and "__eq__" in body)

    def of_kind(self, *kinds):
        return [f for f in self.fields.values() if f._field_type in kinds]

    def collect(self, frozen, kw_only):
        """Gather the fields of the bases and of the class, whose body then holds defaults in place of Field objects."""
        cls = self.cls
        frozen_bases = []
        for base in reversed(cls.__mro__[1:]):
            if (inherited := getattr(base, _FIELDS, None)) is not None:
                self.fields.update(inherited)
                frozen_bases.append(getattr(base, _PARAMS).frozen)
        annotations = cls.__dict__.get("__annotations__", {})
        own, marker = [], None
        for name, annotation in annotations.items():
            if annotation is KW_ONLY or (isinstance(annotation, str)
                                         and annotation in ("KW_ONLY", "dataclasses.KW_ONLY")):
                if marker is not None:
                    raise TypeError(f"{name!r} is KW_ONLY, but KW_ONLY has already been specified")
                marker, kw_only = name, True
            else:
                own.append(self.declared(name, annotation, kw_only))
        for f in own:
            self.fields[f.name] = f
            if isinstance(getattr(cls, f.name, None), Field):
                if f.default is MISSING:
                    delattr(cls, f.name)
                else:
                    setattr(cls, f.name, f.default)
        for name, value in vars(cls).items():
            if isinstance(value, Field) and name not in annotations:
                raise TypeError(f"{name!r} is a field but has no type annotation")
        if any(frozen_bases) and not frozen:
            raise TypeError("cannot inherit non-frozen dataclass from a frozen one")
        if frozen and frozen_bases and not any(frozen_bases):
            raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
        setattr(cls, _FIELDS, self.fields)

    def declared(self, name, annotation, kw_only):
        """The Field of one annotation of the class's body."""
        given = getattr(self.cls, name, MISSING)
        if isinstance(given, Field):
            f = given
        else:
            # A slot of the class stands where a default would.
            f = field(default=MISSING if isinstance(given, types.MemberDescriptorType) else given)
        f.name, f.type, f._field_type = name, annotation, _kind(annotation, self.names)
        if f._field_type is not _FIELD and f.default_factory is not MISSING:
            raise TypeError(f"field {name} cannot have a default factory")
        if f._field_type is not _CLASSVAR:
            if f.kw_only is MISSING:
                f.kw_only = kw_only
        elif f.kw_only is not MISSING:
            raise TypeError(f"field {name} is a ClassVar but specifies kw_only")
        if f._field_type is _FIELD and type(f.default).__hash__ is None:
            raise ValueError(f"mutable default {type(f.default)} for field {name} is not allowed: use default_factory")
        return f

    def compile(self, name, parameters, lines, free={}):
        """A method from its lines, which may use the names of `free` besides those of the class's module."""
        body = "\n  ".join(lines)
        source = f"def bind({','.join(free)}):\n def {name}({','.join(parameters)}):\n  {body}\n return {name}"
        scope = {}
        exec(source, self.names, scope)
        return self.named(scope["bind"](**free))

    def named(self, method):
        method.__qualname__ = f"{self.cls.__qualname__}.{method.__name__}"
        return method

    def add(self, name, value):
        """Whether the class took it: what its own body defines stays."""
        if name in vars(self.cls):
            return False
        setattr(self.cls, name, value)
        return True

    def add_init(self, slots, frozen):
        arguments = self.of_kind(_FIELD, _INITVAR)
        plain = [f for f in arguments if f.init and not f.kw_only]
        by_name = [f for f in arguments if f.init and f.kw_only]
        defaults = {f.name: _FACTORY if f.default is MISSING else f.default for f in arguments
                    if f.init and not (f.default is f.default_factory is MISSING)}
        optional = False
        for f in plain:
            if optional and f.name not in defaults:
                raise TypeError(f"non-default argument {f.name!r} follows default argument")
            optional = optional or f.name in defaults

        # Helpers get names that no field has.
        mark = "_"
        while any(f.name.startswith(mark) for f in arguments):
            mark += "_"
        itself = "__dataclass_self__" if "self" in self.fields else "self"
        free = {mark + "set": object.__setattr__, mark + "factory": _FACTORY}
        lines = []
        for i, f in enumerate(arguments):
            value = f.name
            if f.default_factory is not MISSING:
                make = f"{mark}make{i}"
                free[make] = f.default_factory
                value = f"{make}() if {f.name} is {mark}factory else {f.name}" if f.init else f"{make}()"
            elif not f.init:
                if f.default is MISSING or not slots:
                    continue  # nothing to set, or the class keeps the default
                value = f"{mark}default{i}"
                free[value] = f.default
            if f._field_type is _FIELD:
                lines.append(f"{mark}set({itself},{f.name!r},{value})" if frozen else f"{itself}.{f.name}={value}")
        if hasattr(self.cls, "__post_init__"):
            lines.append(f"{itself}.__post_init__({','.join([f.name for f in arguments if f._field_type is _INITVAR])})")

        parameters = [itself, *[f.name for f in plain]]
        if by_name:
            parameters += ["*", *[f.name for f in by_name]]
        init = self.compile("__init__", parameters, lines or ["pass"], free)
        init.__defaults__ = tuple([defaults[f.name] for f in plain if f.name in defaults]) or None
        init.__kwdefaults__ = {f.name: defaults[f.name] for f in by_name if f.name in defaults} or None
        init.__annotations__ = {f.name: f.type for f in (*plain, *by_name)} | {"return": None}
        self.add("__init__", init)

    def add_repr(self):
        shown = ", ".join([f"{f.name}={{self.{f.name}!r}}" for f in self.of_kind(_FIELD) if f.repr])
        plain = self.compile("__repr__", ["self"], [f"return self.__class__.__qualname__ + f\"({shown})\""])
        guarded = _recursive_repr()(plain)
        guarded.__wrapped__ = plain  # tells pprint that it was made here
        self.add("__repr__", guarded)

    def comparison(self, name, sign):
        compared = [f for f in self.of_kind(_FIELD) if f.compare]
        return self.compile(name, ("self", "other"),
                            ["if other.__class__ is self.__class__:",
                             f" return {_tuple_of('self', compared)}{sign}{_tuple_of('other', compared)}",
                             "return NotImplemented"])

    def add_orderings(self):
        for name, sign in _ORDERINGS.items():
            if not self.add(name, self.comparison(name, sign)):
                raise TypeError(f"Cannot overwrite attribute {name} in class {self.cls.__name__}. Consider using "
                                f"functools.total_ordering")

    def add_guards(self):
        cls, names = self.cls, {f.name for f in self.of_kind(_FIELD)}

        def __setattr__(self, name, value):
            if name in names or type(self) is cls:
                raise FrozenInstanceError(f"cannot assign to field {name!r}")
            super(cls, self).__setattr__(name, value)

        def __delattr__(self, name):
            if name in names or type(self) is cls:
                raise FrozenInstanceError(f"cannot delete field {name!r}")
            super(cls, self).__delattr__(name)

        for guard in (__setattr__, __delattr__):
            if not self.add(guard.__name__, self.named(guard)):
                raise TypeError(f"Cannot overwrite attribute {guard.__name__} in class {cls.__name__}")

    def set_hash(self, forced, eq, frozen):
        if forced and self.chose_hash:
            raise TypeError(f"Cannot overwrite attribute __hash__ in class {self.cls.__name__}")
        if not forced and (self.chose_hash or not eq):
            return
        if forced or frozen:
            hashed = [f for f in self.of_kind(_FIELD) if (f.compare if f.hash is None else f.hash)]
            self.cls.__hash__ = self.compile("__hash__", ["self"], [f"return hash({_tuple_of('self', hashed)})"])
        else:
            self.cls.__hash__ = None

    def add_doc(self):
        cls = self.cls
        if not cls.__doc__:
            from inspect import signature
            try:
                shown = str(signature(cls)).replace(" -> None", "")
            except (TypeError, ValueError):  # classes that say nothing of their arguments
                shown = ""
            cls.__doc__ = cls.__name__ + shown

    def with_slots(self, frozen, weakref_slot):
        """A class like this one that keeps its fields in slots: those of a class cannot be changed once it is made."""
        cls = self.cls
        if "__slots__" in vars(cls):
            raise TypeError(f"{cls.__name__} already specifies __slots__")
        kept = [f.name for f in self.of_kind(_FIELD)]
        wanted = kept + ["__weakref__"] if weakref_slot else kept
        taken = {name for base in cls.__mro__[1:-1] for name in _slots_of(base)}
        body = {name: value for name, value in vars(cls).items()
                if name not in kept and name not in ("__dict__", "__weakref__")}
        body["__slots__"] = tuple([name for name in wanted if name not in taken])
        made = type(cls)(cls.__name__, cls.__bases__, body)
        made.__qualname__ = cls.__qualname__
        if frozen:  # pickle restores objects by setting attributes, which the guards refuse
            for method in (_get_state, _set_state):
                if method.__name__ not in body:
                    setattr(made, method.__name__, method)
        return made


def _slots_of(cls):
    slots = vars(cls).get("__slots__", ())
    if slots is None:
        return ()
    if hasattr(slots, "__next__"):
        raise TypeError(f"Slots of '{cls.__name__}' cannot be determined")
    return (slots,) if isinstance(slots, str) else slots


def _get_state(self):
    return [getattr(self, f.name) for f in fields(self)]


def _set_state(self, state):
    for f, value in zip(fields(self), state):
        object.__setattr__(self, f.name, value)


_get_state.__name__, _set_state.__name__ = "__getstate__", "__setstate__"


def _dataclass(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
    setattr(cls, _PARAMS, _DataclassParams(init, repr, eq, order, unsafe_hash, frozen))
    builder = _Builder(cls)
    builder.collect(frozen, kw_only)
    if order and not eq:
        raise ValueError("eq must be true if order is true")
    if init:
        builder.add_init(slots, frozen)
    if repr:
        builder.add_repr()
    if eq:
        builder.add("__eq__", builder.comparison("__eq__", "=="))
    if order:
        builder.add_orderings()
    if frozen:
        builder.add_guards()
    builder.set_hash(unsafe_hash, eq, frozen)
    builder.add_doc()
    if match_args:
        builder.add("__match_args__", tuple([f.name for f in builder.of_kind(_FIELD, _INITVAR)
                                             if f.init and not f.kw_only]))
    if weakref_slot and not slots:
        raise TypeError("weakref_slot is True but slots is False")
    if slots:
        cls = builder.with_slots(frozen, weakref_slot)
    from abc import update_abstractmethods
    return update_abstractmethods(cls)


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False,
              match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """Give a class the methods that follow from its annotations: used bare, or called with switches."""
    def decorate(cls):
        return _dataclass(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot)

    return decorate if cls is None else decorate(cls)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True, eq=True, order=False,
                   unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """A dataclass from names, or tuples of a name, a type and perhaps a default or a field()."""
    annotations, defaults = {}, {}
    for item in fields:
        if isinstance(item, str):
            name, kind = item, "typing.Any"
        elif len(item) in (2, 3):
            name, kind = item[:2]
            if len(item) == 3:
                defaults[name] = item[2]
        else:
            raise TypeError(f"Invalid field: {item!r}")
        if not (isinstance(name, str) and name.isidentifier()):
            raise TypeError(f"Field names must be valid identifiers: {name!r}")
        if keyword.iskeyword(name):
            raise TypeError(f"Field names must not be keywords: {name!r}")
        if name in annotations:
            raise TypeError(f"Field name duplicated: {name!r}")
        annotations[name] = kind
    body = {**(namespace or {}), **defaults, "__annotations__": annotations}
    cls = types.new_class(cls_name, bases, {}, lambda names: names.update(body))
    return _dataclass(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot)


# -- Looking at dataclasses and their objects


def fields(class_or_instance):
    """The Field objects of a dataclass or of an object of one, without those of class variables and InitVars."""
    try:
        declared = getattr(class_or_instance, _FIELDS)
    except AttributeError:
        raise TypeError("must be called with a dataclass type or instance") from None
    return tuple([f for f in declared.values() if f._field_type is _FIELD])


def is_dataclass(obj):
    """Whether obj is a dataclass or an object of one."""
    return hasattr(obj if isinstance(obj, type) else type(obj), _FIELDS)


def _check_instance(obj, caller):
    if not hasattr(type(obj), _FIELDS):
        raise TypeError(f"{caller}() should be called on dataclass instances")


def asdict(obj, *, dict_factory=dict):
    """The fields by name, dataclasses within them too; lists, tuples and dicts are copied, the rest by copy.deepcopy()."""
    _check_instance(obj, "asdict")
    return _unfold(obj, dict_factory)


def astuple(obj, *, tuple_factory=tuple):
    """The values of the fields in order, as asdict() copies them."""
    _check_instance(obj, "astuple")
    return _unfold(obj, lambda pairs: tuple_factory([value for _, value in pairs]))


def _unfold(value, collect):
    """A copy of a value in which collect() made what stands for dataclasses, from pairs of names and values."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if hasattr(kind, _FIELDS):
        return collect([(f.name, _unfold(getattr(value, f.name), collect)) for f in fields(value)])
    if isinstance(value, (list, tuple)):
        parts = [_unfold(part, collect) for part in value]
        return kind(*parts) if isinstance(value, tuple) and hasattr(value, "_fields") else kind(parts)
    if isinstance(value, dict):
        items = [(_unfold(key, collect), _unfold(part, collect)) for key, part in value.items()]
        if not hasattr(kind, "default_factory"):
            return kind(items)
        copied = kind(value.default_factory)
        for key, part in items:
            copied[key] = part
        return copied
    from copy import deepcopy
    return deepcopy(value)


def replace(obj, /, **changes):
    """An object like obj, made by __init__ from its fields and the changes."""
    _check_instance(obj, "replace")
    for f in getattr(obj, _FIELDS).values():
        if f._field_type is _CLASSVAR:
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError(f"field {f.name} is declared with init=False, it cannot be specified with replace()")
        elif f.name not in changes:
            if f._field_type is _INITVAR and f.default is MISSING:
                raise ValueError(f"InitVar {f.name!r} must be specified with replace()")
            changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)
