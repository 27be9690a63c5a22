"""Methods of Tensor that are written in Python, and what pickle needs to rebuild tensors."""

import _torch

Tensor = _torch.Tensor


class _HookHandle:
    """Removes a hook of a tensor or a node."""

    def __init__(self, owner, id):
        self._owner = owner
        self.id = id

    def remove(self):
        if self._owner is not None:
            self._owner._remove_hook(self.id)
            self._owner = None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, tb):
        self.remove()


def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Add the gradients of this tensor to the leaves of its graph."""
    from torch.autograd import backward as run

    run(self, gradient, retain_graph, create_graph, inputs=inputs)


def register_hook(self, hook):
    """Run hook(grad) when the gradient is known; it may return another."""
    return _HookHandle(self, self._register_hook(hook))


def register_post_accumulate_grad_hook(self, hook):
    """Run hook(tensor) after a gradient was added to .grad."""
    return _HookHandle(self, self._register_accumulate_hook(hook))


def split(self, split_size, dim=0):
    """Parts along a dimension."""
    if isinstance(split_size, (list, tuple)):
        return self.split_with_sizes(split_size, dim)
    return _torch.split(self, split_size, dim)


def norm(self, p="fro", dim=None, keepdim=False, dtype=None):
    """A norm."""
    from torch.functional import norm as run

    return run(self, p, dim, keepdim, dtype=dtype)


def nonzero(self, *, as_tuple=False):
    """Where elements are not zero."""
    from torch.functional import nonzero as run

    return run(self, as_tuple=as_tuple)


def allclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements are close."""
    return bool(self.isclose(other, rtol, atol, equal_nan).all())


def broadcast_to(self, *size):
    """A view of a larger shape."""
    return self.expand(*size)


def diff(self, n=1, dim=-1, prepend=None, append=None):
    """Differences of neighbors, n times."""
    from torch.functional import diff as run

    return run(self, n, dim, prepend, append)


def is_nonzero(self):
    """Whether the only element is not zero."""
    from torch.functional import is_nonzero as run

    return run(self)


