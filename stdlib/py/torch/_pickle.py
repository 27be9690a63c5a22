"""The part of pickle's protocol 2 that saved tensors use, with an allowed set of classes."""

import struct
import sys
from collections import OrderedDict

import _torch
from _pickle_codes import PicklingError, UnpicklingError

_ALLOWED_MODULES = ("torch", "collections", "builtins", "__builtin__")


def _class_name(obj):
    return obj.__module__, obj.__qualname__


def _check_found(obj):
    """Refuse a class or function that loading would not find under its name."""
    module, name = _class_name(obj)
    if "<locals>" in name:
        raise AttributeError(f"Can't pickle local object {name!r}")
    found = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is None:
        raise PicklingError(f"Can't pickle {obj!r}: attribute lookup {name} on {module} failed")
    if found is not obj:
        raise PicklingError(f"Can't pickle {obj!r}: it's not the same object as {module}.{name}")


class Pickler:
    """Writes objects; tensors go to .storages as (key, tensor)."""

    def __init__(self, out):
        self.out = out
        self.memo = {}
        self.keep = []
        self.storages = []
        self.storage_keys = {}

    def dump(self, obj):
        self.out.write(b"\x80\x02")
        self.save(obj)
        self.out.write(b".")

    def _memoize(self, obj):
        n = len(self.memo)
        self.memo[id(obj)] = n
        self.keep.append(obj)
        self.out.write(b"q" + bytes([n]) if n < 256 else b"r" + struct.pack("<I", n))

    def _get(self, obj):
        n = self.memo[id(obj)]
        self.out.write(b"h" + bytes([n]) if n < 256 else b"j" + struct.pack("<I", n))

    def _global(self, module, name):
        self.out.write(b"c" + module.encode() + b"\n" + name.encode() + b"\n")

    def save(self, obj):
        w = self.out.write
        if obj is None:
            return w(b"N")
        if obj is True:
            return w(b"\x88")
        if obj is False:
            return w(b"\x89")
        kind = type(obj)
        if kind is int:
            if 0 <= obj < 256:
                return w(b"K" + bytes([obj]))
            if 0 <= obj < 65536:
                return w(b"M" + struct.pack("<H", obj))
            if -(2**31) <= obj < 2**31:
                return w(b"J" + struct.pack("<i", obj))
            raw = obj.to_bytes(obj.bit_length() // 8 + 1, "little", signed=True)
            return w((b"\x8a" + bytes([len(raw)]) if len(raw) < 256 else b"\x8b" + struct.pack("<i", len(raw))) + raw)
        if kind is float:
            return w(b"G" + struct.pack(">d", obj))
        if id(obj) in self.memo:
            return self._get(obj)
        if kind is str:
            raw = obj.encode("utf-8", "surrogatepass")
            w(b"X" + struct.pack("<I", len(raw)) + raw)
            return self._memoize(obj)
        if kind is bytes:
            self._global("_codecs", "encode")
            self.save(obj.decode("latin1"))
            self.save("latin1")
            w(b"\x86R")
            return self._memoize(obj)
        if kind is complex:
            return self._reduce(("builtins", "complex"), (obj.real, obj.imag), obj)
        if kind is tuple:
            return self._save_tuple(obj)
        if kind is list:
            w(b"]")
            self._memoize(obj)
            return self._items(obj)
        if kind is dict:
            w(b"}")
            self._memoize(obj)
            return self._pairs(obj)
        if kind is set or kind is frozenset:
            return self._reduce(("builtins", kind.__name__), (list(obj),), obj)
        return self._save_object(obj)

    def _save_tuple(self, obj):
        if len(obj) == 0:
            return self.out.write(b")")
        if len(obj) > 3:
            self.out.write(b"(")
        for x in obj:
            self.save(x)
        self.out.write({1: b"\x85", 2: b"\x86", 3: b"\x87"}.get(len(obj), b"t"))
        return self._memoize(obj)

    def _items(self, obj):
        if obj:
            self.out.write(b"(")
            for x in obj:
                self.save(x)
            self.out.write(b"e")

    def _pairs(self, obj):
        if obj:
            self.out.write(b"(")
            for k, v in obj.items():
                self.save(k)
                self.save(v)
            self.out.write(b"u")

    def _reduce(self, name, args, obj=None):
        self._global(*name)
        self._save_tuple(tuple(args)) if args else self.out.write(b")")
        self.out.write(b"R")
        if obj is not None:
            self._memoize(obj)

    def _save_object(self, obj):
        kind = type(obj)
        if isinstance(obj, _torch.Tensor):
            return self._save_tensor(obj)
        if isinstance(obj, _torch.dtype):
            return self._global("torch", str(obj)[6:])
        if isinstance(obj, _torch.device):
            return self._reduce(("torch", "device"), (str(obj),), obj)
        if kind is _torch.Size:
            return self._reduce(("torch", "Size"), (tuple(obj),), obj)
        if kind is OrderedDict:
            self._global("collections", "OrderedDict")
            self.out.write(b")R")
            self._memoize(obj)
            self._pairs(obj)
            if obj.__dict__:
                self.save(dict(obj.__dict__))
                self.out.write(b"b")
            return None
        if isinstance(obj, type) or callable(obj) and hasattr(obj, "__qualname__"):
            _check_found(obj)
            self._global(*_class_name(obj))
            return self._memoize(obj)
        return self._save_instance(obj)

    def _save_instance(self, obj):
        kind = type(obj)
        if kind.__reduce_ex__ is not object.__reduce_ex__ or kind.__reduce__ is not object.__reduce__:
            reduced = obj.__reduce_ex__(2) if kind.__reduce_ex__ is not object.__reduce_ex__ else obj.__reduce__()
            if isinstance(reduced, str):
                return self._global(kind.__module__, reduced)
            fn, args = reduced[0], reduced[1]
            self._reduce(_class_name(fn), args, obj)
            if len(reduced) > 2 and reduced[2] is not None:
                self.save(reduced[2])
                self.out.write(b"b")
            if len(reduced) > 3 and reduced[3] is not None:
                self._items(list(reduced[3]))
            if len(reduced) > 4 and reduced[4] is not None:
                self._pairs(dict(reduced[4]))
            return None
        self._global(*_class_name(kind))
        payload = ()
        if isinstance(obj, tuple):
            payload = (tuple(obj),)
        elif isinstance(obj, (str, int, float)):
            payload = (kind.__mro__[-2](obj),)
        self._save_tuple(payload) if payload else self.out.write(b")")
        self.out.write(b"\x81")
        self._memoize(obj)
        if isinstance(obj, list):
            self._items(obj)
        elif isinstance(obj, dict):
            self._pairs(obj)
        state = obj.__getstate__() if "__getstate__" in dir(kind) and kind.__dict__.get("__getstate__") else None
        if state is None:
            getter = getattr(kind, "__getstate__", None)
            state = obj.__getstate__() if getter is not None and getter is not getattr(object, "__getstate__", None) else obj.__dict__
        if state:
            self.save(dict(state) if isinstance(state, dict) else state)
            self.out.write(b"b")
        return None

    def _save_tensor(self, obj):
        from torch.nn.parameter import Parameter
        from torch.serialization import _STORAGES

        if isinstance(obj, Parameter):
            self._global("torch._utils", "_rebuild_parameter")
            self.out.write(b"(")
            self._save_plain(obj.detach() if type(obj.data) is _torch.Tensor else obj.data, _STORAGES)
            self.save(obj.requires_grad)
            self._empty_hooks()
            self.out.write(b"tR")
        else:
            self._save_plain(obj, _STORAGES)
        self._memoize(obj)

    def _empty_hooks(self):
        self._global("collections", "OrderedDict")
        self.out.write(b")R")

    def _save_plain(self, t, storages):
        key = self.storage_keys.get(t._storage_data_ptr()) if t._storage_nbytes() else None
        if key is None:
            key = str(len(self.storages))
            if t._storage_nbytes():
                self.storage_keys[t._storage_data_ptr()] = key
            self.storages.append((key, t))
        self._global("torch._utils", "_rebuild_tensor_v2")
        self.out.write(b"((")
        self.save("storage")
        self._global("torch", storages[str(t.dtype)[6:]])
        self.save(key)
        self.save("cpu")
        self.save(t._storage_nbytes() // t.element_size())
        self.out.write(b"tQ")
        self.save(t.storage_offset())
        self.save(tuple(t.shape))
        self.save(tuple(t.stride()))
        self.save(t.requires_grad)
        self._empty_hooks()
        self.out.write(b"tR")


class _Mark:
    pass


_MARK = _Mark()


class Unpickler:
    """Reads objects; `storage(type_name, key, numel)` gives the storages."""

    def __init__(self, file, storage, safe):
        self.data = file.read()
        self.at = 0
        self.storage = storage
        self.safe = safe
        self.stack = []
        self.memo = {}

    def _take(self, n):
        if self.at + n > len(self.data):
            raise EOFError("Ran out of input")
        raw = self.data[self.at : self.at + n]
        self.at += n
        return raw

    def _line(self):
        end = self.data.find(b"\n", self.at)
        if end < 0:
            raise UnpicklingError("pickle data was truncated")
        raw = self.data[self.at : end]
        self.at = end + 1
        return raw.decode()

    def _to_mark(self):
        items = []
        while True:
            if not self.stack:
                raise UnpicklingError("unexpected MARK found")
            x = self.stack.pop()
            if x is _MARK:
                items.reverse()
                return items
            items.append(x)

    def _find(self, module, name):
        from torch import serialization as s

        if module == "torch" and name in s._DTYPE_OF:
            return s._StorageType(name)
        if module == "torch._utils":
            known = {
                "_rebuild_tensor_v2": s._rebuild_tensor_v2,
                "_rebuild_tensor": s._rebuild_tensor,
                "_rebuild_parameter": s._rebuild_parameter,
            }
            if name in known:
                return known[name]
        if module == "torch._tensor" and name in ("_rebuild", "_rebuild_parameter"):
            import torch._tensor

            return getattr(torch._tensor, name)
        if module == "_codecs" and name == "encode":
            return lambda text, encoding: text.encode(encoding)
        if module == "collections" and name in ("OrderedDict", "defaultdict", "Counter", "deque"):
            import collections

            return getattr(collections, name)
        if module == "torch" and name in ("Size", "device"):
            return getattr(_torch, name)
        if module == "torch" and _torch._dtype(name) is not None:
            return _torch._dtype(name)
        if module in ("builtins", "__builtin__") and name in ("complex", "set", "frozenset", "bytearray", "list", "dict", "int", "float", "slice", "range", "tuple", "str", "bool"):
            import builtins

            return getattr(builtins, name)
        for cls in s._safe:
            target = cls[1] if isinstance(cls, tuple) else f"{cls.__module__}.{cls.__qualname__}"
            if target == f"{module}.{name}":
                return cls[0] if isinstance(cls, tuple) else cls
        if self.safe:
            raise UnpicklingError(
                "Weights only load failed. This file can still be loaded, to do so you have two options, "
                "\x1b[1mdo those steps only if you trust the source of the checkpoint\x1b[0m. \n\t"
                "(1) In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from "
                "`False` to `True`. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, "
                "but it can result in arbitrary code execution. Do it only if you got the file from a trusted source.\n\t"
                f"(2) Alternatively, to load with `weights_only=True` please check the recommended steps in the "
                f"following error message.\n\tWeightsUnpickler error: Unsupported global: GLOBAL {module}.{name} was "
                f"not an allowed global by default. Please use `torch.serialization.add_safe_globals([{module}.{name}])` or the "
                f"`torch.serialization.safe_globals([{module}.{name}])` context manager to allowlist this global if you trust "
                "this class/function.\n\nCheck the documentation of torch.load to learn more about types accepted by default "
                "with weights_only https://pytorch.org/docs/stable/generated/torch.load.html."
            )
        obj = _torch._import_module(module)
        for part in name.split("."):
            obj = getattr(obj, part)
        return obj

    def load(self):
        stack = self.stack
        while True:
            if self.at == len(self.data):
                raise EOFError
            op = self._take(1)
            if op == b".":
                return stack.pop()
            if op == b"\x80":
                self._take(1)
            elif op == b"N":
                stack.append(None)
            elif op == b"\x88":
                stack.append(True)
            elif op == b"\x89":
                stack.append(False)
            elif op == b"K":
                stack.append(self._take(1)[0])
            elif op == b"M":
                stack.append(struct.unpack("<H", self._take(2))[0])
            elif op == b"J":
                stack.append(struct.unpack("<i", self._take(4))[0])
            elif op == b"\x8a":
                stack.append(int.from_bytes(self._take(self._take(1)[0]), "little", signed=True))
            elif op == b"\x8b":
                stack.append(int.from_bytes(self._take(struct.unpack("<i", self._take(4))[0]), "little", signed=True))
            elif op == b"G":
                stack.append(struct.unpack(">d", self._take(8))[0])
            elif op == b"X":
                stack.append(self._take(struct.unpack("<I", self._take(4))[0]).decode("utf-8", "surrogatepass"))
            elif op == b"U":
                stack.append(self._take(self._take(1)[0]).decode("latin1"))
            elif op == b"C":
                stack.append(self._take(self._take(1)[0]))
            elif op == b"B":
                stack.append(self._take(struct.unpack("<I", self._take(4))[0]))
            elif op == b"(":
                stack.append(_MARK)
            elif op == b")":
                stack.append(())
            elif op == b"]":
                stack.append([])
            elif op == b"}":
                stack.append({})
            elif op == b"\x8f":
                stack.append(set())
            elif op == b"t":
                stack.append(tuple(self._to_mark()))
            elif op == b"\x85":
                stack.append((stack.pop(),))
            elif op == b"\x86":
                b = stack.pop()
                stack.append((stack.pop(), b))
            elif op == b"\x87":
                c = stack.pop()
                b = stack.pop()
                stack.append((stack.pop(), b, c))
            elif op == b"a":
                x = stack.pop()
                stack[-1].append(x)
            elif op == b"e":
                items = self._to_mark()
                stack[-1].extend(items)
            elif op == b"s":
                v = stack.pop()
                k = stack.pop()
                stack[-1][k] = v
            elif op == b"u":
                items = self._to_mark()
                for i in range(0, len(items), 2):
                    stack[-1][items[i]] = items[i + 1]
            elif op == b"\x90":
                stack[-1].update(self._to_mark())
            elif op == b"q":
                self.memo[self._take(1)[0]] = stack[-1]
            elif op == b"r":
                self.memo[struct.unpack("<I", self._take(4))[0]] = stack[-1]
            elif op == b"h":
                stack.append(self.memo[self._take(1)[0]])
            elif op == b"j":
                stack.append(self.memo[struct.unpack("<I", self._take(4))[0]])
            elif op == b"0":
                stack.pop()
            elif op == b"c":
                module = self._line()
                stack.append(self._find(module, self._line()))
            elif op == b"R":
                args = stack.pop()
                fn = stack.pop()
                stack.append(fn(*args))
            elif op == b"\x81":
                args = stack.pop()
                cls = stack.pop()
                stack.append(cls.__new__(cls, *args))
            elif op == b"Q":
                pid = stack.pop()
                if not isinstance(pid, tuple) or pid[0] != "storage":
                    raise UnpicklingError("unknown persistent id")
                stack.append(self.storage(pid[1].name, pid[2], pid[4]))
            elif op == b"b":
                state = stack.pop()
                obj = stack[-1]
                if hasattr(obj, "__setstate__") and not isinstance(obj, OrderedDict):
                    obj.__setstate__(state)
                else:
                    obj.__dict__.update(state)
            else:
                raise UnpicklingError(f"Unsupported operand {op[0]}")
