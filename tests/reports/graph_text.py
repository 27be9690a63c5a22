# What a backend written in Python sees: one node for each torch call, as the script wrote it.
import torch
import torch._dynamo
from torch import nn


def backend(gm, example_inputs):
    print([tuple(e.shape) if isinstance(e, torch.Tensor) else str(e) for e in example_inputs])
    print(gm.code.strip())
    return gm.forward


def show(f, *args):
    print("==", f.__name__)
    torch._dynamo.reset()
    torch.compile(f, backend=backend)(*args)


def reshape(x):
    return x.reshape(-1, 8) + 1


def written(x):
    z = torch.zeros(8, 13)
    z[:, 1:] = x
    return z + 1


def softmax(x):
    return torch.nn.functional.softmax(x, 1) + 1


def indexed(x):
    return x[1:, None] + x[..., 0:1].mean()


def listed(x):
    return torch.cat([x, x + 1]).relu().T.contiguous()


def several(x):
    a, b = x.chunk(2, 1)
    return a * b


def reflected(x):
    return 2 / x + (3 - x) - x.pow(2)


def keywords(x):
    return x.mean(-1, keepdim=True).expand(8, 12) * x.size(0)


def chosen(x):
    return torch.where(x > 0, x, 0.0).masked_fill(x < -1, 3.0)


def named(q, k, v, scale):
    scores = q @ k.transpose(-2, -1)
    weights = (scores * scale).softmax(dim=-1)
    return weights @ v + 1


def in_place(x):
    h = x * 2
    h += 1
    h.mul_(3)
    return h - 1


x = torch.arange(96.0).reshape(8, 12) / 7 - 5
for f in (reshape, written, softmax, indexed, listed, several, reflected, keywords, chosen, in_place):
    show(f, x)
show(named, *(torch.ones(2, 4, 8) for _ in range(3)), 0.5)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(12, 3)
        self.register_buffer("shift", torch.ones(3))

    def forward(self, x):
        h = torch.relu(self.first(x))
        top, where = h.max(dim=1)
        return top, where, h + self.shift


with torch.no_grad():
    torch.compile(Net(), backend=backend)(x)
