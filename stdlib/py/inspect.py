"""Looking at live objects."""
import linecache
import sys
import types

__all__ = ["ArgInfo", "Arguments", "Attribute", "BoundArguments", "CO_ASYNC_GENERATOR", "CO_COROUTINE", "CO_GENERATOR",
           "CO_VARARGS", "CO_VARKEYWORDS", "ClosureVars", "FrameInfo", "FullArgSpec", "Parameter", "Signature",
           "Traceback", "classify_class_attrs", "cleandoc", "currentframe", "formatannotation", "getattr_static",
           "getcallargs", "getclosurevars", "getcomments", "getcoroutinelocals", "getcoroutinestate", "getdoc",
           "get_annotations", "getfile", "getframeinfo", "getfullargspec", "getgeneratorlocals", "getgeneratorstate", "getinnerframes",
           "getmembers", "getmodule", "getmodulename", "getmro", "getouterframes", "getsource", "getsourcefile",
           "getsourcelines", "isabstract", "isasyncgen", "isasyncgenfunction", "isawaitable", "isbuiltin", "isclass",
           "iscode", "iscoroutine", "iscoroutinefunction", "isdatadescriptor", "isframe", "isfunction", "isgenerator",
           "isgeneratorfunction", "isgetsetdescriptor", "ismemberdescriptor", "ismethod", "ismethoddescriptor",
           "ismodule", "isroutine", "istraceback", "signature", "stack", "trace", "unwrap"]

# What other modules have, which are loaded when it is asked for.
_SIGNATURES = ("BoundArguments", "FullArgSpec", "Parameter", "Signature", "_ParameterKind", "_empty",
               "formatannotation", "get_annotations", "getcallargs", "getfullargspec", "signature")
_SELDOM = ("ArgInfo", "Arguments", "Attribute", "ClosureVars", "classify_class_attrs", "getargs", "getargvalues",
           "getclosurevars", "getcoroutinelocals", "getgeneratorlocals")


def __getattr__(name):
    if name in _SIGNATURES:
        import _inspect_signature as home
    elif name in _SELDOM:
        import _inspect as home
    else:
        raise AttributeError(f"module 'inspect' has no attribute {name!r}")
    found = globals()[name] = getattr(home, name)
    return found


def __dir__():
    return sorted({*globals(), *_SIGNATURES, *_SELDOM})


# Bits of a code object's co_flags.
_FLAGS = ("OPTIMIZED", "NEWLOCALS", "VARARGS", "VARKEYWORDS", "NESTED", "GENERATOR", "NOFREE", "COROUTINE",
          "ITERABLE_COROUTINE", "ASYNC_GENERATOR")
globals().update(("CO_" + name, 1 << bit) for bit, name in enumerate(_FLAGS))
TPFLAGS_IS_ABSTRACT = 1 << 20


# What kind of object it is.

def _is(name, kind, what):
    def test(object):
        return isinstance(object, kind)
    test.__name__ = test.__qualname__ = name
    test.__doc__ = f"Whether it is {what}."
    return test


for _name, _kind, _what in (
        ("ismodule", types.ModuleType, "a module"), ("isclass", type, "a class"), ("ismethod", types.MethodType, "a bound method"),
        ("isfunction", types.FunctionType, "a function in Python"),
        ("isbuiltin", types.BuiltinFunctionType, "a function or a bound method that is not in Python"),
        ("ismethodwrapper", types.MethodWrapperType, "a special method of an object, not in Python"),
        ("ismemberdescriptor", types.MemberDescriptorType, "an attribute from __slots__"),
        ("isgetsetdescriptor", types.GetSetDescriptorType, "a computed attribute of a built-in class"),
        ("isgenerator", types.GeneratorType, "a generator"), ("isasyncgen", types.AsyncGeneratorType, "an async generator"),
        ("iscoroutine", types.CoroutineType, "a coroutine"), ("istraceback", types.TracebackType, "a traceback"),
        ("isframe", types.FrameType, "a frame"), ("iscode", types.CodeType, "a code object")):
    globals()[_name] = _is(_name, _kind, _what)
del _name, _kind, _what


def _has_on_type(object, *methods):
    """Which of the methods the type of an object has; none for what is a descriptor only by being callable."""
    if isinstance(object, (type, types.MethodType, types.FunctionType)):
        return []
    return [method for method in methods if hasattr(type(object), method)]


