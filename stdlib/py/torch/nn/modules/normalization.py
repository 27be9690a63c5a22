"""Normalization within one example."""

import numbers

from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.modules.utils import add_parameters, listed

__all__ = ["LocalResponseNorm", "CrossMapLRN2d", "LayerNorm", "GroupNorm", "RMSNorm"]


def _dimensions(shape):
    """The sizes of the dimensions to normalize, as a tuple; a bare number stands for the last one alone."""
    return (shape,) if isinstance(shape, numbers.Integral) else tuple(shape)


def _become_identity(module):
    """Set what the module has of weight and bias so that its affine map changes nothing."""
    for name, fill in (("weight", init.ones_), ("bias", init.zeros_)):
        parameter = getattr(module, name, None)
        if parameter is not None:
            fill(parameter)


class LocalResponseNorm(Module):
    """Normalize over neighboring channels."""

    def __init__(self, size, alpha=1e-4, beta=0.75, k=1.0):
        super().__init__()
        self.size, self.k = size, k
        self.alpha, self.beta = alpha, beta

    def forward(self, input):
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self):
        return f"{self.size}, " + listed(self, "alpha", "beta", "k")


class CrossMapLRN2d(LocalResponseNorm):
    """LocalResponseNorm under its old name."""

    def __init__(self, size, alpha=1e-4, beta=0.75, k=1):
        super().__init__(size, alpha, beta, k)


class LayerNorm(Module):
    """Normalize over the last dimensions."""

    __constants__ = ["normalized_shape", "eps", "elementwise_affine"]

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape, self.eps = _dimensions(normalized_shape), eps
        self.elementwise_affine = elementwise_affine
        scale = self.normalized_shape if elementwise_affine else None
        add_parameters(self, device, dtype, weight=scale, bias=scale if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        _become_identity(self)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        shown = listed(self, "eps", "elementwise_affine")
        return f"{self.normalized_shape}, {shown}, bias={self.bias is not None}"


class GroupNorm(Module):
    """Normalize over groups of channels."""

    __constants__ = ["num_groups", "num_channels", "eps", "affine"]

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None, *, bias=True):
        super().__init__()
        if num_channels % num_groups:
            raise ValueError(f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.num_groups, self.num_channels = num_groups, num_channels
        self.eps, self.affine = eps, affine
        scale = num_channels if affine else None
        add_parameters(self, device, dtype, weight=scale, bias=scale if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        _become_identity(self)

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        shown = listed(self, "eps", "affine")
        return f"{self.num_groups}, {self.num_channels}, {shown}, bias={self.bias is not None}"


class RMSNorm(Module):
    """Divide by the root of the mean square."""

    __constants__ = ["normalized_shape", "eps", "elementwise_affine"]

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape, self.eps = _dimensions(normalized_shape), eps
        self.elementwise_affine = elementwise_affine
        add_parameters(self, device, dtype, weight=self.normalized_shape if elementwise_affine else None)
        self.reset_parameters()

    def reset_parameters(self):
        _become_identity(self)

    def forward(self, x):
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self):
        return f"{self.normalized_shape}, " + listed(self, "eps", "elementwise_affine")
