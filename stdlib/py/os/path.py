"""Paths of POSIX systems."""
import os
from _os import _kind, _stat, getcwd, readlink

__all__ = ["normcase", "isabs", "join", "splitdrive", "split", "splitext", "basename", "dirname", "commonprefix",
           "getsize", "getmtime", "getatime", "getctime", "islink", "exists", "lexists", "isdir", "isfile", "ismount",
           "expanduser", "expandvars", "normpath", "abspath", "samefile", "sameopenfile", "samestat", "curdir", "pardir",
           "sep", "pathsep", "defpath", "altsep", "extsep", "devnull", "realpath", "supports_unicode_filenames",
           "relpath", "commonpath"]

curdir = "."
pardir = ".."
extsep = "."
sep = "/"
pathsep = ":"
defpath = "/bin:/usr/bin"
altsep = None
devnull = "/dev/null"
supports_unicode_filenames = False


def _fspath(p):
    return p if isinstance(p, (str, bytes)) else os.fspath(p)


def _slash(p):
    return b"/" if isinstance(p, bytes) else "/"


def normcase(s):
    """The path in the letters that the file system compares: here the path itself."""
    return _fspath(s)


def isabs(s):
    """Whether a path begins at the root."""
    s = _fspath(s)
    return s.startswith(_slash(s))


def join(a, *p):
    """Join parts; an absolute part starts again."""
    a = _fspath(a)
    sep = _slash(a)
    path = a
    try:
        for b in map(_fspath, p):
            if b.startswith(sep):
                path = b
            elif not path or path.endswith(sep):
                path += b
            else:
                path += sep + b
    except (TypeError, AttributeError, BytesWarning):
        _check_arg_types("join", a, *p)
        raise
    return path


def _check_arg_types(funcname, *args):
    hasstr = hasbytes = False
    for s in args:
        if isinstance(s, str):
            hasstr = True
        elif isinstance(s, bytes):
            hasbytes = True
        else:
            raise TypeError(f"{funcname}() argument must be str, bytes, or os.PathLike object, not "
                            f"{s.__class__.__name__!r}") from None
    if hasstr and hasbytes:
        raise TypeError("Can't mix strings and bytes in path components") from None


def split(p):
    """(directory, name)."""
    p = _fspath(p)
    sep = _slash(p)
    i = p.rfind(sep) + 1
    head, tail = p[:i], p[i:]
    if head and head != sep * len(head):
        head = head.rstrip(sep)
    return head, tail


def splitext(p):
    """(root, extension)."""
    p = _fspath(p)
    if isinstance(p, bytes):
        sep, dot = b"/", b"."
    else:
        sep, dot = "/", "."
    slash = p.rfind(sep)
    at = p.rfind(dot)
    if at > slash:
        first = slash + 1
        while first < at:
            if p[first:first + 1] != dot:
                return p[:at], p[at:]
            first += 1
    return p, p[:0]


def splitdrive(p):
    """(drive, rest): here no path has a drive."""
    p = _fspath(p)
    return p[:0], p


def basename(p):
    """The last part."""
    p = _fspath(p)
    return p[p.rfind(_slash(p)) + 1:]


def dirname(p):
    """All but the last part."""
    p = _fspath(p)
    sep = _slash(p)
    head = p[:p.rfind(sep) + 1]
    if head and head != sep * len(head):
        head = head.rstrip(sep)
    return head


def commonprefix(m):
    """The longest common leading text."""
    if not m:
        return ""
    if not isinstance(m[0], (list, tuple)):
        m = tuple(map(_fspath, m))
    s1 = min(m)
    s2 = max(m)
    for i, c in enumerate(s1):
        if c != s2[i]:
            return s1[:i]
    return s1


def exists(path):
    """Is there something? Broken links give False."""
    return _kind(path) != 0


def lexists(path):
    """Whether there is anything of this name, be it a link to nothing."""
    return _kind(path, False) != 0


def isfile(path):
    """Whether there is a file of this name."""
    return _kind(path) == 2


def isdir(path):
    """Whether there is a folder of this name."""
    return _kind(path) == 3


def islink(path):
    """Whether the name is that of a symbolic link."""
    return _kind(path, False) == 4


def getsize(filename):
    """The size of a file in bytes."""
    return _stat(filename)[6]


def getmtime(filename):
    """When a file was written last, in seconds since the epoch."""
    return _stat(filename)[11]


def getatime(filename):
    """When a file was read last, in seconds since the epoch."""
    return _stat(filename)[10]


def getctime(filename):
    """When a file's entry was changed last, in seconds since the epoch."""
    return _stat(filename)[12]


def samestat(s1, s2):
    """Whether two results of stat() are of the same file."""
    return s1.st_ino == s2.st_ino and s1.st_dev == s2.st_dev


def samefile(f1, f2):
    """Whether two paths lead to the same file."""
    return samestat(os.stat(f1), os.stat(f2))


