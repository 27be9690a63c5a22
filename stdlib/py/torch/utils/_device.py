"""The default device as a context manager."""

import _torch

__all__ = ["DeviceContext"]


class DeviceContext:
    """New tensors are on a device inside."""

    def __init__(self, device):
        self.device = _torch.device(device)

    def __enter__(self):
        return self.device.__enter__()

    def __exit__(self, kind, value, tb):
        return self.device.__exit__(kind, value, tb)
