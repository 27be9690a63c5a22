# Operands of several dtypes: what is computed, in which dtype the result comes, what is refused and with which words.
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

warnings.simplefilter("ignore")
torch.manual_seed(0)
x = torch.randn(4, 8)
w, b = torch.rand(8) + 0.5, torch.randn(8)


def show(name, f):
    try:
        r = f()
        r = r[0] if isinstance(r, tuple) else r
        print(name, r.dtype, *(f"{v:.4f}" for v in r.float().flatten()[:3].tolist()))
    except Exception as e:
        print(name, type(e).__name__, e)


for on in (False, True):
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=on):
        for low in (torch.bfloat16, torch.float16):
            y = x.to(low)
            print("autocast" if on else "plain", low)
            show("layer_norm", lambda: F.layer_norm(y, (8,), w, b))
            show("layer_norm weight", lambda: F.layer_norm(y, (8,), w))
            show("rms_norm", lambda: F.rms_norm(y, (8,), w))
            show("group_norm", lambda: F.group_norm(y, 2, w, b))
            show("prelu", lambda: F.prelu(y, torch.tensor([0.25])))
            show("bilinear", lambda: F.bilinear(y, y, torch.ones(2, 8, 8)))
            show("cosine_similarity", lambda: F.cosine_similarity(y, x))
for d in (torch.bfloat16, torch.float16, torch.float64, torch.int64):
    y = torch.ones(2, 2, dtype=d)
    f = torch.ones(2, 2)
    show("rnn", lambda: nn.GRU(2, 2)(y))
    show("prelu", lambda: F.prelu(y, torch.ones(1)))
    show("addmm", lambda: torch.addmm(f, y, f))
    show("addmm", lambda: torch.addmm(y, f, f))
    show("linear", lambda: F.linear(y, f, y[0]))
    show("addbmm", lambda: torch.addbmm(y, f[None], f[None]))
    show("baddbmm", lambda: torch.baddbmm(f[None], y[None], f[None]))
    show("baddbmm", lambda: torch.baddbmm(y[None], f[None], f[None]))
    show("bilinear", lambda: F.bilinear(y, f, f[None], torch.ones(1)))
    for weight in (torch.float32, torch.float64):
        for bias in (None, torch.float32, torch.bfloat16):
            args = torch.ones(2, 4, 3, dtype=weight), None if bias is None else torch.ones(2, dtype=bias)
            if d != weight:
                show(f"conv1d {weight} {bias}", lambda: F.conv1d(torch.ones(1, 4, 8, dtype=d), *args))
y = x.bfloat16().requires_grad_()
w.requires_grad_()
b.requires_grad_()
F.layer_norm(y, (8,), w, b).sum().backward()
print(y.grad.dtype, w.grad.dtype, b.grad)
# Half precision: what is rounded, and how often.
torch.manual_seed(0)
for d in (torch.bfloat16, torch.float16):
    x, w, b = torch.randn(16, 64).to(d), torch.randn(32, 64).to(d), torch.randn(32).to(d)
    for name, r in (
        ("linear", F.linear(x, w, b)), ("addmm", torch.addmm(b, x, w.T, beta=0.5, alpha=0.3)),
        ("baddbmm", torch.baddbmm(x.view(2, 8, 64)[:, :, :16], x.view(2, 8, 64), w.view(2, 16, 64).mT, beta=0.5)),
        ("add", x + 0.1), ("sub", x - 0.1), ("rsub", 0.1 - x), ("mul", x * 0.3), ("div", x / 0.3), ("alpha", torch.add(x, x, alpha=0.3)),
        ("fmod", x.fmod(0.3)), ("remainder", x.remainder(0.3)), ("pow", x.abs() ** 0.3), ("rpow", 0.3**x),
        ("equal", (torch.tensor(0.1, dtype=d) == 0.1)), ("norm", x.norm()), ("norms", x.norm(dim=1)), ("normalize", F.normalize(x)),
        ("glu", F.glu(x)), ("cosine", F.cosine_similarity(x, x.flip(0))), ("rms_norm", F.rms_norm(x, (64,), w[0])),
        ("distance", F.pairwise_distance(x, x.flip(0))),
    ):
        print(d, name, r.double().sum().item(), r.double().pow(2).sum().item())
