"""Looking at live objects."""
import enum
import functools
import linecache
import sys
import types
from _inspect import (ArgInfo, Arguments, Attribute, ClosureVars, classify_class_attrs, getargs, getargvalues,
                      getclosurevars, getcoroutinelocals, getgeneratorlocals)
from keyword import iskeyword
from operator import attrgetter

__all__ = ["ArgInfo", "Arguments", "Attribute", "BoundArguments", "CO_ASYNC_GENERATOR", "CO_COROUTINE", "CO_GENERATOR",
           "CO_VARARGS", "CO_VARKEYWORDS", "ClosureVars", "FrameInfo", "FullArgSpec", "Parameter", "Signature",
           "Traceback", "classify_class_attrs", "cleandoc", "currentframe", "formatannotation", "getattr_static",
           "getcallargs", "getclosurevars", "getcomments", "getcoroutinelocals", "getcoroutinestate", "getdoc",
           "getfile", "getframeinfo", "getfullargspec", "getgeneratorlocals", "getgeneratorstate", "getinnerframes",
           "getmembers", "getmodule", "getmodulename", "getmro", "getouterframes", "getsource", "getsourcefile",
           "getsourcelines", "isabstract", "isasyncgen", "isasyncgenfunction", "isawaitable", "isbuiltin", "isclass",
           "iscode", "iscoroutine", "iscoroutinefunction", "isdatadescriptor", "isframe", "isfunction", "isgenerator",
           "isgeneratorfunction", "isgetsetdescriptor", "ismemberdescriptor", "ismethod", "ismethoddescriptor",
           "ismodule", "isroutine", "istraceback", "signature", "stack", "trace", "unwrap"]

CO_OPTIMIZED = 1
CO_NEWLOCALS = 2
CO_VARARGS = 4
CO_VARKEYWORDS = 8
CO_NESTED = 16
CO_GENERATOR = 32
CO_NOFREE = 64
CO_COROUTINE = 128
CO_ITERABLE_COROUTINE = 256
CO_ASYNC_GENERATOR = 512
TPFLAGS_IS_ABSTRACT = 1 << 20


def ismodule(object):
    return isinstance(object, types.ModuleType)


def isclass(object):
    return isinstance(object, type)


def ismethod(object):
    return isinstance(object, types.MethodType)


def ismethoddescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    tp = type(object)
    return hasattr(tp, "__get__") and not hasattr(tp, "__set__")


def isdatadescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    tp = type(object)
    return hasattr(tp, "__set__") or hasattr(tp, "__delete__")


def ismemberdescriptor(object):
    return isinstance(object, types.MemberDescriptorType)


def isgetsetdescriptor(object):
    return isinstance(object, types.GetSetDescriptorType)


def isfunction(object):
    return isinstance(object, types.FunctionType)


def _has_code_flag(f, flag):
    f = functools_unwrap_partial(f)
    while ismethod(f):
        f = f.__func__
    f = functools_unwrap_partial(f)
    if not isfunction(f):
        return False
    return bool(f.__code__.co_flags & flag)


def functools_unwrap_partial(func):
    while isinstance(func, functools.partial):
        func = func.func
    return func


def isgeneratorfunction(obj):
    return _has_code_flag(obj, CO_GENERATOR)


def iscoroutinefunction(obj):
    return _has_code_flag(obj, CO_COROUTINE)


def isasyncgenfunction(obj):
    return _has_code_flag(obj, CO_ASYNC_GENERATOR)


def isasyncgen(object):
    return isinstance(object, types.AsyncGeneratorType)


def isgenerator(object):
    return isinstance(object, types.GeneratorType)


def iscoroutine(object):
    return isinstance(object, types.CoroutineType)


def isawaitable(object):
    import collections.abc
    return isinstance(object, (types.CoroutineType, collections.abc.Awaitable))


def istraceback(object):
    return isinstance(object, types.TracebackType)


def isframe(object):
    return isinstance(object, types.FrameType)


def iscode(object):
    return isinstance(object, types.CodeType)


def isbuiltin(object):
    return isinstance(object, types.BuiltinFunctionType)


def ismethodwrapper(object):
    return isinstance(object, types.MethodWrapperType)


def isroutine(object):
    return (isbuiltin(object) or isfunction(object) or ismethod(object) or ismethoddescriptor(object) or
            ismethodwrapper(object))


def isabstract(object):
    return isinstance(object, type) and bool(getattr(object, "__abstractmethods__", ()))


def getmembers(object, predicate=None):
    """(name, value) of all attributes, sorted."""
    names = dir(object)
    mro = getmro(object) if isclass(object) else ()
    results = []
    processed = set()
    for key in names:
        try:
            value = getattr(object, key)
            if key in processed:
                raise AttributeError
        except AttributeError:
            for base in mro:
                if key in base.__dict__:
                    value = base.__dict__[key]
                    break
            else:
                continue
        if not predicate or predicate(value):
            results.append((key, value))
        processed.add(key)
    results.sort(key=lambda pair: pair[0])
    return results


