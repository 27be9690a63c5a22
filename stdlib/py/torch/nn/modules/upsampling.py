"""Upsampling: F.interpolate as modules."""

from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.utils import keep

__all__ = ["Upsample", "UpsamplingNearest2d", "UpsamplingBilinear2d"]


class Upsample(Module):
    """Resize to a size, or by factors."""

    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
        given = locals()
        super().__init__()
        keep(self, given)
        self.name = type(self).__name__
        if isinstance(scale_factor, tuple):
            self.scale_factor = tuple(map(float, scale_factor))
        else:
            self.scale_factor = float(scale_factor) if scale_factor else None

    def forward(self, input):
        """The resized input."""
        return F.interpolate(input, size=self.size, scale_factor=self.scale_factor, mode=self.mode,
                             align_corners=self.align_corners, recompute_scale_factor=self.recompute_scale_factor)

    def extra_repr(self):
        """What says the size, and the mode."""
        by = "size" if self.scale_factor is None else "scale_factor"
        return f"{by}={getattr(self, by)!r}, mode={self.mode!r}"


class UpsamplingNearest2d(Upsample):
    """Resize by the nearest neighbor."""

    def __init__(self, size=None, scale_factor=None):
        Upsample.__init__(self, size, scale_factor, "nearest")


class UpsamplingBilinear2d(Upsample):
    """Resize by bilinear interpolation such that corners stay."""

    def __init__(self, size=None, scale_factor=None):
        Upsample.__init__(self, size, scale_factor, "bilinear", True)
