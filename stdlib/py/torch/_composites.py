"""Functions made of ops that exist both as torch.NAME and as Tensor.NAME; the first parameter is the tensor."""

import math

import _torch

Tensor = _torch.Tensor


def _wrap_dim(dim, rank):
    limit = rank or 1
    if not -limit <= dim < limit:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], but got {dim})"
        )
    return dim % limit


_write = _torch._write_out


def _write_each(name, result, out):
    """The same for a named tuple of results."""
    if out is None:
        return result
    if not isinstance(out, (tuple, list)):
        raise TypeError(f"{name}(): argument 'out' must be tuple of Tensors, not {type(out).__name__}")
    if len(out) != len(result):
        raise TypeError(f"expected tuple of {len(result)} elements but got {len(out)}")
    from torch._return_types import make

    return make(name + "_out", result._fields)([_write(name, value, to) for value, to in zip(result, out)])


# Statistics.

_INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    """Quantiles along a dim, or of all elements."""
    return _write("quantile", _quantile("quantile", input, q, dim, keepdim, interpolation, False), out)


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    """Quantiles of what is not NaN."""
    return _write("nanquantile", _quantile("nanquantile", input, q, dim, keepdim, interpolation, True), out)


def _quantile(name, input, q, dim, keepdim, interpolation, skip_nan):
    if not isinstance(q, Tensor):
        if not 0 <= q <= 1:
            raise RuntimeError(f"quantile() q must be in the range [0, 1] but got {q:g}")
        q = _torch.tensor(q, dtype=input.dtype if input.is_floating_point() else None)
    if input.dtype not in (_torch.float32, _torch.float64):
        raise RuntimeError(f"{name}() input tensor must be either float or double dtype")
    if input.numel() == 0:
        raise RuntimeError("quantile() input tensor must be non-empty")
    if q.dim() > 1:
        raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
    if q.dtype != input.dtype:
        raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    if interpolation not in _INTERPOLATIONS:
        raise RuntimeError(
            f"{name}() interpolation must be one of linear, lower, higher, midpoint or nearest, but got {interpolation}"
        )
    if bool(((q < 0) | (q > 1)).any()):
        raise RuntimeError(f"{name}() q values must be in the range [0, 1]")
    rank = input.dim()
    if dim is not None:
        dim = _wrap_dim(dim, rank)
    shape = list(input.shape)
    if dim is None:
        lines = input.flatten()
        kept = [1] * rank
    else:
        lines = input.unsqueeze(-1).transpose(dim, -1).squeeze(dim) if rank else input.reshape(1)
        kept = shape[:dim] + [1] + shape[dim + 1 :] if rank else []
    lines = lines.sort(-1).values
    n = lines.size(-1)
    if skip_nan:
        count = (~lines.isnan()).sum(-1, keepdim=True)
        last = (count - 1).clamp(min=0).to(q.dtype)
        ranks = last * q.reshape(-1)
    else:
        has_nan = lines.isnan().any(-1, keepdim=True)
        ranks = (q.reshape(-1) * (n - 1)).expand(lines.shape[:-1] + (q.numel(),))
        ranks = ranks.masked_fill(has_nan, float(n - 1))
    if interpolation == "lower":
        ranks = ranks.floor()
    elif interpolation == "higher":
        ranks = ranks.ceil()
    elif interpolation == "nearest":
        ranks = ranks.round()
    below = ranks.long()
    values = lines.gather(-1, below)
    if interpolation in ("linear", "midpoint"):
        weights = 0.5 * (ranks != below) if interpolation == "midpoint" else ranks - below
        weights = weights.to(values.dtype)
        above = lines.gather(-1, ranks.ceil().long())
        values = values.lerp(above, weights)
    # The quantiles stand last; they come first, and alone only when q was a tensor of one dim.
    values = values.unsqueeze(0).transpose(0, -1).squeeze(-1)
    if keepdim:
        values = values.reshape([values.size(0)] + kept)
    return values if q.dim() else values.squeeze(0)


