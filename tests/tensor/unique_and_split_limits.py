# Dims that are not there or empty, and sizes beyond 64 bits.
import torch


def attempt(name, *args, **kws):
    try:
        print(name, getattr(torch, name)(*args, **kws))
    except (RuntimeError, IndexError) as e:
        print(name, type(e).__name__, e)


for name in "unique", "unique_consecutive":
    for shape in (), (0,), (1,), (0, 3), (3, 0), (0, 0), (2, 0, 3), (0, 0, 2):
        for dim in None, 0, -1, 1, 3, -2**40:
            attempt(name, torch.ones(shape), dim=dim)
    attempt(name, torch.ones(0, 3), dim=0, return_inverse=True, return_counts=True)
    attempt(name, torch.tensor(2.), return_inverse=True, return_counts=True)
for sizes in [2, 4], [3, 2], [2**62] * 3, [-1, 7], [7], [2**63 - 1, 1], [], [0, 6, 0]:
    attempt("split", torch.arange(6), sizes)
    attempt("split_with_sizes", torch.arange(12).view(2, 6), sizes, dim=1)
