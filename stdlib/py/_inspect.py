"""Parts of inspect that are seldom asked for: the attributes of a class, the variables of functions and generators."""
import builtins
import types
from collections import namedtuple

Attribute = namedtuple("Attribute", "name kind defining_class object", module="inspect")
ClosureVars = namedtuple("ClosureVars", "nonlocals globals builtins unbound", module="inspect")
Arguments = namedtuple("Arguments", "args, varargs, varkw", module="inspect")
ArgInfo = namedtuple("ArgInfo", "args varargs keywords locals", module="inspect")


def classify_class_attrs(cls):
    """(name, kind, defining class, object) of each name that dir() gives; kinds are "class method", "static method",
    "property", "method" and "data"."""
    mro = cls.__mro__
    metamro = tuple(c for c in type(cls).__mro__ if c not in (type, object))
    names = dir(cls)
    for base in mro:  # dynamic class attributes are not on the class itself
        for key, value in base.__dict__.items():
            if isinstance(value, types.DynamicClassAttribute) and value.fget is not None:
                names.append(key)
    result = []
    done = set()
    for name in names:
        found = _find(cls, name, mro, metamro)
        if found is None:
            continue
        home, obj, raw = found
        if isinstance(raw, (staticmethod, types.BuiltinMethodType)):
            kind = "static method"
            obj = raw if isinstance(raw, staticmethod) else obj
        elif isinstance(raw, (classmethod, types.ClassMethodDescriptorType)):
            kind = "class method"
            obj = raw
        elif isinstance(raw, property):
            kind = "property"
            obj = raw
        elif _is_routine(obj):
            kind = "method"
        else:
            kind = "data"
        result.append(Attribute(name, kind, home, obj))
        done.add(name)
    seen = set()
    return [a for a in result if not (a.name in seen or seen.add(a.name))]


def _is_routine(obj):
    return isinstance(obj, (types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.MethodDescriptorType,
                            types.WrapperDescriptorType, types.MethodWrapperType))


_nothing = object()


def _find(cls, name, mro, metamro):
    """(home, object, what stands in the home's dict), or None for a name that cannot be read."""
    home = None
    got = _nothing
    if name != "__dict__":
        try:
            got = getattr(cls, name)
        except Exception:
            pass
        else:
            home = getattr(got, "__objclass__", None)
            if home not in mro:
                home = None
                last = None
                for c in mro + metamro:
                    if getattr(c, name, _nothing) is got:
                        last = c
                home = last
    raw = _nothing
    for base in mro:
        if name in base.__dict__:
            raw = base.__dict__[name]
            if home not in metamro:
                home = base
            break
    if home is None and raw is _nothing:
        return None
    obj = raw if got is _nothing else got
    if raw is _nothing:
        raw = obj
    return home, obj, raw


def getargs(co):
    """(args, varargs, varkw): the parameters' names of a code object."""
    if not isinstance(co, types.CodeType):
        raise TypeError("{!r} is not a code object".format(co))
    n = co.co_argcount + co.co_kwonlyargcount
    names = co.co_varnames
    varargs = varkw = None
    at = n
    if co.co_flags & 4:
        varargs = names[at]
        at += 1
    if co.co_flags & 8:
        varkw = names[at]
    return Arguments(list(names[:n]), varargs, varkw)


def getargvalues(frame):
    """(args, varargs, keywords, locals): a frame's parameters and their values."""
    return ArgInfo(*getargs(frame.f_code), frame.f_locals)


def getclosurevars(func):
    """(nonlocals, globals, builtins, unbound): what a function's free names mean now."""
    if isinstance(func, types.MethodType):
        func = func.__func__
    if not isinstance(func, types.FunctionType):
        raise TypeError("{!r} is not a Python function".format(func))
    code = func.__code__
    cells = func.__closure__ or ()
    nonlocals = {name: cell.cell_contents for name, cell in zip(code.co_freevars, cells)}
    namespace = func.__globals__
    built_in = namespace.get("__builtins__", builtins.__dict__)
    if isinstance(built_in, types.ModuleType):
        built_in = built_in.__dict__
    found_globals = {}
    found_builtins = {}
    unbound = set()
    for name in code.co_names:
        if name in ("None", "True", "False"):
            continue
        if name in namespace:
            found_globals[name] = namespace[name]
        elif name in built_in:
            found_builtins[name] = built_in[name]
        else:
            unbound.add(name)
    return ClosureVars(nonlocals, found_globals, found_builtins, unbound)


def _locals(frame):
    return frame.f_locals if frame is not None else {}


def getgeneratorlocals(generator):
    """The local variables of a generator that is not finished."""
    if not isinstance(generator, types.GeneratorType):
        raise TypeError("{!r} is not a Python generator".format(generator))
    return _locals(generator.gi_frame)


def getcoroutinelocals(coroutine):
    """The local variables of a coroutine that is not finished."""
    return _locals(getattr(coroutine, "cr_frame", None))
