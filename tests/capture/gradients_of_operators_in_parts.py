# Operators that run as several and have a derivative of their own: their gradients arrive in compiled training too.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
w = torch.tensor(0.5, requires_grad=True)
x = torch.tensor([[0.5, -1.0], [2.0, 0.25]], requires_grad=True)
y = torch.tensor([[0.0, 1.0], [1.0, 0.0]])
cases = {
    "mse": lambda: F.mse_loss(x, y) * w, "mse none": lambda: (F.mse_loss(x, y, reduction="none") * w).sum(),
    "smooth": lambda: F.smooth_l1_loss(x, y) * w, "huber": lambda: F.huber_loss(x, y) * w,
    "bce": lambda: F.binary_cross_entropy_with_logits(x, y) * w, "soft margin": lambda: F.soft_margin_loss(x, y) * w,
    "l1": lambda: F.l1_loss(x, y) * w, "kl": lambda: F.kl_div(x, y, reduction="sum") * w, "nll": lambda: F.cross_entropy(x, y) * w,
    "prelu": lambda: F.prelu(x, w.view(1)).sum(), "glu": lambda: (F.glu(x) * w).sum(),
    "cdist": lambda: torch.cdist(x, y).sum() * w, "pdist": lambda: F.pdist(x).sum() * w,
    "detached": lambda: (x.detach() * w + x).sum(), "relu_": lambda: (F.relu_(x * 1) * w).sum(),
    "cat": lambda: (torch.cat([x, x * w]) * w).sum(), "norm": lambda: F.normalize(x) .sum() * w,
    "cosine": lambda: F.cosine_similarity(x, y).sum() * w, "logsumexp": lambda: torch.logsumexp(x, 1).sum() * w,
}
for name, make in cases.items():
    torch._dynamo.reset()
    f = torch.compile(lambda: make())
    seen = []
    for _ in range(6):
        x.grad = w.grad = None
        f().backward()
        seen.append([None if t.grad is None else [round(v, 4) for v in t.grad.flatten().tolist()] for t in (x, w)])
    print(name, seen[0], all(s == seen[0] for s in seen))
m = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.PReLU(), torch.nn.Linear(3, 4), torch.nn.GLU())
f = torch.compile(m)
optimizer = torch.optim.SGD(m.parameters(), lr=0.1)
losses = []
for _ in range(8):
    optimizer.zero_grad()
    loss = F.smooth_l1_loss(f(x.detach()), y) * 2
    loss.backward()
    optimizer.step()
    losses.append(round(loss.item(), 4))
print(losses)
