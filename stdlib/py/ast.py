"""Literals of the language. (Syntax trees are not part of this interpreter: only literal_eval is here.)"""
import re

__all__ = ["literal_eval"]

_TOKEN = re.compile(r"""\s*(?:\#[^\n]*\s*)*(?:
    (?P<number>0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+
        |(?:[0-9](?:_?[0-9])*(?:\.(?:[0-9](?:_?[0-9])*)?)?|\.[0-9](?:_?[0-9])*)(?:[eE][-+]?[0-9](?:_?[0-9])*)?[jJ]?)
  | (?P<string>(?:[rR]|[bB]|[uU]|[rR][bB]|[bB][rR])?(?:'''(?:[^\\]|\\.)*?'''|\"\"\"(?:[^\\]|\\.)*?\"\"\"
        |'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"))
  | (?P<name>[A-Za-z_]\w*)
  | (?P<op>[-+()\[\]{},:])
  | (?P<end>\Z))""", re.X | re.S)



class _Reader:
    def __init__(self, text):
        self.text = text
        self.pos = 0
        self.next()

    def next(self):
        m = _TOKEN.match(self.text, self.pos)
        if not m or m.end() == self.pos and m.lastgroup != "end":
            raise SyntaxError("invalid syntax", ("<unknown>", 1, self.pos + 1, self.text, 1, self.pos + 2))
        self.kind = m.lastgroup
        self.value = m.group(m.lastgroup)
        self.pos = m.end()

    def is_op(self, op):
        return self.kind == "op" and self.value == op

    def expect(self, op):
        if not self.is_op(op):
            raise SyntaxError("invalid syntax", ("<unknown>", 1, self.pos, self.text, 1, self.pos + 1))
        self.next()

    def top(self):
        v = self.sum()
        if self.is_op(","):
            items = [v]
            while self.is_op(","):
                self.next()
                if self.kind == "end":
                    break
                items.append(self.sum())
            v = tuple(items)
        if self.kind != "end":
            raise SyntaxError("invalid syntax", ("<unknown>", 1, self.pos, self.text, 1, self.pos + 1))
        return v

    def sum(self):
        v = self.signed()
        while self.is_op("+") or self.is_op("-"):
            op = self.value
            self.next()
            w = self.signed()
            if type(v) not in (int, float) or type(w) is not complex:
                raise ValueError("malformed node or string: " + self.text)
            v = v + w if op == "+" else v - w
        return v

    def signed(self):
        sign = None
        while self.is_op("+") or self.is_op("-"):
            if sign is not None:
                raise ValueError("malformed node or string: " + self.text)
            sign = self.value
            self.next()
        v = self.atom()
        if sign is None:
            return v
        if type(v) not in (int, float, complex):
            raise ValueError("malformed node or string: " + self.text)
        return +v if sign == "+" else -v

    def items(self, close):
        out = []
        comma = False
        while not self.is_op(close):
            out.append(self.sum())
            comma = False
            if not self.is_op(close):
                self.expect(",")
                comma = True
        self.next()
        return out, comma

    def atom(self):
        kind, value = self.kind, self.value
        if kind == "number":
            self.next()
            if value[:2].lower() in ("0x", "0o", "0b"):
                return int(value, 0)
            if value[-1] in "jJ":
                return complex(value.replace("_", ""))
            if "." in value or "e" in value.lower():
                return float(value)
            if len(value) > 1 and value[0] == "0" and value.strip("0_"):
                raise SyntaxError("leading zeros in decimal integer literals are not permitted; use an 0o prefix for "
                                  "octal integers")
            return int(value)
        if kind == "string":
            v = eval(value, {"__builtins__": {}})
            self.next()
            while self.kind == "string":
                v += eval(self.value, {"__builtins__": {}})
                self.next()
            return v
        if kind == "name":
            if value in ("None", "True", "False"):
                self.next()
                return {"None": None, "True": True, "False": False}[value]
            if value == "set":
                self.next()
                self.expect("(")
                self.expect(")")
                return set()
            raise ValueError("malformed node or string: " + self.text)
        if self.is_op("("):
            self.next()
            items, comma = self.items(")")
            return items[0] if len(items) == 1 and not comma else tuple(items)
        if self.is_op("["):
            self.next()
            return self.items("]")[0]
        if self.is_op("{"):
            self.next()
            if self.is_op("}"):
                self.next()
                return {}
            first = self.sum()
            if not self.is_op(":"):
                if self.is_op(","):
                    self.next()
                return {first, *self.items("}")[0]}
            out = {}
            while True:
                self.expect(":")
                out[first] = self.sum()
                if not self.is_op("}"):
                    self.expect(",")
                if self.is_op("}"):
                    self.next()
                    return out
                first = self.sum()
        raise SyntaxError("invalid syntax", ("<unknown>", 1, self.pos, self.text, 1, self.pos + 1))


def literal_eval(node_or_string):
    """The value of a literal: numbers, strings, bytes, tuples, lists, dicts, sets, booleans, None."""
    if not isinstance(node_or_string, str):
        raise ValueError(f"malformed node or string: {node_or_string!r}")
    return _Reader(node_or_string.lstrip(" \t")).top()
