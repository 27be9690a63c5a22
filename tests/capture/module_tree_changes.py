# Iteration over modules and parameters costs a captured call nothing until something of the tree changes; then the
# next call notices. Each change is made between two calls.
import torch
from torch import nn

BACKEND = "eager"


def show(what, f, *args):
    print(what, f(*args).tolist(), f(*args).tolist())


def linear(weight):
    layer = nn.Linear(1, 1)
    with torch.no_grad():
        layer.weight.fill_(weight)
        layer.bias.zero_()
    return layer


class Scale(nn.Module):
    def __init__(self, by):
        super().__init__()
        self.by = by

    def forward(self, x):
        return x * self.by


torch.set_grad_enabled(False)
x = torch.ones(1)

# --- Sequential: the dict of its modules
net = nn.Sequential(linear(2.0), Scale(3), linear(0.5))
f = torch.compile(net, backend=BACKEND)
show("as built", f, x)
net.append(Scale(10))
show("appended", f, x)
del net[1]
show("deleted", f, x)
net[0] = Scale(7)
show("replaced", f, x)
net.insert(1, Scale(-1))
show("inserted", f, x)
net._modules["2"] = Scale(100)
show("in its dict", f, x)
net._modules = {"a": Scale(5)}
show("another dict", f, x)
net[0].by = 6
show("an attribute", f, x)
net[0].forward = lambda x: x - 1
show("a forward of its own", f, x)
del net[0].forward
show("gone again", f, x)

# --- parameters
net = nn.Sequential(linear(2.0), linear(3.0))
f = torch.compile(net, backend=BACKEND)
show("parameters", f, x)
net[0].weight = nn.Parameter(torch.full((1, 1), 4.0))
show("replaced", f, x)
net[1].bias.add_(1)
show("written", f, x)
net[1]._parameters["bias"] = None
show("none", f, x)
net[0].weight.data = torch.full((1, 1), 5.0)
show("its data", f, x)

# --- hooks
handle = net[1].register_forward_hook(lambda module, args, out: out + 100)
show("forward hook", f, x)
other = net[0].register_forward_pre_hook(lambda module, args: (args[0] * 2,))
show("pre-hook", f, x)
handle.remove()
show("hook removed", f, x)
other.remove()
show("pre-hook removed", f, x)
everywhere = nn.modules.module.register_module_forward_hook(
    lambda module, args, out: out + 1 if isinstance(module, nn.Linear) else None
)
show("global hook", f, x)
everywhere.remove()
show("global hook removed", f, x)


# --- classes
class Twice(nn.Sequential):
    def __iter__(self):
        for module in super().__iter__():
            yield module
            yield module


net = Twice(Scale(2), Scale(3))
f = torch.compile(net, backend=BACKEND)
show("a generator as __iter__", f, x)
Twice.__iter__ = lambda self: iter([Scale(9)])
show("another __iter__", f, x)
del Twice.__iter__
show("the inherited one", f, x)
Scale.forward = lambda self, x: x + self.by
show("another forward", f, x)


class Half(nn.Module):
    def forward(self, x):
        return x / 2


net[0].__class__ = Half
show("another class", f, x)


# --- ParameterList, ModuleList, ModuleDict
class Lists(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = nn.ParameterList([torch.full((1,), float(i)) for i in range(1, 4)])
        self.layers = nn.ModuleList([Scale(1), Scale(2)])
        self.table = nn.ModuleDict({"a": Scale(3), "b": Scale(4)})
        self.on = True

    def forward(self, x):
        for w in self.weights:
            if self.on:
                x = x * w
        for i, layer in enumerate(self.layers):
            x = layer(x) + i
        for key, layer in self.table.items():
            x = layer(x) * len(key)
        for layer, w in zip(self.layers, self.weights):
            x = layer(x) + w
        return x


net = Lists()
f = torch.compile(net, backend=BACKEND)
show("lists", f, x)
net.weights.append(torch.full((1,), 5.0))
show("a parameter more", f, x)
net.weights[0] = nn.Parameter(torch.full((1,), 11.0))
show("another parameter", f, x)
net.layers.append(Scale(8))
show("a layer more", f, x)
net.layers[0] = Scale(-3)
show("another layer", f, x)
net.table["bb"] = Scale(1)
show("an entry more", f, x)
first = net.table.pop("a")
show("an entry less", f, x)
net.table["a"] = first
show("another order", f, x)
net.on = False
show("a flag", f, x)
