"""Objects as bytes: protocols 0 to 5."""
import _struct
import io
import sys
from copyreg import _extension_cache, _extension_registry, _inverted_registry, dispatch_table
from types import FunctionType
from _pickle_codes import (_codecs_encode, _raw_unicode_escape, _raw_unicode_unescape, ADDITEMS, APPEND, APPENDS,
                           BINBYTES, BINBYTES8, BINFLOAT, BINGET, BININT, BININT1, BININT2, BINPERSID, BINPUT,
                           BINSTRING, BINUNICODE, BINUNICODE8, BUILD, BYTEARRAY8, DEFAULT_PROTOCOL, DICT, DUP,
                           EMPTY_DICT, EMPTY_LIST, EMPTY_SET, EMPTY_TUPLE, EXT1, EXT2, EXT4, FLOAT, FRAME, FROZENSET,
                           GET, GLOBAL, HIGHEST_PROTOCOL, INST, INT, LIST, LONG, LONG1, LONG4, LONG_BINGET,
                           LONG_BINPUT, MARK, MEMOIZE, NEWFALSE, NEWOBJ, NEWOBJ_EX, NEWTRUE, NEXT_BUFFER, NONE, OBJ,
                           PERSID, POP, POP_MARK, PROTO, PUT, PickleBuffer, PickleError, PicklingError,
                           READONLY_BUFFER, REDUCE, SETITEM, SETITEMS, SHORT_BINBYTES, SHORT_BINSTRING,
                           SHORT_BINUNICODE, STACK_GLOBAL, STOP, STRING, TUPLE, TUPLE1, TUPLE2, TUPLE3, UNICODE,
                           UnpicklingError, _FRAME_MIN, _FRAME_TARGET, _IMPORT_MAPPING, _NAME_MAPPING,
                           _REVERSE_IMPORT, _REVERSE_NAMES, _Stop, _getattribute, _le4, _le8, _pack, _unpack,
                           compatible_formats, decode_long, encode_long, whichmodule)

__all__ = ["PickleError", "PicklingError", "UnpicklingError", "Pickler", "Unpickler", "dump", "dumps", "load", "loads",
           "PickleBuffer", "HIGHEST_PROTOCOL", "DEFAULT_PROTOCOL"]

format_version = "4.0"


