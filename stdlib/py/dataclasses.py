"""Classes that hold fields."""
import copy
import keyword
import sys
import types
from reprlib import recursive_repr as _recursive_repr

__all__ = ["dataclass", "field", "Field", "FrozenInstanceError", "InitVar", "KW_ONLY", "MISSING", "fields", "asdict",
           "astuple", "make_dataclass", "replace", "is_dataclass"]


class FrozenInstanceError(AttributeError):
    pass


class _HAS_DEFAULT_FACTORY_CLASS:
    def __repr__(self):
        return "<factory>"


_HAS_DEFAULT_FACTORY = _HAS_DEFAULT_FACTORY_CLASS()


class _MISSING_TYPE:
    pass


MISSING = _MISSING_TYPE()


class _KW_ONLY_TYPE:
    pass


KW_ONLY = _KW_ONLY_TYPE()


class _FIELD_BASE:
    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


_FIELD = _FIELD_BASE("_FIELD")
_FIELD_CLASSVAR = _FIELD_BASE("_FIELD_CLASSVAR")
_FIELD_INITVAR = _FIELD_BASE("_FIELD_INITVAR")
_FIELDS = "__dataclass_fields__"
_PARAMS = "__dataclass_params__"
_POST_INIT_NAME = "__post_init__"
_EMPTY_METADATA = types.MappingProxyType({})
_ATOMIC = frozenset({types.NoneType, bool, int, float, str, complex, bytes, types.EllipsisType,
                     types.NotImplementedType, types.CodeType, types.BuiltinFunctionType, types.FunctionType, type,
                     range, property})


class InitVar:
    """Marks an argument of __init__ that is not a field."""
    __slots__ = ("type",)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        if isinstance(self.type, type):
            type_name = self.type.__name__
        else:
            type_name = repr(self.type)
        return f"dataclasses.InitVar[{type_name}]"

    def __class_getitem__(cls, type):
        return InitVar(type)


class Field:
    """What is known about one field."""
    __slots__ = ("name", "type", "default", "default_factory", "repr", "hash", "init", "compare", "metadata",
                 "kw_only", "_field_type")

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = _EMPTY_METADATA if metadata is None else types.MappingProxyType(metadata)
        self.kw_only = kw_only
        self._field_type = None

    @_recursive_repr()
    def __repr__(self):
        return (f"Field(name={self.name!r},type={self.type!r},default={self.default!r},"
                f"default_factory={self.default_factory!r},init={self.init!r},repr={self.repr!r},hash={self.hash!r},"
                f"compare={self.compare!r},metadata={self.metadata!r},kw_only={self.kw_only!r},"
                f"_field_type={self._field_type})")

    def __set_name__(self, owner, name):
        func = getattr(type(self.default), "__set_name__", None)
        if func:
            func(self.default, owner, name)

    __class_getitem__ = classmethod(types.GenericAlias)


class _DataclassParams:
    __slots__ = ("init", "repr", "eq", "order", "unsafe_hash", "frozen")

    def __init__(self, init, repr, eq, order, unsafe_hash, frozen):
        self.init = init
        self.repr = repr
        self.eq = eq
        self.order = order
        self.unsafe_hash = unsafe_hash
        self.frozen = frozen

    def __repr__(self):
        return (f"_DataclassParams(init={self.init!r},repr={self.repr!r},eq={self.eq!r},order={self.order!r},"
                f"unsafe_hash={self.unsafe_hash!r},frozen={self.frozen!r})")


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None,
          kw_only=MISSING):
    """Describe a field."""
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _tuple_str(obj_name, fields):
    if not fields:
        return "()"
    return f"({','.join([f'{obj_name}.{f.name}' for f in fields])},)"


def _create_fn(name, args, body, *, globals=None, locals=None, return_type=MISSING):
    if locals is None:
        locals = {}
    return_annotation = ""
    if return_type is not MISSING:
        locals["_return_type"] = return_type
        return_annotation = "->_return_type"
    body = "\n".join(f"  {b}" for b in body)
    txt = f" def {name}({','.join(args)}){return_annotation}:\n{body}"
    local_vars = ", ".join(locals.keys())
    txt = f"def __create_fn__({local_vars}):\n{txt}\n return {name}"
    ns = {}
    exec(txt, globals, ns)
    return ns["__create_fn__"](**locals)


def _field_assign(frozen, name, value, self_name):
    if frozen:
        return f"__dataclass_builtins_object__.__setattr__({self_name},{name!r},{value})"
    return f"{self_name}.{name}={value}"


