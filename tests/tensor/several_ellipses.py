# Indices with more than one ellipsis.
import torch

x = torch.arange(6).view(2, 3)
print(x[..., ...], x[..., 0, ...], x[0, ..., ...], x[0, ..., 0, ...], x[..., None, ...].shape, x[..., 1:, ...])
x[..., 0, ...] = 7
print(x)
try:
    x[..., ..., 1:]
except IndexError as e:
    print(e)
