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
    return updatecache(filename, module_globals) if kept is None or len(kept) == 1 else kept[2]


def checkcache(filename=None):
    """Forget files that changed."""
    import os
    for name in list(cache) if filename is None else [filename]:
        if name not in cache:
            continue
        if len(cache[name]) == 1:  # a loader has not been asked yet
            continue
        size, time, _, path = cache[name]
        if time is None:  # a script has put it here
            continue
        try:
            now = os.stat(path)
        except OSError:
            del cache[name]
            continue
        if (size, time) != (now.st_size, now.st_mtime):
            del cache[name]


def updatecache(filename, module_globals=None):
    """Read a file anew, or ask its loader; its lines, none if it cannot be read."""
    if len(cache.get(filename, ())) != 1:
        cache.pop(filename, None)
    if not filename or filename[0] + filename[-1] == "<>":
        return []
    from os import fstat
    from os.path import exists
    if not exists(filename) and lazycache(filename, module_globals):
        try:
            source = cache[filename][0]()
        except (ImportError, OSError):
            return []
        if source is None:
            return []
        cache[filename] = len(source), None, [line + "\n" for line in source.splitlines()], filename
        return cache[filename][2]
    try:
        with open(filename, encoding="utf-8", errors="replace") as source:
            now = fstat(source.fileno())
            found = source.readlines()
    except (OSError, ValueError):
        return []
    if found and found[-1][-1] != "\n":
        found[-1] += "\n"
    cache[filename] = now.st_size, now.st_mtime, found, filename
    return found


def lazycache(filename, module_globals):
    """Whether the lines will be asked of the module's loader, when they are wanted."""
    if filename in cache:
        return len(cache[filename]) == 1
    if not filename or filename[0] + filename[-1] == "<>" or not module_globals or "__name__" not in module_globals:
        return False
    name, loader = module_globals["__name__"], module_globals.get("__loader__")
    if loader is None:
        loader = getattr(module_globals.get("__spec__"), "loader", None)
    get_source = getattr(loader, "get_source", None)
    if not name or not get_source:
        return False
    cache[filename] = (lambda: get_source(name),)
    return True
