"""Enumerations."""
import sys
from builtins import property as _bltin_property
from functools import reduce
from operator import or_ as _or_
from types import DynamicClassAttribute, MappingProxyType

from _enum_namespace import (_auto_null, _EnumDict, _is_descriptor, _is_dunder, _is_internal_class, _is_private,
                             _is_single_bit, _is_sunder, _iter_bits_lsb, auto, bin, member, nonmember, property)

__all__ = ["EnumType", "EnumMeta", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum", "auto", "unique",
           "property", "verify", "member", "nonmember", "FlagBoundary", "STRICT", "CONFORM", "EJECT", "KEEP",
           "global_flag_repr", "global_enum_repr", "global_str", "global_enum", "EnumCheck", "CONTINUOUS",
           "NAMED_FLAGS", "UNIQUE"]

Enum = Flag = EJECT = STRICT = CONFORM = KEEP = ReprEnum = None


class EnumType(type):
    """The metaclass of enumerations."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        metacls._check_for_existing_members_(cls, bases)
        enum_dict = _EnumDict()
        enum_dict._cls_name = cls
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        if first_enum is not None:
            enum_dict["_generate_next_value_"] = getattr(first_enum, "_generate_next_value_", None)
        return enum_dict

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        if _simple:
            return super().__new__(metacls, cls, bases, classdict, **kwds)
        classdict.setdefault("_ignore_", []).append("_ignore_")
        for key in classdict["_ignore_"]:
            classdict.pop(key, None)
        member_names = classdict._member_names
        invalid_names = set(member_names) & {"mro", ""}
        if invalid_names:
            raise ValueError("invalid enum member name(s) %s" % ",".join(repr(n) for n in invalid_names))
        _order_ = classdict.pop("_order_", None)
        _gnv = classdict.get("_generate_next_value_")
        if _gnv is not None and type(_gnv) is not staticmethod:
            _gnv = staticmethod(_gnv)
        classdict = dict(classdict.items())
        if _gnv is not None:
            classdict["_generate_next_value_"] = _gnv
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        __new__, save_new, use_args = metacls._find_new_(classdict, member_type, first_enum)
        members = {name: classdict.pop(name) for name in member_names}
        classdict["_new_member_"] = __new__
        classdict["_use_args_"] = use_args
        classdict["_member_names_"] = []
        classdict["_member_map_"] = {}
        classdict["_value2member_map_"] = {}
        classdict["_unhashable_values_"] = []
        classdict["_member_type_"] = member_type
        classdict["_value_repr_"] = metacls._find_data_repr_(cls, bases)
        classdict["_boundary_"] = boundary or getattr(first_enum, "_boundary_", None)
        classdict["_flag_mask_"] = 0
        classdict["_all_bits_"] = 0
        classdict["_inverted_"] = None
        if member_type is not object and "__reduce_ex__" not in classdict:
            pickle_methods = ("__getnewargs_ex__", "__getnewargs__", "__reduce_ex__", "__reduce__")
            sabotage = None
            for chain in bases:
                for base in chain.__mro__:
                    if base is object or base in (int, float, str, bytes, complex, tuple, frozenset):
                        continue
                    if any(m in base.__dict__ for m in pickle_methods):
                        sabotage = False
                        break
                    if "__new__" in base.__dict__ and not issubclass(base, Enum if Enum is not None else ()):
                        sabotage = True
                if sabotage is False:
                    break
        enum_class = super().__new__(metacls, cls, bases, classdict, **kwds)
        for name, value in members.items():
            metacls._add_member_(enum_class, name, value, member_type, use_args)
        for name in ("__repr__", "__str__", "__format__", "__reduce_ex__"):
            if name not in classdict:
                enum_method = getattr(first_enum, name, None)
                found_method = getattr(enum_class, name)
                object_method = getattr(object, name)
                data_type_method = getattr(member_type, name)
                if found_method in (data_type_method, object_method) and enum_method is not None:
                    setattr(enum_class, name, enum_method)
        if ReprEnum is not None and ReprEnum in bases:
            if "__format__" not in classdict:
                enum_class.__format__ = member_type.__format__
            if "__str__" not in classdict:
                method = member_type.__str__
                if method is object.__str__:
                    method = member_type.__repr__
                enum_class.__str__ = method
        if Flag is not None and issubclass(enum_class, Flag):
            for name in ("__or__", "__and__", "__xor__", "__ror__", "__rand__", "__rxor__", "__invert__"):
                if name not in classdict:
                    enum_method = getattr(Flag, name)
                    setattr(enum_class, name, enum_method)
                    classdict[name] = enum_method
            single_bits = multi_bits = 0
            for m in enum_class._member_map_.values():
                if isinstance(m._value_, int) and m._value_ >= 0:
                    if _is_single_bit(m._value_):
                        single_bits |= m._value_
                    else:
                        multi_bits |= m._value_
            enum_class._flag_mask_ = single_bits | multi_bits
            enum_class._singles_mask_ = single_bits
            enum_class._all_bits_ = 2 ** (enum_class._flag_mask_.bit_length()) - 1
            if enum_class._boundary_ is not KEEP:
                missed = list(_iter_bits_lsb(multi_bits & ~single_bits))
                if missed:
                    pass
            member_list = [m._value_ for m in enum_class]
            if member_list != sorted(member_list):
                enum_class._iter_member_ = enum_class._iter_member_by_def_
        if Enum is not None:
            if save_new:
                enum_class.__new_member__ = __new__
            enum_class.__new__ = Enum.__new__
        if _order_ is not None:
            if isinstance(_order_, str):
                _order_ = _order_.replace(",", " ").split()
            order = [o for o in _order_ if o not in enum_class._member_map_ or enum_class._member_map_[o].name == o]
            if Flag is not None and issubclass(enum_class, Flag):
                order = [o for o in order if o in enum_class._member_names_]
            if order != enum_class._member_names_:
                raise TypeError("member order does not match _order_:\n  %r\n  %r" % (enum_class._member_names_, order))
        return enum_class

    def __init__(cls, *args, **kwds):
        pass

    @staticmethod
    def _add_member_(enum_class, name, value, member_type, use_args):
        args = value if isinstance(value, tuple) else (value,)
        if member_type is tuple:
            args = (args,)
        new = enum_class._new_member_
        if not use_args:
            enum_member = new(enum_class)
        else:
            enum_member = new(enum_class, *args)
        if not hasattr(enum_member, "_value_"):
            if member_type is object:
                enum_member._value_ = value
            else:
                try:
                    enum_member._value_ = member_type(*args)
                except Exception as exc:
                    raise TypeError("_value_ not set in __new__, unable to create it") from exc
        value = enum_member._value_
        enum_member._name_ = name
        enum_member.__objclass__ = enum_class
        enum_member._sort_order_ = len(enum_class._member_names_)
        is_flag = Flag is not None and issubclass(enum_class, Flag)
        found = None
        try:
            found = enum_class._value2member_map_.get(value)
        except TypeError:
            for m in enum_class._member_map_.values():
                if m._value_ == value:
                    found = m
                    break
        enum_member.__init__(*args)  # of an alias too: it may refuse to be one
        if found is not None and (type(found._value_) is type(value) or found._value_ == value):
            enum_member = found
        else:
            if not is_flag or not isinstance(value, int) or _is_single_bit(value):
                enum_class._member_names_.append(name)
        enum_class._member_map_[name] = enum_member
        need_property = False
        for base in enum_class.__mro__[1:]:
            descriptor = base.__dict__.get(name)
            if descriptor is not None:
                if isinstance(descriptor, (property, DynamicClassAttribute, _bltin_property)):
                    need_property = True
                break
        if need_property:
            redirect = property()
            redirect.member = enum_member
            redirect.__set_name__(enum_class, name)
            fget = getattr(descriptor, "fget", None)
            if fget:
                redirect.fget = fget
                redirect.fset = getattr(descriptor, "fset", None)
                redirect.fdel = getattr(descriptor, "fdel", None)
            type.__setattr__(enum_class, name, redirect)
        else:
            type.__setattr__(enum_class, name, enum_member)
        try:
            enum_class._value2member_map_.setdefault(value, enum_member)
        except TypeError:
            enum_class._unhashable_values_.append(value)

    def __bool__(cls):
        return True

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return cls.__new__(cls, value)
        return cls._create_(value, names, module=module, qualname=qualname, type=type, start=start, boundary=boundary)

    def __contains__(cls, member):
        if not isinstance(member, Enum):
            import warnings
            warnings.warn("in 3.12 __contains__ will no longer raise TypeError, but will return True or\nFalse "
                          "depending on whether the value is a member or the value of a member", DeprecationWarning,
                          stacklevel=2)
            raise TypeError("unsupported operand type(s) for 'in': '%s' and '%s'" % (
                type(member).__qualname__, cls.__class__.__qualname__))
        return isinstance(member, cls) and member._name_ in cls._member_map_

    def __delattr__(cls, attr):
        if attr in cls._member_map_:
            raise AttributeError("%r cannot delete member %r." % (cls.__name__, attr))
        super().__delattr__(attr)

    def __dir__(cls):
        interesting = set(["__class__", "__contains__", "__doc__", "__getitem__", "__iter__", "__len__", "__members__",
                           "__module__", "__name__", "__qualname__"] + cls._member_names_)
        if cls._new_member_ is not object.__new__:
            interesting.add("__new__")
        if cls.__init_subclass__ is not object.__init_subclass__:
            interesting.add("__init_subclass__")
        if cls._member_type_ is object:
            return sorted(interesting)
        return sorted(set(dir(cls._member_type_)) | interesting)

    def __getattr__(cls, name):
        if _is_dunder(name):
            raise AttributeError(name)
        try:
            return cls.__dict__["_member_map_"][name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __len__(cls):
        return len(cls._member_names_)

    @_bltin_property
    def __members__(cls):
        return MappingProxyType(cls._member_map_)

    def __repr__(cls):
        if Flag is not None and issubclass(cls, Flag):
            return "<flag %r>" % cls.__name__
        return "<enum %r>" % cls.__name__

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __setattr__(cls, name, value):
        member_map = cls.__dict__.get("_member_map_", {})
        if name in member_map:
            raise AttributeError("cannot reassign member %r" % (name,))
        super().__setattr__(name, value)

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        _, first_enum = cls._get_mixins_(class_name, bases)
        classdict = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            original_names, names = names, []
            last_values = []
            for count, name in enumerate(original_names):
                value = first_enum._generate_next_value_(name, start, count, last_values[:])
                last_values.append(value)
                names.append((name, value))
        for item in names:
            if isinstance(item, str):
                member_name, member_value = item, names[item]
            else:
                member_name, member_value = item
            classdict[member_name] = member_value
        if module is None:
            try:
                module = sys._getframe(2).f_globals["__name__"]
            except (AttributeError, ValueError, KeyError):
                pass
        if module is not None:
            classdict["__module__"] = module
        if qualname is not None:
            classdict["__qualname__"] = qualname
        return metacls.__new__(metacls, class_name, bases, classdict, boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None, as_global=False):
        module_globals = sys.modules[module].__dict__
        source = source.__dict__ if source else module_globals
        members = [(name, value) for name, value in source.items() if filter(name)]
        try:
            members.sort(key=lambda t: (t[1], t[0]))
        except TypeError:
            members.sort(key=lambda t: t[0])
        body = {t[0]: t[1] for t in members}
        body["__module__"] = module
        cls = cls._create_(name, members, module=module, boundary=boundary or KEEP)
        if as_global:
            global_enum(cls)
        else:
            sys.modules[cls.__module__].__dict__.update(cls.__members__)
        module_globals[name] = cls
        return cls

    @classmethod
    def _check_for_existing_members_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if isinstance(base, EnumType) and base._member_names_:
                    raise TypeError("<enum %r> cannot extend %r" % (class_name, base))

    @classmethod
    def _get_mixins_(mcls, class_name, bases):
        if not bases:
            return object, Enum
        first_enum = bases[-1]
        if not isinstance(first_enum, EnumType):
            raise TypeError("new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`")
        member_type = mcls._find_data_type_(class_name, bases) or object
        return member_type, first_enum

    @classmethod
    def _find_data_repr_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    return base._value_repr_
                if "__repr__" in base.__dict__:
                    return base.__dict__["__repr__"]
        return None

    @classmethod
    def _find_data_type_(mcls, class_name, bases):
        data_types = set()
        base_chain = set()
        for chain in bases:
            candidate = None
            for base in chain.__mro__:
                base_chain.add(base)
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    if base._member_type_ is not object:
                        data_types.add(base._member_type_)
                        break
                elif "__new__" in base.__dict__ or "__init__" in base.__dict__ or "__dataclass_fields__" in base.__dict__:
                    data_types.add(candidate or base)
                    break
                else:
                    candidate = candidate or base
        if len(data_types) > 1:
            raise TypeError("too many data types for %r: %r" % (class_name, data_types))
        return data_types.pop() if data_types else None

    @classmethod
    def _find_new_(mcls, classdict, member_type, first_enum):
        __new__ = classdict.get("__new__", None)
        save_new = first_enum is not None and __new__ is not None
        if __new__ is None:
            for method in ("__new_member__", "__new__"):
                for possible in (member_type, first_enum):
                    target = getattr(possible, method, None)
                    if target not in (None, None.__new__, object.__new__, getattr(Enum, "__new__", None)):
                        __new__ = target
                        break
                if __new__ is not None:
                    break
            else:
                __new__ = object.__new__
        elif isinstance(__new__, staticmethod):
            __new__ = __new__.__func__
        use_args = __new__ is not object.__new__ and not (first_enum is None)
        if __new__ is object.__new__:
            use_args = False
        return __new__, save_new, use_args


EnumMeta = EnumType


class Enum(metaclass=EnumType):
    """A set of named values."""

    def __new__(cls, value):
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            for member in cls._member_map_.values():
                if member._value_ == value:
                    return member
        if not cls._member_map_:
            raise TypeError("%r has no members defined" % cls)
        try:
            exc = None
            result = cls._missing_(value)
        except Exception as e:
            exc = e
            result = None
        try:
            if isinstance(result, cls):
                return result
            if Flag is not None and issubclass(cls, Flag) and cls._boundary_ is EJECT and isinstance(result, int):
                return result
            ve_exc = ValueError("%r is not a valid %s" % (value, cls.__qualname__))
            if result is None and exc is None:
                raise ve_exc
            if exc is None:
                exc = TypeError("error in %s._missing_: returned %r instead of None or a valid member"
                                % (cls.__name__, result))
            if not isinstance(exc, ValueError):
                exc.__context__ = ve_exc
            raise exc
        finally:
            exc = None
            ve_exc = None

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        try:
            return sorted(last_values)[-1] + 1
        except TypeError:
            for last_value in reversed(last_values):
                try:
                    return last_value + 1
                except TypeError:
                    pass
            return start

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        v_repr = self.__class__._value_repr_ or repr
        return "<%s.%s: %s>" % (self.__class__.__name__, self._name_, v_repr(self._value_))

    def __str__(self):
        return "%s.%s" % (self.__class__.__name__, self._name_)

    def __dir__(self):
        interesting = set(["__class__", "__doc__", "__eq__", "__hash__", "__module__", "name", "value"])
        if self.__class__._member_type_ is not object:
            interesting.update(object.__dir__(self))
        for name in getattr(self, "__dict__", []):
            if name[0] != "_":
                interesting.add(name)
        for cls in self.__class__.mro():
            for name, obj in cls.__dict__.items():
                if name[0] == "_":
                    continue
                if isinstance(obj, property):
                    if obj.fget is not None or name not in self._member_map_:
                        interesting.add(name)
                    else:
                        interesting.discard(name)
                else:
                    interesting.add(name)
        return sorted(interesting)

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, proto):
        return getattr, (self.__class__, self._name_)

    def __deepcopy__(self, memo):
        return self

    def __copy__(self):
        return self

    @property
    def name(self):
        """The name of the member."""
        return self._name_

    @property
    def value(self):
        """The value of the member."""
        return self._value_


class ReprEnum(Enum):
    """Only repr() is changed; str() and format() are the data type's."""


