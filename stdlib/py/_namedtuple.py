"""namedtuple(): classes of tuples with named fields.

All such classes share the functions below; each gets copies of them that bear its name.
"""
import sys as _sys
from _collections import _tuplegetter


def _checked_names(typename, names, rename):
    """The names of the fields, with unusable ones replaced by _0, _1, ... on demand; errors for the others."""
    from keyword import iskeyword
    if rename:
        used = set()
        for at, name in enumerate(names):
            if name in used or name[:1] == "_" or iskeyword(name) or not name.isidentifier():
                names[at] = f"_{at}"
            used.add(name)
    for name in (typename, *names):
        if type(name) is not str:
            raise TypeError("Type names and field names must be strings")
        if not name.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        if iskeyword(name):
            raise ValueError(f"Type names and field names cannot be a keyword: {name!r}")
    for at, name in enumerate(names):
        if name[0] == "_" and not rename:
            raise ValueError(f"Field names cannot start with an underscore: {name!r}")
        if name in names[:at]:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
    return tuple(map(_sys.intern, names))


def _methods(typename, fields, defaults):
    """The methods of one class."""
    count, new, listed = len(fields), tuple.__new__, ", ".join(fields)
    shown = ", ".join(name + "=%r" for name in fields).join("()")
    # Only a function written out has the fields as parameters, and so the usual messages for calls that do not fit. Its own
    # names begin with an underscore, which no field does.
    space = {"_new": new, "__builtins__": {}, "__name__": f"namedtuple_{typename}"}
    exec(f"def __new__(_cls{''.join(', ' + name for name in fields)}): return _new(_cls, ({listed}{',' * (count == 1)}))",
         space)
    __new__ = space["__new__"]
    __new__.__doc__ = f"Create new instance of {typename}({listed}{',' * (count == 1)})"
    __new__.__defaults__ = defaults

    def _make(cls, iterable):
        made = new(cls, iterable)
        if len(made) == count:
            return made
        raise TypeError(f"Expected {count} arguments, got {len(made)}")

    def _replace(self, /, **kwds):
        made = self._make([kwds.pop(name, value) for name, value in zip(fields, self)])
        if not kwds:
            return made
        raise ValueError(f"Got unexpected field names: {list(kwds)!r}")

    def _asdict(self):
        "Return a new dict which maps field names to their values."
        return dict(zip(self._fields, self))

    def __repr__(self):
        "Return a nicely formatted representation string"
        return type(self).__name__ + shown % tuple(self)

    def __getnewargs__(self):
        "Return self as a plain tuple.  Used by copy and pickle."
        return (*self,)

    _make.__doc__ = f"Make a new {typename} object from a sequence or iterable"
    _replace.__doc__ = f"Return a new {typename} object replacing specified fields with new values"
    members = {f.__name__: f for f in (__new__, _make, _replace, __repr__, _asdict, __getnewargs__)}
    for name, function in members.items():
        function.__qualname__ = f"{typename}.{name}"
    members["_make"] = classmethod(_make)
    return members


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """A new subclass of tuple whose items are attributes as well.

    `field_names` is a sequence, or a text with blanks or commas between the names. `rename` replaces names that cannot be
    used; `defaults` are those of the last fields."""
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    typename = _sys.intern(str(typename))
    fields = _checked_names(typename, [str(name) for name in field_names], rename)
    if defaults is not None:
        defaults = tuple(defaults)
        if len(defaults) > len(fields):
            raise TypeError("Got more default values than field names")
    with_default = fields[len(fields) - len(defaults or ()):]
    members = {"__doc__": f"{typename}({', '.join(fields)})", "__slots__": (), "_fields": fields,
               "_field_defaults": dict(zip(with_default, defaults or ())), "__match_args__": fields,
               **_methods(typename, fields, defaults)}
    for at, name in enumerate(fields):
        members[name] = _tuplegetter(at, _sys.intern(f"Alias for field number {at}"))
    made = type(typename, (tuple,), members)
    if module is None:  # it belongs to the caller's, where pickle finds it
        try:
            module = _sys._getframe(1).f_globals.get("__name__", "__main__")
        except (AttributeError, ValueError):
            return made
    made.__module__ = module
    return made


namedtuple.__module__ = "collections"
