# graphs: 2
# Functions that only a trace still knows die when the program ends.
import torch


def chain(x):
    for i in range(4):
        x = x * 1.5 + 0.5 if i % 2 else torch.relu(x)
    return x


x = torch.ones(3)
for fn in (chain, lambda x: x + 1):
    f = torch.compile(fn, backend="eager")
    for _ in range(3):
        r = f(x)
    print(r.tolist())
