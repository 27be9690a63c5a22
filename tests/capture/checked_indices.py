# graphs: 7
# recompiles: 0
# Operations that raise on an index out of range are part of a graph, and raise where the script stands.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.places = nn.Embedding(7, 4), nn.Embedding(5, 4)
        self.head = nn.Linear(4, 3)

    def forward(self, idx):
        B, T = idx.shape
        x = self.words(idx) + self.places(torch.arange(0, T))
        return self.head(F.gelu(x))


class Nested(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.inner = Nested(depth - 1) if depth else nn.Linear(4, 4)

    def forward(self, x):
        return torch.tanh(self.inner(x)) + x


model = Model()
fast = torch.compile(model)


def attempt(label, f, *args):
    try:
        out = f(*args)
        print(label, tuple(out.shape))
    except Exception as e:
        print(label, type(e).__name__, e)


def step(idx, target):
    model.zero_grad()
    loss = F.cross_entropy(fast(idx).flatten(0, 1), target.flatten())
    loss.backward()
    return loss


good = torch.randint(0, 7, (2, 5))
target = torch.randint(0, 3, (2, 5))
for i in range(5):
    print(f"{step(good, target).item():.4f} {model.words.weight.grad.norm().item():.4f}")
for value in (7, -1, 1000000):
    bad = good.clone()
    bad[1, 2] = value
    attempt("index", fast, bad)
    attempt("good", fast, good)

log = []


@torch.compile
def loss_of(x, target):
    y = F.log_softmax(x * 2, 1)
    log.append("before")
    loss = F.nll_loss(y, target, ignore_index=-1)
    log.append("after")
    return loss


x = torch.randn(4, 3)
for t in ([0, 1, 2, 0], [0, -1, 2, 0], [0, 1, 2, 0], [0, 3, 1, 1], [0, 1, -2, 0], [-1, -1, -1, 2]):
    del log[:]
    try:
        print(f"{loss_of(x, torch.tensor(t)).item():.4f}", log)
    except IndexError as e:
        print(e, log)


@torch.compile
def rows(table, i):
    a = table.index_select(0, i)
    return a + table.gather(1, i.unsqueeze(1).expand(3, 4))


table = torch.arange(12.0).reshape(3, 4)
for i in ([0, 1, 2], [2, 2, 0], [1, 1, 1], [0, 3, 0], [0, -1, 0], [2, 1, 0]):
    try:
        print(rows(table, torch.tensor(i)).tolist())
    except (IndexError, RuntimeError) as e:
        print("rows", type(e).__name__)

nested = Nested(6)
deep = torch.compile(nested)
with torch.no_grad():
    x = torch.randn(2, 4)
    for i in range(4):
        print(torch.equal(deep(x), deep(x)), torch.allclose(deep(x), nested(x), atol=1e-6))
