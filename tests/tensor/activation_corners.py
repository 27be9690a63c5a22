# Gradients of activations at NaN, infinities and zeros of both signs; roots in float16; out= tensors that reach an operand
# once they are resized.
import torch
import torch.nn.functional as F

nan, inf = float("nan"), float("inf")
for dtype in (torch.float64, torch.float32, torch.float16, torch.bfloat16):
    points = torch.tensor([nan, inf, -inf, 3, -3, 6, 0, -0.0, 1, -1, 0.5, -0.5], dtype=dtype)
    g = torch.arange(1, 13).to(dtype)
    for f in (F.relu, lambda t: F.threshold(t, 0.5, 0.1), F.hardswish, F.hardsigmoid, lambda t: t.clamp(-1, 1)):
        x = points.clone().requires_grad_()
        print(torch.autograd.grad(f(x), x, g)[0].tolist())
    x = torch.tensor([0.0, -0.0], dtype=dtype, requires_grad=True)
    (d,) = torch.autograd.grad(F.logsigmoid(x).sum(), x, create_graph=True)
    print(d.tolist(), torch.autograd.grad(d.sum(), x)[0].tolist())
    for eps in (None, 0.25, 0.0, -1.0, 0.625):
        x = torch.tensor([0.0, -0.0, 1.0, -1.0, nan, inf, -inf, 0.25, 0.75, 0.5, 1.5], dtype=dtype, requires_grad=True)
        y = torch.logit(x, eps)
        print(eps, [round(v, 2) for v in y.tolist()], [round(v, 1) for v in torch.autograd.grad(y.sum(), x)[0].tolist()])
    x = torch.tensor([0.0, 0.0, 0.0, 0.0, 1.0, 2.0, nan, 0.0, -1.0], dtype=dtype, requires_grad=True)
    o = torch.tensor([2.0, 0.0, -1.0, nan, 2.0, 0.0, 1.0, inf, 2.0], dtype=dtype, requires_grad=True)
    print([t.tolist() for t in torch.autograd.grad(torch.xlogy(x, o).sum(), (x, o))])
    for number in (2.0, 0.0, -1.0):
        print(torch.autograd.grad(torch.xlogy(x, number).sum(), x)[0].tolist())
    print(torch.autograd.grad(torch.xlogy(3.0, o).sum(), o)[0].tolist())
    x = torch.tensor([-0.0, 0.0, -inf, inf, 4.0, nan], dtype=dtype)
    print([(x**p).tolist() for p in (0.5, -0.5, 3, -2, -1)])

a = torch.arange(8.0)
for f in (lambda: torch.cat([a, a], out=a[2:2]), lambda: torch.stack([a, a], out=a[2:2]), lambda: torch.cumsum(a, 0, out=a[2:2]),
          lambda: torch.gather(a, 0, torch.tensor([1, 2]), out=a[2:2])):
    try:
        print(f())
    except RuntimeError as e:
        print(e)
