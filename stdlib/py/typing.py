"""Types for annotations."""
import collections
import collections.abc
import functools
import operator
import sys
import types
from types import GenericAlias, MethodDescriptorType, MethodType, WrapperDescriptorType

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
NoneType = type(None)


def _type_repr(obj):
    if isinstance(obj, GenericAlias):
        return repr(obj)
    if isinstance(obj, type):
        if obj.__module__ == "builtins":
            return obj.__qualname__
        return f"{obj.__module__}.{obj.__qualname__}"
    if obj is ...:
        return "..."
    if isinstance(obj, types.FunctionType):
        return obj.__name__
    return repr(obj)


def _type_convert(arg, module=None, *, allow_special_forms=False):
    if arg is None:
        return NoneType
    if isinstance(arg, str):
        return ForwardRef(arg, module=module, is_class=allow_special_forms)
    return arg


def _type_check(arg, msg, is_argument=True, module=None, *, allow_special_forms=False):
    invalid = (Generic, Protocol)
    if not allow_special_forms:
        invalid += (ClassVar,)
        if is_argument:
            invalid += (Final,)
    arg = _type_convert(arg, module=module, allow_special_forms=allow_special_forms)
    if isinstance(arg, _GenericAlias) and arg.__origin__ in invalid:
        raise TypeError(f"{arg} is not valid as type argument")
    if arg in (Any, LiteralString, NoReturn, Never, Self, TypeAlias):
        return arg
    if allow_special_forms and arg in (ClassVar, Final):
        return arg
    if isinstance(arg, _SpecialForm) or arg in (Generic, Protocol):
        raise TypeError(f"Plain {arg} is not valid as type argument")
    if type(arg) is tuple:
        raise TypeError(f"{msg} Got {arg!r:.100}.")
    return arg


def _is_param_expr(arg):
    return arg is ... or isinstance(arg, (tuple, list, ParamSpec, _ConcatenateGenericAlias))


def _collect_parameters(args):
    parameters = []
    for t in args:
        if isinstance(t, type):
            pass
        elif isinstance(t, (tuple, list)):
            for x in t:
                for collected in _collect_parameters([x]):
                    if collected not in parameters:
                        parameters.append(collected)
        elif hasattr(t, "__typing_subst__"):
            if t not in parameters:
                parameters.append(t)
        else:
            for x in getattr(t, "__parameters__", ()):
                if x not in parameters:
                    parameters.append(x)
    return tuple(parameters)


def _deduplicate(params):
    result = []
    for p in params:
        if p not in result:
            result.append(p)
    return result


def _remove_dups_flatten(parameters):
    params = []
    for p in parameters:
        if isinstance(p, (_UnionGenericAlias, types.UnionType)):
            params.extend(p.__args__)
        else:
            params.append(p)
    return tuple(_deduplicate(params))


def _flatten_literal_params(parameters):
    params = []
    for p in parameters:
        if isinstance(p, _LiteralGenericAlias):
            params.extend(p.__args__)
        else:
            params.append(p)
    return tuple(params)


def _tp_cache(func):
    cached = functools.lru_cache(typed=True)(func)

    @functools.wraps(func)
    def inner(*args, **kwds):
        try:
            return cached(*args, **kwds)
        except TypeError:
            pass
        return func(*args, **kwds)
    return inner


class _Final:
    __slots__ = ("__weakref__",)

    def __init_subclass__(cls, /, *args, **kwds):
        if "_root" not in kwds:
            raise TypeError("Cannot subclass special typing classes")


class _NotIterable:
    __slots__ = ()
    __iter__ = None


class _SpecialForm(_Final, _NotIterable, _root=True):
    __slots__ = ("_name", "_doc", "_getitem")
    __doc__ = property(lambda self: self._doc)

    def __init__(self, getitem):
        self._getitem = getitem
        self._name = getitem.__name__
        self._doc = getitem.__doc__

    def __getattr__(self, item):
        if item in {"__name__", "__qualname__"}:
            return self._name
        raise AttributeError(item)

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass {self!r}")

    def __repr__(self):
        return "typing." + self._name

    def __reduce__(self):
        return self._name

    def __call__(self, *args, **kwds):
        raise TypeError(f"Cannot instantiate {self!r}")

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __instancecheck__(self, obj):
        raise TypeError(f"{self} cannot be used with isinstance()")

    def __subclasscheck__(self, cls):
        raise TypeError(f"{self} cannot be used with issubclass()")

    def __getitem__(self, parameters):
        return self._getitem(self, parameters)


class _AnyMeta(type):
    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError("typing.Any cannot be used with isinstance()")
        return super().__instancecheck__(obj)

    def __repr__(self):
        if self is Any:
            return "typing.Any"
        return super().__repr__()


class Any(metaclass=_AnyMeta):
    """Any type."""

    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError("Any cannot be instantiated")
        return super().__new__(cls, *args, **kwargs)


def _no_parameters(self):
    raise TypeError(f"{self} is not subscriptable")


@_SpecialForm
def NoReturn(self, parameters):
    """A function that never returns."""
    _no_parameters(self)


@_SpecialForm
def Never(self, parameters):
    """A type without values."""
    _no_parameters(self)


@_SpecialForm
def Self(self, parameters):
    """The class that encloses."""
    _no_parameters(self)


@_SpecialForm
def LiteralString(self, parameters):
    """A literal str."""
    _no_parameters(self)


@_SpecialForm
def TypeAlias(self, parameters):
    """Marks an alias of a type."""
    _no_parameters(self)


@_SpecialForm
def ClassVar(self, parameters):
    """Marks a variable of the class."""
    item = _type_check(parameters, f"{self} accepts only single type.")
    return _GenericAlias(self, (item,))


@_SpecialForm
def Final(self, parameters):
    """Marks a name that is not assigned again."""
    item = _type_check(parameters, f"{self} accepts only single type.")
    return _GenericAlias(self, (item,))


