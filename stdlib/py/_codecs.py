"""Codecs and error handlers by their names; str.encode() and its kin ask here for those that are not built in."""
from _text_codecs import name as _builtin_name

_searches = []  # what register() was given
_found = {}  # CodecInfo by name
_handlers = {}  # what register_error() was given


def register(search_function, /):
    """Ask this function for codecs that are not built in."""
    if not callable(search_function):
        raise TypeError("argument must be callable")
    _searches.append(search_function)


def unregister(search_function, /):
    """Undo register()."""
    for i, search in enumerate(_searches):
        if search is search_function:
            del _searches[i]
            _found.clear()
            break


def lookup(encoding, /):
    """The CodecInfo of an encoding."""
    if not isinstance(encoding, str):
        raise TypeError(f"lookup() argument must be str, not {_called(encoding)}")
    found = _info(encoding)
    if found is None:
        raise LookupError(f"unknown encoding: {encoding}")
    return found


def encode(obj, encoding="utf-8", errors="strict"):
    """What the codec makes of an object: the bytes of a text, mostly."""
    for name, value in (("encoding", encoding), ("errors", errors)):
        if not isinstance(value, str):
            raise TypeError(f"encode() argument {name!r} must be str, not {_called(value)}")
    return _run(lookup(encoding)[0], obj, encoding, errors, "encoding", "encoder must return a tuple (object, integer)")


def decode(obj, encoding="utf-8", errors="strict"):
    """What the codec makes of what encode() gave: the text of bytes, mostly."""
    for name, value in (("encoding", encoding), ("errors", errors)):
        if not isinstance(value, str):
            raise TypeError(f"decode() argument {name!r} must be str, not {_called(value)}")
    return _run(lookup(encoding)[1], obj, encoding, errors, "decoding", "decoder must return a tuple (object,integer)")


def register_error(errors, handler, /):
    """Call handler(exception) for errors of this name; it gives (text, place to go on)."""
    if not isinstance(errors, str):
        raise TypeError(f"register_error() argument 1 must be str, not {_called(errors)}")
    if not callable(handler):
        raise TypeError("handler must be callable")
    _handlers[errors] = handler


def lookup_error(name, /):
    """The handler of errors of this name."""
    if not isinstance(name, str):
        raise TypeError(f"lookup_error() argument must be str, not {_called(name)}")
    found = _handler(name)
    if found is None:
        raise LookupError(f"unknown error handler name '{name}'")
    return found


def _called(value):
    return "None" if value is None else type(value).__name__


def _run(function, obj, encoding, errors, doing, wanted):
    try:
        made = function(obj, errors)
    except Exception as e:
        told = _told(e, doing, encoding)
        if told is e:
            raise
        raise told from e
    if not isinstance(made, tuple) or len(made) != 2:
        raise TypeError(wanted)
    return made[0]


def _handler(name):
    """The handler of this name, or None."""
    found = _handlers.get(name)
    if found is None and name in ("strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace", "namereplace",
                                  "surrogateescape", "surrogatepass"):
        import _codecs_errors
        found = _handlers.setdefault(name, vars(_codecs_errors)[name + "_errors"])
    return found


def _info(encoding):
    """The CodecInfo, or None."""
    if "\0" in encoding:
        raise ValueError("embedded null character")
    name = "".join([c.lower() if c.isascii() and c.isalnum() or c == "." else " " for c in encoding])
    name = "_".join(name.split())
    found = _found.get(name)
    if found is not None:
        return found
    import _codecs_builtin
    found = _codecs_builtin.info(name, _builtin_name(encoding))
    if found is None:
        for search in list(_searches):
            found = search(name)
            if found is None:
                continue
            if not isinstance(found, tuple) or len(found) != 4:
                raise TypeError("codec search functions must return 4-tuples")
            break
        else:
            return None
    _found[name] = found
    return found


# Classes whose constructors take more than a message, or that keep more than it.
_SPECIAL = (OSError, ImportError, SyntaxError, StopIteration, SystemExit, UnicodeEncodeError, UnicodeDecodeError,
            UnicodeTranslateError, AttributeError, NameError, BaseExceptionGroup)


def _told(raised, doing, encoding):
    """An exception of the same class that names the codec, or the same one where the class may want other arguments."""
    cls = type(raised)
    if isinstance(raised, _SPECIAL) or raised.__dict__:
        return raised
    if len(raised.args) > 1 or raised.args and not isinstance(raised.args[0], str):
        return raised
    for base in cls.__mro__:
        own = vars(base)
        if base.__module__ != "builtins" and ("__init__" in own or "__new__" in own or own.get("__slots__")):
            return raised
    told = cls(f"{doing} with '{encoding}' codec failed ({cls.__name__}: {raised})")
    told.__cause__ = raised
    return told


def __getattr__(name):
    if name[:1] == "_":
        raise AttributeError(f"module '_codecs' has no attribute {name!r}")
    import _codecs_functions
    try:
        found = globals()[name] = _codecs_functions.FUNCTIONS[name]
    except KeyError:
        raise AttributeError(f"module '_codecs' has no attribute {name!r}") from None
    return found


def __dir__():
    import _codecs_functions
    return sorted({*globals(), *_codecs_functions.FUNCTIONS})