def cov(input, *, correction=1, fweights=None, aweights=None):
    """The covariance matrix of variables in rows."""
    if input.dim() > 2:
        raise RuntimeError(
            f"cov(): expected input to have two or fewer dimensions but got an input with {input.dim()} dimensions"
        )
    if input.dtype == _torch.bool:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    x = input.reshape(1, -1) if input.dim() < 2 else input
    count = x.size(1)
    weights = None
    for name, given, integral in (("fweights", fweights, True), ("aweights", aweights, False)):
        if given is None:
            continue
        if given.dim() > 1:
            raise RuntimeError(
                f"cov(): expected {name} to have one or fewer dimensions but got {name} with {given.dim()} dimensions"
            )
        if integral and (given.is_floating_point() or given.dtype == _torch.bool):
            raise RuntimeError("cov(): expected fweights to have integral dtype but got fweights with "
                               f"{str(given.dtype).removeprefix('torch.').capitalize()} dtype")
        if given.numel() != count:
            raise RuntimeError(
                f"cov(): expected {name} to have the same numel as there are observations in the input but got "
                f"{given.numel()} != {count}"
            )
        if bool((given < 0).any()):
            raise RuntimeError(f"cov(): {name} cannot be negative")
        weights = given if weights is None else weights * given
    if weights is None:
        total = count
        mean = x.mean(1, keepdim=True) if x.is_floating_point() or x.is_complex() else x.float().mean(1, keepdim=True)
    else:
        total = weights.sum()
        mean = (x * weights).sum(1, keepdim=True) / total
    if aweights is not None and correction != 0:
        spread = (weights * aweights).sum() / total
        factor = total - correction * spread
    else:
        factor = total - correction
    centered = x - mean
    right = centered if weights is None else centered * weights
    result = centered @ (right.t().conj() if right.is_complex() else right.t())
    factor = factor.clamp(min=0) if isinstance(factor, Tensor) else max(factor, 0)
    if float(factor) == 0:
        import warnings

        warnings.warn("cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of observations.")
    return result.true_divide(factor).squeeze()


def corrcoef(input):
    """Correlation coefficients of variables in rows."""
    if input.dim() > 2:
        raise RuntimeError(
            f"corrcoef(): expected input to have two or fewer dimensions but got an input with {input.dim()} dimensions"
        )
    c = cov(input)
    if c.dim() == 0:
        return c / c
    d = c.diagonal().sqrt()
    c = c / d.view(-1, 1)
    c = c / d.view(1, -1)
    if c.is_complex():
        return _torch.complex(c.real.clip(-1, 1), c.imag.clip(-1, 1))
    return c.clip(-1, 1)


def histogram(input, bins, *, range=None, weight=None, density=False, out=None):
    """Counts of elements between edges."""
    if isinstance(bins, Tensor):
        edges = bins
        if range is not None:
            raise TypeError("histogram() received an invalid combination of arguments")
    else:
        low, high = range if range is not None else (float(input.min()), float(input.max()))
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges = _torch.linspace(low, high, bins + 1, dtype=input.dtype)
    flat = input.reshape(-1)
    n = edges.numel() - 1
    at = _torch.searchsorted(edges, flat, right=True) - 1
    at = _torch.where(flat == edges[-1], n - 1, at)
    inside = (flat >= edges[0]) & (flat <= edges[-1])
    w = _torch.ones_like(flat) if weight is None else weight.reshape(-1)
    hist = _torch.zeros(n, dtype=input.dtype).index_add(0, at[inside], w[inside])
    if density:
        hist = hist / (hist.sum() * (edges[1:] - edges[:-1]))
    from torch._return_types import make

    return _write_each("histogram", make("histogram", ("hist", "bin_edges"))((hist, edges)), out)


# Membership.


def isin(elements, test_elements, *, assume_unique=False, invert=False, out=None):
    """Whether each element is one of test_elements."""
    if not isinstance(elements, Tensor) and not isinstance(test_elements, Tensor):
        from torch._argument_errors import explain

        explain("isin", False, (elements, test_elements), {}, ())
    if not isinstance(elements, Tensor):
        elements = _torch.tensor(elements)
    if not isinstance(test_elements, Tensor):
        found = elements == test_elements
    else:
        tests = test_elements.reshape(-1)
        if tests.numel() == 0 or elements.numel() == 0:
            found = _torch.zeros(elements.shape, dtype=_torch.bool)
        elif tests.numel() < 16:
            found = (elements.unsqueeze(-1) == tests).any(-1)
        else:
            kind = _torch.promote_types(elements.dtype, tests.dtype)
            ordered = tests.to(kind).sort().values
            at = _torch.searchsorted(ordered, elements.to(kind).contiguous()).clamp(max=ordered.numel() - 1)
            found = ordered[at] == elements
    return _write("isin", ~found if invert else found, out)


