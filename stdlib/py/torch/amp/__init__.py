"""Automatic mixed precision."""

import functools

import _torch

__all__ = ["autocast", "GradScaler", "is_autocast_available", "custom_fwd", "custom_bwd"]

_default_dtypes = {"cpu": "bfloat16", "cuda": "float16"}


def is_autocast_available(device_type):
    """Whether autocast exists for a device type."""
    return device_type in ("cpu", "cuda", "xpu", "mps", "hpu")


def get_autocast_dtype(device_type):
    """The dtype that autocast uses."""
    return getattr(_torch, _default_dtypes.get(device_type, "float16"))


def is_autocast_enabled(device_type=None):
    """Whether autocast is on."""
    return _torch.is_autocast_enabled(device_type)


def is_autocast_cpu_enabled():
    """Whether autocast is on for the CPU."""
    return _torch.is_autocast_enabled("cpu")


def get_autocast_cpu_dtype():
    """The dtype that autocast uses on the CPU."""
    return get_autocast_dtype("cpu")


def set_autocast_dtype(device_type, dtype):
    """Change what autocast uses by default."""
    _default_dtypes[device_type] = str(dtype).removeprefix("torch.")


def set_autocast_enabled(device_type, enabled):
    """Turn autocast on or off."""
    if device_type == "cpu":
        _torch._set_autocast(get_autocast_dtype("cpu") if enabled else None)


def clear_autocast_cache():
    """Forget the casts that were kept."""
    now = _torch._set_autocast(None)
    _torch._set_autocast(now)


def is_autocast_cache_enabled():
    """Whether casts of weights are kept."""
    return True


def set_autocast_cache_enabled(enabled):
    """Accepted."""


class autocast:
    """Run matrix products in a lower precision."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.device = device_type
        self.fast_dtype = dtype if dtype is not None else get_autocast_dtype(device_type)
        if device_type == "cuda" and enabled:
            import warnings

            warnings.warn(
                "User provided device_type of 'cuda', but CUDA is not available. Disabling", stacklevel=2
            )
            enabled = False
        if device_type == "cpu" and enabled and self.fast_dtype not in (_torch.bfloat16, _torch.float16):
            import warnings

            if self.fast_dtype != _torch.float32:
                warnings.warn(
                    "In CPU autocast, but the target dtype is not supported. Disabling autocast.\n"
                    "CPU Autocast only supports dtype of torch.bfloat16, torch.float16 currently.",
                    stacklevel=2,
                )
            enabled = False
        self._enabled = enabled
        self._before = []

    def __enter__(self):
        if self.device == "cpu":
            self._before.append(_torch._set_autocast(self.fast_dtype if self._enabled else None))
        return self

    def __exit__(self, kind, value, tb):
        if self.device == "cpu":
            _torch._set_autocast(self._before.pop())

    def __call__(self, func):
        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            with self:
                return func(*args, **kwargs)

        return wrapper


def custom_fwd(fwd=None, *, device_type="cuda", cast_inputs=None):
    """Accepted."""
    if fwd is None:
        return lambda f: f
    return fwd


def custom_bwd(bwd=None, *, device_type="cuda"):
    """Accepted."""
    if bwd is None:
        return lambda f: f
    return bwd


class GradScaler:
    """Scales losses so that small gradients survive float16; off without CUDA."""

    def __init__(
        self,
        device="cuda",
        init_scale=2.0**16,
        growth_factor=2.0,
        backoff_factor=0.5,
        growth_interval=2000,
        enabled=True,
    ):
        self._device = device
        self._enabled = enabled
        if device == "cuda" and enabled:
            import warnings

            warnings.warn(
                "torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.", stacklevel=2
            )
            self._enabled = False
        self._init_scale = init_scale
        self._scale = None
        self._growth_factor = growth_factor
        self._backoff_factor = backoff_factor
        self._growth_interval = growth_interval
        self._growth_tracker = 0
        self._found_inf = {}
        self._unscaled = set()

    def _current(self):
        if self._scale is None:
            self._scale = self._init_scale
        return self._scale

    def scale(self, outputs):
        """The outputs times the scale."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, _torch.Tensor):
            return outputs * self._current()
        return type(outputs)(self.scale(o) for o in outputs)

    def unscale_(self, optimizer):
        """Divide the gradients of an optimizer by the scale."""
        if not self._enabled or id(optimizer) in self._unscaled:
            return
        self._unscaled.add(id(optimizer))
        found = False
        for group in optimizer.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.grad.mul_(1.0 / self._current())
                    found = found or not bool(p.grad.isfinite().all())
        self._found_inf[id(optimizer)] = found

    def step(self, optimizer, *args, **kwargs):
        """optimizer.step() unless a gradient is not finite."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        self.unscale_(optimizer)
        if not self._found_inf[id(optimizer)]:
            return optimizer.step(*args, **kwargs)
        return None

    def update(self, new_scale=None):
        """Change the scale."""
        if not self._enabled:
            return
        if new_scale is not None:
            self._scale = float(new_scale)
        elif any(self._found_inf.values()):
            self._scale = self._current() * self._backoff_factor
            self._growth_tracker = 0
        else:
            self._growth_tracker += 1
            if self._growth_tracker == self._growth_interval:
                self._scale = self._current() * self._growth_factor
                self._growth_tracker = 0
        self._found_inf = {}
        self._unscaled = set()

    def get_scale(self):
        """The scale."""
        return self._current() if self._enabled else 1.0

    def is_enabled(self):
        """Whether it scales."""
        return self._enabled

    def state_dict(self):
        """Scale and counters."""
        if not self._enabled:
            return {}
        return {
            "scale": self.get_scale(),
            "growth_factor": self._growth_factor,
            "backoff_factor": self._backoff_factor,
            "growth_interval": self._growth_interval,
            "_growth_tracker": self._growth_tracker,
        }

    def load_state_dict(self, state_dict):
        """Restore what state_dict returned."""
        if not self._enabled:
            return
        if len(state_dict) == 0:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved "
                "from a disabled instance of GradScaler."
            )
        self._scale = state_dict["scale"]
        self._growth_factor = state_dict["growth_factor"]
        self._backoff_factor = state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
        self._growth_tracker = state_dict["_growth_tracker"]


from torch.amp import autocast_mode, grad_scaler  # noqa: E402 - they take their names from here
