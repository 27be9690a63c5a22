# graphs: 22
# Random operators are part of the graph around them, and draw what they would draw without it, in the same order.
import torch
import torch.nn.functional as F
from torch import nn

def backend(gm, inputs):
    return gm.forward


def dropout(x):
    y = F.dropout(x * 2, 0.5)
    return y + 1, torch.rand(3)


def creations(x):
    a = torch.rand(2, 3)
    b = torch.randn(3) + x.sum()
    c = torch.rand_like(x) * torch.randn_like(x)
    torch.rand(5)  # drawn though nobody looks
    return a.sum() + b.sum(), c, torch.randn(2)


def same_twice(x):
    return x + torch.rand(4) - torch.rand(4)


def fills(x):
    y = x.clone()
    y.uniform_(-1, 1)
    z = torch.empty(4).normal_(2, 0.5)
    b = torch.empty(4).bernoulli_(0.25)
    x.mul_(0.5)
    return y + z, b


def seeded(x):
    a = torch.rand(2)
    torch.manual_seed(7)
    b = torch.rand(2) + x[:2]
    state = torch.get_rng_state()
    c = torch.rand(2)
    torch.set_rng_state(state)
    d = torch.rand(2)
    return a, b, c - d, d


def sampled(x):
    p = torch.rand(4) + 0.1
    i = torch.multinomial(p, 2)
    return p, i, torch.rand(2), torch.bernoulli(p.clamp(0, 1)), torch.randperm(4), torch.rand(1)


def printed(x):
    a = torch.rand(2)
    print("in between", a)
    return a + torch.rand(2)


@torch.compiler.disable
def outside():
    return torch.rand(2)


def around(x):
    a = torch.rand(2)
    b = outside()
    return a, b, torch.rand(2)


def own_generator(x):
    g = torch.Generator().manual_seed(3)
    return torch.rand(2, generator=g), torch.rand(2), torch.rand(2, generator=g)


def wrong(x):
    a = torch.rand(1)
    try:
        torch.empty(2).uniform_(2, 1)
    except RuntimeError as e:
        print("RuntimeError")
    try:
        torch.rand(2, dtype=torch.int64)
    except RuntimeError as e:
        print(e)
    return a, torch.rand(1)


for fn in [dropout, creations, same_twice, fills, seeded, sampled, printed, around, own_generator, wrong]:
    f = torch.compile(fn)
    torch.manual_seed(1)
    print(fn.__name__)
    for i in range(4):
        print(" ", *f(torch.arange(4.0)))
    print("  then", torch.rand(1))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.drop = nn.Linear(3, 8), nn.Linear(8, 1), nn.Dropout(0.3)

    def forward(self, x):
        return self.b(self.drop(torch.relu(self.a(self.drop(x)))))


torch.manual_seed(2)
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def step(x, y):
    opt.zero_grad()
    loss = ((net(x) - y) ** 2).mean()
    loss.backward()
    opt.step()
    return loss.detach()


f = torch.compile(step)
for i in range(5):
    print(f(torch.randn(4, 3), torch.randn(4, 1)))
g = torch.compile(net)
for i in range(4):
    x = torch.randn(2, 3, requires_grad=True)
    out = g(x).sum()
    (first,) = torch.autograd.grad(out, x, create_graph=True)
    first.pow(2).sum().backward()
    print(out.detach(), first.detach(), net.a.weight.grad[0])
    net.zero_grad()
print(torch.rand(2))


def whole(x):
    return F.dropout(x, 0.5) + torch.rand(3)


f = torch.compile(whole, backend=backend, fullgraph=True)
for _ in range(3):
    print(f(torch.ones(3)))
layer = torch.compile(lambda x: nn.Linear(3, 3)(x).sum())
for _ in range(3):
    print(layer(torch.ones(2, 3)))
