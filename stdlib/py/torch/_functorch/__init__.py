"""Settings under PyTorch's name."""


def __getattr__(name):
    import importlib

    if name == "config":
        return importlib.import_module("torch._functorch.config")
    raise AttributeError(f"module 'torch._functorch' has no attribute '{name}'")
