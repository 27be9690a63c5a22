"""Annotations at run time: text that is evaluated later, and what get_type_hints() makes of an object."""
import functools
import operator
import sys
import types
from types import GenericAlias
from _typing_forms import (Annotated, NotRequired, Required, Unpack, _AnnotatedAlias, _BaseGenericAlias, _GenericAlias,
                           _Joinable, _Sealed, _is_param_expr, _type_check)
from _typing_generic import Generic, ParamSpecArgs, ParamSpecKwargs

__name__ = "typing"

NoneType = type(None)


class ForwardRef(_Sealed, _Joinable):
    """A type that is given as text."""

    __slots__ = ("__forward_arg__", "__forward_code__", "__forward_evaluated__", "__forward_value__",
                 "__forward_is_argument__", "__forward_is_class__", "__forward_module__")

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f"Forward reference must be a string -- got {arg!r}")
        # A star cannot stand alone in an expression.
        source = f"({arg},)[0]" if arg[:1] == "*" else arg
        try:
            self.__forward_code__ = compile(source, "<string>", "eval")
        except SyntaxError:
            raise SyntaxError(f"Forward reference must be an expression -- got {arg!r}")
        self.__forward_arg__, self.__forward_module__ = arg, module
        self.__forward_is_argument__, self.__forward_is_class__ = is_argument, is_class
        self.__forward_evaluated__, self.__forward_value__ = False, None

    def _evaluate(self, globalns, localns, recursive_guard=frozenset()):
        """The type. `recursive_guard` holds the texts that are being evaluated: these stay references."""
        text = self.__forward_arg__
        if text in recursive_guard:
            return self
        if self.__forward_evaluated__ and localns is globalns:
            return self.__forward_value__
        if globalns is None:
            globalns = {} if localns is None else localns
        if localns is None:
            localns = globalns
        if self.__forward_module__ is not None:
            globalns = getattr(sys.modules.get(self.__forward_module__), "__dict__", globalns)
        found = _type_check(eval(self.__forward_code__, globalns, localns), "Forward references must evaluate to types.",
                            is_argument=self.__forward_is_argument__, allow_special_forms=self.__forward_is_class__)
        self.__forward_value__ = _eval_type(found, globalns, localns, recursive_guard | {text})
        self.__forward_evaluated__ = True
        return self.__forward_value__

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        if self.__forward_arg__ != other.__forward_arg__:
            return False
        if self.__forward_evaluated__ and other.__forward_evaluated__:
            return self.__forward_value__ == other.__forward_value__
        return self.__forward_module__ == other.__forward_module__

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __repr__(self):
        where = f", module={self.__forward_module__!r}" if self.__forward_module__ is not None else ""
        return f"ForwardRef({self.__forward_arg__!r}{where})"


def _rebuilt(t, change):
    """A type with changed arguments; itself if they stay the same, or if it has none."""
    if not isinstance(t, (_GenericAlias, GenericAlias, types.UnionType)):
        return t
    args = tuple(change(arg) for arg in t.__args__)
    if args == t.__args__:
        return t
    if isinstance(t, types.UnionType):
        return functools.reduce(operator.or_, args)
    return GenericAlias(t.__origin__, args) if isinstance(t, GenericAlias) else t.copy_with(args)


def _eval_type(t, globalns, localns, recursive_guard=frozenset()):
    """A type with all text in it evaluated."""
    if isinstance(t, ForwardRef):
        return t._evaluate(globalns, localns, recursive_guard)
    if isinstance(t, GenericAlias):
        # In list["C"] the text is still text.
        args = tuple(ForwardRef(arg) if isinstance(arg, str) else arg for arg in t.__args__)
        starred = getattr(t, "__unpacked__", False)
        if starred or args != t.__args__:
            nested = t.__origin__ is _callable() and not (len(args) == 2 and _is_param_expr(args[0]))
            t = t.__origin__[(list(args[:-1]), args[-1]) if nested else args]
            if starred:
                t = Unpack[t]
    return _rebuilt(t, lambda arg: _eval_type(arg, globalns, localns, recursive_guard))


def _callable():
    module = sys.modules.get("collections.abc")
    return module and module.Callable  # None: nobody can have used it


