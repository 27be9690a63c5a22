# Functions of the library that call the script: the call is made again on replay, in the middle of the trace, and the tensor
# work of the callbacks stays pending with the rest.
# graphs: 1
# recompiles: 0
import functools
import itertools

import torch


def step(x, weights):
    y = x + 1
    first = min(weights, key=lambda w: w[1])
    order = sorted(weights, key=lambda w: -w[1])
    scaled = list(map(lambda w: y * w[1], order))
    total = functools.reduce(lambda a, b: a + b, scaled)
    kept = list(filter(lambda w: w[1] > 1, weights))
    more = sum(y * w for _, w in kept)
    several = any(w > 2 for _, w in weights) and all(w > 0 for _, w in weights)
    runs = list(itertools.accumulate((w for _, w in order), lambda a, b: a + b))
    names = [n for n, _ in order]
    names.sort(key=lambda n: -n)
    return total + more * first[1] + runs[-1] + len(kept) + several, names


f = torch.compile(step)
weights = [(1, 3), (2, 1), (3, 2)]
for i in range(5):
    out, names = f(torch.full((3,), float(i)), weights)
    print(out.tolist(), names)
