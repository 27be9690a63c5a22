"""Locales. There is one, the C locale with UTF-8: numbers and dates are never written in another language's way."""
import os as _os
import re as _re
from builtins import str as _str

CHAR_MAX = 127
LC_CTYPE = 0
LC_NUMERIC = 1
LC_TIME = 2
LC_COLLATE = 3
LC_MONETARY = 4
LC_MESSAGES = 5
LC_ALL = 6
CODESET = 14
RADIXCHAR = 65536
THOUSEP = 65537

__all__ = ["getlocale", "getdefaultlocale", "getpreferredencoding", "Error", "setlocale", "localeconv", "strcoll",
           "strxfrm", "str", "atof", "atoi", "format_string", "currency", "normalize", "getencoding", "LC_CTYPE",
           "LC_COLLATE", "LC_TIME", "LC_MONETARY", "LC_NUMERIC", "LC_ALL", "CHAR_MAX"]

_KNOWN = {"C": "C", "POSIX": "C", "C.UTF-8": "C.UTF-8", "C.utf8": "C.UTF-8"}
# As CPython has it at the start: a C locale that LC_ALL asks for stays, any other becomes C.UTF-8.
_current = {LC_CTYPE: "C" if _KNOWN.get(_os.environ.get("LC_ALL") or "C.UTF-8", "C") == "C" else "C.UTF-8",
            LC_NUMERIC: "C", LC_TIME: "C", LC_COLLATE: "C", LC_MONETARY: "C", LC_MESSAGES: "C"}
_NAMES = ["LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES"]
_override_localeconv = {}


class Error(Exception):
    """A locale that there is not."""


def setlocale(category, locale=None):
    """Name of the category's locale, after setting it if one is given ('' means the user's)."""
    if category != LC_ALL and category not in _current:
        raise Error("invalid locale category")
    if locale is not None:
        if not isinstance(locale, _str):
            locale = normalize(_build(locale))
        if locale == "":
            locale = _users()
        if ";" in locale:
            parts = dict(p.partition("=")[::2] for p in locale.split(";"))
        else:
            parts = dict.fromkeys(_NAMES, locale)
        if any(_KNOWN.get(p) is None for p in parts.values()):
            raise Error("unsupported locale setting")
        for number, name in enumerate(_NAMES):
            if name in parts and category in (number, LC_ALL):
                _current[number] = _KNOWN[parts[name]]
    if category != LC_ALL:
        return _current[category]
    if len(set(_current.values())) == 1:
        return _current[LC_CTYPE]
    return ";".join("%s=%s" % (name, _current[number]) for number, name in enumerate(_NAMES))


def _users():
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        value = _os.environ.get(name)
        if value:
            return value
    return "C"


def _build(pair):
    try:
        language, encoding = pair
    except (TypeError, ValueError):
        raise TypeError("Locale must be None, a string, or an iterable of two strings -- language code, encoding.") \
            from None
    if language is None:
        language = "C"
    return language if encoding is None else language + "." + encoding


def normalize(localename):
    """The usual spelling of a locale's name."""
    language, dot, encoding = localename.partition(".")
    if dot and encoding.lower().replace("-", "") == "utf8":
        encoding = "UTF-8"
    return language + dot + encoding


def getlocale(category=LC_CTYPE):
    """(language, encoding) of a category."""
    name = setlocale(category)
    if category == LC_ALL and ";" in name:
        raise TypeError("category LC_ALL is not supported")
    return (None, None) if name == "C" else ("en_US", "UTF-8")


def getdefaultlocale(envvars=("LC_ALL", "LC_CTYPE", "LANG", "LANGUAGE")):
    """(language, encoding) that the environment asks for."""
    for name in envvars:
        value = _os.environ.get(name)
        if value:
            language, _, encoding = normalize(value.split(":")[0]).partition(".")
            return (None if language in ("C", "POSIX") else language), encoding or None
    return None, None


def resetlocale(category=LC_ALL):
    setlocale(category, "")


def getencoding():
    """The encoding of text files that name none."""
    return "UTF-8"


def getpreferredencoding(do_setlocale=True):
    """The encoding of text files that name none."""
    return "UTF-8"


def nl_langinfo(key, /):
    return {CODESET: "UTF-8", RADIXCHAR: ".", THOUSEP: ""}.get(key, "")


