"""Signatures: the parameters of a callable, and how the arguments of a call are given to them."""
import enum
import functools
import sys
import types
from inspect import unwrap
from keyword import iskeyword

__name__ = "inspect"


class _empty:
    """Stands for a default or an annotation that is not there."""


class _ParameterKind(enum.IntEnum):
    POSITIONAL_ONLY = 0
    POSITIONAL_OR_KEYWORD = 1
    VAR_POSITIONAL = 2
    KEYWORD_ONLY = 3
    VAR_KEYWORD = 4

    def __str__(self):
        return self._name_

    @property
    def description(self):
        return _DESCRIPTIONS[self]


_ALONE, _EITHER, _ARGS, _KEYWORD, _KWARGS = _ParameterKind  # f(alone, /, either, *args, keyword, **kwargs)
_DESCRIPTIONS = {_ALONE: "positional-only", _EITHER: "positional or keyword", _ARGS: "variadic positional",
                 _KEYWORD: "keyword-only", _KWARGS: "variadic keyword"}


def formatannotation(annotation, base_module=None):
    """The text of an annotation; names of built-in classes and of typing stand without their module."""
    if getattr(annotation, "__module__", None) == "typing":
        return repr(annotation).replace("typing.", "")
    if not isinstance(annotation, type) or isinstance(annotation, types.GenericAlias):
        return repr(annotation)
    prefix = "" if annotation.__module__ in ("builtins", base_module) else annotation.__module__ + "."
    return prefix + annotation.__qualname__


class Parameter:
    """One parameter of a signature. It cannot be changed; replace() makes a new one."""

    __slots__ = ("_name", "_kind", "_default", "_annotation")
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = _ParameterKind
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        try:
            kind = _ParameterKind(kind)
        except ValueError:
            raise ValueError(f"value {kind!r} is not a valid Parameter.kind")
        if default is not _empty and kind in (_ARGS, _KWARGS):
            raise ValueError(f"{kind.description} parameters cannot have default values")
        if name is _empty:
            raise ValueError("name is a required attribute for Parameter")
        if not isinstance(name, str):
            raise TypeError(f"name must be a str, not a {type(name).__name__}")
        if name[0] == "." and name[1:].isdigit():  # what a comprehension iterates over
            if kind is not _EITHER:
                raise ValueError("implicit arguments must be passed as positional or keyword arguments, not "
                                 f"{kind.description}")
            name, kind = "implicit" + name[1:], _ALONE
        if not name.isidentifier() or iskeyword(name) and kind is not _ALONE:
            raise ValueError(f"{name!r} is not a valid parameter name")
        self._name, self._kind, self._default, self._annotation = name, kind, default, annotation

    name = property(lambda self: self._name)
    kind = property(lambda self: self._kind)
    default = property(lambda self: self._default)
    annotation = property(lambda self: self._annotation)

    def replace(self, *, name=_empty, kind=_empty, annotation=_empty, default=_empty):
        """A copy with some fields changed."""
        fields = {"name": name, "kind": kind, "annotation": annotation, "default": default}
        return type(self)(**{field: getattr(self, field) if value is _empty else value for field, value in fields.items()})

    def __reduce__(self):
        return type(self), (self._name, self._kind), {"_default": self._default, "_annotation": self._annotation}

    def __setstate__(self, state):
        for name, value in state.items():
            setattr(self, name, value)

    def _key(self):
        return self._name, self._kind, self._annotation, self._default

    def __eq__(self, other):
        if not isinstance(other, Parameter):
            return NotImplemented
        return self is other or self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __str__(self):
        text = {_ARGS: "*", _KWARGS: "**"}.get(self._kind, "") + self._name
        equals = "="
        if self._annotation is not _empty:
            text, equals = f"{text}: {formatannotation(self._annotation)}", " = "
        return text if self._default is _empty else f"{text}{equals}{self._default!r}"

    def __repr__(self):
        return f'<{type(self).__name__} "{self}">'


