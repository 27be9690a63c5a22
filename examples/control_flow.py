"""Control flow that Python decides, and control flow that tensors decide."""
import torch
import torch._dynamo
import torch.nn as nn

graphs = 0


def backend(gm, example_inputs):
    global graphs
    graphs += 1
    return gm.forward


def start():
    global graphs
    torch._dynamo.reset()
    graphs = 0


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        y = self.linear(x)
        if self.training:
            y = y * 0.5
        return y


def scaled(x, double):
    return x * 2 if double else x + 1


def converge(x, tol):
    steps = 0
    err = x.abs().max()
    while err > tol:
        x = x / 2
        err = x.abs().max()
        steps += 1
    return x, steps


torch.manual_seed(0)
x = torch.ones(4)

f = torch.compile(scaled, backend=backend)
start()
for flag in (True, False, True, False):
    print("double" if flag else "plus one", f(x, flag).tolist())
print("graphs for two values of a flag:", graphs)

block = Block()
g = torch.compile(block, backend=backend)
start()
for mode in (True, False, True, False):
    block.train(mode)
    print("training" if mode else "eval", torch.equal(g(x), block(x)))
print("graphs for self.training:", graphs)

start()
h = torch.compile(converge, backend=backend)
for tol in (0.5, 0.01, 1e-4):
    out, steps = h(x, tol)
    print("tolerance", tol, "steps", steps, "left", f"{out.max().item():.3g}")
