# What backward keeps passes through hooks; detect_anomaly tells which node gave NaN.
# stderr-has: Error detected in SqrtBackward0. Traceback of forward call that caused the error:
import torch
from torch.autograd.graph import disable_saved_tensors_hooks, save_on_cpu, saved_tensors_hooks

v = torch.tensor([1.0, 2.0], requires_grad=True)


def pack(t):
    print("pack", t, t.requires_grad)
    return t.clone()


def unpack(t):
    print("unpack", t)
    return t


with saved_tensors_hooks(pack, unpack):
    r = (v * v).sqrt().sum()
r.backward()
print(v.grad)

v.grad = None
with saved_tensors_hooks(lambda t: t * 2, lambda t: t):
    y = v * v
y.sum().backward()
print(v.grad)

with saved_tensors_hooks(lambda t: ("outer", t), lambda p: (print(p[0]), p[1])[1]):
    a = v.sin()
    with saved_tensors_hooks(lambda t: ("inner", t), lambda p: (print(p[0]), p[1])[1]):
        b = a.sin()
    c = b * a
c.sum().backward()
print(v.grad)

# Double backward keeps the graph of what was packed.
with saved_tensors_hooks(lambda t: t.numpy() if False else t.tolist(), lambda l: torch.tensor(l)):
    y = (v**3).sum()
(g,) = torch.autograd.grad(y, v, create_graph=True)
print(torch.autograd.grad(g.sum(), v))


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x * x
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return 2 * x * g


with saved_tensors_hooks(pack, unpack):
    y = Square.apply(v)
print(torch.autograd.grad(y.sum(), v))

with save_on_cpu():
    y = torch.nn.functional.softmax(v * 2, 0)
print(torch.autograd.grad(y[0], v))

for bad in (lambda t: t, lambda t: t.mul_(2)):
    try:
        with saved_tensors_hooks(bad, lambda t: "no tensor"):
            y = v * v
        y.sum().backward()
    except (RuntimeError, TypeError) as e:
        print(type(e).__name__, str(e)[:70])


def failing(t):
    raise ValueError("in the hook")


try:
    with saved_tensors_hooks(failing, lambda t: t):
        v * v
except ValueError as e:
    print(e)
try:
    with disable_saved_tensors_hooks("not here"), saved_tensors_hooks(pack, unpack):
        pass
except RuntimeError as e:
    print(e)

print(torch.is_anomaly_enabled())
try:
    with torch.autograd.set_detect_anomaly(True):
        print(torch.is_anomaly_enabled())
        q = torch.tensor([0.0], requires_grad=True)
        (torch.sqrt(q) * 0).backward()
except RuntimeError as e:
    print(e)
with torch.autograd.detect_anomaly(check_nan=False):
    (torch.sqrt(q) * 0).backward()
    print(q.grad)
with torch.autograd.detect_anomaly():
    (q * 2).sum().backward()
(torch.sqrt(q) * 0).backward()
print(q.grad, torch.is_anomaly_enabled())
