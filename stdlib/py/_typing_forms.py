"""Special forms and aliases: what stands between the brackets of annotations, and what a pair of brackets makes.

    List          a bare alias: an origin (list) and how many arguments it takes          _SpecialGenericAlias
    Union         a form: a function decides what brackets make of it                     _SpecialForm
    List[T]       an alias: origin, arguments, and the variables that it still takes      _GenericAlias
"""
import operator
import sys
import types
from types import GenericAlias

__name__ = "typing"  # what is made here shows as that module's

NoneType = type(None)


def _late(name):
    """A name of the module that would make an import cycle, or is seldom needed."""
    return getattr(sys.modules["typing"], name)


# Arguments.

def _type_repr(obj):
    """The text of an argument: the name of a class, the repr of everything else."""
    if obj is ...:
        return "..."
    if isinstance(obj, types.FunctionType):
        return obj.__name__
    if not isinstance(obj, type) or isinstance(obj, GenericAlias):
        return repr(obj)
    return obj.__qualname__ if obj.__module__ == "builtins" else f"{obj.__module__}.{obj.__qualname__}"


def _as_tuple(params):
    return params if isinstance(params, tuple) else (params,)


def _type_convert(arg, module=None, *, allow_special_forms=False):
    """None means its type, text is a type to be evaluated later."""
    if isinstance(arg, str):
        return _late("ForwardRef")(arg, module=module, is_class=allow_special_forms)
    return NoneType if arg is None else arg


def _type_check(arg, msg, is_argument=True, module=None, *, allow_special_forms=False):
    """The argument as a type, or TypeError that begins with `msg`. Forms that only say something about a variable are
    types where `allow_special_forms` says so."""
    arg = _type_convert(arg, module, allow_special_forms=allow_special_forms)
    kind = type(arg)
    if kind is type:
        if arg.__module__ == "typing" and arg.__name__ in ("Generic", "Protocol"):
            raise TypeError(f"Plain {arg} is not valid as type argument")
        return arg
    if isinstance(arg, _GenericAlias):
        origin = arg.__origin__
        about_variable = not allow_special_forms and (origin is ClassVar or origin is Final and is_argument)
        if about_variable or isinstance(origin, type) and _is_bare_generic(origin):
            raise TypeError(f"{arg} is not valid as type argument")
        return arg
    if isinstance(arg, _SpecialForm):
        if not (arg in _WHOLE_FORMS or allow_special_forms and arg in (ClassVar, Final)):
            raise TypeError(f"Plain {arg} is not valid as type argument")
    elif kind is tuple:
        raise TypeError(f"{msg} Got {arg!r:.100}.")
    elif isinstance(arg, type) and _is_bare_generic(arg):
        raise TypeError(f"Plain {arg} is not valid as type argument")
    return arg


def _is_bare_generic(cls):
    return cls.__module__ == "typing" and cls.__name__ in ("Generic", "Protocol")


def _type_checks(args, msg):
    return tuple([_type_check(arg, msg) for arg in args])


def _is_param_expr(arg):
    """Whether it stands for all parameters of a callable."""
    return arg is ... or isinstance(arg, (tuple, list)) or getattr(type(arg), "_stands_for_parameters", False)


def _collect_parameters(args):
    """The variables in arguments, each once, in order of appearance."""
    found = {}
    for arg in args:
        if isinstance(arg, type):
            continue
        if isinstance(arg, (tuple, list)):
            inner = _collect_parameters(arg)
        elif hasattr(arg, "__typing_subst__"):
            inner = (arg,)
        else:
            inner = getattr(arg, "__parameters__", ())
        found.update(dict.fromkeys(inner))
    return tuple(found)


def _unpack_args(args):
    """The arguments with *tuple[int, str] written out; those of any length stay."""
    for arg in args:
        inner = getattr(arg, "__typing_unpacked_tuple_args__", None)
        if inner is None or inner and inner[-1] is ...:
            yield arg
        else:
            yield from inner


def _assign(owner, parameters, args):
    """{variable: argument} for an owner in brackets. A variable that takes several arguments gets a tuple of them."""
    for parameter in parameters:
        prepare = getattr(parameter, "__typing_prepare_subst__", None)
        if prepare is not None:
            args = prepare(owner, args)
    _check_count(owner, len(args), len(parameters))
    return dict(zip(parameters, args))


