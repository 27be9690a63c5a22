"""Questions about modules."""
import sys


class ModuleSpec:
    """How a module was found."""
    __module__ = "_frozen_importlib"
    cached = None

    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self.has_location = False

    @property
    def parent(self):
        return self.name.rpartition(".")[0] if self.submodule_search_locations is None else self.name

    def __eq__(self, other):
        try:
            return all([getattr(self, name) == getattr(other, name)
                        for name in ("name", "loader", "origin", "submodule_search_locations", "cached", "has_location")])
        except AttributeError:
            return NotImplemented

    __hash__ = None

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
            return None if module is None else ModuleSpec(name, None)
        return _spec(name, None, parts)  # a package without __init__.py, of all folders of its name
    return _spec(name, file, [file.rpartition("/")[0]] if file.endswith("__init__.py") else None)


def _spec(name, file, folders):
    if file is None:
        spec = ModuleSpec(name, NamespaceLoader(name, folders, None) if folders is not None else BuiltinImporter)
        spec.origin = None if folders is not None else "built-in"
    elif file == "built-in":
        spec = ModuleSpec(name, BuiltinImporter, origin=file)
    elif file.startswith("<"):
        spec = ModuleSpec(name, FrozenImporter, origin=file)
        spec.has_location = True
    else:
        spec = ModuleSpec(name, SourceFileLoader(name, file), origin=file)
        spec.has_location = True
    spec.submodule_search_locations = folders
    return spec


def _describe(module):
    """Give a module that was imported its spec and its loader, unless the script has set or deleted them."""
    names = module.__dict__
    spec = _spec(names.get("__name__", ""), names.get("__file__"), names.get("__path__"))
    for name, value in ("__spec__", spec), ("__loader__", spec.loader):
        if names.get(name, spec) is None:
            names[name] = value


_unset = object()


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    """A spec for a loader, which is asked what it was not told."""
    if is_package is None and hasattr(loader, "is_package"):
        is_package = loader.is_package(name)
    spec = ModuleSpec(name, loader, origin=origin, is_package=is_package)
    if origin is None and hasattr(loader, "get_filename"):
        spec.origin = loader.get_filename(name)
        spec.has_location = True
    return spec


def spec_from_file_location(name, location=None, *, loader=_unset, submodule_search_locations=_unset):
    """A spec for a file; None if it is no source and no loader is given."""
    import os
    if location is None:
        location = loader.get_filename(name) if hasattr(loader, "get_filename") else "<unknown>"
    else:
        location = os.path.abspath(os.fspath(location))
    if loader is _unset:
        if not location.endswith(".py"):
            return None
        loader = SourceFileLoader(name, location)
    spec = ModuleSpec(name, loader, origin=location)
    spec.has_location = True
    if submodule_search_locations is not _unset:
        spec.submodule_search_locations = submodule_search_locations
    elif hasattr(loader, "is_package") and loader.is_package(name):
        spec.submodule_search_locations = []
    if spec.submodule_search_locations == [] and location:
        spec.submodule_search_locations.append(location.rpartition("/")[0])
    return spec


class BuiltinImporter:
    """The loader of modules that are written in C++."""
    __module__ = "_frozen_importlib"


class FrozenImporter:
    """The loader of modules of the library inside the program."""
    __module__ = "_frozen_importlib"


class NamespaceLoader:
    """The loader of packages without __init__.py."""
    __module__ = "_frozen_importlib_external"

    def __init__(self, name, path, path_finder):
        self._path = path

    def is_package(self, fullname):
        return True

    def get_source(self, fullname):
        return ""

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        pass


class SourceFileLoader:
    """The loader of files of source."""
    __module__ = "_frozen_importlib_external"

    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def __eq__(self, other):
        return self.__class__ == other.__class__ and self.__dict__ == other.__dict__

    def __hash__(self):
        return hash(self.name) ^ hash(self.path)

    def get_filename(self, name=None):
        return self.path

    def is_package(self, fullname):
        return self.path.rpartition("/")[2] == "__init__.py" and fullname.rpartition(".")[2] != "__init__"

    def get_data(self, path):
        with open(path, "rb") as f:
            return f.read()

    def get_source(self, fullname):
        return decode_source(self.get_data(self.path))

    def get_code(self, fullname=None):
        return compile(self.get_data(self.path), str(self.path), "exec", dont_inherit=True)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.get_code(module.__name__), module.__dict__)


def decode_source(source_bytes):
    """The text of a source file, in the encoding that its first two lines name, with one kind of line ends."""
    import io
    import re
    encoding = "utf-8-sig"
    for line in source_bytes.split(b"\n", 2)[:2]:
        if named := re.match(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", line):
            encoding = named[1].decode()
            break
        if not re.match(rb"[ \t\f]*(#|\r?$)", line):
            break
    return io.IncrementalNewlineDecoder(None, True).decode(source_bytes.decode(encoding))


def module_from_spec(spec):
    """A new module for a spec, whose code has not run."""
    module = spec.loader.create_module(spec) if hasattr(spec.loader, "create_module") else None
    if module is None:
        module = type(sys)(spec.name)
    module.__loader__ = spec.loader
    module.__package__ = spec.parent
    module.__spec__ = spec
    if spec.submodule_search_locations is not None:
        module.__path__ = spec.submodule_search_locations
    if spec.has_location:
        module.__file__ = spec.origin
        module.__cached__ = spec.cached
    return module
