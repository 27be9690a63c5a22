"""Signal processing."""

from torch.signal import windows

__all__ = ["windows"]