class Pickler:
    """Writes pickles to a file."""

    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        if protocol is None:
            protocol = DEFAULT_PROTOCOL
        if protocol < 0:
            protocol = HIGHEST_PROTOCOL
        elif protocol > HIGHEST_PROTOCOL:
            raise ValueError("pickle protocol must be <= %d" % HIGHEST_PROTOCOL)
        if buffer_callback is not None and protocol < 5:
            raise ValueError("buffer_callback needs protocol >= 5")
        self._buffer_callback = buffer_callback
        try:
            self._file_write = file.write
        except AttributeError:
            raise TypeError("file must have a 'write' attribute")
        self.memo = {}
        self.proto = int(protocol)
        self.bin = protocol >= 1
        self.fast = 0
        self.fix_imports = fix_imports and protocol < 3
        self._frame = None

    def clear_memo(self):
        self.memo.clear()

    # Protocol 4 collects opcodes in frames.
    def write(self, data):
        if self._frame is None:
            self._file_write(data)
        else:
            self._frame.append(data)
            self._frame_size += len(data)

    def _commit_frame(self, force=False):
        if self._frame is None or not (force or self._frame_size >= _FRAME_TARGET):
            return
        if self._frame_size:
            if self._frame_size >= _FRAME_MIN:
                self._file_write(FRAME + _pack(_le8, self._frame_size))
            self._file_write(b"".join(self._frame))
        self._frame = []
        self._frame_size = 0

    def _write_large(self, header, payload):
        if self._frame is not None and len(payload) >= _FRAME_TARGET:
            self._commit_frame(force=True)
            self._file_write(header)
            self._file_write(payload)
        else:
            self.write(header + bytes(payload))

    def dump(self, obj):
        """Write an object."""
        if not hasattr(self, "_file_write"):
            raise PicklingError("Pickler.__init__() was not called by %s.__init__()" % (self.__class__.__name__,))
        if self.proto >= 2:
            self._file_write(PROTO + bytes([self.proto]))
        if self.proto >= 4:
            self._frame = []
            self._frame_size = 0
        self.save(obj)
        self.write(STOP)
        self._commit_frame(force=True)
        self._frame = None

    def memoize(self, obj):
        if self.fast:
            return
        idx = len(self.memo)
        self.write(self._put(idx))
        self.memo[id(obj)] = idx, obj

    def _put(self, idx):
        if self.proto >= 4:
            return MEMOIZE
        if self.bin:
            if idx < 256:
                return BINPUT + bytes([idx])
            return LONG_BINPUT + _pack(_le4, idx)
        return PUT + repr(idx).encode("ascii") + b"\n"

    def _get(self, i):
        if self.bin:
            if i < 256:
                return BINGET + bytes([i])
            return LONG_BINGET + _pack(_le4, i)
        return GET + repr(i).encode("ascii") + b"\n"

    def save(self, obj, save_persistent_id=True):
        self._commit_frame()
        if save_persistent_id:
            pid = self.persistent_id(obj)
            if pid is not None:
                self.save_pers(pid)
                return
        x = self.memo.get(id(obj))
        if x is not None:
            self.write(self._get(x[0]))
            return
        rv = NotImplemented
        override = getattr(self, "reducer_override", None)
        if override is not None:
            rv = override(obj)
        if rv is NotImplemented:
            t = type(obj)
            f = self.dispatch.get(t)
            if f is not None:
                f(self, obj)
                return
            reduce = getattr(self, "dispatch_table", dispatch_table).get(t)
            if reduce is not None:
                rv = reduce(obj)
            else:
                if issubclass(t, type):
                    self.save_global(obj)
                    return
                reduce = getattr(obj, "__reduce_ex__", None)
                if reduce is not None:
                    rv = reduce(self.proto)
                else:
                    reduce = getattr(obj, "__reduce__", None)
                    if reduce is None:
                        raise PicklingError("Can't pickle %r object: %r" % (t.__name__, obj))
                    rv = reduce()
        if isinstance(rv, str):
            self.save_global(obj, rv)
            return
        if not isinstance(rv, tuple):
            raise PicklingError("%s must return string or tuple" % reduce)
        if not 2 <= len(rv) <= 6:
            raise PicklingError("Tuple returned by %s must have two to six elements" % reduce)
        self.save_reduce(obj=obj, *rv)

    def persistent_id(self, obj):
        return None

    def save_pers(self, pid):
        if self.bin:
            self.save(pid, save_persistent_id=False)
            self.write(BINPERSID)
        else:
            try:
                self.write(PERSID + str(pid).encode("ascii") + b"\n")
            except UnicodeEncodeError:
                raise PicklingError("persistent IDs in protocol 0 must be ASCII strings")

    def save_reduce(self, func, args, state=None, listitems=None, dictitems=None, state_setter=None, *, obj=None):
        if not isinstance(args, tuple):
            raise PicklingError("args from save_reduce() must be a tuple")
        if not callable(func):
            raise PicklingError("func from save_reduce() must be callable")
        save = self.save
        write = self.write
        func_name = getattr(func, "__name__", "")
        if self.proto >= 2 and func_name == "__newobj_ex__":
            cls, args, kwargs = args
            if self.proto >= 4:
                save(cls)
                save(args)
                save(kwargs)
                write(NEWOBJ_EX)
            else:
                import functools
                func = functools.partial(cls.__new__, cls, *args, **kwargs)
                save(func)
                save(())
                write(REDUCE)
        elif self.proto >= 2 and func_name == "__newobj__":
            cls = args[0]
            if not hasattr(cls, "__new__"):
                raise PicklingError("args[0] from __newobj__ args has no __new__")
            if obj is not None and cls is not obj.__class__:
                raise PicklingError("args[0] from __newobj__ args has the wrong class")
            save(cls)
            save(args[1:])
            write(NEWOBJ)
        else:
            save(func)
            save(args)
            write(REDUCE)
        if obj is not None:
            if id(obj) in self.memo:
                write(POP + self._get(self.memo[id(obj)][0]))
            else:
                self.memoize(obj)
        if listitems is not None:
            self._batch_appends(listitems)
        if dictitems is not None:
            self._batch_setitems(dictitems)
        if state is not None:
            if state_setter is None:
                save(state)
                write(BUILD)
            else:
                save(state_setter)
                save(obj)
                save(state)
                write(TUPLE2)
                write(REDUCE)
                write(POP)

    dispatch = {}

    def save_none(self, obj):
        self.write(NONE)

    dispatch[type(None)] = save_none

    def save_bool(self, obj):
        if self.proto >= 2:
            self.write(NEWTRUE if obj else NEWFALSE)
        else:
            self.write(b"I01\n" if obj else b"I00\n")

    dispatch[bool] = save_bool

    def save_long(self, obj):
        if self.bin:
            if obj >= 0:
                if obj <= 0xff:
                    self.write(BININT1 + bytes([obj]))
                    return
                if obj <= 0xffff:
                    self.write(BININT2 + _pack("<H", obj))
                    return
            if -0x80000000 <= obj <= 0x7fffffff:
                self.write(BININT + _pack("<i", obj))
                return
        if self.proto >= 2:
            encoded = encode_long(obj)
            n = len(encoded)
            if n < 256:
                self.write(LONG1 + bytes([n]) + encoded)
            else:
                self.write(LONG4 + _pack("<i", n) + encoded)
            return
        if -0x80000000 <= obj <= 0x7fffffff:
            self.write(INT + repr(obj).encode("ascii") + b"\n")
        else:
            self.write(LONG + repr(obj).encode("ascii") + b"L\n")

    dispatch[int] = save_long

    def save_float(self, obj):
        if self.bin:
            self.write(BINFLOAT + _pack(">d", obj))
        else:
            self.write(FLOAT + repr(obj).encode("ascii") + b"\n")

    dispatch[float] = save_float

    def save_bytes(self, obj):
        if self.proto < 3:
            if not obj:
                self.save_reduce(bytes, (), obj=obj)
            else:
                self.save_reduce(_codecs_encode(), (str(obj, "latin1"), "latin1"), obj=obj)
            return
        n = len(obj)
        if n <= 0xff:
            self.write(SHORT_BINBYTES + bytes([n]) + obj)
        elif n > 0xffffffff and self.proto >= 4:
            self._write_large(BINBYTES8 + _pack(_le8, n), obj)
        else:
            self._write_large(BINBYTES + _pack(_le4, n), obj)
        self.memoize(obj)

    dispatch[bytes] = save_bytes

    def save_bytearray(self, obj):
        if self.proto < 5:
            if not obj:
                self.save_reduce(bytearray, (), obj=obj)
            else:
                self.save_reduce(bytearray, (bytes(obj),), obj=obj)
            return
        self._write_large(BYTEARRAY8 + _pack(_le8, len(obj)), obj)
        self.memoize(obj)

    dispatch[bytearray] = save_bytearray

    def save_picklebuffer(self, obj):
        if self.proto < 5:
            raise PicklingError("PickleBuffer can only be pickled with protocol >= 5")
        m = obj.raw()
        in_band = True
        if self._buffer_callback is not None:
            in_band = bool(self._buffer_callback(obj))
        if in_band:
            if m.readonly:
                self.save_bytes(m.tobytes())
            else:
                self.save_bytearray(bytearray(m.tobytes()))
        else:
            self.write(NEXT_BUFFER)
            if m.readonly:
                self.write(READONLY_BUFFER)

    dispatch[PickleBuffer] = save_picklebuffer

    def save_str(self, obj):
        if self.bin:
            encoded = obj.encode("utf-8", "surrogatepass")
            n = len(encoded)
            if n <= 0xff and self.proto >= 4:
                self.write(SHORT_BINUNICODE + bytes([n]) + encoded)
            elif n > 0xffffffff and self.proto >= 4:
                self._write_large(BINUNICODE8 + _pack(_le8, n), encoded)
            else:
                self._write_large(BINUNICODE + _pack(_le4, n), encoded)
        else:
            text = (obj.replace("\\", "\\u005c").replace("\0", "\\u0000").replace("\n", "\\u000a")
                    .replace("\r", "\\u000d").replace("\x1a", "\\u001a"))
            self.write(UNICODE + _raw_unicode_escape(text) + b"\n")
        self.memoize(obj)

    dispatch[str] = save_str

    def save_tuple(self, obj):
        if not obj:
            if self.bin:
                self.write(EMPTY_TUPLE)
            else:
                self.write(MARK + TUPLE)
            return
        n = len(obj)
        save = self.save
        memo = self.memo
        if n <= 3 and self.proto >= 2:
            for element in obj:
                save(element)
            if id(obj) in memo:
                get = self._get(memo[id(obj)][0])
                self.write(POP * n + get)
            else:
                self.write((None, TUPLE1, TUPLE2, TUPLE3)[n])
                self.memoize(obj)
            return
        self.write(MARK)
        for element in obj:
            save(element)
        if id(obj) in memo:
            get = self._get(memo[id(obj)][0])
            if self.bin:
                self.write(POP_MARK + get)
            else:
                self.write(POP * (n + 1) + get)
            return
        self.write(TUPLE)
        self.memoize(obj)

    dispatch[tuple] = save_tuple

    def save_list(self, obj):
        self.write(EMPTY_LIST if self.bin else MARK + LIST)
        self.memoize(obj)
        self._batch_appends(obj)

    dispatch[list] = save_list

    def _batches(self, items):
        batch = []
        for item in items:
            batch.append(item)
            if len(batch) == 1000:
                yield batch
                batch = []
        if batch:
            yield batch

    def _batch_appends(self, items):
        if not self.bin:
            for x in items:
                self.save(x)
                self.write(APPEND)
            return
        for batch in self._batches(items):
            if len(batch) > 1:
                self.write(MARK)
                for x in batch:
                    self.save(x)
                self.write(APPENDS)
            else:
                self.save(batch[0])
                self.write(APPEND)

    def save_dict(self, obj):
        self.write(EMPTY_DICT if self.bin else MARK + DICT)
        self.memoize(obj)
        self._batch_setitems(obj.items())

    dispatch[dict] = save_dict

    def _batch_setitems(self, items):
        if not self.bin:
            for k, v in items:
                self.save(k)
                self.save(v)
                self.write(SETITEM)
            return
        for batch in self._batches(items):
            if len(batch) > 1:
                self.write(MARK)
                for k, v in batch:
                    self.save(k)
                    self.save(v)
                self.write(SETITEMS)
            else:
                k, v = batch[0]
                self.save(k)
                self.save(v)
                self.write(SETITEM)

    def save_set(self, obj):
        if self.proto < 4:
            self.save_reduce(set, (list(obj),), obj=obj)
            return
        self.write(EMPTY_SET)
        self.memoize(obj)
        for batch in self._batches(obj):
            self.write(MARK)
            for item in batch:
                self.save(item)
            self.write(ADDITEMS)

    dispatch[set] = save_set

    def save_frozenset(self, obj):
        if self.proto < 4:
            self.save_reduce(frozenset, (list(obj),), obj=obj)
            return
        self.write(MARK)
        for item in obj:
            self.save(item)
        if id(obj) in self.memo:
            self.write(POP_MARK + self._get(self.memo[id(obj)][0]))
            return
        self.write(FROZENSET)
        self.memoize(obj)

    dispatch[frozenset] = save_frozenset

    def save_global(self, obj, name=None):
        write = self.write
        if name is None:
            name = getattr(obj, "__qualname__", None)
        if name is None:
            name = obj.__name__
        module_name = whichmodule(obj, name)
        try:
            __import__(module_name, level=0)
            module = sys.modules[module_name]
            obj2, parent = _getattribute(module, name)
        except (ImportError, KeyError, AttributeError):
            raise PicklingError("Can't pickle {!r}: it's not found as {}.{}".format(obj, module_name, name)) from None
        if obj2 is not obj:
            raise PicklingError("Can't pickle {!r}: it's not the same object as {}.{}".format(obj, module_name, name))
        if self.proto >= 2:
            code = _extension_registry.get((module_name, name))
            if code:
                if code <= 0xff:
                    write(EXT1 + bytes([code]))
                elif code <= 0xffff:
                    write(EXT2 + _pack("<H", code))
                else:
                    write(EXT4 + _pack("<i", code))
                return
        lastname = name.rpartition(".")[2]
        if self.proto >= 4:
            self.save(module_name)
            self.save(name)
            write(STACK_GLOBAL)
        elif parent is not module:
            self.save_reduce(getattr, (parent, lastname))
        elif self.proto >= 3:
            write(GLOBAL + bytes(module_name, "utf-8") + b"\n" + bytes(name, "utf-8") + b"\n")
        else:
            if self.fix_imports:
                module_name, name = _REVERSE_NAMES.get((module_name, name),
                                                       (_REVERSE_IMPORT.get(module_name, module_name), name))
            write(GLOBAL + bytes(module_name, "ascii") + b"\n" + bytes(name, "ascii") + b"\n")
        self.memoize(obj)

    def save_type(self, obj):
        if obj is type(None):
            return self.save_reduce(type, (None,), obj=obj)
        if obj is type(NotImplemented):
            return self.save_reduce(type, (NotImplemented,), obj=obj)
        if obj is type(...):
            return self.save_reduce(type, (...,), obj=obj)
        return self.save_global(obj)

    dispatch[FunctionType] = save_global
    dispatch[type] = save_type

    dispatch[type(len)] = save_global


