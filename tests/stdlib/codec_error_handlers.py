# Handlers of errors that a script registers are called by every codec, wherever texts are encoded and decoded.
import codecs
import io
import os
import tempfile

calls = []


def numbers(exc):
    calls.append((type(exc).__name__, exc.encoding, exc.start, exc.end, exc.reason))
    part = exc.object[exc.start:exc.end]
    if isinstance(exc, UnicodeEncodeError):
        return "<%s>" % ",".join(str(ord(c)) for c in part), exc.end
    return "<%s>" % part.hex(), exc.end


codecs.register_error("numbers", numbers)


def show(f):
    del calls[:]
    try:
        print(ascii(f()))
    except Exception as e:
        print(type(e).__name__, ascii(str(e)))
    for call in calls:
        print("   ", *call)


TEXTS = {"ascii": "aé\u20ac\udc80z", "latin-1": "aé\u20ac\udc80z", "utf-8": "aé\ud800\udc80z", "u8": "\ud800",
         "utf-8-sig": "a\ud800b", "utf-16": "aé\ud800\ud801z", "utf-16-be": "\udfff", "utf-32": "aé\ud800\ud801z",
         "utf-32-le": "\udfff!", "cp1252": "a\u0100\u0101é\u0102", "koi8-r": "\u0434é", "iso8859-15": "\u20ac\xa4x",
         "shift_jis": "\u3042é\u3044", "gb2312": "é\u4e00é", "unicode_escape": "\ud800", "raw_unicode_escape": "\ud800"}
for name, text in TEXTS.items():
    print(name)
    show(lambda: text.encode(name, "numbers"))
BYTES = {"ascii": b"a\x80\xffz", "utf-8": b"a\xff\xc3(\xe2\x82(\xe2\x82", "utf-8-sig": b"\xef\xbb\xbfa\xff",
         "utf-16": b"\xfe\xff\xd8\x00\x00a\xd8\x00", "utf-16-le": b"a\0\x00\xdcb\0\x00\xd8c\0d",
         "utf-32": b"a\0\0\0\0\0\x11\0b", "utf-32-be": b"\0\0\xd8\0\0\0\0a\0",
         "cp1252": b"a\x81\x8dz", "iso8859-7": b"\xae\xe1\xff",
         "shift_jis": b"\x82\xa0\x81", "unicode_escape": rb"\x4 \u12 \U00110000 \N{no such} \N",
         "raw_unicode_escape": rb"\u12x"}
for name, data in BYTES.items():
    print(name)
    show(lambda: data.decode(name, "numbers"))
    show(lambda: str(data, name, "numbers"))
    show(lambda: bytearray(data).decode(name, "numbers"))
show(lambda: bytes("é€", "latin-1", "numbers"))
show(lambda: codecs.encode("é€", "latin-1", "numbers"))
show(lambda: codecs.decode(b"\xff", "utf-8", "numbers"))
show(lambda: codecs.getencoder("ascii")("é", "numbers"))
show(lambda: codecs.utf_8_decode(b"a\xffb\xe2\x82", "numbers", False))

# Bytes stand for characters as they are; the handler goes on where it likes.
codecs.register_error("bytes", lambda e: (b"\xff\xfe", e.end))
codecs.register_error("skip", lambda e: ("", min(e.end + 1, len(e.object))))
codecs.register_error("last", lambda e: ("?", -1))
for name in ("ascii", "utf-8", "utf-16-le", "cp1252", "shift_jis"):
    for errors in ("bytes", "skip", "last"):
        show(lambda: "a\ud800bcd".encode(name, errors))
        show(lambda: b"a\x81\xff\xff\xffa".decode(name, errors))


class Back:
    """Goes back once, and then on."""

    def __init__(self):
        self.went = 0

    def __call__(self, exc):
        self.went += 1
        return "?", 0 if self.went < 3 else exc.end


for name in ("ascii", "latin-1", "utf-8", "utf-16", "cp1252", "gbk"):
    codecs.register_error("back", Back())
    show(lambda: "ab\ud800c".encode(name, "back"))
    codecs.register_error("back", Back())
    show(lambda: b"ab\xff\xff\xffc".decode(name, "back"))


# The input may be another one from then on.
def change(exc):
    exc.object = b"x\0\0\0y\0\0\0z\0\0\0"
    return "!", 4


codecs.register_error("change", change)
for name in ("ascii", "utf-8", "utf-16-le", "utf-32-le", "cp1252", "unicode_escape"):
    show(lambda: b"\\x\x81".decode(name, "change"))


def empty(exc):
    exc.object = b""
    return "\u4242", 0


codecs.register_error("empty", empty)
for name in ("ascii", "utf-8", "utf-16", "utf-32", "unicode_escape", "raw_unicode_escape"):
    show(lambda: (b"\\u1\xff" if "escape" in name else b"\xff").decode(name, "empty"))

# Files.
folder = tempfile.mkdtemp()
path = os.path.join(folder, "text")
with open(path, "w", encoding="ascii", errors="numbers", newline="\r\n") as f:
    show(lambda: f.write("é\n€\n"))
    print(f.errors, f.encoding)
