# Reductions that have no answer for an empty dim raise where they stand in a captured function.
import torch

log = []


def caught(x):
    log.append(1)
    try:
        y = x.max(0)
    except (IndexError, RuntimeError) as e:
        return str(e)
    log.append(2)
    return y.values


def whole(x):
    try:
        return x.max()
    except (IndexError, RuntimeError) as e:
        return str(e)


def first(x):
    return x.amin(0), x.median(0)


def index(x):
    return x.argmin(0) + 1


for f in caught, whole, first, index:
    c = torch.compile(f)
    for shape in ((2, 3), (0, 3), (2, 3), (0, 3), (3, 0)):
        try:
            print(f.__name__, shape, c(torch.ones(shape)))
        except (IndexError, RuntimeError) as e:
            print(f.__name__, shape, type(e).__name__, e)
print(log)
