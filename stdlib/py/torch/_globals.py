"""Top-level names of torch that are not ops: modes, defaults, checks, legacy tensor types and symbolic helpers."""

import _torch

__name__ = "torch"

Tensor = _torch.Tensor

is_grad_enabled = _torch.is_grad_enabled
is_inference_mode_enabled = _torch.is_inference_mode_enabled
get_num_threads = _torch.get_num_threads
set_num_threads = _torch.set_num_threads
get_default_dtype = _torch.get_default_dtype
finfo = _torch.finfo
iinfo = _torch.iinfo
strided = _torch.strided
sparse_coo = _torch.sparse_coo
sparse_csr = _torch.sparse_csr
contiguous_format = _torch.contiguous_format
preserve_format = _torch.preserve_format
channels_last = _torch.channels_last
channels_last_3d = _torch.channels_last_3d


class OutOfMemoryError(RuntimeError):
    """A device has no memory left."""


class AcceleratorError(RuntimeError):
    """A device reported an error."""


def is_tensor(obj):
    """Whether obj is a Tensor."""
    return isinstance(obj, Tensor)


def is_storage(obj):
    """Whether obj is a storage."""
    from torch.storage import TypedStorage, UntypedStorage

    return isinstance(obj, (TypedStorage, UntypedStorage))


def typename(obj):
    """The dotted type name of obj."""
    if isinstance(obj, Tensor):
        return obj.type()
    module = getattr(obj, "__module__", None)
    prefix = f"{module}." if module is not None and module != "builtins" else ""
    name = getattr(obj, "__qualname__", None) or getattr(obj, "__name__", None) or type(obj).__name__
    return prefix + name


# Defaults.


def set_default_dtype(d, /):
    """Set the dtype of new floating point tensors."""
    _torch._set_default_dtype(d)


_TENSOR_TYPES = {
    "torch.FloatTensor": "float32",
    "torch.DoubleTensor": "float64",
    "torch.HalfTensor": "float16",
    "torch.BFloat16Tensor": "bfloat16",
    "torch.ByteTensor": "uint8",
    "torch.CharTensor": "int8",
    "torch.ShortTensor": "int16",
    "torch.IntTensor": "int32",
    "torch.LongTensor": "int64",
    "torch.BoolTensor": "bool",
}


def set_default_tensor_type(t, /):
    """Set the dtype of new floating point tensors by a tensor type."""
    name = t if isinstance(t, str) else "torch." + t.__name__
    kind = _TENSOR_TYPES.get(name)
    if kind is None:
        raise TypeError(f"invalid type object: {t!r}")
    dtype = getattr(_torch, kind)
    if not dtype.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    _torch._set_default_dtype(dtype)


class tensortype(type):
    def __instancecheck__(cls, obj):
        return isinstance(obj, Tensor) and obj.dtype == cls.dtype and obj.device.type == "cpu"


def _tensor_type(name):
    dtype = getattr(_torch, _TENSOR_TYPES["torch." + name])

    def new(cls, *args, **kwargs):
        return _torch._legacy_new(dtype, *args, **kwargs)

    return tensortype(name, (), {"__module__": "torch", "dtype": dtype, "__new__": new})


FloatTensor = _tensor_type("FloatTensor")
DoubleTensor = _tensor_type("DoubleTensor")
HalfTensor = _tensor_type("HalfTensor")
BFloat16Tensor = _tensor_type("BFloat16Tensor")
ByteTensor = _tensor_type("ByteTensor")
CharTensor = _tensor_type("CharTensor")
ShortTensor = _tensor_type("ShortTensor")
IntTensor = _tensor_type("IntTensor")
LongTensor = _tensor_type("LongTensor")
BoolTensor = _tensor_type("BoolTensor")


def get_default_device():
    """The device of new tensors."""
    return _torch._get_default_device()


def set_default_device(device):
    """Set the device of new tensors."""
    _torch._set_default_device(None if device is None else _torch.device(device))


def get_device_module(device=None):
    """The module of a device type."""
    if device is None:
        return _torch._import_module("torch.cpu")
    kind = _torch.device(device).type
    if kind not in ("cpu", "cuda", "mps", "xpu", "mtia"):
        raise RuntimeError(f"Invalid device string: '{kind}'")
    return _torch._import_module("torch." + kind)


# Modes. Kernels are deterministic here whatever is asked for; the answers are kept.