class Unpickler:
    """Reads pickles from a file. Override find_class() to decide which globals are allowed."""

    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
        self._buffers = iter(buffers) if buffers is not None else None
        try:
            self._file_read = file.read
            self._file_readline = file.readline
        except AttributeError:
            raise TypeError("file must have 'read' and 'readline' attributes")
        self.memo = {}
        self.encoding = encoding
        self.errors = errors
        self.proto = 0
        self.fix_imports = fix_imports

    def read(self, n):
        data = self._file_read(n)
        if len(data) < n:
            if not data:
                raise EOFError("Ran out of input")
            raise UnpicklingError("pickle data was truncated")
        return data

    def readline(self):
        data = self._file_readline()
        if not data:
            raise EOFError("Ran out of input")
        if data[-1:] != b"\n":
            raise UnpicklingError("pickle data was truncated")
        return data

    def load(self):
        """Read an object."""
        if not hasattr(self, "_file_read"):
            raise UnpicklingError("Unpickler.__init__() was not called by %s.__init__()" % (self.__class__.__name__,))
        self.metastack = []
        self.stack = []
        self.proto = 0
        dispatch = self.dispatch
        try:
            while True:
                key = self._file_read(1)
                if not key:
                    raise EOFError("Ran out of input")
                handler = dispatch.get(key)
                if handler is None:
                    c = key[0]
                    shown = chr(c) if 32 <= c < 127 else "\\x%02x" % c
                    raise UnpicklingError(f"invalid load key, '{shown}'.")
                handler(self)
        except _Stop as stopinst:
            return stopinst.value
        except IndexError:
            raise UnpicklingError("unpickling stack underflow") from None

    def append(self, value):
        self.stack.append(value)

    def pop_mark(self):
        items = self.stack
        if not self.metastack:
            raise UnpicklingError("could not find MARK")
        self.stack = self.metastack.pop()
        return items

    def persistent_load(self, pid):
        raise UnpicklingError("A load persistent id instruction was encountered, but no persistent_load function was "
                              "specified.")

    def find_class(self, module, name):
        """The global of that name."""
        if self.proto < 3 and self.fix_imports:
            if (module, name) in _NAME_MAPPING:
                module, name = _NAME_MAPPING[(module, name)]
            elif module in _IMPORT_MAPPING:
                module = _IMPORT_MAPPING[module]
        __import__(module, level=0)
        if self.proto >= 4:
            return _getattribute(sys.modules[module], name)[0]
        return getattr(sys.modules[module], name)

    def get_extension(self, code):
        if code in _extension_cache:
            self.append(_extension_cache[code])
            return
        key = _inverted_registry.get(code)
        if not key:
            if code <= 0:
                raise UnpicklingError("EXT specifies code <= 0")
            raise ValueError("unregistered extension code %d" % code)
        obj = self.find_class(*key)
        _extension_cache[code] = obj
        self.append(obj)

    def _decode_string(self, value):
        if self.encoding == "bytes":
            return value
        return value.decode(self.encoding, self.errors)

    def _from_memo(self, i):
        try:
            self.append(self.memo[i])
        except KeyError:
            raise UnpicklingError(f"Memo value not found at index {i}") from None

    def _store(self, i):
        if i < 0:
            raise ValueError("negative PUT argument")
        self.memo[i] = self.stack[-1]

    dispatch = {}

    def load_proto(self):
        proto = self.read(1)[0]
        if not 0 <= proto <= HIGHEST_PROTOCOL:
            raise ValueError("unsupported pickle protocol: %d" % proto)
        self.proto = proto

    dispatch[PROTO] = load_proto

    def load_frame(self):
        frame_size, = _unpack(_le8, self.read(8))
        if frame_size > sys.maxsize:
            raise ValueError("frame size > sys.maxsize: %d" % frame_size)

    dispatch[FRAME] = load_frame

    def load_persid(self):
        try:
            pid = self.readline()[:-1].decode("ascii")
        except UnicodeDecodeError:
            raise UnpicklingError("persistent IDs in protocol 0 must be ASCII strings")
        self.append(self.persistent_load(pid))

    dispatch[PERSID] = load_persid

    def load_binpersid(self):
        pid = self.stack.pop()
        self.append(self.persistent_load(pid))

    dispatch[BINPERSID] = load_binpersid

    def load_int(self):
        data = self.readline()
        if data == b"00\n":
            val = False
        elif data == b"01\n":
            val = True
        else:
            val = int(data, 0)
        self.append(val)

    dispatch[INT] = load_int

    def load_long(self):
        val = self.readline()[:-1]
        if val and val[-1] == ord("L"):
            val = val[:-1]
        self.append(int(val, 0))

    dispatch[LONG] = load_long

    def load_long1(self):
        n = self.read(1)[0]
        self.append(decode_long(self.read(n)))

    dispatch[LONG1] = load_long1

    def load_long4(self):
        n, = _unpack("<i", self.read(4))
        if n < 0:
            raise UnpicklingError("LONG pickle has negative byte count")
        self.append(decode_long(self.read(n)))

    dispatch[LONG4] = load_long4

    def load_float(self):
        self.append(float(self.readline()[:-1]))

    dispatch[FLOAT] = load_float

    def load_string(self):
        data = self.readline()[:-1]
        if len(data) >= 2 and data[0] == data[-1] and data[:1] in b"\"'":
            data = data[1:-1]
        else:
            raise UnpicklingError("the STRING opcode argument must be quoted")
        text = eval("b'" + data.decode("latin-1").replace("'", "\\'") + "'", {"__builtins__": {}})
        self.append(self._decode_string(text))

    dispatch[STRING] = load_string

    def load_unicode(self):
        self.append(_raw_unicode_unescape(self.readline()[:-1]))

    dispatch[UNICODE] = load_unicode

    def load_reduce(self):
        args = self.stack.pop()
        func = self.stack[-1]
        self.stack[-1] = func(*args)

    dispatch[REDUCE] = load_reduce

    def load_newobj(self):
        args = self.stack.pop()
        cls = self.stack.pop()
        self.append(cls.__new__(cls, *args))

    dispatch[NEWOBJ] = load_newobj

    def load_newobj_ex(self):
        kwargs = self.stack.pop()
        args = self.stack.pop()
        cls = self.stack.pop()
        self.append(cls.__new__(cls, *args, **kwargs))

    dispatch[NEWOBJ_EX] = load_newobj_ex

    def load_global(self):
        module = self.readline()[:-1].decode("utf-8")
        name = self.readline()[:-1].decode("utf-8")
        self.append(self.find_class(module, name))

    dispatch[GLOBAL] = load_global

    def load_stack_global(self):
        name = self.stack.pop()
        module = self.stack.pop()
        if type(name) is not str or type(module) is not str:
            raise UnpicklingError("STACK_GLOBAL requires str")
        self.append(self.find_class(module, name))

    dispatch[STACK_GLOBAL] = load_stack_global

    def _instantiate(self, klass, args):
        self.append(klass(*args))

    def load_inst(self):
        module = self.readline()[:-1].decode("ascii")
        name = self.readline()[:-1].decode("ascii")
        klass = self.find_class(module, name)
        self._instantiate(klass, self.pop_mark())

    dispatch[INST] = load_inst

    def load_obj(self):
        args = self.pop_mark()
        cls = args.pop(0)
        self._instantiate(cls, args)

    dispatch[OBJ] = load_obj

    def load_build(self):
        stack = self.stack
        state = stack.pop()
        inst = stack[-1]
        setstate = getattr(inst, "__setstate__", None)
        if setstate is not None:
            setstate(state)
            return
        slotstate = None
        if isinstance(state, tuple) and len(state) == 2:
            state, slotstate = state
        if state:
            inst_dict = inst.__dict__
            for k, v in state.items():
                inst_dict[sys.intern(k) if type(k) is str else k] = v
        if slotstate:
            for k, v in slotstate.items():
                setattr(inst, k, v)

    dispatch[BUILD] = load_build

    def load_next_buffer(self):
        if self._buffers is None:
            raise UnpicklingError("pickle stream refers to out-of-band data but no *buffers* argument was given")
        try:
            buf = next(self._buffers)
        except StopIteration:
            raise UnpicklingError("not enough out-of-band buffers")
        self.append(buf)

    dispatch[NEXT_BUFFER] = load_next_buffer

    def load_readonly_buffer(self):
        buf = self.stack[-1]
        with memoryview(buf) as m:
            if not m.readonly:
                self.stack[-1] = m.toreadonly()

    dispatch[READONLY_BUFFER] = load_readonly_buffer

    def load_append(self):
        value = self.stack.pop()
        self.stack[-1].append(value)

    dispatch[APPEND] = load_append

    def load_appends(self):
        items = self.pop_mark()
        obj = self.stack[-1]
        extend = getattr(obj, "extend", None)
        if extend is not None:
            extend(items)
            return
        append = obj.append
        for item in items:
            append(item)

    dispatch[APPENDS] = load_appends

    def load_setitem(self):
        value = self.stack.pop()
        key = self.stack.pop()
        self.stack[-1][key] = value

    dispatch[SETITEM] = load_setitem

    def load_setitems(self):
        items = self.pop_mark()
        d = self.stack[-1]
        for i in range(0, len(items), 2):
            d[items[i]] = items[i + 1]

    dispatch[SETITEMS] = load_setitems

    def load_additems(self):
        items = self.pop_mark()
        s = self.stack[-1]
        if isinstance(s, set):
            s.update(items)
        else:
            for item in items:
                s.add(item)

    dispatch[ADDITEMS] = load_additems

    def load_pop(self):
        if self.stack:
            del self.stack[-1]
        else:
            self.pop_mark()

    dispatch[POP] = load_pop

    def load_mark(self):
        self.metastack.append(self.stack)
        self.stack = []

    dispatch[MARK] = load_mark

    def load_stop(self):
        raise _Stop(self.stack.pop())

    dispatch[STOP] = load_stop

    def load_dict(self):
        items = self.pop_mark()
        self.append({items[i]: items[i + 1] for i in range(0, len(items), 2)})

    dispatch[DICT] = load_dict


