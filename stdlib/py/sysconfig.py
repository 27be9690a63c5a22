"""How this program was built and where its parts are."""
import os
import sys

_vars = None


def get_python_version():
    """The language version, as "3.11"."""
    return "%d.%d" % sys.version_info[:2]


def get_platform():
    u = os.uname()
    return u.sysname.lower() + "-" + u.machine


def get_config_vars(*names):
    """All variables, or those of the given names."""
    global _vars
    if _vars is None:
        _vars = {"prefix": sys.prefix, "exec_prefix": sys.exec_prefix, "py_version_short": get_python_version(),
                 "EXT_SUFFIX": None, "Py_DEBUG": 0, "SOABI": None, "WITH_DOC_STRINGS": 1}
    return [_vars.get(n) for n in names] if names else _vars


def get_config_var(name):
    return get_config_vars().get(name)


def get_default_scheme():
    return "posix_prefix"


def get_path_names():
    return ("stdlib", "platstdlib", "purelib", "platlib", "include", "scripts", "data")


def get_paths(scheme=None, vars=None, expand=True):
    """The standard library is inside the program: there are no folders of it."""
    return dict.fromkeys(get_path_names(), sys.prefix)


def get_path(name, scheme=None, vars=None, expand=True):
    return get_paths()[name]


def _print_dict(title, values):
    for index, (name, value) in enumerate(sorted(values.items())):
        if index == 0:
            print(f"{title}: ")
        print(f'\t{name} = "{value}"')


def _main():
    """What `python -m sysconfig` does: print all of this."""
    print(f'Platform: "{get_platform()}"')
    print(f'Python version: "{get_python_version()}"')
    print(f'Current installation scheme: "{get_default_scheme()}"')
    print()
    _print_dict("Paths", get_paths())
    print()
    _print_dict("Variables", get_config_vars())


if __name__ == "__main__":
    _main()
