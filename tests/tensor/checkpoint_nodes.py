# Nodes and gradients of checkpoints, run again in both ways; tensors over the bytes of buffers.
import array
import warnings

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

warnings.simplefilter("ignore")


def show(label, run):
    try:
        print(label, "->", run())
    except Exception as e:
        print(label, "->", type(e).__name__, str(e).split("\n\nTip:")[0])


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
x = torch.ones(4, 2, requires_grad=True)
for again in (True, False):
    run = lambda f, *args, **kwargs: checkpoint(f, *args, use_reentrant=again, **kwargs)
    show(f"node {again}", lambda: run(model, x).grad_fn.name())
    show(f"shown {again}", lambda: str(run(model, x)).split("grad_fn=")[1])
    show(f"of data {again}", lambda: run(model, torch.ones(4, 2)).grad_fn is None)
    show(f"tuple {again}", lambda: [type(o.grad_fn).__name__ for o in run(lambda a: (a * 2, a + 1), x)])
    show(f"segments {again}", lambda: checkpoint_sequential(model, 2, x, use_reentrant=again).grad_fn.name())
    show(f"named {again}", lambda: run(lambda a, k=1: a * k, x, k=3).grad_fn.name())

    def gradients(f):
        x.grad = None
        model.zero_grad()
        torch.manual_seed(1)
        f().sum().backward()
        return [x.grad.sum().item()] + [p.grad.sum().item() for p in model.parameters()]

    dropped = lambda a: nn.functional.dropout(model(a).exp(), 0.5)
    print(gradients(lambda: run(dropped, x)) == gradients(lambda: dropped(x)))
show("by default", lambda: checkpoint(model, x).grad_fn.name())
calls = []
y = checkpoint(lambda a: (calls.append(1), a.exp().sin())[1], x, use_reentrant=False)
print(len(calls), end=" ")
first = torch.autograd.grad(y.sum(), x, retain_graph=True)[0]
print(len(calls), end=" ")
print(torch.equal(first, torch.autograd.grad(y.sum(), x)[0]), len(calls))
with torch.no_grad():
    print(checkpoint(model, x, use_reentrant=False).grad_fn)
turn = []
z = checkpoint(lambda a: a.exp().sin() if turn else (turn.append(1), a.exp())[1], x, use_reentrant=False)
show("more the second time", lambda: z.sum().backward())
z = checkpoint(lambda a: a.exp() if len(turn) > 1 else (turn.append(1), a.exp().sin())[1], x, use_reentrant=False)
show("less the second time", lambda: z.sum().backward())

for label, args in {
    "bytes": (bytearray(b"\x01\x02\x03\x04"), torch.uint8, {}),
    "floats": (array.array("f", [1.0, 2.0, 3.0]), torch.float32, {}),
    "part": (bytearray(range(8)), torch.int16, {"count": 2, "offset": 2}),
    "constant": (b"\x00\x00\x80\x3f", torch.float32, {}),
    "odd length": (bytearray(3), torch.int32, {}),
    "far offset": (bytearray(4), torch.int32, {"offset": 9}),
    "high count": (bytearray(4), torch.int32, {"count": 3}),
    "nothing": (bytearray(), torch.float32, {}),
    "text": ("ab", torch.float32, {}),
}.items():
    buffer, dtype, options = args
    show(label, lambda: torch.frombuffer(buffer, dtype=dtype, **options))
show("asarray", lambda: (torch.asarray([1, 2]), torch.asarray(x) is x, torch.asarray([1.0], dtype=torch.float64)))
