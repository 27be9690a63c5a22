"""Linear algebra. Every name is an op of the table."""

import _torch

LinAlgError = _torch.LinAlgError


def __getattr__(name):
    value = None if name.startswith("__") else _torch._find("linalg_" + name)
    if value is None:
        raise AttributeError(f"module 'torch.linalg' has no attribute '{name}'")
    globals()[name] = value
    return value
