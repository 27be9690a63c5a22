# A kernel that issues operations of its own reads their results at once, captured or not; counters may be asked for.
import torch
import torch._dynamo
from torch._dynamo.utils import counters

x = torch.arange(6.0).reshape(2, 3)


def f(x):
    return x.masked_select(x > 2).sum() + x[x > 1].mean()


print(f(x))
print(torch.compile(f, backend="eager")(x))
print(torch.compile(f, backend=lambda gm, inputs: gm.forward)(x))
counters.clear()
print(dict(counters["nothing"]))
