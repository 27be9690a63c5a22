# Containers of many items, spread, copied and unpacked: short ones become values of the trace, long ones are copied as a
# whole.
import torch


def copies(x, items, n):
    a = list(items)
    b = [*items, n]
    c = tuple(reversed(a))
    d = list(zip(items, range(n)))
    e = list(enumerate(items))
    f = list(range(n))
    a.append(0)
    return x * (len(a) + len(b) + len(c) + len(d) + len(e) + len(f)), a[-2], c[0], d[-1:], e[-1:], f[-1:]


def arguments(*args):
    return len(args), args[-1]


def called(x, items):
    return x + arguments(*items)[0], arguments(*items, 5)


f, g = torch.compile(copies), torch.compile(called)
for n in [3, 3, 250, 256, 257, 258, 1000, 1000, 5000, 3]:
    items = list(range(n))
    out = f(torch.ones(2), items, n)
    print(n, out[0].tolist(), out[1:])
    out = g(torch.ones(2), items)
    print(n, out[0].tolist(), out[1])