def getmro(cls):
    """The bases of a class in order of look-up."""
    return cls.__mro__


def unwrap(func, *, stop=None):
    """Follow __wrapped__."""
    f = func
    memo = {id(f): f}
    while hasattr(func, "__wrapped__") and not isinstance(func, type):
        if stop is not None and stop(func):
            break
        func = func.__wrapped__
        if id(func) in memo:
            raise ValueError("wrapper loop when unwrapping {!r}".format(f))
        memo[id(func)] = func
    return func


def getdoc(object):
    """The documentation of an object, cleaned."""
    try:
        doc = object.__doc__
    except AttributeError:
        return None
    if doc is None:
        doc = _inherited_doc(object)
    if not isinstance(doc, str):
        return None
    return cleandoc(doc)


def _inherited_doc(obj):
    if isclass(obj):
        for base in obj.__mro__[1:]:
            if base is not object and base.__doc__ is not None:
                return base.__doc__
        return None
    name = getattr(obj, "__name__", None)
    owner = getattr(obj, "__self__", None)
    cls = owner if isclass(owner) else type(owner) if owner is not None else None
    if cls is None or name is None:
        return None
    for base in cls.__mro__:
        doc = getattr(base.__dict__.get(name), "__doc__", None)
        if doc is not None:
            return doc
    return None


def cleandoc(doc):
    """Remove indentation from a docstring."""
    lines = doc.expandtabs().split("\n")
    margin = sys.maxsize
    for line in lines[1:]:
        content = len(line.lstrip())
        if content:
            margin = min(margin, len(line) - content)
    if lines:
        lines[0] = lines[0].lstrip()
    if margin < sys.maxsize:
        for i in range(1, len(lines)):
            lines[i] = lines[i][margin:]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def getfile(object):
    """The file that defines an object."""
    if ismodule(object):
        if getattr(object, "__file__", None):
            return object.__file__
        raise TypeError("{!r} is a built-in module".format(object))
    if isclass(object):
        if hasattr(object, "__module__"):
            module = sys.modules.get(object.__module__)
            if getattr(module, "__file__", None):
                return module.__file__
            if object.__module__ == "__main__":
                raise OSError("source code not available")
        raise TypeError("{!r} is a built-in class".format(object))
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        object = object.f_code
    if iscode(object):
        return object.co_filename
    raise TypeError("module, class, method, function, traceback, frame, or code object was expected, got {}".format(
        type(object).__name__))


def getmodulename(path):
    import os
    fname = os.path.basename(path)
    return fname[:-3] if fname.endswith(".py") else None


def getsourcefile(object):
    """The source file of an object, or None."""
    filename = getfile(object)
    if filename.startswith("<"):
        return None
    return filename


def getmodule(object, _filename=None):
    """The module that defines an object."""
    if ismodule(object):
        return object
    if hasattr(object, "__module__"):
        return sys.modules.get(object.__module__)
    try:
        file = getfile(object)
    except (TypeError, OSError):
        return None
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) == file:
            return module
    return None


class ClassFoundException(Exception):
    pass


def findsource(object):
    """All lines of the file, and the line where the object begins (from 0)."""
    file = getsourcefile(object)
    if not file:
        raise OSError("source code not available")
    linecache.checkcache(file)
    lines = linecache.getlines(file)
    if not lines:
        raise OSError("could not get source code")
    if ismodule(object):
        return lines, 0
    if isclass(object):
        name = object.__qualname__.split(".")[-1]
        import re
        pattern = re.compile(r"^(\s*)class\s+" + name + r"\b")
        candidates = [(len(m.group(1)), i) for i, m in enumerate(map(pattern.match, lines)) if m]
        if not candidates:
            raise OSError("could not find class definition")
        lnum = min(candidates)[1]
        while lnum > 0 and lines[lnum - 1].lstrip().startswith("@"):
            lnum -= 1
        return lines, lnum
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        object = object.f_code
    if iscode(object):
        lnum = object.co_firstlineno - 1
        if lnum >= len(lines):
            raise OSError("lineno is out of bounds")
        return lines, lnum
    raise OSError("could not find code object")


def getcomments(object):
    """The comment lines in front of an object."""
    try:
        lines, lnum = findsource(object)
    except (OSError, TypeError):
        return None
    comments = []
    i = lnum - 1
    while i >= 0 and lines[i].lstrip().startswith("#"):
        comments.insert(0, lines[i].expandtabs().lstrip())
        i -= 1
    return "".join(comments) or None