@_SpecialForm
def Union(self, parameters):
    """One of several types."""
    if parameters == ():
        raise TypeError("Cannot take a Union of no types.")
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    msg = "Union[arg, ...]: each arg must be a type."
    parameters = tuple(_type_check(p, msg) for p in parameters)
    parameters = _remove_dups_flatten(parameters)
    if len(parameters) == 1:
        return parameters[0]
    if len(parameters) == 2 and NoneType in parameters:
        return _UnionGenericAlias(self, parameters, name="Optional")
    return _UnionGenericAlias(self, parameters)


@_SpecialForm
def Optional(self, parameters):
    """A type or None."""
    arg = _type_check(parameters, f"{self} requires a single type.")
    return Union[arg, NoneType]


@_SpecialForm
def Literal(self, parameters):
    """One of several values."""
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    parameters = _flatten_literal_params(parameters)
    seen = []
    for p in parameters:
        if not any(p == q and type(p) is type(q) for q in seen):
            seen.append(p)
    return _LiteralGenericAlias(self, tuple(seen))


@_SpecialForm
def Concatenate(self, parameters):
    """Parameters in front of a ParamSpec."""
    if parameters == ():
        raise TypeError("Cannot take a Concatenate of no types.")
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    if not (parameters[-1] is ... or isinstance(parameters[-1], ParamSpec)):
        raise TypeError("The last parameter to Concatenate should be a ParamSpec variable or ellipsis.")
    msg = "Concatenate[arg, ...]: each arg must be a type."
    parameters = (*(_type_check(p, msg) for p in parameters[:-1]), parameters[-1])
    return _ConcatenateGenericAlias(self, parameters)


@_SpecialForm
def TypeGuard(self, parameters):
    """The result of a function that tests a type."""
    return _GenericAlias(self, (_type_check(parameters, f"{self} accepts only single type."),))


@_SpecialForm
def Required(self, parameters):
    """A key that a TypedDict must have."""
    return _GenericAlias(self, (_type_check(parameters, f"{self._name} accepts only a single type."),))


@_SpecialForm
def NotRequired(self, parameters):
    """A key that a TypedDict may lack."""
    return _GenericAlias(self, (_type_check(parameters, f"{self._name} accepts only a single type."),))


@_SpecialForm
def Unpack(self, parameters):
    """*Ts, written out."""
    item = _type_check(parameters, f"{self} accepts only single type.")
    return _UnpackGenericAlias(origin=self, args=(item,))


class ForwardRef(_Final, _root=True):
    """A type given as text."""
    __slots__ = ("__forward_arg__", "__forward_code__", "__forward_evaluated__", "__forward_value__",
                 "__forward_is_argument__", "__forward_is_class__", "__forward_module__")

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f"Forward reference must be a string -- got {arg!r}")
        try:
            code = compile(f"({arg},)[0]" if arg.startswith("*") else arg, "<string>", "eval")
        except SyntaxError:
            raise SyntaxError(f"Forward reference must be an expression -- got {arg!r}")
        self.__forward_arg__ = arg
        self.__forward_code__ = code
        self.__forward_evaluated__ = False
        self.__forward_value__ = None
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__forward_module__ = module

    def _evaluate(self, globalns, localns, recursive_guard=frozenset()):
        if self.__forward_arg__ in recursive_guard:
            return self
        if not self.__forward_evaluated__ or localns is not globalns:
            if globalns is None and localns is None:
                globalns = localns = {}
            elif globalns is None:
                globalns = localns
            elif localns is None:
                localns = globalns
            if self.__forward_module__ is not None:
                globalns = getattr(sys.modules.get(self.__forward_module__, None), "__dict__", globalns)
            type_ = _type_check(eval(self.__forward_code__, globalns, localns),
                                "Forward references must evaluate to types.",
                                is_argument=self.__forward_is_argument__,
                                allow_special_forms=self.__forward_is_class__)
            self.__forward_value__ = _eval_type(type_, globalns, localns, recursive_guard | {self.__forward_arg__})
            self.__forward_evaluated__ = True
        return self.__forward_value__

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        if self.__forward_evaluated__ and other.__forward_evaluated__:
            return (self.__forward_arg__ == other.__forward_arg__ and
                    self.__forward_value__ == other.__forward_value__)
        return (self.__forward_arg__ == other.__forward_arg__ and
                self.__forward_module__ == other.__forward_module__)

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        module = "" if self.__forward_module__ is None else f", module={self.__forward_module__!r}"
        return f"ForwardRef({self.__forward_arg__!r}{module})"


class _TypeVarLike:
    def _set_module(self):
        try:
            module = sys._getframe(2).f_globals.get("__name__", "__main__")
        except (AttributeError, ValueError):
            module = None
        if module != "typing":
            self.__module__ = module

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]

    def __repr__(self):
        if self.__covariant__:
            prefix = "+"
        elif self.__contravariant__:
            prefix = "-"
        else:
            prefix = "~"
        return prefix + self.__name__

    def __reduce__(self):
        return self.__name__


class TypeVar(_TypeVarLike):
    """A type variable."""

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self.__name__ = name
        self._set_module()
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)
        self.__bound__ = _type_check(bound, "Bound must be a type.") if bound else None
        if constraints and bound is not None:
            raise TypeError("Constraints cannot be combined with bound=...")
        if constraints and len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        msg = "TypeVar(name, constraint, ...): constraints must be types."
        self.__constraints__ = tuple(_type_check(t, msg) for t in constraints)

    def __typing_subst__(self, arg):
        arg = _type_check(arg, "Parameters to generic types must be types.")
        if isinstance(arg, _GenericAlias) and arg.__origin__ is Unpack:
            raise TypeError(f"{arg} is not valid as type argument")
        return arg


class TypeVarTuple(_TypeVarLike):
    """A variable for several types."""

    def __init__(self, name):
        self.__name__ = name
        self._set_module()

    def __iter__(self):
        yield Unpack[self]

    def __repr__(self):
        return self.__name__

    def __typing_subst__(self, arg):
        raise TypeError("Substitution of bare TypeVarTuple is not supported")


class ParamSpecArgs:
    """The *args of a ParamSpec."""

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f"{self.__origin__.__name__}.args"

    def __eq__(self, other):
        return isinstance(other, ParamSpecArgs) and self.__origin__ == other.__origin__

    __hash__ = None