def _simple(opcode, action):
    Unpickler.dispatch[opcode] = action


def _sized(opcode, format, size, convert):
    def load(self):
        n, = _unpack(format, self.read(size))
        if n < 0:
            raise UnpicklingError("negative byte count")
        if n > sys.maxsize:
            raise UnpicklingError("byte count exceeds system's maximum size of %d bytes" % sys.maxsize)
        self.append(convert(self, self.read(n)))
    Unpickler.dispatch[opcode] = load


_simple(NONE, lambda self: self.append(None))
_simple(NEWTRUE, lambda self: self.append(True))
_simple(NEWFALSE, lambda self: self.append(False))
_simple(BININT, lambda self: self.append(_unpack("<i", self.read(4))[0]))
_simple(BININT1, lambda self: self.append(self.read(1)[0]))
_simple(BININT2, lambda self: self.append(_unpack("<H", self.read(2))[0]))
_simple(BINFLOAT, lambda self: self.append(_unpack(">d", self.read(8))[0]))
_simple(EMPTY_TUPLE, lambda self: self.append(()))
_simple(EMPTY_LIST, lambda self: self.append([]))
_simple(EMPTY_DICT, lambda self: self.append({}))
_simple(EMPTY_SET, lambda self: self.append(set()))
_simple(TUPLE, lambda self: self.append(tuple(self.pop_mark())))
_simple(LIST, lambda self: self.append(self.pop_mark()))
_simple(FROZENSET, lambda self: self.append(frozenset(self.pop_mark())))
_simple(POP_MARK, lambda self: self.pop_mark())
_simple(DUP, lambda self: self.append(self.stack[-1]))
_simple(GET, lambda self: self._from_memo(int(self.readline()[:-1])))
_simple(BINGET, lambda self: self._from_memo(self.read(1)[0]))
_simple(LONG_BINGET, lambda self: self._from_memo(_unpack(_le4, self.read(4))[0]))
_simple(PUT, lambda self: self._store(int(self.readline()[:-1])))
_simple(BINPUT, lambda self: self._store(self.read(1)[0]))
_simple(LONG_BINPUT, lambda self: self._store(_unpack(_le4, self.read(4))[0]))
_simple(MEMOIZE, lambda self: self._store(len(self.memo)))
_simple(EXT1, lambda self: self.get_extension(self.read(1)[0]))
_simple(EXT2, lambda self: self.get_extension(_unpack("<H", self.read(2))[0]))
_simple(EXT4, lambda self: self.get_extension(_unpack("<i", self.read(4))[0]))


