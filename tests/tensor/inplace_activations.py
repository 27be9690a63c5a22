# Activations and dropout in place, as modules and as functions; truncated normal initialization; pairwise distances.
import torch
import torch.nn as nn
import torch.nn.functional as F

x = torch.tensor([-2.0, 0.5, 8.0])
for m in (nn.LeakyReLU(0.2, inplace=True), nn.ELU(inplace=True), nn.CELU(inplace=True), nn.ReLU6(inplace=True), nn.Hardtanh(inplace=True), nn.Dropout(0.0, inplace=True), nn.Threshold(0.0, 1.0, inplace=True), nn.SELU(inplace=True), nn.Hardswish(inplace=True)):
    y = x.clone()
    print(m, m(y), y, m(y) is y)
for n in ("leaky_relu_", "elu_", "celu_", "hardtanh_", "selu_", "relu_"):
    print(n, getattr(F, n)(x.clone()))
print(F.threshold_(x.clone(), 0.0, 1.0), torch.dropout_(x.clone(), 0.0, True))
w = torch.ones(3, requires_grad=True)
nn.LeakyReLU(0.2, inplace=True)(w * x).sum().backward()
print(w.grad)
for args in ((0.0, 1.0, -2.0, 2.0), (0.0, 1.0, -0.5, 3.0), (0.0, 1.0, 2.5, 3.0), (1.0, 0.02, 0.9, 1.1)):
    torch.manual_seed(0)
    t = nn.init.trunc_normal_(torch.empty(3, 7), *args)
    print(args, t[0], torch.rand(1))
print(F.pdist(torch.arange(6.0).view(3, 2)), torch.pdist(torch.eye(3), p=1))
