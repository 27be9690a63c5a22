# Training through stretches that are launched whole: gradients, hooks and errors are those of eager execution.
import torch
from torch import nn
import torch.nn.functional as F


def warm(f, *args):
    g = torch.compile(f)
    for turn in range(4):
        g(*args)
    return g


def attempt(name, f):
    try:
        print(name, f())
    except RuntimeError as e:
        print(name, "RuntimeError:", str(e).split(".")[0][:90])


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 3))
fast = torch.compile(model)
x, target = torch.randn(6, 5), torch.randint(0, 3, (6,))

# Gradients, several calls, accumulating ones.
for turn in range(6):
    model.zero_grad()
    F.cross_entropy(model(x), target).backward()
    want = [p.grad.clone() for p in model.parameters()]
    model.zero_grad()
    F.cross_entropy(fast(x), target).backward()
    print(turn, all(torch.allclose(w, p.grad, atol=1e-6) for w, p in zip(want, model.parameters())))
F.cross_entropy(fast(x), target).backward()
print("twice", all(torch.allclose(2 * w, p.grad, atol=1e-6) for w, p in zip(want, model.parameters())))

# Two forwards before their backwards.
a, b = fast(x), fast(2 * x)
model.zero_grad()
b.sum().backward()
a.sum().backward()
got = [p.grad.clone() for p in model.parameters()]
model.zero_grad()
(model(x).sum() + model(2 * x).sum()).backward()
print("two", all(torch.allclose(w, p.grad, atol=1e-5) for w, p in zip(got, model.parameters())))


# A graph is used once, unless it is retained.
def second():
    loss = fast(x).sum()
    loss.backward()
    loss.backward()


attempt("second", second)
y = fast(x)
y.sum().backward(retain_graph=True)
y.sum().backward()
print("retained", y.shape)


# Several outputs, one computed from the other; partial use; gradients of an inner output.
def both(x, w):
    h = torch.sin(x * w)
    return h, (h * h).sum(dim=1)


w = torch.randn(5, requires_grad=True)
g = warm(both, x, w)
for use in ("first", "second", "both"):
    for turn in range(3):
        w.grad = None
        h, s = g(x, w)
        loss = h.sum() if use == "first" else s.sum() if use == "second" else h.sum() + 2 * s.sum()
        loss.backward()
        mine, w.grad = w.grad, None
        h, s = both(x, w)
        loss = h.sum() if use == "first" else s.sum() if use == "second" else h.sum() + 2 * s.sum()
        loss.backward()
        if not torch.allclose(mine, w.grad, atol=1e-5):
            print(use, "differs")
h, s = g(x, w)
(d,) = torch.autograd.grad(s.sum(), h)
print("inner", torch.allclose(d, 2 * h))
h, s = g(x, w)
seen = []
h.register_hook(lambda grad: seen.append(grad.shape) or grad * 0)
w.grad = None
s.sum().backward()
print("hook", seen, w.grad)
h, s = g(x, w)
h.retain_grad()
(s.sum() + h.sum()).backward()
print("retain_grad", torch.allclose(h.grad, 2 * h + 1))


# A hook on the only output, and one that is added after somebody looked.
def one(x, w):
    return (x @ w).relu()


m = torch.randn(5, 2, requires_grad=True)
f = warm(one, x, m)
y = f(x, m)
y.register_hook(lambda grad: grad * 2)
m.grad = None
y.sum().backward()
doubled = m.grad
m.grad = None
f(x, m).sum().backward()
print("output hook", torch.allclose(doubled, 2 * m.grad))
y = f(x, m)
z = y * 1
y.register_hook(lambda grad: grad * 3)
print(y.grad_fn.name(), z.grad_fn.next_functions[0][0].name(), y.grad_fn.next_functions[0][0].name())
print(y)
m.grad = None
z.sum().backward()
print("looked", torch.allclose(m.grad, 1.5 * doubled))


# Second derivatives.
def cube(x):
    return (x * x * x).sum()


v = torch.tensor([1.0, 2.0], requires_grad=True)
c = warm(cube, v)
(first,) = torch.autograd.grad(c(v), v, create_graph=True)
(second_order,) = torch.autograd.grad(first.sum(), v)
print("double", first, second_order)

# What was saved must not be changed before backward.
k = torch.randn(4, requires_grad=True)
q = torch.randn(4)
p = warm(lambda k, q: k * q + 1, k, q)
y = p(k, q)
q.add_(1)
attempt("changed", lambda: y.sum().backward())
e = warm(lambda k: torch.exp(k), k)
y = e(k)
with torch.no_grad():
    y.mul_(2)
attempt("changed output", lambda: y.sum().backward())
s = warm(lambda k, q: k + q, k, q)
y = s(k, q)
q.add_(1)
attempt("not saved", lambda: y.sum().backward())
print(k.grad)

# Views that leave, buffers that are written, in-place on the way.
bn = nn.BatchNorm1d(5)
net = torch.compile(lambda x: bn(x).relu_().t())
ref = nn.BatchNorm1d(5)
for turn in range(5):
    out = net(x + turn)
    want = ref(x + turn).relu_().t()
    (out * 2).sum().backward()
    (want * 2).sum().backward()
    print(turn, torch.allclose(out, want, atol=1e-5), out.is_contiguous(), torch.allclose(bn.running_mean, ref.running_mean),
          torch.allclose(bn.weight.grad, ref.weight.grad, atol=1e-4), bn.num_batches_tracked.item())

# Requires grad by the input, and not at all.
u = torch.randn(6, 5, requires_grad=True)
for turn in range(3):
    fast(u).sum().backward()
print("input", u.grad.shape)
with torch.no_grad():
    for turn in range(3):
        print(fast(u).requires_grad, end=" ")
print(fast(u).requires_grad)
for p in model.parameters():
    p.requires_grad_(False)
print(fast(x).requires_grad, fast(x).requires_grad, fast(u).requires_grad)

# Optimizer steps between calls.
lin, ref = nn.Linear(5, 1), nn.Linear(5, 1)
ref.load_state_dict(lin.state_dict())
step = torch.compile(lin)
o1, o2 = torch.optim.SGD(lin.parameters(), lr=0.1), torch.optim.SGD(ref.parameters(), lr=0.1)
for turn in range(6):
    for opt, f in ((o1, step), (o2, ref)):
        opt.zero_grad()
        loss = (f(x) ** 2).mean()
        loss.backward()
        opt.step()
print("trained", torch.allclose(lin.weight, ref.weight, atol=1e-6))
