"""Objects as bytes: protocols 0 to 5."""
import io
from _pickle_codes import *
from _pickle_codes import _NAME_MAPPING, _IMPORT_MAPPING, _getattribute
from _pickle_read import Unpickler
from _pickle_write import Pickler

__all__ = ["PickleError", "PicklingError", "UnpicklingError", "Pickler", "Unpickler", "dump", "dumps", "load", "loads",
           "PickleBuffer", "HIGHEST_PROTOCOL", "DEFAULT_PROTOCOL"]

format_version = "4.0"


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Write an object to a file."""
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """An object as bytes."""
    out = io.BytesIO()
    dump(obj, out, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback)
    return out.getvalue()


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The object that a file holds."""
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


def loads(s, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The object that bytes hold."""
    if isinstance(s, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    reader = Unpickler(io.BytesIO(), fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers)
    reader._data = s if type(s) is bytes else bytes(memoryview(s))
    return reader.load()


_Pickler, _Unpickler, _dump, _dumps, _load, _loads = Pickler, Unpickler, dump, dumps, load, loads


def _main():
    """What `python -m pickle` does: print what files hold."""
    import argparse
    parser = argparse.ArgumentParser(description="display contents of the pickle files")
    parser.add_argument("pickle_file", type=argparse.FileType("br"), nargs="*", help="the pickle file")
    parser.add_argument("-t", "--test", action="store_true", help="run self-test suite")
    parser.add_argument("-v", action="store_true", help="run verbosely; only affects self-test run")
    args = parser.parse_args()
    if args.test:
        import doctest
        doctest.testmod()
    elif args.pickle_file:
        from pprint import pprint
        for file in args.pickle_file:
            pprint(load(file))
    else:
        parser.print_help()


if __name__ == "__main__":
    _main()