def getblock(lines):
    """The block of lines that starts with a def, class or lambda."""
    indent = len(lines[0]) - len(lines[0].lstrip())
    end = 1
    depth = 0
    started = False
    in_string = None
    last = 0
    for i, line in enumerate(lines):
        stripped = line.strip()
        if in_string is None and depth == 0 and started and stripped and not stripped.startswith("#"):
            if len(line) - len(line.lstrip()) <= indent and not stripped.startswith((")", "]", "}")):
                break
        j = 0
        while j < len(line):
            if in_string:
                if line.startswith(in_string, j):
                    j += len(in_string)
                    in_string = None
                elif line[j] == "\\":
                    j += 2
                else:
                    j += 1
                continue
            c = line[j]
            if c == "#":
                break
            if c in "\"'":
                in_string = c * 3 if line.startswith(c * 3, j) else c
                j += len(in_string)
                continue
            if c in "([{":
                depth += 1
            elif c in ")]}":
                depth -= 1
            j += 1
        if in_string and len(in_string) == 1:
            in_string = None
        if not started and not stripped.startswith("@") and depth == 0 and in_string is None:
            started = True
            if ("lambda" in stripped or not stripped.endswith(":")) and not stripped.startswith(
                    ("def ", "class ", "async ")):
                return lines[:i + 1]
        if stripped:
            last = i
    end = last + 1
    while end > 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")) and \
            len(lines[end - 1]) - len(lines[end - 1].lstrip()) <= indent:
        end -= 1
    return lines[:end]


def getsourcelines(object):
    """(lines, number of the first)."""
    object = unwrap(object)
    lines, lnum = findsource(object)
    if ismodule(object) or (iscode(object) and object.co_name == "<module>"):
        return lines, 0
    return getblock(lines[lnum:]), lnum + 1


def getsource(object):
    """The source text of an object."""
    lines, lnum = getsourcelines(object)
    return "".join(lines)


class Traceback(tuple):
    def __new__(cls, filename, lineno, function, code_context, index, *, positions=None):
        self = super().__new__(cls, (filename, lineno, function, code_context, index))
        self.positions = positions
        return self

    filename = property(lambda self: self[0])
    lineno = property(lambda self: self[1])
    function = property(lambda self: self[2])
    code_context = property(lambda self: self[3])
    index = property(lambda self: self[4])

    def __repr__(self):
        return "Traceback(filename={!r}, lineno={!r}, function={!r}, code_context={!r}, index={!r})".format(*self)


class FrameInfo(tuple):
    def __new__(cls, frame, filename, lineno, function, code_context, index, *, positions=None):
        self = super().__new__(cls, (frame, filename, lineno, function, code_context, index))
        self.positions = positions
        return self

    frame = property(lambda self: self[0])
    filename = property(lambda self: self[1])
    lineno = property(lambda self: self[2])
    function = property(lambda self: self[3])
    code_context = property(lambda self: self[4])
    index = property(lambda self: self[5])

    def __repr__(self):
        return ("FrameInfo(frame={!r}, filename={!r}, lineno={!r}, function={!r}, code_context={!r}, "
                "index={!r})").format(*self)


def getframeinfo(frame, context=1):
    """File, line and function of a frame."""
    if istraceback(frame):
        lineno = frame.tb_lineno
        frame = frame.tb_frame
    else:
        lineno = frame.f_lineno
    filename = frame.f_code.co_filename
    lines = index = None
    if context > 0:
        start = lineno - 1 - context // 2
        all_lines = linecache.getlines(filename)
        if all_lines:
            start = max(0, min(start, len(all_lines) - context))
            lines = all_lines[start:start + context]
            index = lineno - 1 - start
    return Traceback(filename, lineno, frame.f_code.co_name, lines, index)


def getouterframes(frame, context=1):
    framelist = []
    while frame:
        info = getframeinfo(frame, context)
        framelist.append(FrameInfo(frame, *info))
        frame = frame.f_back
    return framelist


def getinnerframes(tb, context=1):
    framelist = []
    while tb:
        info = getframeinfo(tb, context)
        framelist.append(FrameInfo(tb.tb_frame, *info))
        tb = tb.tb_next
    return framelist


def currentframe():
    """The frame of the caller."""
    return sys._getframe(1)


def stack(context=1):
    """The frames of the callers."""
    return getouterframes(sys._getframe(1), context)


def trace(context=1):
    return getinnerframes(sys.exc_info()[2], context)


_sentinel = object()


