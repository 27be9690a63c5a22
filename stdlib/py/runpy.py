"""Modules and files run as scripts."""
import sys
from importlib.util import SourceFileLoader, find_spec

__all__ = ["run_module", "run_path"]


class _Error(Exception):
    """What -m tells without a traceback."""


def _details(name, error=ImportError):
    """The spec of the module to run. Packages above it are imported; of a package, __main__ is run."""
    if name.startswith("."):
        raise error("Relative module names not supported")
    parent = name.rpartition(".")[0]
    if parent:
        try:
            __import__(parent)
        except ImportError as e:
            if e.name is None or e.name != parent and not parent.startswith(e.name + "."):
                raise
        known = sys.modules.get(name)
        if known is not None and not hasattr(known, "__path__"):
            from warnings import warn
            warn(RuntimeWarning(f"{name!r} found in sys.modules after import of package {parent!r}, but prior to "
                                f"execution of {name!r}; this may result in unpredictable behaviour"))
    try:
        spec = find_spec(name)
    except (ImportError, AttributeError, TypeError, ValueError) as e:
        message = f"Error while finding module specification for {name!r} ({type(e).__name__}: {e})"
        if name.endswith(".py"):
            message += f". Try using '{name[:-3]}' instead of '{name}' as the module name."
        raise error(message) from e
    if spec is None:
        raise error(f"No module named {name}")
    if spec.submodule_search_locations is not None:
        if name == "__main__" or name.endswith(".__main__"):
            raise error("Cannot use package as __main__ module")
        try:
            return _details(name + ".__main__", error)
        except error as e:
            if name not in sys.modules:
                raise
            raise error(f"{e}; {name!r} is a package and cannot be directly executed") from None
    if spec.origin == "built-in":
        raise error(f"No code object available for {name}")
    return spec


def _main_spec(name):
    """For -m, which runs the module itself."""
    try:
        spec = _details(name, _Error)
    except _Error as e:
        sys.exit(f"{sys.executable}: {e}")
    sys.argv[0] = spec.origin
    return spec, spec.parent, spec.origin


def run_module(mod_name, init_globals=None, run_name=None, alter_sys=False):
    """Run a module that is found by its name; gives its globals."""
    spec = _details(mod_name)
    if not hasattr(spec.loader, "get_code"):
        raise NotImplementedError(f"{mod_name!r} is linked into the program: there is no code of it to run again")
    code = spec.loader.get_code(spec.name)
    return _execute(spec, run_name or spec.name, code, init_globals, spec.parent, alter_sys)


def run_path(path_name, init_globals=None, run_name=None):
    """Run a file, or __main__ of a folder; gives its globals."""
    import os
    path, name = os.fsdecode(path_name), run_name or "<run_path>"
    if os.path.isdir(path):
        sys.path.insert(0, path)
        known = sys.modules.pop("__main__", None)
        try:
            spec = find_spec("__main__")
            if spec is None:
                raise ImportError(f"can't find '__main__' module in {path_name!r}")
            return _execute(spec, name, spec.loader.get_code("__main__"), init_globals, spec.parent, True)
        finally:
            if known is not None:
                sys.modules["__main__"] = known
            try:
                sys.path.remove(path)
            except ValueError:  # the script did
                pass
    return _execute(None, name, SourceFileLoader(name, path).get_code(), init_globals, name.rpartition(".")[0], True)


def _execute(spec, name, code, init_globals, package, alter):
    """Run code in a fresh module, which stands in sys.modules meanwhile if `alter`."""
    module = type(sys)(name)
    space = module.__dict__
    space.update(init_globals or {})
    space.update(__name__=name, __file__=code.co_filename, __cached__=None, __doc__=None, __package__=package,
                 __loader__=spec and spec.loader, __spec__=spec)
    if not alter:
        exec(code, space)
        return space
    known, first = sys.modules.get(name), sys.argv[0]
    sys.modules[name], sys.argv[0] = module, code.co_filename
    try:
        exec(code, space)
        return space.copy()
    finally:
        sys.argv[0] = first
        if known is None:
            del sys.modules[name]
        else:
            sys.modules[name] = known


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print("No module specified for execution", file=sys.stderr)
    else:
        del sys.argv[0]
        run_module(sys.argv[0], run_name="__main__", alter_sys=True)
