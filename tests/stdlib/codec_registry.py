# Codecs of a script: found by search functions, used by str.encode(), bytes.decode(), open() and what codecs has.
import codecs
import io
import os
import tempfile


def show(f):
    try:
        print(ascii(f()))
    except Exception as e:
        print(type(e).__name__, ascii(str(e)), "from", type(e.__cause__).__name__)


asked = []


class Caesar(codecs.Codec):
    def encode(self, input, errors="strict"):
        return bytes([ord(c) + 1 for c in input]), len(input)

    def decode(self, input, errors="strict"):
        return "".join([chr(b - 1) for b in bytes(input)]), len(input)


class Encoder(codecs.IncrementalEncoder):
    def encode(self, input, final=False):
        return Caesar().encode(input)[0]


class Decoder(codecs.BufferedIncrementalDecoder):
    def _buffer_decode(self, input, errors, final):
        pairs = len(input) if final else len(input) // 2 * 2
        return Caesar().decode(input[:pairs])[0], pairs


class Reader(Caesar, codecs.StreamReader):
    pass


class Writer(Caesar, codecs.StreamWriter):
    pass


def search(name):
    asked.append(name)
    if name == "caesar":
        return codecs.CodecInfo(Caesar().encode, Caesar().decode, Reader, Writer, Encoder, Decoder, name="caesar")
    if name == "other":
        return codecs.CodecInfo(lambda o, e="strict": (o, 1), lambda o, e="strict": (o, 1), name="other",
                                _is_text_encoding=False)
    if name == "odd":
        return (lambda o, e="strict": (5, 1), lambda o, e="strict": (bytearray(b"x"), 1), None, None)
    if name == "single":
        return codecs.CodecInfo(lambda o, e="strict": 5, lambda o, e="strict": (1, 2, 3), name="single")
    if name == "raises":
        def fail(o, e="strict"):
            raise {"value": ValueError("bad"), "key": KeyError("k"), "os": OSError(2, "gone"), "two": ValueError(1, 2),
                   "none": ValueError(), "unicode": UnicodeError("u")}[o if isinstance(o, str) else bytes(o).decode()]
        return codecs.CodecInfo(fail, fail, name="raises")
    if name == "triple":
        return (1, 2, 3)
    if name == "angry":
        raise RuntimeError("search failed")
    return None


show(lambda: "abc".encode("caesar"))
codecs.register(search)
show(lambda: "abc".encode("caesar"))
show(lambda: "abc".encode("Caesar"))
show(lambda: b"bcd".decode("caesar"))
show(lambda: bytearray(b"bcd").decode("CAESAR", "whatever"))
show(lambda: str(b"bcd", "caesar"))
show(lambda: str(memoryview(b"bcd"), "caesar"))
show(lambda: bytes("abc", "caesar"))
show(lambda: codecs.encode("abc", "caesar"))
show(lambda: codecs.decode(b"bcd", "caesar"))
print(asked)
for name in ("Ünheard Of", "no-such", "a  b", "x.y-z"):
    show(lambda: "".encode(name) + "a".encode(name))
print(asked[1:])
info = codecs.lookup("caesar")
print(isinstance(info, tuple), len(info), info.name, info[0] == info.encode, info is codecs.lookup("CAESAR"),
      info.incrementaldecoder.__name__)
print(codecs.getencoder("caesar")("ab"), codecs.getdecoder("caesar")(b"bc"), codecs.getreader("caesar").__name__,
      codecs.getwriter("caesar").__name__, codecs.getincrementalencoder("caesar").__name__)
for name in ("other", "odd", "single", "triple", "angry"):
    print(name)
    show(lambda: "a".encode(name))
    show(lambda: b"a".decode(name))
    show(lambda: codecs.encode("a", name))
    show(lambda: codecs.decode(b"a", name))
    show(lambda: codecs.getincrementalencoder(name))
    show(lambda: io.TextIOWrapper(io.BytesIO(), encoding=name))
