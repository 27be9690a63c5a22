"""Pooling layers: numbers of windows of the input. Each kind exists for one, two and three dims."""

from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.utils import OwnInit, _ntuple, keep, listed

__all__ = [
    "MaxPool1d", "MaxPool2d", "MaxPool3d", "MaxUnpool1d", "MaxUnpool2d", "MaxUnpool3d", "AvgPool1d", "AvgPool2d",
    "AvgPool3d", "LPPool1d", "LPPool2d", "LPPool3d", "AdaptiveMaxPool1d", "AdaptiveMaxPool2d", "AdaptiveMaxPool3d",
    "AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveAvgPool3d", "FractionalMaxPool2d", "FractionalMaxPool3d",
]

_SHAPES = {1: "(N, C, L)", 2: "(N, C, H, W)", 3: "(N, C, D, H, W)"}


class _Pool(Module):
    """A subclass names the function, and the attributes that are its arguments and those that are shown."""

    _function = ""  # without its number of dims
    _arguments = _shown = ()
    _dims = 0

    def _set_up(self, given):
        Module.__init__(self)
        keep(self, given)
        # Windows lie side by side unless a stride says otherwise.
        if given.get("stride", 0) is None and not isinstance(self, _LPPoolNd):
            self.stride = self.kernel_size

    def _call(self, *tensors):
        arguments = {name: getattr(self, name) for name in self._arguments}
        return self._function(*tensors, **arguments)

    def forward(self, input):
        """Pool an input."""
        return self._call(input)

    def extra_repr(self):
        """The options."""
        return listed(self, *self._shown)


def _per_dims(base, name, what, **bodies):
    """The three classes of a kind of pooling; `what` says what is taken of windows."""
    made = []
    for dims, shape in _SHAPES.items():
        function = staticmethod(getattr(F, f"{base._function}{dims}d"))
        body = {"__doc__": what.format(shape), "__module__": __name__, "_dims": dims, "_function": function}
        made.append(type(f"{name}{dims}d", (bodies.get(f"of_{dims}", base),), body))
    return made


class _MaxPoolNd(_Pool):
    __constants__ = ["kernel_size", "stride", "padding", "dilation", "return_indices", "ceil_mode"]
    _function = "max_pool"
    _arguments = "kernel_size", "stride", "padding", "dilation", "ceil_mode", "return_indices"
    _shown = "kernel_size", "stride", "padding", "dilation", "ceil_mode"

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        self._set_up(locals())


class _MaxUnpool(OwnInit, _Pool):
    _function = "max_unpool"
    _arguments = _shown = "kernel_size", "stride", "padding"

    def __init__(self, kernel_size, stride=None, padding=0):
        self._set_up(locals())
        for name in self._shown:
            setattr(self, name, _ntuple(self._dims)(getattr(self, name)))

    def forward(self, input, indices, output_size=None):
        """Put each number where `indices` says its maximum was, and zeros elsewhere."""
        return self._function(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class _AvgPool(OwnInit, _Pool):
    __constants__ = ["kernel_size", "stride", "padding", "ceil_mode", "count_include_pad"]
    _function = "avg_pool"
    _arguments = "kernel_size", "stride", "padding", "ceil_mode", "count_include_pad", "divisor_override"
    _shown = "kernel_size", "stride", "padding"

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
                 divisor_override=None):
        self._set_up(locals())


class _AvgPoolOfLines(_AvgPool):
    _arguments = _AvgPool._arguments[:-1]

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        self._set_up(locals())
        for name in self._shown:
            setattr(self, name, _ntuple(1)(getattr(self, name)))


class _LPPoolNd(_Pool):
    __constants__ = ["norm_type", "kernel_size", "stride", "ceil_mode"]
    _function = "lp_pool"
    _arguments = _shown = "norm_type", "kernel_size", "stride", "ceil_mode"

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        self._set_up(locals())


class _AdaptiveMaxPoolNd(_Pool):
    __constants__ = ["output_size", "return_indices"]
    _function = "adaptive_max_pool"
    _arguments, _shown = ("output_size", "return_indices"), ("output_size",)

    def __init__(self, output_size, return_indices=False):
        self._set_up(locals())


class _AdaptiveAvgPoolNd(_Pool):
    __constants__ = ["output_size"]
    _function = "adaptive_avg_pool"
    _arguments = _shown = ("output_size",)

    def __init__(self, output_size):
        self._set_up(locals())


MaxPool1d, MaxPool2d, MaxPool3d = _per_dims(_MaxPoolNd, "MaxPool", "Maxima of windows of {}.")
MaxUnpool1d, MaxUnpool2d, MaxUnpool3d = _per_dims(_MaxUnpool, "MaxUnpool", "The partial inverse of max pooling of {}.")
AvgPool1d, AvgPool2d, AvgPool3d = _per_dims(_AvgPool, "AvgPool", "Means of windows of {}.", of_1=_AvgPoolOfLines)
LPPool1d, LPPool2d, LPPool3d = _per_dims(_LPPoolNd, "LPPool", "p-norms of windows of {}.")
AdaptiveMaxPool1d, AdaptiveMaxPool2d, AdaptiveMaxPool3d = _per_dims(
    _AdaptiveMaxPoolNd, "AdaptiveMaxPool", "Maxima of as many windows of {} as the output has places."
)
AdaptiveAvgPool1d, AdaptiveAvgPool2d, AdaptiveAvgPool3d = _per_dims(
    _AdaptiveAvgPoolNd, "AdaptiveAvgPool", "Means of as many windows of {} as the output has places."
)


class FractionalMaxPool2d(Module):
    """Max pooling over windows of random size: not supported."""

    def __init__(self, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
        super().__init__()
        raise NotImplementedError(f"{type(self).__name__} is not supported")


class FractionalMaxPool3d(FractionalMaxPool2d):
    """Max pooling over windows of random size: not supported."""
