"""Objects to JSON text."""
from _json import encode, encode_basestring, encode_basestring_ascii

INFINITY = float("inf")


class JSONEncoder:
    """Encodes objects as JSON text."""
    item_separator = ", "
    key_separator = ": "

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False,
                 indent=None, separators=None, default=None):
        self.skipkeys, self.ensure_ascii, self.check_circular = skipkeys, ensure_ascii, check_circular
        self.allow_nan, self.sort_keys, self.indent = allow_nan, sort_keys, indent
        if separators is None and indent is not None:
            separators = ",", self.key_separator
        if separators is not None:
            self.item_separator, self.key_separator = separators
        if default is not None:
            self.default = default

    def default(self, o):
        """What stands for an object that has no JSON text."""
        raise TypeError(f"Object of type {type(o).__name__} is not JSON serializable")

    def encode(self, o):
        """The JSON text of an object."""
        if isinstance(o, str):
            quote = encode_basestring_ascii if self.ensure_ascii else encode_basestring
            return quote(o)
        return "".join([*self.iterencode(o)])

    def iterencode(self, o, _one_shot=False):
        """The JSON text in pieces."""
        indent = self.indent
        if indent is not None and not isinstance(indent, str):
            indent = " " * indent
        return iter([encode(o, self.default, self.ensure_ascii, indent, self.key_separator, self.item_separator,
                            self.sort_keys, self.skipkeys, self.allow_nan, self.check_circular)])
