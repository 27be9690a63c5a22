"""Codecs between bytes and bytes, rot13 between texts, and charmap, undefined and utf-7."""
import _codecs_builtin
from _codecs_classes import BufferedIncrementalDecoder, IncrementalDecoder, IncrementalEncoder
from _codecs_functions import FUNCTIONS

_ALIASES = {"base64_codec": "base64", "base_64": "base64", "bz2_codec": "bz2", "hex_codec": "hex",
            "quopri_codec": "quopri", "quoted_printable": "quopri", "quotedprintable": "quopri", "uu_codec": "uu",
            "zlib_codec": "zlib",
            "zip": "zlib", "rot_13": "rot13", "u7": "utf_7",
            "utf7": "utf_7", "unicode_1_1_utf_7": "utf_7"}


def info(name):
    """The CodecInfo, or None."""
    name = _ALIASES.get(name, name)
    if name in ("base64", "bz2", "hex", "quopri", "uu", "zlib"):
        return _between_bytes(name)
    return {"rot13": _rot13, "charmap": _charmap, "undefined": _undefined, "utf_7": _utf_7}.get(name, lambda: None)()


def _changes(name):
    """What encodes, and what decodes."""
    if name == "base64":
        import base64
        return base64.encodebytes, base64.decodebytes
    if name == "hex":
        import binascii
        return binascii.b2a_hex, binascii.a2b_hex
    if name == "quopri":
        from _binascii_text import _buffer, a2b_qp, b2a_qp
        return lambda data: b2a_qp(_buffer(data), quotetabs=True), lambda data: a2b_qp(_buffer(data))
    if name == "uu":
        return _uu_encode, _uu_decode
    module = __import__(name)
    return module.compress, module.decompress


def _between_bytes(name):
    change, undo = _changes(name)

    def encode(input, errors="strict"):
        assert errors == "strict"
        return change(input), len(input)

    def decode(input, errors="strict"):
        assert errors == "strict"
        return undo(input), len(input)

    encode.__name__ = encode.__qualname__ = name + "_encode"
    decode.__name__ = decode.__qualname__ = name + "_decode"
    encoder, decoder = _pieces(encode, decode)
    if name in ("zlib", "bz2"):
        encoder, decoder = _compressed(name)
    made = _codecs_builtin.made(name, encode, decode, decode, encoder, decoder, False)
    made.streamreader.charbuffertype = made.streamwriter.charbuffertype = bytes
    return made


def _pieces(encode, decode):
    """Incremental classes for pieces that do not depend on each other."""
    class Encoder(IncrementalEncoder):
        def encode(self, input, final=False):
            return encode(input, self.errors)[0]

    class Decoder(IncrementalDecoder):
        def decode(self, input, final=False):
            return decode(input, self.errors)[0]

    return Encoder, Decoder


def _compressed(name):
    module = __import__(name)
    compressor, decompressor = ((module.compressobj, module.decompressobj) if name == "zlib" else
                                (module.BZ2Compressor, module.BZ2Decompressor))

    class Encoder(IncrementalEncoder):
        def __init__(self, errors="strict"):
            assert errors == "strict"
            self.errors = errors
            self.compressobj = compressor()

        def encode(self, input, final=False):
            made = self.compressobj.compress(input)
            return made + self.compressobj.flush() if final else made

        def reset(self):
            self.compressobj = compressor()

    class Decoder(IncrementalDecoder):
        def __init__(self, errors="strict"):
            assert errors == "strict"
            self.errors = errors
            self.decompressobj = decompressor()

        def decode(self, input, final=False):
            try:
                made = self.decompressobj.decompress(input)
            except EOFError:
                return ""
            return made + self.decompressobj.flush() if final and name == "zlib" else made

        def reset(self):
            self.decompressobj = decompressor()

    return Encoder, Decoder


def _uu_encode(input, filename="<data>", mode=0o666):
    from _binascii_text import _buffer, b2a_uu
    data = bytes(_buffer(input))
    name = filename.replace("\n", "\\n").replace("\r", "\\r")
    lines = [b2a_uu(data[i:i + 45]) for i in range(0, len(data), 45)]
    return b"".join([f"begin {mode & 0o777:o} {name}\n".encode("ascii"), *lines, b" \nend\n"])


def _uu_decode(input):
    from _binascii_text import Error, _buffer, a2b_uu
    lines = bytes(_buffer(input)).splitlines(keepends=True)
    for first, line in enumerate(lines):
        if line[:5] == b"begin":
            break
    else:
        raise ValueError('Missing "begin" line in input data')
    made = []
    for line in lines[first + 1:]:
        if line == b"end\n" or line == b"end":
            return b"".join(made)
        try:
            part = a2b_uu(line)
        except Error:
            # Some programs pad a line beyond what its first character tells.
            part = a2b_uu(line[:((line[0] - 32 & 63) * 4 + 5) // 3])
        made.append(part)
    raise ValueError("Truncated input data")


def _rot13():
    small = "abcdefghijklmnopqrstuvwxyz"
    turned = small[13:] + small[:13]
    table = str.maketrans(small + small.upper(), turned + turned.upper())

    def change(input, errors="strict"):
        return str.translate(input, table), len(input)

    encode, decode = change, lambda input, errors="strict": change(input, errors)
    return _codecs_builtin.made("rot-13", encode, decode, decode, *_pieces(encode, decode), False)


def _charmap():
    encode, decode = FUNCTIONS["charmap_encode"], FUNCTIONS["charmap_decode"]

    class Encoder(IncrementalEncoder):
        def __init__(self, errors="strict", mapping=None):
            IncrementalEncoder.__init__(self, errors)
            self.mapping = mapping

        def encode(self, input, final=False):
            return encode(input, self.errors, self.mapping)[0]

    class Decoder(IncrementalDecoder):
        def __init__(self, errors="strict", mapping=None):
            IncrementalDecoder.__init__(self, errors)
            self.mapping = mapping

        def decode(self, input, final=False):
            return decode(input, self.errors, self.mapping)[0]

    return _codecs_builtin.made("charmap", encode, decode, decode, Encoder, Decoder)


def _undefined():
    def encode(input, errors="strict"):
        raise UnicodeError("undefined encoding")

    def decode(input, errors="strict"):
        raise UnicodeError("undefined encoding")

    return _codecs_builtin.made("undefined", encode, decode, decode, *_pieces(encode, decode))


def _utf_7():
    encode, partial = FUNCTIONS["utf_7_encode"], FUNCTIONS["utf_7_decode"]

    def decode(input, errors="strict"):
        return partial(input, errors, True)

    class Decoder(BufferedIncrementalDecoder):
        def _buffer_decode(self, input, errors, final):
            return partial(input, errors, final)

    return _codecs_builtin.made("utf-7", encode, decode, partial, _pieces(encode, decode)[0], Decoder)
