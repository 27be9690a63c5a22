"""The image functions and pools of torch.nn.functional, which re-exports them."""

import math

import _torch
from torch.nn.modules.utils import _list_with_default, _ntuple, _pair, _triple

__all__ = [
    "max_pool1d_with_indices", "max_pool1d", "max_pool2d_with_indices", "max_pool2d", "max_pool3d_with_indices",
    "max_pool3d", "max_unpool1d", "max_unpool2d", "max_unpool3d", "lp_pool1d", "lp_pool2d", "lp_pool3d",
    "adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d", "adaptive_avg_pool2d",
    "adaptive_avg_pool3d", "pad", "unfold", "fold", "upsample", "upsample_nearest", "upsample_bilinear",
    "interpolate", "grid_sample", "affine_grid",
]

__name__ = "torch.nn.functional"


# Pooling. Each kind is made for one, two and three dims.


def _per_dims(make, name, what):
    """The functions name1d, name2d and name3d of a maker of them."""
    made = []
    for dims, shape in enumerate(("(N, C, L)", "(N, C, H, W)", "(N, C, D, H, W)"), 1):
        function = make(dims)
        function.__name__ = function.__qualname__ = name.format(dims)
        function.__doc__ = what.format(shape)
        made.append(function)
    return made


def _max_pool(dims):
    values, with_indices = getattr(_torch, f"max_pool{dims}d"), getattr(_torch, f"max_pool{dims}d_with_indices")

    def pool(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        run = with_indices if return_indices else values
        return run(input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode)

    return pool


def _max_pool_with_indices(dims):
    run = getattr(_torch, f"max_pool{dims}d_with_indices")

    def pool(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        return run(input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode)

    return pool


max_pool1d, max_pool2d, max_pool3d = _per_dims(_max_pool, "max_pool{}d", "Maxima of windows of {}.")
max_pool1d_with_indices, max_pool2d_with_indices, max_pool3d_with_indices = _per_dims(
    _max_pool_with_indices, "max_pool{}d_with_indices", "Maxima of windows of {} and where they are."
)


def _unpooled_size(input, kernel_size, stride, padding, output_size):
    """The size that was pooled: the smallest that fits, or one given, which must be less than a stride away from it."""
    dims = len(kernel_size)
    sizes = input.shape[-dims:]
    smallest = [(sizes[d] - 1) * stride[d] + kernel_size[d] - 2 * padding[d] for d in range(dims)]
    if output_size is None:
        return smallest
    wanted = output_size[2:] if len(output_size) == dims + 2 else output_size
    if len(wanted) != dims:
        raise ValueError(f"output_size should be a sequence containing {dims} or {dims + 2} elements, "
                         f"but it has a length of '{len(wanted)}'")
    for dim in range(dims):
        low, high = smallest[dim] - stride[dim], smallest[dim] + stride[dim]
        if not low < wanted[dim] < high:
            raise ValueError(f'invalid output_size "{wanted}" (dim {dim} must be between {low} and {high})')
    return wanted


def _max_unpool(dims):
    each = _ntuple(dims)

    def unpool(input, indices, kernel_size, stride=None, padding=0, output_size=None):
        window, border = each(kernel_size), each(padding)
        step = window if stride is None else each(stride)
        size = _unpooled_size(input, window, step, border, output_size)
        if dims == 3:
            words = "There should be exactly three elements (depth, height, width) in "
            if len(size) != 3:
                raise RuntimeError(f"{words}output_size, but got {len(size)} elements.")
            for name, given in ("stride", step), ("padding", border):
                if len(given) != 3:
                    raise RuntimeError(f"{words}{name}, but got: {len(given)} elements.")
            flat = input.new_zeros((*input.shape[:-3], math.prod(size)))
            return flat.scatter(-1, indices.flatten(-3), input.flatten(-3)).reshape((*input.shape[:-3], *size))
        if dims == 2:
            return _torch.max_unpool2d(input, indices, size)
        # A line is an image of width one.
        return _torch.max_unpool2d(input.unsqueeze(-1), indices.unsqueeze(-1), (*size, 1)).squeeze(-1)

    return unpool


max_unpool1d, max_unpool2d, max_unpool3d = _per_dims(
    _max_unpool, "max_unpool{}d", "The partial inverse of max pooling of {}."
)


def _lp_pool(dims):
    mean = getattr(_torch, f"avg_pool{dims}d")

    def pool(input, norm_type, kernel_size, stride=None, ceil_mode=False):
        if dims == 2:
            _, _ = _pair(kernel_size)
        elif dims == 3:
            _, _, _ = _triple(kernel_size)
        means = mean(input.pow(norm_type), kernel_size, [] if stride is None else stride, 0, ceil_mode)
        # Negative sums, which odd powers may have, give 0.
        return (means.sign() * means.abs().relu()).mul(math.prod(_ntuple(dims)(kernel_size))).pow(1.0 / norm_type)

    return pool


lp_pool1d, lp_pool2d, lp_pool3d = _per_dims(_lp_pool, "lp_pool{}d", "p-norms of windows of {}.")


def _windows(size, count):
    """The begin and end of each of `count` windows that cover a dim of a size."""
    return [(place * size // count, -(-(place + 1) * size // count)) for place in range(count)]


def _adaptive_max_3d(input, output_size):
    """The maxima of windows of three dims and where they are, a window at a time."""
    counts = _ntuple(3)(output_size)
    if len(counts) != 3:
        raise RuntimeError("adaptive_max_pool3d(): internal error: output_size.size() must be 3")
    depth, height, width = input.shape[-3:]
    values, places = [], []
    for z, z_end in _windows(depth, counts[0]):
        for y, y_end in _windows(height, counts[1]):
            for x, x_end in _windows(width, counts[2]):
                value, at = input[..., z:z_end, y:y_end, x:x_end].flatten(-3).max(-1)
                row, column = at // (x_end - x), at % (x_end - x)
                layer, row = row // (y_end - y), row % (y_end - y)
                values.append(value)
                places.append(((layer + z) * height + row + y) * width + column + x)
    shape = (*input.shape[:-3], *counts)
    return _torch.stack(values, -1).reshape(shape), _torch.stack(places, -1).reshape(shape)


def _adaptive_max_pool(dims):
    run = _adaptive_max_3d if dims == 3 else getattr(_torch, f"adaptive_max_pool{dims}d")

    def pool(input, output_size, return_indices=False):
        size = output_size if dims == 1 else _list_with_default(output_size, input.size())
        values, indices = run(input, size)
        return (values, indices) if return_indices else values

    return pool


adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d = _per_dims(
    _adaptive_max_pool, "adaptive_max_pool{}d", "Maxima of as many windows of {} as the output has places."
)


def adaptive_avg_pool2d(input, output_size):
    """Means of as many windows of (N, C, H, W) as the output has places."""
    return _torch.adaptive_avg_pool2d(input, _list_with_default(output_size, input.size()))


def adaptive_avg_pool3d(input, output_size):
    """Means of as many windows of (N, C, D, H, W) as the output has places."""
    return _torch.adaptive_avg_pool3d(input, _list_with_default(output_size, input.size()))


# Padding, blocks and resizing.


def pad(input, pad, mode="constant", value=None):
    """Pad the last dimensions."""
    return _torch.pad(input, pad, mode, value)


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """Cut blocks out of an image."""
    return _torch.im2col(input, *map(_pair, (kernel_size, dilation, padding, stride)))


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Sum blocks back into an image."""
    return _torch.col2im(input, *map(_pair, (output_size, kernel_size, dilation, padding, stride)))


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """interpolate under its old name."""
    import warnings

    warnings.warn("`nn.functional.upsample` is deprecated. Use `nn.functional.interpolate` instead.", stacklevel=2)
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input, size=None, scale_factor=None):
    """interpolate by the nearest neighbor, under its old name."""
    return interpolate(input, size, scale_factor, "nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    """interpolate with aligned corners, under its old name."""
    return interpolate(input, size, scale_factor, "bilinear", True)


# By mode: the name of its op, by the number of dims that are resized.
_RESIZING = {
    "nearest": {dims: f"upsample_nearest{dims}d" for dims in (1, 2, 3)},
    "nearest-exact": {dims: f"_upsample_nearest_exact{dims}d" for dims in (1, 2, 3)},
    "area": {dims: f"adaptive_avg_pool{dims}d" for dims in (1, 2, 3)},
    "linear": {1: "upsample_linear1d"}, "bilinear": {2: "upsample_bilinear2d"},
    "trilinear": {3: "upsample_trilinear3d"},
    "bicubic": {2: "upsample_bicubic2d"},
}
_WITHOUT_CORNERS = "nearest", "area", "nearest-exact"


def _for_each_dim(value, input, what, letter):
    """A size or factor of each dim that is resized."""
    spatial = list(input.shape[2:])
    if not isinstance(value, (list, tuple)):
        return [value] * len(spatial)
    if len(value) != len(spatial):
        said = f"output size of {value}" if what == "output size" else f"{what} of shape {value}"
        raise ValueError(
            f"Input and {'output' if what == 'output size' else what} must have the same number of spatial dimensions, "
            f"but got input with spatial dimensions of {spatial} and {said}. Please provide input tensor in "
            f"(N, C, d1, d2, ...,dK) format and {what} in ({letter}1, {letter}2, ...,{letter}K) format."
        )
    return value


def _no_resizing(mode, dims):
    """Say why there is no op."""
    needed = [of for of, name in _RESIZING.get(mode, {}).items()]
    if len(needed) == 1 and mode != "bicubic" and dims in (1, 2, 3):
        raise NotImplementedError(f"Got {dims + 2}D input, but {mode} mode needs {needed[0] + 2}D input")
    raise NotImplementedError(
        f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {dims + 2}D) for the modes: "
        f"nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact (got {mode})"
    )


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None,
                antialias=False):
    """Resize an image, a line or a volume to a size, or by factors."""
    if mode in _WITHOUT_CORNERS and align_corners is not None:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear"
        )
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    dims, factors = input.dim() - 2, None
    if size is not None:
        size = _for_each_dim(size, input, "output size", "o")
        if recompute_scale_factor:
            raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    elif scale_factor is not None:
        factors = list(_for_each_dim(scale_factor, input, "scale_factor", "s"))
    else:
        raise ValueError("either size or scale_factor should be defined")
    if factors is not None and (recompute_scale_factor or mode == "area"):
        size = [math.floor(float(have) * factor) for have, factor in zip(input.shape[2:], factors)]
        factors = None
    if antialias:
        if dims != 2 or mode not in ("bilinear", "bicubic"):
            raise ValueError(
                "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a "
                "4-D tensor as input"
            )
        return getattr(_torch, f"_upsample_{mode}2d_aa")(input, size, bool(align_corners), factors)
    name = _RESIZING.get(mode, {}).get(dims)
    if name is None:
        _no_resizing(mode, dims)
    op = _torch._find(name)
    if op is None:
        raise NotImplementedError(f"interpolate with mode {mode!r} of a {dims + 2}D input is not supported")
    if mode == "area":
        return op(input, size)
    return op(input, size, factors) if mode in _WITHOUT_CORNERS else op(input, size, bool(align_corners), factors)


_SAMPLINGS = {"bilinear": 0, "nearest": 1, "bicubic": 2}
_BEYOND_EDGES = {"zeros": 0, "border": 1, "reflection": 2}


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """Values of an image at positions of a grid."""
    prefix = "nn.functional.grid_sample(): expected "
    if mode not in _SAMPLINGS:
        raise ValueError(f"{prefix}mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{mode}'")
    if padding_mode not in _BEYOND_EDGES:
        raise ValueError(f"{prefix}padding_mode to be 'zeros', 'border', or 'reflection', but got: '{padding_mode}'")
    if align_corners is None:
        import warnings

        warnings.warn(
            "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please "
            "specify align_corners=True if the old behavior is desired. See the documentation of grid_sample for "
            "details.",
            stacklevel=2,
        )
    from torch._sampling import grid_sampler

    return grid_sampler(input, grid, _SAMPLINGS[mode], _BEYOND_EDGES[padding_mode], bool(align_corners))


def affine_grid(theta, size, align_corners=None):
    """The grid of an affine map."""
    from torch._sampling import affine_grid_generator

    return affine_grid_generator(theta, size, bool(align_corners))
