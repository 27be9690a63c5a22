"""Storages: the bytes behind tensors, and the elements that they are read as."""

import _torch

_NAMES = {
    "float32": "FloatStorage", "float64": "DoubleStorage", "float16": "HalfStorage", "bfloat16": "BFloat16Storage",
    "int64": "LongStorage", "int32": "IntStorage", "int16": "ShortStorage", "int8": "CharStorage",
    "uint8": "ByteStorage", "bool": "BoolStorage", "complex64": "ComplexFloatStorage",
    "complex128": "ComplexDoubleStorage",
}


def _whole(tensor):
    """A line of all elements of a tensor's storage."""
    count = tensor._storage_nbytes() // tensor.element_size()
    return _torch._alias_of(tensor.detach(), (count,), (1,), 0, False)


class _Storage:
    """What both kinds share; `_line` is a tensor of one dimension over the whole storage."""

    def data_ptr(self):
        return self._line._storage_data_ptr()

    def nbytes(self):
        return self._line._storage_nbytes()

    def size(self):
        return self._line.numel()

    __len__ = size

    def element_size(self):
        return self._line.element_size()

    @property
    def device(self):
        return self._line.device

    @property
    def _cdata(self):
        return self.data_ptr()

    def __iter__(self):
        return iter(self.tolist())

    def tolist(self):
        """The elements as numbers."""
        return self._line.tolist()

    def __setitem__(self, key, value):
        self._line[key] = value

    def fill_(self, value):
        """Set every element."""
        self._line.fill_(value)
        return self

    def copy_(self, source, non_blocking=None):
        """Take the elements of another storage."""
        self._line.copy_(source._line)
        return self

    def clone(self):
        """A copy."""
        return type(self)._of(self._line.clone())

    def cpu(self):
        return self

    def is_shared(self):
        return False

    is_cuda = False

    def _at(self, index):
        size = self.size()
        if not -size <= index < size:
            raise IndexError(f"index {index} out of range for storage of size {size}")
        return self._line[index].item()

    def __repr__(self):
        lines = "\n ".join(map(str, self.tolist()))
        return f" {lines}\n[torch.storage.{type(self).__name__}({self._shown_dtype()}device={self.device}) of size {self.size()}]"

    def _shown_dtype(self):
        return ""


class UntypedStorage(_Storage):
    """The bytes behind a tensor."""

    def __init__(self, size=0, *, device=None):
        if isinstance(size, int):
            self._line = _torch.empty(size, dtype=_torch.uint8)
        else:
            self._line = _torch.tensor(size, dtype=_torch.uint8)

    @classmethod
    def _of(cls, tensor):
        made = cls.__new__(cls)
        line = _whole(tensor)
        made._line = line if line.dtype == _torch.uint8 else line.view(_torch.uint8)
        return made

    def __getitem__(self, key):
        return type(self)._part(self._line[key]) if isinstance(key, slice) else self._at(key)

    @classmethod
    def _part(cls, line):
        made = cls.__new__(cls)
        made._line = line
        return made

    def type(self):
        """The name of the class."""
        return "torch.storage.UntypedStorage"


class TypedStorage(_Storage):
    """The elements behind a tensor."""

    dtype = property(lambda self: self._line.dtype)

    def __init__(self, *args, wrap_storage=None, dtype=None, device=None):
        dtype = dtype or getattr(type(self), "_dtype", None) or _torch.get_default_dtype()
        if wrap_storage is not None:
            self._line = wrap_storage._line.view(dtype)
        elif args and not isinstance(args[0], int):
            self._line = _torch.tensor(args[0], dtype=dtype)
        else:
            self._line = _torch.empty(args[0] if args else 0, dtype=dtype)

    @classmethod
    def _of(cls, tensor):
        made = cls.__new__(cls)
        made._line = _whole(tensor)
        return made

    def _shown_dtype(self):
        return f"dtype={self.dtype}, "

    def __getitem__(self, key):
        if isinstance(key, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        return self._at(key)

    def untyped(self):
        """The bytes."""
        return UntypedStorage._of(self._line)

    def pickle_storage_type(self):
        """The name of the dtype's class."""
        return _NAMES[str(self.dtype).removeprefix("torch.")]

    def type(self, dtype=None):
        """The dotted name of the dtype's class."""
        return "torch." + self.pickle_storage_type()


def _conversion(name, dtype):
    def convert(self):
        return self if self.dtype == dtype else TypedStorage._of(self._line.to(dtype))

    convert.__name__ = name
    return convert


for _name, _dtype in (
    ("float", _torch.float32), ("double", _torch.float64), ("half", _torch.float16), ("bfloat16", _torch.bfloat16),
    ("long", _torch.int64), ("int", _torch.int32), ("short", _torch.int16), ("char", _torch.int8),
    ("byte", _torch.uint8), ("bool", _torch.bool),
):
    setattr(TypedStorage, _name, _conversion(_name, _dtype))


class _LegacyStorageMeta(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, TypedStorage) and instance.dtype == cls.dtype


for _dtype, _name in _NAMES.items():

    def _new(cls, *args, **kwargs):
        return TypedStorage(*args, dtype=cls.dtype, **kwargs)

    globals()[_name] = _LegacyStorageMeta(
        _name, (), {"__module__": "torch", "dtype": getattr(_torch, _dtype), "__new__": _new}
    )
