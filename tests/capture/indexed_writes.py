# Indexed writes inside a captured function: operators that are carried out at once, over tensors that are pending.
import torch
@torch.compile
def f(x): x[x > 5] = -1; return x
@torch.compile
def f2(x): x = x * 1; x[x > 5] = -1; return x
@torch.compile
def f3(x, i, v): y = x.clone(); y[i] = v; return y
@torch.compile
def f4(x): x[x > 5] *= 2; return x
@torch.compile
def f5(x): y = torch.zeros_like(x); y[x > 5] = 1; return y
@torch.compile
def f6(x): x.scatter_(0, torch.tensor([0]), 8.0); x.index_fill_(0, torch.tensor([1]), 1.0); x.index_add_(0, torch.tensor([2]), torch.ones(1)); return x
for i in range(3):
    print(f(torch.arange(8.)), f2(torch.arange(8.)))
    print(f3(torch.arange(8.), torch.tensor([0, 2]), torch.tensor([7., 9.])), f4(torch.arange(8.)), f5(torch.arange(8.)), f6(torch.arange(4.)))
