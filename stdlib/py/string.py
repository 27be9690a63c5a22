"""Constants of strings; templates and formatters are in _string_classes."""
__all__ = ["ascii_letters", "ascii_lowercase", "ascii_uppercase", "capwords", "digits", "hexdigits", "octdigits",
           "printable", "punctuation", "whitespace", "Formatter", "Template"]

whitespace = " \t\n\r\v\f"
ascii_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_lowercase, ascii_uppercase = ascii_letters[:26], ascii_letters[26:]
digits = "0123456789"
hexdigits = "0123456789abcdefABCDEF"
octdigits = "01234567"
punctuation = "".join([chr(code) for code in range(33, 127) if not chr(code).isalnum()])
printable = "".join([digits, ascii_letters, punctuation, whitespace])


def capwords(s, sep=None):
    """Words capitalized and joined."""
    return (sep or " ").join(map(str.capitalize, s.split(sep)))


def __getattr__(name):
    if name not in ("Formatter", "Template"):
        raise AttributeError(f"module 'string' has no attribute {name!r}")
    import _string_classes
    found = globals()[name] = getattr(_string_classes, name)
    return found


def __dir__():
    return sorted({*globals(), *__all__})
