# bz2 and lzma: bytes, pieces, files in both directions, several streams, filters, errors.
import bz2
import io
import lzma
import os
import tempfile


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


data = b"".join(b"%d line\n" % i for i in range(5000))
for module, error in (bz2, OSError), (lzma, lzma.LZMAError):
    packed = module.compress(data)
    print(len(packed), module.decompress(packed + packed) == data * 2, module.decompress(module.compress(b"")))
    name = os.path.join(tempfile.mkdtemp(), "file")
    with module.open(name, "wt", encoding="utf-8") as f:
        f.write("first\nzw\u00f6lf\n")
    with module.open(name, "ab") as f:
        print(f.write(b"last"), f.tell(), f.writable(), f.readable())
    print(module.open(name, "rt", encoding="utf-8").readlines())
    with module.open(io.BytesIO(packed + packed)) as f:
        print(f.readline(), f.tell(), f.seek(100), f.read(10), f.seek(-5, 2), f.read(), f.read(), f.seekable())
        print(f.seek(3), f.peek(1)[:4], f.read1(4), f.closed)
    print(f.closed)
    t(lambda: f.read())
    t(lambda: module.decompress(packed[:-10]))
    t(lambda: module.decompress(b"no such stream at all"))
    t(lambda: module.open(io.BytesIO(packed[:-10])).read())
    t(lambda: module.open(name, "rw"))
    t(lambda: module.open(name, "rb", encoding="utf-8"))
    t(lambda: module.open(3.5))
stream = bz2.BZ2Decompressor()
packed = bz2.compress(data)
out = stream.decompress(packed[:100])
print(stream.needs_input, stream.eof, len(stream.decompress(packed[100:] + b"tail", max_length=50)), stream.needs_input)
print(len(stream.decompress(b"")) > 40000, stream.eof, stream.unused_data)
t(lambda: stream.decompress(b""))
c = bz2.BZ2Compressor(1)
print(bz2.decompress(c.compress(data) + c.flush()) == data)
t(c.flush)
t(lambda: c.compress(b""))
t(lambda: bz2.compress(b"", 0))
for form in lzma.FORMAT_ALONE, lzma.FORMAT_XZ:
    packed = lzma.compress(data, format=form, preset=9 | lzma.PRESET_EXTREME)
    print(len(packed), lzma.decompress(packed) == data)
filters = [{"id": lzma.FILTER_DELTA, "dist": 3}, {"id": lzma.FILTER_LZMA2, "preset": 3, "dict_size": 1 << 16}]
packed = lzma.compress(data, format=lzma.FORMAT_RAW, filters=filters)
print(len(packed), lzma.decompress(packed, lzma.FORMAT_RAW, filters=filters) == data)
d = lzma.LZMADecompressor()
print(d.check, d.eof, d.needs_input, d.decompress(lzma.compress(b"a", check=lzma.CHECK_CRC32) + b"tail"), d.check, d.eof,
      d.unused_data)
print(lzma.is_check_supported(lzma.CHECK_SHA256), lzma._encode_filter_properties({"id": lzma.FILTER_LZMA1}))
print(lzma._decode_filter_properties(lzma.FILTER_LZMA1, b"]\0\0\x80\0"))
C, D = lzma.LZMACompressor, lzma.LZMADecompressor
for call in (lambda: C(format=7), lambda: C(preset=99), lambda: C(check=77), lambda: C(format=lzma.FORMAT_RAW),
             lambda: C(format=lzma.FORMAT_ALONE, check=1), lambda: C(preset=3, filters=[]), lambda: C(filters=[{}]),
             lambda: C(filters=[3]), lambda: C(filters=[{"id": 99}]),
             lambda: C(filters=[{"id": lzma.FILTER_LZMA2, "foo": 3}]),
             lambda: C(filters=[{"id": lzma.FILTER_LZMA2}] * 6), lambda: D(format=9), lambda: D(format=lzma.FORMAT_RAW),
             lambda: D(memlimit=10).decompress(lzma.compress(data))):
    t(call)


class Letters(io.RawIOBase):
    """A raw stream of a script below a buffered one."""
    at = 0

    def readable(self):
        return True

    def seekable(self):
        return True

    def readinto(self, buffer):
        n = min(len(buffer), 7, 40 - self.at)
        buffer[:n] = bytes(97 + (self.at + i) % 26 for i in range(n))
        self.at += n
        return n

    def seek(self, offset, whence=0):
        self.at = (0, self.at, 40)[whence] + offset
        return self.at


b = io.BufferedReader(Letters())
print(b.read(3), b.peek()[:2], b.tell(), b.read1(3), b.seek(-2, 2), b.read(), b.seek(0), b.readline(5))
t(lambda: io.BufferedWriter(Letters()))


class Sink(io.RawIOBase):
    def __init__(self):
        self.got = []

    def writable(self):
        return True

    def write(self, data):
        self.got.append(bytes(data)[:4])
        return min(4, len(data))


w = io.BufferedWriter(Sink())
print(w.write(b"abcdefghij"), w.raw.got)
w.flush()
print(w.raw.got)
