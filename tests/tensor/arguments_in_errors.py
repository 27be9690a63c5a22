# What calls with arguments that no overload takes say of them.
import torch

a = torch.ones(2)
for f in (lambda: torch.pow(a, 2, foo=1), lambda: torch.clamp(a, lo=1), lambda: torch.max(a, foo=2),
          lambda: a.max(foo=None), lambda: torch.eq(a, 1, z=1), lambda: torch.div(a, 2, rounding='x'),
          lambda: torch.arange(3, foo=1), lambda: a.max(1, 2, 3, 4), lambda: torch.max()):
    try:
        print(f())
    except TypeError as e:
        print(str(e).splitlines()[0])