def unique(self, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The different values."""
    from torch.functional import unique as run

    return run(self, sorted, return_inverse, return_counts, dim)


def unique_consecutive(self, return_inverse=False, return_counts=False, dim=None):
    """The values without repeats next to each other."""
    from torch.functional import unique_consecutive as run

    return run(self, return_inverse, return_counts, dim)


def stft(
    self,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    center=True,
    pad_mode="reflect",
    normalized=False,
    onesided=None,
    return_complex=None,
    align_to_window=None,
):
    """Short-time Fourier transform."""
    from torch.functional import stft as run

    return run(
        self,
        n_fft,
        hop_length,
        win_length,
        window,
        center,
        pad_mode,
        normalized,
        onesided,
        return_complex,
        align_to_window,
    )


def istft(self, n_fft, *args, **kwargs):
    """The inverse of stft."""
    from torch.functional import istft as run

    return run(self, n_fft, *args, **kwargs)


def unflatten(self, dim, sizes):
    """Split a dimension."""
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    dim = dim if dim >= 0 else dim + self.dim()
    if not 0 <= dim < self.dim():
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-self.dim()}, {self.dim() - 1}], but got {dim})"
        )
    sizes = [int(s) for s in sizes]
    have = self.size(dim)
    known = 1
    for s in sizes:
        if s != -1:
            known *= s
    if -1 in sizes:
        if known and have % known == 0:
            sizes[sizes.index(-1)] = have // known
            known = have
    if known != have:
        raise RuntimeError(
            f"unflatten: Provided sizes {sizes} don't multiply up to the size of dim {dim} ({have}) in the input tensor"
        )
    return self.view(tuple(self.shape[:dim]) + tuple(sizes) + tuple(self.shape[dim + 1 :]))


def __reversed__(self):
    return self if self.dim() == 0 else self.flip(0)


def __deepcopy__(self, memo):
    if id(self) in memo:
        return memo[id(self)]
    if not self.is_leaf:
        raise RuntimeError(
            "Only Tensors created explicitly by the user "
            "(graph leaves) support the deepcopy protocol at the moment.  "
            "If you were attempting to deepcopy a module, this may be because "
            "of a torch.nn.utils.weight_norm usage, "
            "see https://github.com/pytorch/pytorch/pull/103001"
        )
    out = self.detach().clone()
    if type(self) is not Tensor:
        out = out.as_subclass(type(self)) if not out.requires_grad else out
    if self.requires_grad:
        out.requires_grad_(True)
    if self.grad is not None:
        out.grad = __deepcopy__(self.grad, memo)
    memo[id(self)] = out
    for name, value in self.__dict__.items():
        from copy import deepcopy

        setattr(out, name, deepcopy(value, memo))
    return out


def __copy__(self):
    out = self.detach()
    if type(self) is not Tensor:
        out = Tensor._make_subclass(type(self), out, self.requires_grad)
    elif self.requires_grad:
        out.requires_grad_(True)
    for name, value in self.__dict__.items():
        setattr(out, name, value)
    return out


def __reduce_ex__(self, protocol):
    return (_rebuild, (self.dtype, tuple(self.shape), self.detach().reshape(-1).tolist(), self.requires_grad))


def _rebuild(dtype, shape, values, requires_grad):
    return _torch.tensor(values, dtype=dtype).reshape(shape).requires_grad_(requires_grad)


def _rebuild_parameter(data, requires_grad, backward_hooks):
    from torch.nn.parameter import Parameter

    return Parameter(data, requires_grad)


def untyped_storage(self):
    """The bytes behind the tensor."""
    from torch.storage import UntypedStorage

    return UntypedStorage._of(self)


def storage(self):
    """The elements behind the tensor."""
    from torch.storage import TypedStorage

    return TypedStorage._of(self)


def storage_type(self):
    """The class of the storage of the tensor's dtype."""
    import torch

    return getattr(torch, self.storage().pickle_storage_type())


def apply_(self, callable):
    """Replace every element by callable(element)."""
    values = [callable(v) for v in self.reshape(-1).tolist()]
    self.copy_(_torch.tensor(values, dtype=self.dtype).reshape(self.shape))
    return self


def map_(self, tensor, callable):
    """Replace every element by callable(element, element of tensor)."""
    values = [callable(a, b) for a, b in zip(self.reshape(-1).tolist(), tensor.expand_as(self).reshape(-1).tolist())]
    self.copy_(_torch.tensor(values, dtype=self.dtype).reshape(self.shape))
    return self


def module_load(self, other, assign=False):
    """What load_state_dict puts in place of this tensor."""
    return other.detach() if assign else self.copy_(other).detach()


def register_node_hook(self, hook):
    """Run hook(grad_inputs, grad_outputs) after the node."""
    return _HookHandle(*self._register_hook(hook))


def register_node_prehook(self, hook):
    """Run hook(grad_outputs) before the node."""
    return _HookHandle(*self._register_prehook(hook))


_METHODS = (
    backward, register_hook, register_post_accumulate_grad_hook, split, norm, nonzero, allclose, broadcast_to, diff, is_nonzero, unique, unique_consecutive, stft, istft,
    unflatten, __reversed__, __copy__, __deepcopy__, __reduce_ex__, untyped_storage, storage, storage_type, apply_, map_, module_load,
)


# Methods that are loaded when they are first called: module -> names, or (name, name there).
_LATER = {
    "torch._composites": (
        "quantile", "nanquantile", "cov", "corrcoef", "histogram", "tensor_split", "hsplit", "vsplit", "dsplit",
        "unsafe_chunk", "unsafe_split", "unsafe_split_with_sizes", "select_scatter", "slice_scatter",
        "diagonal_scatter", "as_strided_scatter", "masked_scatter", "masked_scatter_", "put", "put_", "index_reduce",
        "index_reduce_", "renorm", "renorm_", "sum_to_size", "frexp", "nonzero_static", "resize_", "resize_as_",
        "set_", "new_empty_strided", "heaviside_", "nextafter_", "ldexp_", "xlogy_", "i0_", "float_power_",
        ("polygamma", "polygamma_method"), "polygamma_", "mvlgamma_", "fill_diagonal_", "narrow_copy",
    ),
    "torch.functional": ("diagflat", "lu"),
    "torch._sparse": (
        "to_sparse", "to_sparse_coo", "to_sparse_csr", "to_sparse_csc", "to_dense", "coalesce", "indices", "values",
        "_indices", "_values", "_nnz", "is_coalesced", "sparse_dim", "dense_dim", "crow_indices", "col_indices",
        "ccol_indices", "row_indices", "sparse_mask", "sparse_resize_", "sparse_resize_and_clear_", "smm", "sspaddmm",
    ),
}


def _later(module, name, there):
    def method(self, *args, **kwargs):
        return getattr(_torch._import_module(module), there)(self, *args, **kwargs)

    method.__name__ = name
    method.__qualname__ = "Tensor." + name
    return method


def _as_class(result, cls):
    if isinstance(result, Tensor):
        return result if cls is Tensor or isinstance(result, cls) else result.as_subclass(cls)
    if isinstance(result, (tuple, list)):
        return type(result)([_as_class(r, cls) for r in result])
    return result


def __torch_function__(cls, func, types, args=(), kwargs=None):
    """What subclasses inherit: the function itself, its results as instances of the subclass."""
    if not all(issubclass(cls, t) for t in types):
        return NotImplemented
    _torch._torch_function_off(1)
    try:
        result = func(*args, **(kwargs or {}))
    finally:
        _torch._torch_function_off(-1)
    return _as_class(result, cls)


def install():
    """Put the methods into Tensor and Node."""
    methods = {f.__name__: f for f in _METHODS}
    methods["__torch_function__"] = classmethod(__torch_function__)
    for module, names in _LATER.items():
        for entry in names:
            name, there = (entry, entry) if isinstance(entry, str) else entry
            methods[name] = _later(module, name, there)
    _torch._set_tensor_methods(methods)
    _torch._set_node_methods({"register_hook": register_node_hook, "register_prehook": register_node_prehook})
