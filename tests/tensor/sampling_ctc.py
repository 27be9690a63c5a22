# grid_sample, affine_grid and ctc_loss with their gradients.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_printoptions(precision=3, sci_mode=False)
x = torch.arange(18.0).view(1, 2, 3, 3)
theta = torch.tensor([[[0.5, 0.25, 0.1], [-0.3, 1.2, -0.2]]])
for corners in (False, True):
    grid = F.affine_grid(theta, (1, 2, 2, 3), align_corners=corners)
    print(grid)
    for mode in ("bilinear", "nearest", "bicubic"):
        for pad in ("zeros", "border", "reflection"):
            print(mode, pad, F.grid_sample(x, grid * 1.6, mode=mode, padding_mode=pad, align_corners=corners))
g3 = F.affine_grid(torch.eye(3, 4)[None] * 0.7, (1, 1, 2, 2, 2), align_corners=False)
print(g3.shape, F.grid_sample(torch.arange(27.0).view(1, 1, 3, 3, 3), g3, align_corners=False))
torch.manual_seed(0)
a = torch.randn(1, 1, 3, 3, dtype=torch.float64, requires_grad=True)
g = (torch.rand(1, 2, 2, 2, dtype=torch.float64) * 1.6 - 0.8).requires_grad_()
print(torch.autograd.gradcheck(lambda p, q: F.grid_sample(p, q, align_corners=False), (a, g)), torch.autograd.gradcheck(lambda p, q: F.grid_sample(p, q, mode="bicubic", align_corners=True), (a, g)))
print(torch.autograd.gradcheck(lambda t: F.affine_grid(t, (1, 1, 2, 2), align_corners=False), theta.double().requires_grad_()))
for f in (lambda: F.grid_sample(x, torch.zeros(2, 1, 1, 2), align_corners=False), lambda: F.grid_sample(x, torch.zeros(1, 1, 1, 3), align_corners=False), lambda: F.grid_sample(x, torch.zeros(1, 1, 1, 2), mode="x"), lambda: F.affine_grid(torch.eye(3)[None], (1, 1, 2, 2))):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])
torch.manual_seed(1)
logits = torch.randn(6, 3, 5, requires_grad=True)
targets = torch.tensor([[1, 2, 2], [3, 1, 0], [4, 0, 0]])
for reduction in ("none", "mean", "sum"):
    print(F.ctc_loss(logits.log_softmax(2), targets, torch.tensor([6, 5, 3]), torch.tensor([3, 2, 1]), reduction=reduction).detach())
loss = nn.CTCLoss(blank=4, zero_infinity=True)(logits.log_softmax(2), torch.tensor([1, 2, 2, 3, 1, 0]), (6, 5, 2), (3, 2, 1))
loss.backward()
print(loss.item(), logits.grad.abs().sum(), F.ctc_loss(logits[:2].log_softmax(2).detach(), targets, (2, 2, 2), (3, 2, 1), reduction="none"))
print(F.ctc_loss(logits[:, 0].log_softmax(1).detach(), torch.tensor([1, 2]), torch.tensor(6), torch.tensor(2)))
