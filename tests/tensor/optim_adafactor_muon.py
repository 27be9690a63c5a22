"""Adafactor and Muon: parameters, states and errors."""
import torch


def params():
    torch.manual_seed(1)
    return [torch.nn.Parameter(torch.randn(*s)) for s in ((4, 3), (2, 5), (6, 6))]


def run(make, ps, steps=4):
    o = make(ps)
    g = torch.Generator().manual_seed(3)
    for _ in range(steps):
        for p in ps: p.grad = torch.randn(p.shape, generator=g)
        o.step()
    for p in ps: print(["%.4f" % v for v in p.flatten()[:5].tolist()])
    print({k: (tuple(v.shape) if isinstance(v, torch.Tensor) else v) for k, v in o.state_dict()["state"][0].items()}, sorted(o.param_groups[0]))


for kw in ({}, {"lr": 0.1, "weight_decay": 0.1}, {"beta2_decay": -0.5, "eps": (1e-3, 0.1), "d": 2.0, "maximize": True}):
    run(lambda ps: torch.optim.Adafactor(ps, **kw), params() + [torch.nn.Parameter(torch.ones(3)), torch.nn.Parameter(torch.ones(2, 3, 4))])
for kw in ({"lr": 0.05}, {"lr": 0.1, "nesterov": False}, {"lr": 0.1, "adjust_lr_fn": "match_rms_adamw", "momentum": 0.5, "weight_decay": 0.5, "ns_steps": 3}):
    ps = params()
    before = [p.detach().clone() for p in ps]
    o = torch.optim.Muon(ps, **kw)
    g = torch.Generator().manual_seed(3)
    for _ in range(3):
        for p in ps: p.grad = torch.randn(p.shape, generator=g)
        o.step()
    for p, b in zip(ps, before): print([round(v, 2) + 0.0 for v in (p - b).flatten()[:5].tolist()])
    print({k: tuple(v.shape) for k, v in o.state_dict()["state"][0].items()}, sorted(o.param_groups[0]))
p = params()[0]
for make in (lambda: torch.optim.Adafactor([p], lr=-1), lambda: torch.optim.Adafactor([p], d=0.5), lambda: torch.optim.Adafactor([p], beta2_decay=1), lambda: torch.optim.Adafactor([p], eps=(-1, 0)), lambda: torch.optim.Adafactor([p], eps=(None, -1)),
             lambda: torch.optim.Adafactor([p], weight_decay=-1), lambda: torch.optim.Adafactor([p], lr=torch.ones(2)), lambda: torch.optim.Muon([torch.nn.Parameter(torch.ones(3))]), lambda: torch.optim.Muon([p], lr=-1), lambda: torch.optim.Muon([p], momentum=-1),
             lambda: torch.optim.Muon([p], weight_decay=-1), lambda: torch.optim.Muon([p], adjust_lr_fn="x")):
    try: make(); print("no error")
    except Exception as e: print(type(e).__name__, e)