def getattr_static(obj, attr, default=_sentinel):
    """An attribute without running descriptors."""
    if not isinstance(obj, type):
        d = getattr(obj, "__dict__", {})
        klass = type(obj)
        for base in klass.__mro__:
            if attr in base.__dict__:
                found = base.__dict__[attr]
                if hasattr(type(found), "__set__") and hasattr(type(found), "__get__"):
                    return found
                break
        if attr in d:
            return d[attr]
    else:
        klass = obj
    for base in klass.__mro__:
        if attr in base.__dict__:
            return base.__dict__[attr]
    if obj is klass:
        for base in type(klass).__mro__:
            if attr in base.__dict__:
                return base.__dict__[attr]
    if default is not _sentinel:
        return default
    raise AttributeError(attr)


GEN_CREATED = "GEN_CREATED"
GEN_RUNNING = "GEN_RUNNING"
GEN_SUSPENDED = "GEN_SUSPENDED"
GEN_CLOSED = "GEN_CLOSED"


def getgeneratorstate(generator):
    if generator.gi_running:
        return GEN_RUNNING
    if getattr(generator, "gi_suspended", False):
        return GEN_SUSPENDED
    if generator.gi_frame is None:
        return GEN_CLOSED
    return GEN_CREATED


def getcoroutinestate(coroutine):
    if coroutine.cr_running:
        return "CORO_RUNNING"
    if getattr(coroutine, "cr_suspended", False):
        return "CORO_SUSPENDED"
    if coroutine.cr_frame is None:
        return "CORO_CLOSED"
    return "CORO_CREATED"


class _empty:
    """Marks a missing annotation or default."""


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
        return _PARAM_NAME_MAPPING[self]


_POSITIONAL_ONLY = _ParameterKind.POSITIONAL_ONLY
_POSITIONAL_OR_KEYWORD = _ParameterKind.POSITIONAL_OR_KEYWORD
_VAR_POSITIONAL = _ParameterKind.VAR_POSITIONAL
_KEYWORD_ONLY = _ParameterKind.KEYWORD_ONLY
_VAR_KEYWORD = _ParameterKind.VAR_KEYWORD
_PARAM_NAME_MAPPING = {
    _POSITIONAL_ONLY: "positional-only",
    _POSITIONAL_OR_KEYWORD: "positional or keyword",
    _VAR_POSITIONAL: "variadic positional",
    _KEYWORD_ONLY: "keyword-only",
    _VAR_KEYWORD: "variadic keyword",
}


def formatannotation(annotation, base_module=None):
    if getattr(annotation, "__module__", None) == "typing":
        return repr(annotation).replace("typing.", "")
    if isinstance(annotation, types.GenericAlias):
        return str(annotation)
    if isinstance(annotation, type):
        if annotation.__module__ in ("builtins", base_module):
            return annotation.__qualname__
        return annotation.__module__ + "." + annotation.__qualname__
    return repr(annotation)


class Parameter:
    """One parameter of a signature."""
    __slots__ = ("_name", "_kind", "_default", "_annotation")
    POSITIONAL_ONLY = _POSITIONAL_ONLY
    POSITIONAL_OR_KEYWORD = _POSITIONAL_OR_KEYWORD
    VAR_POSITIONAL = _VAR_POSITIONAL
    KEYWORD_ONLY = _KEYWORD_ONLY
    VAR_KEYWORD = _VAR_KEYWORD
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        try:
            self._kind = _ParameterKind(kind)
        except ValueError:
            raise ValueError(f"value {kind!r} is not a valid Parameter.kind")
        if default is not _empty and self._kind in (_VAR_POSITIONAL, _VAR_KEYWORD):
            raise ValueError("{} parameters cannot have default values".format(self._kind.description))
        self._default = default
        self._annotation = annotation
        if name is _empty:
            raise ValueError("name is a required attribute for Parameter")
        if not isinstance(name, str):
            raise TypeError("name must be a str, not a {}".format(type(name).__name__))
        if name[0] == "." and name[1:].isdigit():
            if self._kind != _POSITIONAL_OR_KEYWORD:
                raise ValueError("implicit arguments must be passed as positional or keyword arguments, not {}".format(
                    self._kind.description))
            self._kind = _POSITIONAL_ONLY
            name = "implicit{}".format(name[1:])
        if (iskeyword(name) and self._kind is not _POSITIONAL_ONLY) or not name.isidentifier():
            raise ValueError("{!r} is not a valid parameter name".format(name))
        self._name = name

    def __reduce__(self):
        return type(self), (self._name, self._kind), {"_default": self._default, "_annotation": self._annotation}

    def __setstate__(self, state):
        self._default = state["_default"]
        self._annotation = state["_annotation"]

    name = property(lambda self: self._name)
    default = property(lambda self: self._default)
    annotation = property(lambda self: self._annotation)
    kind = property(lambda self: self._kind)

    def replace(self, *, name=_empty, kind=_empty, annotation=_empty, default=_empty):
        return type(self)(self._name if name is _empty else name, self._kind if kind is _empty else kind,
                          default=self._default if default is _empty else default,
                          annotation=self._annotation if annotation is _empty else annotation)

    def __str__(self):
        kind = self.kind
        formatted = self._name
        if self._annotation is not _empty:
            formatted = "{}: {}".format(formatted, formatannotation(self._annotation))
        if self._default is not _empty:
            if self._annotation is not _empty:
                formatted = "{} = {}".format(formatted, repr(self._default))
            else:
                formatted = "{}={}".format(formatted, repr(self._default))
        if kind == _VAR_POSITIONAL:
            formatted = "*" + formatted
        elif kind == _VAR_KEYWORD:
            formatted = "**" + formatted
        return formatted

    def __repr__(self):
        return '<{} "{}">'.format(self.__class__.__name__, self)

    def __hash__(self):
        return hash((self._name, self._kind, self._annotation, self._default))

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, Parameter):
            return NotImplemented
        return (self._name == other._name and self._kind == other._kind and self._default == other._default and
                self._annotation == other._annotation)