def ismethoddescriptor(object):
    """Whether it is a descriptor that attributes of the object hide, such as a method that is not in Python."""
    return _has_on_type(object, "__get__", "__set__") == ["__get__"]


def isdatadescriptor(object):
    """Whether it is a descriptor that decides about assignment."""
    return bool(_has_on_type(object, "__set__", "__delete__"))


def isroutine(object):
    """Whether it is a function or a method of any kind."""
    return any(test(object) for test in (isbuiltin, isfunction, ismethod, ismethoddescriptor, ismethodwrapper))


def isabstract(object):
    """Whether it is a class with abstract methods."""
    return isclass(object) and bool(getattr(object, "__abstractmethods__", ()))


def isawaitable(object):
    """Whether `await` takes it."""
    if isinstance(object, types.CoroutineType):
        return True
    from collections.abc import Awaitable
    return isinstance(object, Awaitable)


def unwrap(func, *, stop=None):
    """What is wrapped, innermost: __wrapped__ is followed until `stop` says so."""
    seen, inner, limit = {id(func): func}, func, sys.getrecursionlimit()
    while hasattr(inner, "__wrapped__") and not isinstance(inner, type) and not (stop is not None and stop(inner)):
        inner = inner.__wrapped__
        if id(inner) in seen or len(seen) >= limit:
            raise ValueError(f"wrapper loop when unwrapping {func!r}")
        seen[id(inner)] = inner
    return inner


def functools_unwrap_partial(func):
    """The function inside of partials."""
    from functools import partial
    while isinstance(func, partial):
        func = func.func
    return func


def _has_code_flag(f, flag):
    f = functools_unwrap_partial(f)
    while ismethod(f):
        f = f.__func__
    f = functools_unwrap_partial(f)
    return isfunction(f) and f.__code__.co_flags & flag != 0


def isgeneratorfunction(obj):
    """Whether calling it makes a generator."""
    return _has_code_flag(obj, CO_GENERATOR)


def iscoroutinefunction(obj):
    """Whether it is defined by `async def`, without a yield."""
    return _has_code_flag(obj, CO_COROUTINE)


def isasyncgenfunction(obj):
    """Whether calling it makes an async generator."""
    return _has_code_flag(obj, CO_ASYNC_GENERATOR)


def getmembers_static(object, predicate=None):
    """Pairs (name, value) of all attributes as they are stored, sorted by name."""
    members = []
    for name in dir(object):
        try:
            value = getattr_static(object, name)
        except AttributeError:
            continue
        if predicate is None or predicate(value):
            members.append((name, value))
    return sorted(members, key=lambda pair: pair[0])


def walktree(classes, children, parent):
    """What getclasstree() does for a list of classes."""
    results = []
    for cls in sorted(classes, key=lambda cls: (cls.__module__, cls.__name__)):
        results.append((cls, cls.__bases__))
        if cls in children:
            results.append(walktree(children[cls], children, cls))
    return results


def getclasstree(classes, unique=False):
    """Classes in nested lists: behind a class stands the list of those that derive from it."""
    children, roots = {}, []
    for cls in classes:
        if cls.__bases__:
            for parent in cls.__bases__:
                below = children.setdefault(parent, [])
                if cls not in below:
                    below.append(cls)
                if unique and parent in classes:
                    break
        elif cls not in roots:
            roots.append(cls)
    roots += [parent for parent in children if parent not in classes]
    return walktree(roots, children, None)


def getabsfile(object, _filename=None):
    """The absolute path of the file that an object comes from."""
    import os
    if _filename is None:
        _filename = getsourcefile(object) or getfile(object)
    return os.path.normcase(os.path.abspath(_filename))


def getmembers(object, predicate=None):
    """Pairs (name, value) of all attributes, sorted by name."""
    bases, members = getmro(object) if isclass(object) else (), {}
    for name in dir(object):
        try:
            members[name] = getattr(object, name)
        except AttributeError:
            # Only objects have it: what the class keeps for them is the value.
            for base in bases:
                if name in vars(base):
                    members[name] = vars(base)[name]
                    break
    return sorted((pair for pair in members.items() if predicate is None or predicate(pair[1])), key=lambda pair: pair[0])


def getmro(cls):
    """The bases of a class in order of look-up."""
    return cls.__mro__


def getdoc(object):
    """The documentation of an object, cleaned."""
    try:
        doc = object.__doc__
    except AttributeError:
        return None
    if doc is None:
        try:
            doc = _inherited_doc(object)
        except (AttributeError, TypeError):
            return None
    if not isinstance(doc, str):
        return None
    return cleandoc(doc)


