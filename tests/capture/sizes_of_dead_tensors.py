# A size may be used when the tensor that it was read from is gone.
import torch


class Holder:
    pass


def use(holder, x):
    shape = holder.t.shape
    n = holder.t.size(0)
    holder.t = None
    if shape[0] > 2:
        x = x + shape[0]
    if n >= 2:
        x = x * n
    return x


f = torch.compile(use)
for n in [3, 4, 5, 2, 3]:
    holder = Holder()
    holder.t = torch.ones(n, 2)
    torch._dynamo.mark_dynamic(holder.t, 0)
    print(n, f(holder, torch.ones(2)).tolist())