class ParamSpecKwargs:
    """The **kwargs of a ParamSpec."""

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f"{self.__origin__.__name__}.kwargs"

    def __eq__(self, other):
        return isinstance(other, ParamSpecKwargs) and self.__origin__ == other.__origin__

    __hash__ = None


class ParamSpec(_TypeVarLike):
    """A variable for the parameters of a callable."""

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False):
        self.__name__ = name
        self._set_module()
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)
        self.__bound__ = _type_check(bound, "Bound must be a type.") if bound else None

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)

    def __typing_subst__(self, arg):
        if isinstance(arg, (list, tuple)):
            arg = tuple(_type_check(a, "Expected a type.") for a in arg)
        elif not _is_param_expr(arg):
            raise TypeError(f"Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {arg}")
        return arg


def _is_dunder(attr):
    return attr.startswith("__") and attr.endswith("__")


class _BaseGenericAlias(_Final, _root=True):
    def __init__(self, origin, *, inst=True, name=None):
        self._inst = inst
        self._name = name
        self.__origin__ = origin
        self.__slots__ = None

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError(f"Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead")
        result = self.__origin__(*args, **kwargs)
        try:
            result.__orig_class__ = self
        except AttributeError:
            pass
        return result

    def __mro_entries__(self, bases):
        res = []
        if self.__origin__ not in bases:
            res.append(self.__origin__)
        i = bases.index(self)
        for b in bases[i + 1:]:
            if isinstance(b, _BaseGenericAlias) or (isinstance(b, type) and issubclass(b, Generic)):
                break
        else:
            res.append(Generic)
        return tuple(res)

    def __getattr__(self, attr):
        if attr in {"__name__", "__qualname__"}:
            return self._name or self.__origin__.__name__
        if "__origin__" in self.__dict__ and not _is_dunder(attr):
            return getattr(self.__origin__, attr)
        raise AttributeError(attr)

    def __setattr__(self, attr, val):
        if _is_dunder(attr) or attr in {"_name", "_inst", "_nparams", "_paramspec_tvars", "_typevar_types"}:
            super().__setattr__(attr, val)
        else:
            setattr(self.__origin__, attr, val)

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError("Subscripted generics cannot be used with class and instance checks")

    def __dir__(self):
        return list(set(super().__dir__() + [attr for attr in dir(self.__origin__) if not _is_dunder(attr)]))


class _GenericAlias(_BaseGenericAlias, _root=True):
    def __init__(self, origin, args, *, inst=True, name=None):
        super().__init__(origin, inst=inst, name=name)
        if not isinstance(args, tuple):
            args = (args,)
        self.__args__ = tuple(... if a is _TypingEllipsis else a for a in args)
        self.__parameters__ = _collect_parameters(args)
        if not name:
            self.__module__ = origin.__module__

    def __eq__(self, other):
        if not isinstance(other, _GenericAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]

    def __getitem__(self, args):
        if self.__origin__ in (Generic, Protocol):
            raise TypeError(f"Cannot subscript already-subscripted {self}")
        if not self.__parameters__:
            raise TypeError(f"{self} is not a generic class")
        if not isinstance(args, tuple):
            args = (args,)
        args = tuple(_type_convert(p) for p in args)
        new_args = self._determine_new_args(args)
        return self.copy_with(new_args)

    def _determine_new_args(self, args):
        params = self.__parameters__
        packs = [i for i, p in enumerate(params) if isinstance(p, TypeVarTuple)]
        if len(params) == 1 and isinstance(params[0], ParamSpec) and (len(args) != 1 or not _is_param_expr(args[0])):
            args = (args,)
        mapping = {}
        if packs:
            i = packs[0]
            after = len(params) - i - 1
            if len(args) < len(params) - 1:
                raise TypeError(f"Too few arguments for {self}; actual {len(args)}, expected at least {len(params) - 1}")
            for p, a in zip(params[:i], args):
                mapping[p] = a
            mapping[params[i]] = args[i:len(args) - after]
            for p, a in zip(params[i + 1:], args[len(args) - after:]):
                mapping[p] = a
        else:
            if len(args) != len(params):
                raise TypeError(f"Too {'many' if len(args) > len(params) else 'few'} arguments for {self}; actual "
                                f"{len(args)}, expected {len(params)}")
            for p, a in zip(params, args):
                mapping[p] = p.__typing_subst__(a)
        return tuple(self._substitute(self.__args__, mapping))

    def _substitute(self, args, mapping):
        new_args = []
        for old_arg in args:
            if isinstance(old_arg, type):
                new_args.append(old_arg)
            elif isinstance(old_arg, (TypeVar, ParamSpec)):
                new = mapping.get(old_arg, old_arg)
                if (isinstance(old_arg, ParamSpec) and isinstance(new, tuple) and
                        self.__origin__ == collections.abc.Callable):
                    new_args.extend(new)
                else:
                    new_args.append(new)
            elif isinstance(old_arg, _UnpackGenericAlias) and isinstance(old_arg.__args__[0], TypeVarTuple):
                new_args.extend(mapping.get(old_arg.__args__[0], (old_arg,)))
            elif isinstance(old_arg, tuple):
                new_args.append(tuple(self._substitute(old_arg, mapping)))
            else:
                subparams = getattr(old_arg, "__parameters__", ())
                if not subparams:
                    new_args.append(old_arg)
                else:
                    subargs = []
                    for x in subparams:
                        if isinstance(x, TypeVarTuple):
                            subargs.extend(mapping[x])
                        else:
                            subargs.append(mapping[x])
                    new_args.append(old_arg[tuple(subargs)])
        return new_args

    def copy_with(self, args):
        return self.__class__(self.__origin__, args, name=self._name, inst=self._inst)

    def __repr__(self):
        if self._name:
            name = "typing." + self._name
        else:
            name = _type_repr(self.__origin__)
        if self.__args__:
            args = ", ".join([_type_repr(a) for a in self.__args__])
        else:
            args = "()"
        return f"{name}[{args}]"

    def __reduce__(self):
        origin = globals()[self._name] if self._name else self.__origin__
        args = tuple(self.__args__)
        if len(args) == 1 and not isinstance(args[0], tuple):
            args, = args
        return operator.getitem, (origin, args)

    def __mro_entries__(self, bases):
        if isinstance(self.__origin__, _SpecialForm):
            raise TypeError(f"Cannot subclass {self!r}")
        if self._name:
            return super().__mro_entries__(bases)
        if self.__origin__ is Generic:
            if Protocol in bases:
                return ()
            i = bases.index(self)
            for b in bases[i + 1:]:
                if isinstance(b, _BaseGenericAlias) and b is not self:
                    return ()
        return (self.__origin__,)

    def __iter__(self):
        yield Unpack[self]


