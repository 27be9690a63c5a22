"""Instance normalization."""

from torch.nn import functional as F
from torch.nn.modules.batchnorm import _lazy, _NormBase

__all__ = [
    "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d", "LazyInstanceNorm1d", "LazyInstanceNorm2d",
    "LazyInstanceNorm3d",
]


class _InstanceNorm(_NormBase):
    _dims = 1

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=False,
        track_running_stats=False,
        device=None,
        dtype=None,
        bias=True,
    ):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias)

    def _check_input_dim(self, input):
        n = self._dims
        if input.dim() not in (n + 1, n + 2):
            raise ValueError(f"expected {n + 1}D or {n + 2}D input (got {input.dim()}D input)")

    def _norm(self, input):
        return F.instance_norm(
            input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or not self.track_running_stats,
            self.momentum if self.momentum is not None else 0.0,
            self.eps,
        )

    def forward(self, input):
        self._check_input_dim(input)
        feature_dim = input.dim() - self._dims - 1
        if input.size(feature_dim) != self.num_features:
            if self.affine:
                raise ValueError(
                    f"expected input's size at dim={feature_dim} to match num_features"
                    f" ({self.num_features}), but got: {input.size(feature_dim)}."
                )
            import warnings

            warnings.warn(
                f"input's size at dim={feature_dim} does not match num_features. "
                "You can silence this warning by not passing in num_features, "
                "which is not used because affine=False",
                stacklevel=2,
            )
        if input.dim() == self._dims + 1:
            return self._norm(input.unsqueeze(0)).squeeze(0)
        return self._norm(input)


class InstanceNorm1d(_InstanceNorm):
    """Instance normalization of (N, C, L)."""


class InstanceNorm2d(_InstanceNorm):
    """Instance normalization of (N, C, H, W)."""

    _dims = 2


class InstanceNorm3d(_InstanceNorm):
    """Instance normalization of (N, C, D, H, W)."""

    _dims = 3


LazyInstanceNorm1d = _lazy("LazyInstanceNorm1d", InstanceNorm1d, "InstanceNorm1d, num_features inferred.")
LazyInstanceNorm2d = _lazy("LazyInstanceNorm2d", InstanceNorm2d, "InstanceNorm2d, num_features inferred.")
LazyInstanceNorm3d = _lazy("LazyInstanceNorm3d", InstanceNorm3d, "InstanceNorm3d, num_features inferred.")
