"""Linear layers."""

import math

from torch.autograd.grad_mode import no_grad
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.modules.utils import add_parameters, listed
from torch.nn.parameter import UninitializedParameter, is_lazy

__all__ = ["Bilinear", "Identity", "LazyLinear", "Linear", "NonDynamicallyQuantizableLinear"]


def _spread(*parameters, reach):
    """Draw each parameter from the uniform distribution over [-reach, reach]; an absent one draws nothing."""
    for parameter in parameters:
        if parameter is not None:
            init.uniform_(parameter, -reach, reach)


class Identity(Module):
    """Returns its input."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class Linear(Module):
    """x @ weight.T + bias."""

    __constants__ = ["in_features", "out_features"]

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        add_parameters(
            self, device, dtype, weight=(out_features, in_features), bias=out_features if bias else None
        )
        self.reset_parameters()

    def reset_parameters(self):
        # The slope of sqrt(5) makes the reach of the weight 1 / sqrt(fan in), that of the bias too.
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            inputs = init._calculate_fan_in_and_fan_out(self.weight)[0]
            _spread(self.bias, reach=1 / math.sqrt(inputs) if inputs else 0)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return listed(self, "in_features", "out_features") + f", bias={self.bias is not None}"


class NonDynamicallyQuantizableLinear(Linear):
    """The output projection of MultiheadAttention."""


class Bilinear(Module):
    """x1 @ weight @ x2 + bias."""

    __constants__ = ["in1_features", "in2_features", "out_features"]

    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        if in1_features <= 0:
            raise ValueError(f"in1_features must be > 0, but got ({in1_features=})")
        self.in1_features, self.in2_features, self.out_features = in1_features, in2_features, out_features
        shape = (out_features, in1_features, in2_features)
        add_parameters(self, device, dtype, weight=shape, bias=out_features if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        _spread(self.weight, self.bias, reach=1 / math.sqrt(self.weight.shape[1]))

    def forward(self, input1, input2):
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self):
        sizes = listed(self, "in1_features", "in2_features", "out_features")
        return f"{sizes}, bias={self.bias is not None}"


class LazyLinear(Linear):
    """A Linear that takes in_features from its first input."""

    cls_to_become = Linear

    def __init__(self, out_features, bias=True, device=None, dtype=None):
        super().__init__(0, 0, bias=False, device=device, dtype=dtype)
        for name in ("weight", "bias") if bias else ("weight",):
            setattr(self, name, UninitializedParameter(device=device, dtype=dtype))
        self.out_features = out_features

    def reset_parameters(self):
        if self.in_features and not is_lazy(self.weight):
            super().reset_parameters()

    def forward(self, input):
        if is_lazy(self.weight):
            self._take_width(input.shape[-1])
        return F.linear(input, self.weight, self.bias)

    def _take_width(self, width):
        self.in_features = width
        with no_grad():
            self.weight.materialize((self.out_features, width))
            if self.bias is not None:
                self.bias.materialize((self.out_features,))
            self.reset_parameters()
        self.__class__ = self.cls_to_become