def pdist(input, p=2.0):
    """Distances of all pairs of rows."""
    if input.dim() != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.dim()}D")
    if not input.is_floating_point():
        raise RuntimeError("pdist only supports floating-point dtypes")
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    first, second = _torch.triu_indices(input.size(0), input.size(0), 1)
    return _torch.linalg_vector_norm(input[first] - input[second], p, 1)


# Integration.


def _spacing(y, x, dx, dim):
    if x is None:
        return 1 if dx is None else dx
    if dx is not None:
        raise TypeError("trapezoid() received an invalid combination of arguments")
    if x.dim() == 1:
        if x.numel() != y.size(dim):
            raise RuntimeError("trapezoid: There must be one `x` value for each sample point")
        gaps = x.diff()
        shape = [1] * y.dim()
        shape[dim] = gaps.numel()
        return gaps.view(shape)
    return x.diff(dim=dim)


def trapezoid(y, x=None, *, dx=None, dim=-1):
    """Integrals by the trapezoidal rule."""
    d = _wrap_dim(dim, y.dim())
    n = y.size(d)
    if n == 0:
        return _torch.zeros(y.shape[:d] + y.shape[d + 1 :], dtype=y.dtype)
    gap = _spacing(y, x, dx, d)
    if not isinstance(gap, Tensor):
        return (y.sum(d) - (y.select(d, 0) + y.select(d, n - 1)) * 0.5) * gap
    return ((y.narrow(d, 0, n - 1) + y.narrow(d, 1, n - 1)) * gap).sum(d) / 2.0


trapz = trapezoid


def cumulative_trapezoid(y, x=None, *, dx=None, dim=-1):
    """Running integrals by the trapezoidal rule."""
    d = _wrap_dim(dim, y.dim())
    n = y.size(d)
    gap = _spacing(y, x, dx, d)
    pairs = y.narrow(d, 0, n - 1) + y.narrow(d, 1, n - 1)
    if not isinstance(gap, Tensor):
        return (gap / 2.0) * pairs.cumsum(d)
    return (pairs * gap).cumsum(d) / 2.0


def vander(x, N=None, increasing=False):
    """Powers of a vector's elements in columns."""
    if x.dim() != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    n = x.numel() if N is None else N
    if n < 0:
        raise RuntimeError("N must be non-negative.")
    kind = x.dtype if x.is_floating_point() or x.is_complex() else _torch.int64
    powers = _torch.ones(x.numel(), n, dtype=kind)
    if n > 1:
        powers[:, 1:] = x.to(kind).unsqueeze(1).expand(-1, n - 1).cumprod(1)
    return powers if increasing else powers.flip(1)


# Parts.


def tensor_split(input, indices_or_sections, dim=0):
    """Parts of nearly equal size, or between given positions; all are views."""
    if input.dim() == 0:
        raise RuntimeError(
            "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims"
        )
    dim = _wrap_dim(dim, input.dim())
    if isinstance(indices_or_sections, Tensor):
        if indices_or_sections.dtype != _torch.int64 or indices_or_sections.dim() > 1:
            raise RuntimeError("tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional int64 tensor")
        indices_or_sections = indices_or_sections.tolist()
    size = input.size(dim)
    if isinstance(indices_or_sections, int):
        sections = indices_or_sections
        if sections >= 2 ** 63:
            raise ValueError("Overflow when unpacking long long")
        if sections <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {sections}")
        small, larger = divmod(size, sections)
        ends = []
        at = 0
        for i in range(sections):
            at += small + (i < larger)
            ends.append(at)
        starts = [0] + ends[:-1]
    else:
        ends = list(indices_or_sections) + [size]
        starts = [0] + list(indices_or_sections)
    return tuple(_slice(input, dim, a, b) for a, b in zip(starts, ends))


def _slice(x, dim, start, end):
    return x[(slice(None),) * dim + (slice(start, end),)]


def _split_along(name, input, parts, dim, least):
    if input.dim() < least:
        raise RuntimeError(
            f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor with {input.dim()} dimensions!"
        )
    if isinstance(parts, int) and parts < 2 ** 63 and (parts == 0 or input.size(dim) % parts != 0):
        raise RuntimeError(
            f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension {input.size(dim)} is "
            f"not divisible by the split_size {parts}!"
        )
    return tensor_split(input, parts, dim)


