# REINFORCE with a baseline, a replay buffer with a target network, and the clipped objective.
import torch, torch.nn as nn, torch.nn.functional as F, random, math
from torch.distributions import Categorical, Normal
from collections import deque, namedtuple
torch.manual_seed(543)
random.seed(0)


class Policy(nn.Module):

    def __init__(s):
        super().__init__()
        s.affine1 = nn.Linear(4, 32)
        s.dropout = nn.Dropout(p=0.6)
        s.action = nn.Linear(32, 2)
        s.value = nn.Linear(32, 1)
        s.saved = []
        s.rewards = []

    def forward(s, x):
        x = F.relu(s.dropout(s.affine1(x)))
        return (F.softmax(s.action(x), dim=-1), s.value(x))
model = Policy()
opt = torch.optim.Adam(model.parameters(), lr=0.03)
SA = namedtuple('SA', ['log_prob', 'value'])
for ep in range(3):
    state = torch.randn(4)
    for t in range(10):
        probs, v = model(state)
        m = Categorical(probs)
        a = m.sample()
        model.saved.append(SA(m.log_prob(a), v))
        model.rewards.append(1.0 if a.item() == 0 else -0.5)
        state = state * 0.9 + a.float() * 0.1
    R = 0
    ret = []
    for r in model.rewards[::-1]:
        R = r + 0.99 * R
        ret.insert(0, R)
    ret = torch.tensor(ret)
    ret = (ret - ret.mean()) / (ret.std() + 1e-06)
    pl = []
    vl = []
    for (lp, v), R in zip(model.saved, ret):
        adv = R - v.item()
        pl.append(-lp * adv)
        vl.append(F.smooth_l1_loss(v, torch.tensor([R])))
    opt.zero_grad()
    loss = torch.stack(pl).sum() + torch.stack(vl).sum()
    loss.backward()
    opt.step()
    print(ep, round(loss.item(), 3))
    del model.rewards[:]
    del model.saved[:]
T = namedtuple('T', ('s', 'a', 'ns', 'r'))
mem = deque([], maxlen=100)
pol = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
tgt = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
tgt.load_state_dict(pol.state_dict())
o = torch.optim.AdamW(pol.parameters(), lr=0.001, amsgrad=True)
for i in range(40):
    s = torch.randn(1, 4)
    a = torch.tensor([[random.randrange(2)]], dtype=torch.long)
    mem.append(T(s, a, None if i % 7 == 0 else torch.randn(1, 4), torch.tensor([float(i % 3)])))
for k in range(3):
    b = T(*zip(*random.sample(mem, 16)))
    mask = torch.tensor(tuple(map(lambda s: s is not None, b.ns)), dtype=torch.bool)
    nns = torch.cat([s for s in b.ns if s is not None])
    q = pol(torch.cat(b.s)).gather(1, torch.cat(b.a))
    nv = torch.zeros(16)
    with torch.no_grad():
        nv[mask] = tgt(nns).max(1).values
    l = nn.SmoothL1Loss()(q, (nv * 0.99 + torch.cat(b.r)).unsqueeze(1))
    o.zero_grad()
    l.backward()
    torch.nn.utils.clip_grad_value_(pol.parameters(), 100)
    o.step()
    sd = tgt.state_dict()
    for key in sd:
        sd[key] = pol.state_dict()[key] * 0.1 + sd[key] * 0.9
    tgt.load_state_dict(sd)
    print(round(l.item(), 4))
mu = torch.zeros(5, 2, requires_grad=True)
d = Normal(mu, torch.ones(5, 2) * 0.5)
act = d.sample()
lp = d.log_prob(act).sum(-1)
ratio = torch.exp(lp - lp.detach())
adv = torch.arange(5.0) - 2
s = -torch.min(ratio * adv, torch.clamp(ratio, 0.8, 1.2) * adv).mean() - 0.01 * d.entropy().sum(-1).mean()
s.backward()
print(mu.grad.abs().sum().item() > 0, round(s.item(), 4))
