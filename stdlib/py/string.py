"""Constants, templates and formatters of strings."""
import re as _re

import _string

__all__ = ["ascii_letters", "ascii_lowercase", "ascii_uppercase", "capwords", "digits", "hexdigits", "octdigits",
           "printable", "punctuation", "whitespace", "Formatter", "Template"]

whitespace = " \t\n\r\v\f"
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    """Words capitalized and joined."""
    return (sep or " ").join(map(str.capitalize, s.split(sep)))


_NOTHING = {}


class Template:
    """Text with names of values: $name, ${name}, and $$ for the sign itself. A subclass may choose other signs and names."""

    delimiter = "$"
    idpattern = r"(?a:[_a-z][_a-z0-9]*)"
    braceidpattern = None
    flags = _re.IGNORECASE

    def __init_subclass__(cls):
        super().__init_subclass__()
        sign, name = _re.escape(cls.delimiter), cls.idpattern
        pattern = vars(cls).get("pattern") or (
            rf"{sign} (?: (?P<escaped>{sign}) | (?P<named>{name}) | {{(?P<braced>{cls.braceidpattern or name})}} | (?P<invalid>) )")
        cls.pattern = _re.compile(pattern, cls.flags | _re.VERBOSE)

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
    """str.format(), to be subclassed."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used_args = set()
        result, _ = self._vformat(format_string, args, kwargs, used_args, 2)
        self.check_unused_args(used_args, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used_args, recursion_depth, auto_arg_index=0):
        if recursion_depth < 0:
            raise ValueError("Max string recursion exceeded")
        result = []
        for literal_text, field_name, format_spec, conversion in self.parse(format_string):
            if literal_text:
                result.append(literal_text)
            if field_name is None:
                continue
            if field_name == "":
                if auto_arg_index is False:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                field_name = str(auto_arg_index)
                auto_arg_index += 1
            elif field_name.isdigit():
                if auto_arg_index:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                auto_arg_index = False
            obj, arg_used = self.get_field(field_name, args, kwargs)
            used_args.add(arg_used)
            obj = self.convert_field(obj, conversion)
            format_spec, auto_arg_index = self._vformat(format_spec, args, kwargs, used_args, recursion_depth - 1,
                                                        auto_arg_index=auto_arg_index)
            result.append(self.format_field(obj, format_spec))
        return "".join(result), auto_arg_index

    def get_value(self, key, args, kwargs):
        if isinstance(key, int):
            return args[key]
        return kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion == "s":
            return str(value)
        if conversion == "r":
            return repr(value)
        if conversion == "a":
            return ascii(value)
        raise ValueError("Unknown conversion specifier {0!s}".format(conversion))

    def parse(self, format_string):
        """(literal, field name, specification, conversion) of each part."""
        return _string.formatter_parser(format_string)

    def get_field(self, field_name, args, kwargs):
        first, rest = _string.formatter_field_name_split(field_name)
        obj = self.get_value(first, args, kwargs)
        for is_attribute, name in rest:
            obj = getattr(obj, name) if is_attribute else obj[name]
        return obj, first
