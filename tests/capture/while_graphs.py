# graphs: 3
# recompiles: 0
# The number of graphs of a loop that tensors decide does not grow with its iterations.
import torch

BACKEND = "eager"


def converge(x, tol):
    steps = 0
    err = x.abs().max()
    while err > tol:
        x = x / 2
        err = x.abs().max()
        steps += 1
    return x * 3, steps


f = torch.compile(converge, backend=BACKEND)
for value in (1.0, 5.0, 1000.0, 0.01, 3.0, 1e9, 0.2):
    y, steps = f(torch.full((3,), value), 0.5)
    print(y.tolist(), steps)
