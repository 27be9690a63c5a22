"""Options of printing tensors; the printing itself is native."""

import _torch

_PROFILES = {
    "default": (4, 1000, 3, 80),
    "short": (2, 1000, 2, 80),
    "full": (4, float("inf"), 3, 80),
}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """Set how tensors are printed."""
    values = list(_torch._get_printoptions())
    if profile is not None and profile in _PROFILES:
        values[:4] = _PROFILES[profile]
    for i, value in enumerate((precision, threshold, edgeitems, linewidth)):
        if value is not None:
            values[i] = value
    values[4] = sci_mode
    _torch._set_printoptions(*values)


def get_printoptions():
    """How tensors are printed."""
    names = ("precision", "threshold", "edgeitems", "linewidth", "sci_mode")
    return dict(zip(names, _torch._get_printoptions()))


class printoptions:
    """Print options inside a with."""

    def __init__(self, **kwargs):
        self.kwargs = kwargs
        self.old = None

    def __enter__(self):
        self.old = get_printoptions()
        set_printoptions(**self.kwargs)

    def __exit__(self, kind, value, tb):
        set_printoptions(**self.old)
