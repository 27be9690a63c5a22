# Promises of mark_dynamic: sizes that the code fixes, or that leave the range, raise PyTorch's error.
import torch
import torch._dynamo
from torch.fx.experimental.symbolic_shapes import ConstraintViolationError


def attempt(name, fn, *inputs, **settings):
    torch._dynamo.reset()
    compiled = torch.compile(fn, backend="eager", **settings)
    try:
        print(name, [tuple(compiled(x).shape) for x in inputs])
    except ConstraintViolationError as e:
        print(name, type(e).__name__, [line for line in str(e).split("\n")[:2] if line])


def marked(n, dim=0, **bounds):
    x = torch.ones(n, 3)
    torch._dynamo.mark_dynamic(x, dim, **bounds)
    return x


def equal(x):
    if x.shape[0] == 4:
        return x + 1
    return x * 2


def by_size(x):
    if 4 == x.size(0):
        return x + 1
    return x * 2


def unpacked(x):
    n, m = x.shape
    if n == 4:
        return x + m
    return x * 2


def unpacked_size(x):
    n, m = x.size()
    return x + 1 if m == 3 and n != 4 else x * 2


def unpacked_elsewhere(x):
    n, m = x.shape
    return torch.zeros(n, m) + x + (m == 3)


def greater(x):
    if x.shape[0] > 3:
        return x + 1
    return x * 2


def other_dimension(x):
    if x.shape[1] == 3:
        return x + 1
    return x * 2


attempt("plain", lambda x: x * 2, marked(4), marked(5))
attempt("equal", equal, marked(4))
attempt("unequal here", equal, marked(5), marked(6))
attempt("by size", by_size, marked(4))
attempt("unpacked", unpacked, marked(4))
attempt("unpacked, unequal here", unpacked, marked(5), marked(6))
attempt("unpacked size", unpacked_size, marked(4))
attempt("unpacked elsewhere", unpacked_elsewhere, marked(4), marked(6))
attempt("greater", greater, marked(4), marked(2))
attempt("other dimension", other_dimension, marked(4), marked(6))
attempt("one", lambda x: x + 1, marked(1))
attempt("zero", lambda x: x + 1, marked(0))
attempt("within", lambda x: x + 1, marked(4, min=2, max=8), marked(6, min=2, max=8))
attempt("above", lambda x: x + 1, marked(10, min=2, max=8))
attempt("below", lambda x: x + 1, marked(3, min=4, max=8))
attempt("guard in range", greater, marked(6, min=2, max=8))
attempt("guard below range", greater, marked(6, min=4, max=8))
attempt("guard above", greater, marked(2, min=2, max=8))
x = torch.ones(4, 3)
torch._dynamo.maybe_mark_dynamic(x, 0)
attempt("maybe", equal, x)
