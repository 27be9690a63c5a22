"""Objects as bytes: protocols 0 to 5."""
import io
from copyreg import _extension_registry, dispatch_table
from _pickle_codes import *
from _pickle_codes import _FRAME_TARGET, _NAME_MAPPING, _IMPORT_MAPPING, _getattribute
from _pickle_plain import dumps as _whole_pickle, loads as _whole_object
from _pickle_read import Unpickler, _find_class
from _pickle_write import Pickler

__all__ = ["PickleError", "PicklingError", "UnpicklingError", "Pickler", "Unpickler", "dump", "dumps", "load", "loads",
           "PickleBuffer", "HIGHEST_PROTOCOL", "DEFAULT_PROTOCOL"]

format_version = "4.0"


def _simple_pickle(obj, protocol, buffer_callback):
    """The pickle of an object that consists of plain ones and instances of ordinary classes, else None."""
    if protocol is None:
        protocol = 4
    elif type(protocol) is not int:
        return None
    if _extension_registry or buffer_callback is not None:
        return None
    return _whole_pickle(obj, protocol if protocol >= 0 else 5, dispatch_table)


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Write an object to a file."""
    write = getattr(file, "write", None)
    data = None if write is None else _simple_pickle(obj, protocol, buffer_callback)
    if data is not None and len(data) < _FRAME_TARGET:  # a longer one is written a frame at a time
        write(data)
        return
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """An object as bytes."""
    data = _simple_pickle(obj, protocol, buffer_callback)
    if data is not None:
        return data
    out = io.BytesIO()
    Pickler(out, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)
    return out.getvalue()


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The object that a file holds."""
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


def loads(s, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The object that bytes hold."""
    if isinstance(s, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    data = s if type(s) is bytes else bytes(memoryview(s))
    found = _whole_object(data, _find_class) if fix_imports else [[], [], {}, 0, 0]
    if type(found) is tuple:
        return found[0]
    reader = Unpickler(io.BytesIO(), fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers)
    reader._data = data
    reader.stack, reader._outer, reader.memo, reader._at, reader.proto = found
    return reader._go_on()


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
