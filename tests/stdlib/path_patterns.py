# pathlib: patterns of glob(), links in rings, and what errors of paths say.
import os
import shutil
import tempfile
import warnings
from pathlib import Path, PurePath

warnings.simplefilter("always")
warnings.showwarning = lambda message, category, *place, **more: print("   ", category.__name__, message)
root = os.path.realpath(tempfile.mkdtemp())
os.chdir(root)


def tell(text):
    try:
        result = eval(text)
        result = sorted(result) if hasattr(result, "__next__") else result
        answer = repr(result)
    except Exception as e:
        names = [getattr(e, name, None) for name in ("filename", "filename2")]
        answer = f"{type(e).__name__} {e} {names}"
    print(text, "->", answer.replace(root, "ROOT"))


os.makedirs("d/e/f")
os.mkdir("[x]")
for name in ("a.txt", "d/b.txt", "d/e/c.py", ".hidden", "[x]/q"):
    open(name, "w").close()
for target, name in (("ring2", "ring1"), ("ring1", "ring2"), ("d", "link"), ("nowhere", "broken"), ("self/x", "self")):
    os.symlink(target, name)

for pattern in ("*", "*/", "**", "**/", "**/*", "**/*/", "**x", "x**", "*/**", "d/", "a.txt/", "**/b.txt", "..", ".",
                "", "/x", "d//e", "[", "[[]x]/*", "?.txt", "***", "**/**", "*/..", "ring1", "ring1/*", "broken", "link/*",
                "*/b.txt", "a\0b", ".*", "**/c.py/", "[!a]*", 1, None, b"x"):
    for base in ("", "d", "a.txt", "nothing", "ring1"):
        tell(f"Path({base!r}).glob({pattern!r})")
    tell(f"Path('d').rglob({pattern!r})")
    tell(f"PurePath('a/b').match({pattern!r})")
tell("Path().glob(Path('*'))")

for path in ("nothing", "a.txt/x", "ring1", "ring1/x", "broken", "self", "a\0b", "\udc80\ud800", "link/../d",
             "ring1/../d"):
    for call in ("resolve()", "resolve(strict=True)", "exists()", "is_dir()", "is_symlink()", "is_mount()", "stat()",
                 "iterdir()", "rmdir()", "read_text()", "chmod(0o644)", "lchmod(0o644)", "samefile('a.txt')",
                 "rename('nothing2/x')", "symlink_to('a.txt/x')" if "/" in path else "readlink()"):
        if call != "stat()" or "/../" not in path:
            tell(f"Path({path!r}).{call}".replace("Path('link/../d').rmdir", "Path('link').rmdir"))
tell("Path('x' * 300).exists()")
tell("os.path.realpath('ring1/a/../b')")
tell("os.path.realpath('link/../../x')")
tell("os.path.realpath('link/link/e')")

for call in ("rename", "replace", "symlink_to", "hardlink_to", "samefile", "link_to"):
    for target in ("nothing2/x", "d/e/f/g", "a\0b"):
        tell(f"Path('nothing').{call}({target!r})" if call != "symlink_to" else f"Path('a.txt').{call}({target!r})")
        tell(f"Path('d/q/r').{call}(Path({target!r}))")
    tell(f"Path('d').{call}(None)")
    tell(f"Path('a.txt').{call}(b'd')" if call not in ("samefile", "link_to") else "0")
for call in ("rename", "replace", "link", "symlink"):
    tell(f"os.{call}(Path('q'), 'r/s')")
    tell(f"os.{call}(1, 'r/s')")
for call in ("rmdir", "unlink", "remove", "chdir", "mkdir", "stat", "readlink"):
    tell(f"os.{call}(1.5)")
tell("os.chmod('a.txt', 0o600, follow_symlinks=False)")
tell("os.chmod('link', 0o600, follow_symlinks=False)")
tell("open(9999)")
tell("Path('a.txt').open('r', -1, 'nocodec')")

for left in ("", "a", "/a", "//a/b", "a/./b", ".."):
    for right in ("", ".", "/", "a", "//", "b/", "./b", "..", "/a"):
        for call in ("relative_to", "with_name", "match", "joinpath"):
            tell(f"PurePath({left!r}).{call}({right!r})")
with Path() as here:
    print(here)
shutil.rmtree(root)
