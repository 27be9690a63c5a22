"""Functions of torch.nn that have no Python part."""

import _torch


def __getattr__(name):
    value = _torch._find_in("torch._C._nn", name)
    if value is None:
        raise AttributeError(f"module 'torch._C._nn' has no attribute '{name}'")
    globals()[name] = value
    return value
