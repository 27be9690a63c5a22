# Counters of breaks and graphs start anew when they are cleared.
import torch
import torch._dynamo
from torch._dynamo.utils import counters


def breaks(x):
    x = x + 1
    torch._dynamo.graph_break()
    return x * 2


def whole(x):
    return x * 3


def show():
    print(sum(counters["graph_break"].values()), counters["stats"]["unique_graphs"], "graph_break" in counters)


for f in [breaks, whole, breaks, breaks]:
    torch._dynamo.reset()
    counters.clear()
    torch.compile(f, backend="eager")(torch.ones(2))
    show()
counters["mine"]["a"] += 2
print(counters["mine"], counters.get("yours"), "mine" in counters)
counters.clear()
print(len(counters), list(counters.values()))
