# A variational autoencoder with the reparameterization trick, Adam, and a KL term.
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F


@dataclass
class Config:
    inputs: int = 32
    hidden: int = 24
    latent: int = 4
    steps: int = 15
    lr: float = 5e-3


class VAE(nn.Module):
    def __init__(self, cfg: Config):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(cfg.inputs, cfg.hidden), nn.Tanh())
        self.mean = nn.Linear(cfg.hidden, cfg.latent)
        self.log_var = nn.Linear(cfg.hidden, cfg.latent)
        self.decode = nn.Sequential(nn.Linear(cfg.latent, cfg.hidden), nn.ReLU(), nn.Linear(cfg.hidden, cfg.inputs))

    def forward(self, x):
        h = self.encode(x)
        mean, log_var = self.mean(h), self.log_var(h)
        z = mean + torch.exp(0.5 * log_var) * torch.randn_like(mean)
        return torch.sigmoid(self.decode(z)), mean, log_var


def loss_fn(x, out, mean, log_var):
    rebuild = F.binary_cross_entropy(out, x, reduction="sum")
    kl = -0.5 * torch.sum(1 + log_var - mean.pow(2) - log_var.exp())
    return (rebuild + kl) / x.shape[0], kl


cfg = Config()
print(cfg)
torch.manual_seed(3)
model = VAE(cfg)
data = (torch.rand(64, cfg.inputs) < torch.linspace(0.05, 0.95, cfg.inputs)).float()
optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
for step in range(cfg.steps):
    out, mean, log_var = model(data)
    loss, kl = loss_fn(data, out, mean, log_var)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
    optimizer.step()
    if step % 5 == 0 or step == cfg.steps - 1:
        print(f"step {step:3d} loss {loss.item():.3f} kl {kl.item():.2f}")
print({k: tuple(v.shape) for k, v in model.state_dict().items()})
