# graphs: 8
# recompiles: 0
# Floating-point numbers that are others in each call: schedules and optimizers. No graph is compiled for each of them.
import torch

torch.manual_seed(0)


def scaled(x, s):
    return (x * s + 1).relu()


f = torch.compile(scaled)
x = torch.arange(-2.0, 3.0)
for i in range(12):
    print(f(x, 0.5 + i / 8))
for i in range(6):
    print(f(x, 0.25 + i % 2))  # these come again

w = torch.nn.Parameter(torch.ones(3))
opt = torch.optim.Adam([w], lr=0.125)
scheduler = torch.optim.lr_scheduler.LambdaLR(opt, lambda epoch: 1 / (1 + epoch))


def step(target):
    opt.zero_grad()
    loss = ((w - target) ** 2).sum()
    loss.backward()
    opt.step()
    return loss


g = torch.compile(step)
for i in range(12):
    loss = g(torch.tensor([0.0, 0.5, 2.0]))
    scheduler.step()
    print(i, f"{loss.item():.5f}", [f"{v:.5f}" for v in w.tolist()])
