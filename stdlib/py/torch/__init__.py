"""Tensors and automatic gradients. Ops come from the op table; other names are loaded when they are first used."""

import _capture
import _torch
from torch._tensor import install as _install_methods

Tensor = _torch.Tensor
dtype = _torch.dtype
device = _torch.device
Size = _torch.Size
Generator = _torch.Generator
layout = _torch.layout
memory_format = _torch.memory_format

inf = float("inf")
nan = float("nan")
pi = 3.141592653589793
e = 2.718281828459045
newaxis = None

_install_methods()

# Other names of dtypes.
_DTYPES = {
    "float": "float32",
    "double": "float64",
    "half": "float16",
    "short": "int16",
    "int": "int32",
    "long": "int64",
    "cfloat": "complex64",
    "cdouble": "complex128",
}

_SUBMODULES = (
    "_C", "_dynamo", "_functorch", "_higher_order_ops", "_inductor", "accelerator", "amp", "autograd", "backends",
    "compiler", "cpu", "cuda", "distributed", "distributions", "fft", "func", "functional", "fx", "hub", "jit", "linalg",
    "mps", "mtia", "multiprocessing", "nn", "optim", "overrides", "profiler", "random", "return_types", "serialization", "signal",
    "sparse", "special", "storage", "testing", "torch_version", "types", "utils", "version", "xpu",
)
# What of PyTorch is not here, and what does instead; asking for it says so.
_ABSENT = {
    "export": "torch.compile(f, fullgraph=True) checks that f is one graph",
    "library": "call the Python function itself, torch.compile records through it",
    "ops": "call the functions of torch",
    "onnx": "run the script itself, or save its state_dict",
    "uint16": "torch.int32 holds its values",
    "uint32": "torch.int64 holds its values",
    "uint64": "torch.int64 holds those below 2**63",
    "from_numpy": "there is no NumPy; torch.tensor and torch.frombuffer take lists and bytes",
    "masked": "torch.where and masked_fill",
    "nested": "nn.utils.rnn.pad_sequence pads sequences to one length",
    **dict.fromkeys(("float8_e4m3fn", "float8_e5m2"), "torch.bfloat16"),
    **dict.fromkeys(("_refs", "_prims", "futures", "monitor", "quantization", "ao", "package", "quantize_per_tensor")),
}

# Natives that are no ops, and methods of Tensor that are functions too.
_NATIVES = frozenset(("tensor", "as_tensor", "equal", "promote_types", "can_cast", "result_type", "LinAlgError"))
_METHODS = frozenset(
    (
        "detach", "detach_", "get_device", "is_complex", "is_conj", "is_floating_point", "is_inference", "is_neg",
        "is_same_size", "is_signed", "numel", "resolve_conj", "resolve_neg", "clamp_", "clamp_min_", "clamp_max_", "clip_",
        "fill_", "zero_", "addmv_", "index_put_", "gcd_", "lcm_", "logit_", "nan_to_num_", "round_",
    )
)

