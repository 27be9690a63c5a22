# Elements that are equal to the extreme or the median share its gradient: counts beyond a narrow dtype, infinities, NaN.
import torch

inf, nan = float("inf"), float("nan")
for f in (torch.max, torch.min, torch.median, torch.nanmedian, torch.amax, torch.amin):
    for dtype in (torch.float16, torch.bfloat16, torch.float32):
        x = torch.ones(70000, dtype=dtype, requires_grad=True)
        f(x).backward()
        print(f.__name__, dtype, x.grad[:2].tolist(), x.grad.dtype)
    for data in ([1.0, 1.0, 0.0], [1.0, nan, 0.0], [nan, nan, nan], [inf, inf, 1.0], [-inf, -inf, 0.0]):
        for gradient in (1.0, inf, -inf, nan, 1e30):
            x = torch.tensor(data, requires_grad=True)
            f(x).backward(torch.tensor(gradient))
            print(data, gradient, x.grad.tolist())
x = torch.tensor([[1.0, 1, 0], [2, 3, 3]], requires_grad=True)
for keepdim in (False, True):
    print(torch.autograd.grad(x.amax(1, keepdim=keepdim).sum() * inf, x)[0])
    print(torch.autograd.grad(x.amin(1, keepdim=keepdim).sum(), x)[0])
for f in (torch.max, torch.min, torch.median, torch.nanmedian):
    (g,) = torch.autograd.grad(f(x) ** 3, x, create_graph=True)
    print(torch.autograd.grad((g * g).sum(), x)[0])
    print(torch.func.vmap(torch.func.grad(f))(x.detach()))
