"""Paths that match a pattern."""
import fnmatch
import itertools
import os
import re

__all__ = ["escape", "glob", "iglob"]

_magic = re.compile("[*?[]")


def has_magic(s):
    """Whether a pattern has signs that stand for several names."""
    return _magic.search(s) is not None


def escape(pathname):
    """The pattern of a literal path."""
    return re.sub("([*?[])", r"[\1]", pathname)


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths that match."""
    return list(iglob(pathname, root_dir=root_dir, recursive=recursive, include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths that match, one after the other."""
    root = "" if root_dir is None else os.fspath(root_dir)
    it = _iglob(os.fspath(pathname), root, recursive, False, include_hidden)
    if not pathname or recursive and pathname[:2] == "**":
        first = next(it, "")
        if first:  # not the empty path of the place where the search begins
            return itertools.chain((first,), it)
    return it


def _at(root, path):
    return os.path.join(root, path) if root else path


def _iglob(pathname, root, recursive, dironly, include_hidden):
    dirname, basename = os.path.split(pathname)
    if not has_magic(pathname):
        if basename:
            if os.path.lexists(_at(root, pathname)):
                yield pathname
        elif os.path.isdir(_at(root, dirname)):
            yield pathname
        return
    if not dirname:
        if recursive and basename == "**":
            yield from _glob2(root, dironly, include_hidden, True)
        else:
            yield from _glob1(root, basename, dironly, include_hidden)
        return
    if dirname != pathname and has_magic(dirname):
        dirs = _iglob(dirname, root, recursive, True, include_hidden)
    else:
        dirs = [dirname]
    for dirname in dirs:
        full = _at(root, dirname)
        if not has_magic(basename):
            if basename == "":
                if os.path.isdir(full):
                    yield os.path.join(dirname, basename)
            elif os.path.lexists(os.path.join(full, basename)):
                yield os.path.join(dirname, basename)
        elif recursive and basename == "**":
            for name in _glob2(full, dironly, include_hidden, False):
                yield os.path.join(dirname, name)
        else:
            for name in _glob1(full, basename, dironly, include_hidden):
                yield os.path.join(dirname, name)


def _listdir(directory, dironly):
    try:
        with os.scandir(directory or os.curdir) as it:
            return [e.name for e in it if not dironly or e.is_dir()]
    except OSError:
        return []


def _glob1(directory, pattern, dironly, include_hidden):
    names = _listdir(directory, dironly)
    if not (include_hidden or pattern.startswith(".")):
        names = [n for n in names if not n.startswith(".")]
    return fnmatch.filter(names, pattern)


def _glob2(directory, dironly, include_hidden, first):
    yield ""
    yield from _rlistdir(directory, dironly, include_hidden)


def _rlistdir(directory, dironly, include_hidden):
    for name in _listdir(directory, dironly):
        if include_hidden or not name.startswith("."):
            yield name
            path = os.path.join(directory, name) if directory else name
            for y in _rlistdir(path, dironly, include_hidden):
                yield os.path.join(name, y)