def hsplit(input, indices_or_sections):
    """Parts along the columns."""
    return _split_along("hsplit", input, indices_or_sections, 0 if input.dim() == 1 else 1, 1)


def vsplit(input, indices_or_sections):
    """Parts along the rows."""
    return _split_along("vsplit", input, indices_or_sections, 0, 2)


def dsplit(input, indices_or_sections):
    """Parts along the third dim."""
    return _split_along("dsplit", input, indices_or_sections, 2, 3)


def unsafe_chunk(input, chunks, dim=0):
    """chunk."""
    return input.chunk(chunks, dim)


def unsafe_split(input, split_size, dim=0):
    """split."""
    return input.split(split_size, dim)


def unsafe_split_with_sizes(input, split_sizes, dim=0):
    """split_with_sizes."""
    return input.split_with_sizes(split_sizes, dim)


# Writing into parts.


def _scattered(input, src, part):
    result = input.clone()
    view = part(result)
    if view.shape != src.shape:
        raise RuntimeError(
            f"expected src to have a size equal to the slice of self. src size = {list(src.shape)}, slice size = {list(view.shape)}"
        )
    view.copy_(src)
    return result


def select_scatter(input, src, dim, index):
    """input with src at one position of dim."""
    return _scattered(input, src, lambda x: x.select(dim, index))


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    """input with src in a range of dim."""
    d = _wrap_dim(dim, input.dim())
    return _scattered(input, src, lambda x: x[(slice(None),) * d + (slice(start, end, step),)])


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    """input with src on a diagonal."""
    return _scattered(input, src, lambda x: x.diagonal(offset, dim1, dim2))


def as_strided_scatter(input, src, size, stride, storage_offset=None):
    """input with src at strided positions."""
    return _scattered(input, src, lambda x: x.as_strided(size, stride, storage_offset))


def fill_diagonal_(input, fill_value, wrap=False):
    """Write a value on the main diagonal."""
    if input.dim() < 2:
        raise RuntimeError("dimensions must larger than 1")
    rows, columns = input.size(0), input.size(1)
    if input.dim() > 2 and any(s != rows for s in input.shape):
        raise RuntimeError("all dimensions of input must be of equal length")
    step = sum(input.stride())
    input.as_strided((min(input.shape),), (step,), input.storage_offset()).fill_(fill_value)
    if wrap and input.dim() == 2 and rows > columns + 1:
        start = input.stride(0) * (columns + 1)
        count = (rows * columns - columns * (columns + 1) + columns) // (columns + 1)
        input.as_strided((count,), (step,), input.storage_offset() + start).fill_(fill_value)
    return input


def masked_scatter_(input, mask, source):
    """Write the elements of source, in order, where mask holds."""
    if mask.dtype != _torch.bool:
        raise RuntimeError(
            f"masked_scatter_ only supports boolean masks, but got mask with dtype {_scalar_name(mask.dtype)}"
        )
    if input.dtype != source.dtype:
        raise RuntimeError(
            "masked_scatter: expected self and source to have same dtypes but got"
            f"{_scalar_name(input.dtype)} and {_scalar_name(source.dtype)}"
        )
    mask = mask.expand(input.shape)
    count = int(mask.sum())
    if source.numel() < count:
        raise RuntimeError("Number of elements of source < number of ones in mask")
    taken = source.reshape(-1)[:count]
    if source._storage_data_ptr() == input._storage_data_ptr():
        taken = taken.clone()
    input[mask] = taken
    return input


def masked_scatter(input, mask, source):
    """input with the elements of source, in order, where mask holds."""
    shape = _torch.Size(_broadcast(input.shape, mask.shape))
    return masked_scatter_(input.expand(shape).clone(), mask, source)


def _broadcast(a, b):
    from torch.functional import broadcast_shapes

    return broadcast_shapes(a, b)


_SCALAR_NAMES = {
    "float32": "Float", "float64": "Double", "float16": "Half", "bfloat16": "BFloat16", "int64": "Long", "int32": "Int",
    "int16": "Short", "int8": "Char", "uint8": "Byte", "bool": "Bool", "complex64": "ComplexFloat",
    "complex128": "ComplexDouble",
}


def _scalar_name(dtype):
    return _SCALAR_NAMES[str(dtype).removeprefix("torch.")]


