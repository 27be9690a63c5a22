"""Initializers: fill a tensor in place, without gradients."""

import math

import _torch
from torch.autograd.grad_mode import no_grad

Tensor = _torch.Tensor

# By how much numbers must be larger such that they keep their size through a layer and its nonlinearity. For SELU the
# value found by trial that keeps training stable.
_GAINS = {"sigmoid": 1, "tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 3.0 / 4, "linear": 1}
_GAINS |= {f"conv{of}{dims}d": 1 for of in ("", "_transpose") for dims in (1, 2, 3)}


def calculate_gain(nonlinearity, param=None):
    """The recommended gain of a nonlinearity; `param` is the slope of a leaky ReLU."""
    if nonlinearity != "leaky_relu":
        if nonlinearity not in _GAINS:
            raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
        return _GAINS[nonlinearity]
    slope = 0.01 if param is None else param
    if isinstance(slope, bool) or not isinstance(slope, (int, float)):
        raise ValueError(f"negative_slope {param} not a valid number")
    return math.sqrt(2.0 / (1 + slope**2))


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    """Uniform numbers from [a, b)."""
    with no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    """Normal numbers."""
    with no_grad():
        return tensor.normal_(mean, std, generator=generator)


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Normal numbers, cut off at [a, b]."""

    def below(x):
        """The share of normal numbers below x."""
        return (1.0 + math.erf((x - mean) / std / math.sqrt(2.0))) / 2.0

    if not a - 2 * std <= mean <= b + 2 * std:
        import warnings

        warnings.warn(
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. "
            "The distribution of values may be incorrect.",
            stacklevel=2,
        )
    with no_grad():
        if below(b) - below(a) > 0.3:
            _redrawn_normal(tensor, mean, std, a, b, generator)
        else:
            _accepted_uniform(tensor, mean, std, a, b, generator)
        return tensor


def _redrawn_normal(tensor, mean, std, a, b, generator):
    """Normal numbers; those outside are drawn again, a whole tensor at a time."""
    low, high = (tensor.new_tensor(v).item() for v in (a, b))
    tensor.normal_(mean, std, generator=generator)
    outside = (tensor < low) | (tensor > high)
    while bool(outside.any()):
        again = _torch.empty_like(tensor).normal_(mean, std, generator=generator)
        tensor.copy_(_torch.where(outside, again, tensor))
        outside = (tensor < low) | (tensor > high)


def _accepted_uniform(tensor, mean, std, a, b, generator):
    """Uniform numbers, each accepted with the density at it: for ranges that few normal numbers fall into."""
    peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2
    chance = _torch.empty_like(tensor)
    pending = None
    while pending is None or bool(pending.any()):
        drawn = _torch.empty_like(tensor).uniform_(a, b, generator=generator)
        tensor.copy_(drawn if pending is None else _torch.where(pending, drawn, tensor))
        density = drawn.sub_(mean).div_(std).pow_(2).mul_(-0.5).sub_(peak)
        refused = chance.uniform_(generator=generator).log_().gt(density)
        pending = refused if pending is None else pending & refused


def constant_(tensor, val):
    """One value everywhere."""
    with no_grad():
        return tensor.fill_(val)


def ones_(tensor):
    """Ones."""
    return constant_(tensor, 1.0)


def zeros_(tensor):
    """Zeros."""
    with no_grad():
        return tensor.zero_()


def eye_(tensor):
    """The identity matrix."""
    _check_matrix(tensor)
    with no_grad():
        return tensor.zero_().fill_diagonal_(1)


def _check_matrix(tensor):
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")


def dirac_(tensor, groups=1):
    """Convolution weights that pass their input on."""
    if tensor.dim() not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    outputs, inputs, *spatial = tensor.shape
    if outputs % groups:
        raise ValueError("dim 0 must be divisible by groups")
    each, middle = outputs // groups, [size // 2 for size in spatial]
    with no_grad():
        tensor.zero_()
        for first in range(0, outputs, each):
            for channel in range(min(each, inputs)):
                tensor[(first + channel, channel, *middle)] = 1
    return tensor


def _calculate_fan_in_and_fan_out(tensor):
    """How many inputs an output has, and how many outputs an input reaches."""
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    outputs, inputs, *window = tensor.shape
    area = math.prod(window)
    return inputs * area, outputs * area


def _calculate_correct_fan(tensor, mode):
    fans = dict(zip(("fan_in", "fan_out"), _calculate_fan_in_and_fan_out(tensor)))
    if mode.lower() not in fans:
        raise ValueError(f"Mode {mode.lower()} not supported, please use one of {list(fans)}")
    return fans[mode.lower()]


def _glorot(tensor, gain):
    """The deviation that keeps the size of numbers on their way forth and of gradients on their way back."""
    return gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor))))


def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Glorot's uniform initialization."""
    reach = math.sqrt(3.0) * _glorot(tensor, gain)
    return uniform_(tensor, -reach, reach, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    """Glorot's normal initialization."""
    return normal_(tensor, 0.0, _glorot(tensor, gain), generator)


def _he(tensor, a, mode, nonlinearity):
    """The deviation that keeps the size of numbers through a nonlinearity; None for a tensor without numbers."""
    if tensor.numel() == 0:
        import warnings

        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=3)
        return None
    inputs = _calculate_correct_fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(inputs)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """He's uniform initialization; `a` is the slope of a leaky ReLU."""
    deviation = _he(tensor, a, mode, nonlinearity)
    if deviation is None:
        return tensor
    reach = math.sqrt(3.0) * deviation
    return uniform_(tensor, -reach, reach, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """He's normal initialization; `a` is the slope of a leaky ReLU."""
    deviation = _he(tensor, a, mode, nonlinearity)
    return tensor if deviation is None else normal_(tensor, 0, deviation, generator)


def orthogonal_(tensor, gain=1, generator=None):
    """A (semi-)orthogonal matrix."""
    if tensor.dim() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    drawn = tensor.new_empty((tensor.size(0), tensor.numel() // tensor.size(0))).normal_(0, 1, generator=generator)
    wide = drawn.size(0) < drawn.size(1)
    q, r = _torch.linalg_qr(drawn.T if wide else drawn)
    # The signs make the result uniform among all such matrices.
    q = q * r.diagonal().sign()
    with no_grad():
        return tensor.copy_((q.T if wide else q).reshape(tensor.shape)).mul_(gain)


def sparse_(tensor, sparsity, std=0.01, generator=None):
    """Normal numbers with a share of zeros in each column."""
    _check_matrix(tensor)
    rows, columns = tensor.shape
    with no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(columns):
            tensor[_torch.randperm(rows)[: math.ceil(sparsity * rows)], column] = 0
    return tensor


def _deprecated(name, fn):
    def old(*args, **kwargs):
        import warnings

        warnings.warn(
            f"`nn.init.{name}` is now deprecated in favor of `nn.init.{name}_`.",
            FutureWarning,
            stacklevel=2,
        )
        return fn(*args, **kwargs)

    old.__name__ = name
    return old


for _name in (
    "uniform", "normal", "constant", "eye", "dirac", "xavier_uniform", "xavier_normal", "kaiming_uniform",
    "kaiming_normal", "orthogonal", "sparse",
):
    globals()[_name] = _deprecated(_name, globals()[_name + "_"])
