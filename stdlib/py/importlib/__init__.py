"""Imports at run time."""
import sys

__all__ = ["__import__", "import_module", "invalidate_caches", "reload"]

__import__ = __import__


def import_module(name, package=None):
    """Import a module by name; a leading dot makes it relative to package."""
    level = 0
    if name.startswith("."):
        if not package:
            raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
        while level < len(name) and name[level] == ".":
            level += 1
        bits = package.rsplit(".", level - 1)
        if len(bits) < level:
            raise ImportError("attempted relative import beyond top-level package")
        rest = name[level:]
        name = f"{bits[0]}.{rest}" if rest else bits[0]
    __import__(name)
    return sys.modules[name]


def invalidate_caches():
    """Forget what finders have cached (nothing here)."""


def reload(module):
    """Run a module's code again."""
    name = module.__spec__.name if getattr(module, "__spec__", None) else module.__name__
    if sys.modules.get(name) is not module:
        raise ImportError(f"module {name} not in sys.modules", name=name)
    file = getattr(module, "__file__", None)
    if file is None:
        return module
    with open(file, encoding="utf-8") as f:
        exec(compile(f.read(), file, "exec"), module.__dict__)
    return sys.modules[name]
