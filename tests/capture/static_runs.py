# Stretches of tensor work that a later replay launches whole: what comes out is what the steps gave.
import torch


def check(name, f, *calls):
    g = torch.compile(f)
    for args in calls:
        for turn in range(4):
            a = [x.clone() if isinstance(x, torch.Tensor) else x for x in args]
            b = [x.clone() if isinstance(x, torch.Tensor) else x for x in args]
            want, got = f(*a), g(*b)
            pairs = list(zip(a, b)) + (list(zip(want, got)) if isinstance(want, tuple) else [(want, got)])
            for w, h in pairs:
                if not isinstance(w, torch.Tensor):
                    same = w == h
                else:
                    same = torch.equal(w, h) and w.stride() == h.stride() and w.dtype == h.dtype
                    same = same and w._version == h._version and (w._base is None) == (h._base is None)
                if not same:
                    print(name, turn, "differs", w, h)
    print(name, "done")


torch.manual_seed(0)
x, y = torch.randn(3, 4), torch.randn(3, 4)
big = torch.randn(6, 4)


def chain(x, y):
    for i in range(5):
        x = x * 1.5 + y
    return x


def several(x, y):
    a = x + y
    b = a.relu()
    return a, b, a.t(), x.view(-1), b[1]


def sizes(x, y):
    n = x.shape[0] * x.size(1)
    z = x.reshape(n) + n
    return z, n, x.dim()


def lists(x, y):
    parts = torch.cat([x, y, x + y]).chunk(3)
    return parts[0] + parts[2], parts[1]


def written(x, y):
    x.add_(y)
    x.mul_(2)
    return x, x.sum()


def write_view(x, y):
    x[0] = 1
    x.t()[1] += y.t()[1]
    return (x * y).sum(dim=1)


def passed(x, y):
    return x.contiguous(), (y + 1).contiguous()


def number(x, k):
    return x * k + k


def most(x, y):
    v, i = x.max(dim=1)
    return v + y[:, 0], i


check("chain", chain, (x, y), (big, big), (x, y))
check("several", several, (x, y), (big, big * 2))
check("sizes", sizes, (x, y), (big, big))
check("lists", lists, (x, y))
check("written", written, (x, y), (big, big + 1))
check("write_view", write_view, (x, y), (x.double(), y.double()))
check("passed", passed, (x, y))
check("number", number, (x, 2), (x, 3.5), (x, 4))
check("most", most, (x, y))


# Operands that share memory, or are one tensor, after a run was learnt from different ones.
def pair(a, b):
    a.mul_(2)
    return a + b


g = torch.compile(pair)
for turn in range(4):
    g(torch.ones(2), torch.ones(2))
z = torch.ones(2)
print(g(z, z))
w = torch.ones(4)
print(g(w[:2], w[1:3]), w)


def add(a, b):
    return a + 2 * b


h = torch.compile(add)
for turn in range(4):
    h(z, z)
print(h(torch.ones(2), torch.zeros(2)), h(z, z))

# The same code under another mode.
m = torch.nn.Linear(4, 2)
f = torch.compile(lambda x: m(x).relu())
with torch.no_grad():
    for turn in range(4):
        out = f(x)
    print(out.requires_grad, out.grad_fn is None)
out = f(x)
print(out.requires_grad, out.grad_fn is not None)
out.sum().backward()
print(m.weight.grad.shape)
with torch.no_grad():
    m.weight.zero_()
    m.bias.fill_(1)
    print(f(x))
