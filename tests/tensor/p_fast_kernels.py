# Matrix products, convolutions, pooling and attention in sizes that take each path of their kernels: several blocks,
# odd edges, vectors, Winograd tiles, strided and padded windows, masks.
import torch
import torch.nn.functional as F

torch.manual_seed(0)


def show(name, t):
    print(name, tuple(t.shape), "%.4g" % t.detach().abs().sum().item(), "%.4g" % (t.detach() ** 2).sum().item())


for m, k, n in [(64, 784, 256), (1, 512, 300), (5, 33, 17), (128, 300, 515), (400, 257, 130), (2, 3, 4), (300, 64, 1)]:
    x = torch.randn(m, k, requires_grad=True)
    w = torch.randn(n, k, requires_grad=True)
    b = torch.randn(n, requires_grad=True)
    y = F.linear(x, w, b)
    y.square().mean().backward()
    show("linear", y)
    for t in (x, w, b):
        show("  grad", t.grad)
    show("  plain", x.detach() @ w.detach().t().contiguous())
    show("  double", x.detach().double() @ w.detach().double().t())

shapes = [
    (1, 64, 28, 28, 64, 3, 1, 1),
    (2, 32, 26, 27, 64, 3, 1, 0),
    (2, 16, 13, 13, 24, 3, 1, 1),
    (1, 3, 30, 30, 8, 7, 2, 3),
    (3, 16, 9, 9, 16, 3, 2, 1),
    (4, 40, 15, 12, 33, 3, 1, 2),
    (2, 8, 6, 6, 8, 1, 1, 0),
]
for n, c, h, w, o, k, stride, padding in shapes:
    x = torch.randn(n, c, h, w, requires_grad=True)
    weight = torch.randn(o, c, k, k, requires_grad=True)
    b = torch.randn(o, requires_grad=True)
    y = F.conv2d(x, weight, b, stride, padding)
    y.square().mean().backward()
    show("conv", y)
    for t in (x, weight, b):
        show("  grad", t.grad)

for args in [(2, None, 0), (3, 2, 1), (2, 1, 0), (3, 3, 1, 1, True), (3, 1, 1, 2), (5, 4, 2)]:
    x = torch.randn(2, 3, 17, 19, requires_grad=True)
    y, at = F.max_pool2d(x, *args, return_indices=True)
    y.square().sum().backward()
    show("pool", y)
    print("  indices", at.sum().item())
    show("  grad", x.grad)
x = torch.full((1, 1, 4, 4), -float("inf"))
x[0, 0, 1, 1] = float("nan")
print(F.max_pool2d(x, 2, return_indices=True))

for B, H, L, S, D, causal, kind in [
    (2, 3, 5, 5, 4, True, 0),
    (2, 4, 130, 130, 16, True, 0),
    (1, 2, 7, 9, 8, False, 1),
    (1, 2, 100, 200, 8, False, 2),
    (2, 2, 1, 33, 16, False, 0),
    (1, 1, 5, 3, 4, True, 0),
]:
    q, k, v = [torch.randn(B, n, H, D).transpose(1, 2).requires_grad_() for n in (L, S, S)]
    mask = None
    if kind == 1:
        mask = torch.rand(L, S) > 0.3
    if kind == 2:
        mask = torch.randn(B, 1, L, S)
    y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=causal)
    y.square().sum().backward()
    show("attention", y)
    print(" ", y.stride(), y.grad_fn.name())
    for t in (q, k, v):
        show("  grad", t.grad)

x = torch.linspace(-8, 8, 1003)
y = F.gelu(x)
show("gelu", y)
print((y.double() - F.gelu(x.double())).abs().max().item() < 1e-6)
print(torch.signbit(F.gelu(torch.tensor([-8.0, -30.0]))), F.gelu(torch.tensor([float("inf"), float("nan")])))
show("  strided", F.gelu(x[::3]))
show("  tanh", F.gelu(x, approximate="tanh"))
print((F.gelu(x) - torch.compile(F.gelu)(x)).abs().max().item() < 1e-6)
show("cube", x**3)
show("cube of integers", (torch.arange(-5, 6) ** 3).double())
for n in (1, 63, 64, 65, 1000, 32768, 70001):
    show("sum", (torch.arange(3 * n) % 7 * 0.1).reshape(3, n).sum(1))
print("%.3g" % torch.full((100000,), 0.1).sum().item())