_modes = {"deterministic": 0, "matmul": "highest", "warn_always": False, "anomaly": (False, True)}


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Ask for deterministic kernels."""
    _modes["deterministic"] = (1 if warn_only else 2) if mode else 0


def are_deterministic_algorithms_enabled():
    """Whether deterministic kernels were asked for."""
    return _modes["deterministic"] > 0


def is_deterministic_algorithms_warn_only_enabled():
    """Whether a nondeterministic kernel only warns."""
    return _modes["deterministic"] == 1


def set_deterministic_debug_mode(debug_mode):
    """Set the mode by name or number."""
    names = {"default": 0, "warn": 1, "error": 2}
    if isinstance(debug_mode, str):
        if debug_mode not in names:
            raise RuntimeError(
                "invalid value of debug_mode, expected one of `default`, "
                f"`warn`, `error`, but got {debug_mode}"
            )
        debug_mode = names[debug_mode]
    if debug_mode not in (0, 1, 2):
        raise RuntimeError(f"invalid value of debug_mode, expected 0, 1, or 2, but got {debug_mode}")
    _modes["deterministic"] = debug_mode


def get_deterministic_debug_mode():
    """The mode as a number."""
    return _modes["deterministic"]


def set_float32_matmul_precision(precision):
    """Accepted: products of float32 matrices use float32."""
    if precision not in ("highest", "high", "medium"):
        import warnings

        warnings.warn(
            f"{precision} is not one of 'highest', 'high', or 'medium'; the current setFloat32MatmulPrecision call has no effect.",
            stacklevel=2,
        )
        return
    _modes["matmul"] = precision


def get_float32_matmul_precision():
    """What set_float32_matmul_precision was given."""
    return _modes["matmul"]


def set_warn_always(b, /):
    """Accepted."""
    _modes["warn_always"] = bool(b)


def is_warn_always_enabled():
    """What set_warn_always was given."""
    return _modes["warn_always"]


def set_anomaly_enabled(mode, check_nan=True):
    """Check backward for NaN."""
    _modes["anomaly"] = (bool(mode), bool(check_nan))
    _torch._set_anomaly_enabled(bool(mode), bool(check_nan), _script_stack, _report_anomaly)


def _script_stack():
    import traceback

    frames = [f for f in traceback.extract_stack() if not f.filename.startswith("<adder>")]
    return "".join(traceback.format_list(frames))


def _report_anomaly(name, stack):
    import warnings

    if stack:
        text = f"Error detected in {name}. Traceback of forward call that caused the error:\n{stack}"
    else:
        text = (
            f"Error detected in {name}. No forward pass information available. "
            "Enable detect anomaly during forward pass for more information."
        )
    warnings.warn(text, stacklevel=3)


def is_anomaly_enabled():
    """Whether backward is checked for NaN."""
    return _modes["anomaly"][0]


def get_num_interop_threads():
    """Threads that run ops side by side."""
    return 1


def set_num_interop_threads(n, /):
    """Accepted: ops run one after the other."""


def set_flush_denormal(mode, /):
    """Denormal numbers are never flushed."""
    return False


def is_vulkan_available():
    """PyTorch's Vulkan backend is not part of a CPU build."""
    return False


def compiled_with_cxx11_abi():
    """Always."""
    return True


# Checks.


def _check_with(error, cond, message):
    if not isinstance(cond, (bool, SymBool)):
        raise TypeError(f"cond must be a bool, but got {type(cond)}")
    if cond:
        return
    if message is None:
        text = (
            "Expected cond to be True, but got False. (Could this error "
            "message be improved? If so, please report an enhancement request "
            "to PyTorch.)"
        )
    else:
        if not callable(message):
            raise TypeError("message must be a callable")
        text = str(message())
    raise error(text)


def _check(cond, message=None):
    """Raise RuntimeError unless cond."""
    _check_with(RuntimeError, cond, message)


def _check_is_size(i, message=None, *, max=None):
    """Raise unless i can be a size."""
    _check(i >= 0, message)
    if max is not None:
        _check(i <= max, message)


def _check_index(cond, message=None):
    """Raise IndexError unless cond."""
    _check_with(IndexError, cond, message)


def _check_value(cond, message=None):
    """Raise ValueError unless cond."""
    _check_with(ValueError, cond, message)