def localeconv():
    """How numbers and money are written."""
    d = {"int_curr_symbol": "", "currency_symbol": "", "mon_decimal_point": "", "mon_thousands_sep": "",
         "mon_grouping": [], "positive_sign": "", "negative_sign": "", "int_frac_digits": CHAR_MAX,
         "frac_digits": CHAR_MAX, "p_cs_precedes": CHAR_MAX, "p_sep_by_space": CHAR_MAX, "n_cs_precedes": CHAR_MAX,
         "n_sep_by_space": CHAR_MAX, "p_sign_posn": CHAR_MAX, "n_sign_posn": CHAR_MAX, "decimal_point": ".",
         "thousands_sep": "", "grouping": []}
    d.update(_override_localeconv)
    return d


def strcoll(a, b, /):
    """Negative, 0 or positive as a sorts before, with or behind b."""
    return (a > b) - (a < b)


def strxfrm(s, /):
    """A text that sorts as s does in the locale."""
    if "\0" in s:
        raise ValueError("embedded null character")
    return s


# --- numbers ---
def _groups(grouping):
    last = None
    for size in grouping:
        if size == CHAR_MAX:
            return
        if size == 0:
            if last is None:
                raise ValueError("invalid grouping")
            while True:
                yield last
        yield size
        last = size


def _group(s, monetary=False):
    conv = localeconv()
    separator = conv["mon_thousands_sep" if monetary else "thousands_sep"]
    grouping = conv["mon_grouping" if monetary else "grouping"]
    if not grouping:
        return s, 0
    end = len(s.rstrip())
    right = s[end:]
    s = s[:end]
    begin = len(s) - len(s.lstrip())
    left = s[:begin]
    s = s[begin:]
    parts = []
    for size in _groups(grouping):
        if not s or s[-1] not in "0123456789":
            left += s
            s = ""
            break
        parts.append(s[-size:])
        s = s[:-size]
    if s:
        parts.append(s)
    parts.reverse()
    return left + separator.join(parts) + right, len(separator) * (len(parts) - 1)


_PERCENT = _re.compile(r"%(?:\((?P<key>.*?)\))?(?P<modifiers>[-#0-9 +*.hlL]*?)[eEfFgGdiouxXcrs%]")


def _format(percent, value, grouping=False, monetary=False, *additional):
    text = percent % ((value,) + additional if additional else value)
    if percent[-1] in "eEfFgGdiu":
        added = 0
        parts = text.split(".")
        if grouping:
            parts[0], added = _group(parts[0], monetary)
        text = localeconv()["mon_decimal_point" if monetary else "decimal_point"].join(parts)
        while added and " " in text:  # the width that was asked for includes the separators
            text = text.replace(" ", "", 1) if text.startswith(" ") else text[::-1].replace(" ", "", 1)[::-1]
            added -= 1
    return text


def format_string(f, val, grouping=False, monetary=False):
    """f % val with the locale's separators."""
    specs = list(_PERCENT.finditer(f))
    frame = _PERCENT.sub("%s", f)
    out = []
    if isinstance(val, dict) or (hasattr(val, "keys") and hasattr(val, "__getitem__")):
        for m in specs:
            out.append("%" if m.group()[-1] == "%" else _format(m.group(), val, grouping, monetary))
    else:
        if not isinstance(val, tuple):
            val = (val,)
        at = 0
        for m in specs:
            if m.group()[-1] == "%":
                out.append("%")
                continue
            stars = m.group("modifiers").count("*")
            out.append(_format(m.group(), val[at], grouping, monetary, *val[at + 1:at + 1 + stars]))
            at += 1 + stars
    return frame % tuple(out)


def currency(val, symbol=True, grouping=False, international=False):
    """A sum of money; the C locale has no way to write one."""
    conv = localeconv()
    digits = conv["int_frac_digits" if international else "frac_digits"]
    if digits == CHAR_MAX:
        raise ValueError("Currency formatting is not possible using the 'C' locale.")
    s = _format("%%.%if" % digits, abs(val), grouping, monetary=True)
    side = "n" if val < 0 else "p"
    if symbol:
        mark = conv["int_curr_symbol" if international else "currency_symbol"]
        gap = " " if conv[side + "_sep_by_space"] else ""
        s = mark + gap + s if conv[side + "_cs_precedes"] else s + gap + mark.rstrip()
    sign = conv["negative_sign" if val < 0 else "positive_sign"]
    return sign + s


def str(val):
    """A float's text."""
    return _format("%.12g", val)


def delocalize(string):
    """The text of a number as float() and int() read it."""
    conv = localeconv()
    if conv["thousands_sep"]:
        string = string.replace(conv["thousands_sep"], "")
    return string.replace(conv["decimal_point"], ".") if conv["decimal_point"] else string


def localize(string, grouping=False, monetary=False):
    return _format("%s", string, grouping, monetary)


def atof(string, func=float):
    """The number of a text."""
    return func(delocalize(string))


def atoi(string):
    """The integer of a text."""
    return int(delocalize(string))
