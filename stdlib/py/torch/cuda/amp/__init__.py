"""torch.cuda.amp: the older names of torch.amp."""

import _torch
import torch.amp
from torch._old_amp import old_names

__all__ = ["amp_definitely_not_available", "autocast", "custom_bwd", "custom_fwd", "GradScaler"]

_deprecated, autocast, GradScaler = old_names("cuda", _torch.float16)


def custom_fwd(fwd=None, *, cast_inputs=None):
    """torch.amp.custom_fwd for cuda."""
    _deprecated("custom_fwd")
    return torch.amp.custom_fwd(fwd, device_type="cuda", cast_inputs=cast_inputs)


def custom_bwd(bwd):
    """torch.amp.custom_bwd for cuda."""
    _deprecated("custom_bwd")
    return torch.amp.custom_bwd(bwd, device_type="cuda")


def amp_definitely_not_available():
    """Whether there is no CUDA device."""
    return True
