# A custom autograd Function, hooks, gradient penalty, Jacobian by autograd.grad, gradient checkpointing.
import torch
from torch.autograd import Function
from torch.utils.checkpoint import checkpoint


class ClampedExp(Function):
    @staticmethod
    def forward(ctx, x, limit):
        y = x.clamp(max=limit).exp()
        ctx.save_for_backward(x, y)
        ctx.limit = limit
        return y

    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        return grad * y * (x <= ctx.limit), None


x = torch.tensor([0.0, 1.0, 3.0], requires_grad=True)
y = ClampedExp.apply(x, 2.0)
y.sum().backward()
print(y, x.grad)

seen = []
w = torch.ones(2, 2, requires_grad=True)
handle = w.register_hook(lambda g: seen.append(g.clone()) or g * 2)
(w * torch.arange(4.0).view(2, 2)).sum().backward()
handle.remove()
print(seen[0], w.grad)

a = torch.randn(3, generator=torch.Generator().manual_seed(0), requires_grad=True)
f = (a**3).sum()
(g,) = torch.autograd.grad(f, a, create_graph=True)
penalty = (g.norm() - 1) ** 2
penalty.backward()
print(torch.allclose(g, 3 * a**2), a.grad.shape)

m = torch.arange(6.0).view(2, 3)
v = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
out = m @ v
rows = [torch.autograd.grad(out[i], v, retain_graph=True)[0] for i in range(2)]
print(torch.stack(rows))

layer = torch.nn.Linear(4, 4)
torch.nn.init.constant_(layer.weight, 0.1)
torch.nn.init.zeros_(layer.bias)
z = torch.ones(2, 4, requires_grad=True)
checkpoint(lambda t: torch.relu(layer(t)), z, use_reentrant=False).sum().backward()
print(z.grad)
try:
    b = torch.ones(2, requires_grad=True)
    c = b * b
    b.data.add_(1)
    c.sum().backward()
    print("data edits are not seen:", b.grad)
    d = torch.ones(2, requires_grad=True)
    e = d.exp()
    e.add_(1)
    e.sum().backward()
except RuntimeError as error:
    print(type(error).__name__, str(error).split(":")[0])