def sameopenfile(fp1, fp2):
    """Whether two descriptors are of the same file."""
    return samestat(os.fstat(fp1), os.fstat(fp2))


def ismount(path):
    """Whether another file system begins here."""
    try:
        s1 = os.lstat(path)
    except (OSError, ValueError):
        return False
    if islink(path):
        return False
    parent = realpath(join(path, b".." if isinstance(path, bytes) else ".."))
    s2 = os.lstat(parent)
    return s1.st_dev != s2.st_dev or s1.st_ino == s2.st_ino


def expanduser(path):
    """~ replaced by the home directory."""
    path = _fspath(path)
    if isinstance(path, bytes):
        return expanduser(path.decode()).encode()
    if not path.startswith("~"):
        return path
    i = path.find("/", 1)
    if i < 0:
        i = len(path)
    if i != 1:
        return path
    home = os.environ.get("HOME")
    if home is None:
        return path
    return (home.rstrip("/") + path[i:]) or "/"


def expandvars(path):
    """$name and ${name} replaced."""
    path = _fspath(path)
    if isinstance(path, bytes):
        return expandvars(path.decode()).encode()
    if "$" not in path:
        return path
    import re

    def value(m):
        name = m.group(1)
        if name.startswith("{") and name.endswith("}"):
            name = name[1:-1]
        return os.environ.get(name, m.group(0))
    return re.sub(r"\$(\w+|\{[^}]*\})", value, path, flags=re.ASCII)


def normpath(path):
    """Without // /./ and /../."""
    path = _fspath(path)
    if isinstance(path, bytes):
        return normpath(path.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    if not path:
        return "."
    initial = path.startswith("/")
    if initial and path.startswith("//") and not path.startswith("///"):
        initial = 2
    parts = []
    for comp in path.split("/"):
        if not comp or comp == ".":
            continue
        if comp != ".." or (not initial and not parts) or (parts and parts[-1] == ".."):
            parts.append(comp)
        elif parts:
            parts.pop()
    path = "/".join(parts)
    if initial:
        path = "/" * int(initial) + path
    return path or "."


def abspath(path):
    """An absolute path."""
    path = _fspath(path)
    if not isabs(path):
        cwd = getcwd()
        path = join(cwd.encode() if isinstance(path, bytes) else cwd, path)
    return normpath(path)


def realpath(filename, *, strict=False):
    """An absolute path without symbolic links."""
    filename = _fspath(filename)
    if isinstance(filename, bytes):
        return realpath(filename.decode("utf-8", "surrogateescape"), strict=strict).encode("utf-8", "surrogateescape")
    path, rest = "", []

    def put_before(text):
        nonlocal path
        rest.extend(p for p in reversed(text.split("/")) if p and p != ".")
        if isabs(text):
            path = "/"

    put_before(filename)
    ends = {}  # of links: where they lead, None while that is being found out
    while rest:
        name = rest.pop()
        if type(name) is tuple:
            ends[name[0]] = path
        elif name != "..":
            new = join(path, name)
            kind = _kind(new, False)
            if kind == 0:
                try:
                    os.lstat(new)  # tells what is wrong with the name
                except OSError:
                    if strict:
                        raise
            if kind != 4:
                path = new
            elif new not in ends:
                ends[new] = None
                rest.append((new,))
                put_before(readlink(new))
            elif ends[new] is not None:
                path = ends[new]
            elif strict:
                os.stat(new)
            else:
                path = join(new, *(name for name in reversed(rest) if type(name) is str))
                break
        elif not path or basename(path) == "..":
            path = join(path, "..")
        else:
            path = dirname(path)
    return abspath(path)


def relpath(path, start=None):
    """A path seen from a directory."""
    if not path:
        raise ValueError("no path specified")
    path = _fspath(path)
    if isinstance(path, bytes):
        start = start.decode() if start is not None else None
        return relpath(path.decode(), start).encode()
    start = curdir if start is None else _fspath(start)
    start_list = [x for x in abspath(start).split(sep) if x]
    path_list = [x for x in abspath(path).split(sep) if x]
    i = len(commonprefix([start_list, path_list]))
    rel_list = [pardir] * (len(start_list) - i) + path_list[i:]
    return join(*rel_list) if rel_list else curdir


def commonpath(paths):
    """The longest common path."""
    if not paths:
        raise ValueError("commonpath() arg is an empty sequence")
    paths = tuple(map(_fspath, paths))
    sep = _slash(paths[0])
    dot = b"." if isinstance(paths[0], bytes) else "."
    absolute = {p.startswith(sep) for p in paths}
    if len(absolute) > 1:
        raise ValueError("Can't mix absolute and relative paths")
    split_paths = [[c for c in p.split(sep) if c and c != dot] for p in paths]
    s1 = min(split_paths)
    s2 = max(split_paths)
    common = s1
    for i, c in enumerate(s1):
        if i >= len(s2) or c != s2[i]:
            common = s1[:i]
            break
    prefix = sep if absolute.pop() else sep[:0]
    return prefix + sep.join(common)
