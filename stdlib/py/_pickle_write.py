"""Pickler: objects to opcodes."""
import sys
from _operator import index
from copyreg import _extension_registry, dispatch_table
from types import FunctionType, ModuleType
from _pickle_codes import *
from _pickle_plain import save as _save
from _pickle_codes import (_FRAME_MIN, _FRAME_TARGET, _REVERSE_IMPORT, _REVERSE_NAMES, _codecs_encode, _getattribute, _le4,
                           _le8, _pack, _raw_unicode_escape)

__name__ = "pickle"

_BATCH = 1000  # items that one opcode adds
_INT_MIN, _INT_MAX = -1 << 31, (1 << 31) - 1


class _Frames:
    """What is to be written. From protocol 4 on, opcodes stand in frames of about 64 KiB, each behind its length."""

    def __init__(self, write, framed):
        self.write, self.framed, self.head, self.out = write, framed, b"", bytearray()
        self.add = self.out.extend

    def add_large(self, header, payload):
        """Data as large as a frame stands between frames, and is not copied."""
        if len(payload) < _FRAME_TARGET:
            self.out += header
            self.out += payload
        else:
            self.flush(header)
            self.write(payload)

    def flush(self, behind=b""):
        head, out = self.head, self.out
        if self.framed and len(out) >= _FRAME_MIN:
            head += FRAME + _pack(_le8, len(out))
        if head or out or behind:
            self.write(head + out + behind)
        self.head = b""
        out.clear()