class _TypingEllipsis:
    """Stands for ... in argument lists."""


class _SpecialGenericAlias(_NotIterable, _BaseGenericAlias, _root=True):
    def __init__(self, origin, nparams, *, inst=True, name=None):
        if name is None:
            name = origin.__name__
        super().__init__(origin, inst=inst, name=name)
        self._nparams = nparams
        if origin.__module__ == "builtins":
            self.__doc__ = f"A generic version of {origin.__qualname__}."
        else:
            self.__doc__ = f"A generic version of {origin.__module__}.{origin.__qualname__}."

    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        msg = "Parameters to generic types must be types."
        params = tuple(_type_check(p, msg) for p in params)
        if self._nparams >= 0 and len(params) != self._nparams:
            raise TypeError(f"Too {'many' if len(params) > self._nparams else 'few'} arguments for {self}; actual "
                            f"{len(params)}, expected {self._nparams}")
        return self.copy_with(params)

    def copy_with(self, params):
        return _GenericAlias(self.__origin__, params, name=self._name, inst=self._inst)

    def __repr__(self):
        return "typing." + self._name

    def __subclasscheck__(self, cls):
        if isinstance(cls, _SpecialGenericAlias):
            return issubclass(cls.__origin__, self.__origin__)
        if not isinstance(cls, _GenericAlias):
            return issubclass(cls, self.__origin__)
        return super().__subclasscheck__(cls)

    def __reduce__(self):
        return self._name

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]


class _CallableGenericAlias(_GenericAlias, _root=True):
    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _is_param_expr(args[0]):
            return super().__repr__()
        return f"typing.Callable[[{', '.join([_type_repr(a) for a in args[:-1]])}], {_type_repr(args[-1])}]"

    def __reduce__(self):
        args = self.__args__
        if not (len(args) == 2 and _is_param_expr(args[0])):
            args = list(args[:-1]), args[-1]
        return operator.getitem, (Callable, args)


class _CallableType(_SpecialGenericAlias, _root=True):
    def copy_with(self, params):
        return _CallableGenericAlias(self.__origin__, params, name=self._name, inst=self._inst)

    def __getitem__(self, params):
        if not isinstance(params, tuple) or len(params) != 2:
            raise TypeError("Callable must be used as Callable[[arg, ...], result].")
        args, result = params
        result = _type_check(result, "Callable[args, result]: result must be a type.")
        if args is Ellipsis:
            return self.copy_with((_TypingEllipsis, result))
        if isinstance(args, list):
            args = tuple(args)
        elif isinstance(args, (ParamSpec, _ConcatenateGenericAlias)):
            return self.copy_with((args, result))
        if not isinstance(args, tuple):
            raise TypeError(f"Callable[args, result]: args must be a list. Got {args}")
        return self.copy_with(tuple(_type_convert(arg) for arg in args) + (result,))


class _TupleType(_SpecialGenericAlias, _root=True):
    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        if len(params) >= 2 and params[-1] is ...:
            msg = "Tuple[t, ...]: t must be a type."
            params = tuple(_type_check(p, msg) for p in params[:-1])
            return self.copy_with((*params, _TypingEllipsis))
        msg = "Tuple[t0, t1, ...]: each t must be a type."
        params = tuple(_type_check(p, msg) for p in params)
        return self.copy_with(params)


class _UnionGenericAlias(_NotIterable, _GenericAlias, _root=True):
    def copy_with(self, params):
        return Union[params]

    def __eq__(self, other):
        if not isinstance(other, (_UnionGenericAlias, types.UnionType)):
            return NotImplemented
        return set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        args = self.__args__
        if len(args) == 2:
            if args[0] is NoneType:
                return f"typing.Optional[{_type_repr(args[1])}]"
            if args[1] is NoneType:
                return f"typing.Optional[{_type_repr(args[0])}]"
        return "typing.Union[" + ", ".join([_type_repr(a) for a in args]) + "]"

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        for arg in self.__args__:
            if issubclass(cls, arg):
                return True
        return False

    def __reduce__(self):
        return operator.getitem, (Union, self.__args__)


class _LiteralGenericAlias(_GenericAlias, _root=True):
    def __eq__(self, other):
        if not isinstance(other, _LiteralGenericAlias):
            return NotImplemented
        return set((a, type(a)) for a in self.__args__) == set((a, type(a)) for a in other.__args__)

    def __hash__(self):
        return hash(frozenset((a, type(a)) for a in self.__args__))

    def __repr__(self):
        return f"typing.Literal[{', '.join(map(repr, self.__args__))}]"


class _ConcatenateGenericAlias(_GenericAlias, _root=True):
    def copy_with(self, params):
        if isinstance(params[-1], (list, tuple)):
            return (*params[:-1], *params[-1])
        return super().copy_with(params)


class _UnpackGenericAlias(_GenericAlias, _root=True):
    def __repr__(self):
        return "*" + repr(self.__args__[0])


class _AnnotatedAlias(_NotIterable, _GenericAlias, _root=True):
    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):
            metadata = origin.__metadata__ + metadata
            origin = origin.__origin__
        super().__init__(origin, origin, name="Annotated")
        self.__metadata__ = metadata

    def copy_with(self, params):
        return _AnnotatedAlias(params[0], self.__metadata__)

    def __repr__(self):
        return f"typing.Annotated[{_type_repr(self.__origin__)}, {', '.join(repr(a) for a in self.__metadata__)}]"

    def __reduce__(self):
        return operator.getitem, (Annotated, (self.__origin__,) + self.__metadata__)

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))

    def __getattr__(self, attr):
        if attr in {"__name__", "__qualname__"}:
            return "Annotated"
        return super().__getattr__(attr)

    def __mro_entries__(self, bases):
        return (self.__origin__,)


