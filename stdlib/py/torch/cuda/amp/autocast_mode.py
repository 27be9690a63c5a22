"""torch.cuda.amp.autocast_mode."""

from torch.cuda.amp import autocast, custom_bwd, custom_fwd

__all__ = ["autocast", "custom_bwd", "custom_fwd"]
