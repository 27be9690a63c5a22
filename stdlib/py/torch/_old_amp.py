"""What torch.cpu.amp and torch.cuda.amp have in common: classes under the older names of torch.amp."""

import warnings

import torch.amp


def old_names(device, default_dtype):
    """(deprecated, autocast, GradScaler) of torch.DEVICE.amp; deprecated(name) warns the caller's caller."""

    def deprecated(name):
        warnings.warn(
            f"`torch.{device}.amp.{name}(args...)` is deprecated. Please use `torch.amp.{name}('{device}', args...)` instead.",
            FutureWarning,
            stacklevel=3,
        )

    class autocast(torch.amp.autocast):
        def __init__(self, enabled=True, dtype=default_dtype, cache_enabled=True):
            deprecated("autocast")
            super().__init__(device, enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)

    class GradScaler(torch.amp.GradScaler):
        def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
            deprecated("GradScaler")
            super().__init__(
                device,
                init_scale=init_scale,
                growth_factor=growth_factor,
                backoff_factor=backoff_factor,
                growth_interval=growth_interval,
                enabled=enabled,
            )

    for kind, file in ((autocast, "autocast_mode"), (GradScaler, "grad_scaler")):
        kind.__doc__ = f"torch.amp.{kind.__name__} for {device}."
        kind.__qualname__ = kind.__name__
        kind.__module__ = f"torch.{device}.amp.{file}"
    return deprecated, autocast, GradScaler
