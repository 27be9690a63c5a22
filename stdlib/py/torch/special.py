"""Special functions. Every name is an op of the table."""

import _torch


def __getattr__(name):
    value = None if name.startswith("__") else _torch._find("special_" + name)
    if value is None:
        raise AttributeError(f"module 'torch.special' has no attribute '{name}'")
    globals()[name] = value
    return value
