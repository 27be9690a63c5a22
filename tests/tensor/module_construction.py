# What the constructors of modules register and keep, the faults they report, weight normalization there and back.
import warnings

import torch
import torch.nn as nn

warnings.simplefilter("ignore")
torch.manual_seed(0)


def attempt(what):
    try:
        what()
    except Exception as e:
        print(type(e).__name__, e)


m = torch.nn.utils.weight_norm(nn.Linear(3, 4))
print(list(m._parameters), m(torch.ones(2, 3)))
attempt(lambda: torch.nn.utils.weight_norm(m))
torch.nn.utils.remove_weight_norm(m)
print(list(m._parameters), m(torch.ones(2, 3)), type(m.weight))
attempt(lambda: torch.nn.utils.remove_weight_norm(m))
for bias in True, False:
    lazy = nn.LazyLinear(3, bias=bias)
    print(lazy, lazy(torch.ones(2, 5)), lazy, type(lazy), list(lazy.state_dict()))
print(nn.Bilinear(2, 3, 4)(torch.ones(2, 2), torch.ones(2, 3)), nn.Linear(0, 2).bias, nn.Linear(2, 2, bias=False))
for x in (
    nn.LayerNorm(3), nn.LayerNorm((2, 3), elementwise_affine=False), nn.LayerNorm(3, bias=False), nn.GroupNorm(2, 4),
    nn.GroupNorm(2, 4, affine=False), nn.GroupNorm(2, 4, bias=False), nn.RMSNorm(3),
    nn.RMSNorm(3, elementwise_affine=False), nn.BatchNorm1d(3), nn.BatchNorm1d(3, affine=False),
    nn.LocalResponseNorm(2), nn.CrossMapLRN2d(2),
):
    print(x, list(x.state_dict().items()), list(x._parameters), sorted(k for k in x.__dict__ if k[0] != "_"))
attempt(lambda: nn.TripletMarginLoss(margin=0))
attempt(lambda: nn.TripletMarginWithDistanceLoss(margin=-1))
attempt(lambda: nn.MultiMarginLoss(p=3))
attempt(lambda: nn.MultiMarginLoss(weight=torch.ones(2, 2)))
attempt(lambda: nn.L1Loss(foo=1))
attempt(lambda: nn.GroupNorm(3, 4))
attempt(lambda: nn.Bilinear(0, 1, 1))
for x in (
    nn.L1Loss(size_average=False), nn.TripletMarginLoss(), nn.TripletMarginWithDistanceLoss(), nn.CTCLoss(),
    nn.CrossEntropyLoss(weight=torch.ones(3)), nn.BCEWithLogitsLoss(pos_weight=torch.ones(2)), nn.PoissonNLLLoss(),
    nn.GaussianNLLLoss(), nn.HuberLoss(), nn.KLDivLoss(), nn.SmoothL1Loss(), nn.MultiMarginLoss(), nn.NLLLoss(),
):
    kept = sorted((k, v) for k, v in x.__dict__.items() if k[0] != "_" and k != "distance_function")
    print(x, kept, list(x._buffers))
