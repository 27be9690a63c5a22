# tarfile: writing and reading in all formats, long names, links, gzip, filters, damaged archives.
import io, os, shutil, tarfile, tempfile


def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except BaseException as e:
        print(type(e).__name__, str(e).split("\n")[0].replace(folder, "FOLDER"))


folder = tempfile.mkdtemp()
os.chdir(folder)
os.makedirs("src/sub")
for name, text in (("src/a.txt", b"hello\nworld\n"), ("src/sub/b.bin", bytes(range(256)) * 5), ("src/empty", b"")):
    with open(name, "wb") as f:
        f.write(text)
    os.utime(name, (1e9, 1e9))
os.symlink("a.txt", "src/link"); os.link("src/a.txt", "src/hard")
for fmt in tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT:
    for mode in "w", "w:gz":
        with tarfile.open("x.tar", mode, format=fmt) as tar:
            tar.add("src", arcname="top")
            info = tarfile.TarInfo("made/" + "n" * 60 + "/" + "m" * 60); info.size = 4; info.mtime = 5; tar.addfile(info, io.BytesIO(b"data"))
            if fmt != tarfile.USTAR_FORMAT:
                info = tarfile.TarInfo("long" * 60); info.mode = 0o600; tar.addfile(info); info = tarfile.TarInfo("ünï"); tar.addfile(info)
        with tarfile.open("x.tar") as tar:
            print(fmt, mode, [(m.name[-12:], m.size, m.type, m.linkname, oct(m.mode & 0o7000)) for m in tar])
            print(tar.extractfile("top/a.txt").read(), tar.extractfile("top/link").readline(), tar.getmember("top/sub").isdir(), tar.extractfile("top/sub"), len(tar.getnames()), tar.getmember("top/hard").islnk())
            f = tar.extractfile("top/sub/b.bin"); f.seek(250); print(f.read(10), f.tell(), f.seek(-3, 2), f.read()); t(tar.getmember, "none"); print(list(io.TextIOWrapper(tar.extractfile("top/a.txt"))))
            tar.extractall("out", filter="data")
        print(sorted(os.listdir("out/top")), open("out/top/hard").read(), os.readlink("out/top/link"), int(os.stat("out/top/a.txt").st_mtime)); shutil.rmtree("out")
with tarfile.open("y.tar", "w") as tar:
    tar.add("src/a.txt", "one")
with tarfile.open("y.tar", "a") as tar:
    tar.add("src/empty", "two", filter=lambda i: i.replace(mode=0o400, deep=False)); tar.add("src/a.txt", "three", filter=lambda i: None)
with tarfile.open("y.tar") as tar:
    print(tar.getnames(), [m.isreg() for m in tar.getmembers()], oct(tar.getmember("two").mode))
print(tarfile.is_tarfile("y.tar"), tarfile.is_tarfile("src/a.txt"), tarfile.is_tarfile(io.BytesIO(b"")))
t(tarfile.open, "src/a.txt"); t(tarfile.open, "none.tar"); t(tarfile.open, "y.tar", "q"); t(tarfile.open); t(tarfile.open, "y.tar", "r:zz"); t(tarfile.open, "src/a.txt", "r:gz")
with tarfile.open("bad.tar", "w") as tar:
    for name in "../up", "/abs":
        i = tarfile.TarInfo(name); tar.addfile(i)
with tarfile.open("bad.tar") as tar:
    t(tar.extractall, "out", filter="data"); print(tarfile.tar_filter(tar.getmember("/abs"), "out").name); t(tar.extractall, "out", filter="nope")
data = open("y.tar", "rb").read(); t(tarfile.open, fileobj=io.BytesIO(data[:300])); t(tarfile.open, fileobj=io.BytesIO(b"x" * 1024))
b = io.BytesIO(); tar = tarfile.open(fileobj=b, mode="w"); tar.addfile(tarfile.TarInfo("q")); tar.close(); print(len(b.getvalue()), tarfile.open(fileobj=io.BytesIO(b.getvalue())).getnames()); t(tar.getmembers)
i = tarfile.TarInfo("z"); i.size = 3; print(i.get_info(), tarfile.TarInfo.frombuf(i.tobuf(), "utf-8", "strict").size, i.isfile(), i.issym(), i.isdev()); t(i.replace, foo=1); t(tarfile.TarInfo.frombuf, b"x" * 512, "utf-8", "strict")
os.chdir("/"); shutil.rmtree(folder)
