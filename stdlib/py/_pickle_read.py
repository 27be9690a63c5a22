"""Unpickler: opcodes to objects.

Each opcode is a function that changes a stack; what stands behind MARK is a stack of its own until it is taken.
"""
import re
import sys
from _codecs import escape_decode as _escape_decode
from copyreg import _extension_cache, _inverted_registry
from _pickle_codes import *
from _pickle_plain import load as _load
from _pickle_codes import (_IMPORT_MAPPING, _NAME_MAPPING, _getattribute, _le4, _le8, _unpack)

__name__ = "pickle"


def _find_class(module, name, proto, fix_imports=True):
    if fix_imports and proto < 3:  # names of Python 2
        module, name = _NAME_MAPPING.get((module, name), (_IMPORT_MAPPING.get(module, module), name))
    __import__(module, level=0)
    home = sys.modules[module]
    if proto >= 4:
        return _getattribute(home, name)[0]
    try:
        return getattr(home, name)
    except AttributeError:
        raise AttributeError(f"Can't get attribute {name!r} on {home!r}") from None


class Unpickler:
    """Reads pickles from a file. Override find_class() to decide which globals are allowed, persistent_load() to find objects
    that are kept outside."""

    dispatch = {}  # opcode -> function

    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
        if not (hasattr(file, "read") and hasattr(file, "readline")):
            raise TypeError("file must have 'read' and 'readline' attributes")
        self._file_read, self._file_readline = file.read, file.readline
        self._buffers = None if buffers is None else iter(buffers)
        self.encoding, self.errors, self.fix_imports = encoding, errors, fix_imports
        self.memo, self.proto = {}, 0
        self._data, self._at = b"", 0  # the frame, or all of the pickle, and how much of it is read

    def load(self):
        """Read an object."""
        if not hasattr(self, "_file_read"):
            raise UnpicklingError("Unpickler.__init__() was not called by {0}.__init__()".format(type(self).__name__))
        self.stack, self._outer, self.proto = [], [], 0
        return self._go_on()

    def _go_on(self):
        read, operations = self._file_read, self.dispatch
        try:
            while True:
                at, data = self._at, self._data
                if at < len(data):
                    at = _load(self, data, at, self._outer, self.memo)
                    self._at = at + 1
                opcode = data[at:at + 1] or read(1)
                if opcode == STOP:
                    break
                operation = operations.get(opcode)
                if operation is None:
                    raise _unknown(opcode)
                operation(self)
            return self.pop()
        except _Underflow:
            raise UnpicklingError("unexpected MARK found" if self._outer else "unpickling stack underflow") from None

    def persistent_load(self, pid):
        """Override: the object of an id."""
        raise UnpicklingError("A load persistent id instruction was encountered,\nbut no persistent_load function was "
                              "specified.")

    def find_class(self, module, name):
        """The class or function of that name."""
        return _find_class(module, name, self.proto, self.fix_imports)

    # What operations read.

    def read(self, n):
        """Bytes of the pickle."""
        at, self._at = self._at, self._at + n
        data = self._data[at:at + n]
        if len(data) < n:
            data += self._file_read(n - len(data))
            if len(data) < n:
                raise _truncated()
        return data

    def readline(self):
        """A line without its end."""
        at = self._at
        self._at = self._data.find(b"\n", at) + 1
        if self._at:
            return self._data[at:self._at - 1]
        self._at = len(self._data)
        line = self._data[at:] + self._file_readline()
        if line[-1:] != b"\n":
            raise _truncated()
        return line[:-1]

    def full_line(self):
        """A line that is not empty, without its end."""
        line = self.readline()
        if not line:
            raise _truncated()
        return line

    def _number(self, format, size):
        return _unpack(format, self.read(size))[0]

    def _text(self, data):
        """A string of Python 2."""
        return data if self.encoding == "bytes" else data.decode(self.encoding, self.errors)

    def top(self):
        """What the operation is about, which stays on the stack."""
        if not self.stack:
            raise _Underflow
        return self.stack[-1]

    def pop(self):
        """What stands on the stack behind the last mark."""
        if not self.stack:
            raise _Underflow
        return self.stack.pop()

    def pop_mark(self):
        """What stands behind the last mark."""
        if not self._outer:
            raise UnpicklingError("could not find MARK")
        items, self.stack = self.stack, self._outer.pop()
        return items

    def _recall(self, number):
        try:
            return self.memo[number]
        except KeyError:
            raise UnpicklingError(f"Memo value not found at index {number}") from None

    def _remember(self, number):
        self.memo[number] = self.top()

    def _persistent_loader(self):
        load = self.persistent_load
        if getattr(load, "__func__", None) is Unpickler.persistent_load:
            load(None)  # refuses before anything is read
        return load

    def get_extension(self, code):
        """The object of a code that copyreg.add_extension() registered."""
        if code <= 0:
            raise UnpicklingError("EXT specifies code <= 0")
        if code not in _extension_cache:
            place = _inverted_registry.get(code)
            if place is None:
                raise ValueError(f"unregistered extension code {code}")
            _extension_cache[code] = self.find_class(*place)
        return _extension_cache[code]


