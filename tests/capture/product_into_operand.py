# A kernel that takes a product on may write in place what the product reads.
import torch

torch.manual_seed(0)


def check(f, *args):
    g = torch.compile(f)
    ok = []
    for _ in range(3):
        mine, theirs = [a.clone() for a in args], [a.clone() for a in args]
        g(*mine)
        f(*theirs)
        ok.append(all(torch.allclose(a, b, rtol=1e-4, atol=1e-3) for a, b in zip(mine, theirs)))
    print(ok)


for n in (256, 300):
    x, w, b = torch.randn(n, n), torch.randn(n, n), torch.randn(n)
    check(lambda x, w: x.add_(x @ w), x, w)
    check(lambda x, w: w.sub_(x @ w), x, w)
    check(lambda x, w: w.copy_(torch.relu(x @ w) + w), x, w)
    check(lambda x, w, b: b.copy_((torch.addmm(b, x, w) * 2).relu()[0]), x, w, b)
    check(lambda x, w, b: x.copy_(torch.addmm(b, x, w).relu()), x, w, b)
    check(lambda x, w: x.t().copy_((x @ w).relu()), x, w)
    check(lambda x, w: x[:].mul_((x @ w).sigmoid()), x, w)

    def views(x, w):
        y = x.t()
        y.add_(x @ w)

    check(views, x, w)
