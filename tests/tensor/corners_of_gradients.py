# Gradients where a value is NaN, zero, below zero or complex, and of what has none.
import torch
import torch.nn.functional as F

nan = float("nan")
x = torch.tensor([[0.0, 1.0, nan], [2, 3, nan]], requires_grad=True)
for f in (torch.max, torch.min, torch.median, torch.nanmedian, torch.amax):
    print(f.__name__, torch.autograd.grad(f(x), x)[0])
print(torch.autograd.grad(torch.max(x[:, :2]), x)[0])
t = torch.tensor([2.0, 1, 1, 3, 1], requires_grad=True)
for f in (torch.max, torch.min, torch.median, torch.nanmedian):
    print(f.__name__, torch.autograd.grad(f(t), t)[0])

for sign in (1, -1):
    a = torch.diag(torch.tensor([2.0, 3.0 * sign])).requires_grad_()
    y = torch.logdet(a)
    print(y.detach(), torch.autograd.grad(y, a)[0].abs())

z = torch.tensor([[3 + 4j, 0j], [1 - 1j, -2j]], requires_grad=True)
for p in (1, 1.5, 2, 3, float("inf"), -float("inf")):
    print(p, torch.autograd.grad(torch.linalg.vector_norm(z, p), z)[0] + 0)
print(torch.autograd.grad(torch.linalg.matrix_norm(z, 1), z)[0] + 0, torch.autograd.grad(z.norm(1, dim=1).sum(), z)[0] + 0)
r = torch.tensor([0.0, 2.0, -1.0], requires_grad=True)
print(torch.autograd.grad(torch.linalg.vector_norm(r, 0.5), r)[0])

v = torch.tensor([3.0, 1, 1, 2], requires_grad=True)
for f in (torch.unique, torch.unique_consecutive, lambda t: torch.unique(t, dim=0)):
    u = f(v)
    print(u)
    try:
        u.sum().backward()
    except NotImplementedError as e:
        print(e)

w = torch.sin(torch.arange(48, dtype=torch.float64) * 1.3).reshape(1, 3, 4, 4).requires_grad_()
for f in (lambda t: F.avg_pool3d(t, 2, None, 0, True), lambda t: F.local_response_norm(t, 2)):
    (g,) = torch.autograd.grad((f(w) ** 3).sum(), w, create_graph=True)
    print(torch.autograd.grad((g * g).sum(), w)[0].sum(-1))
print(F.avg_pool1d(w[0], 2, None).sum(-1).detach(), F.avg_pool2d(w, 2, None).sum(-1).detach())

q = torch.sin(torch.arange(12, dtype=torch.float64)).reshape(1, 1, 3, 4).requires_grad_()
y = F.scaled_dot_product_attention(q[..., ::2], q[..., ::2], q[..., 1::2])
(g,) = torch.autograd.grad((y * y).sum(), q, create_graph=True)
print(y.stride(), torch.autograd.grad((g * g).sum(), q)[0])
