"""Enumerations: classes whose objects, the members, are made once, with the class.

EnumType makes the classes. The body of a class is collected in _enum_namespace._EnumDict, which tells members from other
attributes; each member then waits in the class's namespace as a _Pending, so that members are there when
__init_subclass__() runs. Flags and enumerations of strings are in _enum_flags, checks for verify() in _enum_checks.
"""
import sys
from builtins import property as _plain_property
from types import DynamicClassAttribute, MappingProxyType

from _enum_namespace import (_auto_null, _EnumDict, _is_descriptor, _is_dunder, _is_internal_class, _is_private,
                             _is_single_bit, _is_sunder, _iter_bits_lsb, auto, bin, member, nonmember, property)

__all__ = ["EnumType", "EnumMeta", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum", "auto", "unique",
           "property", "verify", "member", "nonmember", "FlagBoundary", "STRICT", "CONFORM", "EJECT", "KEEP",
           "global_flag_repr", "global_enum_repr", "global_str", "global_enum", "EnumCheck", "CONTINUOUS",
           "NAMED_FLAGS", "UNIQUE"]

Enum = ReprEnum = None  # until they are made, by an EnumType that knows them already
_flag = None  # the class Flag, once it is made

_FLAGS = ("StrEnum", "Flag", "IntFlag", "FlagBoundary", "STRICT", "CONFORM", "EJECT", "KEEP")
_CHECKS = ("verify", "EnumCheck", "CONTINUOUS", "NAMED_FLAGS", "UNIQUE")
_SIMPLE = ("_simple_enum", "_reduce_ex_by_global_name", "_make_class_unpicklable", "_test_simple_enum", "_old_convert_")


def __getattr__(name):
    if name in _FLAGS:
        import _enum_flags as home
    elif name in _CHECKS:
        import _enum_checks as home
    elif name in _SIMPLE:
        import _simple_enum as home
    else:
        raise AttributeError(f"module 'enum' has no attribute {name!r}")
    globals()[name] = found = getattr(home, name)
    return found


def __dir__():
    return sorted({*globals(), *_FLAGS, *_CHECKS})


def _is_flag(cls):
    return _flag is not None and issubclass(cls, _flag)


def _ejects(cls):
    """Whether values with bits that no flag names become ints."""
    if not _is_flag(cls):
        return False
    from _enum_flags import EJECT
    return cls._boundary_ is EJECT


# -- The members of a new class


class _Pending:
    """The value of a member, which becomes one when the class is there."""

    def __init__(self, value):
        self.value = value

    def __set_name__(self, cls, name):
        type.__delattr__(cls, name)
        self._add(cls, name)

    def _add(self, cls, name):
        made, args = self._make(cls)
        value = made._value_
        made._name_, made.__objclass__, made._sort_order_ = name, cls, len(cls._member_names_)
        made.__init__(*args)  # before an alias gives way to the first member: it may refuse to be one
        known = _member_of_value(cls, value)
        if known is not None:
            made = known
        else:
            single = _is_flag(cls) and _is_single_bit(value)
            if single:
                cls._flag_mask_ |= value
            if single or not _is_flag(cls):
                cls._member_names_.append(name)  # the others are no parts of flags, and iterating passes them over
            if _is_flag(cls):
                cls._all_bits_ = max(cls._all_bits_, (1 << value.bit_length()) - 1)
        cls._member_map_[name] = made
        type.__setattr__(cls, name, _behind_property(cls, name, made))
        try:
            cls._value2member_map_.setdefault(value, made)
        except TypeError:
            cls._unhashable_values_.append(value)

    def _make(self, cls):
        """An object with a _value_, and the arguments that it is made from."""
        kind, value = cls._member_type_, self.value
        args = value if isinstance(value, tuple) and kind is not tuple else (value,)
        made = cls._new_member_(cls, *args) if cls._use_args_ else cls._new_member_(cls)
        if not hasattr(made, "_value_"):
            if kind is object:
                made._value_ = value
            else:
                try:
                    made._value_ = kind(*args)
                except Exception as failure:
                    raise TypeError("_value_ not set in __new__, unable to create it") from failure
        return made, args


def _member_of_value(cls, value):
    try:
        return cls._value2member_map_.get(value)
    except TypeError:  # not hashable
        return next((m for m in cls._member_map_.values() if m._value_ == value), None)


def _behind_property(cls, name, made):
    """What stands for a member in its class: itself, or where the name is that of a property of members, one that gives
    the member to the class and the property to members."""
    for base in cls.__mro__[1:]:
        if name in base.__dict__:
            hidden = base.__dict__[name]
            if not isinstance(hidden, (property, DynamicClassAttribute, _plain_property)):
                break
            both = property()
            both.member = made
            both.__set_name__(cls, name)
            if getattr(hidden, "fget", None):
                both.fget, both.fset, both.fdel = hidden.fget, hidden.fset, hidden.fdel
            return both
    return made


