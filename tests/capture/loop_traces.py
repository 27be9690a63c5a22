# Loops that get traces of their own: what they do must be what they did while they were unrolled.
import torch

BACKEND = "eager"
log = []


def calls(f, *argument_lists):
    g = torch.compile(f, backend=BACKEND)
    for args in argument_lists:
        outcome = []
        for h in (f, g, g):
            log.clear()
            try:
                r = h(*[a.clone() if isinstance(a, torch.Tensor) else a for a in args])
                r = [v.tolist() if isinstance(v, torch.Tensor) else v for v in (r if isinstance(r, tuple) else (r,))]
            except Exception as e:
                r = [type(e).__name__, str(e)]
            outcome.append((r, list(log)))
        same = all(repr(outcome[0]) == repr(o) for o in outcome)
        print(f.__name__, outcome[0] if same else outcome)


def full(value):
    return torch.full((2,), float(value))


def nested(x):
    total = 0
    while x.sum() > 1:
        y = x
        while y.sum() > 0.5:
            y = y / 3
            total += 1
        x = x / 2
    return x, total


calls(nested, *[(full(v),) for v in (0, 1, 2, 30, 500)])


def helper(x, limit):
    n = 0
    while x.max() < limit:
        x = x * 2
        n += 1
    return x, n


def twice(x):
    x, n = helper(x, 10)
    x, m = helper(x + 0.5, 1000)
    return x, n, m


calls(twice, *[(full(v),) for v in (1, 3, 9, 2000)])


def leaves(x):
    for i in range(100):
        x = x + i
        if x.sum() > 20:
            break
        if i % 2:
            continue
        log.append(i)
    else:
        return x, "else"
    return x, i


calls(leaves, *[(full(v),) for v in (0, -5, 19, -50)])


def long(x, n):
    for i in range(n):
        x = x + i
    return x


calls(long, *[(full(0), n) for n in (3, 400, 700, 701, 2, 0)])


def counted(x, n):
    k = 0
    items = []
    while k < n:
        x = x * 1.01
        k += 1
        if k % 100 == 0:
            items.append(k)
    return x.round(), k, items


calls(counted, *[(full(1), n) for n in (5, 300, 650, 651)])


def raising(x):
    n = 0
    try:
        while True:
            n += 1
            x = x - 1
            if x.sum() < 0:
                raise ValueError(n)
    except ValueError as e:
        log.append(str(e))
        return x, n


calls(raising, *[(full(v),) for v in (0, 3, 7)])


def uncaught(x):
    n = 0
    while x.sum() > 0:
        x = x - 1
        n += 1
        if n > 4:
            raise RuntimeError("too long")
    return x, n


calls(uncaught, *[(full(v),) for v in (1, 3, 9, 2, 8)])


class Counter:
    def __init__(self):
        self.n = 0


def writes(x, items):
    c = Counter()
    while x.mean() > 1:
        x = x / 2
        c.n += 1
        items.append(c.n)
        if c.n == 3:
            log.append("three")
    return x, c.n, list(items)


def wrapped(x):
    return writes(x, [])


calls(wrapped, *[(full(v),) for v in (1, 5, 100, 7)])


def grows(x):
    while x.numel() < 40:
        x = torch.cat([x, x * 2])
        log.append(x.shape[0])
        if x.max() > 1e6:
            break
    return x.sum()


calls(grows, (torch.ones(2),), (torch.ones(3),), (torch.ones(50),))


def swaps(x):
    a, b = x, x * 2
    while a.sum() < 50:
        a, b = b, a + b
    return a, b


calls(swaps, *[(full(v),) for v in (1, 2, 60)])


def in_place(x):
    y = x.clone()
    while y.sum() < 100:
        y.mul_(2)
        x[0] += 1
    return y, x


calls(in_place, *[(full(v),) for v in (1, 2, 60, 3)])


def flips(x):
    flag = False
    n = 0
    while x.sum() < 20:
        flag = not flag
        x = x + (2 if flag else 1)
        n = n + 1 if flag else n
    return x, n, flag


calls(flips, *[(full(v),) for v in (0, 5, 9, 30)])


@torch.no_grad()
def newton(x):
    y = torch.ones_like(x)
    while (y * y - x).abs().max() > 1e-4:
        y = (y + x / y) / 2
    return (y * 1000).round()


calls(newton, *[(full(v),) for v in (2, 9, 10000, 1)])


def gradient(x):
    w = x.clone().requires_grad_()
    y = w
    while y.sum() < 30:
        y = y * w
    y.sum().backward()
    return w.grad, y.detach()


calls(gradient, *[(full(v),) for v in (2, 3, 40)])
