# out= of any function: written in place, resized, cast, refused.
import torch

o = torch.empty(0)
print(torch.sum(torch.ones(2, 3), 1, out=o), o, torch.add(torch.ones(3), 1, out=torch.empty(3)), torch.cat([torch.ones(1), torch.zeros(2)], out=o) is o, o)
e = torch.empty(3, dtype=torch.float64)
print(torch.mul(torch.arange(3), 2, out=e), torch.stack([torch.ones(2)] * 2, out=torch.empty(2, 2)), torch.zeros(2, out=torch.ones(2)))
v, i = torch.empty(0), torch.empty(0, dtype=torch.long)
r = torch.max(torch.tensor([[1.0, 3.0], [4.0, 2.0]]), 1, out=(v, i))
print(v, i, r.values is v, torch.sort(torch.tensor([3.0, 1.0]), out=(v, i))[0], v, i)
print(torch.linalg.inv(torch.eye(2) * 2, out=torch.empty(2, 2)), torch.matmul(torch.ones(2, 2), torch.ones(2), out=torch.empty(2)), torch.arange(3, out=torch.empty(0)))
big = torch.zeros(4)
print(torch.exp(torch.zeros(2), out=big[:2]), big, torch.clamp(torch.tensor([5.0]), max=2, out=torch.empty(1)), torch.topk(torch.tensor([1.0, 5.0, 3.0]), 2, out=(v, i)).values)
for f in (lambda: torch.add(torch.ones(2), 1.5, out=torch.empty(2, dtype=torch.long)), lambda: torch.sum(torch.ones(2, requires_grad=True), 0, out=o), lambda: torch.sum(torch.ones(2), 0, out=3), lambda: torch.mul(torch.ones(2, requires_grad=True), 2, out=torch.empty(2))):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])