def _check_count(owner, given, expected):
    if not expected:
        raise TypeError(f"{owner} is not a generic class")
    if given != expected:
        raise TypeError(f"Too {'many' if given > expected else 'few'} arguments for {owner}; actual {given}, "
                        f"expected {expected}")


# Brackets with equal contents give the same object. The types are part of the key: 0 and False are equal.
_made = {}
_cleanups = [_made.clear]


def _cached(function):
    """A method that takes one argument, hashable or not, and always gives the same for it."""
    def method(self, params):
        try:
            key = method, self, params, tuple(map(type, params)) if type(params) is tuple else type(params)
            if key in _made:
                return _made[key]
        except TypeError:
            return function(self, params)
        if len(_made) > 2000:
            _made.clear()
        result = _made[key] = function(self, params)
        return result
    return method


class _Sealed:
    """A base class of classes that only this library derives from."""

    __slots__ = ("__weakref__",)

    def __init_subclass__(cls, /, *args, **kwds):
        if cls.__module__ != "typing":
            raise TypeError("Cannot subclass special typing classes")


class _Joinable:
    """X | Y makes a Union."""

    __slots__ = ()

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]


class _SpecialForm(_Sealed, _Joinable):
    # A name that only has a meaning in annotations; `getitem` is what its brackets mean. (A docstring would stand in the way of
    # the forms' own.)
    __slots__ = ("_name", "_getitem", "__doc__")
    __iter__ = None

    def __init__(self, getitem, name=None, doc=None):
        self._getitem = getitem
        self._name = name or getitem.__name__
        self.__doc__ = doc or getitem.__doc__

    def __getattr__(self, attr):
        if attr in ("__name__", "__qualname__"):
            return self._name
        raise AttributeError(attr)

    def __repr__(self):
        return "typing." + self._name

    def __reduce__(self):
        return self._name

    def __getitem__(self, parameters):
        return self._getitem(self, parameters)

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass {self!r}")

    def __call__(self, *args, **kwds):
        raise TypeError(f"Cannot instantiate {self!r}")

    def __instancecheck__(self, obj):
        raise TypeError(f"{self} cannot be used with isinstance()")

    def __subclasscheck__(self, cls):
        raise TypeError(f"{self} cannot be used with issubclass()")


class _AnyMeta(type):
    def __repr__(self):
        return "typing.Any" if self is Any else super().__repr__()

    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError("typing.Any cannot be used with isinstance()")
        return super().__instancecheck__(obj)


class Any(metaclass=_AnyMeta):
    """A type that agrees with every other. A class may derive from it."""

    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError("Any cannot be instantiated")
        return super().__new__(cls, *args, **kwargs)


# Forms.

def _refuse_brackets(self, parameters):
    raise TypeError(f"{self} is not subscriptable")


NoReturn, Never, Self, LiteralString, TypeAlias = _WHOLE_FORMS = [
    _SpecialForm(_refuse_brackets, name, doc) for name, doc in (
        ("NoReturn", "The result of a function that never returns."),
        ("Never", "The type without values."),
        ("Self", "An instance of the class in whose body it stands."),
        ("LiteralString", "Text that is composed of literals only."),
        ("TypeAlias", "Says that an assignment gives a type another name."))]


def _about_one(text):
    """What the brackets of a form mean that says something about one type."""
    def getitem(self, parameters):
        return _GenericAlias(self, (_type_check(parameters, text.format(self, self._name)),))
    return _cached(getitem)


ClassVar, Final, TypeGuard, Required, NotRequired = [
    _SpecialForm(_about_one(text), name, doc) for name, doc, text in (
        ("ClassVar", "A variable of the class, not of its instances.", "{0} accepts only single type."),
        ("Final", "A name that is not assigned again.", "{0} accepts only single type."),
        ("TypeGuard", "The result of a function that tells whether its argument is of a type.",
         "{0} accepts only single type."),
        ("Required", "A key that a TypedDict must have.", "{1} accepts only a single type."),
        ("NotRequired", "A key that a TypedDict may lack.", "{1} accepts only a single type."))]


@_cached
def _union(self, parameters):
    if parameters == ():
        raise TypeError("Cannot take a Union of no types.")
    members = []
    for member in _type_checks(_as_tuple(parameters), "Union[arg, ...]: each arg must be a type."):
        parts = member.__args__ if isinstance(member, (_UnionGenericAlias, types.UnionType)) else (member,)
        members += [part for part in parts if part not in members]
    if len(members) == 1:
        return members[0]
    optional = len(members) == 2 and NoneType in members
    return _UnionGenericAlias(self, tuple(members), name="Optional" if optional else None)


