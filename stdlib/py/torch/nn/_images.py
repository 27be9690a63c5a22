"""The image functions and pools of torch.nn.functional, which re-exports them."""

import math

import _torch
from torch.nn.modules.utils import _list_with_default, _pair, _single, _triple

__all__ = [
    "max_pool1d_with_indices", "max_pool1d", "max_pool2d_with_indices", "max_pool2d", "max_pool3d_with_indices",
    "max_pool3d", "max_unpool1d", "max_unpool2d", "max_unpool3d", "lp_pool1d", "lp_pool2d", "lp_pool3d",
    "adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d", "adaptive_avg_pool2d",
    "adaptive_avg_pool3d", "pad", "unfold", "fold", "upsample", "upsample_nearest", "upsample_bilinear",
    "interpolate", "grid_sample", "affine_grid",
]

__name__ = "torch.nn.functional"


# Pooling.


def max_pool1d_with_indices(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    """Maxima of windows and where they are."""
    if stride is None:
        stride = []
    return _torch.max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """Maxima of windows of (N, C, L)."""
    if stride is None:
        stride = []
    if return_indices:
        return _torch.max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return _torch.max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool2d_with_indices(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    """Maxima of windows and where they are."""
    if stride is None:
        stride = []
    return _torch.max_pool2d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """Maxima of windows of (N, C, H, W)."""
    if stride is None:
        stride = []
    if return_indices:
        return _torch.max_pool2d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return _torch.max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool3d_with_indices(
    input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
):
    """Maxima of windows and where they are."""
    if stride is None:
        stride = []
    return _torch.max_pool3d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """Maxima of windows of (N, C, D, H, W)."""
    if stride is None:
        stride = []
    if return_indices:
        return _torch.max_pool3d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return _torch.max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode)


def _unpool_output_size(input, kernel_size, stride, padding, output_size):
    input_size = input.size()
    default_size = []
    for d in range(len(kernel_size)):
        default_size.append((input_size[-len(kernel_size) + d] - 1) * stride[d] + kernel_size[d] - 2 * padding[d])
    if output_size is None:
        return default_size
    if len(output_size) == len(kernel_size) + 2:
        output_size = output_size[2:]
    if len(output_size) != len(kernel_size):
        raise ValueError(
            "output_size should be a sequence containing "
            f"{len(kernel_size)} or {len(kernel_size) + 2} elements, but it has a length of '{len(output_size)}'"
        )
    for d in range(len(kernel_size)):
        min_size = default_size[d] - stride[d]
        max_size = default_size[d] + stride[d]
        if not (min_size < output_size[d] < max_size):
            raise ValueError(
                f'invalid output_size "{output_size}" (dim {d} must be between {min_size} and {max_size})'
            )
    return output_size


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The partial inverse of max_pool1d."""
    kernel_size = _single(kernel_size)
    stride = _single(stride) if stride is not None else kernel_size
    padding = _single(padding)
    size = _unpool_output_size(input, kernel_size, stride, padding, output_size)
    if isinstance(size, list):
        size = size + [1]
    else:
        size = (*size, 1)
    return _torch.max_unpool2d(input.unsqueeze(-1), indices.unsqueeze(-1), size).squeeze(-1)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The partial inverse of max_pool2d."""
    kernel_size = _pair(kernel_size)
    stride = _pair(stride) if stride is not None else kernel_size
    padding = _pair(padding)
    size = _unpool_output_size(input, kernel_size, stride, padding, output_size)
    return _torch.max_unpool2d(input, indices, size)


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The partial inverse of max_pool3d."""
    kernel_size = _triple(kernel_size)
    stride = _triple(stride) if stride is not None else kernel_size
    padding = _triple(padding)
    size = _unpool_output_size(input, kernel_size, stride, padding, output_size)
    return _torch.max_unpool3d(input, indices, size, stride, padding)


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """p-norms of windows of (N, C, L)."""
    if stride is not None:
        out = _torch.avg_pool1d(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    else:
        out = _torch.avg_pool1d(input.pow(norm_type), kernel_size, padding=0, ceil_mode=ceil_mode)
    return (_torch.sign(out) * _torch.relu(_torch.abs(out))).mul(kernel_size).pow(1.0 / norm_type)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """p-norms of windows of (N, C, H, W)."""
    kw, kh = _pair(kernel_size)
    if stride is not None:
        out = _torch.avg_pool2d(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    else:
        out = _torch.avg_pool2d(input.pow(norm_type), kernel_size, padding=0, ceil_mode=ceil_mode)
    return (_torch.sign(out) * _torch.relu(_torch.abs(out))).mul(kw * kh).pow(1.0 / norm_type)


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """p-norms of windows of (N, C, D, H, W)."""
    kd, kw, kh = _triple(kernel_size)
    if stride is not None:
        out = _torch.avg_pool3d(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    else:
        out = _torch.avg_pool3d(input.pow(norm_type), kernel_size, padding=0, ceil_mode=ceil_mode)
    return (_torch.sign(out) * _torch.relu(_torch.abs(out))).mul(kd * kw * kh).pow(1.0 / norm_type)


def adaptive_max_pool1d(input, output_size, return_indices=False):
    """Max pooling to a given length."""
    result = _torch.adaptive_max_pool1d(input, output_size)
    return result if return_indices else result[0]


def adaptive_max_pool2d(input, output_size, return_indices=False):
    """Max pooling to a given height and width."""
    result = _torch.adaptive_max_pool2d(input, _list_with_default(output_size, input.size()))
    return result if return_indices else result[0]


def adaptive_max_pool3d(input, output_size, return_indices=False):
    """Max pooling to a given depth, height and width."""
    result = _torch.adaptive_max_pool3d(input, _list_with_default(output_size, input.size()))
    return result if return_indices else result[0]


def adaptive_avg_pool2d(input, output_size):
    """Mean pooling to a given height and width."""
    return _torch.adaptive_avg_pool2d(input, _list_with_default(output_size, input.size()))


def adaptive_avg_pool3d(input, output_size):
    """Mean pooling to a given depth, height and width."""
    return _torch.adaptive_avg_pool3d(input, _list_with_default(output_size, input.size()))


# Padding, blocks and resizing.


def pad(input, pad, mode="constant", value=None):
    """Pad the last dimensions."""
    return _torch.pad(input, pad, mode, value)


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """Cut blocks out of an image."""
    return _torch.im2col(input, _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride))


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Sum blocks back into an image."""
    return _torch.col2im(
        input, _pair(output_size), _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride)
    )


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """interpolate under its old name."""
    import warnings

    warnings.warn(
        "`nn.functional.upsample` is deprecated. Use `nn.functional.interpolate` instead.", stacklevel=2
    )
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input, size=None, scale_factor=None):
    """interpolate by the nearest neighbor, under its old name."""
    return interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    """interpolate with aligned corners, under its old name."""
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


