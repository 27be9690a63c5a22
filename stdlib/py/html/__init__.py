"""HTML text."""
import re as _re

__all__ = ["escape", "unescape"]


def escape(s, quote=True):
    """Write &, < and > (and quotes) as references."""
    s = s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if quote:
        s = s.replace('"', "&quot;").replace("'", "&#x27;")
    return s


_CP1252 = ("\u20ac", "\x81", "\u201a", "\u0192", "\u201e", "\u2026", "\u2020", "\u2021", "\u02c6", "\u2030", "\u0160",
           "\u2039", "\u0152", "\x8d", "\u017d", "\x8f", "\x90", "\u2018", "\u2019", "\u201c", "\u201d", "\u2022",
           "\u2013", "\u2014", "\u02dc", "\u2122", "\u0161", "\u203a", "\u0153", "\x9d", "\u017e", "\u0178")


def _number(n):
    if n == 0 or 0xd800 <= n <= 0xdfff or n > 0x10ffff:
        return "\ufffd"
    if n == 0x0d:
        return "\r"
    if 0x80 <= n <= 0x9f:
        return _CP1252[n - 0x80]
    if 1 <= n <= 8 or 0xe <= n <= 0x1f or n == 0x7f or n == 0xb or 0xfdd0 <= n <= 0xfdef or n & 0xfffe == 0xfffe:
        return ""
    return chr(n)


def _replace(found):
    s = found.group(1)
    if s[0] == "#":
        return _number(int(s[2:].rstrip(";"), 16) if s[1] in "xX" else int(s[1:].rstrip(";")))
    from html.entities import html5
    if s in html5:
        return html5[s]
    for x in range(len(s) - 1, 1, -1):
        if s[:x] in html5:
            return html5[s[:x]] + s[x:]
    return "&" + s


_reference = _re.compile(r"&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")


def unescape(s):
    """The text with its references read."""
    return _reference.sub(_replace, s) if "&" in s else s