def _load_small_tuple(n):
    def load(self):
        items = tuple(self.stack[-n:])
        if len(items) < n:
            raise IndexError
        del self.stack[-n:]
        self.append(items)
    return load


for _n, _op in ((1, TUPLE1), (2, TUPLE2), (3, TUPLE3)):
    _simple(_op, _load_small_tuple(_n))
_sized(BINSTRING, "<i", 4, lambda self, data: self._decode_string(data))
_sized(SHORT_BINSTRING, "B", 1, lambda self, data: self._decode_string(data))
_sized(BINBYTES, _le4, 4, lambda self, data: data)
_sized(SHORT_BINBYTES, "B", 1, lambda self, data: data)
_sized(BINBYTES8, _le8, 8, lambda self, data: data)
_sized(BYTEARRAY8, _le8, 8, lambda self, data: bytearray(data))
_sized(BINUNICODE, _le4, 4, lambda self, data: str(data, "utf-8", "surrogatepass"))
_sized(SHORT_BINUNICODE, "B", 1, lambda self, data: str(data, "utf-8", "surrogatepass"))
_sized(BINUNICODE8, _le8, 8, lambda self, data: str(data, "utf-8", "surrogatepass"))


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Write an object to a file."""
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """An object as bytes."""
    f = io.BytesIO()
    Pickler(f, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)
    return f.getvalue()


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The object that a file holds."""
    return Unpickler(file, fix_imports=fix_imports, buffers=buffers, encoding=encoding, errors=errors).load()


def loads(s, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The object that bytes hold."""
    if isinstance(s, str):
        raise TypeError("Can't load pickle from unicode string")
    return Unpickler(io.BytesIO(s), fix_imports=fix_imports, buffers=buffers, encoding=encoding, errors=errors).load()


_Pickler = Pickler
_Unpickler = Unpickler
_dumps = dumps
_loads = loads
