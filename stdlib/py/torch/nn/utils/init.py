"""Modules without initialized parameters."""

__all__ = ["skip_init"]


def skip_init(module_cls, *args, **kwargs):
    """Make a module whose parameters are not initialized."""
    from torch.nn.modules.module import Module

    if not issubclass(module_cls, Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    final_device = kwargs.pop("device", "cpu")
    kwargs["device"] = "meta"
    return module_cls(*args, **kwargs).to_empty(device=final_device)