def _inherited_doc(obj):
    if isclass(obj):
        for base in obj.__mro__:
            if base is not object and base.__doc__ is not None:
                return base.__doc__
        return None
    cls, name = _place_of(obj)
    if cls is None:
        return None
    for base in cls.__mro__:
        try:
            doc = getattr(base, name).__doc__
        except AttributeError:
            continue
        if doc is not None:
            return doc
    return None


def _class_of(function):
    """The class in whose body a function was written, as its qualified name tells."""
    found = sys.modules.get(function.__module__)
    for part in function.__qualname__.split(".")[:-1]:
        found = getattr(found, part, None)
    return found if isclass(found) else None


def _place_of(obj):
    """(class, name) where a method or descriptor stands, or (None, None)."""
    nowhere = None, None
    if ismethod(obj):
        name, owner = obj.__func__.__name__, obj.__self__
        if isclass(owner) and getattr(getattr(owner, name, None), "__func__", None) is obj.__func__:
            return owner, name
        return type(owner), name
    if isfunction(obj):
        name, cls = obj.__name__, _class_of(obj)
        return (cls, name) if cls is not None and getattr(cls, name, None) is obj else nowhere
    if isbuiltin(obj):
        name, owner = obj.__name__, obj.__self__
        if isclass(owner) and owner.__qualname__ + "." + name == obj.__qualname__:
            return owner, name
        return type(owner), name
    if isinstance(obj, property):
        name, cls = obj.fget.__name__, _class_of(obj.fget)
        return (cls, name) if cls is not None and getattr(cls, name, None) is obj else nowhere
    if ismethoddescriptor(obj) or isdatadescriptor(obj):
        name, cls = obj.__name__, obj.__objclass__
        return (cls, name) if getattr(cls, name, None) is obj else nowhere
    return nowhere


def cleandoc(doc):
    """A docstring without the indentation that all lines but the first share, and without empty lines around it."""
    first, *others = doc.expandtabs().split("\n")
    margins = [len(line) - len(line.lstrip()) for line in others if line.strip(" ")]
    margin = min(margins, default=0)
    lines = [first.lstrip(), *(line[margin:] for line in others)]
    filled = [at for at, line in enumerate(lines) if line]
    return "\n".join(lines[filled[0]:filled[-1] + 1]) if filled else ""


def getfile(object):
    """The file that defines an object."""
    if ismodule(object) or isclass(object):
        home = object if ismodule(object) else sys.modules.get(getattr(object, "__module__", None))
        if getattr(home, "__file__", None):
            return home.__file__
        if isclass(object) and getattr(object, "__module__", None) == "__main__":
            raise OSError("source code not available")
        raise TypeError(f"{object!r} is a built-in {'module' if ismodule(object) else 'class'}")
    code = _code_of(object)
    if code is None:
        raise TypeError("module, class, method, function, traceback, frame, or code object was expected, got "
                        f"{type(object).__name__}")
    return code.co_filename


def _code_of(object):
    """The code object behind a method, function, traceback or frame, or None."""
    for kind, inner in ((types.MethodType, "__func__"), (types.FunctionType, "__code__"), (types.TracebackType, "tb_frame"),
                        (types.FrameType, "f_code")):
        if isinstance(object, kind):
            object = getattr(object, inner)
    return object if iscode(object) else None


def getmodulename(path):
    """The name of the module in a file, or None."""
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
    """How the search for a class ends."""


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
    code = _code_of(object)
    if code is None:
        raise OSError("could not find code object")
    if code.co_firstlineno > len(lines):
        raise OSError("lineno is out of bounds")
    return lines, code.co_firstlineno - 1


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


def _record(name, fields):
    """A class of tuples with named fields, and `positions` besides."""
    def __new__(cls, *values, positions=None):
        self = tuple.__new__(cls, values)
        self.positions = positions
        return self

    def __repr__(self):
        return f"{name}({', '.join([f'{field}={value!r}' for field, value in zip(fields, self)])})"

    members = {field: property(lambda self, _at=at: self[_at]) for at, field in enumerate(fields)}
    return type(name, (tuple,), {"__new__": __new__, "__repr__": __repr__, "_fields": tuple(fields), **members,
                                 "__doc__": "Where a frame is: " + ", ".join(fields) + "."})


_PLACE = ["filename", "lineno", "function", "code_context", "index"]
Traceback = _record("Traceback", _PLACE)
FrameInfo = _record("FrameInfo", ["frame", *_PLACE])


