"""Opcodes, exceptions and helpers of pickles."""
import _struct
import sys


compatible_formats = ["1.0", "1.1", "1.2", "1.3", "2.0", "3.0", "4.0", "5.0"]
HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4
_FRAME_MIN = 4
_FRAME_TARGET = 64 * 1024


class PickleError(Exception):
    """An error of this module."""
    __module__ = "_pickle"


class PicklingError(PickleError):
    """An object that cannot be pickled."""
    __module__ = "_pickle"


class UnpicklingError(PickleError):
    """Bytes that are not a pickle."""
    __module__ = "_pickle"


class PickleBuffer:
    """A bytes-like object to be passed on without a copy."""

    def __init__(self, obj):
        self._view = memoryview(obj)

    def raw(self):
        return self._view

    def release(self):
        self._view.release()


MARK = b"("
STOP = b"."
POP = b"0"
POP_MARK = b"1"
DUP = b"2"
FLOAT = b"F"
INT = b"I"
BININT = b"J"
BININT1 = b"K"
LONG = b"L"
BININT2 = b"M"
NONE = b"N"
PERSID = b"P"
BINPERSID = b"Q"
REDUCE = b"R"
STRING = b"S"
BINSTRING = b"T"
SHORT_BINSTRING = b"U"
UNICODE = b"V"
BINUNICODE = b"X"
APPEND = b"a"
BUILD = b"b"
GLOBAL = b"c"
DICT = b"d"
EMPTY_DICT = b"}"
APPENDS = b"e"
GET = b"g"
BINGET = b"h"
INST = b"i"
LONG_BINGET = b"j"
LIST = b"l"
EMPTY_LIST = b"]"
OBJ = b"o"
PUT = b"p"
BINPUT = b"q"
LONG_BINPUT = b"r"
SETITEM = b"s"
TUPLE = b"t"
EMPTY_TUPLE = b")"
SETITEMS = b"u"
BINFLOAT = b"G"
PROTO = b"\x80"
NEWOBJ = b"\x81"
EXT1 = b"\x82"
EXT2 = b"\x83"
EXT4 = b"\x84"
TUPLE1 = b"\x85"
TUPLE2 = b"\x86"
TUPLE3 = b"\x87"
NEWTRUE = b"\x88"
NEWFALSE = b"\x89"
LONG1 = b"\x8a"
LONG4 = b"\x8b"
BINBYTES = b"B"
SHORT_BINBYTES = b"C"
SHORT_BINUNICODE = b"\x8c"
BINUNICODE8 = b"\x8d"
BINBYTES8 = b"\x8e"
EMPTY_SET = b"\x8f"
ADDITEMS = b"\x90"
FROZENSET = b"\x91"
NEWOBJ_EX = b"\x92"
STACK_GLOBAL = b"\x93"
MEMOIZE = b"\x94"
FRAME = b"\x95"
BYTEARRAY8 = b"\x96"
NEXT_BUFFER = b"\x97"
READONLY_BUFFER = b"\x98"

# Names that moved between Python 2 and 3.
_IMPORT_MAPPING = {"__builtin__": "builtins", "copy_reg": "copyreg", "Queue": "queue", "cPickle": "pickle",
                   "cStringIO": "io", "StringIO": "io", "exceptions": "builtins"}
_NAME_MAPPING = {("__builtin__", "xrange"): ("builtins", "range"), ("__builtin__", "reduce"): ("functools", "reduce"),
                 ("__builtin__", "unicode"): ("builtins", "str"), ("__builtin__", "long"): ("builtins", "int"),
                 ("__builtin__", "unichr"): ("builtins", "chr"), ("exceptions", "StandardError"):
                 ("builtins", "Exception"), ("UserDict", "UserDict"): ("collections", "UserDict"),
                 ("UserList", "UserList"): ("collections", "UserList"), ("itertools", "izip"): ("builtins", "zip"),
                 ("itertools", "imap"): ("builtins", "map"), ("itertools", "ifilter"): ("builtins", "filter")}
_REVERSE_IMPORT = {"builtins": "__builtin__", "copyreg": "copy_reg", "queue": "Queue"}

_REVERSE_NAMES = {new: old for old, new in _NAME_MAPPING.items()}


def _getattribute(obj, name):
    """(what a dotted name stands for, the object that it is an attribute of)"""
    parent, start = None, obj
    for part in name.split("."):
        if part == "<locals>":
            raise AttributeError(f"Can't get local attribute {name!r} on {start!r}")
        parent = obj
        try:
            obj = getattr(obj, part)
        except AttributeError:
            raise AttributeError(f"Can't get attribute {name!r} on {start!r}") from None
    return obj, parent


def whichmodule(obj, name):
    """The module that an object can be found in."""
    declared = getattr(obj, "__module__", None)
    if isinstance(declared, str):
        return declared
    for candidate, module in list(sys.modules.items()):
        if candidate not in ("__main__", "__mp_main__") and module is not None:
            try:
                if _getattribute(module, name)[0] is obj:
                    return candidate
            except AttributeError:
                continue
    return "__main__"


def encode_long(x):
    """The bytes of an int, two's complement, least significant first; none for 0."""
    bits = (x if x >= 0 else ~x).bit_length()
    return x.to_bytes(bits // 8 + 1, "little", signed=True) if x else b""


def decode_long(data):
    """An int from its bytes, the lowest first."""
    return int.from_bytes(data, byteorder="little", signed=True)


_le4 = "<I"
_le8 = "<Q"
_pack = _struct.pack
_unpack = _struct.unpack


def _codecs_encode():
    import codecs
    return codecs.encode


def _raw_unicode_escape(s):
    out = bytearray()
    for c in s:
        n = ord(c)
        if n < 256:
            out.append(n)
        elif n < 0x10000:
            out += b"\\u%04x" % n
        else:
            out += b"\\U%08x" % n
    return bytes(out)



for _c in list(globals().values()):
    if isinstance(_c, type) and _c.__module__ == __name__:
        _c.__module__ = "pickle"
