"""Every schedule: twelve steps, states saved and restored, steps to a given epoch, errors."""
import warnings

import torch
from torch.optim import lr_scheduler as S

warnings.simplefilter("ignore")


def make(kind="sgd", groups=2):
    ps = [{"params": [torch.zeros(2, requires_grad=True)], "lr": 0.1 * (i + 1)} for i in range(groups)]
    return torch.optim.SGD(ps, lr=0.1, momentum=0.9) if kind == "sgd" else torch.optim.Adam(ps, lr=0.1)


class Half:
    def __init__(self): self.k = 2
    def __call__(self, e): return 1 / (e + self.k)


cases = {
    "lambda": lambda o: S.LambdaLR(o, [lambda e: 0.9 ** e, Half()]), "mult": lambda o: S.MultiplicativeLR(o, lambda e: 0.9),
    "step": lambda o: S.StepLR(o, 3), "multi": lambda o: S.MultiStepLR(o, [2, 5, 5], 0.5),
    "const": lambda o: S.ConstantLR(o, 0.25, 4), "linear": lambda o: S.LinearLR(o, 0.25, 0.75, 5), "exp": lambda o: S.ExponentialLR(o, 0.9),
    "poly": lambda o: S.PolynomialLR(o, 7, 2.0), "cos": lambda o: S.CosineAnnealingLR(o, 4, 0.01), "warm": lambda o: S.CosineAnnealingWarmRestarts(o, 2, 2, 0.01),
    "warm1": lambda o: S.CosineAnnealingWarmRestarts(o, 3), "cyc": lambda o: S.CyclicLR(o, 0.01, 0.1, 3), "cyc2": lambda o: S.CyclicLR(o, [0.01, 0.02], 0.1, 2, 4, mode="triangular2"),
    "cyc3": lambda o: S.CyclicLR(o, 0.01, 0.1, 3, mode="exp_range", gamma=0.9, cycle_momentum=False),
    "cycf": lambda o: S.CyclicLR(o, 0.01, 0.1, 3, scale_fn=lambda x: 1 / x, scale_mode="cycle"),
    "one": lambda o: S.OneCycleLR(o, 0.1, 20), "one3": lambda o: S.OneCycleLR(o, [0.1, 0.2], epochs=4, steps_per_epoch=5, three_phase=True, anneal_strategy="linear"),
    "seq": lambda o: S.SequentialLR(o, [S.ConstantLR(o, 0.1, 3), S.ExponentialLR(o, 0.8), S.StepLR(o, 2)], [3, 7]),
    "chain": lambda o: S.ChainedScheduler([S.ConstantLR(o, 0.5, 3), S.ExponentialLR(o, 0.9)]),
}
for name, build in cases.items():
    for kind in ("sgd", "adam"):
        o = make(kind)
        s = build(o)
        for _ in range(12):
            o.step()
            s.step()
            print(name, ["%.12g" % v for v in s.get_last_lr()], [g["momentum"] if kind == "sgd" else g["betas"] for g in o.param_groups][:1])
    state = s.state_dict()
    print(sorted(k for k in state if "scale_fn" not in k))
    t = build(make(kind))
    t.load_state_dict(state)
    print(getattr(t, "last_epoch", None), t.get_last_lr(), sorted(o.param_groups[0]))
    if name not in ("seq", "chain"):
        for e in (0, 3, 5, 9):
            s.step(e)
            print(e, ["%.12g" % v for v in s.get_last_lr()])
o = make()
s = S.ReduceLROnPlateau(o, patience=1, cooldown=1, min_lr=[0.001, 0.002], threshold=0.1)
for v in (5, 4, 3.9, 3.9, 3.8, 3.8, 3.7, 1, 1, 1, 1, 1, torch.tensor(1.0), 1, 1, 1): s.step(v); print(s.get_last_lr(), s.num_bad_epochs, s.in_cooldown, s.best)
print(sorted(s.state_dict()))
for mode, tm in (("max", "abs"), ("max", "rel"), ("min", "abs")):
    s = S.ReduceLROnPlateau(make(groups=1), mode=mode, threshold_mode=tm, patience=0, threshold=0.5)
    print([(s.step(v), s.get_last_lr())[1] for v in (1, 2, 2.4, 3, 1, 0.9, 5)])
o = make()
for f in (lambda: S.LRScheduler(3), lambda: S.StepLR(o, 3, last_epoch=4), lambda: S.LambdaLR(o, [1, 2, 3]), lambda: S.ConstantLR(o, 2), lambda: S.LinearLR(o, 0), lambda: S.LinearLR(o, 0.5, 2),
          lambda: S.CosineAnnealingWarmRestarts(o, 0), lambda: S.CosineAnnealingWarmRestarts(o, 1, 0), lambda: S.CosineAnnealingWarmRestarts(o, 1, eta_min="a"), lambda: S.CyclicLR(o, [1, 2, 3], 1), lambda: S.CyclicLR(o, 1, 1, mode="x"),
          lambda: S.CyclicLR(torch.optim.Adagrad([torch.zeros(1)]), 1, 1), lambda: S.OneCycleLR(o, 1), lambda: S.OneCycleLR(o, 1, 0), lambda: S.OneCycleLR(o, 1, epochs=1, steps_per_epoch=0), lambda: S.OneCycleLR(o, 1, 5, pct_start=2),
          lambda: S.OneCycleLR(o, 1, 5, anneal_strategy="x"), lambda: S.SequentialLR(o, [], []), lambda: S.SequentialLR(o, [S.StepLR(o, 1)], [1]), lambda: S.SequentialLR(o, [3], []), lambda: S.ChainedScheduler([S.ReduceLROnPlateau(o)]),
          lambda: S.ReduceLROnPlateau(o, factor=1), lambda: S.ReduceLROnPlateau(o, mode="q"), lambda: S.ReduceLROnPlateau(o, threshold_mode="q"), lambda: S.ReduceLROnPlateau(o, min_lr=[1])):
    try: f(); print("no error")
    except Exception as e: print(type(e).__name__, str(e)[:150])
a = S.ExponentialLR(o, 0.9)
try: S.SequentialLR(make(), [a], [])
except ValueError as e: print(str(e)[:100])
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    s = S.StepLR(make(), 2); s.step(); s.step(1); s.get_lr()
    print([str(x.message)[:60] for x in w])
t = torch.tensor(0.5)
o = torch.optim.Adam([torch.zeros(1, requires_grad=True)], lr=t)
s = S.ExponentialLR(o, 0.5); o.step(); s.step(); print(t, s.get_last_lr(), o.param_groups[0]["lr"] is t)
