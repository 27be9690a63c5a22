"""Tools around tensors and training."""

import _torch

_SUBMODULES = ("_config_module", "_device", "_pytree", "checkpoint", "data", "hooks")

__all__ = ["set_module"]


def __getattr__(name):
    if name in _SUBMODULES:
        value = _torch._import_module("torch.utils." + name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'torch.utils' has no attribute '{name}'")


def set_module(obj, mod):
    """Set the module that an object says it is from."""
    if not isinstance(mod, str):
        raise TypeError("The mod argument should be a string")
    obj.__module__ = mod
