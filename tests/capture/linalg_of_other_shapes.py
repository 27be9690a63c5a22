# What an operation keeps for its gradient: a matrix that the rule refuses says nothing of the next one, which has
# another shape.
import torch

L = torch.linalg
CASES = {
    "lu_factor": (lambda x: L.lu_factor(x)[0], (3, 4), (3, 3)),
    "lu_factor_ex": (lambda x: L.lu_factor_ex(x)[0], (4, 3), (3, 3)),
    "lu": (lambda x: torch.lu(x)[0], (2, 3, 4), (2, 3, 3)),
    "qr": (lambda x: L.qr(x, "complete")[0], (4, 3), (3, 3)),
    "svd": (lambda x: L.svd(x)[1], (4, 3), (3, 3)),
    "det": (lambda x: L.det(x), (4, 3), (3, 3)),
}
for name, (f, *shapes) in CASES.items():
    compiled = torch.compile(lambda x: f(x * 1.5) * 2)
    for shape in shapes * 3:
        x = torch.arange(1.0, 1 + torch.Size(shape).numel()).sqrt().sin().reshape(shape).requires_grad_()
        try:
            compiled(x).sum().backward()
        except RuntimeError:
            continue
        if shape[-1] == shape[-2]:
            print(name, shape, round(x.grad.sum().item(), 2))