class Pickler:
    """Writes pickles to a file. A subclass may have persistent_id() and reducer_override()."""

    dispatch = {}  # type -> function that writes its objects

    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        protocol = DEFAULT_PROTOCOL if protocol is None else index(protocol)
        protocol = HIGHEST_PROTOCOL if protocol < 0 else protocol
        if protocol > HIGHEST_PROTOCOL:
            raise ValueError(f"pickle protocol must be <= {HIGHEST_PROTOCOL}")
        if protocol < 5 and buffer_callback is not None:
            raise ValueError("buffer_callback needs protocol >= 5")
        if not hasattr(file, "write"):
            raise TypeError("file must have a 'write' attribute")
        self._frames = _Frames(file.write, protocol >= 4)
        self.write = self._frames.add
        self.proto, self.bin = protocol, protocol >= 1
        self.fix_imports, self._buffer_callback = fix_imports and protocol < 3, buffer_callback
        self.fast = 0  # true: nothing is remembered
        self.memo = {}  # id -> (number, object); the object must live as long as its id is in use

    def clear_memo(self):
        """Forget which objects have been written."""
        self.memo.clear()

    def dump(self, obj):
        """Write an object."""
        if not hasattr(self, "_frames"):
            raise PicklingError("Pickler.__init__() was not called by {0}.__init__()".format(type(self).__name__))
        frames = self._frames
        frames.out.clear()
        frames.head = PROTO + bytes((self.proto,)) if self.proto >= 2 else b""
        kind = type(self)
        self._plain = (self.proto >= 2 and kind.save is Pickler.save and kind.persistent_id is Pickler.persistent_id
                       and "persistent_id" not in self.__dict__)
        self.save(obj)
        self.write(STOP)
        frames.flush()

    def persistent_id(self, obj):
        """Override: the id of an object that is kept outside of the pickle."""
        return None

    # The memo: what has been written is referred to by its number.

    def memoize(self, obj):
        """Give an object a number by which it is found when it comes again."""
        if self.fast:
            return
        number = len(self.memo)
        if self.proto >= 4:
            self.write(MEMOIZE)  # the numbers are in order
        else:
            self.write(self._numbered(number, PUT, BINPUT, LONG_BINPUT))
        self.memo[id(obj)] = number, obj

    def _numbered(self, number, text, short, long):
        if not self.bin:
            return text + b"%d\n" % number
        return short + bytes((number,)) if number < 256 else long + _pack(_le4, number)

    def _recall(self, obj):
        """The opcode for an object that has been written, or None."""
        known = self.memo.get(id(obj))
        return None if known is None else self._numbered(known[0], GET, BINGET, LONG_BINGET)

    # Any object.

    def save(self, obj, save_persistent_id=True):
        """Write an object."""
        if self._plain and not self.fast:
            _save(self._frames.out, self.memo, (obj,), self._frames.flush, self._save_other, self.proto)
            return
        if self.proto >= 4 and len(self._frames.out) >= _FRAME_TARGET:
            self._frames.flush()
        if save_persistent_id and (pid := self.persistent_id(obj)) is not None:
            self._save_outside(pid)
            return
        recalled = self._recall(obj)
        if recalled is not None:
            self.write(recalled)
            return
        self._save_other(obj)

    def _save_other(self, obj):
        """Write an object that has not been written."""
        kind = type(obj)
        writer, reduced, source = self.dispatch.get(kind), NotImplemented, getattr(self, "reducer_override", None)
        if source is not None and (writer is None or kind not in _NEVER_OVERRIDDEN):
            reduced = source(obj)
        if reduced is NotImplemented:
            if writer is not None:
                writer(self, obj)
                return
            source = getattr(self, "dispatch_table", dispatch_table).get(kind)
            if source is not None:
                reduced = source(obj)
            elif issubclass(kind, type):
                self.save_global(obj)
                return
            elif (source := getattr(obj, "__reduce_ex__", None)) is not None:
                reduced = source(self.proto)
            elif (source := getattr(obj, "__reduce__", None)) is not None:
                reduced = source()
            else:
                raise PicklingError(f"Can't pickle {kind.__name__!r} object: {obj!r}")
        if isinstance(reduced, str):
            self.save_global(obj, reduced)
        elif not isinstance(reduced, tuple):
            raise PicklingError(f"{source} must return string or tuple")
        elif not 2 <= len(reduced) <= 6:
            raise PicklingError(f"Tuple returned by {source} must have two to six elements")
        else:
            self.save_reduce(*reduced, obj=obj)

    def _save_outside(self, pid):
        if self.bin:
            self.save(pid, save_persistent_id=False)
            self.write(BINPERSID)
            return
        try:
            self.write(PERSID + str(pid).encode("ascii") + b"\n")
        except UnicodeEncodeError:
            raise PicklingError("persistent IDs in protocol 0 must be ASCII strings")

    def _save_all(self, *objects):
        if self._plain and not self.fast:
            _save(self._frames.out, self.memo, objects, self._frames.flush, self._save_other, self.proto)
            return
        for obj in objects:
            self.save(obj)

    def save_reduce(self, func, args, state=None, listitems=None, dictitems=None, state_setter=None, *, obj=None):
        """Write a call that makes an object, and what is to be done with it then."""
        if not isinstance(args, tuple):
            raise PicklingError("args from save_reduce() must be a tuple")
        if not callable(func):
            raise PicklingError("func from save_reduce() must be callable")
        maker = getattr(func, "__name__", "") if self.proto >= 2 else ""
        if maker == "__newobj__":
            cls, *rest = args
            if not hasattr(cls, "__new__"):
                raise PicklingError("args[0] from __newobj__ args has no __new__")
            if obj is not None and cls is not obj.__class__:
                raise PicklingError("args[0] from __newobj__ args has the wrong class")
            self._save_all(cls, tuple(rest))
            self.write(NEWOBJ)
        elif maker == "__newobj_ex__" and self.proto >= 4:
            self._save_all(*args)
            self.write(NEWOBJ_EX)
        else:
            if maker == "__newobj_ex__":
                from functools import partial
                cls, positional, keywords = args
                func, args = partial(cls.__new__, cls, *positional, **keywords), ()
            self._save_all(func, args)
            self.write(REDUCE)
        if obj is not None:
            recalled = self._recall(obj)  # the arguments may have held it
            if recalled is None:
                self.memoize(obj)
            else:
                self.write(POP + recalled)
        if listitems is not None:
            self._add_items(listitems)
        if dictitems is not None:
            self._add_pairs(dictitems)
        if state is None:
            return
        if state_setter is None:
            self.save(state)
            self.write(BUILD)
        else:
            self._save_all(state_setter, obj, state)
            self.write(TUPLE2 + REDUCE + POP)

    def save_global(self, obj, name=None):
        """Write the name under which loading finds a class or a function."""
        name = name or getattr(obj, "__qualname__", None) or obj.__name__
        if "<locals>" in name.split("."):
            raise AttributeError(f"Can't pickle local object {name!r}")
        home = whichmodule(obj, name)
        try:
            __import__(home, level=0)
        except ImportError:
            raise PicklingError(f"Can't pickle {obj!r}: import of module {home!r} failed") from None
        try:
            found, parent = _getattribute(sys.modules[home], name)
        except AttributeError:
            raise PicklingError(f"Can't pickle {obj!r}: attribute lookup {name} on {home} failed") from None
        if found is not obj:
            raise PicklingError(f"Can't pickle {obj!r}: it's not the same object as {home}.{name}")
        code = _extension_registry.get((home, name)) if self.proto >= 2 else None
        if code:
            self.write(EXT1 + bytes((code,)) if code < 256 else EXT2 + _pack("<H", code) if code < 65536 else
                       EXT4 + _pack("<i", code))
            return
        if self.proto >= 4:
            self._save_all(home, name)
            self.write(STACK_GLOBAL)
        elif parent is not sys.modules[home]:  # the opcode takes no dots
            self.save_reduce(getattr, (parent, name.rpartition(".")[2]))
        else:
            if self.fix_imports:
                home, name = _REVERSE_NAMES.get((home, name), (_REVERSE_IMPORT.get(home, home), name))
            self.write(GLOBAL + f"{home}\n{name}\n".encode("utf-8" if self.proto >= 3 else "ascii"))
        self.memoize(obj)

    # Containers: remembered before their items are written, as these may refer to them.

    def _add_items(self, items, several=False):
        """Add items to a list; with `several`, all batches are written alike, also one of a single item."""
        if not self.bin:
            for item in items:
                self.save(item)
                self.write(APPEND)
            return
        for batch in _batches(items):
            if len(batch) == 1 and not several:
                self.save(batch[0])
                self.write(APPEND)
            else:
                self.write(MARK)
                self._save_all(*batch)
                self.write(APPENDS)

    def _add_pairs(self, pairs, owner=()):
        """The same for the pairs of a dict; `owner`: the dict itself."""
        size = len(owner)
        for batch in _batches(pairs, _BATCH if self.bin else 1):
            single = len(batch) == 1 and not (size > 1 and self.bin)
            if not single:
                self.write(MARK)
            for key, value in batch:
                self.save(key)
                self.save(value)
                if len(owner) != size:
                    raise RuntimeError("dictionary changed size during iteration")
            self.write(SETITEM if single else SETITEMS)

    def _save_data(self, data, codes, obj):
        """Bytes behind their length; `codes` are the opcodes for lengths of 1, 4 and 8 bytes, or None."""
        size, (short, medium, large) = len(data), codes
        if short and size < 256:
            self.write(short + bytes((size,)) + data)
        elif large and (size >> 32 or not medium):
            self._frames.add_large(large + _pack(_le8, size), data)
        else:
            self._frames.add_large(medium + _pack(_le4, size), data)
        self.memoize(obj)