with open(path, "rb") as f:
    print(f.read())
with open(path, "wb") as f:
    f.write(b"one\xff\ntwo\xc3\n" + b"x" * 9000 + b"\xe9\nend")
with open(path, encoding="utf-8", errors="numbers") as f:
    show(lambda: [len(line) if len(line) > 99 else line for line in f])
with open(path, encoding="cp1251", errors="numbers") as f:
    show(lambda: f.readline())
f = io.TextIOWrapper(io.BytesIO(), encoding="latin-1", errors="numbers")
f.write("\u20ac")
f.reconfigure(errors="skip")
f.write("\u20acab")
f.flush()
print(f.buffer.getvalue())
f = io.TextIOWrapper(io.BytesIO(b"\xff"), encoding="utf-8", errors="unheard of")
show(f.read)
f = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="unheard of")
show(lambda: f.write("é"))
os.remove(path)
os.rmdir(folder)

# The built-in handlers, by their functions.
for name in ("strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace", "namereplace", "surrogateescape",
             "surrogatepass"):
    handler = codecs.lookup_error(name)
    print(name, getattr(codecs, name + "_errors", handler) is handler, handler.__name__)
    codecs.register_error("my." + name, handler)
    for exc in (UnicodeEncodeError("ascii", "aé\u20ac\udc80\U0001f600", 1, 5, "why"),
                UnicodeEncodeError("utf-16", "\ud800\udfff", 0, 2, "why"),
                UnicodeDecodeError("utf-8", b"a\xff\x80b", 1, 3, "why"),
                UnicodeDecodeError("utf-8", b"\xed\xa0\x80", 0, 1, "why"),
                UnicodeTranslateError("aé\u20ac", 1, 3, "why"),
                UnicodeEncodeError("ascii", "abc", -5, 99, "why"), UnicodeError("x"), "no exception", 5, None):
        show(lambda: handler(exc))
    for text in ("aé\u20ac\udcff", "\ud800"):
        for encoding in ("ascii", "latin-1", "utf-8", "utf-16-le", "cp1252"):
            try:
                same = text.encode(encoding, name) == text.encode(encoding, "my." + name)
            except UnicodeEncodeError as e:
                same = str(e)
            print("   ", encoding, same)

# Handlers that are unknown, or none.
for name in ("nope", "", "é"):
    show(lambda: codecs.lookup_error(name))
    show(lambda: "é".encode("ascii", name))
    show(lambda: b"\xff".decode("ascii", name))
    show(lambda: "plain".encode("ascii", name))
for arguments in ((1, numbers), ("x", 5), (b"x", numbers)):
    show(lambda: codecs.register_error(*arguments))
show(lambda: codecs.lookup_error(5))

# The same exception object comes again; what a handler raises goes through.
seen = set()
codecs.register_error("same", lambda e: (seen.add(id(e)), ("", e.end))[1])
"éaéaé".encode("ascii", "same")
print(len(seen))


def refuse(exc):
    raise ValueError("refused")


codecs.register_error("refuse", refuse)
for name in ("ascii", "cp1252", "utf-8", "u8"):
    try:
        "\ud800".encode(name, "refuse")
    except ValueError as e:
        print(e, repr(e.__cause__), repr(e.__context__))

# Handlers that have no answer, and what they write where characters have other bytes than ASCII's.
for name in ("ascii", "utf-8", "utf-16-le", "cp1252", "gbk", "unicode_escape"):
    for errors in ("xmlcharrefreplace", "namereplace"):
        show(lambda: (b"\\x" if name == "unicode_escape" else b"\x81\xff\xff\xd8").decode(name, errors))
for name in ("cp037", "cp500", "shift_jis", "mac_roman", "cp437", "iso8859-7"):
    for errors in ("replace", "backslashreplace", "xmlcharrefreplace", "namereplace", "surrogatepass", "numbers"):
        show(lambda: "a\ud800\\~\u0394\U0001f600".encode(name, errors))
codecs.register_error("accent", lambda e: ("\xe9\u1234", e.end))
for name in ("shift_jis", "gb2312", "cp1252", "euc_kr"):
    show(lambda: "ab\ud800".encode(name, "accent"))

# Places in files.
stream = io.TextIOWrapper(io.BytesIO(b"x" * 100000 + b"\xff"))
show(stream.read)
stream = io.TextIOWrapper(io.BytesIO(b"x" * 70000 + b"\xff" + b"y" * 70000), errors="numbers")
show(lambda: len(stream.read()))
for name in ("utf-16", "utf-32"):
    show(io.TextIOWrapper(io.BytesIO(b"x"), encoding=name, errors="replace").read)
    show(io.TextIOWrapper(io.BytesIO(b"abcd"), encoding=name, errors="replace").read)
for name in ("mac_roman", "iso8859-7", "cp1252"):
    for text in ("a\udc80\udcffb", "\udc80\u0100", "\u0100\udc80", "\udc80a\u1234", "\udc80" * 5):
        show(lambda: text.encode(name, "surrogateescape"))