class Annotated:
    """A type with notes."""
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError("Type Annotated cannot be instantiated.")

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple) or len(params) < 2:
            raise TypeError("Annotated[...] should be used with at least two arguments (a type and an annotation).")
        origin = _type_check(params[0], "Annotated[t, ...]: t must be a type.", allow_special_forms=True)
        return _AnnotatedAlias(origin, tuple(params[1:]))

    def __init_subclass__(cls, *args, **kwargs):
        raise TypeError(f"Cannot subclass {cls.__module__}.Annotated")


class Generic:
    """The base class of generic classes."""
    __slots__ = ()
    _is_protocol = False

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple):
            params = (params,)
        params = tuple(_type_convert(p) for p in params)
        if cls in (Generic, Protocol):
            if not params:
                raise TypeError(f"Parameter list to {cls.__qualname__}[...] cannot be empty")
            if not all(isinstance(p, (TypeVar, ParamSpec, TypeVarTuple, _UnpackGenericAlias)) for p in params):
                raise TypeError(f"Parameters to {cls.__name__}[...] must all be type variables or parameter "
                                f"specification variables.")
            if len(set(params)) != len(params):
                raise TypeError(f"Parameters to {cls.__name__}[...] must all be unique")
        else:
            parameters = getattr(cls, "__parameters__", ())
            if not parameters:
                raise TypeError(f"{cls} is not a generic class")
            if len(parameters) == 1 and isinstance(parameters[0], ParamSpec) and (
                    len(params) != 1 or not _is_param_expr(params[0])):
                params = (params,)
            if not any(isinstance(p, TypeVarTuple) for p in parameters) and len(params) != len(parameters):
                raise TypeError(f"Too {'many' if len(params) > len(parameters) else 'few'} arguments for {cls}; actual "
                                f"{len(params)}, expected {len(parameters)}")
            params = tuple(tuple(p) if isinstance(p, list) else p for p in params)
        return _GenericAlias(cls, params)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        tvars = []
        if "__orig_bases__" in cls.__dict__:
            error = Generic in cls.__orig_bases__
        else:
            error = Generic in cls.__bases__ and cls.__name__ != "Protocol" and type(cls) != _TypedDictMeta
        if error:
            raise TypeError("Cannot inherit from plain Generic")
        if "__orig_bases__" in cls.__dict__:
            tvars = _collect_parameters(cls.__orig_bases__)
            gvars = None
            for base in cls.__orig_bases__:
                if isinstance(base, _GenericAlias) and base.__origin__ is Generic:
                    if gvars is not None:
                        raise TypeError("Cannot inherit from Generic[...] multiple times.")
                    gvars = base.__parameters__
            if gvars is not None:
                tvarset = set(tvars)
                gvarset = set(gvars)
                if not tvarset <= gvarset:
                    s_vars = ", ".join(str(t) for t in tvars if t not in gvarset)
                    s_args = ", ".join(str(g) for g in gvars)
                    raise TypeError(f"Some type variables ({s_vars}) are not listed in Generic[{s_args}]")
                tvars = gvars
        cls.__parameters__ = tuple(tvars)


_PROTOCOL_EXCLUDED = frozenset(["__parameters__", "__orig_bases__", "__orig_class__", "_is_protocol",
                                "_is_runtime_protocol", "__abstractmethods__", "__annotations__", "__dict__", "__doc__",
                                "__init__", "__module__", "__new__", "__slots__", "__subclasshook__", "__weakref__",
                                "__class_getitem__", "__match_args__", "__qualname__", "_abc_registry", "_abc_cache",
                                "_abc_negative", "_abc_impl"])


def _get_protocol_attrs(cls):
    attrs = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ in ("Protocol", "Generic"):
            continue
        annotations = base.__dict__.get("__annotations__", {})
        for attr in list(base.__dict__.keys()) + list(annotations.keys()):
            if not attr.startswith("_abc_") and attr not in _PROTOCOL_EXCLUDED:
                attrs.add(attr)
    return attrs


def _is_callable_members_only(cls):
    return all(callable(getattr(cls, attr, None)) for attr in _get_protocol_attrs(cls))


def _no_init_or_replace_init(self, *args, **kwargs):
    cls = type(self)
    if cls._is_protocol:
        raise TypeError("Protocols cannot be instantiated")
    for base in cls.__mro__[1:]:
        init = base.__dict__.get("__init__", _no_init_or_replace_init)
        if init is not _no_init_or_replace_init:
            break
    else:
        init = object.__init__
    cls.__init__ = init
    init(self, *args, **kwargs)


import abc as _abc


class _ProtocolMeta(_abc.ABCMeta):
    def __instancecheck__(cls, instance):
        if (getattr(cls, "_is_protocol", False) and not getattr(cls, "_is_runtime_protocol", False) and
                not _called_from_library()):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        if ((not getattr(cls, "_is_protocol", False) or _is_callable_members_only(cls)) and
                issubclass(instance.__class__, cls)):
            return True
        if getattr(cls, "_is_protocol", False):
            if all(hasattr(instance, attr) and (not callable(getattr(cls, attr, None)) or
                                                getattr(instance, attr) is not None)
                   for attr in _get_protocol_attrs(cls)):
                return True
        return super().__instancecheck__(instance)


def _called_from_library(depth=3):
    try:
        return sys._getframe(depth).f_globals.get("__name__") in ("abc", "functools", None)
    except (AttributeError, ValueError):
        return True