def _field_init(f, frozen, globals, self_name, slots):
    default_name = f"_dflt_{f.name}"
    if f.default_factory is not MISSING:
        if f.init:
            globals[default_name] = f.default_factory
            value = f"{default_name}() if {f.name} is __dataclass_HAS_DEFAULT_FACTORY__ else {f.name}"
        else:
            globals[default_name] = f.default_factory
            value = f"{default_name}()"
    elif f.init:
        if f.default is MISSING:
            value = f.name
        else:
            globals[default_name] = f.default
            value = f.name
    elif slots and f.default is not MISSING:
        globals[default_name] = f.default
        value = default_name
    else:
        return None
    if f._field_type is _FIELD_INITVAR:
        return None
    return _field_assign(frozen, f.name, value, self_name)


def _init_param(f):
    if f.default is MISSING and f.default_factory is MISSING:
        default = ""
    elif f.default is not MISSING:
        default = f"=_dflt_{f.name}"
    else:
        default = "=__dataclass_HAS_DEFAULT_FACTORY__"
    return f"{f.name}:__dataclass_type_{f.name}__{default}"


def _init_fn(fields, std_fields, kw_only_fields, frozen, has_post_init, self_name, globals, slots):
    seen_default = False
    for f in std_fields:
        if f.init:
            if not (f.default is MISSING and f.default_factory is MISSING):
                seen_default = True
            elif seen_default:
                raise TypeError(f"non-default argument {f.name!r} follows default argument")
    locals = {f"__dataclass_type_{f.name}__": f.type for f in fields}
    locals.update({
        "__dataclass_HAS_DEFAULT_FACTORY__": _HAS_DEFAULT_FACTORY,
        "__dataclass_builtins_object__": object,
    })
    body_lines = []
    for f in fields:
        line = _field_init(f, frozen, locals, self_name, slots)
        if line:
            body_lines.append(line)
    if has_post_init:
        params_str = ",".join(f.name for f in fields if f._field_type is _FIELD_INITVAR)
        body_lines.append(f"{self_name}.{_POST_INIT_NAME}({params_str})")
    if not body_lines:
        body_lines = ["pass"]
    init_params = [_init_param(f) for f in std_fields]
    if kw_only_fields:
        init_params += ["*"]
        init_params += [_init_param(f) for f in kw_only_fields]
    return _create_fn("__init__", [self_name] + init_params, body_lines, locals=locals, globals=globals,
                      return_type=None)


def _repr_fn(fields, globals):
    fn = _create_fn("__repr__", ("self",), [
        'return self.__class__.__qualname__ + f"(' + ", ".join([f"{f.name}={{self.{f.name}!r}}" for f in fields]) +
        ')"'], globals=globals)
    guarded = _recursive_repr()(fn)
    guarded.__wrapped__ = fn  # marks it as made here, for pprint
    return guarded


def _frozen_get_del_attr(cls, fields, globals):
    locals = {"cls": cls, "FrozenInstanceError": FrozenInstanceError}
    if fields:
        fields_str = "(" + ",".join(repr(f.name) for f in fields) + ",)"
    else:
        fields_str = "()"
    return (_create_fn("__setattr__", ("self", "name", "value"),
                       (f"if type(self) is cls or name in {fields_str}:",
                        ' raise FrozenInstanceError(f"cannot assign to field {name!r}")',
                        "super(cls, self).__setattr__(name, value)"), locals=locals, globals=globals),
            _create_fn("__delattr__", ("self", "name"),
                       (f"if type(self) is cls or name in {fields_str}:",
                        ' raise FrozenInstanceError(f"cannot delete field {name!r}")',
                        "super(cls, self).__delattr__(name)"), locals=locals, globals=globals))


def _cmp_fn(name, op, self_tuple, other_tuple, globals):
    return _create_fn(name, ("self", "other"),
                      ["if other.__class__ is self.__class__:", f" return {self_tuple}{op}{other_tuple}",
                       "return NotImplemented"], globals=globals)


def _hash_fn(fields, globals):
    return _create_fn("__hash__", ("self",), [f"return hash({_tuple_str('self', fields)})"], globals=globals)


def _is_classvar(a_type):
    typing = sys.modules.get("typing")
    if typing is None:
        return False
    return a_type is typing.ClassVar or getattr(a_type, "__origin__", None) is typing.ClassVar


