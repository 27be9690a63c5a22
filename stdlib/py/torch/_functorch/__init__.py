"""Settings under PyTorch's name."""

import _torch


def __getattr__(name):
    if name == "config":
        return _torch._import_module("torch._functorch.config")
    raise AttributeError(f"module 'torch._functorch' has no attribute '{name}'")