def _strip_annotations(t):
    """A type without metadata, and without what says whether a key is required."""
    if isinstance(t, _AnnotatedAlias):
        return _strip_annotations(t.__origin__)
    if getattr(t, "__origin__", None) in (Required, NotRequired):
        return _strip_annotations(t.__args__[0])
    return _rebuilt(t, _strip_annotations)


def _class_hints(cls, globalns, localns):
    hints = {}
    for base in reversed(cls.__mro__):
        names, inner = globalns, localns
        if globalns is None:
            names = getattr(sys.modules.get(base.__module__), "__dict__", {})
        if localns is None:
            inner = dict(vars(base))
            if globalns is None:  # names of the module win over those of the class
                names, inner = inner, names
        own = vars(base).get("__annotations__", {})
        if isinstance(own, types.GetSetDescriptorType):
            continue
        for name, hint in own.items():
            if isinstance(hint, str):
                hint = ForwardRef(hint, is_argument=False, is_class=True)
            hints[name] = _eval_type(NoneType if hint is None else hint, names, inner)
    return hints


def _other_hints(obj, globalns, localns):
    """The hints of a module or a function."""
    module = isinstance(obj, types.ModuleType)
    if globalns is None:
        inner = obj
        while hasattr(inner, "__wrapped__"):
            inner = inner.__wrapped__
        globalns = vars(obj) if module else getattr(inner, "__globals__", {})
    localns = globalns if localns is None else localns
    own = getattr(obj, "__annotations__", None)
    if own is None:
        if module or isinstance(obj, (types.FunctionType, types.BuiltinFunctionType, types.MethodType,
                                      types.WrapperDescriptorType, types.MethodWrapperType,
                                      types.MethodDescriptorType)):
            return {}
        raise TypeError(f"{obj!r} is not a module, class, method, or function.")
    hints = {}
    for name, hint in dict(own).items():
        if isinstance(hint, str):
            hint = ForwardRef(hint, is_argument=not module, is_class=False)
        hints[name] = _eval_type(NoneType if hint is None else hint, globalns, localns)
    return hints


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of a class, module or function by name, with text evaluated.

    Names are looked up where the object was defined unless `globalns` and `localns` are given. Metadata of Annotated is
    kept only with `include_extras`."""
    if getattr(obj, "__no_type_check__", None):
        return {}
    hints = (_class_hints if isinstance(obj, type) else _other_hints)(obj, globalns, localns)
    return hints if include_extras else {name: _strip_annotations(hint) for name, hint in hints.items()}


def get_origin(tp):
    """What stands before the brackets: list for List[int]; None for a type without any."""
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, (_BaseGenericAlias, GenericAlias, ParamSpecArgs, ParamSpecKwargs)):
        return tp.__origin__
    return Generic if tp is Generic else types.UnionType if isinstance(tp, types.UnionType) else None


def get_args(tp):
    """What stands in the brackets, as a tuple."""
    if isinstance(tp, _AnnotatedAlias):
        return tp.__origin__, *tp.__metadata__
    if isinstance(tp, (_GenericAlias, GenericAlias)):
        args = tp.__args__
        if tp.__origin__ is _callable() and not (len(args) == 2 and _is_param_expr(args[0])):
            return list(args[:-1]), args[-1]
        return args
    return tp.__args__ if isinstance(tp, types.UnionType) else ()


def no_type_check(arg):
    """A decorator: the annotations of this function, or of this class and what is defined in it, are not types."""
    if isinstance(arg, type):
        for name in dir(arg):
            member = getattr(arg, name)
            inside = f"{arg.__qualname__}.{getattr(member, '__name__', '')}" == getattr(member, "__qualname__", None)
            if not inside or getattr(member, "__module__", None) != arg.__module__:
                continue  # inherited, or only named here
            if isinstance(member, types.MethodType):
                member = member.__func__
            if isinstance(member, types.FunctionType):
                member.__no_type_check__ = True
            elif isinstance(member, type):
                no_type_check(member)
    try:
        arg.__no_type_check__ = True
    except TypeError:
        pass  # a built-in class
    return arg


def no_type_check_decorator(decorator):
    """A decorator of decorators: what they return is not type checked."""
    @functools.wraps(decorator)
    def wrapped_decorator(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped_decorator