def _string_names(annotation, cls, target_module, target, predicate):
    # "ClassVar[int]" or "typing.ClassVar": the name or the two names that it begins with, found in the class's module;
    # what follows does not count.
    first, rest = _leading_name(annotation)
    ns = sys.modules.get(cls.__module__).__dict__ if sys.modules.get(cls.__module__) else {}
    second = _leading_name(rest.lstrip()[1:])[0] if rest.lstrip()[:1] == "." else ""
    if second:
        module = ns.get(first)
        if module is not None and module is target_module:
            return predicate(getattr(module, second, None))
        return False
    return first in ns and predicate(ns[first])


def _leading_name(text):
    text = text.lstrip()
    end = 0
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return text[:end], text[end:]


def _get_field(cls, a_name, a_type, default_kw_only):
    default = getattr(cls, a_name, MISSING)
    if isinstance(default, Field):
        f = default
    else:
        if isinstance(default, types.MemberDescriptorType):
            default = MISSING
        f = field(default=default)
    f.name = a_name
    f.type = a_type
    f._field_type = _FIELD
    typing = sys.modules.get("typing")
    if typing:
        if _is_classvar(a_type) or (isinstance(f.type, str) and
                                    _string_names(f.type, cls, typing, typing.ClassVar, _is_classvar)):
            f._field_type = _FIELD_CLASSVAR
    if f._field_type is _FIELD:
        def is_initvar(x):
            return x is InitVar or type(x) is InitVar
        if is_initvar(a_type) or (isinstance(f.type, str) and
                                  _string_names(f.type, cls, sys.modules[__name__], InitVar, is_initvar)):
            f._field_type = _FIELD_INITVAR
    if f._field_type in (_FIELD_CLASSVAR, _FIELD_INITVAR):
        if f.default_factory is not MISSING:
            raise TypeError(f"field {f.name} cannot have a default factory")
    if f._field_type in (_FIELD, _FIELD_INITVAR):
        if f.kw_only is MISSING:
            f.kw_only = default_kw_only
    else:
        if f.kw_only is not MISSING:
            raise TypeError(f"field {f.name} is a ClassVar but specifies kw_only")
    if f._field_type is _FIELD and f.default.__class__.__hash__ is None:
        raise ValueError(f"mutable default {type(f.default)} for field {f.name} is not allowed: use default_factory")
    return f


def _set_qualname(cls, value):
    if isinstance(value, types.FunctionType):
        value.__qualname__ = f"{cls.__qualname__}.{value.__name__}"
    return value


def _set_new_attribute(cls, name, value):
    if name in cls.__dict__:
        return True
    _set_qualname(cls, value)
    setattr(cls, name, value)
    return False


def _hash_action(unsafe_hash, eq, frozen, has_explicit_hash):
    """'add', 'none' (not hashable), 'raise' or '' (leave)."""
    if unsafe_hash:
        return "raise" if has_explicit_hash else "add"
    if has_explicit_hash or not eq:
        return ""
    return "add" if frozen else "none"


