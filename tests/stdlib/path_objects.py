# pathlib: parts of paths, comparisons, patterns, and what paths do to files.
import os
import shutil
import stat
import tempfile
from pathlib import Path, PurePath, PurePosixPath


def tell(what, call):
    try:
        text = repr(call())
    except Exception as e:
        text = type(e).__name__ + " " + str(e)
    print(what, "->", text.replace(root, "ROOT"))


root = os.path.realpath(tempfile.mkdtemp())
for text in (
    "",
    ".",
    "/",
    "//",
    "///",
    "a",
    "a/",
    "./a",
    "a/../b",
    "/a/b.tar.gz",
    "a/.hidden",
    "a.",
    "a/b/c",
    "//x/y",
    "..",
    "a b",
):
    p = PurePosixPath(text)
    print(repr(text), p, repr(p), p.parts, p.root, p.anchor, p.drive, p.name, p.stem, p.suffix, p.suffixes, p.parent)
    print(
        "   ",
        list(p.parents),
        len(p.parents),
        p.is_absolute(),
        bytes(p),
        p.as_posix(),
        hash(p) == hash(PurePosixPath(text)),
    )
    tell("    name", lambda: p.with_name("n.x"))
    tell("    stem", lambda: p.with_stem("s"))
    tell("    suffix", lambda: (p.with_suffix(".q"), p.with_suffix("")))
    tell("    uri", p.as_uri)
    tell("    parents", lambda: (p.parents[0], p.parents[-1], p.parents[:2], p.parents[5:]))
p = PurePosixPath("/a/b/c/d")
tell("index", lambda: p.parents[4])
tell("index", lambda: p.parents[-5])
print(p.parents, p.parents[1:3], p.parents[::-1], p.parents[-2])
for bad in ("", ".", "a/b", "/"):
    tell(("name", bad), lambda: p.with_name(bad))
for bad in (".", "x", "/x", ".a/b"):
    tell(("suffix", bad), lambda: p.with_suffix(bad))
for other in ("/a", "/a/b/", "/", "a", "/x", "/a/b/c/d/e"):
    tell(("relative", other), lambda: p.relative_to(other))
    print(p.is_relative_to(other))
tell("relative", p.relative_to)
a, b = PurePath("a"), PurePath("b")
print(a < b, a <= b, a > b, a >= b, a == b, a == PurePath("a"), a == "a", a != b, sorted([b, a, PurePath("a/b")]))
tell("order", lambda: a < "b")
tell("joins", lambda: (a / "b" / b, "x" / a, a / "/r", a.joinpath("b", "../c"), PurePath(a, b, "c"), PurePath()))
tell("join", lambda: a / 3)
tell("join", lambda: PurePath(b"x"))
for pattern in ("d", "c/d", "*/d", "/a/b/c/d", "/*/*/*/*", "/d", "**/d", "x", "*.py", "b/*/d", "/a/b/c/d/e"):
    print(pattern, p.match(pattern), PurePath("x/y.py").match(pattern))
tell("empty", lambda: p.match(""))
print(type(Path()).__name__, type(PurePath()).__name__, isinstance(p, os.PathLike), p.__reduce__()[1], p.is_reserved())

base = Path(root)
f = base / "f.txt"
print(
    f.exists(),
    f.is_file(),
    f.write_text("héllo\nx"),
    f.read_text(),
    f.read_bytes(),
    f.write_bytes(b"by"),
    f.exists(),
    f.is_file(),
)
tell("type", lambda: f.write_text(b"x"))
tell("type", lambda: f.write_bytes("x"))
with f.open("a") as file:
    file.write("z")
print(f.read_text(), f.stat().st_size, f.samefile(root + "/f.txt"), f.lstat().st_size)
f.chmod(0o600)
print(oct(f.stat().st_mode), f.owner() == Path(root).owner(), f.group() == Path(root).group())
d = base / "x" / "y"
tell("mkdir", d.mkdir)
tell("mkdir", lambda: d.mkdir(parents=True))
tell("mkdir", lambda: d.mkdir(parents=True))
tell("mkdir", lambda: d.mkdir(exist_ok=True))
tell("mkdir", lambda: f.mkdir(exist_ok=True))
tell("touch", lambda: (d / "t").touch())
tell("touch", lambda: (d / "t").touch(exist_ok=False))
tell("touch", lambda: (d / "u").touch(mode=0o640))
print(
    sorted(d.iterdir()) == [d / "t", d / "u"],
    [path.name for path in sorted(base.glob("**/*"))],
    sorted(p.name for p in base.rglob("t")),
)
tell("glob", lambda: list(base.glob("")))
tell("glob", lambda: list(base.glob("/x")))
link = base / "link"
link.symlink_to("f.txt")
(base / "hard").hardlink_to(f)
print(
    link.is_symlink(),
    link.readlink(),
    link.resolve() == f.resolve(),
    (base / "hard").samefile(f),
    link.is_file(),
    d.is_dir(),
    d.is_mount(),
)
tell("rename", lambda: link.rename(base / "link2"))
tell("replace", lambda: (base / "hard").replace(str(base / "link2")))
tell("unlink", lambda: (base / "none").unlink())
tell("unlink", lambda: (base / "none").unlink(missing_ok=True))
tell("rmdir", lambda: d.rmdir())
os.mkfifo(base / "pipe")
print(
    [(base / n).is_fifo() for n in ("pipe", "f.txt", "none")],
    Path("/dev/null").is_char_device(),
    Path("/dev/null").is_block_device(),
    f.is_socket(),
)
print(
    stat.S_ISFIFO((base / "pipe").stat().st_mode),
    Path.cwd() == Path(os.getcwd()),
    Path("x").absolute() == Path.cwd() / "x",
)
os.environ["HOME"] = "/home/me"
tell("home", lambda: (Path.home(), Path("~/a").expanduser(), Path("a/~").expanduser()))
tell("home", lambda: Path("~nosuchuser/a").expanduser())
tell("stat", lambda: (base / "none").stat())
tell("read", lambda: (base / "none").read_text())
tell("list", lambda: list((base / "none").iterdir()))
shutil.rmtree(root)
