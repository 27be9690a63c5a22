"""Choice of attention kernels: accepted; there is one."""

__all__ = ["SDPBackend", "sdpa_kernel"]


class SDPBackend:
    """Kinds of kernels."""

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


class sdpa_kernel:
    """Accepted."""

    def __init__(self, backends, set_priority=False):
        self.backends = backends

    def __enter__(self):
        pass

    def __exit__(self, kind, value, tb):
        pass
