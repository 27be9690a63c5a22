# What a function under vmap cannot do: decide or read by a slice, draw numbers without leave, have results of sizes that data
# decides. Also attributes of tensors without dims, and which rule a divergence takes.
import warnings

import torch
from torch.func import grad, vmap

X = torch.arange(6.0).reshape(3, 2)


def show(label, run):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = run()
        except Exception as e:
            result = f"{type(e).__name__} {str(e).splitlines()[0]}"
    print(label, "->", result, *[str(w.message).split(" (Triggered")[0] for w in caught])


for label, f in {
    "if": lambda a: a if a.sum() > 0 else -a,
    "if not": lambda a: a if not (a > 9).any() else -a,
    "bool": lambda a: bool(a[0]),
    "item": lambda a: a.sum().item(),
    "float": lambda a: float(a.sum()),
    "int": lambda a: int(a[0]),
    "tolist": lambda a: a.tolist(),
    "nonzero": lambda a: a.nonzero(),
    "mask": lambda a: a[a > 1],
    "where": lambda a: torch.where(a > 2, a, -a),
    "shape": lambda a: a if a.shape[0] == 2 else -a,
    "for": lambda a: sum(v for v in a),
    "closed over": lambda a: a * 2 if X.sum() > 0 else a,
    "constant": lambda a: a * torch.ones(2).sum().item(),
}.items():
    show(label, lambda: vmap(f)(X))
RANDOM = {
    "rand": lambda a: a * 0 + torch.rand(2),
    "randn_like": lambda a: torch.randn_like(a),
    "dropout": lambda a: torch.nn.functional.dropout(a * 0 + 1),
    "bernoulli": lambda a: torch.bernoulli(a * 0 + 0.5),
    "normal_": lambda a: (a * 1).normal_(),
    "randperm": lambda a: torch.randperm(3),
}
for label, f in RANDOM.items():
    show(label, lambda: vmap(f)(X))
    for mode in ("different",) if label == "bernoulli" else ("different", "same"):
        show(f"{label} {mode}", lambda: vmap(f, randomness=mode)(X).shape)
show("nested", lambda: vmap(vmap(lambda a: a if a > 0 else -a))(X))
show("nested with leave outside", lambda: vmap(vmap(torch.rand_like), randomness="same")(X))
show("gradient", lambda: vmap(grad(lambda a: a.sin().sum()))(X))
show("gradient that decides", lambda: grad(lambda a: a.sum() if a.sum() > 0 else -a.sum())(X[0]))
kept = []
vmap(lambda a: (kept.append(a * 2), a)[1])(X)
print(torch.rand(2).shape, bool(X[0].sum() > 0), X.sum().item())
try:
    vmap(lambda a: 1 / 0)(X)
except ZeroDivisionError:
    print("left", torch.rand(2).shape, (X[1] * 2).tolist())

for x in (torch.tensor(1.0), torch.ones(2), torch.ones(2, 3)):
    for name in ("mT", "mH"):
        show(f"{x.dim()}-D {name}", lambda: list(getattr(x, name).shape))
    if x.dim():
        show(f"{x.dim()}-D adjoint", lambda: list(x.adjoint().shape))

D = torch.distributions


class Left(D.Normal):
    pass


class Right(D.Normal):
    pass


@D.kl.register_kl(Left, D.Normal)
def left(p, q):
    return "left"


@D.kl.register_kl(D.Normal, Right)
def right(p, q):
    return "right"


show("left", lambda: D.kl_divergence(Left(0.0, 1.0), D.Normal(0.0, 1.0)))
show("right", lambda: D.kl_divergence(D.Normal(0.0, 1.0), Right(0.0, 1.0)))
show("both", lambda: D.kl_divergence(Left(0.0, 1.0), Right(0.0, 1.0)))
show("neither", lambda: D.kl_divergence(Right(0.0, 1.0), Left(1.0, 1.0)))