# -- The metaclass


class EnumType(type):
    """Makes enumerations, and is what they answer with: members by name and value, iteration, length."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        metacls._check_for_existing_members_(cls, bases)
        body = _EnumDict()
        body._cls_name = cls
        _, first = metacls._get_mixins_(cls, bases)
        if first is not None:
            body["_generate_next_value_"] = getattr(first, "_generate_next_value_", None)
        return body

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        if _simple:
            return super().__new__(metacls, cls, bases, classdict, **kwds)
        for name in [*classdict.get("_ignore_", ()), "_ignore_"]:
            classdict.pop(name, None)
        names = classdict._member_names
        if "mro" in names or "" in names:
            bad = [repr(name) for name in ("mro", "") if name in names]
            raise ValueError(f"invalid enum member name(s) {','.join(bad)}")

        kind, first = metacls._get_mixins_(cls, bases)
        make, own_make, use_args = metacls._find_new_(classdict, kind, first)
        body = {name: _Pending(value) if name in names else value for name, value in classdict.items()}
        order = body.pop("_order_", None)
        draw = body.get("_generate_next_value_")
        if draw is not None and not isinstance(draw, staticmethod):
            body["_generate_next_value_"] = staticmethod(draw)
        body.update(
            _new_member_=make, _use_args_=use_args, _member_names_=[], _member_map_={}, _value2member_map_={},
            _unhashable_values_=[], _member_type_=kind, _value_repr_=metacls._find_data_repr_(cls, bases),
            _boundary_=boundary or getattr(first, "_boundary_", None), _flag_mask_=0, _all_bits_=0, _inverted_=None)
        failure = None
        try:
            made = super().__new__(metacls, cls, bases, body, **kwds)
        except RuntimeError as e:  # of a _Pending: the exception of its member is the cause
            failure = e.__cause__ or e
        if failure is not None:
            raise failure

        metacls._take_over_methods(made, classdict, kind, first, bases)
        if _is_flag(made):
            values = [m._value_ for m in made]
            if values != sorted(values):
                made._iter_member_ = made._iter_member_by_def_
        if Enum is not None:
            if own_make:
                made.__new_member__ = make
            made.__new__ = Enum.__new__  # from now on, calls look members up
        if order is not None:
            _check_order(made, order)
        return made

    def __init__(cls, *args, **kwds):
        pass

    @staticmethod
    def _take_over_methods(made, body, kind, first, bases):
        """Prefer methods of enumerations to those of a data type, where the body defines none."""
        if ReprEnum is not None and ReprEnum in bases:
            if kind is object:
                raise TypeError("ReprEnum subclasses must be mixed with a data type (i.e. int, str, float, etc.)")
            if "__format__" not in body:
                made.__format__ = kind.__format__
            if "__str__" not in body:
                made.__str__ = kind.__repr__ if kind.__str__ is object.__str__ else kind.__str__
            body = {"__format__", "__str__", *body}
        for name in ("__repr__", "__str__", "__format__", "__reduce_ex__"):
            ours = getattr(first, name, None)
            if ours is not None and name not in body and getattr(made, name) in (getattr(kind, name),
                                                                               getattr(object, name)):
                setattr(made, name, ours)
        if _is_flag(made):
            for name in ("__or__", "__and__", "__xor__", "__ror__", "__rand__", "__rxor__", "__invert__"):
                if name not in body:
                    setattr(made, name, _flag.__dict__[name])

    # -- What bases say

    @classmethod
    def _check_for_existing_members_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if isinstance(base, EnumType) and base._member_names_:
                    raise TypeError(f"<enum {class_name!r}> cannot extend {base!r}")

    @classmethod
    def _get_mixins_(mcls, class_name, bases):
        """The type of the members' data, object where they have none, and the enumeration among the bases."""
        if not bases:
            return object, Enum
        if not isinstance(bases[-1], EnumType):
            raise TypeError("new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`")
        return mcls._find_data_type_(class_name, bases) or object, bases[-1]

    @classmethod
    def _find_data_repr_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__[:-1]:
                if isinstance(base, EnumType):
                    return base._value_repr_
                if "__repr__" in base.__dict__:
                    return base.__dict__["__repr__"]
        return None

    @classmethod
    def _find_data_type_(mcls, class_name, bases):
        kinds = {kind for kind in map(_data_type, bases) if kind is not None}
        if len(kinds) > 1:
            raise TypeError(f"too many data types for {class_name!r}: {kinds!r}")
        return kinds.pop() if kinds else None

    @classmethod
    def _find_new_(mcls, classdict, member_type, first_enum):
        """The function that makes members, whether the body has defined it, and whether it is given the value."""
        own = classdict.get("__new__")
        if own is not None:
            make = own.__func__ if isinstance(own, staticmethod) else own
        else:
            plain = (None, None.__new__, object.__new__, getattr(Enum, "__new__", None))
            found = [getattr(possible, name, None) for name in ("__new_member__", "__new__")
                     for possible in (member_type, first_enum)]
            make = next((function for function in found if function not in plain), object.__new__)
        return make, own is not None and first_enum is not None, first_enum is not None and make is not object.__new__

    # -- What classes answer

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        """The member with a value; or, with names, a new enumeration."""
        if names is None:
            return cls.__new__(cls, value)
        return cls._create_(value, names, module=module, qualname=qualname, type=type, start=start, boundary=boundary)

    def __bool__(cls):
        return True  # even without members

    def __len__(cls):
        return len(cls._member_names_)

    def __iter__(cls):
        return map(cls._member_map_.__getitem__, cls._member_names_)

    def __reversed__(cls):
        return map(cls._member_map_.__getitem__, reversed(cls._member_names_))

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __contains__(cls, member):
        if isinstance(member, Enum):
            return isinstance(member, cls) and member._name_ in cls._member_map_
        import warnings
        warnings.warn("in 3.12 __contains__ will no longer raise TypeError, but will return True or\nFalse depending on "
                      "whether the value is a member or the value of a member", DeprecationWarning, stacklevel=2)
        raise TypeError(f"unsupported operand type(s) for 'in': '{type(member).__qualname__}' and "
                        f"'{type(cls).__qualname__}'")

    @_plain_property
    def __members__(cls):
        return MappingProxyType(cls._member_map_)

    def __getattr__(cls, name):
        members = {} if _is_dunder(name) else cls.__dict__.get("_member_map_", {})
        if name not in members:
            raise AttributeError(name)
        return members[name]

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", ()):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __delattr__(cls, attr):
        if attr in cls._member_map_:
            raise AttributeError(f"{cls.__name__!r} cannot delete member {attr!r}.")
        super().__delattr__(attr)

    def __dir__(cls):
        names = {"__class__", "__contains__", "__doc__", "__getitem__", "__iter__", "__len__", "__members__",
                 "__module__", "__name__", "__qualname__", *cls._member_names_}
        if cls._new_member_ is not object.__new__:
            names.add("__new__")
        if cls.__init_subclass__ is not object.__init_subclass__:
            names.add("__init_subclass__")
        return sorted(names if cls._member_type_ is object else names.union(dir(cls._member_type_)))

    def __repr__(cls):
        return f"<{'flag' if _is_flag(cls) else 'enum'} {cls.__name__!r}>"

    # -- Classes from lists of names

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        """An enumeration from names, or from pairs or a dict of names and values."""
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        _, first = cls._get_mixins_(class_name, bases)
        body = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            values = []
            for count, name in enumerate(names):
                values.append(first._generate_next_value_(name, start, count, values[:]))
            names = list(zip(names, values))
        for item in names:
            name, value = (item, names[item]) if isinstance(item, str) else item
            body[name] = value
        if module is None:  # that of the caller of __call__()
            try:
                module = sys._getframe(2).f_globals.get("__name__")
            except (AttributeError, ValueError):
                pass
        if module is not None:
            body["__module__"] = module
        if qualname is not None:
            body["__qualname__"] = qualname
        return metacls.__new__(metacls, class_name, bases, body, boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None, as_global=False):
        """An enumeration of the constants of a module, or of `source`, that a filter of names picks, in place of them."""
        home = vars(sys.modules[module])
        members = [item for item in (vars(source) if source else home).items() if filter(item[0])]
        try:
            members.sort(key=lambda item: (item[1], item[0]))
        except TypeError:  # values of several types
            members.sort(key=lambda item: item[0])
        if boundary is None and _is_flag(cls):
            from _enum_flags import KEEP as boundary
        made = cls._create_(name, members, module=module, boundary=boundary)
        if as_global:
            global_enum(made)
        else:
            vars(sys.modules[made.__module__]).update(made.__members__)
        home[name] = made
        return made


