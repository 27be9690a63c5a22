# resize_ that grows: the storage grows, so views and aliases see what is written through the resized tensor, and the
# other way round; sizes nobody can have, layouts, versions.
import warnings

import torch

warnings.simplefilter("ignore")
x = torch.arange(4.0)
v = x[1:3]
x.resize_(8)
x.zero_()
print(v, x.shape)
v.fill_(5.0)
print(x[:4])
y = torch.arange(6.0).view(2, 3)
z = y.t()
z.resize_(3, 4)
print(y, z.shape, z.stride())
z[2, 3] = 7
y.resize_(12)
print(y[:6], y[11])
a = torch.arange(4.0)
b = a.detach()
b.resize_(10)
b.zero_()
print(a)
a = torch.arange(4.0)
b = a[:2]
b.resize_(10)
b.mul_(2)
print(b[:4], a)
a = torch.arange(4.0)
b = a[2:].resize_(6)
b[:2] = -1
print(a, b.storage_offset())
q = torch.ones(3)
storage = q.untyped_storage()
q.resize_(6)
print(storage.nbytes(), q.untyped_storage().nbytes(), q[:3])
out = torch.empty(0)
view = out.view(0)
torch.add(torch.ones(3), 1, out=out)
print(out, view.untyped_storage().nbytes())
grown = torch.arange(2.0)
first = grown[:1]
print(torch.mul(torch.arange(3.0), 2, out=grown), first, grown)

print(torch.zeros(2, 2, 1, 1).resize_(2, 2, 2, 2, memory_format=torch.channels_last).stride())
print(torch.zeros(1).resize_as_(torch.zeros(2, 2, 2, 2)).stride(), torch.zeros(2, 2).resize_(0, 5).stride())
x = torch.ones(3)
for n in (3, 2, 3, 5):
    print(n, x.resize_(n)._version, x.untyped_storage().nbytes())
print(torch.ones(3, device="meta").resize_(2**58).shape)


def attempt(f):
    try:
        print(f())
    except (RuntimeError, TypeError) as e:
        print(type(e).__name__, str(e).split("\n")[0])


attempt(lambda: torch.ones(3).resize_(2**62))
attempt(lambda: torch.ones(3)[1:].resize_(2**61 - 1))
attempt(lambda: torch.ones(3, requires_grad=True).resize_(5))
attempt(lambda: torch.ones(3).resize_(-1))


@torch.compile
def f(x):
    y = x * 1
    v = y[1:]
    y.resize_(8).fill_(3.0)
    return v + 1, y


for _ in range(3):
    print(f(torch.arange(4.0)))
