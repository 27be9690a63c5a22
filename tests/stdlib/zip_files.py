# zlib, gzip and zipfile: streams piece by piece, damaged input, archives with folders, appended members.
import gzip, io, os, shutil, stat, struct, tempfile, zipfile, zlib


def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except BaseException as e:
        print(type(e).__module__, type(e).__name__, e)


data = b"".join(b"line %d of a text that repeats itself\n" % (i % 37) for i in range(2000))
print(zlib.crc32(data), zlib.adler32(data), zlib.crc32(b"abc", 123), zlib.adler32(b"", 77), zlib.crc32(b"x", -1))
for level in -1, 0, 1, 6, 9:
    c = zlib.compress(data, level)
    print(level, len(c), zlib.crc32(c), zlib.decompress(c) == data)
for bits in 15, -15, 31, 9:
    c = zlib.compress(data, wbits=bits)
    print(bits, len(c), zlib.decompress(c, bits) == data)
t(zlib.compress, "text"); t(zlib.compress, b"", 17); t(zlib.decompress, b"nonsense"); t(zlib.decompress, b"")
t(zlib.decompress, zlib.compress(data)[:-5]); t(zlib.decompress, b"x\x9c", bufsize=-1); t(zlib.compressobj, 12)
t(zlib.decompressobj, 99); t(zlib.decompress, zlib.compress(data)[:-1] + b"z")
c = zlib.compressobj(9, zlib.DEFLATED, -15)
parts = [c.compress(data[i:i + 1000]) for i in range(0, len(data), 1000)]
copy = c.copy()
raw = b"".join(parts) + c.flush()
print(len(raw), b"".join(parts) + copy.flush() == raw)
t(c.compress, b"more"); t(c.copy)
d = zlib.decompressobj(-15)
got = b""
rest = raw + b"tail"
while not d.eof:
    got += d.decompress(rest, 333)
    rest = d.unconsumed_tail
print(got == data, d.unused_data, d.unconsumed_tail, d.eof)
d = zlib.decompressobj()
print(len(d.decompress(zlib.compress(data)[:100])), d.eof, len(d.flush()), d.unused_data)
t(d.flush, 0); t(d.decompress, b"", -1)
words = b"line of a text that repeats itself"
c = zlib.compressobj(zdict=words)
packed = c.compress(data[:60]) + c.flush()
print(zlib.decompressobj(zdict=words).decompress(packed))
t(zlib.decompressobj().decompress, packed); t(zlib.decompressobj, zdict="x")
print(zlib.MAX_WBITS, zlib.DEF_BUF_SIZE, zlib.Z_BEST_COMPRESSION, zlib.Z_SYNC_FLUSH, zlib.error.__mro__[1].__name__)

g = gzip.compress(data, mtime=5)
print(g[:10], gzip.decompress(g) == data, gzip.decompress(g + g + b"\0\0") == data * 2, gzip.decompress(b""))
t(gzip.decompress, g[:-3]); t(gzip.decompress, b"PK" + g); t(gzip.decompress, g[:-8] + b"\0" * 8)
folder = tempfile.mkdtemp()
path = os.path.join(folder, "a.txt.gz")
with gzip.open(path, "wt", encoding="utf-8") as f:
    f.write("first\nzweite Zeile äöü\nthird\n")
with gzip.open(path, "at", encoding="utf-8") as f:
    print("appended", file=f)
with gzip.open(path, "rt", encoding="utf-8") as f:
    print(list(f))
with gzip.open(path) as f:
    print(f.readline(), f.read(4), f.tell(), f.seek(2), f.read(3), f.seek(0, 2), f.read(), f.readable(), f.mode)
    print(f.peek(5), f.seek(-3, 1), f.read1(2), f.closed)
print(f.closed); t(f.read)
with open(path, "rb") as raw_file, gzip.GzipFile(fileobj=raw_file) as f:
    print([line for line in f], f.mtime is not None)
