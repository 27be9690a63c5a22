# Functions that take numbers where tensors are meant.
import torch

print(torch.add(1, 2), torch.mul(2, 3.5), torch.sub(1, 2), torch.div(1, 2), torch.add(True, 2))
print(torch.floor_divide(5, 2), torch.true_divide(1, 2), torch.add(1, 2, alpha=3), torch.mul(True, True).dtype)
print(torch.add(1.5, 2).dtype, torch.sub(2.5, 1))
for name in ('exp', 'maximum', 'pow', 'eq', 'remainder', 'atan2'):
    try:
        print(getattr(torch, name)(1, 2))
    except TypeError as e:
        print(str(e).splitlines()[0])
out = torch.zeros(())
torch.add(1, 2, out=out)
print(out)


@torch.compile
def f(x):
    return x + torch.add(1, 2)


print(f(torch.ones(2)), f(torch.zeros(2)))
