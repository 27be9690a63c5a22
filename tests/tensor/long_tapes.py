# Tapes of forty thousand nodes, held together by edges, by results that were saved, by what functions and hooks keep.
import torch

N = 40_000
x = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, y):
        ctx.save_for_backward(y)
        ctx.kept = y
        return y * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


def run(name, step, start=x):
    y = start
    for _ in range(N):
        y = step(y)
    print(name, tuple(y.shape), y.grad_fn is not None)


run('views', lambda y: y.view(2, 2).t().reshape(4))
run('saved results', lambda y: y.sigmoid())
run('two results', lambda y: y.sort()[0])
run('decompositions', lambda y: torch.linalg.qr(y)[0], x.view(2, 2))
run('functions', Twice.apply)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
    run('hooks', lambda y: y * y)
y = x
for _ in range(N):
    y = y.view(2, 2).view(4)
y.sum().backward()
print(x.grad)
