# Mixed precision on the CPU: which ops run low, which full, which take the widest; gradients; nesting; state.
import torch
import torch.nn as nn
import torch.nn.functional as F

a, b = torch.ones(2, 3), torch.ones(3, 2)
conv, x = nn.Conv2d(1, 2, 2), torch.ones(1, 1, 3, 3)
lin = nn.Linear(3, 2)
print(torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"))
with torch.autocast("cpu", dtype=torch.bfloat16):
    print(torch.is_autocast_enabled("cpu"), (a @ b).dtype, torch.mm(a, b).dtype, F.linear(a, b.t()).dtype, lin(a).dtype, conv(x).dtype)
    print((a + a).dtype, a.exp().dtype, F.softmax(a, 1).dtype, F.layer_norm(a, (3,)).dtype, a.sum().dtype, torch.cat([a, a @ b @ a]).dtype)
    print(F.mse_loss(a @ b, a @ b).dtype, F.cross_entropy(lin(a), torch.tensor([0, 1])).dtype, (a @ b).prod().dtype, torch.bmm(a[None], b[None]).dtype)
    print(F.scaled_dot_product_attention(a[None], a[None], a[None]).dtype, torch.linalg.inv((a @ b) + torch.eye(2) * 3).dtype)
    with torch.autocast("cpu", enabled=False):
        print(torch.is_autocast_enabled("cpu"), (a @ b).dtype)
    print((a @ b).dtype, (a.double() @ b.double()).dtype, torch.stack([a, a.bfloat16()]).dtype)
with torch.amp.autocast(device_type="cpu", dtype=torch.float16):
    print((a @ b).dtype)
print(torch.is_autocast_enabled("cpu"), (a @ b).dtype)
opt = torch.optim.SGD(lin.parameters(), lr=0.1)
nn.init.constant_(lin.weight, 0.5)
nn.init.zeros_(lin.bias)
for _ in range(1):
    opt.zero_grad()
    with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
        loss = F.mse_loss(lin(lin(a) @ a), torch.zeros(2, 2))
    loss.backward()
    opt.step()
    print(loss.dtype, lin.weight.grad.dtype, lin.weight.dtype, round(loss.item(), 2))


@torch.autocast("cpu", dtype=torch.bfloat16)
def decorated(p, q):
    return p @ q


print(decorated(a, b).dtype, lin(a).dtype)
