"""Encodings that begin with a byte order mark: utf-16, utf-32 and utf-8-sig. Only the first piece has one."""
from _codecs_builtin import place
from _codecs_classes import BufferedIncrementalDecoder, IncrementalEncoder as Encoder
from _codecs_functions import FUNCTIONS
from _codecs_streams import StreamReader as Reader, StreamWriter as Writer
from codecs import BOM_UTF8, CodecInfo


def with_mark(name, encode, decode):
    """The CodecInfo of utf-16 or utf-32."""
    stem, size = name.replace("-", "_"), int(name[-2:]) // 8
    ex_decode = FUNCTIONS[stem + "_ex_decode"]
    decoders = {-1: FUNCTIONS[stem + "_le_decode"], 1: FUNCTIONS[stem + "_be_decode"]}
    encode_behind = FUNCTIONS[stem + "_le_encode"]

    def first_decoded(input, errors, final):
        """(text, length, what decodes the rest or None)."""
        text, used, order = ex_decode(input, errors, 0, final)
        if order == 0 and used >= size:
            raise UnicodeError(f"{name.upper()} stream does not start with BOM")
        return text, used, decoders.get(order)

    class IncrementalEncoder(Encoder):
        def __init__(self, errors="strict"):
            Encoder.__init__(self, errors)
            self.encoder = None

        def encode(self, input, final=False):
            if self.encoder is not None:
                return self.encoder(input, self.errors)[0]
            made = encode(input, self.errors)[0]
            self.encoder = encode_behind
            return made

        def reset(self):
            Encoder.reset(self)
            self.encoder = None

        def getstate(self):
            return 0 if self.encoder else 2

        def setstate(self, state):
            self.encoder = None if state else encode_behind

    class IncrementalDecoder(BufferedIncrementalDecoder):
        def __init__(self, errors="strict"):
            BufferedIncrementalDecoder.__init__(self, errors)
            self.decoder = None

        def _buffer_decode(self, input, errors, final):
            if self.decoder is not None:
                return self.decoder(input, errors, final)
            text, used, self.decoder = first_decoded(input, errors, final)
            return text, used

        def reset(self):
            BufferedIncrementalDecoder.reset(self)
            self.decoder = None

        def getstate(self):
            buffered = BufferedIncrementalDecoder.getstate(self)[0]
            if self.decoder is None:
                return buffered, 2
            return buffered, int(self.decoder is decoders[1])

        def setstate(self, state):
            BufferedIncrementalDecoder.setstate(self, state)
            self.decoder = decoders.get({0: -1, 1: 1}.get(state[1]))

    class StreamWriter(Writer):
        def __init__(self, stream, errors="strict"):
            Writer.__init__(self, stream, errors)
            self.encoder = None

        def reset(self):
            Writer.reset(self)
            self.encoder = None

        def encode(self, input, errors="strict"):
            if self.encoder is not None:
                return self.encoder(input, errors)
            made = encode(input, errors)
            self.encoder = encode_behind
            return made

    class StreamReader(Reader):
        def reset(self):
            Reader.reset(self)
            vars(self).pop("decode", None)

        def decode(self, input, errors="strict"):
            text, used, decoder = first_decoded(input, errors, False)
            if decoder is not None:
                self.decode = decoder
            return text, used

    place(name, IncrementalEncoder, IncrementalDecoder, StreamReader, StreamWriter)
    return CodecInfo(encode, decode, StreamReader, StreamWriter, IncrementalEncoder, IncrementalDecoder, name)


def with_signature(encode, decode):
    """The CodecInfo of utf-8-sig."""
    plain_encode, plain_decode = FUNCTIONS["utf_8_encode"], FUNCTIONS["utf_8_decode"]

    def first_decoded(input, errors, final):
        """(text, length), and whether it is still not known if there is a mark."""
        if len(input) < 3 and BOM_UTF8.startswith(bytes(input)):
            return "", 0, True
        skipped = 3 if bytes(input[:3]) == BOM_UTF8 else 0
        text, used = plain_decode(input[skipped:], errors, final)
        return text, used + skipped, False

    class IncrementalEncoder(Encoder):
        def __init__(self, errors="strict"):
            Encoder.__init__(self, errors)
            self.first = 1

        def encode(self, input, final=False):
            if not self.first:
                return plain_encode(input, self.errors)[0]
            self.first = 0
            return BOM_UTF8 + plain_encode(input, self.errors)[0]

        def reset(self):
            Encoder.reset(self)
            self.first = 1

        def getstate(self):
            return self.first

        def setstate(self, state):
            self.first = state

    class IncrementalDecoder(BufferedIncrementalDecoder):
        def __init__(self, errors="strict"):
            BufferedIncrementalDecoder.__init__(self, errors)
            self.first = 1

        def _buffer_decode(self, input, errors, final):
            if not self.first:
                return plain_decode(input, errors, final)
            text, used, unknown = first_decoded(input, errors, final)
            self.first = int(unknown)
            return text, used

        def reset(self):
            BufferedIncrementalDecoder.reset(self)
            self.first = 1

        def getstate(self):
            return BufferedIncrementalDecoder.getstate(self)[0], self.first

        def setstate(self, state):
            BufferedIncrementalDecoder.setstate(self, state)
            self.first = state[1]

    class StreamWriter(Writer):
        def reset(self):
            Writer.reset(self)
            vars(self).pop("encode", None)

        def encode(self, input, errors="strict"):
            self.encode = plain_encode
            return encode(input, errors)

    class StreamReader(Reader):
        def reset(self):
            Reader.reset(self)
            vars(self).pop("decode", None)

        def decode(self, input, errors="strict"):
            text, used, unknown = first_decoded(input, errors, False)
            if not unknown:
                self.decode = plain_decode
            return text, used

    place("utf-8-sig", IncrementalEncoder, IncrementalDecoder, StreamReader, StreamWriter)
    return CodecInfo(encode, decode, StreamReader, StreamWriter, IncrementalEncoder, IncrementalDecoder, "utf-8-sig")