def _process_class(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
    fields = {}
    if cls.__module__ in sys.modules:
        globals = sys.modules[cls.__module__].__dict__
    else:
        globals = {}
    setattr(cls, _PARAMS, _DataclassParams(init, repr, eq, order, unsafe_hash, frozen))
    any_frozen_base = False
    has_dataclass_bases = False
    for b in cls.__mro__[-1:0:-1]:
        base_fields = getattr(b, _FIELDS, None)
        if base_fields is not None:
            has_dataclass_bases = True
            for f in base_fields.values():
                fields[f.name] = f
            if getattr(b, _PARAMS).frozen:
                any_frozen_base = True
    cls_annotations = cls.__dict__.get("__annotations__", {})
    cls_fields = []
    KW_ONLY_seen = False
    for name, a_type in cls_annotations.items():
        if a_type is KW_ONLY or (isinstance(a_type, str) and a_type in ("KW_ONLY", "dataclasses.KW_ONLY")):
            if KW_ONLY_seen:
                raise TypeError(f"{name!r} is KW_ONLY, but KW_ONLY has already been specified")
            KW_ONLY_seen = True
            kw_only = True
        else:
            cls_fields.append(_get_field(cls, name, a_type, kw_only))
    for f in cls_fields:
        fields[f.name] = f
        if isinstance(getattr(cls, f.name, None), Field):
            if f.default is MISSING:
                delattr(cls, f.name)
            else:
                setattr(cls, f.name, f.default)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in cls_annotations:
            raise TypeError(f"{name!r} is a field but has no type annotation")
    if has_dataclass_bases:
        if any_frozen_base and not frozen:
            raise TypeError("cannot inherit non-frozen dataclass from a frozen one")
        if not any_frozen_base and frozen:
            raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
    setattr(cls, _FIELDS, fields)
    class_hash = cls.__dict__.get("__hash__", MISSING)
    has_explicit_hash = not (class_hash is MISSING or (class_hash is None and "__eq__" in cls.__dict__))
    if order and not eq:
        raise ValueError("eq must be true if order is true")
    all_init_fields = [f for f in fields.values() if f._field_type in (_FIELD, _FIELD_INITVAR)]
    std_init_fields = [f for f in all_init_fields if f.init and not f.kw_only]
    kw_only_init_fields = [f for f in all_init_fields if f.init and f.kw_only]
    if init:
        has_post_init = hasattr(cls, _POST_INIT_NAME)
        _set_new_attribute(cls, "__init__", _init_fn(all_init_fields, std_init_fields, kw_only_init_fields, frozen,
                                                     has_post_init,
                                                     "__dataclass_self__" if "self" in fields else "self", globals,
                                                     slots))
    field_list = [f for f in fields.values() if f._field_type is _FIELD]
    if repr:
        _set_new_attribute(cls, "__repr__", _repr_fn([f for f in field_list if f.repr], globals))
    if eq:
        flds = [f for f in field_list if f.compare]
        _set_new_attribute(cls, "__eq__", _cmp_fn("__eq__", "==", _tuple_str("self", flds), _tuple_str("other", flds),
                                                  globals))
    if order:
        flds = [f for f in field_list if f.compare]
        for name, op in (("__lt__", "<"), ("__le__", "<="), ("__gt__", ">"), ("__ge__", ">=")):
            if _set_new_attribute(cls, name, _cmp_fn(name, op, _tuple_str("self", flds), _tuple_str("other", flds),
                                                     globals)):
                raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}. Consider using "
                                f"functools.total_ordering")
    if frozen:
        for fn in _frozen_get_del_attr(cls, field_list, globals):
            if _set_new_attribute(cls, fn.__name__, fn):
                raise TypeError(f"Cannot overwrite attribute {fn.__name__} in class {cls.__name__}")
    action = _hash_action(bool(unsafe_hash), bool(eq), bool(frozen), has_explicit_hash)
    if action == "add":
        flds = [f for f in field_list if (f.compare if f.hash is None else f.hash)]
        cls.__hash__ = _set_qualname(cls, _hash_fn(flds, globals))
    elif action == "none":
        cls.__hash__ = None
    elif action == "raise":
        raise TypeError(f"Cannot overwrite attribute __hash__ in class {cls.__name__}")
    if not getattr(cls, "__doc__"):
        try:
            import inspect
            text_sig = str(inspect.signature(cls)).replace(" -> None", "")
        except (TypeError, ValueError):
            text_sig = ""
        cls.__doc__ = cls.__name__ + text_sig
    if match_args:
        _set_new_attribute(cls, "__match_args__", tuple(f.name for f in std_init_fields))
    if weakref_slot and not slots:
        raise TypeError("weakref_slot is True but slots is False")
    if slots:
        cls = _add_slots(cls, frozen, weakref_slot)
    import abc
    abc.update_abstractmethods(cls)
    return cls


def _dataclass_getstate(self):
    return [getattr(self, f.name) for f in fields(self)]


def _dataclass_setstate(self, state):
    for field, value in zip(fields(self), state):
        object.__setattr__(self, field.name, value)


def _get_slots(cls):
    slots = cls.__dict__.get("__slots__")
    if slots is None:
        return
    if isinstance(slots, str):
        yield slots
    elif not hasattr(slots, "__next__"):
        yield from slots
    else:
        raise TypeError(f"Slots of '{cls.__name__}' cannot be determined")


def _add_slots(cls, is_frozen, weakref_slot):
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    cls_dict = dict(cls.__dict__)
    field_names = tuple(f.name for f in fields(cls))
    inherited_slots = set(s for c in cls.__mro__[1:-1] for s in _get_slots(c))
    wanted = field_names + (("__weakref__",) if weakref_slot else ())
    cls_dict["__slots__"] = tuple(s for s in wanted if s not in inherited_slots)
    for field_name in field_names:
        cls_dict.pop(field_name, None)
    cls_dict.pop("__dict__", None)
    cls_dict.pop("__weakref__", None)
    qualname = getattr(cls, "__qualname__", None)
    cls = type(cls)(cls.__name__, cls.__bases__, cls_dict)
    if qualname is not None:
        cls.__qualname__ = qualname
    if is_frozen:
        if "__getstate__" not in cls_dict:
            cls.__getstate__ = _dataclass_getstate
        if "__setstate__" not in cls_dict:
            cls.__setstate__ = _dataclass_setstate
    return cls


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False,
              match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """Add __init__, __repr__, __eq__ … from the annotations of a class."""
    def wrap(cls):
        return _process_class(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots,
                              weakref_slot)
    if cls is None:
        return wrap
    return wrap(cls)


