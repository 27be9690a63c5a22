# A small GAN and a gradient penalty: initialization by class name, two optimizers, second derivatives.
import torch, torch.nn as nn, torch.optim as optim
torch.manual_seed(0)
G = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.LeakyReLU(0.2, inplace=True), nn.Linear(16, 2), nn.Tanh())
D = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2, inplace=True), nn.Dropout(0.3), nn.Linear(16, 1), nn.Sigmoid())


def weights_init(m):
    name = m.__class__.__name__
    if name.find('Linear') != -1:
        nn.init.normal_(m.weight.data, 0.0, 0.02)
    elif name.find('BatchNorm') != -1:
        nn.init.normal_(m.weight.data, 1.0, 0.02)
        nn.init.constant_(m.bias.data, 0)
G.apply(weights_init)
D.apply(weights_init)
oG = optim.Adam(G.parameters(), lr=0.002, betas=(0.5, 0.999))
oD = optim.Adam(D.parameters(), lr=0.002, betas=(0.5, 0.999))
crit = nn.BCELoss()
real = torch.FloatTensor(32, 2).uniform_(-1, 1)
for it in range(5):
    D.zero_grad()
    out = D(real).view(-1)
    label = torch.full((32,), 1.0, dtype=torch.float)
    e1 = crit(out, label)
    e1.backward()
    noise = torch.randn(32, 8)
    fake = G(noise)
    label.fill_(0.0)
    e2 = crit(D(fake.detach()).view(-1), label)
    e2.backward()
    oD.step()
    G.zero_grad()
    label.fill_(1)
    e3 = crit(D(fake).view(-1), label)
    e3.backward()
    oG.step()
    print('[%d] D: %.4f G: %.4f' % (it, (e1 + e2).item(), e3.item()))
alpha = torch.rand(32, 1).expand_as(real)
inter = (alpha * real + (1 - alpha) * G(torch.randn(32, 8)).detach()).requires_grad_(True)
o = D(inter)
gr = torch.autograd.grad(outputs=o, inputs=inter, grad_outputs=torch.ones_like(o), create_graph=True, retain_graph=True)[0]
gp = ((gr.view(32, -1).norm(2, dim=1) - 1) ** 2).mean() * 10
gp.backward()
print(round(gp.item(), 4), D[0].weight.grad.abs().sum().item() > 0)