class IntEnum(int, ReprEnum):
    """Members are ints too."""


class StrEnum(str, ReprEnum):
    """Members are strs too."""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError("too many arguments for str(): %r" % (values,))
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError("%r is not a string" % (values[0],))
        if len(values) >= 2 and not isinstance(values[1], str):
            raise TypeError("encoding must be a string, not %r" % (values[1],))
        if len(values) == 3 and not isinstance(values[2], str):
            raise TypeError("errors must be a string, not %r" % (values[2]))
        value = str(*values)
        member = str.__new__(cls, value)
        member._value_ = value
        return member

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class FlagBoundary(StrEnum):
    """What happens to bits that no flag names."""
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


class Flag(Enum, boundary=CONFORM):
    """Members that combine by | & ^ ~."""

    _numeric_repr_ = repr

    def __reduce_ex__(self, proto):
        cls = self.__class__
        if len(self._value_of_bits()) == 1 and self._name_ is not None and self._name_ in cls._member_map_:
            return getattr, (cls, self._name_)
        return cls, (self._value_,)

    def _value_of_bits(self):
        return list(_iter_bits_lsb(self._value_ & self._flag_mask_)) if self._value_ >= 0 else [0, 0]

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        last_value = max(last_values)
        try:
            high_bit = last_value.bit_length() - 1
        except Exception:
            raise TypeError("invalid flag value %r" % last_value) from None
        return 2 ** (high_bit + 1)

    @classmethod
    def _iter_member_by_value_(cls, value):
        for val in _iter_bits_lsb(value & cls._flag_mask_):
            member = cls._value2member_map_.get(val)
            if member is not None:
                yield member

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        yield from sorted(cls._iter_member_by_value_(value), key=lambda m: m._sort_order_)

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError("%r is not a valid %s" % (value, cls.__qualname__))
        flag_mask = cls._flag_mask_
        all_bits = cls._all_bits_
        neg_value = None
        if not ~all_bits <= value <= all_bits or value & (all_bits ^ flag_mask):
            if cls._boundary_ is STRICT:
                max_bits = max(value.bit_length(), flag_mask.bit_length())
                raise ValueError("%r invalid value %r\n    given %s\n  allowed %s" % (
                    cls, value, bin(value, max_bits), bin(flag_mask, max_bits)))
            elif cls._boundary_ is CONFORM:
                value = value & flag_mask
            elif cls._boundary_ is EJECT:
                return value
            elif cls._boundary_ is KEEP:
                if value < 0:
                    value = max(all_bits + 1, 2 ** (value.bit_length())) + value
            else:
                raise ValueError("%r unknown flag boundary %r" % (cls, cls._boundary_))
        if value < 0:
            neg_value = value
            value = all_bits + 1 + value
        unknown = value & ~flag_mask
        aliases = value & ~getattr(cls, "_singles_mask_", flag_mask)
        member_value = value & getattr(cls, "_singles_mask_", flag_mask)
        if unknown and cls._boundary_ is not KEEP:
            raise ValueError("%s(%r) -->  unknown values %r [%s]" % (cls.__name__, value, unknown, bin(unknown)))
        if cls._member_type_ is object:
            pseudo_member = object.__new__(cls)
        else:
            pseudo_member = cls._member_type_.__new__(cls, value)
        if not hasattr(pseudo_member, "_value_"):
            pseudo_member._value_ = value
        if member_value or aliases:
            members = []
            combined = 0
            for m in cls._iter_member_(member_value):
                members.append(m)
                combined |= m._value_
            if aliases:
                for m in cls._member_map_.values():
                    v = m._value_
                    if v and v not in (x._value_ for x in members) and v & aliases and v & value == v:
                        members.append(m)
                        combined |= v
            unknown = value ^ combined
            pseudo_member._name_ = "|".join([m._name_ for m in members])
            if not combined:
                pseudo_member._name_ = None
            elif unknown and cls._boundary_ is STRICT:
                raise ValueError("%r: no members with value %r" % (cls, unknown))
            elif unknown:
                pseudo_member._name_ += "|%s" % cls._numeric_repr_(unknown)
        else:
            pseudo_member._name_ = None
        pseudo_member = cls._value2member_map_.setdefault(value, pseudo_member)
        if neg_value is not None:
            cls._value2member_map_[neg_value] = pseudo_member
        return pseudo_member

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError("unsupported operand type(s) for 'in': %r and %r" % (
                type(other).__qualname__, self.__class__.__qualname__))
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        cls_name = self.__class__.__name__
        v_repr = self.__class__._value_repr_ or repr
        if self._name_ is None:
            return "<%s: %s>" % (cls_name, v_repr(self._value_))
        return "<%s.%s: %s>" % (cls_name, self._name_, v_repr(self._value_))

    def __str__(self):
        cls_name = self.__class__.__name__
        if self._name_ is None:
            return "%s(%r)" % (cls_name, self._value_)
        return "%s.%s" % (cls_name, self._name_)

    def __bool__(self):
        return bool(self._value_)

    def _other_value(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        if self._member_type_ is not object and isinstance(other, self._member_type_):
            return other
        return NotImplemented

    def __or__(self, other):
        other = self._other_value(other)
        if other is NotImplemented:
            return NotImplemented
        return self.__class__(self._value_ | other)

    def __and__(self, other):
        other = self._other_value(other)
        if other is NotImplemented:
            return NotImplemented
        return self.__class__(self._value_ & other)

    def __xor__(self, other):
        other = self._other_value(other)
        if other is NotImplemented:
            return NotImplemented
        return self.__class__(self._value_ ^ other)

    def __invert__(self):
        if self._inverted_ is None:
            if self._boundary_ in (EJECT, KEEP):
                inverted = self.__class__(~self._value_)
            else:
                inverted = self.__class__(self._flag_mask_ & ~self._value_)
            self._inverted_ = inverted
            inverted._inverted_ = self
        return self._inverted_

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Flags that are ints too."""


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
    return f"{_home(self)}.{self._name_}"


def global_flag_repr(self):
    home = _home(self)
    if self._name_ is None:
        return f"{home}.{type(self).__name__}({self._value_!r})"
    # what no member names stands in the name as a number
    return "|".join([part if part[0].isdigit() else f"{home}.{part}" for part in self.name.split("|")])


def global_str(self):
    return f"{type(self).__name__}({self._value_!r})" if self._name_ is None else self._name_


def global_enum(cls, update_str=False):
    """A decorator that puts the members into the module."""
    if update_str or not issubclass(cls, ReprEnum):
        cls.__str__ = global_str
    cls.__repr__ = global_flag_repr if issubclass(cls, Flag) else global_enum_repr
    vars(sys.modules[cls.__module__]).update(cls.__members__)
    return cls


class EnumCheck(StrEnum):
    """What verify() can check."""
    CONTINUOUS = "no skipped integer values"
    NAMED_FLAGS = "multi-flag aliases may not contain unnamed flags"
    UNIQUE = "one name per value"


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


def _fault_unique(enumeration):
    aliases = _aliases(enumeration)
    return aliases and f"aliases found in {enumeration!r}: {aliases}"


def _fault_continuous(enumeration):
    values = {m.value for m in enumeration}
    if not values:
        return None
    low, high = min(values), max(values)
    if issubclass(enumeration, Flag):
        kind, between = "flag", (1 << bit for bit in range(low.bit_length(), high.bit_length() - 1))
    else:
        kind, between = "enum", range(low + 1, high)
    gaps = ", ".join([str(value) for value in between if value not in values])
    return gaps and f"invalid {kind} {enumeration.__name__!r}: missing values {gaps}"[:256]


def _fault_named_flags(enumeration):
    named = {m.value for m in enumeration}
    guilty, unnamed = [], 0
    for name, alias in enumeration._member_map_.items():
        if name not in enumeration._member_names_ and alias.value >= 0:
            bits = [bit for bit in _iter_bits_lsb(alias.value) if bit not in named]
            guilty += [name] if bits else []
            unnamed = reduce(_or_, bits, unnamed)
    if not guilty:
        return None
    *others, last = guilty
    who = f"aliases {', '.join(others)} and {last} are" if others else f"alias {last} is"
    what = "value" if _is_single_bit(unnamed) else "combined values of"
    return (f"invalid Flag {enumeration.__name__!r}: {who} missing {what} 0x{unnamed:x} "
            "[use enum.show_flag_values(value) for details]")


_FAULTS = {UNIQUE: _fault_unique, CONTINUOUS: _fault_continuous, NAMED_FLAGS: _fault_named_flags}


class verify:
    """A decorator that checks an enumeration."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        for check in self.checks:
            if check in _FAULTS and (fault := _FAULTS[check](enumeration)):
                raise ValueError(fault)
        return enumeration


def show_flag_values(value):
    return list(_iter_bits_lsb(value))


def __getattr__(name):
    if name in ("_simple_enum", "_reduce_ex_by_global_name", "_make_class_unpicklable", "_test_simple_enum", "_old_convert_"):
        import _simple_enum
        return getattr(_simple_enum, name)
    raise AttributeError("module 'enum' has no attribute %r" % name)
