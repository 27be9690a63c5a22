# Which operators let backward run a second time through them: those for which PyTorch saves nothing.
import torch
import torch.nn.functional as F

a, b = torch.rand(3) + 0.5, torch.rand(3) + 0.5


def second(fn):
    x = a.clone().requires_grad_()
    y = fn(x).sum()
    y.backward()
    try:
        y.backward()
        return "goes on"
    except RuntimeError as e:
        return str(e)


def run(table):
    for name, fn in table.items():
        print(name, "|", second(fn))


run({
    "number": lambda x: x * 2.0, "int": lambda x: 3 * x, "complex": lambda x: torch.view_as_real(x * 1j),
    "in place": lambda x: x.clone().mul_(2), "tensor": lambda x: x * b, "0-dim": lambda x: x * torch.tensor(2.0),
    "divided": lambda x: x / 2.0, "dividing": lambda x: 2.0 / x, "plus": lambda x: x + 2.0, "minus": lambda x: 1 - x,
    "neg": lambda x: -x, "sum": lambda x: x.sum(), "mean": lambda x: x.mean(), "view": lambda x: x.view(3, 1),
    "index": lambda x: x[torch.tensor([0, 1])], "slice": lambda x: x[1:], "cat": lambda x: torch.cat([x, x]),
    "exp": torch.exp, "relu": torch.relu, "pow": lambda x: x**2, "where": lambda x: torch.where(x > 0, x, 0.0),
    "matmul": lambda x: x @ b, "max": lambda x: x.max(), "clone": lambda x: x.clone(), "double": lambda x: x.double(),
    "expand": lambda x: x.expand(2, 3), "cumsum": lambda x: x.cumsum(0), "pad": lambda x: F.pad(x, (1, 1)),
    "alpha": lambda x: torch.add(x, b, alpha=2), "dropout": lambda x: F.dropout(x, 0.5), "round": torch.round,
})