def _batches(items, size=_BATCH):
    batch = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


# How objects of built-in types are written.

def _writer(*kinds):
    def add(function):
        Pickler.dispatch.update(dict.fromkeys(kinds, function))
        return function
    return add


@_writer(type(None))
def _save_none(self, obj):
    self.write(NONE)


@_writer(bool)
def _save_bool(self, obj):
    if self.proto >= 2:
        self.write(NEWTRUE if obj else NEWFALSE)
    else:
        self.write(INT + (b"01\n" if obj else b"00\n"))


@_writer(int)
def _save_int(self, obj):
    small = _INT_MIN <= obj <= _INT_MAX
    if self.bin and small:
        if 0 <= obj < 256:
            self.write(BININT1 + bytes((obj,)))
        else:
            self.write(BININT2 + _pack("<H", obj) if 0 <= obj < 65536 else BININT + _pack("<i", obj))
    elif self.proto >= 2:
        data = encode_long(obj)
        size = len(data)
        self.write((LONG1 + bytes((size,)) if size < 256 else LONG4 + _pack("<i", size)) + data)
    else:
        self.write(INT + b"%d\n" % obj if small else LONG + b"%dL\n" % obj)


@_writer(float)
def _save_float(self, obj):
    self.write(BINFLOAT + _pack(">d", obj) if self.bin else FLOAT + repr(obj).encode() + b"\n")


@_writer(bytes)
def _save_bytes(self, obj):
    if self.proto >= 3:
        self._save_data(obj, (SHORT_BINBYTES, BINBYTES, BINBYTES8 if self.proto >= 4 else None), obj)
    elif obj:  # as text of the same codes
        self.save_reduce(_codecs_encode(), (obj.decode("latin1"), "latin1"), obj=obj)
    else:
        self.save_reduce(bytes, (), obj=obj)


