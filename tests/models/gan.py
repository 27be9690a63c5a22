# A tiny GAN on a ring of Gaussians: two optimizers, detach, BCE with logits, spectral norms printed as shapes only.
import math

import torch
import torch.nn as nn

torch.manual_seed(5)
G = nn.Sequential(nn.Linear(4, 16), nn.LeakyReLU(0.2), nn.Linear(16, 2))
D = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
bce = nn.BCEWithLogitsLoss()
g_opt = torch.optim.Adam(G.parameters(), lr=1e-3, betas=(0.5, 0.999))
d_opt = torch.optim.Adam(D.parameters(), lr=1e-3, betas=(0.5, 0.999))


def real_batch(n):
    k = torch.randint(0, 8, (n,))
    angle = k * (2 * math.pi / 8)
    return torch.stack([angle.cos(), angle.sin()], dim=1) + 0.05 * torch.randn(n, 2)


for step in range(20):
    real, fake = real_batch(32), G(torch.randn(32, 4))
    d_loss = bce(D(real), torch.ones(32, 1)) + bce(D(fake.detach()), torch.zeros(32, 1))
    d_opt.zero_grad()
    d_loss.backward()
    d_opt.step()
    g_loss = bce(D(fake), torch.ones(32, 1))
    g_opt.zero_grad()
    g_loss.backward()
    g_opt.step()
    if step % 5 == 4:
        print(f"{step + 1:3d} d {d_loss:.3f} g {g_loss:.3f}")
with torch.no_grad():
    sample = G(torch.zeros(1, 4))
print(sample.shape, sample.dtype, sample.requires_grad)
