# A diffusion model: noise schedule, a small U-Net with time embedding, sampling in inference mode.
import torch, math, torch.nn as nn, torch.nn.functional as F
from functools import partial
torch.manual_seed(0)


def cosine_beta_schedule(T, s=0.008):
    t = torch.linspace(0, T, T + 1, dtype=torch.float64) / T
    ac = torch.cos((t + s) / (1 + s) * math.pi * 0.5) ** 2
    ac = ac / ac[0]
    return torch.clip(1 - ac[1:] / ac[:-1], 0, 0.999)


def extract(a, t, shape):
    b, *_ = t.shape
    out = a.gather(-1, t)
    return out.reshape(b, *(1,) * (len(shape) - 1))


class Pos(nn.Module):

    def __init__(s, d):
        super().__init__()
        s.d = d

    def forward(s, t):
        h = s.d // 2
        e = math.log(10000) / (h - 1)
        e = torch.exp(torch.arange(h, device=t.device) * -e)
        e = t[:, None] * e[None, :]
        return torch.cat((e.sin(), e.cos()), dim=-1)


class Block(nn.Module):

    def __init__(s, i, o):
        super().__init__()
        s.proj = nn.Conv2d(i, o, 3, padding=1)
        s.norm = nn.GroupNorm(2, o)
        s.act = nn.SiLU()

    def forward(s, x, ss=None):
        x = s.norm(s.proj(x))
        if ss is not None:
            a, b = ss
            x = x * (a + 1) + b
        return s.act(x)


class Unet(nn.Module):

    def __init__(s):
        super().__init__()
        s.mlp = nn.Sequential(Pos(8), nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 16))
        s.b1 = Block(3, 8)
        s.down = nn.Conv2d(8, 8, 4, 2, 1)
        s.b2 = Block(8, 8)
        s.up = nn.Sequential(nn.Upsample(scale_factor=2, mode='nearest'), nn.Conv2d(8, 8, 3, padding=1))
        s.b3 = Block(16, 8)
        s.out = nn.Conv2d(8, 3, 1)

    def forward(s, x, t):
        e = s.mlp(t)[:, :, None, None]
        h = s.b1(x)
        d = s.b2(s.down(h), e.chunk(2, dim=1))
        return s.out(s.b3(torch.cat((s.up(d), h), dim=1)))
T = 20
betas = cosine_beta_schedule(T)
al = 1 - betas
ac = torch.cumprod(al, dim=0)
acp = F.pad(ac[:-1], (1, 0), value=1.0)
m = Unet()
o = torch.optim.Adam(m.parameters(), 0.001, betas=(0.9, 0.99))
x0 = torch.rand(4, 3, 8, 8) * 2 - 1
for k in range(3):
    t = torch.randint(0, T, (4,)).long()
    n = torch.randn_like(x0)
    xt = extract(ac.sqrt().float(), t, x0.shape) * x0 + extract((1 - ac).sqrt().float(), t, x0.shape) * n
    l = F.mse_loss(m(xt, t.float()), n, reduction='none')
    l = l.flatten(1).mean(1).mean()
    o.zero_grad()
    l.backward()
    o.step()
    print(round(l.item(), 4))


@torch.inference_mode()
def sample():
    img = torch.randn(2, 3, 8, 8)
    for i in reversed(range(0, 5)):
        t = torch.full((2,), i, dtype=torch.long)
        eps = m(img, t.float())
        x = extract((1 / ac).sqrt().float(), t, img.shape) * img - extract((1 / ac - 1).sqrt().float(), t, img.shape) * eps
        x.clamp_(-1.0, 1.0)
        pv = betas * (1 - acp) / (1 - ac)
        c1 = betas * acp.sqrt() / (1 - ac)
        c2 = (1 - acp) * al.sqrt() / (1 - ac)
        mean = extract(c1.float(), t, img.shape) * x + extract(c2.float(), t, img.shape) * img
        noise = torch.randn_like(img) if i > 0 else 0.0
        img = mean + (0.5 * extract(pv.clamp(min=1e-20).log().float(), t, img.shape)).exp() * noise
    return img
s = sample()
print(s.shape, s.is_inference(), round(s.sum().item(), 3))
