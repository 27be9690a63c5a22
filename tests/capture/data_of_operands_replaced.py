# A tensor whose data is replaced inside compiled code: what is pending keeps the old one, what follows sees the new.
import torch
import torch.nn as nn


def replaced(x):
    y = x.clone()
    before = y * 3
    y.data = torch.ones(7).double()
    return before, y * 2


def parameters(x):
    return nn.GRU(4, 3).double()(x)[0].dtype, nn.Linear(4, 3).half().weight.dtype


def converted(x):
    torch.manual_seed(0)
    m = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3)).to(torch.float64)
    return m(x)


outside = nn.Linear(2, 2)


def of_outside(x):
    outside.double()
    first = outside.weight.dtype, (outside.weight * x.double()).sum().dtype
    outside.float()
    return first, outside(x).dtype


def twice(x):
    y = x + 1
    y.data = x * 2
    y += 1
    y.data = y * y
    return y


def shares(x):
    y, z = x * 1, x + 5
    y.data = z
    z.add_(1)
    return y, z


def resized(x):
    y = x.clone()
    y.resize_(2)
    z = y * 2
    y.resize_(6).fill_(3)
    return z, y + 1


x = torch.arange(4.0)
for f, a in ((replaced, x), (parameters, torch.rand(4, 4).double()), (converted, torch.arange(8.0).double().view(2, 4)),
             (of_outside, torch.ones(2)), (twice, x), (shares, x), (resized, x)):
    compiled = torch.compile(f)
    for _ in range(4):
        print(f.__name__, compiled(a))
