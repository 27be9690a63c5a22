"""UTF-7: ASCII, with other characters as UTF-16 in base 64 between '+' and '-'."""
from _codecs import lookup_error
from _codecs_functions import _check_text, decoding_answer

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {ord(c): i for i, c in enumerate(_DIGITS)}
_DIRECT = set(_DIGITS[:62] + "'(),-./:?" + "!\"#$%&*;<=>@[]^_`{|}" + " \t\r\n")


def utf_7_encode(str, errors=None, /):
    _check_text(str, "utf_7_encode")
    out = []
    word = bits = 0
    shifted = False
    for c in str:
        if c in _DIRECT:
            if shifted:
                if bits:
                    out.append(_DIGITS[word << 6 - bits & 63])
                word = bits = 0
                shifted = False
                if c in _DIGITS or c == "-":
                    out.append("-")
            out.append(c)
            continue
        if not shifted:
            if c == "+":
                out.append("+-")
                continue
            out.append("+")
            shifted = True
        code = ord(c)
        if code >= 0x10000:
            word = word << 32 | 0xd800 + (code - 0x10000 >> 10) << 16 | 0xdc00 + (code - 0x10000 & 0x3ff)
            bits += 32
        else:
            word = word << 16 | code
            bits += 16
        while bits >= 6:
            bits -= 6
            out.append(_DIGITS[word >> bits & 63])
        word &= (1 << bits) - 1
    if bits:
        out.append(_DIGITS[word << 6 - bits & 63])
    if shifted:
        out.append("-")
    return "".join(out).encode("ascii"), len(str)


def utf_7_decode(data, errors=None, final=False, /):
    source = bytes(memoryview(data))
    out = []
    at = start = word = bits = surrogate = shift_out = 0
    shifted = False
    handler = exc = None
    while True:
        reason = None
        while at < len(source):
            c = source[at]
            if shifted and c in _VALUES:
                word = word << 6 | _VALUES[c]
                bits += 6
                at += 1
                if bits >= 16:
                    bits -= 16
                    unit = word >> bits
                    word &= (1 << bits) - 1
                    if surrogate:
                        if 0xdc00 <= unit < 0xe000:
                            out.append(chr(0x10000 + (surrogate - 0xd800 << 10) + unit - 0xdc00))
                            surrogate = 0
                            continue
                        out.append(chr(surrogate))
                        surrogate = 0
                    if 0xd800 <= unit < 0xdc00:
                        surrogate = unit
                    else:
                        out.append(chr(unit))
                continue
            if shifted:
                shifted = False
                if bits >= 6 or word:
                    at += 1
                    reason = ("partial character in shift sequence" if bits >= 6 else
                              "non-zero padding bits in shift sequence")
                    break
                if surrogate and c <= 127 and c != 43:
                    out.append(chr(surrogate))
                surrogate = 0
                if c == 45:
                    at += 1
                continue
            at += 1
            if c == 43:
                start = at - 1
                if source[at:at + 1] == b"-":
                    at += 1
                    out.append("+")
                elif at < len(source) and source[at] not in _VALUES:
                    at += 1
                    reason = "ill-formed sequence"
                    break
                else:
                    shifted = True
                    surrogate = word = bits = 0
                    shift_out = len(out)
            elif c <= 127:
                out.append(chr(c))
            else:
                start = at - 1
                reason = "unexpected special character"
                break
        if reason is None and final and shifted and (surrogate or bits >= 6 or word):
            reason = "unterminated shift sequence"
            at = len(source)
            shifted = False
        if reason is None:
            break
        if handler is None:
            handler = lookup_error(errors or "strict")
            exc = UnicodeDecodeError("utf7", source, start, at, reason)
        exc.start, exc.end, exc.reason = start, at, reason
        by, source, at = decoding_answer(handler, exc)
        out.append(by)
    if shifted and not final:
        del out[shift_out:]
        return "".join(out), start
    return "".join(out), len(data)
