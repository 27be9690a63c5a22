# Views of a wider dtype whose root starts between two of its elements, and the same run from other starts.
import torch


def show(f, *a):
    try:
        r = f(*a)
        print([t.tolist() for t in r] if isinstance(r, tuple) else r.tolist())
    except RuntimeError as e:
        print(e)


@torch.compile
def wider(x):
    return x[2:].view(torch.int32) + 1, x[2:].view(torch.int32)


b = torch.arange(64, dtype=torch.int8)
for at in (2, 2, 2, 6, 10, 3, 4, 2):
    show(wider, b[at:at + 10])


@torch.compile
def from_start(x):
    return x.view(torch.int32) + 1


for at in (0, 0, 0, 4, 1, 2, 3, 8):
    show(from_start, b[at:at + 8])


@torch.compile
def doubles(x):
    return x[1:].view(torch.float64) * 1


c = torch.arange(32.)
for at in (1, 1, 1, 3, 2, 5):
    show(doubles, c[at:at + 5])


@torch.compile
def pairs(x):
    z = torch.view_as_complex(x[1:9].view(-1, 2))
    return z.real + 0, torch.view_as_real(z + 1), z.imag


for at in (1, 1, 1, 3, 5, 2, 4, 1):
    show(pairs, c[at:at + 10])


@torch.compile
def in_place(x):
    y = x[1:5].view(torch.float64)
    y.add_(1.0)
    return x * 1, y + 0


for at in (1, 1, 1, 3, 2, 7):
    show(in_place, torch.arange(20.)[at:at + 6])


@torch.compile
def complex_in_place(x):
    y = x[1:5].view(torch.complex64)
    y.mul_(2j)
    return x * 1, torch.view_as_real(y)


for at in (3, 3, 3, 5, 2, 3):
    show(complex_in_place, torch.arange(20.)[at:at + 8])


def slope(x):
    x = x.detach().requires_grad_()
    torch.view_as_complex(x[1:].view(-1, 2)).abs().sum().backward()
    return x.grad


compiled_slope = torch.compile(slope)
for at in (1, 1, 1, 3, 3, 2):
    show(compiled_slope, torch.arange(20.)[at:at + 5])