def put_(input, index, source, accumulate=False):
    """Write source at flat positions."""
    if index.dtype != _torch.int64:
        raise RuntimeError(f"put_(): Expected a long tensor for index, but got {_scalar_name(index.dtype)}")
    if input.dtype != source.dtype:
        raise RuntimeError(
            f"put_(): self and source expected to have the same dtype, but got self.dtype = {_scalar_name(input.dtype)} "
            f"and source.dtype = {_scalar_name(source.dtype)}"
        )
    if index.numel() != source.numel():
        raise IndexError(
            "put_(): Expected source and index to have the same number of elements, but got source.numel() = "
            f"{source.numel()}, index.numel() = {index.numel()}"
        )
    n = input.numel()
    flat = index.reshape(-1)
    if not n:
        if flat.numel():
            raise IndexError("put_(): Tried to put elements into an empty tensor")
        return input
    bad = flat[(flat < -n) | (flat >= n)]
    if bad.numel():
        raise IndexError(f"out of range: tried to access index {int(bad[0])} on a tensor of {n} elements.")
    where = []
    rest = flat % n
    for size in reversed(input.shape):
        where.insert(0, rest % size)
        rest = _torch.div(rest, size, rounding_mode="floor")
    if input.dim() == 0:
        return input.copy_(source.reshape(())) if source.numel() else input
    return input.index_put_(tuple(where), source.reshape(-1), accumulate)


def put(input, index, source, accumulate=False):
    """input with source at flat positions."""
    return put_(input.clone(), index, source, accumulate)


def _check_rows(name, input, d, index, source):
    kind, shape = _scalar_name(index.dtype), list(index.shape)
    if index.dim() > 1:
        raise IndexError(f"{name}Index is supposed to be a vector, but got dim: {index.dim()} with type: {kind} and "
                         f"size: {shape}")
    if index.dtype not in (_torch.int32, _torch.int64):
        raise RuntimeError(f"{name}Expected dtype int32/int64 for index but got: {kind}")
    if input.dtype != source.dtype:
        raise RuntimeError(f"{name}self ({_scalar_name(input.dtype)}) and source ({_scalar_name(source.dtype)}) must "
                           "have the same scalar type")
    if d and d >= source.dim():
        raise RuntimeError(f"{name}Indexing dim {d} is out of bounds of the source tensor with dim {source.dim()}")
    rows = source.shape[d] if source.dim() else 1
    if index.numel() != rows:
        raise RuntimeError(f"{name}Number of indices ({index.numel()}) should be equal to source.size(dim): ({rows}), "
                           f"for dim: {d}")
    own, given = list(input.shape), list(source.shape)
    if own[:d] + own[d + 1:] != given[:d] + given[d + 1:] or len(own) != len(given):
        raise RuntimeError("source tensor shape must match self tensor shape, excluding the specified dimension. Got "
                           f"self.shape = {own} source.shape = {given}")


def index_reduce(input, dim, index, source, reduce, *, include_self=True, out=None):
    """input combined with rows of source by a product, mean, maximum or minimum."""
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(f"index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got {reduce}.")
    d = _wrap_dim(dim, input.dim())
    _check_rows("index_reduce_(): ", input, d, index, source)
    spread = index.view([-1 if k == d else 1 for k in range(source.dim())]).expand(source.shape)
    try:
        result = input.scatter_reduce(d, spread, source, reduce, include_self=include_self)
    except RuntimeError as e:
        if not str(e).startswith("index "):
            raise
        raise IndexError("index out of range in self") from None
    return _write("index_reduce", result, out)


def index_reduce_(input, dim, index, source, reduce, *, include_self=True):
    """index_reduce in place."""
    return input.copy_(index_reduce(_operand(input), dim, index, source, reduce, include_self=include_self))


# Scaling.


def renorm(input, p, dim, maxnorm, *, out=None):
    """input with every slice of dim scaled down to a norm of at most maxnorm."""
    if p <= 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if maxnorm < 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm:g}")
    if input.dim() < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {input.dim()} dimensions")
    d = _wrap_dim(dim, input.dim())
    others = [i for i in range(input.dim()) if i != d]
    norms = _torch.linalg_vector_norm(input, p, others, True)
    factor = _torch.where(norms > maxnorm, maxnorm / (norms + 1e-7), 1.0)
    return _write("renorm", input * factor, out)


def renorm_(input, p, dim, maxnorm):
    """renorm in place."""
    return input.copy_(renorm(_operand(input), p, dim, maxnorm))


