"""Questions about modules."""
import sys


class _Spec:
    def __init__(self, name, origin=None, loader=None):
        self.name = name
        self.origin = origin
        self.loader = loader
        self.submodule_search_locations = None
        self.parent = name.rpartition(".")[0]

    def __repr__(self):
        folders = self.submodule_search_locations
        return (f"ModuleSpec(name={self.name!r}, loader={self.loader!r}" + f", origin={self.origin!r}" * bool(self.origin)
                + f", submodule_search_locations={folders!r}" * (folders is not None) + ")")


def resolve_name(name, package):
    """The absolute name of a module that is named relative to a package."""
    if not name.startswith("."):
        return name
    if not package:
        raise ImportError(f"no package specified for {name!r} (required for relative module names)")
    bare = name.lstrip(".")
    bits = package.rsplit(".", len(name) - len(bare) - 1)
    if len(bits) < len(name) - len(bare):
        raise ImportError("attempted relative import beyond top-level package")
    return f"{bits[0]}.{bare}" if bare else bits[0]


def _file_of(name, folders):
    """Where a module of that name stands, without running it."""
    from os.path import abspath, isfile, join
    leaf = name.rpartition(".")[2]
    for folder in folders:
        for file in (join(folder, leaf, "__init__.py"), join(folder, leaf + ".py")):
            if isfile(file):
                return abspath(file)
    return sys._library_file(name)


def _searchable(folders):
    """Those that are there; folders of the library inside the program are none."""
    from os.path import isdir
    try:
        return [folder for folder in folders if not folder.startswith("<adder>") and isdir(folder or ".")]
    except PermissionError:  # --no-files
        return []


def find_spec(name, package=None):
    """A spec if the module can be imported, else None. Packages above it are imported."""
    name = resolve_name(name, package)
    module = sys.modules.get(name)
    if not name or getattr(module, "__spec__", None):
        return getattr(module, "__spec__", None)
    if name == "__main__" and module is not None:
        raise ValueError("__main__.__spec__ is None")
    parent = name.rpartition(".")[0]
    folders = sys.path
    if parent:
        __import__(parent)
        folders = getattr(sys.modules[parent], "__path__", None)
        if folders is None:
            raise ModuleNotFoundError(f"__path__ attribute not found on {parent!r} while trying to find {name!r}",
                                      name=name)
    from os.path import abspath, isdir, join
    folders = _searchable(folders)
    file = _file_of(name, folders)
    if file is None:
        parts = [folder for folder in map(lambda f: join(abspath(f), name.rpartition(".")[2]), folders) if isdir(folder)]
        if not parts:
            return None if module is None else _Spec(name)
        spec = _Spec(name)  # a package without __init__.py, of all folders of its name
        spec.submodule_search_locations, spec.parent = parts, name
        return spec
    spec = _Spec(name, file, None if file.startswith("<") or file == "built-in" else _FileLoader(name, file))
    if file.endswith("__init__.py"):
        spec.submodule_search_locations = [file.rpartition("/")[0]]
        spec.parent = name
    return spec


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=None):
    return _Spec(name, None if location is None else str(location), _FileLoader(name, location))


class _FileLoader:
    def __init__(self, name, path):
        self.name = name
        self.path = path

    def __repr__(self):
        return f"<_frozen_importlib_external.SourceFileLoader object at {id(self):#x}>"

    def get_code(self, name=None):
        with open(self.path, "rb") as f:
            return compile(f.read(), str(self.path), "exec")

    def exec_module(self, module):
        exec(self.get_code(), module.__dict__)


def module_from_spec(spec):
    module = type(sys)(spec.name)
    module.__file__ = spec.origin
    module.__spec__ = spec
    return module
