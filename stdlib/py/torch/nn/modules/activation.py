"""Activations as modules: each calls the function of torch.nn.functional of the same kind with its options."""

from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.utils import OwnInit, add_parameters, keep, listed

__all__ = [
    "Threshold", "ReLU", "RReLU", "Hardtanh", "ReLU6", "Sigmoid", "Hardsigmoid", "Tanh", "SiLU", "Mish", "Hardswish",
    "ELU", "CELU", "SELU", "GLU", "GELU", "Hardshrink", "LeakyReLU", "LogSigmoid", "Softplus", "Softshrink", "PReLU",
    "Softsign", "Tanhshrink", "Softmin", "Softmax", "Softmax2d", "LogSoftmax",
]


class _Activation(Module):
    """A subclass has the function, the attributes that are its arguments after the input, and those that are shown;
    `inplace` is shown where it is true."""

    _function = None
    _arguments = ()
    _shown = ()

    def _set_up(self, given):
        Module.__init__(self)
        keep(self, given)

    def forward(self, input):
        """The function of the input."""
        return self._function(input, *[getattr(self, name) for name in self._arguments])

    def extra_repr(self):
        """The options."""
        text = listed(self, *[name for name in self._shown if name != "inplace"])
        if "inplace" in self._shown and self.inplace:
            return text + ", inplace=True" if text else "inplace=True"
        return text


class _InPlace(OwnInit, _Activation):
    """One whose only option is whether it overwrites its input."""

    __constants__ = ["inplace"]
    _shown = ("inplace",)

    def __init__(self, inplace=False):
        self._set_up(locals())

    def forward(self, input):
        """The function of the input."""
        return self._function(input, self.inplace)


class Threshold(_Activation):
    """x where x > threshold, else value."""

    _function, _arguments = staticmethod(F.threshold), ("threshold", "value", "inplace")
    _shown = _arguments

    def __init__(self, threshold, value, inplace=False):
        self._set_up(locals())


class ReLU(_InPlace):
    """max(0, x)."""

    _function = staticmethod(F.relu)


class RReLU(_Activation):
    """Leaky ReLU with a random slope."""

    _function, _arguments = staticmethod(F.rrelu), ("lower", "upper", "training", "inplace")
    _shown = "lower", "upper", "inplace"

    def __init__(self, lower=1.0 / 8, upper=1.0 / 3, inplace=False):
        self._set_up(locals())


class Hardtanh(_Activation):
    """x clamped to [min_val, max_val]."""

    _function, _arguments = staticmethod(F.hardtanh), ("min_val", "max_val", "inplace")
    _shown = _arguments

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        Module.__init__(self)
        # min_value and max_value are what the bounds were called once.
        self.min_val = min_val if min_value is None else min_value
        self.max_val = max_val if max_value is None else max_value
        self.inplace = inplace
        if self.min_val >= self.max_val:
            raise AssertionError(f"max_val ({self.max_val}) must be greater than min_val ({self.min_val})")


class ReLU6(Hardtanh):
    """min(max(0, x), 6)."""

    _shown = ("inplace",)

    def __init__(self, inplace=False):
        super().__init__(0.0, 6.0, inplace)


class Sigmoid(_Activation):
    """1 / (1 + exp(-x))."""

    _function = staticmethod(F.sigmoid)


class Hardsigmoid(_InPlace):
    """A piecewise linear sigmoid."""

    _function, _shown = staticmethod(F.hardsigmoid), ()


class Tanh(_Activation):
    """tanh(x)."""

    _function = staticmethod(F.tanh)


class SiLU(_InPlace):
    """x * sigmoid(x)."""

    _function = staticmethod(F.silu)


class Mish(_InPlace):
    """x * tanh(softplus(x))."""

    _function = staticmethod(F.mish)


class Hardswish(_InPlace):
    """x * relu6(x + 3) / 6."""

    _function, _shown = staticmethod(F.hardswish), ()


