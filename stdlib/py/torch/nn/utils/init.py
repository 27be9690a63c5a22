"""Modules without initialized parameters."""

__all__ = ["skip_init"]


def skip_init(module_cls, *args, **kwargs):
    """Make a module whose parameters are not initialized."""
    from torch.nn.modules.module import Module

    if not issubclass(module_cls, Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    device = kwargs.pop("device", "cpu")
    # On "meta" nothing is computed.
    return module_cls(*args, **kwargs, device="meta").to_empty(device=device)
