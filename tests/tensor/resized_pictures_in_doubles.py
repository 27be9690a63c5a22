# Interpolation computes its weights in the dtype of the picture; corners of views, diagonals, differences and empty tensors.
import torch
import torch.nn.functional as F

x = torch.arange(16.0, dtype=torch.double).view(1, 1, 4, 4).pow(2)
for mode in ("bicubic", "bilinear"):
    for corners in (False, True):
        y = F.interpolate(x, (5, 7), mode=mode, align_corners=corners)
        print(mode, corners, "%.12g" % y.sum().item(), "%.12g" % y.pow(2).sum().item())
    y = F.interpolate(x, scale_factor=0.6, mode=mode, antialias=True)
    print(mode, "smooth", "%.12g" % y.sum().item(), "%.12g" % y.pow(2).sum().item())
    x.requires_grad_()
    F.interpolate(x, (3, 9), mode=mode).pow(2).sum().backward()
    print("%.12g" % x.grad.pow(2).sum().item())
    x = x.detach()
print("%.12g" % F.interpolate(x[0], 7, mode="linear").pow(2).sum().item())
print("%.12g" % F.interpolate(x[None], (3, 5, 6), mode="trilinear").pow(2).sum().item())
print(F.interpolate(x, (3, 7)).sum().item(), F.interpolate(x, (3, 7), mode="nearest-exact").sum().item())
print("%.6g" % F.interpolate(x.float(), (5, 7), mode="bicubic").double().sum().item())

b = torch.tensor([[True, False], [False, True]])
print(b.diag(), b[0].diagflat(), b.diag_embed()[0], torch.ones(2, dtype=torch.half).diag())
for f in (lambda: torch.tensor(2.0).unbind(), lambda: torch.tensor(2.0).diff(), lambda: torch.matrix_rank(torch.eye(2))):
    try:
        f()
    except (IndexError, RuntimeError) as e:
        print(type(e).__name__, str(e).splitlines()[0])
for f in (
    lambda: torch.empty(2, 0).kthvalue(1),
    lambda: torch.empty(0).aminmax(),
    lambda: torch.empty(2, 0).aminmax(dim=-1),
    lambda: torch.empty(2, 0).aminmax(dim=0).min.shape,
):
    try:
        print(f())
    except (IndexError, RuntimeError) as e:
        print(type(e).__name__, e)
