"""torch.save and torch.load in PyTorch's zip format."""

import io
import os
import struct
import zlib

import _torch

__all__ = ["save", "load", "safe_globals", "add_safe_globals", "get_safe_globals", "clear_safe_globals"]

_safe = []

_STORAGES = {
    "float32": "FloatStorage",
    "float64": "DoubleStorage",
    "float16": "HalfStorage",
    "bfloat16": "BFloat16Storage",
    "int64": "LongStorage",
    "int32": "IntStorage",
    "int16": "ShortStorage",
    "int8": "CharStorage",
    "uint8": "ByteStorage",
    "bool": "BoolStorage",
    "complex64": "ComplexFloatStorage",
    "complex128": "ComplexDoubleStorage",
}
_DTYPE_OF = {storage: dtype for dtype, storage in _STORAGES.items()}


def add_safe_globals(classes):
    """Allow classes in files that are loaded."""
    _safe.extend(classes)


def get_safe_globals():
    """The classes that add_safe_globals allowed."""
    return list(_safe)


def clear_safe_globals():
    """Forget all allowed classes."""
    _safe.clear()


class safe_globals:
    """Allow classes inside a with."""

    def __init__(self, classes):
        self.classes = list(classes)

    def __enter__(self):
        self.old = list(_safe)
        _safe.extend(self.classes)

    def __exit__(self, kind, value, tb):
        _safe[:] = self.old


# The archive: a zip file without compression, entries aligned to 64 bytes.


class _ZipWriter:
    def __init__(self, out, prefix):
        self.out = out
        self.prefix = prefix
        self.at = 0
        self.directory = []

    def _write(self, data):
        self.out.write(data)
        self.at += len(data)

    def add(self, name, data):
        name = f"{self.prefix}/{name}".encode()
        crc = zlib.crc32(data) & 0xFFFFFFFF
        start = self.at
        head = 30 + len(name) + 4
        pad = -(start + head) % 64
        extra = struct.pack("<HH", 0x4246, pad) + b"Z" * pad
        self._write(
            struct.pack("<IHHHHHIIIHH", 0x04034B50, 0, 0, 0, 0, 0, crc, len(data), len(data), len(name), len(extra))
            + name
            + extra
        )
        self._write(data)
        self.directory.append((name, crc, len(data), start))

    def close(self):
        begin = self.at
        for name, crc, size, start in self.directory:
            self._write(
                struct.pack(
                    "<IHHHHHHIIIHHHHHII", 0x02014B50, 0, 0, 0, 0, 0, 0, crc, size, size, len(name), 0, 0, 0, 0, 0, start
                )
                + name
            )
        size = self.at - begin
        count = len(self.directory)
        self._write(struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, count, count, size, begin, 0))


def _damaged(what):
    """The error for an archive that cannot be read, in PyTorch's words."""
    return RuntimeError(
        f"PytorchStreamReader failed {what}. This is an internal miniz error. If you are seeing this error, there is a high "
        "likelihood that your checkpoint file is corrupted. This can happen if the checkpoint was not saved properly, was "
        "transferred incorrectly, or the file was modified after saving.")


class _ZipReader:
    def __init__(self, data):
        self.data = data
        self.entries = {}
        try:
            self._read_directory(data)
        except (struct.error, UnicodeDecodeError):
            raise _damaged("reading zip archive: failed finding central directory") from None
        self.prefix = next(iter(self.entries)).split("/")[0] if self.entries else ""
        if f"{self.prefix}/version" not in self.entries:
            raise RuntimeError('Expected hasRecord("version") to be true, but got false.  (Could this error message be '
                               "improved?  If so, please report an enhancement request to PyTorch.)")

    def _read_directory(self, data):
        end = data.rfind(b"PK\x05\x06")
        if end < 0:
            raise _damaged("reading zip archive: failed finding central directory")
        count, _, begin = struct.unpack("<HII", data[end + 10 : end + 20])
        at = begin
        for _ in range(count):
            if data[at : at + 4] != b"PK\x01\x02":
                raise _damaged("reading zip archive: invalid header or archive is corrupted")
            method = struct.unpack("<H", data[at + 10 : at + 12])[0]
            size, full, n_name, n_extra, n_comment = struct.unpack("<IIHHH", data[at + 20 : at + 34])
            start = struct.unpack("<I", data[at + 42 : at + 46])[0]
            name = data[at + 46 : at + 46 + n_name].decode()
            self.entries[name] = (start, size, full, method)
            at += 46 + n_name + n_extra + n_comment

    def read(self, name):
        entry = self.entries.get(f"{self.prefix}/{name}")
        if entry is None:
            raise _damaged(f"locating file {name}: file not found")
        start, size, full, method = entry
        header = self.data[start : start + 30]
        if header[:4] != b"PK\x03\x04" or len(header) < 30:
            raise _damaged(f"reading file {name}: invalid header or archive is corrupted")
        n_name, n_extra = struct.unpack("<HH", header[26:])
        at = start + 30 + n_name + n_extra
        raw = self.data[at : at + size]
        try:
            raw = zlib.decompress(raw, -15) if method == 8 else raw
        except zlib.error:
            raise _damaged(f"reading file {name}: decompression failed or archive is corrupted") from None
        if len(raw) < full:
            raise _damaged(f"reading file {name}: file read failed")
        return raw