# name -> the module that defines it
_OWNERS = {
    "__version__": "torch.torch_version",
    "no_grad": "torch.autograd.grad_mode",
    "enable_grad": "torch.autograd.grad_mode",
    "set_grad_enabled": "torch.autograd.grad_mode",
    "inference_mode": "torch.autograd.grad_mode",
    "save": "torch.serialization",
    "load": "torch.serialization",
    "manual_seed": "torch.random",
    "seed": "torch.random",
    "initial_seed": "torch.random",
    "get_rng_state": "torch.random",
    "set_rng_state": "torch.random",
    "default_generator": "torch.random",
    "fork_rng": "torch.random",
    "set_printoptions": "torch._tensor_str",
    "get_printoptions": "torch._tensor_str",
    "compile": "torch._compile",
    "spmm": "torch.sparse",
    "cond": "torch._higher_order_ops",
    "while_loop": "torch._higher_order_ops",
    "vmap": "torch.func",
    "autocast": "torch.amp",
    "get_autocast_dtype": "torch.amp",
    "get_autocast_cpu_dtype": "torch.amp",
    "set_autocast_enabled": "torch.amp",
    "set_autocast_dtype": "torch.amp",
    "is_autocast_cpu_enabled": "torch.amp",
    "clear_autocast_cache": "torch.amp",
    "is_autocast_cache_enabled": "torch.amp",
    "set_autocast_cache_enabled": "torch.amp",
    "is_autocast_enabled": "torch.amp",
    "autocast_mode": "torch.amp",
}
_FROM = {
    "torch._globals": (
        "is_tensor", "is_storage", "typename", "set_default_dtype", "set_default_tensor_type", "get_default_device",
        "set_default_device", "use_deterministic_algorithms", "are_deterministic_algorithms_enabled",
        "is_deterministic_algorithms_warn_only_enabled", "set_float32_matmul_precision",
        "get_float32_matmul_precision", "set_warn_always", "is_warn_always_enabled", "set_deterministic_debug_mode",
        "get_deterministic_debug_mode", "sym_int", "sym_float", "sym_max", "sym_min", "sym_not", "sym_ite", "sym_sum",
        "SymInt", "SymFloat", "SymBool", "get_device_module", "finfo", "iinfo", "is_inference_mode_enabled",
        "_check", "_check_is_size", "_check_index", "_check_value", "_check_type", "_check_not_implemented",
        "_check_tensor_all", "_assert", "is_vulkan_available", "compiled_with_cxx11_abi", "frombuffer", "asarray",
        "FloatTensor", "DoubleTensor", "HalfTensor", "BFloat16Tensor", "ByteTensor", "CharTensor",
        "ShortTensor", "IntTensor", "LongTensor", "BoolTensor", "OutOfMemoryError", "AcceleratorError",
        "is_anomaly_enabled", "set_anomaly_enabled", "is_grad_enabled", "get_num_threads", "set_num_threads",
        "get_num_interop_threads", "set_num_interop_threads", "set_flush_denormal", "strided", "sparse_coo",
        "sparse_csr", "contiguous_format", "preserve_format", "channels_last", "channels_last_3d", "get_default_dtype",
    ),
    "torch.storage": (
        "UntypedStorage", "TypedStorage", "FloatStorage", "DoubleStorage", "HalfStorage", "BFloat16Storage", "LongStorage",
        "IntStorage", "ShortStorage", "CharStorage", "ByteStorage", "BoolStorage", "ComplexFloatStorage",
        "ComplexDoubleStorage",
    ),
    "torch._sparse": ("sparse_coo_tensor", "sparse_csr_tensor", "smm"),
    "torch._sampling": ("grid_sampler", "affine_grid_generator", "ctc_loss"),
    "torch._windows": ("hann_window", "hamming_window", "blackman_window", "bartlett_window", "kaiser_window"),
    "torch._composites": (
        "quantile", "nanquantile", "cov", "corrcoef", "histogram", "isin", "trapezoid", "trapz", "cumulative_trapezoid",
        "vander", "pdist", "tensor_split", "hsplit", "vsplit", "dsplit", "unsafe_chunk", "unsafe_split",
        "unsafe_split_with_sizes", "select_scatter", "slice_scatter", "diagonal_scatter", "as_strided_scatter",
        "masked_scatter", "put", "index_reduce", "renorm", "frexp", "nonzero_static", "segment_reduce", "resize_as_",
        "svd_lowrank", "pca_lowrank",
        "ldexp_", "xlogy_", "i0_",
        "expand_copy", "permute_copy", "view_copy", "select_copy", "squeeze_copy", "unsqueeze_copy", "transpose_copy",
        "t_copy", "detach_copy", "diagonal_copy", "narrow_copy", "unbind_copy", "unfold_copy", "split_copy",
        "split_with_sizes_copy", "as_strided_copy", "alias_copy", "view_as_real_copy", "view_as_complex_copy",
    ),
    "torch.functional": (
        "atleast_1d", "atleast_2d", "atleast_3d", "block_diag", "broadcast_shapes", "broadcast_tensors",
        "cartesian_prod", "cdist", "chain_matmul", "einsum", "istft", "lu", "matrix_rank", "meshgrid", "norm", "split", "stft",
        "allclose", "broadcast_to", "where", "diagflat", "diff", "is_nonzero", "nonzero", "tensordot", "unique", "unique_consecutive", "unravel_index", "combinations", "gradient",
    ),
}
for _module, _names in _FROM.items():
    for _name in _names:
        _OWNERS[_name] = _module


def __getattr__(name):
    owner = _OWNERS.get(name)
    if owner is not None:
        value = getattr(_torch._import_module(owner), name)
    elif name in _DTYPES:
        value = getattr(_torch, _DTYPES[name])
    elif name in _SUBMODULES:
        value = _torch._import_module("torch." + name)
    elif name in _NATIVES:
        value = getattr(_torch, name)
    elif name in _METHODS:
        value = getattr(Tensor, name)
    else:
        value = _torch._find_in("torch", name)
        if value is None:
            value = _torch._dtype(name)
        if value is None:
            reason = f": Adder does not have torch.{name}" if name in _ABSENT else ""
            if _ABSENT.get(name):
                reason += f" ({_ABSENT[name]})"
            raise AttributeError(f"module 'torch' has no attribute '{name}'{reason}")
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_OWNERS, *_DTYPES, *_SUBMODULES})


if _capture.environment():
    import torch._logging
