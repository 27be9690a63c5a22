"""CodecInfo of the encodings that are built in."""
from _codecs_classes import BufferedIncrementalDecoder, IncrementalDecoder, IncrementalEncoder
from _codecs_functions import FUNCTIONS, _text_decode, _text_encode
from _text_codecs import shown
from _codecs_streams import StreamReader as Reader, StreamWriter as Writer
from codecs import CodecInfo

# Encodings that have functions of their own, by the beginning of their names.
_FUNCTIONS = {"utf-8": "utf_8", "utf-16": "utf_16", "utf-16-le": "utf_16_le", "utf-16-be": "utf_16_be",
              "utf-32": "utf_32", "utf-32-le": "utf_32_le", "utf-32-be": "utf_32_be", "ascii": "ascii",
              "iso8859-1": "latin_1",
              "unicode-escape": "unicode_escape", "raw-unicode-escape": "raw_unicode_escape"}


def info(name, builtin):
    """The CodecInfo; `builtin` is the name of a native encoding or None. None: there is none."""
    if builtin is None:
        import _codecs_transforms
        return _codecs_transforms.info(name)
    encode, decode, partial = _functions(builtin)
    encoder, decoder = _incremental(builtin, encode, decode, partial)
    if builtin in ("utf-16", "utf-32"):
        from _codecs_marked import with_mark
        return with_mark(builtin, encode, decode)
    if builtin == "utf-8-sig":
        from _codecs_marked import with_signature
        return with_signature(encode, decode)
    return made(builtin, encode, decode, partial, encoder, decoder, wide=_is_wide(builtin))


def made(name, encode, decode, partial, encoder, decoder, textual=None, wide=False):
    """A CodecInfo with streams by these functions. wide: a set of several bytes a character."""
    reader, writer = _streams(encode, partial)
    if wide:
        reader = _wide_reader(name, decode, partial)
    place(name, encoder, decoder, reader, writer)
    return CodecInfo(encode, decode, reader, writer, encoder, decoder, name, _is_text_encoding=textual)


def place(name, *classes):
    """Call them what they are called in CPython, which has a module for each encoding."""
    stem = {"iso8859-1": "latin_1", "base64": "base64_codec", "bz2": "bz2_codec", "hex": "hex_codec",
            "quopri": "quopri_codec", "uu": "uu_codec", "zlib": "zlib_codec"}.get(name, name.replace("-", "_"))
    for cls, called in zip(classes, ("IncrementalEncoder", "IncrementalDecoder", "StreamReader", "StreamWriter")):
        cls.__module__ = "encodings." + stem
        cls.__name__ = cls.__qualname__ = called


def _streams(encode, partial):
    class StreamWriter(Writer):
        pass

    class StreamReader(Reader):
        pass

    StreamWriter.encode = staticmethod(encode)
    StreamReader.decode = staticmethod(partial)
    return StreamReader, StreamWriter


def _is_wide(name):
    return name not in _FUNCTIONS and shown(name) != "charmap"


def _wide_reader(name, decode, partial):
    from _multibytecodec import MultibyteStreamReader

    class StreamReader(MultibyteStreamReader, Reader):
        def decode(self, input, errors="strict"):
            return decode(input, errors)

        def _decode_part(self, input, errors, final):
            if name.startswith("iso2022"):
                return _shifted(input, errors, final, decode)
            return decode(input, errors) if final else partial(input, errors)

    return StreamReader


def _functions(name):
    """encode, decode, and the decode() of streams, which leaves an incomplete end."""
    if name in _FUNCTIONS:
        encode, some = FUNCTIONS[_FUNCTIONS[name] + "_encode"], FUNCTIONS[_FUNCTIONS[name] + "_decode"]
        if name in ("ascii", "iso8859-1"):
            return encode, some, some
        if name.endswith("escape"):
            return encode, some, lambda input, errors="strict": some(input, errors, False)

        def decode(input, errors="strict"):
            return some(input, errors, True)

        return encode, decode, some
    charmap = shown(name) == "charmap"
    function = "charmap_encode" if charmap else "encode"

    def encode(input, errors="strict"):
        if not isinstance(input, str):
            raise TypeError(f"{function}() argument 1 must be str, not "
                            f"{'None' if input is None else type(input).__name__}")
        return _text_encode(input, name, errors or "strict"), len(input)

    def decode(input, errors="strict"):
        return _text_decode(input, name, errors or "strict", True)

    def partial(input, errors="strict"):
        return _text_decode(input, name, errors or "strict", False)

    return encode, decode, decode if charmap else partial


def _incremental(name, encode, decode, partial):
    class Encoder(IncrementalEncoder):
        def encode(self, input, final=False):
            return encode(input, self.errors)[0]

    if decode is partial:
        class Decoder(IncrementalDecoder):
            def decode(self, input, final=False):
                return decode(input, self.errors)[0]
    elif name.startswith("iso2022"):
        class Decoder(BufferedIncrementalDecoder):
            def _buffer_decode(self, input, errors, final):
                return _shifted(input, errors, final, decode)
    else:
        class Decoder(BufferedIncrementalDecoder):
            def _buffer_decode(self, input, errors, final):
                return decode(input, errors) if final else partial(input, errors)

    return Encoder, Decoder


def _shifted(input, errors, final, decode):
    """What is not in ASCII's state at the end waits: the next piece begins in that state."""
    last = -1 if final else input.rfind(b"\x1b")
    if last >= 0 and input[last:last + 3] != b"\x1b(B":
        return decode(input[:last], errors)[0], last
    return decode(input, errors)
