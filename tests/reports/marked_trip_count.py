# How often a loop runs belongs to a recording: a size that was promised to be dynamic cannot be it.
import torch


def rows(x):
    total = 0
    for i in range(x.shape[0]):
        total = total + x[i]
    return total


def between(x):
    return [i for i in range(1, x.size(0))], x * 2


def drained(x):
    return list(range(x.shape[1])), x * 2


def fine(x):
    n = 0
    for row in [1, 2]:
        n += row
    return x * n + x.shape[0]


for f in [rows, between, drained, fine]:
    for mark in [False, True]:
        torch._dynamo.reset()
        x = torch.ones(5, 3)
        if mark:
            torch._dynamo.mark_dynamic(x, 0)
            torch._dynamo.mark_dynamic(x, 1)
        try:
            out = torch.compile(f, backend="eager")(x)
            print(f.__name__, mark, [o if isinstance(o, list) else tuple(o.shape) for o in (out if isinstance(out, tuple) else (out,))])
        except Exception as e:
            lines = str(e).splitlines()
            print(f.__name__, mark, type(e).__name__, lines[1].strip() if len(lines) > 1 else lines)
