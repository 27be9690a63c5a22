# Items deleted from lists that a captured function makes for itself.
import torch


def middle(x):
    parts = [1, 2, 3]
    del parts[1]
    total = 0
    for p in parts:
        total += p
    return x + total, parts


def last(x):
    parts = [x, x + 1, x + 2]
    del parts[-1]
    del parts[0]
    return parts[0] * len(parts)


def while_iterated(x):
    parts = [1, 2, 3, 4]
    seen = []
    for p in parts:
        seen.append(p)
        if p == 2:
            del parts[0]
    return x, seen, parts


def missing(x):
    parts = [1]
    try:
        del parts[1]
    except IndexError as e:
        return x, str(e), parts


for fn in [middle, last, while_iterated, missing]:
    f = torch.compile(fn)
    for _ in range(3):
        print(fn.__name__, f(torch.ones(2)))
