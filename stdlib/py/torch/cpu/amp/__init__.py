"""torch.cpu.amp: the older names of torch.amp."""

import _torch
from torch._old_amp import old_names

__all__ = ["autocast", "GradScaler"]

_, autocast, GradScaler = old_names("cpu", _torch.bfloat16)