def _optional(self, parameters):
    return Union[_type_check(parameters, f"{self} requires a single type."), NoneType]


def _literal_key(value):
    return value, type(value)


@_cached
def _literal(self, parameters):
    values = []
    for value in _as_tuple(parameters):
        values += value.__args__ if isinstance(value, _LiteralGenericAlias) else (value,)
    try:
        values = [value for value, _ in dict.fromkeys(map(_literal_key, values))]
    except TypeError:
        pass  # something that has no hash; only type checkers refuse it
    return _LiteralGenericAlias(self, tuple(values))


@_cached
def _concatenate(self, parameters):
    if parameters == ():
        raise TypeError("Cannot take a Concatenate of no types.")
    *first, last = _as_tuple(parameters)
    if not (last is ... or isinstance(last, _late("ParamSpec"))):
        raise TypeError("The last parameter to Concatenate should be a ParamSpec variable or ellipsis.")
    return _ConcatenateGenericAlias(self, (*_type_checks(first, "Concatenate[arg, ...]: each arg must be a type."), last))


@_cached
def _unpack(self, parameters):
    return _UnpackGenericAlias(self, (_type_check(parameters, f"{self} accepts only single type."),))


Union = _SpecialForm(_union, "Union", "One of several types; nested unions are joined, and what stands twice is left out.")
Optional = _SpecialForm(_optional, "Optional", "A type or None.")
Literal = _SpecialForm(_literal, "Literal", "One of several values.")
Concatenate = _SpecialForm(_concatenate, "Concatenate", "The parameters of a ParamSpec with others in front.")
Unpack = _SpecialForm(_unpack, "Unpack", "The items of a tuple, or of a TypeVarTuple, one by one: *Ts written out.")


# Aliases.

def _is_dunder(name):
    return name[:2] == name[-2:] == "__"


_OWN = {"_name", "_inst", "_nparams"}  # attributes of an alias that are not those of its origin