class _Underflow(Exception):
    """An operation needs more than stands behind the last mark."""


def _truncated():
    return UnpicklingError("pickle data was truncated")


def _unknown(opcode):
    if not opcode:
        return EOFError("Ran out of input")
    shown = chr(opcode[0]) if 32 <= opcode[0] < 127 and opcode not in b"'\\" else f"\\x{opcode[0]:02x}"
    return UnpicklingError(f"invalid load key, '{shown}'.")


def _operation(*opcodes):
    def add(function):
        Unpickler.dispatch.update(dict.fromkeys(opcodes, function))
        return function
    return add


def _pushes(make):
    """An operation that puts one value on the stack."""
    def operation(self):
        value = make(self)
        self.stack.append(value)
    return operation


def _length(format, size):
    """A function that reads data behind its length."""
    def read(self, name="", makes_room=False):
        n = self._number(format, size)
        if n > sys.maxsize:
            raise OverflowError(f"{name} exceeds system's maximum size of {sys.maxsize} bytes")
        if makes_room and n >> 47:  # CPython looks for memory before it reads, and none has so much
            raise MemoryError
        return self.read(n)
    return read


_by1, _by4, _by8 = _length("B", 1), _length(_le4, 4), _length(_le8, 8)


def _utf8(data):
    return data.decode("utf-8", "surrogatepass")


def _int(line, base=10):
    """A number as C reads it, up to a zero byte."""
    line = line.partition(b"\0")[0]
    try:
        return int(line, base)
    except ValueError:
        if not base:
            digits = line.strip().lstrip(b"+-")
            base = {b"x": 16, b"o": 8, b"b": 2}.get(digits[1:2].lower(), 0) if digits[:1] == b"0" else 10
        raise ValueError(f"invalid literal for int() with base {base}: {line.decode()!r}") from None


def _decimal(self):
    line = self.full_line()
    if line[:1] == b"\0":
        return 0  # as strtol() takes an empty text
    try:
        return {b"00": False, b"01": True}[line] if line in (b"00", b"01") else _int(line, 0)
    except ValueError:
        raise ValueError("could not convert string to int") from None


def _long(self):
    line = self.full_line()
    return _int(line[:-1] if line[-1:] == b"L" else line + b"\n", 0)


def _float(self):
    line = (self.full_line() + b"\n").partition(b"\0")[0]
    try:
        return float(line)
    except ValueError:
        starts = re.match(rb"[+-]?(\.?[0-9]|inf|nan)", line, re.IGNORECASE)
        text = line.decode("utf-8", "replace")
        raise ValueError("could not convert string to float" + ("" if starts else f": '{text}'")) from None


def _quoted(self):
    line = self.readline()
    if len(line) < 2 or line[0] != line[-1] or line[0] not in b"\"'":
        raise UnpicklingError("the STRING opcode argument must be quoted")
    return self._text(_escape_decode(line[1:-1])[0])


def _pairs(items, operation):
    if len(items) % 2:
        raise UnpicklingError(f"odd number of items for {operation}")
    return zip(items[::2], items[1::2])


