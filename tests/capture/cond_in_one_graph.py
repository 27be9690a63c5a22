# graphs: 28
# Both branches of torch.cond go into one graph where nothing else can be seen of them, and what can be seen stays so.
import torch

scale = 3.0
table = torch.tensor([1.0, 2.0])
log = []


def plain(x):
    return torch.cond(x.sum() > 0, lambda t: t + 1, lambda t: torch.sin(t) * scale, (x,)) * 2


def numbers(x):
    k = x.shape[0]
    return torch.cond(x.sum(), lambda t: t * k + table, lambda t: t.relu() - table, (x,))


def prints(x):
    def positive(t):
        print("positive")
        return t + 1

    return torch.cond(x.sum() > 0, positive, lambda t: t - 1, (x,))


def appends(x):
    def positive(t):
        log.append(1)
        return t + 1

    return torch.cond(x.sum() > 0, positive, lambda t: t - 1, (x,)) + len(log)


def draws(x):
    return torch.cond(x.sum() > 0, lambda t: t + torch.rand(2), lambda t: t - 1, (x,)) + torch.rand(2)


def writes(x):
    return torch.cond(x.sum() > 0, lambda t: t.add_(1), lambda t: t - 1, (x,)) + x


def itself(x):
    y = torch.cond(x.sum() > 0, lambda t: t, lambda t: t - 1, (x,))
    return y is x


def row(x):
    y = torch.cond(x.sum() > 0, lambda t: t[:1], lambda t: t[1:], (x,))
    y.add_(10)
    return x


def root(x):
    x.requires_grad_()
    y = torch.cond(x.sum() > 0, lambda t: t.sqrt(), lambda t: t * 2, (x,))
    y.sum().backward()
    return x.grad


def fails(x):
    return torch.cond(x.sum() > 0, lambda t: t + 1, lambda t: t + torch.ones(3), (x,))




for fn in [plain, numbers, prints, appends, draws, writes, itself, row, root, fails]:
    f = torch.compile(fn)
    torch.manual_seed(0)
    print(fn.__name__)
    for v in (1.0, -1.0, 2.0, -2.0):
        try:
            print(" ", f(torch.tensor([v, v / 2])))
        except RuntimeError as e:
            print(" ", e)
