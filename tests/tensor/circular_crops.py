# Circular padding with negative amounts: what is left after cropping wraps around.
import torch
import torch.nn.functional as F

line, image = torch.arange(12.0).view(1, 3, 4), torch.arange(40.0).view(1, 2, 4, 5)
for x, amounts in [
    (line, (1, -1)), (line, (-1, 1)), (line, (-2, 0)), (line, (-1, -1)), (line, (2, -2)), (line, (-1, 3)), (line, (4, 4)),
    (line, (-4, 0)), (line, (-5, 0)), (image, (1, -1, 0, 2)), (image, (-1, 2, -1, 1)), (image, (-2, -2, 3, 1)),
]:
    x = x.clone().requires_grad_()
    try:
        y = F.pad(x, amounts, mode='circular')
        print(amounts, tuple(y.shape), y.tolist())
        (y * y).sum().backward()
        print(x.grad.tolist())
    except RuntimeError as e:
        print(amounts, e)