class BoundArguments:
    """The arguments of a call by the name of their parameter; `arguments` may be changed."""

    __slots__ = ("arguments", "_signature", "__weakref__")
    signature = property(lambda self: self._signature)

    def __init__(self, signature, arguments):
        self.arguments, self._signature = arguments, signature

    def _split(self):
        """(args, kwargs): parameters are given by position up to the first that has no argument or takes keywords only."""
        args, kwargs, by_name = [], {}, False
        for name, param in self._signature.parameters.items():
            by_name = by_name or param.kind in (_KEYWORD, _KWARGS) or name not in self.arguments
            if name not in self.arguments:
                continue
            value = self.arguments[name]
            if not by_name:
                args += value if param.kind is _ARGS else (value,)
            elif param.kind is _KWARGS:
                kwargs.update(value)
            else:
                kwargs[name] = value
        return tuple(args), kwargs

    args = property(lambda self: self._split()[0])
    kwargs = property(lambda self: self._split()[1])

    def apply_defaults(self):
        """Give the parameters that have no argument their default."""
        unasked = {_ARGS: (), _KWARGS: {}}
        filled = {name: self.arguments.get(name, unasked.get(param.kind, param.default))
                  for name, param in self._signature.parameters.items()}
        self.arguments = {name: {} if value is unasked[_KWARGS] else value for name, value in filled.items()
                          if value is not _empty}

    def __eq__(self, other):
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self is other or (self.signature, self.arguments) == (other.signature, other.arguments)

    __hash__ = None

    def __reduce__(self):
        return type(self), (self._signature, self.arguments)

    def __repr__(self):
        shown = [f"{name}={value!r}" for name, value in self.arguments.items()]
        return f"<{type(self).__name__} ({', '.join(shown)})>"


class Signature:
    """The parameters of a callable, by name and in order, and the annotation of what it returns."""

    __slots__ = ("_return_annotation", "_parameters")
    _parameter_cls = Parameter
    _bound_arguments_cls = BoundArguments
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty, __validate_parameters__=True):
        parameters = list(parameters or ())
        if __validate_parameters__:
            _check_order(parameters)
        self._parameters = types.MappingProxyType({param.name: param for param in parameters})
        self._return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
        """The signature of a callable."""
        return _Reader(cls, follow_wrapped, globals, locals, eval_str).read(obj)

    parameters = property(lambda self: self._parameters)
    return_annotation = property(lambda self: self._return_annotation)

    def replace(self, *, parameters=_empty, return_annotation=_empty):
        """A copy with other parameters or another annotation."""
        return type(self)(self._parameters.values() if parameters is _empty else parameters,
                          return_annotation=self._return_annotation if return_annotation is _empty else return_annotation)

    def _key(self):
        # The order of parameters that take keywords only does not matter.
        params = self._parameters.values()
        return (tuple(param for param in params if param.kind is not _KEYWORD),
                frozenset(param for param in params if param.kind is _KEYWORD), self._return_annotation)

    def __hash__(self):
        return hash(self._key())

    def __eq__(self, other):
        if not isinstance(other, Signature):
            return NotImplemented
        if self is other:
            return True
        mine, theirs = ([{param.name: param for param in signature.parameters.values() if param.kind is _KEYWORD},
                         [param for param in signature.parameters.values() if param.kind is not _KEYWORD],
                         signature.return_annotation] for signature in (self, other))
        return mine == theirs  # not by hashes: a default may have none

    def __reduce__(self):
        return type(self), (tuple(self._parameters.values()),), {"_return_annotation": self._return_annotation}

    def __setstate__(self, state):
        self._return_annotation = state["_return_annotation"]

    def bind(self, /, *args, **kwargs):
        """Give arguments to parameters; TypeError if they do not fit."""
        return self._bind(args, kwargs)

    def bind_partial(self, /, *args, **kwargs):
        """The same, but parameters may be left without argument."""
        return self._bind(args, kwargs, partial=True)

    def _bind(self, args, kwargs, *, partial=False):
        waiting, named, bound, rest = list(args), dict(kwargs), {}, None
        for name, param in self._parameters.items():
            kind = param.kind
            if kind is _ARGS:
                if waiting:
                    bound[name] = tuple(waiting)
                    waiting = []
                continue
            if waiting:
                if kind in (_KEYWORD, _KWARGS):
                    break
                if name in named and kind is not _ALONE:
                    raise TypeError(f"multiple values for argument {name!r}")
                bound[name] = waiting.pop(0)
            elif kind is _KWARGS:
                rest = name
            elif name in named:
                if kind is _ALONE:
                    raise TypeError(f"{name!r} parameter is positional only, but was passed as a keyword")
                bound[name] = named.pop(name)
            elif param.default is _empty and not partial:
                raise TypeError(f"missing a required argument: {name!r}")
        if waiting:
            raise TypeError("too many positional arguments")
        if named and rest is None:
            raise TypeError(f"got an unexpected keyword argument {next(iter(named))!r}")
        if named:
            bound[rest] = named
        return self._bound_arguments_cls(self, bound)

    def __str__(self):
        parts, seen = [], set()
        for param in self._parameters.values():
            if _ALONE in seen and param.kind is not _ALONE and "/" not in parts:
                parts.append("/")
            if param.kind is _KEYWORD and seen.isdisjoint((_ARGS, _KEYWORD)):
                parts.append("*")
            parts.append(str(param))
            seen.add(param.kind)
        if seen == {_ALONE}:
            parts.append("/")
        text = f"({', '.join(parts)})"
        if self._return_annotation is not _empty:
            text += f" -> {formatannotation(self._return_annotation)}"
        return text

    def __repr__(self):
        return f"<{type(self).__name__} {self}>"


