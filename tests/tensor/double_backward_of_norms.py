# Gradients of gradients through normalizations, running products and scattered products, checked against numbers.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import grad, gradcheck, gradgradcheck

torch.manual_seed(0)


def draw(*sizes):
    return torch.randn(*sizes, dtype=torch.double, requires_grad=True)


w, b = draw(4), draw(4)
mean, var = torch.rand(4).double(), torch.rand(4).double() + 0.5
cases = {
    "layer_norm": (lambda x, w, b: F.layer_norm(x, (4,), w, b), (draw(3, 4), w, b)),
    "layer_norm plain": (lambda x: F.layer_norm(x, (3, 4)), (draw(2, 3, 4),)),
    "group_norm": (lambda x, w, b: F.group_norm(x, 2, w, b), (draw(2, 4, 3), w, b)),
    "group_norm plain": (lambda x: F.group_norm(x, 2), (draw(2, 4, 2),)),
    "batch_norm": (lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True), (draw(3, 4, 2), w, b)),
    "batch_norm plain": (lambda x: F.batch_norm(x, None, None, training=True), (draw(5, 4),)),
    "batch_norm eval": (lambda x, w, b: F.batch_norm(x, mean, var, w, b), (draw(3, 4), w, b)),
    "instance_norm": (lambda x, w, b: F.instance_norm(x, weight=w, bias=b), (draw(2, 4, 3), w, b)),
    "rms_norm": (lambda x, w: F.rms_norm(x, (4,), w), (draw(3, 4), w)),
    "cumprod": (lambda x: x.cumprod(1), (draw(2, 5),)),
    "cumprod dim 0": (lambda x: x.cumprod(0), (draw(4, 2),)),
    "scatter prod": (lambda x, s: x.scatter_reduce(0, torch.tensor([[0, 0, 1], [2, 0, 1]]), s, "prod"), (draw(3, 3), draw(2, 3))),
    "scatter prod without self": (
        lambda x, s: x.scatter_reduce(0, torch.tensor([[0, 0, 1], [2, 0, 1]]), s, "prod", include_self=False),
        (draw(3, 3), draw(2, 3)),
    ),
}
for name, (f, inputs) in cases.items():
    print(name, gradcheck(f, inputs), gradgradcheck(f, inputs))

# A gradient penalty through a critic.
for m in (nn.LayerNorm(4), nn.GroupNorm(1, 4), nn.BatchNorm1d(4)):
    torch.manual_seed(1)
    m = m.double()
    x = draw(6, 4)
    (g,) = grad(m(x).pow(3).sum(), x, create_graph=True)
    ((g.norm(2, dim=1) - 1) ** 2).mean().backward()
    print(type(m).__name__, round(x.grad.norm().item(), 3), [round(p.grad.norm().item(), 3) for p in m.parameters()])

# Zeros.
x = torch.tensor([2.0, 0.0, 3.0, 0.0, 5.0], dtype=torch.double, requires_grad=True)
print(grad(x.cumprod(0).sum(), x)[0])
(g,) = grad(x.cumprod(0).pow(2).sum(), x, create_graph=True)
print(grad(g.sum(), x)[0])
s = torch.tensor([2.0, 0.0, 3.0, 0.0], dtype=torch.double, requires_grad=True)
o = torch.ones(3, dtype=torch.double, requires_grad=True)
print(grad(o.scatter_reduce(0, torch.tensor([0, 0, 1, 2]), s, "prod").sum(), (o, s)))