class BoundArguments:
    """Arguments assigned to parameters."""
    __slots__ = ("arguments", "_signature", "__weakref__")

    def __init__(self, signature, arguments):
        self.arguments = arguments
        self._signature = signature

    signature = property(lambda self: self._signature)

    @property
    def args(self):
        args = []
        for name, param in self._signature.parameters.items():
            if param.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                break
            try:
                arg = self.arguments[name]
            except KeyError:
                break
            if param.kind == _VAR_POSITIONAL:
                args.extend(arg)
            else:
                args.append(arg)
        return tuple(args)

    @property
    def kwargs(self):
        kwargs = {}
        started = False
        for name, param in self._signature.parameters.items():
            if not started:
                if param.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                    started = True
                elif name not in self.arguments:
                    started = True
                    continue
            if not started:
                continue
            try:
                arg = self.arguments[name]
            except KeyError:
                continue
            if param.kind == _VAR_KEYWORD:
                kwargs.update(arg)
            else:
                kwargs[name] = arg
        return kwargs

    def apply_defaults(self):
        """Fill in the defaults."""
        new_arguments = []
        for name, param in self._signature.parameters.items():
            if name in self.arguments:
                new_arguments.append((name, self.arguments[name]))
            elif param.default is not _empty:
                new_arguments.append((name, param.default))
            elif param.kind is _VAR_POSITIONAL:
                new_arguments.append((name, ()))
            elif param.kind is _VAR_KEYWORD:
                new_arguments.append((name, {}))
        self.arguments = dict(new_arguments)

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self.signature == other.signature and self.arguments == other.arguments

    def __repr__(self):
        args = ["{}={!r}".format(arg, value) for arg, value in self.arguments.items()]
        return "<{} ({})>".format(self.__class__.__name__, ", ".join(args))