def _check_order(parameters):
    """Refuse parameters that no function could have."""
    highest, with_default, names = _ALONE, False, set()
    for param in parameters:
        if param.kind < highest:
            raise ValueError(f"wrong parameter order: {highest.description} parameter before {param.kind.description} "
                             "parameter")
        highest = param.kind
        if param.kind in (_ALONE, _EITHER):
            if with_default and param.default is _empty:
                raise ValueError("non-default argument follows default argument")
            with_default = param.default is not _empty
        if param.name in names:
            raise ValueError(f"duplicate parameter name: {param.name!r}")
        names.add(param.name)


def _of_function(cls, func, annotations):
    """The signature of a function in Python, from its code."""
    code, make, returned = func.__code__, cls._parameter_cls, annotations.get("return", _empty)
    positional, by_name = code.co_argcount, code.co_kwonlyargcount
    defaults = dict(func.__kwdefaults__ or {})
    given = func.__defaults__ or ()
    names = list(code.co_varnames)
    defaults.update(zip(names[positional - len(given):positional], given))
    kinds = [_ALONE] * code.co_posonlyargcount + [_EITHER] * (positional - code.co_posonlyargcount)
    plain, keywords, extra = names[:positional], names[positional:positional + by_name], names[positional + by_name:]
    order = list(zip(plain, kinds))
    if code.co_flags & 4:
        order.append((extra.pop(0), _ARGS))
    order += [(name, _KEYWORD) for name in keywords]
    if code.co_flags & 8:
        order.append((extra.pop(0), _KWARGS))
    params = [make(name, kind, default=defaults.get(name, _empty) if kind not in (_ARGS, _KWARGS) else _empty,
                   annotation=annotations.get(name, _empty)) for name, kind in order]
    return cls(params, return_annotation=returned, __validate_parameters__=False)


def _without_first(signature):
    """The signature of a bound method: its object is given."""
    params = list(signature.parameters.values())
    if not params or params[0].kind in (_KEYWORD, _KWARGS):
        raise ValueError("invalid method signature")
    return signature if params[0].kind is _ARGS else signature.replace(parameters=params[1:])


