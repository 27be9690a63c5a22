# vmap over functions whose results are named tuples; its complaints.
import torch
from torch.func import grad, vmap

x = torch.arange(6.0).view(2, 3)
for f in (
    torch.sort,
    lambda v: torch.max(v, 0),
    lambda v: v.topk(1),
    lambda v: torch.linalg.slogdet(torch.diag(2 ** (v % 2))),
    lambda v: v.cummax(0),
    lambda v: v.kthvalue(2),
    lambda v: torch.aminmax(v),
    lambda v: v.median(0),
    lambda v: {"a": v.min(0), "b": [v, (v + 1,)]},
):
    r = vmap(f)(x)
    if isinstance(r, dict):
        print({k: [t[0].tolist() for t in v] for k, v in r.items()})
    else:
        print([t.mul(1000).round().tolist() for t in r], r[0].shape)
print(type(vmap(torch.sort)(x)).__name__)
try:
    grad(lambda x: x)(x)
except RuntimeError as e:
    print(e)
