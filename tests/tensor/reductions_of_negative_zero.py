# The sign of zero comes through reductions that do not add; eager and compiled alike.
import torch


def extremes(t):
    return [f.item() for f in (t.max(), t.min(), t.amax(), t.amin(), t.prod())] + t.amax(-1).tolist() + t.amin(-1).tolist()


for n in (1, 2, 3, 5, 17):
    print(n, extremes(torch.full((1, n), -0.0))[:4], extremes(torch.full((1, n), -0.0, dtype=torch.double))[:4])
print(torch.tensor([-0.0]).prod().item(), torch.tensor([-0.0, 2.0, 3.0]).prod().item(), torch.tensor([[-0.0], [0.0]]).amax(1))


def masked(x, m):
    y = x * m
    return torch.stack([y.max(), y.min(), y.amax(), y.amin(), y.prod(), y.sum()])


compiled = torch.compile(masked)
torch.manual_seed(0)
for n in (1, 2, 3, 7, 8, 9, 15, 16, 17, 33, 64, 65, 100):
    x, m = torch.randn(n), torch.zeros(n)
    a, b = masked(x, m), compiled(x, m)
    print(n, torch.equal(torch.signbit(a), torch.signbit(b)))