def _after_partial(signature, partial):
    """What is left to give when some arguments are. Those given by keyword may still be given again, but only by keyword,
    and so may all behind them."""
    keywords = partial.keywords or {}
    try:
        bound = signature.bind_partial(*partial.args, **keywords).arguments
    except TypeError as e:
        raise ValueError(f"partial object {partial!r} has incorrect arguments") from e
    left, by_name = [], False
    for name, param in signature.parameters.items():
        if name in bound and param.kind in (_ALONE, _EITHER, _KEYWORD):
            if param.kind is _ALONE or param.kind is _EITHER and name not in keywords:
                continue
            by_name = by_name or param.kind is _EITHER
            param = param.replace(default=bound[name])
        if by_name and param.kind is _ARGS:
            continue
        left.append(param.replace(kind=_KEYWORD) if by_name and param.kind is _EITHER else param)
    return signature.replace(parameters=left)


def _user_method(cls, name):
    """A method in Python that a class has, without what binds it; None if it has another or none."""
    for base in cls.__mro__:
        if name in vars(base):
            found = vars(base)[name]
            found = getattr(found, "__func__", found) if isinstance(found, (staticmethod, classmethod)) else found
            known = isinstance(found, (types.FunctionType, functools.partial)) or hasattr(found, "__wrapped__")
            return found if known else None
    return None


class _Reader:
    """Finds the signature of callables of all kinds, as one call of from_callable() asks for it."""

    def __init__(self, cls, follow_wrapped, globals, locals, eval_str):
        self.cls, self.follow_wrapped = cls, follow_wrapped
        self.globals, self.locals, self.eval_str = globals, locals, eval_str

    def read(self, obj):
        if not callable(obj):
            raise TypeError(f"{obj!r} is not a callable object")
        if isinstance(obj, types.MethodType):
            return _without_first(self.read(obj.__func__))
        if self.follow_wrapped:
            obj = unwrap(obj, stop=lambda f: hasattr(f, "__signature__") or isinstance(f, types.MethodType))
            if isinstance(obj, types.MethodType):
                return self.read(obj)
        declared = getattr(obj, "__signature__", None)
        if declared is not None:
            if not isinstance(declared, Signature):
                raise TypeError(f"unexpected object {declared!r} in __signature__ attribute")
            return declared
        method = getattr(obj, "_partialmethod", None)
        if isinstance(method, functools.partialmethod):
            return self._of_partialmethod(method)
        if isinstance(obj, types.FunctionType):
            annotations = obj.__annotations__
            if self.eval_str:
                annotations = get_annotations(obj, globals=self.globals, locals=self.locals, eval_str=True)
            return _of_function(self.cls, obj, annotations)
        if isinstance(obj, functools.partial):
            return _after_partial(self.read(obj.func), obj)
        if isinstance(obj, type):
            return self._of_class(obj)
        text = getattr(obj, "__text_signature__", None)
        if text:
            owner = getattr(obj, "__self__", None)
            return self._of_text(obj, text, owner is not None and not isinstance(owner, types.ModuleType))
        call = _user_method(type(obj), "__call__")
        if call is None:
            raise ValueError(f"callable {obj!r} is not supported by signature")
        return _without_first(self.read(call))

    def _of_partialmethod(self, method):
        inner = self.read(method.func)
        left = _after_partial(inner, functools.partial(lambda: None, *(None, *method.args), **method.keywords))
        first = next(iter(inner.parameters.values()))
        return left if first.kind is _ARGS else left.replace(parameters=(first, *left.parameters.values()))

    def _of_class(self, cls):
        """A class is called through its metaclass, or makes its objects by __new__ and __init__."""
        call, new, init = _user_method(type(cls), "__call__"), _user_method(cls, "__new__"), _user_method(cls, "__init__")
        makers = [call, new if "__new__" in vars(cls) else None, init, new]
        for maker in makers:
            if maker is not None:
                return _without_first(self.read(maker))
        text = vars(cls).get("__text_signature__")
        if text:
            return self._of_text(cls, text, False)
        if type not in cls.__mro__ and cls.__init__ is object.__init__ and cls.__new__ is object.__new__:
            return self.cls()
        raise ValueError(f"no signature found for builtin type {cls!r}")

    def _of_text(self, obj, text, bound):
        """The signature that a function not in Python declares as text."""
        source = "lambda " + text.strip()[1:-1].replace("=...", "=__missing__") + ": None"
        try:
            stand_in = eval(source, {"__missing__": _empty})
        except SyntaxError:
            raise ValueError(f"{obj!r} builtin has invalid signature") from None
        found = _of_function(self.cls, stand_in, {})
        return _without_first(found) if bound else found


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    """The signature of a callable."""
    return Signature.from_callable(obj, follow_wrapped=follow_wrapped, globals=globals, locals=locals, eval_str=eval_str)


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    """A new dict of the annotations of a class, module or callable; with `eval_str`, text is evaluated where it stands."""
    names, inner, wrapped = None, None, obj
    if isinstance(obj, type):
        found = vars(obj).get("__annotations__")
        names, inner = getattr(sys.modules.get(obj.__module__), "__dict__", None), dict(vars(obj))
    elif isinstance(obj, types.ModuleType) or callable(obj):
        found = getattr(obj, "__annotations__", None)
        module = isinstance(obj, types.ModuleType)
        names, wrapped = (vars(obj), None) if module else (getattr(obj, "__globals__", None), obj)
    else:
        raise TypeError(f"{obj!r} is not a module, class, or callable.")
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise ValueError(f"{obj!r}.__annotations__ is neither a dict nor None")
    if not eval_str:
        return dict(found)
    while hasattr(wrapped, "__wrapped__"):
        wrapped = wrapped.__wrapped__
    names = getattr(wrapped, "__globals__", names) if globals is None else globals
    inner = inner if locals is None else locals
    return {name: eval(value, names, inner) if isinstance(value, str) else value for name, value in found.items()}


