# An inverted-residual network with squeeze and excitation; fine-tuning; resampling ops.
import torch, torch.nn as nn, torch.nn.functional as F, copy
from collections import OrderedDict
torch.manual_seed(0)


class SE(nn.Module):

    def __init__(s, c, r=4):
        super().__init__()
        s.avgpool = nn.AdaptiveAvgPool2d(1)
        s.fc = nn.Sequential(nn.Linear(c, c // r, bias=False), nn.ReLU(inplace=True), nn.Linear(c // r, c, bias=False), nn.Hardsigmoid())

    def forward(s, x):
        b, c, _, _ = x.size()
        y = s.fc(s.avgpool(x).view(b, c)).view(b, c, 1, 1)
        return x * y.expand_as(x)


class IR(nn.Module):

    def __init__(s, i, o, st, e):
        super().__init__()
        h = i * e
        s.res = st == 1 and i == o
        s.conv = nn.Sequential(nn.Conv2d(i, h, 1, bias=False), nn.BatchNorm2d(h), nn.ReLU6(inplace=True), nn.Conv2d(h, h, 3, st, 1, groups=h, bias=False), nn.BatchNorm2d(h), nn.Hardswish(inplace=True), SE(h), nn.Conv2d(h, o, 1, bias=False), nn.BatchNorm2d(o))

    def forward(s, x):
        return x + s.conv(x) if s.res else s.conv(x)


class Net(nn.Module):

    def __init__(s):
        super().__init__()
        s.features = nn.Sequential(OrderedDict([('stem', nn.Conv2d(3, 8, 3, 2, 1)), ('b1', IR(8, 8, 1, 2)), ('b2', IR(8, 16, 2, 2))]))
        s.classifier = nn.Linear(16, 5)
        for m in s.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, mode='fan_out')
            elif isinstance(m, nn.BatchNorm2d):
                m.weight.data.fill_(1)
                m.bias.data.zero_()
            elif isinstance(m, nn.Linear):
                m.weight.data.normal_(0, 0.01)
                m.bias is None or m.bias.data.zero_()

    def forward(s, x):
        x = s.features(x)
        x = x.mean([2, 3])
        return s.classifier(x)
m = Net()
x = torch.randn(4, 3, 16, 16)
y = torch.randint(5, (4,))
opt = torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.9, weight_decay=0.0001, nesterov=True)
sch = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=5)
best = copy.deepcopy(m.state_dict())
for e in range(4):
    m.train()
    opt.zero_grad(set_to_none=True)
    l = nn.CrossEntropyLoss(label_smoothing=0.1)(m(x), y)
    l.backward()
    opt.step()
    sch.step()
    print(round(l.item(), 3), [round(v, 5) for v in sch.get_last_lr()])
m.eval()
out = m(x)
print(out.argmax(1).shape, (out.topk(3, 1, True, True)[1].t() == y.view(1, -1)).shape, sum((p.numel() for p in m.parameters() if p.requires_grad)))
mem = m.to(memory_format=torch.channels_last)
print(mem(x.to(memory_format=torch.channels_last)).is_contiguous(), m.features.stem.weight.is_contiguous(memory_format=torch.channels_last))
for p in m.features.parameters():
    p.requires_grad = False
m.classifier = nn.Linear(16, 3)
print([n for n, p in m.named_parameters() if p.requires_grad], m.features.b2.conv[0], str(m)[:60])
t = F.interpolate(x, size=(20, 20), mode='bilinear', align_corners=True)
print(t.shape, F.grid_sample(x, F.affine_grid(torch.eye(2, 3).repeat(4, 1, 1), (4, 3, 5, 5), align_corners=False), align_corners=False).shape, F.unfold(x, 3, padding=1).shape, F.pixel_shuffle(torch.randn(1, 8, 2, 2), 2).shape, nn.ConvTranspose2d(3, 4, 3, 2, 1, 1)(x).shape, F.adaptive_max_pool2d(x, (2, 3)).shape)