t(gzip.open, path, "rbt"); t(gzip.open, 3.5); t(gzip.open, path, "rb", encoding="x"); t(gzip.GzipFile, path, "q")
b = io.BytesIO()
with gzip.GzipFile("name.gz", "wb", 1, b, mtime=0) as f:
    t(f.read); print(f.write(b"abc"), f.tell(), f.seek(10), f.writable()); t(f.seek, 2)
print(b.getvalue()[:16], gzip.decompress(b.getvalue()))

z = os.path.join(folder, "z.zip")
when = (2020, 2, 3, 4, 5, 6)
with zipfile.ZipFile(z, "w", zipfile.ZIP_DEFLATED) as f:
    f.writestr(zipfile.ZipInfo("a.txt", when), "text äö")
    info = zipfile.ZipInfo("dir/b.bin", when)
    info.compress_type = zipfile.ZIP_DEFLATED
    f.writestr(info, data)
    f.writestr("ünï.txt", b"name")
    f.mkdir("empty")
    with f.open("stream", "w") as out:
        out.write(b"one "); out.write(b"two")
        t(f.open, "a.txt"); t(f.writestr, "x", b"")
    f.comment = b"a comment"
with zipfile.ZipFile(z) as f:
    print(f.namelist(), f.comment, f.testzip())
    for i in f.infolist()[:2]:
        print(i, i.date_time, i.CRC, i.file_size, i.compress_size, i.is_dir(), oct(i.external_attr >> 16))
    print(f.read("a.txt"), f.read("dir/b.bin") == data, f.read("stream"), f.getinfo("empty/").is_dir())
    with f.open("dir/b.bin") as m:
        print(m.readline(), m.read(10), m.tell(), m.seek(100), m.read(20), m.seek(5), m.read1(7), m.peek(3)[:3], m)
        m.seek(0)
        print(sum(1 for _ in m), m.read(), m.seekable(), m.readable())
    print([l for l in io.TextIOWrapper(f.open("dir/b.bin"), "ascii")][:2])
    t(f.getinfo, "none"); t(f.read, "none"); t(f.open, "a.txt", "q"); t(f.writestr, "x", "y")
    f.extractall(os.path.join(folder, "out"))
    print(f.extract("a.txt", folder)[len(folder):])
print(sorted(os.listdir(os.path.join(folder, "out"))), f); t(f.read, "a.txt")
with zipfile.ZipFile(z, "a") as f:
    f.write(path, "packed/a.gz", zipfile.ZIP_STORED)
    f.writestr("late", "later", zipfile.ZIP_DEFLATED, 9)
with zipfile.ZipFile(z) as f:
    print(f.namelist(), f.read("late"), gzip.decompress(f.read("packed/a.gz"))[:5])
    p = zipfile.Path(f)
    print(sorted(c.name for c in p.iterdir()), (p / "dir").is_dir(), (p / "late").read_text(), (p / "no").exists())
print(zipfile.is_zipfile(z), zipfile.is_zipfile(path), zipfile.is_zipfile(io.BytesIO(b"")))
t(zipfile.ZipFile, path); t(zipfile.ZipFile, z, "q"); t(zipfile.ZipFile, z, "w", 77)
broken = bytearray(open(z, "rb").read())
at = broken.find(b"text ")
broken[at] ^= 1
with zipfile.ZipFile(io.BytesIO(broken)) as f:
    print(f.testzip()); t(f.read, "a.txt")


class OneWay:
    def __init__(self):
        self.data = b""

    def write(self, b):
        self.data += b
        return len(b)

    def flush(self):
        pass


o = OneWay()
with zipfile.ZipFile(o, "w", zipfile.ZIP_DEFLATED) as f:
    f.writestr("x", b"not seekable" * 10)
print(zipfile.ZipFile(io.BytesIO(o.data)).read("x")[:12])
shutil.rmtree(folder)