Unpickler.dispatch.update((opcode, _pushes(make)) for opcode, make in {
    NONE: lambda self: None, NEWTRUE: lambda self: True, NEWFALSE: lambda self: False,
    INT: _decimal, LONG: _long, BININT: lambda self: self._number("<i", 4), BININT1: lambda self: self.read(1)[0],
    BININT2: lambda self: self._number("<H", 2), LONG1: lambda self: decode_long(_by1(self)),
    FLOAT: _float, BINFLOAT: lambda self: self._number(">d", 8),
    STRING: _quoted, BINSTRING: lambda self: self._text(_by4(self)), SHORT_BINSTRING: lambda self: self._text(_by1(self)),
    UNICODE: lambda self: self.readline().decode("raw-unicode-escape"), BINUNICODE: lambda self: _utf8(_by4(self)),
    SHORT_BINUNICODE: lambda self: _utf8(_by1(self)), BINUNICODE8: lambda self: _utf8(_by8(self, "BINUNICODE")),
    BINBYTES: _by4, SHORT_BINBYTES: _by1, BINBYTES8: lambda self: _by8(self, "BINBYTES", True),
    BYTEARRAY8: lambda self: bytearray(_by8(self, "BYTEARRAY8", True)),
    EMPTY_TUPLE: lambda self: (), EMPTY_LIST: lambda self: [], EMPTY_DICT: lambda self: {}, EMPTY_SET: lambda self: set(),
    TUPLE: lambda self: tuple(self.pop_mark()), LIST: lambda self: self.pop_mark(),
    FROZENSET: lambda self: frozenset(self.pop_mark()), DICT: lambda self: dict(_pairs(self.pop_mark(), "DICT")),
    DUP: lambda self: self.top(),
    GET: lambda self: self._recall(_int(self.full_line() + b"\n")), BINGET: lambda self: self._recall(self.read(1)[0]),
    LONG_BINGET: lambda self: self._recall(self._number(_le4, 4)),
    EXT1: lambda self: self.get_extension(self.read(1)[0]), EXT2: lambda self: self.get_extension(self._number("<H", 2)),
    EXT4: lambda self: self.get_extension(self._number("<i", 4)),
    GLOBAL: lambda self: self.find_class(self.full_line().decode(), self.full_line().decode()),
    BINPERSID: lambda self: self._persistent_loader()(self.pop()),
}.items())
Unpickler.dispatch.update({
    BINPUT: lambda self: self._remember(self.read(1)[0]),
    LONG_BINPUT: lambda self: self._remember(self._number(_le4, 4)), MEMOIZE: lambda self: self._remember(len(self.memo)),
    POP_MARK: lambda self: self.pop_mark()})


@_operation(PUT)
def _put(self):
    line = self.full_line()
    self.top()
    number = _int(line + b"\n")
    if number < 0:
        raise ValueError("negative PUT argument")
    self._remember(number)


@_operation(PROTO)
def _proto(self):
    self.proto = self.read(1)[0]
    if self.proto > HIGHEST_PROTOCOL:
        raise ValueError(f"unsupported pickle protocol: {self.proto}")


@_operation(FRAME)
def _frame(self):
    size = self._number(_le8, 8)
    if size > sys.maxsize:
        raise OverflowError(f"FRAME length exceeds system's maximum of {sys.maxsize} bytes")
    left = len(self._data) - self._at
    if left <= 0:
        self._data, self._at = self.read(size), 0
    elif left < size:
        raise _truncated()


@_operation(LONG4)
def _long4(self):
    size = self._number("<i", 4)
    if size < 0:
        raise UnpicklingError("LONG pickle has negative byte count")
    self.stack.append(decode_long(self.read(size)))


@_operation(PERSID)
def _persistent(self):
    load = self._persistent_loader()
    try:
        pid = self.readline().decode("ascii")
    except UnicodeDecodeError:
        raise UnpicklingError("persistent IDs in protocol 0 must be ASCII strings")
    self.stack.append(load(pid))


@_operation(MARK)
def _mark(self):
    self._outer.append(self.stack)
    self.stack = []


@_operation(POP)
def _pop(self):
    if self.stack or not self._outer:
        self.pop()
    else:
        self.pop_mark()


def _small_tuple(size):
    def operation(self):
        stack = self.stack
        if len(stack) < size:
            raise _Underflow
        stack[-size:] = [tuple(stack[-size:])]
    return operation


Unpickler.dispatch.update({TUPLE1: _small_tuple(1), TUPLE2: _small_tuple(2), TUPLE3: _small_tuple(3)})


