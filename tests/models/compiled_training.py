# One training step compiled as a whole, beside the same steps in eager mode: same losses, same parameters.
import copy

import torch
import torch.nn as nn


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(16, 32)
        self.fc2 = nn.Linear(32, 4)
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        return self.fc2(self.drop(torch.nn.functional.gelu(self.fc1(x))))


def make_step(model, optimizer):
    def step(x, y):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return step


torch.manual_seed(0)
eager_model = MLP()
compiled_model = copy.deepcopy(eager_model)
eager = make_step(eager_model, torch.optim.Adam(eager_model.parameters(), lr=1e-2))
compiled = torch.compile(make_step(compiled_model, torch.optim.Adam(compiled_model.parameters(), lr=1e-2)), backend="eager")
x, y = torch.randn(24, 16), torch.randint(0, 4, (24,))
for i in range(8):
    torch.manual_seed(100 + i)
    a = eager(x, y)
    torch.manual_seed(100 + i)
    b = compiled(x, y)
    print(f"{i} {a.item():.4f} {b.item():.4f} {torch.allclose(a, b, atol=1e-6)}")
print(all(torch.allclose(p, q, atol=1e-5) for p, q in zip(eager_model.parameters(), compiled_model.parameters())))