for text in ("value", "key", "os", "two", "none", "unicode"):
    show(lambda: text.encode("raises"))
    show(lambda: text.encode().decode("raises"))
    show(lambda: codecs.encode(text, "raises"))

# Files.
folder = tempfile.mkdtemp()
path = os.path.join(folder, "text")
with open(path, "w", encoding="caesar") as f:
    print(f.write("hello\nworld\n"), f.encoding)
with open(path, "rb") as f:
    print(f.read())
with open(path, encoding="caesar") as f:
    print(f.readline(), end="")
    print(f.read(2), f.tell(), f.read())
    f.seek(0)
    print(f.readlines())
with open(path, "a", encoding="caesar") as f:
    f.write("more")
    print(f.tell())
with codecs.open(path, encoding="caesar") as f:
    print(f.readline(), f.read(), type(f).__name__, f.encoding)
with codecs.open(path, "w", "caesar") as f:
    f.write("abc")
    f.writelines(["d", "e"])
with open(path, "r+", encoding="caesar") as f:
    print(f.read())
    f.write("xyz")
    f.flush()
    f.seek(0)
    print(f.read())
with open(path, "rb") as raw:
    print(list(codecs.iterdecode(raw, "caesar")), list(codecs.iterencode(["ab", "", "c"], "caesar")))
os.remove(path)
os.rmdir(folder)
stream = io.TextIOWrapper(io.BytesIO(b"bcd"), encoding="ascii")
stream.reconfigure(encoding="caesar")
print(stream.read(), stream.encoding, stream.errors)
show(lambda: io.TextIOWrapper(io.BytesIO(), encoding="no-such"))
show(lambda: io.TextIOWrapper(io.BytesIO(), encoding="hex"))


# Incremental classes that give the wrong things.
class Bad(codecs.IncrementalDecoder):
    def decode(self, input, final=False):
        return b"bytes"


class BadEncoder(codecs.IncrementalEncoder):
    def encode(self, input, final=False):
        return "text"


codecs.register(lambda name: codecs.CodecInfo(Caesar().encode, Caesar().decode, incrementaldecoder=Bad,
                                              incrementalencoder=BadEncoder, name=name) if name == "bad" else None)
show(io.TextIOWrapper(io.BytesIO(b"x"), encoding="bad").read)
show(lambda: io.TextIOWrapper(io.BytesIO(), encoding="bad").write("x"))

# Search functions come and go.
codecs.unregister(search)
show(lambda: "abc".encode("caesar"))
codecs.unregister(search)
codecs.unregister(5)
codecs.register(search)
show(lambda: "abc".encode("caesar"))
codecs.unregister(search)
show(lambda: codecs.register(5))
show(lambda: codecs.lookup(5))
show(lambda: codecs.lookup("a\0b"))
show(lambda: codecs.encode("a", 5))
show(lambda: codecs.decode(b"a", "utf-8", 5))
show(lambda: codecs.encode(5))
show(lambda: codecs.encode(b"x", "utf-8"))
show(lambda: codecs.decode("x", "utf-8"))

# What is built in.
for name in ("utf8", "U8", "latin1", "ASCII", "cp1252", "utf_16-le", "koi8_r", "mac_roman", "euc_jp", "unicode_escape",
             "hex", "rot13", "base64", "zip", "quopri", "uu", "bz2", "charmap", "utf-8-sig"):
    info = codecs.lookup(name)
    print(name, info.name, info._is_text_encoding, repr(info).partition(" at ")[0])
for name in codecs.__all__:
    getattr(codecs, name)
for name in ("utf-8", "latin-1", "cp1252", "utf-16", "utf-8-sig", "hex", "rot13", "unicode_escape"):
    info = codecs.lookup(name)
    print(info.incrementalencoder, info.incrementaldecoder, info.streamreader, info.streamwriter)
