"""A small convolutional net with batch norm, dropout and Adam, on digits drawn by the script.

    adder examples/convnet.py [eager|compile]
"""
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

# Seven-segment digits on a 5x3 grid: one string a digit, row by row.
SEGMENTS = (
    "111101101101111", "010010010010010", "111001111100111", "111001111001111", "101101111001001",
    "111100111001111", "111100111101111", "111001001001001", "111101111101111", "111101111001111",
)


def draw_digits(count):
    """`count` images of 1x16x16 with a digit at a random place, noise on top, and their labels."""
    glyphs = torch.tensor([[float(c) for c in s] for s in SEGMENTS]).view(10, 1, 5, 3)
    glyphs = F.interpolate(glyphs, scale_factor=2.0, mode="nearest")
    labels = torch.randint(0, 10, (count,))
    images = torch.zeros(count, 1, 16, 16)
    for i, label in enumerate(labels.tolist()):
        top, left = torch.randint(0, 7, (1,)).item(), torch.randint(0, 11, (1,)).item()
        images[i, :, top : top + 10, left : left + 6] = glyphs[label]
    return images + 0.1 * torch.randn(count, 1, 16, 16), labels


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
        )
        self.dropout = nn.Dropout(0.25)
        self.classifier = nn.Linear(32 * 4 * 4, 10)

    def forward(self, x):
        x = self.features(x).flatten(1)
        return self.classifier(self.dropout(x))


torch.manual_seed(0)
images, labels = draw_digits(256)
model = ConvNet()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)


def train_step(x, y):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.detach()


if "eager" not in sys.argv[1:]:
    train_step = torch.compile(train_step)
print(model)
for step in range(20):
    batch = slice(step % 4 * 64, step % 4 * 64 + 64)
    print(f"step {step:2d}  loss {train_step(images[batch], labels[batch]).item():.4g}")

model.eval()
with torch.no_grad():
    accuracy = (model(images).argmax(1) == labels).float().mean().item()
print(f"accuracy on the training images {accuracy:.3f}")
