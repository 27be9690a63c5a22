"""Names of PyTorch's compiler backend; the code generator here is Adder's own."""

__all__ = ["config", "list_mode_options", "list_options"]


def list_mode_options(mode=None, dynamic=None):
    """What the modes of torch.compile set."""
    options = {
        "default": {},
        "reduce-overhead": {"triton.cudagraphs": True},
        "max-autotune-no-cudagraphs": {"max_autotune": True, "coordinate_descent_tuning": True},
        "max-autotune": {"max_autotune": True, "triton.cudagraphs": True, "coordinate_descent_tuning": True},
    }
    return options[mode] if mode else options


def list_options():
    """Names of settings."""
    from torch._inductor import config

    return sorted(config.get_config_copy())