class _StorageType:
    """torch.FloatStorage and its kind, as pickles name them."""

    def __init__(self, name):
        self.name = name
        self.dtype = getattr(_torch, _DTYPE_OF[name])


class _SavedStorage:
    """A storage in a pickle: data by key."""

    def __init__(self, tensor, key):
        self.tensor = tensor
        self.key = key


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks, metadata=None):
    return _torch._alias_of(storage.tensor, tuple(size), tuple(stride), storage_offset, bool(requires_grad))


def _rebuild_tensor(storage, storage_offset, size, stride):
    return _rebuild_tensor_v2(storage, storage_offset, size, stride, False, None)


def _rebuild_parameter(data, requires_grad, backward_hooks):
    from torch.nn.parameter import Parameter

    return Parameter(data, requires_grad)


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True, _disable_byteorder_record=False):
    """Write an object to a file."""
    from torch._pickle import Pickler

    buffer = io.BytesIO()
    pickler = Pickler(buffer)
    pickler.dump(obj)
    if isinstance(f, (str, os.PathLike)):
        path = os.fspath(f)
        folder = os.path.dirname(path)
        if folder and not os.path.isdir(folder):
            raise RuntimeError(f"Parent directory {folder} does not exist.")
        prefix = os.path.splitext(os.path.basename(path))[0] or "archive"
        with open(path, "wb") as out:
            _write(out, prefix, buffer.getvalue(), pickler)
    else:
        _write(f, "archive", buffer.getvalue(), pickler)


def _write(out, prefix, data, pickler):
    z = _ZipWriter(out, prefix)
    z.add("data.pkl", data)
    z.add(".format_version", b"1")
    z.add(".storage_alignment", b"64")
    z.add("byteorder", b"little")
    for key, tensor in pickler.storages:
        z.add(f"data/{key}", _torch._storage_bytes(tensor))
    z.add("version", b"3\n")
    z.add(".data/serialization_id", b"0" * 40)
    z.close()


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    """Read an object from a file."""
    safe = weights_only is None or bool(weights_only)
    if isinstance(f, (str, os.PathLike)):
        with open(f, "rb") as file:
            data = file.read()
    else:
        data = f.read()
    if data[:4] != b"PK\x03\x04":
        _refuse_older_form(data, safe)
    z = _ZipReader(data)
    storages = {}

    def storage(name, key, numel):
        if key not in storages:
            dtype = getattr(_torch, _DTYPE_OF[name])
            tensor = _torch._tensor_from_bytes(z.read(f"data/{key}"), dtype)
            storages[key] = _SavedStorage(tensor, key)
        return storages[key]

    result = _unpickle(z.read("data.pkl"), storage, safe)
    if map_location is not None:
        result = _move(result, map_location)
    return result


_REFUSED = "Weights only load failed. "
_LOOSER = ("In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`. "
           "Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in arbitrary code "
           "execution. Do it only if you got the file from a trusted source.")


def _unpickle(data, storage, safe):
    from torch._pickle import UnpicklingError, Unpickler

    try:
        return Unpickler(io.BytesIO(data), storage, safe).load()
    except UnpicklingError as e:
        text = str(e)
        if not safe or text.startswith(_REFUSED):
            raise
    raise UnpicklingError(
        f"{_REFUSED}{_LOOSER}\nPlease file an issue with the following so that we can make `weights_only=True` compatible with "
        f"your use case: WeightsUnpickler error: \n\n{text}\n\nCheck the documentation of torch.load to learn more about types "
        "accepted by default with weights_only https://pytorch.org/docs/stable/generated/torch.load.html.")


def _refuse_older_form(data, safe):
    """Tell what is wrong with a file that is no archive: damaged, or of PyTorch before 1.6, which began with a number."""
    if safe:
        first = _unpickle(data, None, True)
    else:
        import pickle

        first = pickle.loads(data)
    if first != 0x1950A86A20F9469CFC6C:
        raise RuntimeError("Invalid magic number; corrupt file?")
    raise NotImplementedError("torch.load of files of PyTorch before 1.6, which are no zip archives, is not supported")


def _move(obj, where):
    """Check a map_location; every tensor is on the CPU already."""
    if isinstance(where, (str, _torch.device)):
        _torch.device(where)
    return obj
