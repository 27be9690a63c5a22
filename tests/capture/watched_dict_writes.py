# Writes through an object's __dict__ reach a captured function that has taken the attribute for constant before the
# dict was asked for.
import torch

BACKEND = "eager"


class Config:
    def __init__(self):
        self.scale = 2.0
        self.shift = 1


config = Config()


def run(x):
    return x * config.scale + config.shift


f = torch.compile(run, backend=BACKEND)
x = torch.ones(1)
print(f(x).item(), f(x).item())
attributes = vars(config)
print(f(x).item())
attributes["scale"] = 5.0
print(f(x).item(), f(x).item())
config.shift = 3
print(f(x).item(), f(x).item())
config.__dict__.update(scale=1.0, shift=0)
print(f(x).item())
config.__dict__ = {"scale": 7.0, "shift": 7}
print(f(x).item(), f(x).item())
del attributes["scale"]
print(f(x).item())


def closures(x):
    def outer(k):
        def inner(y):
            return y + k

        return inner

    return outer(2)(x) + outer(3)(x)


def called_with(x, g):
    return g(x) + g(x * 2)


def adder(k):
    return lambda y: y + k


f = torch.compile(closures, backend=BACKEND)
print(f(x).item(), f(x).item())
g = torch.compile(called_with, backend=BACKEND)
print([g(x, adder(k)).item() for k in range(5)])
