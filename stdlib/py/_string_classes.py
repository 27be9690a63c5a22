"""Templates and formatters, which string loads when they are asked for."""
import re as _re

import _string

__name__ = "string"

_NOTHING = {}


class Template:
    """Text with names of values: $name, ${name}, and $$ for the sign itself. A subclass may choose other signs and
    names."""

    delimiter = "$"
    idpattern = r"(?a:[_a-z][_a-z0-9]*)"
    braceidpattern = None
    flags = _re.IGNORECASE

    def __init_subclass__(cls):
        super().__init_subclass__()
        sign, name = _re.escape(cls.delimiter), cls.idpattern
        braced = cls.braceidpattern or name
        pattern = vars(cls).get("pattern") or (
            rf"{sign} (?: (?P<escaped>{sign}) | (?P<named>{name}) | {{(?P<braced>{braced})}} | (?P<invalid>) )")
        cls.pattern = _re.compile(pattern, _re.VERBOSE | cls.flags)

    def __init__(self, template):
        self.template = template

    def _kind(self, m):
        """(what a match is: "name", "escaped" or "invalid"; the name)"""
        groups = m.groupdict()
        name = groups.get("named") or groups.get("braced")
        if name is not None:
            return "name", name
        for kind in ("escaped", "invalid"):
            if groups.get(kind) is not None:
                return kind, None
        raise ValueError("Unrecognized named group in pattern", self.pattern)

    def _invalid(self, m):
        before = self.template[:m.start("invalid")]
        lines = before.splitlines(keepends=True) or [""]
        column = len(before) - len("".join(lines[:-1])) if before else 1
        raise ValueError(f"Invalid placeholder in string: line {len(lines)}, col {column}")

    def _fill(self, mapping, kws, strict):
        if mapping is _NOTHING:
            mapping = kws
        elif kws:
            from collections import ChainMap
            mapping = ChainMap(kws, mapping)

        def value(m):
            kind, name = self._kind(m)
            if kind == "escaped":
                return self.delimiter
            if kind == "invalid":
                return self._invalid(m) if strict else m[0]
            try:
                return str(mapping[name])
            except KeyError:
                if strict:
                    raise
                return m[0]
        return self.pattern.sub(value, self.template)

    def substitute(self, mapping=_NOTHING, /, **kws):
        """The text with values in place of names; KeyError for one that is missing."""
        return self._fill(mapping, kws, True)

    def safe_substitute(self, mapping=_NOTHING, /, **kws):
        """The same, but names that are missing stay as they stand."""
        return self._fill(mapping, kws, False)

    def is_valid(self):
        """Whether substitute() can read it."""
        return all(self._kind(m)[0] != "invalid" for m in self.pattern.finditer(self.template))

    def get_identifiers(self):
        """The names, in order of appearance, each once."""
        found = [self._kind(m)[1] for m in self.pattern.finditer(self.template)]
        return list(dict.fromkeys(name for name in found if name is not None))


Template.__init_subclass__()


class Formatter:
    """str.format(), to be subclassed: each step is a method."""

    def format(self, format_string, /, *args, **kwargs):
        """The text with values in place of fields."""
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        """The same for arguments in a sequence and a mapping."""
        used = set()
        text = self._vformat(format_string, args, kwargs, used, 2, [0])
        self.check_unused_args(used, args, kwargs)
        return text

    def _vformat(self, template, args, kwargs, used, depth, numbering=None):
        """`numbering` holds the number of the next field without a name, or None after fields with numbers;
        specifications hold fields themselves, to a depth."""
        if depth < 0:
            raise ValueError("Max string recursion exceeded")
        parts = []
        for text, field, spec, conversion in self.parse(template):
            if text:
                parts.append(text)
            if field is not None:
                value, key = self.get_field(self._numbered(field, numbering), args, kwargs)
                used.add(key)
                value = self.convert_field(value, conversion)
                spec = self._vformat(spec, args, kwargs, used, depth - 1, numbering)
                parts.append(self.format_field(value, spec))
        return "".join(parts)

    @staticmethod
    def _numbered(field, numbering):
        """The name of a field, a number if it has none."""
        if field and not field.isdigit():
            return field
        if (numbering[0] is None) if not field else numbering[0]:
            raise ValueError("cannot switch from manual field specification to automatic field numbering")
        if field:
            numbering[0] = None
            return field
        numbering[0] += 1
        return str(numbering[0] - 1)

    def get_value(self, key, args, kwargs):
        """The argument of a number or name."""
        return (args if isinstance(key, int) else kwargs)[key]

    def check_unused_args(self, used_args, args, kwargs):
        """Called at the end with the keys that were used; does nothing here."""

    def format_field(self, value, format_spec):
        """The text of a value by a specification."""
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        """The value as `!s`, `!r` or `!a` wants it."""
        if conversion is None:
            return value
        if conversion in ("s", "r", "a"):
            return {"s": str, "r": repr, "a": ascii}[conversion](value)
        raise ValueError(f"Unknown conversion specifier {conversion!s}")

    def parse(self, format_string):
        """(literal, field name, specification, conversion) of each part."""
        return _string.formatter_parser(format_string)

    def get_field(self, field_name, args, kwargs):
        """The value of a field with its attributes and items, and the key of its argument."""
        key, path = _string.formatter_field_name_split(field_name)
        value = self.get_value(key, args, kwargs)
        for by_attribute, step in path:
            value = getattr(value, step) if by_attribute else value[step]
        return value, key
