"""Instance normalization: each channel of each example by its own mean and variance."""

from torch.nn import functional as F
from torch.nn.modules.batchnorm import _lazy, _NormBase

__all__ = [
    "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d", "LazyInstanceNorm1d", "LazyInstanceNorm2d",
    "LazyInstanceNorm3d",
]


class _InstanceNorm(_NormBase):
    """A subclass says what dims an input has: without a batch and with one."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None,
                 dtype=None, *, bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def forward(self, input):
        """Normalize by the examples themselves, or by what was kept, if it was, when not training."""
        self._check_input_dim(input)
        batched = input.dim() == self._input_dims[1]
        self._check_channels(input.size(int(batched)), int(batched))
        result = F.instance_norm(
            input if batched else input.unsqueeze(0), self.running_mean, self.running_var, self.weight, self.bias,
            self.training or not self.track_running_stats, self.momentum or 0.0, self.eps,
        )
        return result if batched else result.squeeze(0)

    def _check_channels(self, found, dim):
        if found == self.num_features:
            return
        if self.affine:
            raise ValueError(
                f"expected input's size at dim={dim} to match num_features ({self.num_features}), but got: {found}."
            )
        import warnings

        warnings.warn(
            f"input's size at dim={dim} does not match num_features. You can silence this warning by not passing in "
            "num_features, which is not used because affine=False",
            stacklevel=3,
        )


class InstanceNorm1d(_InstanceNorm):
    """Instance normalization of (N, C, L)."""

    _input_dims = 2, 3


class InstanceNorm2d(_InstanceNorm):
    """Instance normalization of (N, C, H, W)."""

    _input_dims = 3, 4


class InstanceNorm3d(_InstanceNorm):
    """Instance normalization of (N, C, D, H, W)."""

    _input_dims = 4, 5


LazyInstanceNorm1d, LazyInstanceNorm2d, LazyInstanceNorm3d = [
    _lazy(base, __name__) for base in (InstanceNorm1d, InstanceNorm2d, InstanceNorm3d)
]
