"""Padding layers. Each kind exists for one, two and three dims; sizes are given for all sides or for each."""

from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.utils import OwnInit, _ntuple, listed

__all__ = [
    "CircularPad1d", "CircularPad2d", "CircularPad3d", "ConstantPad1d", "ConstantPad2d", "ConstantPad3d",
    "ReflectionPad1d", "ReflectionPad2d", "ReflectionPad3d", "ReplicationPad1d", "ReplicationPad2d",
    "ReplicationPad3d", "ZeroPad1d", "ZeroPad2d", "ZeroPad3d",
]


class _Pad(OwnInit, Module):
    """A subclass says how many dims are padded and by what."""

    _mode = "constant"
    _dims = 0
    value = None

    def __init__(self, padding):
        super().__init__()
        self.padding = _ntuple(2 * self._dims)(padding)

    def forward(self, input):
        """The padded input."""
        return F.pad(input, self.padding, self._mode, self.value)

    def extra_repr(self):
        """The sizes."""
        return str(self.padding)


class _ConstantPad(_Pad):
    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def extra_repr(self):
        """The sizes and the value."""
        return listed(self, "padding", "value")


class _ZeroPad(_ConstantPad):
    extra_repr = _Pad.extra_repr

    def __init__(self, padding):
        super().__init__(padding, 0.0)


class _CircularPad(_Pad):
    _mode = "circular"

    def forward(self, input):
        """The padded input."""
        allowed = self._dims + 1, self._dims + 2
        if input.dim() not in allowed:
            raise ValueError(f"expected {allowed[0]}D or {allowed[1]}D input (got {input.dim()}D input)")
        return super().forward(input)


class _ReflectionPad(_Pad):
    _mode = "reflect"


class _ReplicationPad(_Pad):
    _mode = "replicate"


def _per_dims(base, what):
    """The three classes of a kind of padding."""
    name = base.__name__.removeprefix("_")
    where = {1: "the last dim", 2: "the last 2 dims", 3: "the last 3 dims"}
    return [
        type(f"{name}{dims}d", (base,), {"__module__": __name__, "_dims": dims, "__doc__": f"Pad {ends} {what}."})
        for dims, ends in where.items()
    ]


ConstantPad1d, ConstantPad2d, ConstantPad3d = _per_dims(_ConstantPad, "with a value")
ZeroPad1d, ZeroPad2d, ZeroPad3d = _per_dims(_ZeroPad, "with zeros")
CircularPad1d, CircularPad2d, CircularPad3d = _per_dims(_CircularPad, "by wrapping around")
ReflectionPad1d, ReflectionPad2d, ReflectionPad3d = _per_dims(_ReflectionPad, "by reflection at the border element")
ReplicationPad1d, ReplicationPad2d, ReplicationPad3d = _per_dims(_ReplicationPad, "with the border element")
