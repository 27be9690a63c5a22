# functional_call with names that are no parameter, and transforms of tensors that cannot have gradients.
import torch
from torch import nn
from torch.func import functional_call, grad


class N(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.shift = torch.tensor(1.0)
        self.scale = 2.0
        self.nothing = None
        nn.init.constant_(self.l.weight, 1.0)
        nn.init.zeros_(self.l.bias)

    def forward(self, x):
        return self.l(x) + self.shift + getattr(self, 'extra', 0)


m = N()
x = torch.ones(1, 2)
for d in ({"nope": x}, {"shift": torch.tensor(5.0)}, {"extra": torch.tensor(7.0)}, {"l.extra": x}, {"q.w": x}, {"l.weight": torch.zeros(2, 2), "shift": torch.zeros(2)}, {"scale": x}, {"": x}, {"l.": x}, {"l": x}, {"nothing": x}, {"l.weight": None}, {"l.bias": 3.0}):
    try:
        print(functional_call(m, d, (x,)).tolist())
    except Exception as e:
        print(type(e).__name__, e)
    print(m(x).tolist(), sorted(k for k in vars(m) if not k.startswith('_')))
for f in (lambda x: x.sum(), lambda x: x):
    for a in (torch.arange(3), torch.ones(3, dtype=torch.bool), torch.ones(()), torch.ones((), dtype=torch.int32)):
        try:
            print(grad(f)(a))
        except Exception as e:
            print(type(e).__name__, e)
a = torch.arange(3)
for name, run in (
    ('vjp', lambda: torch.func.vjp(lambda x: x * 2, a)[1](torch.ones(3))),
    ('jvp', lambda: torch.func.jvp(lambda x: x * 2, (a,), (torch.ones(3),))),
    ('jacrev', lambda: torch.func.jacrev(lambda x: (x * 2).sum())(a)),
    ('jacfwd', lambda: torch.func.jacfwd(lambda x: (x * 2).sum())(a)),
    ('hessian', lambda: torch.func.hessian(lambda x: (x * 2).sum())(a)),
    ('linearize', lambda: torch.func.linearize(lambda x: x * 2, a)),
    ('grad', lambda: grad(lambda x: x * 2)(3.0)),
    ('vjp', lambda: torch.func.vjp(lambda x: x[0], [torch.ones(2), 3.0])),
    ('jvp', lambda: torch.func.jvp(lambda x: x * 2, (3.0,), (1.0,))),
    ('jacrev', lambda: torch.func.jacrev(lambda x: x * 2)(3.0)),
):
    try:
        print(run())
    except Exception as e:
        print(name, type(e).__name__, e)

y = torch.ones(2)
with torch.inference_mode():
    z = torch.ones(2)
    for x in y, z:
        square = lambda v: (v * v.exp()).sum()
        print(grad(square)(x), torch.func.grad_and_value(square)(x), torch.func.vjp(square, x)[1](torch.ones(())))
        print(torch.func.jvp(square, (x,), (torch.ones(2),)), torch.func.jacrev(square)(x), torch.func.jacfwd(square)(x))
        print(torch.func.hessian(square)(x), torch.func.vmap(grad(lambda v: v * v))(x))
    print((y * 2).requires_grad, torch.is_inference_mode_enabled())
