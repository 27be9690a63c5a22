# struct: what it says of values, formats and buffers that do not fit, in native and in standard layouts.
import struct


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value

    def __repr__(self):
        return f"Index({self.value!r})"


class Broken:
    def __index__(self):
        raise ZeroDivisionError("index")

    def __float__(self):
        raise ZeroDivisionError("float")

    def __bool__(self):
        raise ZeroDivisionError("bool")

    def __repr__(self):
        return "Broken()"


def tell(function, *args, **keywords):
    try:
        text = repr(function(*args, **keywords))
    except Exception as e:
        text = f"{type(e).__name__} {e}"
    print(function.__name__, *map(repr, args), keywords or "", "->", text)


edges = [sign * (1 << bits) + d for bits in (7, 8, 15, 16, 31, 32, 63, 64) for sign in (1, -1) for d in (-1, 0)]
others = [True, 1.5, 65520.0, 3.5e38, -1e300, "1", b"a", b"ab", bytearray(b"a"), None, 10**400]
others += [Index(3), Index(-1), Index(2**70), Index("s"), Broken()]
for layout in "@<>":
    for code in "bBhHiIlLqQnNPcefd?sp":
        answers = {}
        for i, value in enumerate(edges + others):
            try:
                text = struct.pack(layout + code, value) and "bytes"
            except Exception as e:
                text = f"{type(e).__name__} {e}"
            answers.setdefault(text, []).append(i)
        print(layout + code, *answers.items(), sep="\n    ")
for layout in ("", "@", "=", "!"):
    for rest in ("", "Z", "3", "2 i", "-1i", "i@", "0i", "i0q", "cq", "i\0", "é", "\ud800", "9223372036854775807x",
                 "9223372036854775808x", "99999999999999999999i", "4611686018427387904h", "ii", "3s2x"):
        tell(struct.calcsize, layout + rest)
        for values in ((), (1,), (1, 2, 3)):
            if "9223372036854775807" not in rest:
                tell(struct.pack, layout + rest, *values)
for form in (None, 1, "i", b"i", "", bytearray(b"i"), "é".encode()):
    if form != bytearray(b"i"):
        tell(struct.Struct.__new__(struct.Struct).__init__, form)
tell(struct.pack)
tell(struct.pack_into)
for buffer in (bytearray(8), b"12345678", memoryview(b"1234"), "text", None, memoryview(bytearray(8))):
    if not isinstance(buffer, memoryview):
        tell(struct.unpack, "i", buffer)
        tell(struct.iter_unpack, "0s", buffer)
        tell(struct.pack_into, "i", buffer, 0, 1)
    else:
        try:
            print(struct.pack_into("i", buffer, 0, 1), bytes(buffer))
        except TypeError as e:
            print(e)
    for offset in (1, 5, -1, -8, -9, 2**70, None, 1.5, Index(4)):
        if not isinstance(buffer, memoryview):
            tell(struct.unpack_from, "i", buffer, offset)
            tell(struct.pack_into, "i", buffer, offset, 1)
tell(struct.pack_into, "i", bytearray(4))
tell(struct.pack_into, "i", bytearray(4), 0)
tell(struct.pack_into, "i", "no buffer", "no offset", 1, 2)
s = struct.Struct("<ihb")
print(type(s).__module__, s.size, s.format)
tell(s.pack, 1)
tell(s.pack, 1, 2, 300)
tell(s.pack_into)
tell(s.pack_into, bytearray(7))
tell(s.pack_into, bytearray(7), 0, 1)
tell(s.unpack, b"1")
tell(s.unpack_from, bytes(9), 3)
tell(s.iter_unpack, bytes(13))
tell(s.__reduce_ex__, 2)
try:
    s.other = 1
except AttributeError as e:
    print(e)