class FullArgSpec(tuple):
    """What getfullargspec() gives."""

    _fields = ("args", "varargs", "varkw", "defaults", "kwonlyargs", "kwonlydefaults", "annotations")
    args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations = [
        property(lambda self, _at=at: self[_at]) for at in range(7)]

    def __new__(cls, *values):
        return tuple.__new__(cls, values)

    def __repr__(self):
        return f"FullArgSpec({', '.join([f'{name}={value!r}' for name, value in zip(self._fields, self)])})"


def getfullargspec(func):
    """The parameters of a function by kind, as older programs want them; __wrapped__ is not followed."""
    try:
        found = Signature.from_callable(func, follow_wrapped=False)
    except Exception as e:
        raise TypeError("unsupported callable") from e
    params = found.parameters.values()
    by_kind = {kind: [param for param in params if param.kind is kind] for kind in _ParameterKind}
    positional, keywords = by_kind[_ALONE] + by_kind[_EITHER], by_kind[_KEYWORD]
    annotations = {} if found.return_annotation is _empty else {"return": found.return_annotation}
    annotations |= {param.name: param.annotation for param in params if param.annotation is not _empty}
    star, stars = (next((param.name for param in by_kind[kind]), None) for kind in (_ARGS, _KWARGS))
    return FullArgSpec([param.name for param in positional], star, stars,
                       tuple([param.default for param in positional if param.default is not _empty]) or None,
                       [param.name for param in keywords],
                       {param.name: param.default for param in keywords if param.default is not _empty} or None, annotations)


def getcallargs(func, /, *positional, **named):
    """The arguments of a call by name, with the defaults."""
    bound = signature(func).bind(*positional, **named)
    bound.apply_defaults()
    return dict(bound.arguments)
