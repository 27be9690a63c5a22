"""ChannelShuffle under PyTorch's module name."""

from torch.nn.modules.pixelshuffle import ChannelShuffle

__all__ = ["ChannelShuffle"]