def sum_to_size(input, *size):
    """Summed to a shape that broadcasts to this one."""
    if len(size) == 1 and not isinstance(size[0], int):
        size = tuple(size[0])
    shape = list(input.shape)
    lead = len(shape) - len(size)
    if lead < 0 or any(s != 1 and s != t for s, t in zip(size, shape[lead:])):
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{shape}}}.")
    dims = list(range(lead)) + [lead + i for i, s in enumerate(size) if s == 1 and shape[lead + i] != 1]
    if dims:
        input = input.sum(dims, keepdim=True)
    return input.view(size) if lead else input


def frexp(input, *, out=None):
    """Mantissas in [0.5, 1) and exponents of two."""
    if not input.is_floating_point():
        raise RuntimeError("torch.frexp() only supports floating-point dtypes")
    pairs = [math.frexp(v) for v in input.detach().reshape(-1).tolist()]
    mantissa = _torch.tensor([m for m, _ in pairs], dtype=input.dtype).reshape(input.shape)
    exponent = _torch.tensor([e for _, e in pairs], dtype=_torch.int32).reshape(input.shape)
    if input.requires_grad:
        mantissa = input / _torch.pow(2.0, exponent)
    from torch._return_types import make

    return _write_each("frexp", make("frexp", ("mantissa", "exponent"))((mantissa, exponent)), out)


def nonzero_static(input, *, size, fill_value=-1):
    """nonzero cut or filled to a number of rows."""
    found = _torch.nonzero(input)[:size]
    if found.size(0) < size:
        rest = _torch.full((size - found.size(0), found.size(1)), fill_value, dtype=_torch.int64)
        found = _torch.cat([found, rest])
    return found


def segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None):
    """Reductions of runs of rows."""
    if lengths is None and offsets is None:
        raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
    if lengths is None:
        lengths = offsets.diff()
    empty = {"sum": 0.0, "mean": math.nan, "max": -math.inf, "min": math.inf, "prod": 1.0}
    parts = []
    for part in data.split(lengths.tolist(), axis):
        if part.size(axis) == 0:
            value = empty[reduce] if initial is None else initial
            parts.append(data.new_full(part.sum(axis).shape, value))
            continue
        r = {"sum": part.sum, "mean": part.mean, "max": part.amax, "min": part.amin, "prod": part.prod}[reduce](axis)
        if initial is not None:
            if reduce in ("sum", "mean"):
                r = (part.sum(axis) + initial) / (part.size(axis) if reduce == "mean" else 1)
            elif reduce == "prod":
                r = r * initial
            else:
                r = r.clamp(min=initial) if reduce == "max" else r.clamp(max=initial)
        parts.append(r)
    return _torch.stack(parts, axis)


# Storage.


def _check_writable(tensor):
    if tensor.is_inference():
        tensor.add_(0)  # raises outside inference mode


def resize_(input, *size, memory_format=None):
    """Other sizes over the same storage, which grows when it is too small; new elements have no value."""
    if len(size) == 1 and not isinstance(size[0], int):
        size = tuple(size[0])
    _check_writable(input)
    if input.requires_grad:
        raise RuntimeError("cannot resize variables that require grad")
    if tuple(input.shape) == tuple(size):
        return input
    if any(s < 0 for s in size):
        raise RuntimeError("numel: integer multiplication overflow")
    shape = _torch.empty(size, dtype=input.dtype, device="meta", memory_format=memory_format or _torch.contiguous_format)
    offset = input.storage_offset()
    needs = (offset + shape.numel()) * shape.element_size() if shape.numel() else 0
    if needs >= 2**63:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)}")
    input._storage_grow(needs)
    input.data = input.detach().as_strided(size, shape.stride(), offset)
    input._bump_version()
    return input


def resize_as_(input, the_template, *, memory_format=None):
    """resize_ to the sizes of another tensor."""
    return resize_(input, the_template.shape, memory_format=memory_format)


def set_(input, source=None, storage_offset=0, size=None, stride=None):
    """Share the storage, sizes and strides of another tensor."""
    _check_writable(input)
    if source is None:
        input.data = _torch.empty(0, dtype=input.dtype)
        return input
    if not isinstance(source, Tensor):
        source = source._tensor if hasattr(source, "_tensor") else source
    if size is not None:
        strides = stride
        if strides is None:
            strides = []
            step = 1
            for s in reversed(size):
                strides.insert(0, step)
                step *= max(s, 1)
        source = source.detach().as_strided(size, strides, storage_offset)
    input.data = source.detach()
    return input


