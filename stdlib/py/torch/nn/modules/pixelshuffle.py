"""Shuffles of channels and pixels."""

from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.utils import keep, listed

__all__ = ["PixelShuffle", "PixelUnshuffle", "ChannelShuffle"]


class _Shuffle(Module):
    """A subclass has the function and its one option."""

    _function = _option = None

    def _set_up(self, given):
        Module.__init__(self)
        keep(self, given)

    def forward(self, input):
        """The shuffled input."""
        return self._function(input, getattr(self, self._option))

    def extra_repr(self):
        """The option."""
        return listed(self, self._option)


class PixelShuffle(_Shuffle):
    """Groups of channels become blocks of pixels."""

    _function, _option = staticmethod(F.pixel_shuffle), "upscale_factor"

    def __init__(self, upscale_factor):
        self._set_up(locals())


class PixelUnshuffle(_Shuffle):
    """Blocks of pixels become groups of channels."""

    _function, _option = staticmethod(F.pixel_unshuffle), "downscale_factor"

    def __init__(self, downscale_factor):
        self._set_up(locals())


class ChannelShuffle(_Shuffle):
    """Channels of several groups, one of each group in turn."""

    _function, _option = staticmethod(F.channel_shuffle), "groups"

    def __init__(self, groups):
        self._set_up(locals())