class Protocol(Generic, metaclass=_ProtocolMeta):
    """The base class of protocols: classes that match by their methods."""
    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not cls.__dict__.get("_is_protocol", False):
            cls._is_protocol = any(b is Protocol for b in cls.__bases__)

        def _proto_hook(other):
            if not cls.__dict__.get("_is_protocol", False):
                return NotImplemented
            if not getattr(cls, "_is_runtime_protocol", False):
                if _called_from_library(2):
                    return NotImplemented
                raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
            if not _is_callable_members_only(cls):
                if _called_from_library(2):
                    return NotImplemented
                raise TypeError("Protocols with non-method members don't support issubclass()")
            if not isinstance(other, type):
                raise TypeError("issubclass() arg 1 must be a class")
            for attr in _get_protocol_attrs(cls):
                for base in other.__mro__:
                    if attr in base.__dict__:
                        if base.__dict__[attr] is None:
                            return NotImplemented
                        break
                    annotations = getattr(base, "__annotations__", {})
                    if attr in annotations and isinstance(other, _ProtocolMeta) and other._is_protocol:
                        break
                else:
                    return NotImplemented
            return True

        if "__subclasshook__" not in cls.__dict__:
            cls.__subclasshook__ = _proto_hook
        if not cls._is_protocol:
            return
        for base in cls.__bases__:
            if not (base in (object, Generic) or base.__module__ in ("collections.abc", "contextlib", "typing") or
                    (issubclass(base, Generic) and getattr(base, "_is_protocol", False))):
                raise TypeError("Protocols can only inherit from other protocols, got %r" % base)
        if cls.__init__ is Protocol.__init__:
            cls.__init__ = _no_init_or_replace_init


def runtime_checkable(cls):
    """A decorator: isinstance() works with the protocol."""
    if not issubclass(cls, Generic) or not cls._is_protocol:
        raise TypeError("@runtime_checkable can be only applied to protocol classes, got %r" % cls)
    cls._is_runtime_protocol = True
    return cls


def cast(typ, val):
    """The value itself; for type checkers."""
    return val


def assert_type(val, typ, /):
    return val


def assert_never(arg, /):
    value = repr(arg)
    if len(value) > 100:
        value = value[:100] + "..."
    raise AssertionError(f"Expected code to be unreachable, but got: {value}")


def reveal_type(obj, /):
    print(f"Runtime type is {type(obj).__name__!r}", file=sys.stderr)
    return obj


def _eval_type(t, globalns, localns, recursive_guard=frozenset()):
    if isinstance(t, ForwardRef):
        return t._evaluate(globalns, localns, recursive_guard)
    if isinstance(t, (_GenericAlias, GenericAlias, types.UnionType)):
        if isinstance(t, GenericAlias):
            args = tuple(ForwardRef(arg) if isinstance(arg, str) else arg for arg in t.__args__)
        else:
            args = t.__args__
        ev_args = tuple(_eval_type(a, globalns, localns, recursive_guard) for a in args)
        if ev_args == t.__args__:
            return t
        if isinstance(t, GenericAlias):
            return GenericAlias(t.__origin__, ev_args)
        if isinstance(t, types.UnionType):
            return functools.reduce(operator.or_, ev_args)
        return t.copy_with(ev_args)
    return t