# Objects.

@_operation(STACK_GLOBAL)
def _stack_global(self):
    name, module = self.stack.pop() if self.stack else None, self.stack.pop() if self.stack else None
    if not (type(name) is type(module) is str):
        raise UnpicklingError("STACK_GLOBAL requires str")
    self.stack.append(self.find_class(module, name))


@_operation(REDUCE)
def _reduce(self):
    args, function = self.pop(), self.pop()
    if not isinstance(args, tuple):
        raise TypeError("argument list must be a tuple")
    self.stack.append(function(*args))


def _new(cls, args, keywords, operation):
    for value, what, wanted, article in ((cls, "class", type, "a type"), (args, "args", tuple, "a tuple"),
                                         (keywords, "kwargs", dict, "a dict")):
        if not isinstance(value, wanted):
            raise UnpicklingError(f"{operation} {what} argument must be {article}, not {type(value).__name__}")
    return cls.__new__(cls, *args, **keywords)


@_operation(NEWOBJ)
def _newobj(self):
    args, cls = self.pop(), self.pop()
    self.stack.append(_new(cls, args, {}, "NEWOBJ"))


@_operation(NEWOBJ_EX)
def _newobj_ex(self):
    keywords, args, cls = self.pop(), self.pop(), self.pop()
    self.stack.append(_new(cls, args, keywords, "NEWOBJ_EX"))


def _instance(cls, args):
    """As Python 2 made one: without arguments __init__() is not called."""
    if not args and isinstance(cls, type) and not hasattr(cls, "__getinitargs__"):
        return cls.__new__(cls)
    return cls(*args)


@_operation(INST)
def _inst(self):
    if not self._outer:
        self.pop_mark()
    cls = self.find_class(self.full_line().decode("ascii"), self.full_line().decode("ascii"))
    args = self.pop_mark()
    self.stack.append(_instance(cls, args))


@_operation(OBJ)
def _obj(self):
    items = self.pop_mark()
    if not items:
        raise _Underflow
    cls, *args = items
    self.stack.append(_instance(cls, args))


@_operation(BUILD)
def _build(self):
    """Give an object its state: a dict of attributes, or a pair of that and one of slots, unless it has __setstate__()."""
    state = self.pop()
    made = self.top()
    take = getattr(made, "__setstate__", None)
    if take is not None:
        take(state)
        return
    attributes, slots = state if isinstance(state, tuple) and len(state) == 2 else (state, None)
    if attributes is not None and not isinstance(attributes, dict):
        raise UnpicklingError("state is not a dictionary")
    if slots is not None and not isinstance(slots, dict):
        raise UnpicklingError("slot state is not a dictionary")
    if attributes:
        made.__dict__.update((sys.intern(name) if type(name) is str else name, value) for name, value in attributes.items())
    for name, value in (slots or {}).items():
        setattr(made, name, value)


@_operation(APPEND)
def _append(self):
    _extend(self, [self.pop()])


@_operation(APPENDS)
def _appends(self):
    _extend(self, self.pop_mark())


def _extend(self, items):
    target = self.top()
    if hasattr(target, "extend"):
        target.extend(items)
        return
    for item in items:
        target.append(item)


@_operation(ADDITEMS)
def _additems(self):
    items = self.pop_mark()
    target = self.top()
    if isinstance(target, set):
        target.update(items)
        return
    for item in items:
        target.add(item)


@_operation(SETITEM)
def _setitem(self):
    value, key = self.pop(), self.pop()
    self.top()[key] = value


@_operation(SETITEMS)
def _setitems(self):
    items = self.pop_mark()
    target = self.top()
    for key, value in _pairs(items, "SETITEMS"):
        target[key] = value


# Buffers that the program passes on by itself.

@_operation(NEXT_BUFFER)
def _next_buffer(self):
    if self._buffers is None:
        raise UnpicklingError("pickle stream refers to out-of-band data but no *buffers* argument was given")
    for buffer in self._buffers:
        self.stack.append(buffer)
        return
    raise UnpicklingError("not enough out-of-band buffers")


@_operation(READONLY_BUFFER)
def _readonly_buffer(self):
    with memoryview(self.top()) as view:
        if not view.readonly:
            self.stack[-1] = view.toreadonly()
