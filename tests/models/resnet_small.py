# A small residual network: blocks with a projection shortcut, cosine schedule, train and eval mode, a saved state.
import io
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class BasicBlock(nn.Module):
    def __init__(self, inp, out, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(inp, out, 3, stride=stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(out)
        self.conv2 = nn.Conv2d(out, out, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(out)
        self.shortcut = nn.Identity()
        if stride != 1 or inp != out:
            self.shortcut = nn.Sequential(nn.Conv2d(inp, out, 1, stride=stride, bias=False), nn.BatchNorm2d(out))

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)), inplace=True)
        y = self.bn2(self.conv2(y))
        y += self.shortcut(x)
        return F.relu(y)


class ResNet(nn.Module):
    def __init__(self, classes=5):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, padding=1)
        self.layers = nn.ModuleList([BasicBlock(8, 8), BasicBlock(8, 16, 2), BasicBlock(16, 16)])
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(16, classes)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, mode="fan_out", nonlinearity="relu")

    def forward(self, x):
        x = self.stem(x)
        for layer in self.layers:
            x = layer(x)
        return self.fc(torch.flatten(self.pool(x), 1))


torch.manual_seed(7)
net = ResNet()
print(sum(p.numel() for p in net.parameters() if p.requires_grad), "parameters")
images, labels = torch.randn(20, 3, 12, 12), torch.arange(20) % 5
opt = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4, nesterov=True)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=10)
for epoch in range(6):
    net.train()
    loss = F.cross_entropy(net(images), labels, label_smoothing=0.1)
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
    print(f"epoch {epoch} loss {loss.item():.3f} lr {sched.get_last_lr()[0]:.5f}")
net.eval()
with torch.inference_mode():
    before = net(images)
buffer = io.BytesIO()
torch.save({"model": net.state_dict(), "epoch": 6}, buffer)
buffer.seek(0)
state = torch.load(buffer)
fresh = ResNet()
print(fresh.load_state_dict(state["model"]), state["epoch"])
fresh.eval()
with torch.inference_mode():
    print("same outputs:", torch.equal(before, fresh(images)))
print("running mean finite:", all(math.isfinite(v) for v in fresh.layers[0].bn1.running_mean.tolist()))
