# Parts of a complex tensor that is itself a slice: their elements are counted in another unit than its own.
import torch


def parts(x):
    return torch.view_as_real(x) * 2, x.real + x.imag


def changed(x):
    x.imag.add_(1)
    return x * 1


def part(x):
    return x.imag


for f in (parts, part):
    g = torch.compile(f)
    for k in (1, 2, 1, 0, 3, 2):
        print(g(torch.arange(6.0).to(torch.complex64).mul(1 + 2j)[k:]))
        print(g(torch.arange(12.0).to(torch.complex128).mul(1 - 2j)[k::2][:3]))
g = torch.compile(changed)
base = torch.arange(4.0) + 0j
for k in range(4):
    print(g(base[1:]), base)