class Signature:
    """The parameters of a callable and what it returns."""
    __slots__ = ("_return_annotation", "_parameters")
    _parameter_cls = Parameter
    _bound_arguments_cls = BoundArguments
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty, __validate_parameters__=True):
        params = {}
        if parameters is not None:
            top_kind = _POSITIONAL_ONLY
            seen_default = False
            for param in parameters:
                kind = param.kind
                name = param.name
                if __validate_parameters__:
                    if kind < top_kind:
                        raise ValueError("wrong parameter order: {} parameter before {} parameter".format(
                            top_kind.description, kind.description))
                    if kind > top_kind:
                        top_kind = kind
                    if kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
                        if param.default is _empty:
                            if seen_default:
                                raise ValueError("non-default argument follows default argument")
                        else:
                            seen_default = True
                    if name in params:
                        raise ValueError("duplicate parameter name: {!r}".format(name))
                params[name] = param
        self._parameters = types.MappingProxyType(params)
        self._return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
        return _signature_from_callable(obj, cls, follow_wrapped, globals, locals, eval_str)

    parameters = property(lambda self: self._parameters)
    return_annotation = property(lambda self: self._return_annotation)

    def replace(self, *, parameters=_empty, return_annotation=_empty):
        return type(self)(self.parameters.values() if parameters is _empty else parameters,
                          return_annotation=self._return_annotation if return_annotation is _empty
                          else return_annotation)

    def _key(self):
        params = tuple(p for p in self.parameters.values() if p.kind != _KEYWORD_ONLY)
        kwo = {p.name: p for p in self.parameters.values() if p.kind == _KEYWORD_ONLY}
        return params, kwo, self.return_annotation

    def __hash__(self):
        params, kwo, ret = self._key()
        return hash((params, frozenset(kwo.values()), ret))

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, Signature):
            return NotImplemented
        return self._key() == other._key()

    def _bind(self, args, kwargs, *, partial=False):
        arguments = {}
        parameters = iter(self.parameters.values())
        parameters_ex = ()
        arg_vals = iter(args)
        while True:
            try:
                arg_val = next(arg_vals)
            except StopIteration:
                try:
                    param = next(parameters)
                except StopIteration:
                    break
                if param.kind == _VAR_POSITIONAL:
                    break
                if param.name in kwargs:
                    if param.kind == _POSITIONAL_ONLY:
                        raise TypeError("{arg!r} parameter is positional only, but was passed as a keyword".format(
                            arg=param.name)) from None
                    parameters_ex = (param,)
                    break
                if param.kind == _VAR_KEYWORD or param.default is not _empty:
                    parameters_ex = (param,)
                    break
                if partial:
                    parameters_ex = (param,)
                    break
                raise TypeError("missing a required argument: {arg!r}".format(arg=param.name)) from None
            try:
                param = next(parameters)
            except StopIteration:
                raise TypeError("too many positional arguments") from None
            if param.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                raise TypeError("too many positional arguments") from None
            if param.kind == _VAR_POSITIONAL:
                values = [arg_val]
                values.extend(arg_vals)
                arguments[param.name] = tuple(values)
                break
            if param.name in kwargs and param.kind != _POSITIONAL_ONLY:
                raise TypeError("multiple values for argument {arg!r}".format(arg=param.name)) from None
            arguments[param.name] = arg_val
        kwargs_param = None
        kwargs = dict(kwargs)
        for param in list(parameters_ex) + list(parameters):
            if param.kind == _VAR_KEYWORD:
                kwargs_param = param
                continue
            if param.kind == _VAR_POSITIONAL:
                continue
            try:
                arg_val = kwargs.pop(param.name)
            except KeyError:
                if not partial and param.default is _empty:
                    raise TypeError("missing a required argument: {arg!r}".format(arg=param.name)) from None
            else:
                if param.kind == _POSITIONAL_ONLY:
                    raise TypeError("{arg!r} parameter is positional only, but was passed as a keyword".format(
                        arg=param.name))
                arguments[param.name] = arg_val
        if kwargs:
            if kwargs_param is not None:
                arguments[kwargs_param.name] = kwargs
            else:
                raise TypeError("got an unexpected keyword argument {arg!r}".format(arg=next(iter(kwargs))))
        return self._bound_arguments_cls(self, arguments)

    def bind(self, /, *args, **kwargs):
        """Assign arguments to parameters; TypeError if they do not fit."""
        return self._bind(args, kwargs)

    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, partial=True)

    def __repr__(self):
        return "<{} {}>".format(self.__class__.__name__, self)

    def __str__(self):
        result = []
        render_pos_only_separator = False
        render_kw_only_separator = True
        for param in self.parameters.values():
            formatted = str(param)
            kind = param.kind
            if kind == _POSITIONAL_ONLY:
                render_pos_only_separator = True
            elif render_pos_only_separator:
                result.append("/")
                render_pos_only_separator = False
            if kind == _VAR_POSITIONAL:
                render_kw_only_separator = False
            elif kind == _KEYWORD_ONLY and render_kw_only_separator:
                result.append("*")
                render_kw_only_separator = False
            result.append(formatted)
        if render_pos_only_separator:
            result.append("/")
        rendered = "({})".format(", ".join(result))
        if self.return_annotation is not _empty:
            rendered += " -> {}".format(formatannotation(self.return_annotation))
        return rendered


def _signature_from_function(cls, func, annotations=None):
    code = func.__code__
    pos_count = code.co_argcount
    names = code.co_varnames
    posonly_count = code.co_posonlyargcount
    kwonly_count = code.co_kwonlyargcount
    if annotations is None:
        annotations = func.__annotations__
    defaults = func.__defaults__ or ()
    kwdefaults = func.__kwdefaults__ or {}
    P = cls._parameter_cls
    parameters = []
    first_default = pos_count - len(defaults)
    for i, name in enumerate(names[:pos_count]):
        kind = _POSITIONAL_ONLY if i < posonly_count else _POSITIONAL_OR_KEYWORD
        default = defaults[i - first_default] if i >= first_default else _empty
        parameters.append(P(name, kind, default=default, annotation=annotations.get(name, _empty)))
    index = pos_count + kwonly_count
    if code.co_flags & CO_VARARGS:
        name = names[index]
        index += 1
        parameters.append(P(name, _VAR_POSITIONAL, annotation=annotations.get(name, _empty)))
    for name in names[pos_count:pos_count + kwonly_count]:
        parameters.append(P(name, _KEYWORD_ONLY, default=kwdefaults.get(name, _empty),
                            annotation=annotations.get(name, _empty)))
    if code.co_flags & CO_VARKEYWORDS:
        name = names[index]
        parameters.append(P(name, _VAR_KEYWORD, annotation=annotations.get(name, _empty)))
    return cls(parameters, return_annotation=annotations.get("return", _empty), __validate_parameters__=False)


