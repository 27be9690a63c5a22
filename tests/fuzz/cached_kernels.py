# Kernels for cache_fuzz, which runs this again and again over a damaged cache: what it prints must not change.
import torch

torch.manual_seed(3)
x, w = torch.randn(33, 65), torch.randn(65, 17)


@torch.compile
def pointwise(a):
    return (a * 2 + a.relu()).exp().clamp(max=3.0) / 7


@torch.compile
def reduced(a):
    return torch.softmax(a, -1), a.sum(-1) * 0.5, a.abs().amax(-1)


@torch.compile
def product(a, b):
    return torch.relu(a @ b + 1) * 3


@torch.compile
def integers(n):
    return (n * 3 - 7) // 2 % 5, n > 4


def show(*tensors):
    for t in tensors:
        print(tuple(t.shape), [round(v, 4) for v in t.double().flatten()[:: max(1, t.numel() // 5)].tolist()])


show(pointwise(x))
show(*reduced(x))
show(product(x, w))
show(*integers(torch.arange(40)))
weight = torch.randn(65, requires_grad=True)
loss = torch.compile(lambda a: (torch.tanh(a * weight).square()).mean())(x)
loss.backward()
show(loss.detach(), weight.grad)