EnumMeta = EnumType


def _data_type(chain):
    """The type of data that a base gives to members, or None."""
    lowest = None  # below the class that makes its objects
    for base in chain.__mro__[:-1]:
        if isinstance(base, EnumType):
            if base._member_type_ is not object:
                return base._member_type_
        elif any(name in base.__dict__ for name in ("__new__", "__init__", "__dataclass_fields__")):
            return lowest or base
        else:
            lowest = lowest or base
    return None


def _check_order(made, order):
    """Compare the members with the names in _order_, of which aliases do not count."""
    if isinstance(order, str):
        order = order.replace(",", " ").split()
    members, names = made._member_map_, made._member_names_
    order = [name for name in order if name not in members or members[name].name == name]
    if _is_flag(made):
        order = [name for name in order if name in names]
    if order != names:
        raise TypeError(f"member order does not match _order_:\n  {names!r}\n  {order!r}")


# -- Enumerations


class Enum(metaclass=EnumType):
    """A set of names for values."""

    def __new__(cls, value):
        # Stands in every enumeration once its members are made, and looks them up.
        if type(value) is cls:
            return value
        found = _member_of_value(cls, value)
        return cls._look_further(value) if found is None else found

    @classmethod
    def _look_further(cls, value):
        """What _missing_() gives for a value that no member has, or its exception."""
        unknown = ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        failure = result = None
        try:
            result = cls._missing_(value)
        except Exception as e:
            failure = e
        try:
            if isinstance(result, cls) or isinstance(result, int) and _ejects(cls):
                return result
            if failure is None:
                if result is None:
                    raise unknown
                failure = TypeError(f"error in {cls.__name__}._missing_: returned {result!r} instead of None or a valid "
                                    "member")
            if not isinstance(failure, ValueError):
                failure.__context__ = unknown
            raise failure
        finally:
            failure = unknown = None  # hold this frame

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """The value of the next auto(): one more than the last that one can be added to."""
        if not last_values:
            return start
        try:
            return max(last_values) + 1
        except TypeError:
            import warnings
            warnings.warn("In 3.13 the default `auto()`/`_generate_next_value_` will require all values to be sortable and "
                          "support adding +1\nand the value returned will be the largest value in the enum incremented "
                          "by 1", DeprecationWarning, stacklevel=6)  # behind _EnumDict.__setitem__()
        for last in reversed(last_values):
            try:
                return last + 1
            except TypeError:
                pass
        return start

    @classmethod
    def _missing_(cls, value):
        """The member for a value that none has; None: there is none."""
        return None

    @property
    def name(self):
        """The name of the member."""
        return self._name_

    @property
    def value(self):
        """The value of the member."""
        return self._value_

    def __repr__(self):
        cls = type(self)
        return f"<{cls.__name__}.{self._name_}: {(cls._value_repr_ or repr)(self._value_)}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __dir__(self):
        cls = type(self)
        names = {"__class__", "__doc__", "__eq__", "__hash__", "__module__", "name", "value"}
        if cls._member_type_ is not object:
            names.update(object.__dir__(self))
        names.update(name for name in getattr(self, "__dict__", ()) if name[0] != "_")
        for base in cls.__mro__:
            for name, value in base.__dict__.items():
                if name[0] != "_":
                    hidden = isinstance(value, property) and value.fget is None and name in cls._member_map_
                    (names.discard if hidden else names.add)(name)
        return sorted(names)

    # Members are copied and pickled as what they are: the only ones.

    def __reduce_ex__(self, proto):
        return getattr, (type(self), self._name_)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class ReprEnum(Enum):
    """Members are shown as those of enumerations, but str() and format() are the data type's."""


