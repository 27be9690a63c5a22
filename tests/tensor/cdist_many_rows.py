# Distances of many rows go through a product, of few rows through differences; both ways can be asked for.
import torch

torch.manual_seed(0)


def by_product(a, b):
    n, m = a.pow(2).sum(-1, keepdim=True), b.pow(2).sum(-1, keepdim=True)
    x = torch.cat([a.mul(-2), n, torch.ones_like(n)], -1)
    y = torch.cat([b, torch.ones_like(m), m], -1)
    return x.matmul(y.mT).clamp_min(0).sqrt()


for rows, others, columns in ((30, 40, 8), (26, 3, 4), (25, 25, 4), (3, 26, 200)):
    a, b = torch.randn(rows, columns), torch.randn(others, columns)
    product = by_product(a, b)
    asked = torch.cdist(a, b, compute_mode="use_mm_for_euclid_dist")
    differences = torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")
    r = torch.cdist(a, b)
    print(torch.equal(r, product), torch.equal(r, differences), torch.equal(asked, product))
a = torch.randn(30, 8, requires_grad=True)
torch.cdist(a, a).sum().backward()
print(a.grad.isfinite().all())
b = torch.randn(2, 30, 8, requires_grad=True)
a.grad = None
torch.cdist(a, b).sum().backward()
mine, a.grad = a.grad, None
by_product(a, b).sum().backward()
print((mine - a.grad).abs().max() < 1e-4, b.grad.shape)
