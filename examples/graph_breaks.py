"""What breaks a graph, and how to find out where and why."""
import torch
import torch._dynamo


def noisy(x):
    y = x * 2
    print("sum:", y.sum())
    return y + 1


def as_numbers(x):
    y = x + 1
    total = 0.0
    for value in y.tolist():
        total += value
    return y * total


def branch(x):
    if x.sum() > 0:
        return x * 2
    return x - 1


def straight(x):
    return torch.relu(x) + 1


x = torch.arange(4, dtype=torch.float32)
for fn in (noisy, as_numbers, branch, straight):
    torch._dynamo.reset()
    compiled = torch.compile(fn, backend="eager")
    print(fn.__name__, compiled(x), compiled(-x), torch.equal(compiled(x), fn(x)))

for fn in (noisy, branch, straight):
    torch._dynamo.reset()
    report = torch._dynamo.explain(fn)(x)
    print(fn.__name__, "graphs:", report.graph_count, "breaks:", report.graph_break_count)

torch._dynamo.reset()
try:
    torch.compile(branch, backend="eager", fullgraph=True)(x)
except torch._dynamo.exc.Unsupported as error:
    print("fullgraph refuses branch:", type(error).__name__)
except torch._dynamo.exc.UserError as error:
    print("fullgraph refuses branch:", type(error).__name__)
