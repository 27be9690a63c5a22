# Gradients in float16 and bfloat16: PyTorch's kernels for activations compute them in float32 and round once; gradients
# that are made of several operations round each. logit outside of [0, 1] has none.
import torch
import torch.nn.functional as F

x64 = torch.sin(torch.arange(64, dtype=torch.float64) * 0.7) * 3
g64 = torch.cos(torch.arange(64, dtype=torch.float64) * 1.3)
functions = [F.gelu, lambda t: F.gelu(t, approximate="tanh"), F.silu, F.mish, F.softplus, lambda t: F.softplus(t, 2.0), F.elu,
             F.selu, F.celu, F.logsigmoid, F.hardswish, F.hardsigmoid, F.tanhshrink, F.leaky_relu, F.softsign, torch.tanh,
             torch.sigmoid, torch.exp2, torch.sinc, torch.exp, torch.expm1, torch.atan, torch.square,
             lambda t: torch.log(t.abs() + 0.5), lambda t: torch.log2(t.abs() + 0.5), lambda t: torch.log10(t.abs() + 0.5),
             lambda t: torch.log1p(t.abs()), lambda t: torch.sqrt(t.abs() + 0.5), lambda t: torch.rsqrt(t.abs() + 0.5)]
for dtype in (torch.float16, torch.bfloat16):
    for f in functions:
        x = x64.to(dtype).requires_grad_()
        y = f(x)
        y.backward(g64.to(dtype))
        print(f"{y.double().sum().item():.4f}", x.grad.double().sum().item())
    x = x64.to(dtype)
    p = (x64.abs() / 3.5 + 0.02).to(dtype)
    print(torch.xlogy(x, p).double().sum().item(), torch.xlogy(x, 0.3).double().sum().item(), torch.logit(p).double().sum().item())
    for e in (3, -2, -1, 2, 4, -3):
        q = p.clone().requires_grad_()
        y = q**e
        y.backward(x)
        print(y.double().sum().item(), q.grad.double().sum().item())
    print(torch.special.xlog1py(x, p).double().sum().item(), torch.special.entr(p).double().sum().item())

for dtype in (torch.float32, torch.bfloat16):
    for eps in (None, 0.25):
        x = torch.tensor([-1.0, 0, 0.25, 0.5, 0.75, 0.9, 1, 2, float("nan")], dtype=dtype, requires_grad=True)
        y = torch.logit(x, eps)
        y.backward(torch.ones_like(y))
        print(y.tolist(), x.grad.tolist())
