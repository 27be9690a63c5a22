"""torch.autograd.profiler: accepted; nothing is measured."""

from torch.profiler import profile, record_function

__all__ = ["profile", "record_function", "emit_nvtx"]


class emit_nvtx(record_function):
    """Accepted."""
