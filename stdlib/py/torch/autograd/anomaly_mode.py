"""Checks of backward for NaN."""

import torch

__all__ = ["detect_anomaly", "set_detect_anomaly"]


class detect_anomaly:
    """Check backward inside."""

    def __init__(self, check_nan=True):
        self.prev = torch.is_anomaly_enabled()
        self.check_nan = check_nan

    def __enter__(self):
        torch.set_anomaly_enabled(True, self.check_nan)

    def __exit__(self, kind, value, tb):
        torch.set_anomaly_enabled(self.prev)


class set_detect_anomaly:
    """Set the mode at once; as a context manager it restores the old one."""

    def __init__(self, mode, check_nan=True):
        self.prev = torch.is_anomaly_enabled()
        torch.set_anomaly_enabled(mode, check_nan)

    def __enter__(self):
        pass

    def __exit__(self, kind, value, tb):
        torch.set_anomaly_enabled(self.prev)
