# Subclasses of Tensor: results keep the class, __torch_function__ sees the calls; modes see all of them.
import torch
from torch.overrides import TorchFunctionMode


class Plain(torch.Tensor):
    pass


p = torch.arange(4.0).as_subclass(Plain)
print(repr(p * 2), isinstance(Plain([1.0]) + 1, Plain), type(torch.ones(4) - p).__name__, type(p.sum()).__name__)
print(type(p.view(2, 2).max(0)).__name__, type(p.view(2, 2).max(0).values).__name__, [type(c).__name__ for c in p.chunk(2)])
print(type(torch.cat([torch.ones(1), p])).__name__, type(p[1:]).__name__, p.tolist(), type(p.add_(1)).__name__, float(p[0]))


class Child(Plain):
    pass


print(type(p + p.as_subclass(Child)).__name__, type(p.as_subclass(Child) + p).__name__)


class Logged(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print("call", func.__name__, [t.__name__ for t in types])
        return super().__torch_function__(func, types, args, kwargs)


x = Logged([1.0, 2.0])
print(type(x + 1).__name__, type(torch.sum(x)).__name__, type(2 * x).__name__)
print(type(torch.stack([x, torch.ones(2)])).__name__)


class Tagged(torch.Tensor):
    @staticmethod
    def __new__(cls, data, tag):
        t = torch.as_tensor(data).as_subclass(cls)
        t.tag = tag
        return t

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        result = super().__torch_function__(func, types, args, kwargs)
        if isinstance(result, cls):
            result.tag = "+".join(a.tag for a in args if isinstance(a, cls))
        return result


t = torch.mul(Tagged([1.0], "a"), Tagged([2.0], "b"))
print(t.tag, t)


class Unit:
    """No tensor at all."""

    def __init__(self, value, unit):
        self.value, self.unit = value, unit

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func is not torch.add:
            return NotImplemented
        return Unit(func(args[0].value, args[1].value), args[0].unit)


u = torch.add(Unit(torch.ones(2), "m"), Unit(torch.ones(2), "m"))
print(u.value, u.unit)
try:
    torch.mul(Unit(torch.ones(2), "m"), 2)
except TypeError as e:
    print(type(e).__name__)

w = torch.ones(2, requires_grad=True)
(w.as_subclass(Plain) * 3).sum().backward()
print(w.grad, type(torch.nn.Parameter(torch.ones(1)) * 2).__name__)


class Mode(TorchFunctionMode):
    def __init__(self, name):
        self.name = name

    def __torch_function__(self, func, types, args=(), kwargs=None):
        print(self.name, func.__name__)
        return func(*args, **(kwargs or {}))


with Mode("outer"):
    y = torch.ones(2).mul(2)
    with Mode("inner") as m:
        y = y + 1
    print(m.name)
    y.sub_(1)
print(y)


class AddsInstead(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func is torch.mul:
            func = torch.add
        return func(*args, **(kwargs or {}))


with AddsInstead():
    print(torch.mul(torch.ones(2), 5))
try:
    with Mode("failing"):
        torch.ones(2) @ torch.ones(3)
except RuntimeError:
    print("raised")
print(torch.mul(torch.ones(2), 5))