def new_empty_strided(input, size, stride, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """An uninitialized tensor of given sizes and strides."""
    made = _torch.empty_strided(size, stride, dtype=dtype or input.dtype, device=device or input.device)
    return made.requires_grad_() if requires_grad else made


# In place.


def _operand(input):
    """What is about to be changed in place, as the backward pass may ask for it."""
    return input.clone() if _torch.is_grad_enabled() else input


def _in_place(name):
    def change(input, *args, **kwargs):
        return input.copy_(getattr(_torch, name)(_operand(input), *args, **kwargs))

    change.__name__ = change.__qualname__ = name + "_"
    return change


heaviside_ = _in_place("heaviside")
nextafter_ = _in_place("nextafter")
ldexp_ = _in_place("ldexp")
xlogy_ = _in_place("xlogy")
i0_ = _in_place("i0")
hypot_ = _in_place("hypot")
polygamma_ = lambda input, n: input.copy_(_torch.polygamma(n, _operand(input)))
mvlgamma_ = _in_place("mvlgamma")


def float_power_(input, exponent):
    """float_power in place; the tensor is of double precision."""
    if input.dtype not in (_torch.float64, _torch.complex128):
        raise RuntimeError(
            f"the output given to float_power_ has dtype {_scalar_name(input.dtype)} but the operation's result requires dtype Double"
        )
    return input.copy_(_torch.float_power(_operand(input), exponent))


def polygamma_method(input, n):
    """Derivative n of digamma."""
    return _torch.polygamma(n, input)


# Low rank.


def svd_lowrank(A, q=6, niter=2, M=None):
    """The first q singular values and vectors, by random projections."""
    q = 6 if q is None else q
    if M is not None:
        A = A - M
    turned = A.shape[-2] < A.shape[-1]
    if turned:
        A = A.mH
    Q = _approximate_basis(A, q, niter)
    B = Q.mH @ A
    U, S, Vh = _torch._linalg_svd(B, False, True)
    V = Vh.mH
    U = Q @ U
    return (V, S, U) if turned else (U, S, V)


def _approximate_basis(A, q, niter):
    R = _torch.randn(A.shape[-1], q, dtype=A.dtype)
    Q = _torch.linalg_qr(A @ R)[0]
    for _ in range(niter):
        Q = _torch.linalg_qr(A.mH @ Q)[0]
        Q = _torch.linalg_qr(A @ Q)[0]
    return Q


def pca_lowrank(A, q=None, center=True, niter=2):
    """Principal components, by random projections."""
    m, n = A.shape[-2:]
    if q is None:
        q = min(6, m, n)
    elif not 0 <= q <= min(m, n):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}")
    if center:
        A = A - A.mean(dim=-2, keepdim=True)
    return svd_lowrank(A, q, niter=niter)


# Copies of views.


def _copy_of(name):
    def copied(input, *args, out=None, **kwargs):
        result = getattr(input, name)(*args, **kwargs) if name != "alias" else input
        if isinstance(result, Tensor):
            return result.clone() if out is None else _write(name + "_copy", result, out)
        if out is None:
            return tuple(r.clone() for r in result)
        for part, to in zip(result, out):
            _write(name + "_copy", part, to)

    copied.__name__ = copied.__qualname__ = name + "_copy"
    return copied


expand_copy = _copy_of("expand")
permute_copy = _copy_of("permute")
view_copy = _copy_of("view")
select_copy = _copy_of("select")
squeeze_copy = _copy_of("squeeze")
unsqueeze_copy = _copy_of("unsqueeze")
transpose_copy = _copy_of("transpose")
t_copy = _copy_of("t")
detach_copy = _copy_of("detach")
diagonal_copy = _copy_of("diagonal")
narrow_copy = _copy_of("narrow")
unbind_copy = _copy_of("unbind")
unfold_copy = _copy_of("unfold")
split_copy = _copy_of("split")
split_with_sizes_copy = _copy_of("split_with_sizes")
as_strided_copy = _copy_of("as_strided")
alias_copy = _copy_of("alias")
view_as_real_copy = lambda input: _torch.view_as_real(input).clone()
view_as_complex_copy = lambda input: _torch.view_as_complex(input).clone()
