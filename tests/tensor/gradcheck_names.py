# The submodule gradcheck and the function of that name, whichever is asked for first.
from torch.autograd import gradgradcheck, gradcheck
import torch
x = torch.ones(3, dtype=torch.float64, requires_grad=True)
print(gradcheck(lambda a: a * a, (x,)), gradgradcheck(lambda a: a ** 3, (x,)))
print(torch.autograd.gradcheck is gradcheck, type(torch.autograd.gradcheck.__name__))
