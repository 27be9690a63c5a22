# What the backward pass needs of an operator depends on the values, dtypes and sizes of its operands, not on the first call.
import torch


def gradient(f, values):
    x = torch.tensor(values, requires_grad=True)
    f(x).abs().sum().backward()
    return [round(v, 4) for v in x.grad.tolist()]


for base in (2, 0, 1j, torch.tensor(1j), torch.tensor([True, True]), torch.tensor([0.0, 2.0]), 2, 0):
    print(base, gradient(lambda x: torch.pow(base, x), [2.0, 3.0]))
for exponent in (2, 0, 1j, torch.tensor(0.0), torch.tensor([0.0, 2.0]), 0.5, 0):
    print(exponent, gradient(lambda x: torch.pow(x, exponent), [2.0, 3.0]))
for other in (2.0, 0.0, torch.tensor([0.0, 1.0])):
    print(other, gradient(lambda x: torch.xlogy(other, x), [2.0, 3.0]), gradient(lambda x: torch.xlogy(x, other), [2.0, 3.0]))
for p in (1, 2, 3, float('inf'), 2):
    print(p, gradient(lambda x: torch.linalg.vector_norm(x, p), [3.0, -4.0]), gradient(lambda x: torch.dist(x, torch.zeros(2), p), [3.0, -4.0]))
for size in (1, 2, 1):
    print(size, gradient(lambda x: x.std(unbiased=size > 1) + x.prod() + x.var(correction=0), [3.0, -4.0][:size]))