def fields(class_or_instance):
    """The fields of a dataclass, as a tuple."""
    try:
        fields = getattr(class_or_instance, _FIELDS)
    except AttributeError:
        raise TypeError("must be called with a dataclass type or instance") from None
    return tuple(f for f in fields.values() if f._field_type is _FIELD)


def _is_dataclass_instance(obj):
    return hasattr(type(obj), _FIELDS)


def is_dataclass(obj):
    """Is it a dataclass, or an instance of one?"""
    cls = obj if isinstance(obj, type) else type(obj)
    return hasattr(cls, _FIELDS)


def asdict(obj, *, dict_factory=dict):
    """The fields as a dict, recursively."""
    if not _is_dataclass_instance(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return _asdict_inner(obj, dict_factory)


def _asdict_inner(obj, dict_factory):
    if type(obj) in _ATOMIC:
        return obj
    if _is_dataclass_instance(obj):
        return dict_factory([(f.name, _asdict_inner(getattr(obj, f.name), dict_factory)) for f in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[_asdict_inner(v, dict_factory) for v in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)(_asdict_inner(v, dict_factory) for v in obj)
    if isinstance(obj, dict):
        if hasattr(type(obj), "default_factory"):
            result = type(obj)(getattr(obj, "default_factory"))
            for k, v in obj.items():
                result[_asdict_inner(k, dict_factory)] = _asdict_inner(v, dict_factory)
            return result
        return type(obj)((_asdict_inner(k, dict_factory), _asdict_inner(v, dict_factory)) for k, v in obj.items())
    return copy.deepcopy(obj)


def astuple(obj, *, tuple_factory=tuple):
    """The values of the fields as a tuple, recursively."""
    if not _is_dataclass_instance(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return _astuple_inner(obj, tuple_factory)


def _astuple_inner(obj, tuple_factory):
    if type(obj) in _ATOMIC:
        return obj
    if _is_dataclass_instance(obj):
        return tuple_factory([_astuple_inner(getattr(obj, f.name), tuple_factory) for f in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[_astuple_inner(v, tuple_factory) for v in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)(_astuple_inner(v, tuple_factory) for v in obj)
    if isinstance(obj, dict):
        if hasattr(type(obj), "default_factory"):
            result = type(obj)(getattr(obj, "default_factory"))
            for k, v in obj.items():
                result[_astuple_inner(k, tuple_factory)] = _astuple_inner(v, tuple_factory)
            return result
        return type(obj)((_astuple_inner(k, tuple_factory), _astuple_inner(v, tuple_factory)) for k, v in obj.items())
    return copy.deepcopy(obj)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True, eq=True, order=False,
                   unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """Make a dataclass at run time."""
    if namespace is None:
        namespace = {}
    seen = set()
    annotations = {}
    defaults = {}
    for item in fields:
        if isinstance(item, str):
            name = item
            tp = "typing.Any"
        elif len(item) == 2:
            name, tp = item
        elif len(item) == 3:
            name, tp, spec = item
            defaults[name] = spec
        else:
            raise TypeError(f"Invalid field: {item!r}")
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError(f"Field names must be valid identifiers: {name!r}")
        if keyword.iskeyword(name):
            raise TypeError(f"Field names must not be keywords: {name!r}")
        if name in seen:
            raise TypeError(f"Field name duplicated: {name!r}")
        seen.add(name)
        annotations[name] = tp

    def exec_body_callback(ns):
        ns.update(namespace)
        ns.update(defaults)
        ns["__annotations__"] = annotations
    cls = types.new_class(cls_name, bases, {}, exec_body_callback)
    return dataclass(cls, init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen,
                     match_args=match_args, kw_only=kw_only, slots=slots, weakref_slot=weakref_slot)


def replace(obj, /, **changes):
    """A copy with some fields changed."""
    if not _is_dataclass_instance(obj):
        raise TypeError("replace() should be called on dataclass instances")
    for f in getattr(obj, _FIELDS).values():
        if f._field_type is _FIELD_CLASSVAR:
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError(f"field {f.name} is declared with init=False, it cannot be specified with replace()")
            continue
        if f.name not in changes:
            if f._field_type is _FIELD_INITVAR and f.default is MISSING:
                raise ValueError(f"InitVar {f.name!r} must be specified with replace()")
            changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)
