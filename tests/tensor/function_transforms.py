# torch.func: grad, vmap, Jacobians, Hessians, products with them, and modules called with other parameters.
import torch
import torch.nn as nn
from torch.func import functional_call, grad, grad_and_value, hessian, jacfwd, jacrev, jvp, stack_module_state, vjp, vmap

x = torch.tensor([1.0, 2.0, 3.0])
f = lambda t: (t**3).sum()
print(grad(f)(x), grad(grad(lambda t: t**3))(torch.tensor(2.0)), grad_and_value(f)(x))
print(grad(lambda a, b: (a * b**2).sum(), argnums=1)(x, x), grad(lambda a, b: (a * b).sum(), argnums=(0, 1))(x, x + 1))
print(grad(lambda d: (d["w"] * d["b"]).sum())({"w": x, "b": x + 1}), grad(lambda t: (f(t), t * 2), has_aux=True)(x))
print(jacrev(lambda t: t**2)(x), jacfwd(torch.sin)(torch.zeros(2)), hessian(f)(x), jacrev(lambda a, b: a * b, argnums=(0, 1))(x[:2], x[1:]))
out, back = vjp(lambda t: t**2, x)
print(out, back(torch.ones(3)), jvp(lambda t: t**2, (x,), (torch.ones(3),)))
print(vmap(lambda t: t.sum())(torch.arange(6.0).view(2, 3)), vmap(torch.dot)(torch.ones(2, 3), torch.ones(2, 3)))
print(vmap(lambda a, b: a + b, in_dims=(0, None))(torch.arange(2.0), torch.ones(3)), vmap(lambda t: t * 2, in_dims=1, out_dims=1)(torch.ones(2, 3)).shape)
print(vmap(lambda d: d["a"] + d["b"], in_dims=({"a": 0, "b": None},))({"a": torch.arange(2.0), "b": torch.ones(2)}), vmap(vmap(lambda t: t + 1))(torch.zeros(2, 2)))
print(vmap(lambda t: (t, t + 1))(torch.arange(2.0)), torch.vmap(torch.matmul, in_dims=(0, None))(torch.ones(2, 3, 4), torch.ones(4, 5)).shape)
net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.zeros_(net.bias)
params = {k: v.detach() for k, v in net.named_parameters()}


def loss(p, sample, target):
    return ((functional_call(net, p, (sample,)) - target) ** 2).sum()


per = vmap(grad(loss), in_dims=(None, 0, 0))(params, torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.zeros(2, 1))
print({k: v.tolist() for k, v in per.items()}, net.weight.grad)
p, b = stack_module_state([nn.Linear(2, 1), nn.Linear(2, 1)])
print({k: v.shape for k, v in p.items()}, b, functional_call(net, {"weight": torch.ones(1, 2)}, torch.ones(1, 2)))
w = torch.tensor(3.0, requires_grad=True)
y = grad(lambda t: t**2 * w)(torch.tensor(2.0))
print(vmap(grad(torch.sin))(torch.zeros(2)), grad(lambda v: grad(lambda u: u**3 * v)(v))(torch.tensor(2.0)))
for f in (lambda: grad(lambda t: t)(x), lambda: grad(lambda t: 1)(x), lambda: vmap(lambda t: t)(torch.tensor(1.0)), lambda: vmap(lambda a, b: a + b)(torch.ones(2), torch.ones(3)), lambda: grad(f, argnums=2)(x)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__)
