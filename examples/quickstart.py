"""A small classifier: eager and compiled give the same outputs, then twenty training steps through the compiled model."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10))
compiled = torch.compile(model)
print(model)

x = torch.randn(128, 784)
y = torch.randint(0, 10, (128,))

with torch.no_grad():
    eager_out = model(x)
    compiled_out = compiled(x)
print("output:", tuple(compiled_out.shape), compiled_out.dtype)
print("eager and compiled agree:", torch.allclose(eager_out, compiled_out, atol=1e-5))

optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(20):
    optimizer.zero_grad()
    loss = F.cross_entropy(compiled(x), y)
    loss.backward()
    optimizer.step()
    print(f"step {step:2d}  loss {loss.item():.4g}")
