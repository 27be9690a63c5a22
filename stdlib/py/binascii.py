"""Bytes and text."""

import _base64


class Error(ValueError):
    """Text that cannot be read."""


class Incomplete(Exception):
    """Text that ends too soon."""


_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {c: i for i, c in enumerate(_ALPHABET)}


def _bytes(s):
    if isinstance(s, (bytes, bytearray)):
        return s
    if isinstance(s, str):
        try:
            return s.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII characters") from None
    try:
        return memoryview(s).tobytes()
    except TypeError:
        raise TypeError("argument should be bytes, buffer or ASCII string, not %r" % type(s).__name__) from None


def _buffer(s):
    if isinstance(s, (bytes, bytearray)):
        return s
    if isinstance(s, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return memoryview(s).tobytes()


def b2a_base64(data, /, *, newline=True):
    """Base 64."""
    text = _base64.encode(data)
    return text + b"\n" if newline else text


def a2b_base64(data, /, *, strict_mode=False):
    """The bytes of base 64 text."""
    data = _bytes(data)
    if not strict_mode:
        plain = _base64.decode(data)
        if plain is not None:
            return plain
    if strict_mode and data[:1] == b"=":
        raise Error("Leading padding not allowed")
    values = _VALUES
    out = bytearray()
    quad = 0
    word = 0
    pads = 0
    padded = False
    for i, c in enumerate(data):
        if c == 61:
            padded = True
            if quad >= 2:
                pads += 1
                if quad + pads >= 4:
                    if strict_mode and i + 1 < len(data):
                        raise Error("Excess data after padding")
                    return bytes(out)
                continue
            continue
        v = values.get(c)
        if v is None:
            if strict_mode:
                raise Error("Only base64 data is allowed")
            continue
        if strict_mode and padded:
            raise Error("Discontinuous padding not allowed")
        pads = 0
        if quad == 0:
            word = v
            quad = 1
        elif quad == 1:
            out.append(word << 2 | v >> 4)
            word = v & 15
            quad = 2
        elif quad == 2:
            out.append(word << 4 | v >> 2)
            word = v & 3
            quad = 3
        else:
            out.append(word << 6 | v)
            word = 0
            quad = 0
    if quad:
        if quad == 1:
            raise Error(f"Invalid base64-encoded string: number of data characters ({len(out) // 3 * 4 + 1}) cannot be 1 "
                        "more than a multiple of 4")
        raise Error("Incorrect padding")
    return bytes(out)


def hexlify(data, sep="", bytes_per_sep=1):
    """Two digits a byte."""
    data = bytes(_buffer(data))
    text = data.hex(sep, bytes_per_sep) if sep else data.hex()
    return text.encode("ascii")


def unhexlify(hexstr, /):
    """The bytes of hexadecimal text."""
    data = _bytes(hexstr)
    if len(data) % 2:
        raise Error("Odd-length string")
    text = bytes(data).decode("latin-1")
    for c in text:
        if c not in "0123456789abcdefABCDEF":
            raise Error("Non-hexadecimal digit found")
    return bytes.fromhex(text)


b2a_hex = hexlify
a2b_hex = unhexlify

_crc_table = []


def crc32(data, value=0, /):
    """The CRC-32 of bytes."""
    if not _crc_table:
        for n in range(256):
            for _ in range(8):
                n = n >> 1 ^ 0xedb88320 if n & 1 else n >> 1
            _crc_table.append(n)
    crc = value & 0xffffffff ^ 0xffffffff
    table = _crc_table
    for c in _buffer(data):
        crc = crc >> 8 ^ table[(crc ^ c) & 255]
    return crc ^ 0xffffffff


def crc_hqx(data, crc, /):
    """The CRC-CCITT of bytes."""
    crc &= 0xffff
    for c in _buffer(data):
        crc ^= c << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xffff
    return crc


_TEXTS = ("a2b_qp", "a2b_uu", "b2a_qp", "b2a_uu")


def __getattr__(name):
    if name not in _TEXTS:
        raise AttributeError(f"module 'binascii' has no attribute {name!r}")
    import _binascii_text
    found = globals()[name] = getattr(_binascii_text, name)
    return found


def __dir__():
    return sorted({*globals(), *_TEXTS})
