"""How str.format() reads a format text and the name of a field."""
import re

_FIELD = re.compile(r"(?s)((?:[^\[!:]|\[[^\]]*\])*)(?:!(.))?(?::(.*))?\Z")


def formatter_parser(text, /):
    """(literal, field name, specification, conversion) of each part."""
    if not isinstance(text, str):
        raise TypeError("expected str, got " + type(text).__name__)
    return _parts(text)


def _parts(text):
    i = 0
    n = len(text)
    literal = []
    while i < n:
        c = text[i]
        if c not in "{}":
            literal.append(c)
            i += 1
            continue
        if text[i + 1:i + 2] == c:
            literal.append(c)
            i += 2
            yield "".join(literal), None, None, None
            literal = []
            continue
        if c == "}":
            raise ValueError("Single '}' encountered in format string")
        if i + 1 == n:
            raise ValueError("Single '{' encountered in format string")
        depth = 1
        j = i + 1
        while j < n and depth:
            if text[j] == "{":
                depth += 1
            elif text[j] == "}":
                depth -= 1
            j += 1
        if depth:
            raise ValueError("expected '}' before end of string")
        m = _FIELD.match(text[i + 1:j - 1])
        if m is None:
            raise ValueError("expected ':' after conversion specifier")
        yield "".join(literal), m.group(1), m.group(3) or "", m.group(2)
        literal = []
        i = j
    if literal:
        yield "".join(literal), None, None, None


def formatter_field_name_split(name, /):
    """The first part of a field's name, and an iterator of (is an attribute, name or index) of what follows."""
    if not isinstance(name, str):
        raise TypeError("expected str, got " + type(name).__name__)
    end = len(name)
    for i, c in enumerate(name):
        if c in ".[":
            end = i
            break
    return _index(name[:end]), _rest(name, end)


def _index(text):
    return int(text) if text.isdigit() and text.isascii() else text


def _rest(name, i):
    n = len(name)
    while i < n:
        if name[i] == ".":
            j = i + 1
            while j < n and name[j] not in ".[":
                j += 1
            if j == i + 1:
                raise ValueError("Empty attribute in format string")
            yield True, name[i + 1:j]
            i = j
        elif name[i] == "[":
            j = name.find("]", i)
            if j < 0:
                raise ValueError("Missing ']' in format string")
            if j == i + 1:
                raise ValueError("Empty attribute in format string")
            yield False, _index(name[i + 1:j])
            i = j + 1
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
