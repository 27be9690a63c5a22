"""torch.cuda.amp: the older names of torch.amp."""

import warnings

import _torch
import torch.amp

__all__ = ["amp_definitely_not_available", "autocast", "custom_bwd", "custom_fwd", "GradScaler"]


def _deprecated(name):
    warnings.warn(
        f"`torch.cuda.amp.{name}(args...)` is deprecated. Please use `torch.amp.{name}('cuda', args...)` instead.",
        FutureWarning,
        stacklevel=3,
    )


class autocast(torch.amp.autocast):
    """torch.amp.autocast for cuda."""

    def __init__(self, enabled=True, dtype=_torch.float16, cache_enabled=True):
        _deprecated("autocast")
        super().__init__("cuda", enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)


class GradScaler(torch.amp.GradScaler):
    """torch.amp.GradScaler for cuda."""

    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        _deprecated("GradScaler")
        super().__init__(
            "cuda",
            init_scale=init_scale,
            growth_factor=growth_factor,
            backoff_factor=backoff_factor,
            growth_interval=growth_interval,
            enabled=enabled,
        )


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
