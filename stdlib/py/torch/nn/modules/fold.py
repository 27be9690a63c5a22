"""Sliding blocks."""

from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.utils import OwnInit, listed

__all__ = ["Fold", "Unfold"]


class _Blocks(OwnInit, Module):
    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self.kernel_size, self.stride = kernel_size, stride
        self.dilation, self.padding = dilation, padding

    def extra_repr(self):
        """The sizes."""
        return listed(self, "kernel_size", "dilation", "padding", "stride")


class Fold(_Blocks):
    """Sum blocks back into an image."""

    def __init__(self, output_size, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__(kernel_size, dilation, padding, stride)
        self.output_size = output_size

    def forward(self, input):
        return F.fold(input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self):
        return f"output_size={self.output_size}, " + super().extra_repr()


class Unfold(_Blocks):
    """Cut blocks out of an image."""

    def forward(self, input):
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)