class IntEnum(int, ReprEnum):
    """Members are ints too."""


# -- Decorators of enumerations


def _aliases(enumeration):
    return ", ".join(f"{name} -> {m.name}" for name, m in enumeration.__members__.items() if m.name != name)


def unique(enumeration):
    """A decorator that refuses aliases."""
    if aliases := _aliases(enumeration):
        raise ValueError(f"duplicate values found in {enumeration!r}: {aliases}")
    return enumeration


def _home(self):
    """The last part of the name of the module that a member is from."""
    return type(self).__module__.rpartition(".")[2]


def global_enum_repr(self):
    """repr() of a member as MODULE.NAME."""
    return f"{_home(self)}.{self._name_}"


def global_flag_repr(self):
    """repr() of flags as MODULE.NAME, joined by |."""
    home = _home(self)
    if self._name_ is None:
        return f"{home}.{type(self).__name__}({self._value_!r})"
    # what no member names stands in the name as a number
    return "|".join([part if part[0].isdigit() else f"{home}.{part}" for part in self.name.split("|")])


def global_str(self):
    """str() of a member as its bare name."""
    return f"{type(self).__name__}({self._value_!r})" if self._name_ is None else self._name_


def global_enum(cls, update_str=False):
    """A decorator that puts the members into the module."""
    if update_str or not issubclass(cls, ReprEnum):
        cls.__str__ = global_str
    cls.__repr__ = global_flag_repr if _is_flag(cls) else global_enum_repr
    vars(sys.modules[cls.__module__]).update(cls.__members__)
    return cls


def show_flag_values(value):
    """The bits of a value, lowest first."""
    return list(_iter_bits_lsb(value))
