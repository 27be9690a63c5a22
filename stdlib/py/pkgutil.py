"""Finding packages and modules in folders, what lies beside them, and objects by dotted names."""
import os
import sys
from importlib import import_module as _import

from _namedtuple import namedtuple

__all__ = ["extend_path", "get_data", "iter_modules", "ModuleInfo", "resolve_name", "walk_packages"]

ModuleInfo = namedtuple("ModuleInfo", "module_finder name ispkg", module=__name__)
ModuleInfo.__doc__ = "A module that was found: what found it, its name, and whether it is a package."


class FileFinder:
    """The folder in which a module was found."""

    def __init__(self, path):
        self.path = path

    def __repr__(self):
        return f"FileFinder({self.path!r})"

    def _modules(self):
        """Pairs of a module's name and whether it is a package, in order of names."""
        try:
            entries = sorted(os.listdir(self.path))
        except OSError:
            entries = []
        seen = {"__init__"}
        for entry in entries:
            stem, suffix = os.path.splitext(entry)
            package = os.path.isfile(os.path.join(self.path, entry, "__init__.py"))
            name = entry if package else stem
            if name.isidentifier() and name not in seen and (package or suffix == ".py"):
                seen.add(name)
                yield name, package


def iter_modules(path=None, prefix=""):
    """ModuleInfo for each module in the folders of a list, by default sys.path; names get the prefix. The modules that are
    built into the program are in no folder, and not among them."""
    if isinstance(path, str):
        raise ValueError("path must be None or list of paths to look for modules in")
    seen = set()
    for folder in sys.path if path is None else path:
        finder = FileFinder(folder or ".")
        for name, package in finder._modules():
            if name not in seen:
                seen.add(name)
                yield ModuleInfo(finder, prefix + name, package)


def walk_packages(path=None, prefix="", onerror=None):
    """As iter_modules(), and what is in the packages that are found, which are imported for it. onerror is called with the
    name of a package that cannot be; without it, packages that are missing a module are passed over."""
    visited = set()
    for info in iter_modules(path, prefix):
        yield info
        if not info.ispkg:
            continue
        try:
            package = _import(info.name)
        except Exception as failure:
            if onerror is not None:
                onerror(info.name)
            elif not isinstance(failure, ImportError):
                raise
            continue
        folders = [folder for folder in getattr(package, "__path__", None) or [] if folder not in visited]
        visited.update(folders)
        yield from walk_packages(folders, info.name + ".", onerror)


def get_data(package, resource):
    """The bytes of a file in the folder of a package; the path is relative, with / between its parts. None where the
    package has no folder."""
    module = _import(package)
    where = getattr(module, "__file__", None)
    if where is None or not os.path.exists(where):
        return None
    with open(os.path.join(os.path.dirname(where), *resource.split("/")), "rb") as file:
        return file.read()


def extend_path(path, name):
    """The __path__ of a package that is spread over several folders of sys.path."""
    if not isinstance(path, list):
        return path
    found = list(path)
    for folder in sys.path:
        part = os.path.join(folder, *name.split("."))
        if part not in found and os.path.isfile(os.path.join(part, "__init__.py")):
            found.append(part)
    return found


def resolve_name(name):
    """The object that a name stands for: "package.module:attribute.attribute", or all with dots, where as much of it as
    can be imported is the module."""
    module, colon, inside = name.partition(":")
    if not all(part.isidentifier() for part in module.split(".") + (inside.split(".") if inside else [])):
        raise ValueError(f"invalid format: {name!r}")
    if colon:
        found, rest = _import(module), inside.split(".") if inside else []
    else:
        path, *rest = module.split(".")
        found = _import(path)
        while rest:
            path = f"{path}.{rest[0]}"
            try:
                found = _import(path)
            except ImportError:
                break
            del rest[0]
    for attribute in rest:
        found = getattr(found, attribute)
    return found
