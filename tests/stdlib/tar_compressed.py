# Archives in all compressions: how they are found out, streams of them, and what is no such archive.
import io
import os
import tarfile
import tempfile


def show(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("a.txt", "w") as f:
        f.write("hello" * 50)
    os.mkdir("s")
    with open("s/b.txt", "w") as f:
        f.write("x")
    kinds = ("", "gz", "bz2", "xz")
    for kind in kinds:
        name = "archive." + kind
        with tarfile.open(name, "w:" + kind) as archive:
            archive.add("a.txt")
            archive.add("s")
        for mode in ("r:" + kind, "r:*", "r", "r|*", "r|" + kind):
            with tarfile.open(name, mode) as archive:
                print(mode, [member.name for member in archive])
        with open(name, "rb") as f, tarfile.open(fileobj=f) as archive:
            print(archive.getnames(), archive.extractfile("a.txt").read()[:10])
        for other in kinds:
            if other != kind:
                show(tarfile.open, name, "r:" + other)
    with open("junk", "wb") as f:
        f.write(b"junk" * 300)
    for mode in ("r", "r:gz", "r:bz2", "r:xz"):
        show(tarfile.open, "junk", mode)
        show(tarfile.open, "nothing", mode)
    show(tarfile.open, "x", "a:gz")
    show(tarfile.open, "x", "r:zz")
    for mode, options in (("xz", {"preset": 1}), ("bz2", {"compresslevel": 1}), ("gz", {"compresslevel": 1})):
        memory = io.BytesIO()
        with tarfile.open(fileobj=memory, mode="w:" + mode, **options) as archive:
            archive.add("a.txt")
        memory.seek(0)
        print(tarfile.open(fileobj=memory, mode="r|" + mode).getnames())
    os.chdir("/")