def _signature_bound_method(sig):
    params = tuple(sig.parameters.values())
    if not params or params[0].kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
        raise ValueError("invalid method signature")
    if params[0].kind in (_POSITIONAL_OR_KEYWORD, _POSITIONAL_ONLY):
        params = params[1:]
    return sig.replace(parameters=params)


def _signature_partial(sig, partial):
    old_params = sig.parameters
    new_params = dict(old_params)
    ba = sig.bind_partial(*partial.args, **(partial.keywords or {}))
    transform_to_kwonly = False
    for name, param in old_params.items():
        try:
            value = ba.arguments[name]
        except KeyError:
            pass
        else:
            if param.kind is _POSITIONAL_ONLY:
                new_params.pop(name)
                continue
            if param.kind is _POSITIONAL_OR_KEYWORD:
                if name in (partial.keywords or {}):
                    transform_to_kwonly = True
                    new_params[name] = param.replace(default=value)
                else:
                    new_params.pop(name)
                    continue
            if param.kind is _KEYWORD_ONLY:
                new_params[name] = param.replace(default=value)
        if transform_to_kwonly:
            if param.kind is _POSITIONAL_OR_KEYWORD:
                moved = new_params.pop(name).replace(kind=_KEYWORD_ONLY)
                new_params[name] = moved
            elif param.kind in (_KEYWORD_ONLY, _VAR_KEYWORD):
                new_params[name] = new_params.pop(name)
            elif param.kind is _VAR_POSITIONAL:
                new_params.pop(name)
    return sig.replace(parameters=new_params.values())


def _signature_from_text(cls, obj, text, skip_self):
    namespace = {}
    params = text.strip()
    try:
        func = eval("lambda " + params[1:-1].replace("=...", "=__missing__") + ": None",
                    {"__missing__": _empty})
    except SyntaxError:
        raise ValueError("{!r} builtin has invalid signature".format(obj)) from None
    sig = _signature_from_function(cls, func, {})
    if skip_self:
        sig = _signature_bound_method(sig)
    return sig


