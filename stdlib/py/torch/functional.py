"""Functions of torch that take sequences or have Python signatures of their own."""

import itertools

import _torch

__name__ = "torch.functional"

Tensor = _torch.Tensor


def broadcast_tensors(*tensors):
    """Views of one common shape."""
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    shape = broadcast_shapes(*(t.shape for t in tensors))
    return tuple(t.expand(shape) for t in tensors)


def broadcast_shapes(*shapes):
    """The common shape."""
    shapes = [(s,) if isinstance(s, int) else s for s in shapes]
    if not shapes:
        return _torch.Size([])
    rank = max(len(s) for s in shapes)
    result = [1] * rank
    for i, shape in enumerate(shapes):
        for k in range(-1, -1 - len(shape), -1):
            size = shape[k]
            if size < 0:
                raise RuntimeError(f"Trying to create tensor with negative dimension ({size}): ({size})")
            if size == 1 or size == result[k]:
                continue
            if result[k] != 1:
                raise RuntimeError(
                    f"Attempting to broadcast a dimension of length {size} at {k}! "
                    f"Mismatching argument at index {i} had {shape}; but expected shape should be "
                    f"broadcastable to {result}"
                )
            result[k] = size
    return _torch.Size(result)


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements are close."""
    return bool(_torch.isclose(input, other, rtol, atol, equal_nan).all())


def where(condition, *args, **kwargs):
    """Elements of one of two tensors; with a condition alone, where it holds."""
    if not args and not kwargs:
        return condition.nonzero(as_tuple=True)
    return _torch.where(condition, *args, **kwargs)


where.__module__ = "torch"


def broadcast_to(input, size):
    """A view of a larger shape."""
    return input.expand(size)


def diagflat(input, offset=0):
    """A matrix with the elements on a diagonal."""
    return _torch.diag(input.reshape(-1), offset)


def diff(input, n=1, dim=-1, prepend=None, append=None, *, out=None):
    """Differences of neighbors, n times."""
    if input.dim() == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    parts = [t for t in (prepend, input, append) if t is not None]
    if len(parts) > 1:
        input = _torch.cat(parts, dim)
    for _ in range(n):
        size = input.size(dim)
        if size == 0:
            break
        high, low = input.narrow(dim, 1, size - 1), input.narrow(dim, 0, size - 1)
        input = high.logical_xor(low) if input.dtype == _torch.bool else high - low
    return _torch._write_out("diff", input, out)


def is_nonzero(input):
    """Whether the only element is not zero."""
    if input.numel() != 1:
        count = "no values" if input.numel() == 0 else "more than one value"
        raise RuntimeError(f"Boolean value of Tensor with {count} is ambiguous")
    return bool(input)


def nonzero(input, *, out=None, as_tuple=False):
    """Where elements are not zero."""
    if as_tuple:
        if input.dim() == 0:
            return _torch.nonzero(input.unsqueeze(0)).unbind(1)
        return _torch.nonzero(input).unbind(1)
    return _torch.nonzero(input) if out is None else _torch.nonzero(input, out=out)


def split(tensor, split_size_or_sections, dim=0):
    """Parts along a dimension."""
    return tensor.split(split_size_or_sections, dim)


def einsum(*args):
    """Sums of products by Einstein's notation."""
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, "
            "or at least one operand and its subscripts list"
        )
    if isinstance(args[0], Tensor):

        def letter(n):
            if n is Ellipsis:
                return "..."
            if 0 <= n < 26:
                return chr(ord("A") + n)
            if 26 <= n < 52:
                return chr(ord("a") + n - 26)
            raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")

        equation = ",".join("".join(letter(s) for s in lst) for lst in args[1::2])
        if len(args) % 2 == 1:
            equation += "->" + "".join(letter(s) for s in args[-1])
            operands = args[:-1:2]
        else:
            operands = args[::2]
    else:
        equation = args[0]
        operands = args[1:]
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        return einsum(equation, *operands[0])
    return _torch.einsum(equation, operands)


def meshgrid(*tensors, indexing=None):
    """Grids of coordinates."""
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    if indexing is None:
        import warnings

        warnings.warn(
            "torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.",
            stacklevel=2,
        )
        indexing = "ij"
    return _torch.meshgrid(tensors, indexing=indexing)


