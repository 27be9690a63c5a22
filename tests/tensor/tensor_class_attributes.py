# Scripts give torch.Tensor methods, properties and values of their own, and replace those that it has.
import torch
def t(f):
    try:
        r = f(); print("ok", r)
    except Exception as e: print(type(e).__name__, str(e))
torch.Tensor.foo = lambda self, k: self.sum().item() + k
x = torch.ones(3)
t(lambda: x.foo(2))
torch.Tensor.bar = property(lambda self: self.shape[0])
t(lambda: x.bar)
torch.Tensor.baz = 5
t(lambda: (x.baz, torch.nn.Parameter(x).baz))
old = torch.Tensor.__repr__
torch.Tensor.__repr__ = lambda self: f"{tuple(self.shape)} {old(self)}"
t(lambda: repr(x))
t(lambda: f"{x}")
print(x)
print([x])
torch.Tensor.__repr__ = old
print(x)
oa = torch.Tensor.__add__
torch.Tensor.__add__ = lambda self, o: oa(self, o) * 10
print(x + 1)
torch.Tensor.__add__ = oa
print(x + 1)
om = torch.Tensor.sum
torch.Tensor.sum = lambda self, *a, **k: om(self, *a, **k) + 100
print(x.sum())
torch.Tensor.sum = om
print(x.sum())
del torch.Tensor.foo
t(lambda: x.foo(1))
torch.Tensor.__len__ = lambda self: 42
print(len(x))
def show(self): return "T"
torch.Tensor.__str__ = show
print(str(x), x, f"{x}", repr(x))
del torch.Tensor.__str__
print(str(x))
torch.nn.functional.relu2 = lambda x: x.relu() ** 2
print(torch.nn.functional.relu2(x))
torch.myfn = lambda x: x + 5
print(torch.myfn(x))
@property
def T3(self): return self * 3
setattr(torch.Tensor, "T3", T3)
print(x.T3, hasattr(torch.Tensor, "T3"), "T3" in dir(x))
torch.nn.Module.hello = lambda self: type(self).__name__
print(torch.nn.Linear(1,1).hello())
og = torch.Tensor.__getitem__
torch.Tensor.__getitem__ = lambda self, i: og(self, i) + 1000
print(x[0])
torch.Tensor.__getitem__ = og
print(x[0])
ob = torch.Tensor.backward
def bw(self, *a, **k):
    print("backward!")
    return ob(self, *a, **k)
torch.Tensor.backward = bw
(torch.ones(1, requires_grad=True) * 2).sum().backward()
torch.Tensor.backward = ob


@torch.compile
def captured(t):
    return t.later() + t.T3


torch.Tensor.later = lambda self: self * 100
print(captured(x), captured(x))
torch.Tensor.later = lambda self: self * 200
print(captured(x), captured(x))
torch.Tensor.sum = lambda self, *a, **k: om(self, *a, **k) + 7


@torch.compile
def sums(t):
    return t.sum() + 1


print(sums(x), sums(x))
torch.Tensor.sum = om
print(sums(x), sums(x))
