"""Data structures printed over several lines.

What fits on the rest of the line stands there. Otherwise a printer for its kind writes it, as brackets around rows: one row for
each item, under one another. `indent` is the column where an object begins, `allowance` what must stand behind it.
"""
import sys as _sys
import types as _types
from io import StringIO as _StringIO

__all__ = ["pprint", "pformat", "isreadable", "isrecursive", "saferepr", "PrettyPrinter", "pp"]


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True,
           underscore_numbers=False):
    """Print an object over as many lines as it needs."""
    PrettyPrinter(stream=stream, indent=indent, width=width, depth=depth, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """What pprint() would print, as a text."""
    return PrettyPrinter(indent=indent, width=width, depth=depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    """pprint() with dictionaries in their own order."""
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    """repr() that marks recursion."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[0]


def isreadable(object):
    """Can the text be read back?"""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[1]


def isrecursive(object):
    """Does the object contain itself?"""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[2]


class _Key:
    """Orders what cannot be compared by the names of the types, then by identity."""

    __slots__ = ("obj",)

    def __init__(self, obj):
        self.obj = obj

    def _fallback(self):
        return str(type(self.obj)), id(self.obj)

    def __lt__(self, other):
        try:
            return self.obj < other.obj
        except TypeError:
            return self._fallback() < other._fallback()


def _by_key(pair):
    return _Key(pair[0]), _Key(pair[1])


def _recursion(object):
    return f"<Recursion on {type(object).__name__} with id={id(object)}>"


class PrettyPrinter:
    """Prints objects. A subclass may replace format(), which gives the text of an object on one line."""

    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True,
                 underscore_numbers=False):
        indent, width = int(indent), int(width)
        for fits, rule in ((indent >= 0, "indent must be >= 0"), (depth is None or depth > 0, "depth must be > 0"),
                           (width, "width must be != 0")):
            if not fits:
                raise ValueError(rule)
        self._indent_per_level, self._width, self._depth = indent, width, depth
        self._stream = _sys.stdout if stream is None else stream
        self._compact, self._sort_dicts, self._underscore_numbers = bool(compact), sort_dicts, underscore_numbers

    def pprint(self, object):
        """Print an object and a line end."""
        if self._stream is not None:
            self._format(object, self._stream, 0, 0, {}, 0)
            self._stream.write("\n")

    def pformat(self, object):
        """What pprint() would print, without the line end."""
        out = _StringIO()
        self._format(object, out, 0, 0, {}, 0)
        return out.getvalue()

    def isrecursive(self, object):
        """Whether the object contains itself."""
        return self.format(object, {}, 0, 0)[2]

    def isreadable(self, object):
        """Whether the text is an expression for the object."""
        text, readable, recursive = self.format(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        """(text on one line, whether it is readable, whether it is recursive). `context` has the ids of the objects around
        this one as keys."""
        return self._safe_repr(object, context, maxlevels, level)

    # Laying out.

    def _repr(self, object, context, level):
        text, readable, recursive = self.format(object, context.copy(), self._depth, level)
        self._readable = readable and getattr(self, "_readable", True)
        self._recursive = recursive or getattr(self, "_recursive", False)
        return text

    def _format(self, object, stream, indent, allowance, context, level):
        key = id(object)
        if key in context:
            stream.write(_recursion(object))
            self._readable, self._recursive = False, True
            return
        text = self._repr(object, context, level)
        printer = None
        if len(text) > self._width - indent - allowance:
            printer = self._printer(type(object).__repr__) or (_is_plain_dataclass(object) and type(self)._dataclass)
        if not printer:
            stream.write(text)
            return
        context[key] = 1
        printer(self, object, stream, indent, allowance, context, level + 1)
        del context[key]

    def _pad(self):
        """What stands behind an opening bracket, so that the first row begins where the others do."""
        return " " * (self._indent_per_level - 1)

    def _rows(self, rows, stream, indent, allowance, context, level, mark_recursion=False):
        """Pairs (text in front, value) under one another from column `indent` on."""
        rows = list(rows)
        for left, (label, value) in zip(range(len(rows) - 1, -1, -1), rows):
            stream.write(label)
            if mark_recursion and id(value) in context:
                stream.write("...")
            else:
                self._format(value, stream, indent + len(label), 1 if left else allowance, context, level)
            if left:
                stream.write(",\n" + " " * indent)

    def _labelled(self, pairs, context, level):
        """The rows of a mapping; each label is made when its turn comes."""
        return ((self._repr(key, context, level) + ": ", value) for key, value in pairs)

    def _mapping_rows(self, pairs, stream, indent, allowance, context, level):
        stream.write(self._pad())
        self._rows(self._labelled(pairs, context, level), stream, indent + self._indent_per_level, allowance, context, level)

    def _items(self, items, stream, indent, allowance, context, level):
        """The rows of a sequence; with `compact`, as many on a line as fit."""
        items = list(items)
        stream.write(self._pad())
        indent += self._indent_per_level
        if not self._compact:
            self._rows((("", item) for item in items), stream, indent, allowance, context, level)
            return
        room = whole = self._width - indent + 1
        line_break = ",\n" + " " * indent
        between = ""
        for left, item in zip(range(len(items) - 1, -1, -1), items):
            if not left:
                room, whole = room - allowance, whole - allowance
            needed = len(text := self._repr(item, context, level)) + 2
            if needed > room:
                room = whole
                between = between and line_break
            stream.write(between)
            if needed <= room:
                room -= needed
                between = ", "
                stream.write(text)
            else:
                between = line_break
                self._format(item, stream, indent, allowance if not left else 1, context, level)

    # Printers by kind. An empty object is written by its own repr.

    def _dict(self, object, stream, indent, allowance, context, level):
        pairs = object.items()
        stream.write("{")
        self._mapping_rows(sorted(pairs, key=_by_key) if self._sort_dicts else pairs, stream, indent, allowance + 1, context,
                           level)
        stream.write("}")

    def _ordered_dict(self, object, stream, indent, allowance, context, level):
        self._wrapped(list(object.items()), stream, indent, allowance, context, level, type(object).__name__)

    def _mappingproxy(self, object, stream, indent, allowance, context, level):
        self._wrapped(object.copy(), stream, indent, allowance, context, level, "mappingproxy")

    def _wrapped(self, inner, stream, indent, allowance, context, level, name):
        """name(inner)"""
        stream.write(name + "(")
        self._format(inner, stream, indent + len(name) + 1, allowance + 1, context, level)
        stream.write(")")

    def _default_dict(self, object, stream, indent, allowance, context, level):
        name, factory = type(object).__name__, self._repr(object.default_factory, context, level)
        indent += len(name) + 1
        stream.write(f"{name}({factory},\n" + " " * indent)
        self._dict(object, stream, indent, allowance + 1, context, level)
        stream.write(")")

    def _counter(self, object, stream, indent, allowance, context, level):
        name = type(object).__name__
        stream.write(name + "({")
        self._mapping_rows(object.most_common(), stream, indent + len(name) + 1, allowance + 2, context, level)
        stream.write("})")

    def _chain_map(self, object, stream, indent, allowance, context, level):
        name = type(object).__name__
        stream.write(name + "(")
        self._rows((("", mapping) for mapping in object.maps), stream, indent + len(name) + 1, allowance + 1, context, level)
        stream.write(")")

    def _bracketed(begin, end):
        """A printer of a sequence."""
        def write(self, object, stream, indent, allowance, context, level):
            close = "," + end if end == ")" and len(object) == 1 else end
            stream.write(begin)
            self._items(object, stream, indent, allowance + len(close), context, level)
            stream.write(close)
        return write

    _list, _tuple = _bracketed("[", "]"), _bracketed("(", ")")

    def _set(self, object, stream, indent, allowance, context, level):
        kind = type(object)
        begin, end, shift = "{", "}", 0
        if kind is not set:
            begin, end, shift = kind.__name__ + "({", "})", len(kind.__name__) + 1
        stream.write(begin)
        self._items(sorted(object, key=_Key), stream, indent + shift, allowance + len(end), context, level)
        stream.write(end)

    def _deque(self, object, stream, indent, allowance, context, level):
        name = type(object).__name__
        indent += len(name) + 1
        stream.write(name + "([")
        if object.maxlen is None:
            self._items(object, stream, indent, allowance + 2, context, level)
            stream.write("])")
        else:
            self._items(object, stream, indent, 2, context, level)
            stream.write(f"],\n{' ' * indent}maxlen={self._repr(object.maxlen, context, level)})")

    def _attributes(self, name, pairs, stream, indent, allowance, context, level):
        stream.write(name + "(")
        self._rows(((key + "=", value) for key, value in pairs), stream, indent + len(name) + 1, allowance, context, level,
                   True)
        stream.write(")")

    def _namespace(self, object, stream, indent, allowance, context, level):
        name = "namespace" if type(object) is _types.SimpleNamespace else type(object).__name__
        self._attributes(name, vars(object).items(), stream, indent, allowance, context, level)

    def _dataclass(self, object, stream, indent, allowance, context, level):
        from dataclasses import fields
        pairs = [(field.name, getattr(object, field.name)) for field in fields(object) if field.repr]
        self._attributes(type(object).__name__, pairs, stream, indent, allowance, context, level)

    def _user(self, object, stream, indent, allowance, context, level):
        self._format(object.data, stream, indent, allowance, context, level - 1)

    def _pieces(self, pieces, stream, indent, parentheses):
        """Literals under one another, which Python joins."""
        text = ("\n" + " " * indent).join(pieces)
        stream.write(f"({text})" if parentheses else text)

    def _str(self, object, stream, indent, allowance, context, level):
        outermost = level == 1
        indent, allowance = indent + outermost, allowance + outermost
        room = self._width - indent
        pieces, lines = [], object.splitlines(True)
        for left, line in zip(range(len(lines) - 1, -1, -1), lines):
            tail = allowance if not left else 0
            if len(repr(line)) <= room - tail:
                pieces.append(repr(line))
            else:
                from re import findall  # only long texts need it
                pieces += _filled(findall(r"\S*\s*", line)[:-1], room, tail, "")
        self._pieces(pieces, stream, indent, outermost and len(pieces) > 1)

    def _bytes(self, object, stream, indent, allowance, context, level):
        if len(object) <= 4:
            stream.write(repr(object))
            return
        outermost = level == 1
        indent, allowance = indent + outermost, allowance + outermost
        groups = [object[at:at + 4] for at in range(0, len(object), 4)]
        # Room for what follows is kept only before a last group that is shorter.
        tail = allowance if len(object) % 4 else 0
        pieces = _filled(groups, self._width - indent, tail, b"")
        self._pieces(pieces, stream, indent, outermost)

    def _bytearray(self, object, stream, indent, allowance, context, level):
        stream.write("bytearray(")
        self._bytes(bytes(object), stream, indent + 10, allowance + 1, context, level + 1)
        stream.write(")")

    def _unless_empty(printer):
        def write(self, object, *place):
            return printer(self, object, *place) if len(object) else place[0].write(repr(object))
        return write

    # By the method that writes the repr: a subclass that has its own is not touched.
    _dispatch = {
        dict.__repr__: _dict, list.__repr__: _list, tuple.__repr__: _tuple, set.__repr__: _unless_empty(_set),
        frozenset.__repr__: _unless_empty(_set), str.__repr__: _unless_empty(_str), bytes.__repr__: _bytes,
        bytearray.__repr__: _bytearray, _types.MappingProxyType.__repr__: _mappingproxy}
    # Classes of modules that may not be loaded, in which case there is no object of them to print.
    _later = {
        "_collections": {"deque": _unless_empty(_deque)},
        "collections": {"OrderedDict": _unless_empty(_ordered_dict), "defaultdict": _unless_empty(_default_dict),
                        "Counter": _unless_empty(_counter)},
        "_chain_map": {"ChainMap": _chain_map},
        "_collections_user": {"UserDict": _user, "UserList": _user, "UserString": _user},
        "_types_classes": {"SimpleNamespace": _namespace}}
    del _bracketed, _unless_empty

    def _printer(self, writes):
        """The printer for classes with this method, or None."""
        dispatch = PrettyPrinter._dispatch
        for name in [name for name in self._later if name in _sys.modules]:
            for cls, printer in self._later.pop(name).items():
                dispatch[getattr(_sys.modules[name], cls).__repr__] = printer
        return self._dispatch.get(writes) or dispatch.get(writes)

    # On one line.

    def _safe_repr(self, object, context, maxlevels, level):
        kind = type(object)
        if kind in _SCALARS:
            return repr(object), True, False
        writes = getattr(kind, "__repr__", None)
        if writes is int.__repr__:
            return f"{object:_d}" if self._underscore_numbers else repr(object), True, False
        brackets = _BRACKETS.get(writes)
        if brackets is None:
            text = repr(object)
            return text, bool(text) and text[0] != "<", False
        if not object:
            return brackets, True, False
        begin, end = brackets
        if maxlevels and level >= maxlevels:
            return begin + "..." + ("," + end if writes is tuple.__repr__ and len(object) == 1 else end), False, \
                id(object) in context
        if id(object) in context:
            return _recursion(object), False, True
        context[id(object)] = 1
        readable, recursive, parts = True, False, []
        for row in self._parts(object):
            texts = []
            for part in row:
                text, part_readable, part_recursive = self.format(part, context, maxlevels, level + 1)
                texts.append(text)
                readable, recursive = readable and part_readable, recursive or part_recursive
            parts.append(": ".join(texts))
        del context[id(object)]
        if writes is tuple.__repr__ and len(parts) == 1:
            end = "," + end
        return f"{begin}{', '.join(parts)}{end}", readable, recursive

    def _parts(self, object):
        """What stands between commas: pairs of a dict, else single objects."""
        if not isinstance(object, dict):
            return ((item,) for item in object)
        return sorted(object.items(), key=_by_key) if self._sort_dicts else object.items()


_SCALARS = frozenset({str, bytes, bytearray, float, complex, bool, type(None)})
_BRACKETS = {dict.__repr__: "{}", list.__repr__: "[]", tuple.__repr__: "()"}


def _is_plain_dataclass(object):
    """Whether the repr of an object is the one that the decorator made."""
    params = getattr(type(object), "__dataclass_params__", None)
    return params is not None and params.repr and hasattr(type(object).__repr__, "__wrapped__")


def _filled(parts, room, tail, empty):
    """Literals that hold as many of the parts as fit in `room`, the last one in `tail` less."""
    found, current = [], empty
    for at, part in enumerate(parts, 1):
        if at == len(parts):
            room -= tail
        if current and len(repr(current + part)) > room:
            found.append(repr(current))
            current = part
        else:
            current += part
    return found + [repr(current)] if current else found


def _perfcheck(object=None):
    """What `python -m pprint` does: tell how long a large object takes."""
    import time
    if object is None:
        object = [("string", (1, 2), [3, 4], {5: 6, 7: 8})] * 100000
    printer = PrettyPrinter()
    start = time.perf_counter()
    printer.format(object, {}, None, 0)
    middle = time.perf_counter()
    printer.pformat(object)
    print("_safe_repr:", middle - start)
    print("pformat:", time.perf_counter() - middle)


if __name__ == "__main__":
    _perfcheck()
