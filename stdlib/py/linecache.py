"""Lines of source files, read once."""
import sys

__all__ = ["getline", "clearcache", "checkcache", "lazycache"]

cache = {}


def clearcache():
    """Forget all files."""
    cache.clear()


def getline(filename, lineno, module_globals=None):
    """A line, or '' if there is none."""
    lines = getlines(filename, module_globals)
    if 1 <= lineno <= len(lines):
        return lines[lineno - 1]
    return ""


def getlines(filename, module_globals=None):
    """All lines of a file."""
    if filename in cache:
        return cache[filename][2]
    return updatecache(filename, module_globals)


def checkcache(filename=None):
    """Forget files that changed."""
    if filename is None:
        clearcache()
    else:
        cache.pop(filename, None)


def updatecache(filename, module_globals=None):
    if not filename or (filename.startswith("<") and filename.endswith(">")):
        return []
    try:
        with open(filename, encoding="utf-8", errors="replace") as fp:
            lines = fp.readlines()
    except (OSError, ValueError):
        return []
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    cache[filename] = sum(map(len, lines)), None, lines, filename
    return lines


def lazycache(filename, module_globals):
    return False
