# A variational autoencoder, and the divergence of its posterior by torch.distributions.
import torch, torch.nn.functional as F
from torch import nn, optim
from torch.distributions import Normal, kl_divergence, Independent, Bernoulli
torch.manual_seed(1)


class VAE(nn.Module):

    def __init__(s):
        super().__init__()
        s.fc1 = nn.Linear(20, 16)
        s.fc21 = nn.Linear(16, 4)
        s.fc22 = nn.Linear(16, 4)
        s.fc3 = nn.Linear(4, 16)
        s.fc4 = nn.Linear(16, 20)

    def encode(s, x):
        h = F.relu(s.fc1(x))
        return (s.fc21(h), s.fc22(h))

    def reparameterize(s, mu, logvar):
        std = torch.exp(0.5 * logvar)
        eps = torch.randn_like(std)
        return mu + eps * std

    def decode(s, z):
        return torch.sigmoid(s.fc4(F.relu(s.fc3(z))))

    def forward(s, x):
        mu, lv = s.encode(x.view(-1, 20))
        return (s.decode(s.reparameterize(mu, lv)), mu, lv)
m = VAE()
opt = optim.Adam(m.parameters(), lr=0.01)
x = torch.rand(16, 20)
for e in range(4):
    opt.zero_grad()
    r, mu, lv = m(x)
    bce = F.binary_cross_entropy(r, x, reduction='sum')
    kld = -0.5 * torch.sum(1 + lv - mu.pow(2) - lv.exp())
    loss = bce + kld
    loss.backward()
    opt.step()
    print(f'{loss.item():.3f}')
q = Independent(Normal(mu, (0.5 * lv).exp()), 1)
p = Independent(Normal(torch.zeros(4), torch.ones(4)).expand([16, 4]), 1)
print(kl_divergence(q, p).sum().item() - kld.item() < 0.001, q, q.rsample().shape, q.log_prob(mu).shape, q.entropy().mean().item() > 0)
print(Bernoulli(logits=torch.zeros(3)).log_prob(torch.ones(3)), Normal(0.0, 1.0).cdf(torch.tensor(0.5)), Normal(0.0, 1.0).icdf(torch.tensor(0.7)))