def _signature_from_callable(obj, cls, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    if not callable(obj):
        raise TypeError("{!r} is not a callable object".format(obj))
    if isinstance(obj, types.MethodType):
        sig = _signature_from_callable(obj.__func__, cls, follow_wrapped, globals, locals, eval_str)
        return _signature_bound_method(sig)
    if follow_wrapped:
        obj = unwrap(obj, stop=lambda f: hasattr(f, "__signature__") or isinstance(f, types.MethodType))
        if isinstance(obj, types.MethodType):
            return _signature_from_callable(obj, cls, follow_wrapped, globals, locals, eval_str)
    sig = getattr(obj, "__signature__", None)
    if sig is not None:
        if not isinstance(sig, Signature):
            raise TypeError("unexpected object {!r} in __signature__ attribute".format(sig))
        return sig
    partialmethod = getattr(obj, "_partialmethod", None)
    if isinstance(partialmethod, functools.partialmethod):
        wrapped_sig = _signature_from_callable(partialmethod.func, cls, follow_wrapped, globals, locals, eval_str)
        sig = _signature_partial(wrapped_sig, functools.partial(lambda: None, *((None,) + partialmethod.args),
                                                                **partialmethod.keywords))
        first = next(iter(wrapped_sig.parameters.values()))
        return sig if first.kind is _VAR_POSITIONAL else sig.replace(parameters=(first, *sig.parameters.values()))
    if isfunction(obj):
        annotations = None
        if eval_str:
            annotations = get_annotations(obj, globals=globals, locals=locals, eval_str=True)
        return _signature_from_function(cls, obj, annotations)
    if isinstance(obj, functools.partial):
        return _signature_partial(_signature_from_callable(obj.func, cls, follow_wrapped, globals, locals, eval_str),
                                  obj)
    text = getattr(obj, "__text_signature__", None)
    if text and not isinstance(obj, type):
        bound = getattr(obj, "__self__", None) is not None and not ismodule(obj.__self__)
        return _signature_from_text(cls, obj, text, bound)
    if isinstance(obj, type):
        call = _user_method(type(obj), "__call__")
        if call is not None:
            return _signature_bound_method(_signature_from_callable(call, cls, follow_wrapped, globals, locals,
                                                                    eval_str))
        new = _user_method(obj, "__new__")
        init = _user_method(obj, "__init__")
        if "__new__" in obj.__dict__ and new is not None:
            target = new
        elif init is not None:
            target = init
        else:
            target = new
        if target is not None:
            return _signature_bound_method(_signature_from_callable(target, cls, follow_wrapped, globals, locals,
                                                                    eval_str))
        for base in obj.__mro__[:-1]:
            text = base.__dict__.get("__text_signature__") if base is obj else None
            if text:
                return _signature_from_text(cls, obj, text, False)
        if type not in obj.__mro__ and obj.__init__ is object.__init__ and obj.__new__ is object.__new__:
            return cls()
        raise ValueError("no signature found for builtin type {!r}".format(obj))
    call = _user_method(type(obj), "__call__")
    if call is not None:
        return _signature_bound_method(_signature_from_callable(call, cls, follow_wrapped, globals, locals, eval_str))
    raise ValueError("callable {!r} is not supported by signature".format(obj))


def _user_method(cls, name):
    for base in cls.__mro__:
        if name in base.__dict__:
            meth = base.__dict__[name]
            if isinstance(meth, (staticmethod, classmethod)):
                meth = meth.__func__
            return meth if isfunction(meth) or isinstance(meth, functools.partial) or hasattr(meth, "__wrapped__") \
                else None
    return None


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    """The signature of a callable."""
    return Signature.from_callable(obj, follow_wrapped=follow_wrapped, globals=globals, locals=locals,
                                   eval_str=eval_str)


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    """The annotations of an object, as a new dict."""
    if isinstance(obj, type):
        ann = obj.__dict__.get("__annotations__")
        obj_globals = getattr(sys.modules.get(obj.__module__), "__dict__", None)
        obj_locals = dict(vars(obj))
        unwrap_obj = obj
    elif ismodule(obj):
        ann = getattr(obj, "__annotations__", None)
        obj_globals = obj.__dict__
        obj_locals = None
        unwrap_obj = None
    elif callable(obj):
        ann = getattr(obj, "__annotations__", None)
        obj_globals = getattr(obj, "__globals__", None)
        obj_locals = None
        unwrap_obj = obj
    else:
        raise TypeError(f"{obj!r} is not a module, class, or callable.")
    if ann is None:
        return {}
    if not isinstance(ann, dict):
        raise ValueError(f"{obj!r}.__annotations__ is neither a dict nor None")
    if not ann:
        return {}
    if not eval_str:
        return dict(ann)
    if unwrap_obj is not None:
        while hasattr(unwrap_obj, "__wrapped__"):
            unwrap_obj = unwrap_obj.__wrapped__
        if hasattr(unwrap_obj, "__globals__"):
            obj_globals = unwrap_obj.__globals__
    globals = obj_globals if globals is None else globals
    locals = obj_locals if locals is None else locals
    return {key: value if not isinstance(value, str) else eval(value, globals, locals) for key, value in ann.items()}


class FullArgSpec(tuple):
    _fields = ("args", "varargs", "varkw", "defaults", "kwonlyargs", "kwonlydefaults", "annotations")

    def __new__(cls, *values):
        return tuple.__new__(cls, values)

    args = property(lambda self: self[0])
    varargs = property(lambda self: self[1])
    varkw = property(lambda self: self[2])
    defaults = property(lambda self: self[3])
    kwonlyargs = property(lambda self: self[4])
    kwonlydefaults = property(lambda self: self[5])
    annotations = property(lambda self: self[6])

    def __repr__(self):
        return "FullArgSpec(" + ", ".join(f"{n}={v!r}" for n, v in zip(self._fields, self)) + ")"


def getfullargspec(func):
    """The parameters of a function in the old form."""
    try:
        sig = _signature_from_callable(func, Signature, follow_wrapped=False)
    except Exception as ex:
        raise TypeError("unsupported callable") from ex
    args = []
    varargs = varkw = None
    posonlyargs = []
    kwonlyargs = []
    annotations = {}
    defaults = ()
    kwdefaults = {}
    if sig.return_annotation is not sig.empty:
        annotations["return"] = sig.return_annotation
    for param in sig.parameters.values():
        kind = param.kind
        name = param.name
        if kind is _POSITIONAL_ONLY:
            posonlyargs.append(name)
            if param.default is not param.empty:
                defaults += (param.default,)
        elif kind is _POSITIONAL_OR_KEYWORD:
            args.append(name)
            if param.default is not param.empty:
                defaults += (param.default,)
        elif kind is _VAR_POSITIONAL:
            varargs = name
        elif kind is _KEYWORD_ONLY:
            kwonlyargs.append(name)
            if param.default is not param.empty:
                kwdefaults[name] = param.default
        elif kind is _VAR_KEYWORD:
            varkw = name
        if param.annotation is not param.empty:
            annotations[name] = param.annotation
    return FullArgSpec(posonlyargs + args, varargs, varkw, defaults or None, kwonlyargs, kwdefaults or None,
                       annotations)


def getcallargs(func, /, *positional, **named):
    bound = signature(func).bind(*positional, **named)
    bound.apply_defaults()
    return dict(bound.arguments)
