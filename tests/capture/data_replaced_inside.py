# The data of a tensor is replaced inside a captured function, by another size and dtype: what follows sees the new data,
# in the first call and in those that are replayed.
import torch

layer = torch.nn.Linear(2, 2)
torch.nn.init.ones_(layer.weight)


def show(name, f, *args):
    f = torch.compile(f)
    for _ in range(3):
        print(name, f(*args))


def other_size(x):
    x = x.clone()
    x.data = torch.ones(7).double()
    return x * 2


def pending(x):
    y = x + 1
    z = x * 3
    y.data = z
    return y + z, y.sum()


def view(x):
    y = x * 2
    v = y[1:]
    y.data = x
    return v, y, v + y[1:]


def whole_module(x):
    layer.half()
    return layer.weight.dtype, layer.weight.sum()


def made_inside(x):
    made = torch.nn.GRU(2, 3).double()
    y = made(x.double())[0]
    return y.shape, y.dtype, torch.nn.Linear(2, 3).double()(x.double()).dtype


def back(x):
    layer.float()
    y = layer(x).sum()
    layer.weight.data = layer.weight.data * 2
    return y.detach().dtype, layer.weight.sum().detach().isfinite()


show('size', other_size, torch.ones(4))
show('pending', pending, torch.ones(3))
show('view', view, torch.arange(3.))
show('module', whole_module, torch.ones(1))
show('made', made_inside, torch.ones(4, 2))
show('back', back, torch.ones(1, 2))