class _BaseGenericAlias(_Sealed):
    """What bare aliases and those with arguments share: they stand for their origin.

    `_name` is the name in this module, if it has one; `_inst` says whether calling it makes an object."""

    def __init__(self, origin, *, inst=True, name=None):
        self.__origin__, self._inst, self._name = origin, inst, name
        self.__slots__ = None  # not those of the class

    def __getattr__(self, attr):
        if attr in ("__name__", "__qualname__"):
            return self._name or self.__origin__.__name__
        if _is_dunder(attr) or "__origin__" not in vars(self):  # it is being copied
            raise AttributeError(attr)
        return getattr(self.__origin__, attr)

    def __setattr__(self, attr, val):
        if attr in _OWN or _is_dunder(attr):
            super().__setattr__(attr, val)
        else:
            setattr(self.__origin__, attr, val)

    def __dir__(self):
        return list({*super().__dir__(), *(name for name in dir(self.__origin__) if not _is_dunder(name))})

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError(f"Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead")
        made = self.__origin__(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except AttributeError:
            pass  # it has slots only
        return made

    def _later_bases(self, bases):
        return bases[bases.index(self) + 1:]

    def __mro_entries__(self, bases):
        """The origin, and Generic unless a later base brings it."""
        generic = _late("Generic")
        brought = any(isinstance(base, _BaseGenericAlias) or isinstance(base, type) and issubclass(base, generic)
                      for base in self._later_bases(bases))
        return (() if self.__origin__ in bases else (self.__origin__,)) + (() if brought else (generic,))

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError("Subscripted generics cannot be used with class and instance checks")


class _SpecialGenericAlias(_BaseGenericAlias, _Joinable):
    """A bare alias of a class. It takes `nparams` arguments; -1: any number."""

    __iter__ = None

    def __init__(self, origin, nparams, *, inst=True, name=None):
        super().__init__(origin, inst=inst, name=name or origin.__name__)
        self._nparams = nparams
        self.__doc__ = f"A generic version of {_type_repr(origin)}."

    def __repr__(self):
        return "typing." + self._name

    def __reduce__(self):
        return self._name

    @_cached
    def __getitem__(self, params):
        args = _type_checks(_as_tuple(params), "Parameters to generic types must be types.")
        _check_count(self, len(args), self._nparams)
        return self.copy_with(args)

    def copy_with(self, params):
        return _GenericAlias(self.__origin__, params, name=self._name, inst=self._inst)

    def __subclasscheck__(self, cls):
        if isinstance(cls, _GenericAlias):
            return super().__subclasscheck__(cls)
        return issubclass(cls.__origin__ if isinstance(cls, _SpecialGenericAlias) else cls, self.__origin__)


class _CallableType(_SpecialGenericAlias):
    @_cached
    def _of(self, params):
        args, result = params
        result = _type_check(result, "Callable[args, result]: result must be a type.")
        if args is ...:
            return self.copy_with((..., result))
        return self.copy_with((*map(_type_convert, _as_tuple(args)), result))

    def __getitem__(self, params):
        if not isinstance(params, tuple) or len(params) != 2:
            raise TypeError("Callable must be used as Callable[[arg, ...], result].")
        args, result = params
        return self._of((tuple(args) if isinstance(args, list) else args, result))

    def copy_with(self, params):
        return _CallableGenericAlias(self.__origin__, params, name=self._name, inst=self._inst)


class _TupleType(_SpecialGenericAlias):
    @_cached
    def __getitem__(self, params):
        args = _as_tuple(params)
        if len(args) >= 2 and args[-1] is ...:
            return self.copy_with((*_type_checks(args[:-1], "Tuple[t, ...]: t must be a type."), ...))
        return self.copy_with(_type_checks(args, "Tuple[t0, t1, ...]: each t must be a type."))


class _GenericAlias(_BaseGenericAlias, _Joinable):
    """An origin with arguments. Aliases of one kind are equal when their keys are."""

    def __init__(self, origin, args, *, inst=True, name=None):
        super().__init__(origin, inst=inst, name=name)
        self.__args__ = _as_tuple(args)
        self.__parameters__ = _collect_parameters(self.__args__)
        if not name:
            self.__module__ = origin.__module__

    def _key(self):
        return self.__origin__, self.__args__

    def __eq__(self, other):
        if not isinstance(other, _GenericAlias):
            return NotImplemented
        return type(self) is type(other) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        name = "typing." + self._name if self._name else _type_repr(self.__origin__)
        return f"{name}[{', '.join(map(_type_repr, self.__args__)) or '()'}]"

    def _named_origin(self):
        """What stands before the brackets."""
        return _late(self._name) if self._name else self.__origin__

    def __reduce__(self):
        args = self.__args__
        return operator.getitem, (self._named_origin(), args[0] if len(args) == 1 and type(args[0]) is not tuple else args)

    def __iter__(self):
        yield Unpack[self]

    @_cached
    def __getitem__(self, args):
        if isinstance(self.__origin__, type) and _is_bare_generic(self.__origin__):
            raise TypeError(f"Cannot subscript already-subscripted {self}")
        if not self.__parameters__:
            raise TypeError(f"{self} is not a generic class")
        args = tuple(_unpack_args(map(_type_convert, _as_tuple(args))))
        values = _assign(self, self.__parameters__, args)
        return self.copy_with(tuple(self._replaced(self.__args__, values)))

    def copy_with(self, args):
        """The same alias with other arguments."""
        return type(self)(self.__origin__, args, name=self._name, inst=self._inst)

    def _replaced(self, args, values):
        """The arguments with values in place of variables, also within them."""
        for arg in args:
            if isinstance(arg, type):
                yield arg
                continue
            if isinstance(arg, tuple):
                yield tuple(self._replaced(arg, values))
                continue
            spread = False
            if hasattr(arg, "__typing_subst__"):
                new = arg.__typing_subst__(values[arg])
            elif parameters := getattr(arg, "__parameters__", ()):
                spread = getattr(arg, "__typing_is_unpacked_typevartuple__", False)
                inner = []
                for parameter in parameters:
                    several = hasattr(parameter, "__typing_takes_several__")
                    inner += values[parameter] if several else (values[parameter],)
                new = arg[tuple(inner)]
            else:
                new = arg
            # The parameters of a callable are spread out among its arguments.
            if spread or isinstance(new, tuple) and isinstance(self, _CallableGenericAlias):
                yield from new
            else:
                yield new

    def __mro_entries__(self, bases):
        origin = self.__origin__
        if isinstance(origin, _SpecialForm):
            raise TypeError(f"Cannot subclass {self!r}")
        if self._name:
            return super().__mro_entries__(bases)
        if origin is _late("Generic"):
            # Another base that is generic brings it.
            if _late("Protocol") in bases or any(isinstance(base, _BaseGenericAlias) and base is not self
                                                 for base in self._later_bases(bases)):
                return ()
        return (origin,)


class _CallableGenericAlias(_GenericAlias):
    __iter__ = None

    def _split(self):
        """(parameters, result) as they were written."""
        *params, result = self.__args__
        return (params[0] if len(params) == 1 and _is_param_expr(params[0]) else params), result

    def __repr__(self):
        params, result = self._split()
        if not isinstance(params, list):
            return super().__repr__()
        return f"typing.Callable[[{', '.join(map(_type_repr, params))}], {_type_repr(result)}]"

    def __reduce__(self):
        return operator.getitem, (_late("Callable"), self._split())


class _UnionGenericAlias(_GenericAlias):
    __iter__ = None

    def copy_with(self, params):
        return Union[params]

    def _key(self):
        return frozenset(self.__args__)

    __hash__ = _GenericAlias.__hash__

    def __eq__(self, other):
        if not isinstance(other, (_UnionGenericAlias, types.UnionType)):
            return NotImplemented
        return set(self.__args__) == set(other.__args__)

    def __repr__(self):
        args = [arg for arg in self.__args__ if arg is not NoneType]
        if len(self.__args__) == 2 and len(args) == 1:
            return f"typing.Optional[{_type_repr(args[0])}]"
        return f"typing.Union[{', '.join(map(_type_repr, self.__args__))}]"

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        return any(issubclass(cls, arg) for arg in self.__args__)

    def __reduce__(self):
        return operator.getitem, (Union, self.__args__)


class _LiteralGenericAlias(_GenericAlias):
    def _key(self):
        return frozenset(map(_literal_key, self.__args__))

    def __repr__(self):
        return f"typing.Literal[{', '.join(map(_type_repr, self.__args__))}]"


class _ConcatenateGenericAlias(_GenericAlias):
    _stands_for_parameters = True

    def copy_with(self, params):
        *first, last = params
        if isinstance(last, (list, tuple)):
            return (*first, *last)
        if isinstance(last, _ConcatenateGenericAlias):
            first += last.__args__[:-1]
            last = last.__args__[-1]
        return super().copy_with((*first, last))


class _UnpackGenericAlias(_GenericAlias):
    def __repr__(self):
        return f"*{self.__args__[0]!r}"

    def __getitem__(self, args):
        return args if self.__typing_is_unpacked_typevartuple__ else super().__getitem__(args)

    @property
    def __typing_unpacked_tuple_args__(self):
        """The arguments of the tuple that is unpacked; None for a TypeVarTuple."""
        arg, = self.__args__
        return arg.__args__ if isinstance(arg, (_GenericAlias, GenericAlias)) else None

    @property
    def __typing_is_unpacked_typevartuple__(self):
        return hasattr(self.__args__[0], "__typing_takes_several__")


class _AnnotatedAlias(_GenericAlias):
    """A type with metadata; nested ones are joined."""

    __iter__ = None

    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):
            origin, metadata = origin.__origin__, origin.__metadata__ + metadata
        super().__init__(origin, origin, name="Annotated")
        self.__metadata__ = metadata

    def copy_with(self, params):
        return _AnnotatedAlias(params[0], self.__metadata__)

    def _key(self):
        return self.__origin__, self.__metadata__

    def __repr__(self):
        return f"typing.Annotated[{', '.join([_type_repr(self.__origin__), *map(repr, self.__metadata__)])}]"

    def __reduce__(self):
        return operator.getitem, (Annotated, self._key()[:1] + self.__metadata__)

    def __getattr__(self, attr):
        return "Annotated" if attr in ("__name__", "__qualname__") else super().__getattr__(attr)

    def __mro_entries__(self, bases):
        return (self.__origin__,)


class Annotated:
    """Annotated[T, x, ...] is T with metadata that programs may use."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError("Type Annotated cannot be instantiated.")

    def __init_subclass__(cls, *args, **kwargs):
        raise TypeError(f"Cannot subclass {cls.__module__}.Annotated")

    @_cached
    def _of(cls, params):
        if not isinstance(params, tuple) or len(params) < 2:
            raise TypeError("Annotated[...] should be used with at least two arguments (a type and an annotation).")
        first, *metadata = params
        if getattr(first, "__typing_is_unpacked_typevartuple__", False):
            raise TypeError("Annotated[...] should not be used with an unpacked TypeVarTuple")
        first = _type_check(first, "Annotated[t, ...]: t must be a type.", allow_special_forms=True)
        return _AnnotatedAlias(first, tuple(metadata))

    __class_getitem__ = classmethod(_of)
