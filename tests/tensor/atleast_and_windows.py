# torch.atleast_1d and its siblings, and torch.signal without an import of its own.
import torch

a = torch.arange(6.0).reshape(2, 3)
for f in (torch.atleast_1d, torch.atleast_2d, torch.atleast_3d):
    for t in (a[0, 1], a[1], a, a[None], a[None, None]):
        r = f(t)
        print(f.__name__, tuple(r.shape), r.stride(), r.data_ptr() == t.data_ptr())
    print([tuple(t.shape) for t in f(a[0, 0], a[0])], [tuple(t.shape) for t in f([a, a[0]])])
x = torch.ones(2, requires_grad=True)
torch.atleast_3d(x).sum().backward()
print(x.grad)
print(torch.signal.windows.hann(5, sym=False))
