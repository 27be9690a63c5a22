# Handlers of errors that answer with nonsense: CPython's exceptions, and no end of the program without one.
import codecs


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        if isinstance(self.value, int):
            return self.value
        raise self.value


class Pair(tuple):
    pass


class Text(str):
    pass


def t(f):
    try:
        print("   ", ascii(f()))
    except Exception as e:
        print("   ", type(e).__name__, ascii(str(e)), getattr(e, "start", ""), getattr(e, "end", ""))


ANSWERS = [42, None, (), ("a",), ("a", 1, 2), ["a", 1], "ab", ("a", "b"), ("a", 1.0), ("a", None), (1, 1), (None, 1),
           (b"a", 1), (bytearray(b"a"), 1), ("a", 2), ("a", 1), ("a", -1), ("a", -2), ("a", 3), ("a", -4), ("a", 10**30),
           ("a", -10**30), ("a", True), ("a", Index(1)), ("a", Index(9)), ("a", Index(ValueError("no"))), Pair(("a", 1)),
           (Text("b"), 1),
           ("é", 1), ("\u20ac", 1), ("\ud800", 1), (b"\xff\xff", 1), (b"", 1), ("", 1)]
for answer in ANSWERS:
    turns = []

    def handler(exc):
        turns.append(exc)
        if len(turns) > 3:  # one that goes back for ever
            raise KeyError("enough")
        return answer

    codecs.register_error("answer", handler)
    shown = repr(answer)
    print(ascii(shown) if " at 0x" not in shown else type(answer[1]).__name__)
    for name in ("ascii", "latin-1", "utf-8", "utf-16-le", "utf-32", "cp1252"):
        del turns[:]
        t(lambda: "\ud801b".encode(name, "answer"))
    for name in ("ascii", "utf-8", "utf-16-le", "cp1252", "unicode_escape"):
        del turns[:]
        data = {"unicode_escape": b"\\x", "utf-16-le": b"\0\xdc"}.get(name, b"\x81b")
        t(lambda: data.decode(name, "answer"))
    del turns[:]
    t(lambda: codecs.charmap_encode("\ud801b", "answer", {97: 65, 98: 66}))
    del turns[:]
    t(lambda: codecs.charmap_decode(b"\x81b", "answer", {97: 65, 98: 66}))


# Objects that are no input any more.
for what in (42, "text", None, bytearray(b"abc")):
    def spoil(exc):
        exc.object = what
        return "!", 0

    codecs.register_error("spoil", spoil)
    for name in ("ascii", "utf-8", "utf-16", "utf-32", "cp1252", "unicode_escape"):
        t(lambda: (b"\\x" if name == "unicode_escape" else b"\x81").decode(name, "spoil"))

# Attributes that a handler spoils are set again for the next error.
places = []


def vandal(exc):
    places.append((exc.start, exc.end))
    exc.start = exc.end = 1000
    exc.reason = None
    return "?", places[-1][1]


codecs.register_error("vandal", vandal)
t(lambda: "aéaé".encode("ascii", "vandal"))
t(lambda: b"a\xffa\xff".decode("utf-8", "vandal"))
print(places)


# Handlers within handlers.
def nested(exc):
    return "[" + exc.object[exc.start:exc.end].encode("ascii", "nested2").decode("ascii") + "]", exc.end


codecs.register_error("nested", nested)
codecs.register_error("nested2", lambda e: ("%x" % ord(e.object[e.start]), e.start + 1))
t(lambda: "aéü\u20ac".encode("ascii", "nested"))


def endless(exc):
    return exc.object.encode("ascii", "endless"), exc.end


codecs.register_error("endless", endless)
try:
    "é".encode("ascii", "endless")
except RecursionError:
    print("too deep")

# A handler that registers another one in its place, and one that drops what is decoded.
codecs.register_error("turn", lambda e: (codecs.register_error("turn", lambda e: ("2", e.end)), ("1", e.end))[1])
t(lambda: "éaé".encode("ascii", "turn"))
t(lambda: "éaé".encode("ascii", "turn"))
data = bytearray(b"a\xffb\xffc")


def clear(exc):
    try:
        data.clear()
    except BufferError as e:
        return "<BufferError>", exc.end
    return "<cleared>", exc.end


codecs.register_error("clear", clear)
t(lambda: len(data.decode("utf-8", "clear")) > 0)
