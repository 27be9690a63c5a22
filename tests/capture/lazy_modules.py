# Lazy modules under torch.compile: the first call makes their parameters and fills them inside the captured code, and a
# Parameter counts its own changes. The whole model, and a whole training step.
import torch
from torch import nn

MODELS = {
    "linear": (lambda: nn.Sequential(nn.LazyLinear(8), nn.ReLU(), nn.LazyLinear(2)), (4, 5)),
    "conv1d": (lambda: nn.Sequential(nn.LazyConv1d(4, 3), nn.LazyBatchNorm1d(), nn.ReLU()), (2, 3, 10)),
    "conv2d": (lambda: nn.Sequential(nn.LazyConv2d(4, 3), nn.LazyBatchNorm2d(), nn.Flatten(), nn.LazyLinear(3)), (2, 3, 6, 6)),
    "conv3d": (lambda: nn.Sequential(nn.LazyConv3d(2, 3), nn.LazyBatchNorm3d()), (2, 3, 5, 5, 5)),
    "transposed": (lambda: nn.Sequential(nn.LazyConvTranspose2d(4, 3), nn.LazyInstanceNorm2d(affine=True)), (2, 3, 6, 6)),
    "norm": (nn.LazyBatchNorm1d, (6, 5)),
}


def train(make, shape, step):
    torch.manual_seed(0)
    model = make()
    x = torch.randn(shape)

    def forward(x):
        loss = model(x).sin().pow(2).mean()
        if step:
            loss.backward()
        return loss

    run = torch.compile(forward)
    optimizer = None
    for _ in range(4):
        loss = run(x)
        if not step:
            loss.backward()
        optimizer = optimizer or torch.optim.SGD(model.parameters(), lr=0.01)
        optimizer.step()
        optimizer.zero_grad()
    return f"{loss.item():.4f}", [tuple(p.shape) for p in model.parameters()]


for name, (make, shape) in MODELS.items():
    for step in (False, True):
        print(name, *train(make, shape, step))


def versions(change):
    w, plain = nn.Parameter(torch.ones(3)), torch.ones(3)

    @torch.compile
    def f(x):
        with torch.no_grad():
            change(w)
            change(plain)
        return (x * w * plain).sum()

    for _ in range(3):
        f(torch.ones(3)).backward()
        print(w._version, plain._version, w.grad.tolist())


versions(lambda t: t.fill_(2))
versions(lambda t: t.fill_(2).mul_(2))
