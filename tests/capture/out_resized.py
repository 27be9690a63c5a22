# An empty tensor made inside and given as out= gets the sizes of the result, and its values, not those of other memory.
import torch


def fresh(x):
    return torch.square(x, out=torch.empty(0, dtype=x.dtype))


def other_sizes(x):
    out = torch.zeros(0)
    torch.add(x, x, out=out)
    return out * 2, out


def product(x):
    out = torch.empty(0)
    torch.matmul(x, x, out=out)
    return out


def from_outside(x, out):
    torch.mul(x, 3, out=out)
    return out + 1


for f in (fresh, other_sizes, product):
    g = torch.compile(f)
    for k in range(4):
        print(f.__name__, g(torch.arange(3.0) + k))
g = torch.compile(from_outside)
for k in range(4):
    out = torch.empty(0)
    print(g(torch.arange(3.0) + k, out), out)
