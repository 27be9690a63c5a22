# Float functions at large arguments, at zeros of both signs, and at what is not a number.
import torch

inf, nan = float("inf"), float("nan")
x = torch.tensor([0.0, -0.0, 1e-30, 0.5, -2.0, 3.14159274, 1000.0, 999999.9, 1e6, -1e7, 1e10, 3e38, inf, -inf, nan])
for f in (torch.sin, torch.cos, torch.tan, torch.atan, torch.expm1, torch.exp2):
    print(f.__name__, f(x))
y = torch.tensor([0.0, -0.0, 1e-30, -1e-10, 1e-10, 0.5, -0.5, -0.999999, -1.0, -2.0, 1e10, 3e38, inf, nan])
print("log1p", torch.log1p(y))
print([f"{v:.7g}" for v in torch.sin(torch.linspace(-7, 7, 9)).tolist()])
print([f"{v:.6g}" for v in torch.expm1(torch.tensor([1e-10, -1e-5, 1e-3, 88.0, 89.0, -20.0, -104.0, -200.0])).tolist()])
print([f"{v:.6g}" for v in torch.exp2(torch.tensor([-150.0, -149.0, -126.5, 127.5, 128.0, 300.0, -300.0])).tolist()])
# Long rows, so that tiles hold near and far arguments.
z = torch.arange(2000.0) * 1000.0
print(torch.sin(z).sum() - torch.sin(z.double()).sum().float() < 1e-2, torch.cos(z).abs().max() <= 1)
# Reductions of few, of many and of strided elements.
r = torch.arange(60.0).reshape(20, 3) * 0.25
print(r.sum(1), r.t().sum(0), r.argmax(1), r.max(1).indices, r.var(1)[:3], sep="\n")
q = torch.tensor([[1.0, nan, 3.0], [5.0, 5.0, 2.0], [-inf, -inf, -inf]])
print(q.argmax(1), q.argmin(1), q.max(1), q.min(0), sep="\n")
print(torch.linalg.vector_norm(r), r.norm(dim=0), r.norm(p=2, dim=1)[:4], torch.tensor([3 + 4j, 1j]).norm())
w = torch.linspace(-3, 3, 240).reshape(6, 5, 8)
print(torch.softmax(w, 0).sum(0)[0], torch.softmax(w, 1)[1, :, 3], torch.log_softmax(w, 1)[5, :, 7], sep="\n")
