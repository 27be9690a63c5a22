# Finalizers that run while a graph is dropped, and use what is left of it.
import torch

x = torch.ones(2, requires_grad=True)
kept, contexts, saved = [], [], []


class UsesLeaf:
    def __del__(self):
        kept.append(x * 3)


class ReadsSaved:
    def __del__(self):
        for context in contexts:
            saved.append(context.saved_tensors)


class Holder(torch.autograd.Function):
    @staticmethod
    def forward(ctx, t, what):
        ctx.held = what()
        return t * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2, None


class Saver(torch.autograd.Function):
    @staticmethod
    def forward(ctx, t):
        y = t * 2
        ctx.save_for_backward(y)
        contexts.append(ctx)
        return y

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


w = torch.ones(2, requires_grad=True)
z = w * 2
z.register_hook(lambda grad, held=UsesLeaf(): None)
y = x + z
del z, y
y = x + Holder.apply(w, UsesLeaf)
del y
others = [torch.ones(2, requires_grad=True) * i for i in range(1000)]
print(len(kept))
for y in kept:
    y.sum().backward()
print(x.grad)
y = Saver.apply(w) + Holder.apply(w, ReadsSaved)
del y
for (t,) in saved:
    t.sum().backward()
print(w.grad)
