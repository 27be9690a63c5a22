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
        return f"ModuleSpec(name={self.name!r}, loader={self.loader!r}, origin={self.origin!r})"


def find_spec(name, package=None):
    """A spec if the module can be imported, else None."""
    module = sys.modules.get(name)
    if module is None:
        try:
            __import__(name)
        except ModuleNotFoundError:
            return None
        module = sys.modules.get(name)
        if module is None:
            return None
    return _Spec(name, getattr(module, "__file__", None))


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=None):
    return _Spec(name, None if location is None else str(location), _FileLoader(name, location))


class _FileLoader:
    def __init__(self, name, path):
        self.name = name
        self.path = path

    def exec_module(self, module):
        with open(self.path, encoding="utf-8") as f:
            exec(compile(f.read(), str(self.path), "exec"), module.__dict__)


def module_from_spec(spec):
    module = type(sys)(spec.name)
    module.__file__ = spec.origin
    module.__spec__ = spec
    return module
