"""A module that a C++ program loads: it calls `model` and may train it with `train_step`."""
import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
compiled = torch.compile(model)


def infer(x):
    with torch.no_grad():
        return compiled(x)


def fail(x):
    return infer(x.reshape(3, -1))