def _strip_annotations(t):
    if isinstance(t, _AnnotatedAlias):
        return _strip_annotations(t.__origin__)
    if hasattr(t, "__origin__") and t.__origin__ in (Required, NotRequired):
        return _strip_annotations(t.__args__[0])
    if isinstance(t, _GenericAlias):
        stripped_args = tuple(_strip_annotations(a) for a in t.__args__)
        return t if stripped_args == t.__args__ else t.copy_with(stripped_args)
    if isinstance(t, GenericAlias):
        stripped_args = tuple(_strip_annotations(a) for a in t.__args__)
        return t if stripped_args == t.__args__ else GenericAlias(t.__origin__, stripped_args)
    if isinstance(t, types.UnionType):
        stripped_args = tuple(_strip_annotations(a) for a in t.__args__)
        return t if stripped_args == t.__args__ else functools.reduce(operator.or_, stripped_args)
    return t


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of an object, with text evaluated."""
    if getattr(obj, "__no_type_check__", None):
        return {}
    if isinstance(obj, type):
        hints = {}
        for base in reversed(obj.__mro__):
            if globalns is None:
                base_globals = getattr(sys.modules.get(base.__module__, None), "__dict__", {})
            else:
                base_globals = globalns
            ann = base.__dict__.get("__annotations__", {})
            if isinstance(ann, types.GetSetDescriptorType):
                ann = {}
            base_locals = dict(vars(base)) if localns is None else localns
            if localns is None and globalns is None:
                base_globals, base_locals = base_locals, base_globals
            for name, value in ann.items():
                if value is None:
                    value = NoneType
                if isinstance(value, str):
                    value = ForwardRef(value, is_argument=False, is_class=True)
                hints[name] = _eval_type(value, base_globals, base_locals)
        return hints if include_extras else {k: _strip_annotations(t) for k, t in hints.items()}
    if globalns is None:
        if isinstance(obj, types.ModuleType):
            globalns = obj.__dict__
        else:
            nsobj = obj
            while hasattr(nsobj, "__wrapped__"):
                nsobj = nsobj.__wrapped__
            globalns = getattr(nsobj, "__globals__", {})
        if localns is None:
            localns = globalns
    elif localns is None:
        localns = globalns
    hints = getattr(obj, "__annotations__", None)
    if hints is None:
        if isinstance(obj, (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType,
                            WrapperDescriptorType, MethodDescriptorType)):
            return {}
        raise TypeError("{!r} is not a module, class, method, or function.".format(obj))
    hints = dict(hints)
    for name, value in hints.items():
        if value is None:
            value = NoneType
        if isinstance(value, str):
            value = ForwardRef(value, is_argument=not isinstance(obj, types.ModuleType), is_class=False)
        hints[name] = _eval_type(value, globalns, localns)
    return hints if include_extras else {k: _strip_annotations(t) for k, t in hints.items()}


def get_origin(tp):
    """The type without its arguments."""
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, (_BaseGenericAlias, GenericAlias, ParamSpecArgs, ParamSpecKwargs)):
        return tp.__origin__
    if tp is Generic:
        return Generic
    if isinstance(tp, types.UnionType):
        return types.UnionType
    return None


def get_args(tp):
    """The arguments of a type."""
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__,) + tp.__metadata__
    if isinstance(tp, (_GenericAlias, GenericAlias)):
        res = tp.__args__
        if tp.__origin__ is collections.abc.Callable and not (len(res) == 2 and _is_param_expr(res[0])):
            res = (list(res[:-1]), res[-1])
        return res
    if isinstance(tp, types.UnionType):
        return tp.__args__
    return ()


def is_typeddict(tp):
    return isinstance(tp, _TypedDictMeta)


def no_type_check(arg):
    """A decorator: annotations are not types."""
    if isinstance(arg, type):
        for key in dir(arg):
            obj = getattr(arg, key)
            if isinstance(obj, types.FunctionType):
                obj.__no_type_check__ = True
            if isinstance(obj, type) and obj.__qualname__ == f"{arg.__qualname__}.{obj.__name__}":
                no_type_check(obj)
    try:
        arg.__no_type_check__ = True
    except TypeError:
        pass
    return arg


def no_type_check_decorator(decorator):
    @functools.wraps(decorator)
    def wrapped_decorator(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped_decorator


def _overload_dummy(*args, **kwds):
    """What @overload leaves: calling it is an error."""
    raise NotImplementedError("You should not call an overloaded function. A series of @overload-decorated functions "
                              "outside a stub module should always be followed by an implementation that is not "
                              "@overload-ed.")


_overload_registry = {}


def overload(func):
    """Marks one signature of an overloaded function."""
    f = getattr(func, "__func__", func)
    try:
        key = f.__module__, f.__qualname__
        _overload_registry.setdefault(key, {})[f.__code__.co_firstlineno] = func
    except AttributeError:
        pass
    return _overload_dummy


def get_overloads(func):
    f = getattr(func, "__func__", func)
    return list(_overload_registry.get((f.__module__, f.__qualname__), {}).values())


def clear_overloads():
    _overload_registry.clear()


def final(f):
    """Marks a method or class that is not overridden."""
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, field_specifiers=(), **kwargs):
    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = {"eq_default": eq_default, "order_default": order_default,
                                             "kw_only_default": kw_only_default, "field_specifiers": field_specifiers,
                                             "kwargs": kwargs}
        return cls_or_fn
    return decorator


T = TypeVar("T")
KT = TypeVar("KT")
VT = TypeVar("VT")
T_co = TypeVar("T_co", covariant=True)
V_co = TypeVar("V_co", covariant=True)
VT_co = TypeVar("VT_co", covariant=True)
T_contra = TypeVar("T_contra", contravariant=True)
CT_co = TypeVar("CT_co", covariant=True, bound=type)
AnyStr = TypeVar("AnyStr", bytes, str)

_alias = _SpecialGenericAlias
Hashable = _alias(collections.abc.Hashable, 0)
Awaitable = _alias(collections.abc.Awaitable, 1)
Coroutine = _alias(collections.abc.Coroutine, 3)
AsyncIterable = _alias(collections.abc.AsyncIterable, 1)
AsyncIterator = _alias(collections.abc.AsyncIterator, 1)
Iterable = _alias(collections.abc.Iterable, 1)
Iterator = _alias(collections.abc.Iterator, 1)
Reversible = _alias(collections.abc.Reversible, 1)
Sized = _alias(collections.abc.Sized, 0)
Container = _alias(collections.abc.Container, 1)
Collection = _alias(collections.abc.Collection, 1)
Callable = _CallableType(collections.abc.Callable, 2)
AbstractSet = _alias(collections.abc.Set, 1, name="AbstractSet")
MutableSet = _alias(collections.abc.MutableSet, 1)
Mapping = _alias(collections.abc.Mapping, 2)
MutableMapping = _alias(collections.abc.MutableMapping, 2)
Sequence = _alias(collections.abc.Sequence, 1)
MutableSequence = _alias(collections.abc.MutableSequence, 1)
ByteString = _alias(collections.abc.ByteString, 0)
Tuple = _TupleType(tuple, -1, inst=False, name="Tuple")
List = _alias(list, 1, inst=False, name="List")
Deque = _alias(collections.deque, 1, name="Deque")
Set = _alias(set, 1, inst=False, name="Set")
FrozenSet = _alias(frozenset, 1, inst=False, name="FrozenSet")
MappingView = _alias(collections.abc.MappingView, 1)
KeysView = _alias(collections.abc.KeysView, 1)
ItemsView = _alias(collections.abc.ItemsView, 2)
ValuesView = _alias(collections.abc.ValuesView, 1)
Dict = _alias(dict, 2, inst=False, name="Dict")
DefaultDict = _alias(collections.defaultdict, 2, name="DefaultDict")
OrderedDict = _alias(collections.OrderedDict, 2)
Counter = _alias(collections.Counter, 1)
ChainMap = _alias(collections.ChainMap, 2)
Generator = _alias(collections.abc.Generator, 3)
AsyncGenerator = _alias(collections.abc.AsyncGenerator, 2)
Type = _alias(type, 1, inst=False, name="Type")


def __getattr__(attr):
    if attr in ("ContextManager", "AsyncContextManager"):
        import contextlib
        obj = _alias(getattr(contextlib, "Abstract" + attr), 1, name=attr)
    elif attr in ("Pattern", "Match"):
        import re
        obj = _alias(getattr(re, attr), 1)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {attr!r}")
    globals()[attr] = obj
    return obj


@runtime_checkable
class SupportsInt(Protocol):
    __slots__ = ()

    @_abc.abstractmethod
    def __int__(self) -> int: ...


@runtime_checkable
class SupportsFloat(Protocol):
    __slots__ = ()

    @_abc.abstractmethod
    def __float__(self) -> float: ...


@runtime_checkable
class SupportsComplex(Protocol):
    __slots__ = ()

    @_abc.abstractmethod
    def __complex__(self) -> complex: ...


@runtime_checkable
class SupportsBytes(Protocol):
    __slots__ = ()

    @_abc.abstractmethod
    def __bytes__(self) -> bytes: ...


@runtime_checkable
class SupportsIndex(Protocol):
    __slots__ = ()

    @_abc.abstractmethod
    def __index__(self) -> int: ...


@runtime_checkable
class SupportsAbs(Protocol[T_co]):
    __slots__ = ()

    @_abc.abstractmethod
    def __abs__(self) -> T_co: ...


@runtime_checkable
class SupportsRound(Protocol[T_co]):
    __slots__ = ()

    @_abc.abstractmethod
    def __round__(self, ndigits: int = 0) -> T_co: ...


def _make_nmtuple(name, types, module, defaults=()):
    fields = [n for n, t in types]
    types = {n: _type_check(t, f"field {n} annotation must be a type") for n, t in types}
    nm_tpl = collections.namedtuple(name, fields, defaults=defaults, module=module)
    nm_tpl.__annotations__ = nm_tpl.__new__.__annotations__ = types
    return nm_tpl


_prohibited = frozenset({"__new__", "__init__", "__slots__", "__getnewargs__", "_fields", "_field_defaults",
                         "_field_types", "_make", "_replace", "_asdict", "_source"})
_special = frozenset({"__module__", "__name__", "__annotations__"})


class NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        for base in bases:
            if base is not _NamedTuple and base is not Generic:
                raise TypeError("can only inherit from a NamedTuple type and Generic")
        bases = tuple(tuple if base is _NamedTuple else base for base in bases)
        types = ns.get("__annotations__", {})
        default_names = []
        for field_name in types:
            if field_name in ns:
                default_names.append(field_name)
            elif default_names:
                raise TypeError(f"Non-default namedtuple field {field_name} cannot follow default field"
                                f"{'s' if len(default_names) > 1 else ''} {', '.join(default_names)}")
        nm_tpl = _make_nmtuple(typename, types.items(), defaults=[ns[n] for n in default_names],
                               module=ns["__module__"])
        if bases != (tuple,):
            fields = {"__slots__": (), "__module__": ns["__module__"], "__doc__": nm_tpl.__doc__}
            nm_tpl = type.__new__(type, typename, (nm_tpl,) + tuple(b for b in bases if b is not tuple), fields)
        if Generic in bases:
            nm_tpl.__class_getitem__ = classmethod(Generic.__class_getitem__.__func__)
        for key in ns:
            if key in _prohibited:
                raise AttributeError("Cannot overwrite NamedTuple attribute " + key)
            if key not in _special and key not in nm_tpl._fields:
                setattr(nm_tpl, key, ns[key])
        if Generic in bases:
            nm_tpl.__init_subclass__()
        return nm_tpl


def NamedTuple(typename, fields=None, /, **kwargs):
    """A named tuple with types."""
    if fields is None:
        fields = kwargs.items()
    elif kwargs:
        raise TypeError("Either list of fields or keywords can be provided to NamedTuple, not both")
    try:
        module = sys._getframe(1).f_globals.get("__name__", "__main__")
    except (AttributeError, ValueError):
        module = None
    return _make_nmtuple(typename, fields, module=module)


_NamedTuple = type.__new__(NamedTupleMeta, "NamedTuple", (), {})


def _namedtuple_mro_entries(bases):
    return (_NamedTuple,)


NamedTuple.__mro_entries__ = _namedtuple_mro_entries


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        for base in bases:
            if type(base) is not _TypedDictMeta and base is not Generic:
                raise TypeError("cannot inherit from both a TypedDict type and a non-TypedDict base class")
        generic_base = (Generic,) if any(issubclass(b, Generic) for b in bases) else ()
        tp_dict = type.__new__(_TypedDictMeta, name, (*generic_base, dict), ns)
        annotations = {}
        own_annotations = ns.get("__annotations__", {})
        msg = "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type"
        own_annotations = {n: _type_check(tp, msg, module=tp_dict.__module__) for n, tp in own_annotations.items()}
        required_keys = set()
        optional_keys = set()
        for base in bases:
            annotations.update(base.__dict__.get("__annotations__", {}))
            required_keys.update(base.__dict__.get("__required_keys__", ()))
            optional_keys.update(base.__dict__.get("__optional_keys__", ()))
        annotations.update(own_annotations)
        for key, tp in own_annotations.items():
            origin = get_origin(tp)
            if origin is Annotated:
                args = get_args(tp)
                if args:
                    tp = args[0]
                    origin = get_origin(tp)
            if origin is Required:
                required_keys.add(key)
            elif origin is NotRequired:
                optional_keys.add(key)
            elif total:
                required_keys.add(key)
            else:
                optional_keys.add(key)
        tp_dict.__annotations__ = annotations
        tp_dict.__required_keys__ = frozenset(required_keys)
        tp_dict.__optional_keys__ = frozenset(optional_keys)
        if not hasattr(tp_dict, "__total__"):
            tp_dict.__total__ = total
        return tp_dict

    __call__ = dict

    def __subclasscheck__(cls, other):
        raise TypeError("TypedDict does not support instance and class checks")

    __instancecheck__ = __subclasscheck__


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    """A dict with known keys."""
    if fields is None:
        fields = kwargs
    elif kwargs:
        raise TypeError("TypedDict takes either a dict or keyword arguments, but not both")
    ns = {"__annotations__": dict(fields)}
    try:
        ns["__module__"] = sys._getframe(1).f_globals.get("__name__", "__main__")
    except (AttributeError, ValueError):
        pass
    return _TypedDictMeta(typename, (), ns, total=total)


_TypedDict = type.__new__(_TypedDictMeta, "TypedDict", (), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)


class NewType:
    """A type of its own for type checkers; a call gives the argument."""

    def __init__(self, name, tp):
        self.__qualname__ = name
        if "." in name:
            name = name.rpartition(".")[-1]
        self.__name__ = name
        self.__supertype__ = tp
        try:
            module = sys._getframe(1).f_globals.get("__name__", "__main__")
        except (AttributeError, ValueError):
            module = None
        if module != "typing":
            self.__module__ = module

    def __mro_entries__(self, bases):
        superclass_name = self.__name__
        raise TypeError(f"Cannot subclass an instance of NewType. Perhaps you meant `{superclass_name} = "
                        f"NewType({superclass_name!r}, {superclass_name})`?")

    def __repr__(self):
        return f"{self.__module__}.{self.__qualname__}"

    def __call__(self, x):
        return x

    def __reduce__(self):
        return self.__qualname__

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


Text = str


class IO(Generic[AnyStr]):
    """The type of open files."""
    __slots__ = ()


class BinaryIO(IO[bytes]):
    """The type of binary files."""
    __slots__ = ()


class TextIO(IO[str]):
    """The type of text files."""
    __slots__ = ()
