"""Convolutions of one, two and three dims, transposed ones, and those that take their channels from the first input."""

import math

from torch.autograd.grad_mode import no_grad
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.modules.utils import OwnInit, _ntuple, _reverse_repeat_tuple, add_parameters, keep, listed, unusual
from torch.nn.parameter import UninitializedParameter, is_lazy

__all__ = [
    "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d", "LazyConv1d",
    "LazyConv2d", "LazyConv3d", "LazyConvTranspose1d", "LazyConvTranspose2d", "LazyConvTranspose3d",
]

_PADDING_WORDS = {"same", "valid"}
_PADDING_MODES = {"zeros", "reflect", "replicate", "circular"}


def _check_groups(groups, **channels):
    if groups <= 0:
        raise ValueError("groups must be a positive integer")
    for name, count in channels.items():
        if count % groups:
            raise ValueError(f"{name} must be divisible by groups")


def _spread_like_linear(module):
    """Draw weight and bias from [-r, r), r being 1 / sqrt(inputs of one output)."""
    init.kaiming_uniform_(module.weight, a=math.sqrt(5))
    inputs = init._calculate_fan_in_and_fan_out(module.weight)[0]
    if module.bias is not None and inputs:
        init.uniform_(module.bias, -1 / math.sqrt(inputs), 1 / math.sqrt(inputs))


