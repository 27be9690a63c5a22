"""Dropout layers: while training, zeros at random places."""

from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.utils import keep, listed

__all__ = ["Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "AlphaDropout", "FeatureAlphaDropout"]


class _DropoutNd(Module):
    """A subclass has the function."""

    __constants__ = ["p", "inplace"]
    _function = None

    def __init__(self, p=0.5, inplace=False):
        given = locals()
        super().__init__()
        if not 0 <= p <= 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        keep(self, given)

    def forward(self, input):
        """The input with zeros in it."""
        return self._function(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        """The options."""
        return listed(self, "p", "inplace")


class Dropout(_DropoutNd):
    """Zero elements at random while training."""

    _function = staticmethod(F.dropout)


class Dropout1d(_DropoutNd):
    """Zero channels of (N, C, L) at random while training."""

    _function = staticmethod(F.dropout1d)


class Dropout2d(_DropoutNd):
    """Zero channels of (N, C, H, W) at random while training."""

    _function = staticmethod(F.dropout2d)


class Dropout3d(_DropoutNd):
    """Zero channels of (N, C, D, H, W) at random while training."""

    _function = staticmethod(F.dropout3d)


class _Alpha(_DropoutNd):
    """Those that are never done in place."""

    def forward(self, input):
        """The input with the least of SELU in it."""
        return self._function(input, self.p, self.training)


class AlphaDropout(_Alpha):
    """Dropout that keeps mean and variance of SELU networks."""

    _function = staticmethod(F.alpha_dropout)


class FeatureAlphaDropout(_Alpha):
    """AlphaDropout of whole channels."""

    _function = staticmethod(F.feature_alpha_dropout)