@_writer(bytearray)
def _save_bytearray(self, obj):
    if self.proto >= 5:
        self._save_data(obj, (None, None, BYTEARRAY8), obj)
    else:
        self.save_reduce(bytearray, (bytes(obj),) if obj else (), obj=obj)


@_writer(PickleBuffer)
def _save_buffer(self, obj):
    if self.proto < 5:
        raise PicklingError("PickleBuffer can only be pickled with protocol >= 5")
    view = obj.raw()
    if self._buffer_callback is None or self._buffer_callback(obj):
        data = view.tobytes()
        (_save_bytes if view.readonly else _save_bytearray)(self, data if view.readonly else bytearray(data))
    else:  # the program passes it on by itself
        self.write(NEXT_BUFFER + (READONLY_BUFFER if view.readonly else b""))


_NEVER_OVERRIDDEN = {type(None), bool, int, float, str, bytes, bytearray, PickleBuffer, tuple, list, dict, set, frozenset}
_ESCAPES = {code: f"\\u{code:04x}" for code in b"\\\0\n\r\x1a"}


@_writer(str)
def _save_str(self, obj):
    if self.bin:
        modern = self.proto >= 4
        self._save_data(obj.encode("utf-8", "surrogatepass"), (SHORT_BINUNICODE if modern else None, BINUNICODE,
                                                               BINUNICODE8 if modern else None), obj)
    else:
        self.write(UNICODE + _raw_unicode_escape(obj.translate(_ESCAPES)) + b"\n")
        self.memoize(obj)


@_writer(tuple)
def _save_tuple(self, obj):
    size = len(obj)
    if not obj:
        self.write(EMPTY_TUPLE if self.bin else MARK + TUPLE)
        return
    marked = size > 3 or self.proto < 2
    if marked:
        self.write(MARK)
    self._save_all(*obj)
    recalled = self._recall(obj)
    if recalled is None:
        self.write(TUPLE if marked else (TUPLE1, TUPLE2, TUPLE3)[size - 1])
        self.memoize(obj)
    else:  # an item holds the tuple, and has written it
        self.write((POP_MARK if marked and self.bin else POP * (size + marked)) + recalled)


@_writer(list)
def _save_list(self, obj):
    self.write(EMPTY_LIST if self.bin else MARK + LIST)
    self.memoize(obj)
    self._add_items(obj, len(obj) > 1)


@_writer(dict)
def _save_dict(self, obj):
    self.write(EMPTY_DICT if self.bin else MARK + DICT)
    self.memoize(obj)
    self._add_pairs(obj.items(), obj)
    if self.bin and obj and len(obj) % _BATCH == 0:  # as CPython writes it
        self.write(MARK + SETITEMS)


@_writer(set)
def _save_set(self, obj):
    if self.proto < 4:
        self.save_reduce(set, (list(obj),), obj=obj)
        return
    self.write(EMPTY_SET)
    self.memoize(obj)
    batch = ()
    for batch in _batches(obj):
        self.write(MARK)
        self._save_all(*batch)
        self.write(ADDITEMS)
    if len(batch) == _BATCH:  # as CPython writes it
        self.write(MARK + ADDITEMS)


@_writer(frozenset)
def _save_frozenset(self, obj):
    if self.proto < 4:
        self.save_reduce(frozenset, (list(obj),), obj=obj)
        return
    self.write(MARK)
    self._save_all(*obj)
    recalled = self._recall(obj)
    if recalled is None:
        self.write(FROZENSET)
        self.memoize(obj)
    else:
        self.write(POP_MARK + recalled)


@_writer(type)
def _save_type(self, obj):
    single = {type(None): None, type(NotImplemented): NotImplemented, type(...): ...}
    if obj in single:  # a type without a name; its only object has one
        self.save_reduce(type, (single[obj],), obj=obj)
    else:
        self.save_global(obj)


@_writer(type(...), type(NotImplemented))
def _save_constant(self, obj):
    self.save_global(obj, "Ellipsis" if obj is ... else "NotImplemented")


_writer(FunctionType)(Pickler.save_global)


@_writer(type(len))
def _save_builtin(self, obj):
    holder = obj.__self__
    if holder is None or isinstance(holder, ModuleType):
        self.save_global(obj)
    else:
        self.save_reduce(getattr, (holder, obj.__name__), obj=obj)