class ELU(OwnInit, _Activation):
    """x where positive, else alpha * (exp(x) - 1)."""

    _function, _arguments = staticmethod(F.elu), ("alpha", "inplace")
    _shown = _arguments

    def __init__(self, alpha=1.0, inplace=False):
        self._set_up(locals())


class CELU(ELU):
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1))."""

    _function = staticmethod(F.celu)


class SELU(_InPlace):
    """The self-normalizing ELU."""

    _function = staticmethod(F.selu)


class GLU(_Activation):
    """a * sigmoid(b) for the two halves of x."""

    _function, _arguments = staticmethod(F.glu), ("dim",)
    _shown = _arguments

    def __init__(self, dim=-1):
        self._set_up(locals())


class GELU(_Activation):
    """x times the normal distribution function of x."""

    def __init__(self, approximate="none"):
        self._set_up(locals())

    def forward(self, input):
        """The function of the input."""
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        """The options."""
        return f"approximate={self.approximate!r}"


class _Shrink(OwnInit, _Activation):
    _arguments = ("lambd",)

    def __init__(self, lambd=0.5):
        self._set_up(locals())

    def extra_repr(self):
        """The bound."""
        return str(self.lambd)


class Hardshrink(_Shrink):
    """x where |x| > lambd, else 0."""

    _function = staticmethod(F.hardshrink)


class Softshrink(_Shrink):
    """x moved toward 0 by lambd."""

    _function = staticmethod(F.softshrink)


class LeakyReLU(_Activation):
    """x where positive, else negative_slope * x."""

    _function, _arguments = staticmethod(F.leaky_relu), ("negative_slope", "inplace")
    _shown = _arguments

    def __init__(self, negative_slope=1e-2, inplace=False):
        self._set_up(locals())


class LogSigmoid(_Activation):
    """log(sigmoid(x))."""

    _function = staticmethod(F.logsigmoid)


class Softplus(_Activation):
    """log(1 + exp(beta * x)) / beta."""

    _function, _arguments = staticmethod(F.softplus), ("beta", "threshold")
    _shown = _arguments

    def __init__(self, beta=1.0, threshold=20.0):
        self._set_up(locals())


class PReLU(_Activation):
    """Leaky ReLU with a trained slope."""

    _function, _arguments, _shown = staticmethod(F.prelu), ("weight",), ("num_parameters",)

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        self._set_up(locals())
        add_parameters(self, device, dtype, weight=num_parameters)
        self.reset_parameters()

    def reset_parameters(self):
        """Set all slopes to the first one."""
        from torch.nn.init import constant_

        constant_(self.weight, self.init)


class Softsign(_Activation):
    """x / (1 + |x|)."""

    _function = staticmethod(F.softsign)


class Tanhshrink(_Activation):
    """x - tanh(x)."""

    _function = staticmethod(F.tanhshrink)


class _AlongDim(OwnInit, _Activation):
    """Functions of all numbers along a dim. Without one the function guesses it and warns: at the module's caller."""

    _shown = ("dim",)
    dim = None  # of modules that were saved before there was a choice

    def __init__(self, dim=None):
        self._set_up(locals())

    def forward(self, input):
        """The function of the input."""
        return self._function(input, self.dim, _stacklevel=5)


class Softmin(_AlongDim):
    """softmax(-x)."""

    _function = staticmethod(F.softmin)


class Softmax(_AlongDim):
    """exp(x) scaled to sum 1."""

    _function = staticmethod(F.softmax)


class LogSoftmax(_AlongDim):
    """log(softmax(x))."""

    _function = staticmethod(F.log_softmax)


class Softmax2d(Module):
    """Softmax over the channels."""

    def forward(self, input):
        """The softmax of (N, C, H, W) or (C, H, W)."""
        if input.dim() in (3, 4):
            return F.softmax(input, -3, _stacklevel=5)
        raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead")
