"""Lines of source files, read once."""
import sys

__all__ = ["getline", "clearcache", "checkcache", "lazycache"]

cache = {}


def clearcache():
    """Forget all files."""
    cache.clear()


def getline(filename, lineno, module_globals=None):
    """A line, or '' if there is none."""
    known = getlines(filename, module_globals)
    return known[lineno - 1] if 0 < lineno <= len(known) else ""


def getlines(filename, module_globals=None):
    """All lines of a file."""
    kept = cache.get(filename)
    return updatecache(filename, module_globals) if kept is None else kept[2]


def checkcache(filename=None):
    """Forget files that changed."""
    if filename is None:
        clearcache()
    else:
        cache.pop(filename, None)


def updatecache(filename, module_globals=None):
    """Read a file anew; its lines, none if it cannot be read."""
    if not filename or filename[0] + filename[-1] == "<>":
        return []
    try:
        with open(filename, encoding="utf-8", errors="replace") as source:
            found = source.readlines()
    except (OSError, ValueError):
        return []
    if found and found[-1][-1] != "\n":
        found[-1] += "\n"
    cache[filename] = sum([len(line) for line in found]), None, found, filename
    return found


def lazycache(filename, module_globals):
    """Whether the lines will be asked of a loader: never, files are read."""
    return False
