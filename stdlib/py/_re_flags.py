"""The flags of re, which makes this enumeration when it is first asked for it: most programs name none of them."""
import enum


class RegexFlag(enum.IntFlag, boundary=enum.KEEP):
    """How a pattern is read and matched."""
    __module__ = "re"
    NOFLAG = 0
    ASCII = A = 256
    IGNORECASE = I = 2
    LOCALE = L = 4
    UNICODE = U = 32
    MULTILINE = M = 8
    DOTALL = S = 16
    VERBOSE = X = 64
    TEMPLATE = T = 1
    DEBUG = 128

    def __repr__(self):
        number = self._value_
        left = ~number if number < 0 else number
        parts = []
        for name in ("ASCII", "IGNORECASE", "LOCALE", "UNICODE", "MULTILINE", "DOTALL", "VERBOSE", "TEMPLATE", "DEBUG"):
            bit = RegexFlag.__members__[name]._value_
            if left & bit:
                left ^= bit
                parts.append("re." + name)
        parts += [hex(left)] if left else []
        text = "|".join(parts)
        if number >= 0:
            return text or "re.NOFLAG"
        return f"~({text})" if len(parts) > 1 else "~" + text

    __str__ = object.__str__
