"""What the body of an enum is made in: the kinds of names, the marks on values, the dict that sorts out members."""
from types import DynamicClassAttribute

# The names with an underscore at each end that a class body may set.
_SETTINGS = {"_order_", "_generate_next_value_", "_numeric_repr_", "_missing_", "_ignore_", "_iter_member_",
             "_iter_member_by_value_", "_iter_member_by_def_"}


class nonmember:
    """Keeps an attribute of an Enum class from becoming a member."""

    __module__ = "enum"

    def __init__(self, value):
        self.value = value


class member:
    """Makes an attribute of an Enum class a member."""

    __module__ = "enum"

    def __init__(self, value):
        self.value = value


def _is_descriptor(obj):
    return hasattr(obj, "__get__") or hasattr(obj, "__set__") or hasattr(obj, "__delete__")


def _is_framed(name, frame):
    core = name[len(frame):-len(frame)]
    return bool(core) and name == frame + core + frame and core[0] != "_" != core[-1]


def _is_dunder(name):
    return _is_framed(name, "__")


def _is_sunder(name):
    return _is_framed(name, "_")


def _is_private(cls_name, name):
    mangled = f"_{cls_name}__"
    return name != mangled and name.startswith(mangled) and not name.endswith("__")


def _is_internal_class(cls_name, obj):
    if not isinstance(obj, type):
        return False
    place = ("." + getattr(obj, "__qualname__", "")).rpartition(f".{cls_name}.")
    return bool(place[1]) and place[2] == obj.__name__


def _is_single_bit(num):
    if num == 0:
        return False
    num &= num - 1
    return num == 0


def _iter_bits_lsb(num):
    """The powers of two in a number, or in the value of a member, lowest first."""
    rest = getattr(num, "_value_", num)
    if rest < 0:
        raise ValueError("%r is not a positive integer" % rest)
    while rest:
        without_lowest = rest & (rest - 1)
        yield rest ^ without_lowest
        rest = without_lowest


def bin(num, max_bits=None):
    """Binary text with the sign as a leading bit."""
    # Two's complement, as wide as the number or as asked.
    width = max(num.bit_length(), max_bits or 0)
    digits = format(int(num) & ((1 << width) - 1), f"0{width}b") if width else ""
    return f"0b{int(num < 0)} {digits}"


class _Unchosen:
    """What stands in an auto() until the class chooses."""

    def __repr__(self):
        return "_auto_null"


_auto_null = _Unchosen()


class auto:
    """A value chosen by the class."""

    __module__ = "enum"

    def __init__(self, value=_auto_null):
        self.value = value

    def __repr__(self):
        return f"auto({self.value!r})"


class property(DynamicClassAttribute):
    """An attribute for members that leaves the name free for a member of the class."""

    __module__ = "enum"
    member = name = clsname = None

    def __set_name__(self, ownerclass, name):
        self.name, self.clsname = name, ownerclass.__name__

    def __get__(self, instance, ownerclass=None):
        if instance is not None and self.fget is not None:
            return self.fget(instance)
        found = self.member
        if found is None:
            found = getattr(ownerclass, "_member_map_", {}).get(self.name)
        if found is None:
            owner = f"{ownerclass!r}" if instance is None else f"{ownerclass!r} member"
            raise AttributeError(f"{owner} has no attribute {self.name!r}")
        return found

    def _refuse(self, verb):
        raise AttributeError(f"<enum {self.clsname!r}> cannot {verb} attribute {self.name!r}")

    def __set__(self, instance, value):
        return self._refuse("set") if self.fset is None else self.fset(instance, value)

    def __delete__(self, instance):
        return self._refuse("delete") if self.fdel is None else self.fdel(instance)


class _EnumDict(dict):
    """The namespace of an Enum class: notes members in order, refuses names used twice."""

    __module__ = "enum"

    def __init__(self):
        super().__init__()
        self._member_names, self._last_values, self._ignore = {}, [], []
        self._auto_called = False

    def __setitem__(self, key, value):
        marked = key[:1] == "_"
        if marked and _is_dunder(key):
            key = "_order_" if key == "__order__" else key
        elif marked and _is_private(self._cls_name, key):
            pass
        elif marked and _is_sunder(key):
            value = self._setting(key, value)
        elif key in self._member_names:
            self._refuse_twice(key)
        elif key not in self._ignore:
            value = self._attribute(key, value)
        super().__setitem__(key, value)

    def update(self, members, /, **more_members):
        for source in dict(members), more_members:
            for name in source:
                self[name] = source[name]

    def _refuse_twice(self, key):
        raise TypeError(f"{key!r} already defined as {self[key]!r}")

    def _setting(self, key, value):
        """Take note of a name that steers how the class is made; the value to store."""
        if key not in _SETTINGS:
            raise ValueError(f"_sunder_ names, such as {key!r}, are reserved for future Enum use")
        if key == "_generate_next_value_":
            if self._auto_called:
                raise TypeError("_generate_next_value_ must be defined before members")
            self._generate_next_value = value.__func__ if isinstance(value, staticmethod) else value
        elif key == "_ignore_":
            value = value.replace(",", " ").split() if isinstance(value, str) else list(value)
            self._ignore = value
            late = self._member_names.keys() & set(value)
            if late:
                raise ValueError(f"_ignore_ cannot specify already set names: {late!r}")
        return value

    def _attribute(self, key, value):
        """Note a member, unless the value is one of those that stay plain attributes; the value to store."""
        if isinstance(value, nonmember):
            return value.value
        if _is_descriptor(value):
            return value
        if key in self:
            self._refuse_twice(key)
        if isinstance(value, member):
            value = value.value
        elif _is_internal_class(self._cls_name, value):
            import warnings
            warnings.warn(
                "In 3.13 classes created inside an enum will not become a member.  "
                "Use the `member` decorator to keep the current behavior.", DeprecationWarning, stacklevel=3)
        value = self._chosen(key, value)
        self._member_names[key] = None
        return value

    def _chosen(self, key, value):
        """The value of a member, with every auto() in it replaced by what the class chooses."""
        if isinstance(value, auto):
            return self._draw(key, value)
        if type(value) is tuple and any(isinstance(part, auto) for part in value):
            return tuple([self._draw(key, part) if isinstance(part, auto) else part for part in value])
        self._last_values.append(value)
        return value

    def _draw(self, key, blank):
        # One auto() under two names chooses once.
        if blank.value is _auto_null:
            blank.value = self._generate_next_value(key, 1, len(self._member_names), self._last_values[:])
            self._auto_called = True
        self._last_values.append(blank.value)
        return blank.value
