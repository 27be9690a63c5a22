# torch.autograd.graph.increment_version counts changes that autograd did not see.
import torch
from torch.autograd.graph import increment_version

x = torch.ones(2)
for given in (x, [x, x], iter((x,)), ()):
    increment_version(given)
    print(x._version)
a = torch.ones(2, requires_grad=True)
b = (a * 2).exp()
increment_version(b)
try:
    b.sum().backward()
except RuntimeError as e:
    print(str(e)[:90])
for wrong in (3, [x, 3]):
    try:
        increment_version(wrong)
    except RuntimeError as e:
        print(e)