class _ConvNd(Module):
    """All convolutions. Sizes are tuples of as many numbers as there are dims."""

    __constants__ = [
        "stride", "padding", "dilation", "groups", "padding_mode", "output_padding", "in_channels", "out_channels",
        "kernel_size",
    ]
    _dims = 0
    padding_mode = "zeros"  # of modules that were saved before there was a choice

    def __init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding,
                 groups,
                 bias, padding_mode, device=None, dtype=None):
        _check_groups(groups, in_channels=in_channels, out_channels=out_channels)
        if isinstance(padding, str) and padding not in _PADDING_WORDS:
            raise ValueError(f"Invalid padding string {padding!r}, should be one of {_PADDING_WORDS}")
        if padding == "same" and set(stride) != {1}:
            raise ValueError("padding='same' is not supported for strided convolutions")
        if padding_mode not in _PADDING_MODES:
            raise ValueError(f"padding_mode must be one of {_PADDING_MODES}, but got padding_mode='{padding_mode}'")
        given = {name: value for name, value in locals().items() if name != "bias"}
        super().__init__()
        keep(self, given)
        self._reversed_padding_repeated_twice = self._both_sides()
        add_parameters(self, device, dtype, weight=self._weight_shape(), bias=out_channels if bias else None)
        self.reset_parameters()

    def _weight_shape(self):
        outer, inner = self.out_channels, self.in_channels
        if self.transposed:
            outer, inner = inner, outer
        return (outer, inner // self.groups, *self.kernel_size)

    def _both_sides(self):
        """The padding before and after each dim, the last dim first, as F.pad takes it."""
        if not isinstance(self.padding, str):
            return _reverse_repeat_tuple(self.padding, 2)
        sides = []
        for size, step in zip(self.kernel_size[::-1], self.dilation[::-1]):
            lost = step * (size - 1) if self.padding == "same" else 0
            sides += [lost // 2, lost - lost // 2]
        return sides

    def reset_parameters(self):
        """Draw the parameters anew."""
        _spread_like_linear(self)

    def extra_repr(self):
        """Channels and sizes; the rest where it is unusual."""
        text = f"{self.in_channels}, {self.out_channels}, " + listed(self, "kernel_size", "stride")
        text += unusual(self, padding=(0,) * len(self.padding), dilation=(1,) * self._dims,
                        output_padding=(0,) * self._dims, groups=1)
        text += ", bias=False" if self.bias is None else ""
        return text + unusual(self, padding_mode="zeros")


class _Conv(OwnInit, _ConvNd):
    """Convolutions; a subclass says over how many dims."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        each = _ntuple(self._dims)
        super().__init__(in_channels, out_channels, each(kernel_size), each(stride),
                         padding if isinstance(padding, str) else each(padding), each(dilation), False, each(0), groups,
                         bias, padding_mode, device, dtype)

    def _conv_forward(self, input, weight, bias):
        around = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            around = (0,) * self._dims
        return self._function(input, weight, bias, self.stride, around, self.dilation, self.groups)

    def forward(self, input):
        """Convolve the input with the weight."""
        return self._conv_forward(input, self.weight, self.bias)


class Conv1d(_Conv):
    """Convolution of (N, C, L)."""

    _dims = 1
    _function = staticmethod(F.conv1d)


class Conv2d(_Conv):
    """Convolution of (N, C, H, W)."""

    _dims = 2
    _function = staticmethod(F.conv2d)


class Conv3d(_Conv):
    """Convolution of (N, C, D, H, W)."""

    _dims = 3
    _function = staticmethod(F.conv3d)


class _ConvTransposeNd(OwnInit, _ConvNd):
    """Transposed convolutions; a subclass says over how many dims."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1,
                 bias=True,
                 dilation=1, padding_mode="zeros", device=None, dtype=None):
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        each = _ntuple(self._dims)
        super().__init__(in_channels, out_channels, each(kernel_size), each(stride), each(padding), each(dilation),
                         True,
                         each(output_padding), groups, bias, padding_mode, device, dtype)

    def _smallest(self, input):
        """The sizes of the output without output_padding."""
        sizes = []
        for dim, size in enumerate(input.shape[input.dim() - self._dims :]):
            reach = self.dilation[dim] * (self.kernel_size[dim] - 1)
            sizes.append((size - 1) * self.stride[dim] - 2 * self.padding[dim] + reach + 1)
        return sizes

    def _output_padding(self, input, output_size):
        """What to add at the far ends such that the output has a size; several sizes of output come from one of
        input."""
        dims = self._dims
        if output_size is None:
            return tuple(self.output_padding)
        others = 2 if input.dim() == dims + 2 else 1
        wanted = output_size[others:] if len(output_size) == others + dims else output_size
        if len(wanted) != dims:
            raise ValueError(
                f"ConvTranspose{dims}D: for {input.dim()}D input, output_size must have "
                f"{dims} or {others + dims} elements (got {len(wanted)})"
            )
        least = self._smallest(input)
        most = [size + step - 1 for size, step in zip(least, self.stride)]
        if not all(low <= size <= high for low, size, high in zip(least, wanted, most)):
            raise ValueError(
                f"requested an output size of {wanted}, but valid sizes range "
                f"from {least} to {most} (for an input of {input.size()[2:]})"
            )
        return [size - low for size, low in zip(wanted, least)]

    def forward(self, input, output_size=None):
        """Spread each number of the input by the weight."""
        extra = self._output_padding(input, output_size)
        return self._function(input, self.weight, self.bias, self.stride, self.padding, extra, self.groups,
                              self.dilation)


class ConvTranspose1d(_ConvTransposeNd):
    """Transposed convolution of (N, C, L)."""

    _dims = 1
    _function = staticmethod(F.conv_transpose1d)


class ConvTranspose2d(_ConvTransposeNd):
    """Transposed convolution of (N, C, H, W)."""

    _dims = 2
    _function = staticmethod(F.conv_transpose2d)


class ConvTranspose3d(_ConvTransposeNd):
    """Transposed convolution of (N, C, D, H, W)."""

    _dims = 3
    _function = staticmethod(F.conv_transpose3d)


class _LazyConv(Module):
    """Takes in_channels from the first input, then becomes the class it stands for."""

    def _set_up(self, base, bias, device, dtype, out_channels, *sizes, **options):
        base.__init__(self, 0, 0, *sizes, bias=False, device=device, dtype=dtype, **options)
        self.out_channels = out_channels
        for name in ("weight", "bias") if bias else ("weight",):
            setattr(self, name, UninitializedParameter(device=device, dtype=dtype))

    def reset_parameters(self):
        """Draw the parameters anew, once there are any."""
        if self.in_channels and not is_lazy(self.weight):
            _spread_like_linear(self)

    def _take_channels(self, input):
        dims = self._dims
        if input.dim() not in (dims + 1, dims + 2):
            raise RuntimeError(
                f"Expected {dims + 1}D (unbatched) or {dims + 2}D (batched) input "
                f"to {type(self).__name__}, but got input of size: {input.shape}"
            )
        self.in_channels = input.shape[-1 - dims]
        _check_groups(self.groups, in_channels=self.in_channels)
        with no_grad():
            self.weight.materialize(self._weight_shape())
            if self.bias is not None:
                self.bias.materialize((self.out_channels,))
            self.reset_parameters()

    def forward(self, input, *args, **kwargs):
        """Take the channels and go on as the class it stands for."""
        self._take_channels(input)
        self.__class__ = self.cls_to_become
        return self.forward(input, *args, **kwargs)


def _lazy(base):
    """The lazy class of a convolution."""

    def of_conv(self, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                padding_mode="zeros",
                device=None, dtype=None):
        self._set_up(base, bias, device, dtype, out_channels, kernel_size, stride, padding, dilation, groups,
                     padding_mode=padding_mode)

    def of_transposed(self, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True,
                      dilation=1, padding_mode="zeros", device=None, dtype=None):
        self._set_up(base, bias, device, dtype, out_channels, kernel_size, stride, padding, output_padding, groups,
                     dilation=dilation, padding_mode=padding_mode)

    name, begin = "Lazy" + base.__name__, of_conv if issubclass(base, _Conv) else of_transposed
    begin.__name__, begin.__qualname__ = "__init__", name + ".__init__"
    body = {"__init__": begin, "cls_to_become": base, "__module__": __name__,
            "__doc__": f"{base.__name__} with in_channels from the first input."}
    return type(name, (_LazyConv, base), body)


LazyConv1d, LazyConv2d, LazyConv3d = [_lazy(base) for base in (Conv1d, Conv2d, Conv3d)]
LazyConvTranspose1d, LazyConvTranspose2d, LazyConvTranspose3d = [
    _lazy(base) for base in (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)
]