def _check_type(cond, message=None):
    """Raise TypeError unless cond."""
    _check_with(TypeError, cond, message)


def _check_not_implemented(cond, message=None):
    """Raise NotImplementedError unless cond."""
    _check_with(NotImplementedError, cond, message)


def _check_tensor_all(cond, message=None):
    """Raise RuntimeError unless all elements are true."""
    if not isinstance(cond, Tensor):
        raise TypeError(f"cond must be a tensor, but got {type(cond)}")
    if cond.dtype != _torch.bool:
        raise TypeError(f"cond tensor must have dtype torch.bool, but got {cond.dtype}")
    _check_with(RuntimeError, cond.all().item(), message)


def _assert(condition, message):
    """assert as a function."""
    assert condition, message


# Symbolic numbers. A size that is symbolic while capture records is an int to the script.


class SymInt:
    """A size that a graph takes as an argument: its name and the value that it was captured with."""

    def __init__(self, name, hint):
        self._name = name
        self._hint = hint

    def __repr__(self):
        return self._name

    def __index__(self):
        return self._hint

    __int__ = __index__

    def __bool__(self):
        return self._hint != 0

    def __hash__(self):
        return hash(self._hint)

    def __eq__(self, other):
        return self._hint == other

    def __lt__(self, other):
        return self._hint < other

    def __le__(self, other):
        return self._hint <= other

    def __gt__(self, other):
        return self._hint > other

    def __ge__(self, other):
        return self._hint >= other

    def __add__(self, other):
        return self._hint + other

    __radd__ = __add__

    def __sub__(self, other):
        return self._hint - other

    def __rsub__(self, other):
        return other - self._hint

    def __mul__(self, other):
        return self._hint * other

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self._hint / other

    def __rtruediv__(self, other):
        return other / self._hint

    def __floordiv__(self, other):
        return self._hint // other

    def __rfloordiv__(self, other):
        return other // self._hint

    def __mod__(self, other):
        return self._hint % other

    def __rmod__(self, other):
        return other % self._hint

    def __neg__(self):
        return -self._hint


class SymFloat:
    """The type of symbolic floats."""


class SymBool:
    """The type of symbolic truth values."""


def sym_int(a):
    """int that rounds toward zero."""
    return int(a)


def sym_float(a):
    """float."""
    return float(a)


def sym_max(a, b):
    """max; a float if either is."""
    out = max(a, b)
    return float(out) if isinstance(a, float) or isinstance(b, float) else out


def sym_min(a, b):
    """min; a float if either is."""
    out = min(a, b)
    return float(out) if isinstance(a, float) or isinstance(b, float) else out


def sym_not(a):
    """not."""
    return not a


def sym_ite(b, t, f):
    """t if b else f."""
    return t if b else f


def sym_sum(args):
    """sum."""
    return sum(args)


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A tensor of one dimension with the bytes of a buffer; a copy, where PyTorch shares the memory."""
    try:
        data = bytes(memoryview(buffer))
    except TypeError:
        raise ValueError("object does not implement Python buffer protocol.") from None
    size = dtype.itemsize
    if not data or count == 0:
        raise ValueError(f"both buffer length ({len(data)}) and count ({count}) must not be 0")
    if not 0 <= offset < len(data):
        raise ValueError(
            f"offset ({offset} bytes) must be non-negative and no greater than buffer length ({len(data)} bytes) minus 1"
        )
    rest = len(data) - offset
    if count < 0 and rest % size:
        raise ValueError(
            f"buffer length ({rest} bytes) after offset ({offset} bytes) must be a multiple of element size ({size})"
        )
    if count > 0 and count * size > rest:
        raise ValueError(
            f"requested buffer length ({count} * {size} bytes) after offset ({offset} bytes) must not be greater than actual "
            f"buffer length ({len(data)} bytes)"
        )
    end = len(data) if count < 0 else offset + count * size
    return _torch._tensor_from_bytes(data[offset:end], dtype).requires_grad_(requires_grad)


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    """A tensor of an object, the tensor itself where it fits and no copy is asked for."""
    made = _torch.as_tensor(obj, dtype=dtype, device=device)
    if copy and made is obj:
        made = made.clone()
    elif copy is False and made is not obj:
        raise ValueError("can't alias arbitrary sequence into a tensor.")
    return made.detach().requires_grad_(True) if requires_grad and not made.requires_grad else made