_INTERPOLATIONS = {
    (3, "nearest"): "upsample_nearest1d",
    (4, "nearest"): "upsample_nearest2d",
    (5, "nearest"): "upsample_nearest3d",
    (3, "nearest-exact"): "_upsample_nearest_exact1d",
    (4, "nearest-exact"): "_upsample_nearest_exact2d",
    (5, "nearest-exact"): "_upsample_nearest_exact3d",
    (3, "linear"): "upsample_linear1d",
    (4, "bilinear"): "upsample_bilinear2d",
    (5, "trilinear"): "upsample_trilinear3d",
    (4, "bicubic"): "upsample_bicubic2d",
}


def interpolate(
    input,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=None,
    recompute_scale_factor=None,
    antialias=False,
):
    """Resize an image."""
    nearest = mode in ("nearest", "area", "nearest-exact")
    if nearest:
        if align_corners is not None:
            raise ValueError(
                "align_corners option can only be set with the "
                "interpolating modes: linear | bilinear | bicubic | trilinear"
            )
    elif align_corners is None:
        align_corners = False
    dim = input.dim() - 2
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is not None:
        scale_factors = None
        if isinstance(size, (list, tuple)):
            if len(size) != dim:
                raise ValueError(
                    "Input and output must have the same number of spatial dimensions, but got "
                    f"input with spatial dimensions of {list(input.shape[2:])} and output size of {size}. "
                    "Please provide input tensor in (N, C, d1, d2, ...,dK) format and "
                    "output size in (o1, o2, ...,oK) format."
                )
            output_size = size
        else:
            output_size = [size for _ in range(dim)]
    elif scale_factor is not None:
        output_size = None
        if isinstance(scale_factor, (list, tuple)):
            if len(scale_factor) != dim:
                raise ValueError(
                    "Input and scale_factor must have the same number of spatial dimensions, but "
                    f"got input with spatial dimensions of {list(input.shape[2:])} and "
                    f"scale_factor of shape {scale_factor}. "
                    "Please provide input tensor in (N, C, d1, d2, ...,dK) format and "
                    "scale_factor in (s1, s2, ...,sK) format."
                )
            scale_factors = list(scale_factor)
        else:
            scale_factors = [scale_factor for _ in range(dim)]
    else:
        raise ValueError("either size or scale_factor should be defined")
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    if (mode == "area" and output_size is None) or recompute_scale_factor:
        output_size = [math.floor(float(input.size(i + 2)) * scale_factors[i]) for i in range(dim)]
        scale_factors = None
    if antialias:
        if not (mode in ("bilinear", "bicubic") and input.ndim == 4):
            raise ValueError(
                "Anti-alias option is restricted to bilinear and bicubic modes and requires a 4-D tensor as input"
            )
        op = _torch._upsample_bilinear2d_aa if mode == "bilinear" else _torch._upsample_bicubic2d_aa
        return op(input, output_size, align_corners, scale_factors)
    ndim = input.dim()
    if mode == "area" and ndim in (3, 4, 5):
        pools = {3: _torch.adaptive_avg_pool1d, 4: adaptive_avg_pool2d, 5: adaptive_avg_pool3d}
        return pools[ndim](input, output_size)
    name = _INTERPOLATIONS.get((ndim, mode))
    if name is None:
        for rank, needs in ((3, "bilinear"), (3, "trilinear"), (4, "linear"), (4, "trilinear"), (5, "linear"), (5, "bilinear")):
            if ndim == rank and mode == needs:
                wants = {"linear": "3D", "bilinear": "4D", "trilinear": "5D"}[mode]
                raise NotImplementedError(f"Got {ndim}D input, but {mode} mode needs {wants} input")
        raise NotImplementedError(
            "Input Error: Only 3D, 4D and 5D input Tensors supported"
            f" (got {ndim}D) for the modes: nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact"
            f" (got {mode})"
        )
    op = _torch._find(name)
    if op is None:
        raise NotImplementedError(f"interpolate with mode {mode!r} of a {ndim}D input is not supported")
    if nearest:
        return op(input, output_size, scale_factors)
    return op(input, output_size, align_corners, scale_factors)


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """Values of an image at positions of a grid."""
    modes = {"bilinear": 0, "nearest": 1, "bicubic": 2}
    paddings = {"zeros": 0, "border": 1, "reflection": 2}
    if mode not in modes:
        raise ValueError(
            f"nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{mode}'"
        )
    if padding_mode not in paddings:
        raise ValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', "
            f"but got: '{padding_mode}'"
        )
    if align_corners is None:
        import warnings

        warnings.warn(
            "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. "
            "Please specify align_corners=True if the old behavior is desired. "
            "See the documentation of grid_sample for details.",
            stacklevel=2,
        )
        align_corners = False
    from torch._sampling import grid_sampler

    return grid_sampler(input, grid, modes[mode], paddings[padding_mode], align_corners)


def affine_grid(theta, size, align_corners=None):
    """The grid of an affine map."""
    if align_corners is None:
        align_corners = False
    from torch._sampling import affine_grid_generator

    return affine_grid_generator(theta, size, align_corners)