def getframeinfo(frame, context=1):
    """File, line and function of a frame or a traceback, and `context` lines around it."""
    lineno = frame.tb_lineno if istraceback(frame) else frame.f_lineno
    code = _code_of(frame)
    lines = index = None
    if context > 0 and (source := linecache.getlines(code.co_filename)):
        begin = max(0, min(lineno - 1 - context // 2, len(source) - context))
        lines, index = source[begin:begin + context], lineno - 1 - begin
    return Traceback(code.co_filename, lineno, code.co_name, lines, index)


def _chain(link, frame_of, following, context):
    found = []
    while link:
        found.append(FrameInfo(frame_of(link), *getframeinfo(link, context)))
        link = following(link)
    return found


def getouterframes(frame, context=1):
    """A frame and those that called it."""
    return _chain(frame, lambda frame: frame, lambda frame: frame.f_back, context)


def getinnerframes(tb, context=1):
    """The frames of a traceback, down to where the exception was raised."""
    return _chain(tb, lambda tb: tb.tb_frame, lambda tb: tb.tb_next, context)


def currentframe():
    """The frame of the caller."""
    return sys._getframe(1)


def stack(context=1):
    """The frames of the callers."""
    return getouterframes(sys._getframe(1), context)


def trace(context=1):
    """Frames and source lines from here to where the exception was raised."""
    return getinnerframes(sys.exc_info()[2], context)


_sentinel = object()


def getattr_static(obj, attr, default=_sentinel):
    """An attribute as it is stored: no descriptor and no __getattr__ runs."""
    def stored(cls):
        return next((vars(base)[attr] for base in cls.__mro__ if attr in vars(base)), _sentinel)

    if isinstance(obj, type):
        places = [stored(obj), stored(type(obj))]
    else:
        own = getattr(obj, "__dict__", None)
        of_class, own = stored(type(obj)), dict.get(own, attr, _sentinel) if isinstance(own, dict) else _sentinel
        # A descriptor that decides about assignment comes before what the object itself holds.
        first = _has_on_type(of_class, "__get__", "__set__") == ["__get__", "__set__"]
        places = [of_class, own] if first else [own, of_class]
    for found in (*places, default):
        if found is not _sentinel:
            return found
    raise AttributeError(attr)


_STATES = ("CREATED", "RUNNING", "SUSPENDED", "CLOSED")
globals().update((f"{kind}_{state}", f"{kind}_{state}") for kind in ("GEN", "CORO") for state in _STATES)


def _state(object, prefix, kind):
    if getattr(object, prefix + "_running"):
        return kind + "_RUNNING"
    if getattr(object, prefix + "_suspended", False):
        return kind + "_SUSPENDED"
    return kind + ("_CLOSED" if getattr(object, prefix + "_frame") is None else "_CREATED")


def getgeneratorstate(generator):
    """GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED or GEN_CLOSED."""
    return _state(generator, "gi", "GEN")


def getcoroutinestate(coroutine):
    """CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED or CORO_CLOSED."""
    return _state(coroutine, "cr", "CORO")


def _main():
    """What `python -m inspect` does: print the source or the place of an object."""
    import argparse
    import importlib
    parser = argparse.ArgumentParser()
    parser.add_argument("object", help="The object to be analysed. It supports the 'module:qualname' syntax")
    parser.add_argument("-d", "--details", action="store_true",
                        help="Display info about the module rather than its source code")
    args = parser.parse_args()
    name, colon, path = args.object.partition(":")
    try:
        module = found = importlib.import_module(name)
    except Exception as e:
        print(f"Failed to import {name} ({type(e).__name__}: {e})", file=sys.stderr)
        sys.exit(2)
    for part in path.split(".") if colon else ():
        found = getattr(found, part)
    if module.__name__ in sys.builtin_module_names:
        print("Can't get info for builtin modules.", file=sys.stderr)
        sys.exit(1)
    if not args.details:
        print(getsource(found))
        return
    print(f"Target: {args.object}")
    print(f"Origin: {getsourcefile(module)}")
    print(f"Cached: {module.__cached__}")
    if found is module:
        print(f"Loader: {module.__loader__!r}")
        if hasattr(module, "__path__"):
            print(f"Submodule search path: {module.__path__}")
    else:
        try:
            print(f"Line: {findsource(found)[1]}")
        except Exception:
            pass
    print("\n")


if __name__ == "__main__":
    _main()