def stft(
    input,
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
    if center and align_to_window is not None:
        raise RuntimeError("stft align_to_window should only be set when center = false.")
    if center:
        signal_dim = input.dim()
        extended = [1] * (3 - signal_dim) + list(input.size())
        pad = n_fft // 2
        input = _torch.pad(input.view(extended), [pad, pad], pad_mode)
        input = input.view(input.shape[-signal_dim:])
    return _torch.stft(
        input,
        n_fft,
        hop_length,
        win_length,
        window,
        normalized,
        onesided,
        return_complex,
        align_to_window,
    )


def istft(
    input,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    center=True,
    normalized=False,
    onesided=None,
    length=None,
    return_complex=False,
):
    """The inverse of stft."""
    return _torch.istft(
        input, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex
    )


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The different values."""
    if dim is not None:
        output, inverse, counts = _torch.unique_all(input, dim)
    else:
        output, inverse, counts = _torch._unique2(input, sorted, return_inverse, return_counts)
    if return_inverse and return_counts:
        return output, inverse, counts
    if return_inverse:
        return output, inverse
    return (output, counts) if return_counts else output


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """The values without repeats next to each other."""
    output, inverse, counts = _torch.unique_consecutive_all(input, dim)
    if return_inverse and return_counts:
        return output, inverse, counts
    if return_inverse:
        return output, inverse
    return (output, counts) if return_counts else output


def tensordot(a, b, dims=2, out=None):
    """Sums over pairs of dimensions."""
    if isinstance(dims, Tensor):
        dims = dims.tolist() if dims.numel() > 1 else int(dims.item())
    if isinstance(dims, (tuple, list)):
        dims_a, dims_b = dims
        dims_a = [dims_a] if isinstance(dims_a, int) else list(dims_a)
        dims_b = [dims_b] if isinstance(dims_b, int) else list(dims_b)
    else:
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.dim(), b.dim()):
            raise RuntimeError(
                "tensordot expects dims < ndim_a or ndim_b, "
                f"but got dims={dims}"
            )
        dims_a = list(range(-dims, 0))
        dims_b = list(range(dims))
    if out is None:
        return _torch.tensordot(a, b, dims_a, dims_b)
    return _torch.tensordot(a, b, dims_a, dims_b, out=out)


def cartesian_prod(*tensors):
    """All combinations of elements."""
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    return _torch.cartesian_prod(tensors)


def combinations(input, r=2, with_replacement=False):
    """All combinations of r elements."""
    n = input.numel()
    pick = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    index = list(pick(range(n), r))
    if not index or r == 0:
        return input.new_empty((0,) if r == 0 else (0, r))
    return input[_torch.tensor(index)]


def block_diag(*tensors):
    """A matrix of blocks."""
    return _torch.block_diag(tensors)


def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """Distances between all pairs of rows."""
    modes = {
        "use_mm_for_euclid_dist_if_necessary": None,
        "use_mm_for_euclid_dist": 1,
        "donot_use_mm_for_euclid_dist": 2,
    }
    if compute_mode not in modes:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    return _torch.cdist(x1, x2, p, modes[compute_mode])


def _each(fn, tensors):
    if len(tensors) == 1 and isinstance(tensors[0], Tensor):
        return fn(tensors[0])
    if len(tensors) == 1:
        tensors = tensors[0]
    return tuple(fn(t) for t in tensors)


def atleast_1d(*tensors):
    """Tensors with one dimension or more."""
    return _each(lambda t: t.reshape(1) if t.dim() == 0 else t, tensors)


def atleast_2d(*tensors):
    """Tensors with two dimensions or more."""
    return _each(lambda t: t.reshape(1, 1) if t.dim() == 0 else t.unsqueeze(0) if t.dim() == 1 else t, tensors)


def atleast_3d(*tensors):
    """Tensors with three dimensions or more."""

    def wider(t):
        if t.dim() < 2:
            return t.reshape(1, 1, 1) if t.dim() == 0 else t.unsqueeze(0).unsqueeze(-1)
        return t.unsqueeze(-1) if t.dim() == 2 else t

    return _each(wider, tensors)


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    """A norm of a tensor."""
    if isinstance(p, str):
        if p == "fro" and (dim is None or isinstance(dim, (int, tuple, list))):
            result = _torch.linalg_vector_norm(input, 2, dim, keepdim, dtype=dtype)
        elif p == "nuc":
            result = _torch.linalg_matrix_norm(input, "nuc", (-2, -1) if dim is None else dim, keepdim, dtype=dtype)
        else:
            raise RuntimeError(f"only valid string values are 'fro' and 'nuc', found {p}")
    else:
        result = _torch.linalg_vector_norm(input, 2.0 if p is None else p, dim, keepdim, dtype=dtype)
    return _torch._write_out("norm", result, out)


def matrix_rank(input, tol=None, symmetric=False, *, out=None):
    """Removed: torch.linalg.matrix_rank is its name."""
    raise RuntimeError(
        "This function was deprecated since version 1.9 and is now removed.\n"
        "Please use the `torch.linalg.matrix_rank` function instead. The parameter 'symmetric' was renamed in "
        "`torch.linalg.matrix_rank()` to 'hermitian'."
    )


def chain_matmul(*matrices, out=None):
    """A product of matrices."""
    import warnings

    warnings.warn(
        "torch.chain_matmul is deprecated and will be removed in a future PyTorch release. "
        "Use torch.linalg.multi_dot instead, which accepts a list of two or more tensors rather than "
        "multiple parameters.",
        stacklevel=2,
    )
    if len(matrices) == 1:
        return matrices[0].clone()
    result = _torch.linalg_multi_dot(matrices)
    return result if out is None else out.copy_(result)


def unravel_index(indices, shape):
    """Coordinates of flat indices."""
    if isinstance(shape, int):
        shape = (shape,)
    coords = []
    for size in reversed(shape):
        coords.append(indices % size)
        indices = _torch.div(indices, size, rounding_mode="floor")
    return tuple(reversed(coords))


def gradient(input, *, spacing=1, dim=None, edge_order=1):
    """Differences as estimates of derivatives."""
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    dims = range(input.dim()) if dim is None else ((dim,) if isinstance(dim, int) else tuple(dim))
    dims = [d % max(1, input.dim()) for d in dims]
    steps = list(spacing) if isinstance(spacing, (list, tuple)) else [spacing] * len(dims)
    if len(steps) != len(dims):
        raise RuntimeError(
            "torch.gradient expected spacing to be unspecified, a scalar or a list of length equal to "
            f"'self.dim() = {input.dim()}', since dim argument is not given, but got a list of length {len(steps)}"
        )
    return tuple(_gradient_along(input, d, h, edge_order) for d, h in zip(dims, steps))


def _gradient_along(x, d, h, edge_order):
    n = x.size(d)
    if n < edge_order + 1:
        raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")

    def at(i, length=1):
        return x.narrow(d, i if i >= 0 else n + i, length)

    if isinstance(h, Tensor):
        shape = [1] * x.dim()
        shape[d] = -1
        gaps = (h[1:] - h[:-1]).reshape(shape)
        left, right = gaps.narrow(d, 0, n - 2), gaps.narrow(d, 1, n - 2)
        middle = (
            -right / (left * (left + right)) * at(0, n - 2)
            + (right - left) / (left * right) * at(1, n - 2)
            + left / (right * (left + right)) * at(2, n - 2)
        )
        first_gap, last_gap = gaps.narrow(d, 0, 1), gaps.narrow(d, n - 2, 1)
        first = (at(1) - at(0)) / first_gap
        last = (at(-1) - at(-2)) / last_gap
        if edge_order == 2:
            a, b = first_gap, gaps.narrow(d, 1, 1)
            first = -(2 * a + b) / (a * (a + b)) * at(0) + (a + b) / (a * b) * at(1) - a / (b * (a + b)) * at(2)
            a, b = gaps.narrow(d, n - 3, 1), last_gap
            last = b / (a * (a + b)) * at(-3) - (a + b) / (a * b) * at(-2) + (a + 2 * b) / (b * (a + b)) * at(-1)
    else:
        middle = (at(2, n - 2) - at(0, n - 2)) / (2 * h)
        if edge_order == 1:
            first = (at(1) - at(0)) / h
            last = (at(-1) - at(-2)) / h
        else:
            first = (-3 * at(0) + 4 * at(1) - at(2)) / (2 * h)
            last = (3 * at(-1) - 4 * at(-2) + at(-3)) / (2 * h)
    return _torch.cat([first, middle, last], d)


def lu(A, pivot=True, get_infos=False, out=None):
    """The LU factorization in LAPACK's form."""
    result = _torch.linalg_lu_factor_ex(A, pivot=pivot, check_errors=not get_infos)
    results = result if get_infos else result[:2]
    if out is None:
        return tuple(results)
    if not isinstance(out, (tuple, list)):
        raise TypeError(f"argument 'out' must be tuple of Tensors, not {type(out).__name__}")
    if len(out) != len(results):
        raise TypeError(f"expected tuple of {len(results)} elements but got {len(out)}")
    for to, value in zip(out, results):
        to.resize_as_(value).copy_(value)
    return out
