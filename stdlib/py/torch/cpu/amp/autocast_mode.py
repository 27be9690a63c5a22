"""torch.cpu.amp.autocast_mode."""

from torch.cpu.amp import autocast

__all__ = ["autocast"]
