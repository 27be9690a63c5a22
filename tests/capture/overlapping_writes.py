# Writes that overlap what they read raise in captured code as they do outside of it.
import torch


def shift(x):
    y = x * 1
    y[1:] = y[:-1]
    return y


def running(x):
    y = x + 0
    y[1:].add_(y[:-1])
    return y


def spread(x):
    y = x[:1].expand(4)
    y.add_(1)
    return y


def index(x):
    y = x * 2
    y.index_add_(0, torch.tensor([1, 2]), y[:2])
    return y


def fits(x):
    y = x * 1
    y[:2] = y[2:]
    y[::2].mul_(y[1::2])
    return y


for f in (shift, running, spread, index, fits):
    g = torch.compile(f, backend="eager")
    for run in (f, g, g):
        try:
            print(f.__name__, run(torch.arange(4.0)))
        except RuntimeError as e:
            print(f.__name__, str(e).splitlines()[0])
