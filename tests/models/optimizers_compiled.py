# Whole training steps compiled, with every optimizer and its options: the weights are those of eager steps.
import torch
import torch.nn as nn

CASES = [
    (torch.optim.SGD, dict(lr=0.01)), (torch.optim.SGD, dict(lr=0.01, momentum=0.9)),
    (torch.optim.SGD, dict(lr=0.01, momentum=0.9, nesterov=True)), (torch.optim.SGD, dict(lr=0.01, momentum=0.9, dampening=0.1)),
    (torch.optim.SGD, dict(lr=0.01, momentum=0.9, weight_decay=0.1)), (torch.optim.SGD, dict(lr=0.01, maximize=True)),
    (torch.optim.Adam, dict(lr=0.01)), (torch.optim.Adam, dict(lr=0.01, amsgrad=True, weight_decay=0.1)),
    (torch.optim.AdamW, dict(lr=0.01)), (torch.optim.NAdam, dict(lr=0.01)), (torch.optim.RAdam, dict(lr=0.01)),
    (torch.optim.Adamax, dict(lr=0.01)), (torch.optim.Adagrad, dict(lr=0.01)), (torch.optim.Adadelta, dict(lr=0.1)),
    (torch.optim.RMSprop, dict(lr=0.01)), (torch.optim.RMSprop, dict(lr=0.01, momentum=0.9, centered=True)),
    (torch.optim.Rprop, dict(lr=0.01)), (torch.optim.ASGD, dict(lr=0.01)),
]


def train(optimizer, options, compiled, set_to_none):
    torch.manual_seed(1)
    model = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2))
    steps = optimizer(model.parameters(), **options)

    def step(x):
        steps.zero_grad(set_to_none=set_to_none)
        loss = model(x).pow(2).sum()
        loss.backward()
        steps.step()
        return loss.detach()

    if compiled:
        step = torch.compile(step)
    losses = [round(step(torch.ones(3, 4) * (1 + i % 2)).item(), 3) for i in range(5)]
    return losses, [p.detach().clone() for p in model.parameters()], [p.grad.clone() for p in model.parameters()]


for optimizer, options in CASES:
    for set_to_none in (True, False):
        losses, weights, grads = train(optimizer, options, False, set_to_none)
        again, weights2, grads2 = train(optimizer, options, True, set_to_none)
        same = all(torch.allclose(a, b, atol=1e-5) for a, b in zip(weights + grads, weights2 + grads2))
        print(optimizer.__name__, options, set_to_none, losses, same and all(abs(a - b) <= 0.0011 for a, b in zip(losses, again)))
