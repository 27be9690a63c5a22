# float16 and bfloat16 with a tensor of no dims that is wider: products and quotients take its value as it is, other
# functions round it to the narrow dtype first; neighbors in narrow dtypes.
import torch

for d in (torch.float16, torch.bfloat16):
    x = torch.tensor([1.0, 3.0, 0.1, 100, 7, -2.5], dtype=d)
    for s in (torch.tensor(70001), torch.tensor(1.001), torch.tensor(3.003, dtype=torch.float64)):
        for a in (x, x[1]):
            print(d, s.item(), a.dim(), [f(a, s).tolist() for f in (torch.mul, torch.div, torch.floor_divide)])
            print([f(s, a).tolist() for f in (torch.mul, torch.div, torch.floor_divide)])
            print([torch.div(a, s, rounding_mode=m).tolist() for m in ("trunc", "floor")])
            print([f(a, s).tolist() for f in (torch.add, torch.sub, torch.maximum, torch.fmod, torch.remainder, torch.pow, torch.xlogy)])
        print(x.clone().mul_(s).tolist(), x.clone().div_(s).tolist())
        print((x * s + x / s).tolist())

compiled = torch.compile(lambda x, s: (x * s, x / s, x * s - x))
for d in (torch.float16, torch.bfloat16):
    x = torch.tensor([1.0, 3.0, 0.1, 100, 7, -2.5], dtype=d)
    print([r.tolist() for r in compiled(x, torch.tensor(1.001))[:2]])

inf, nan = float("inf"), float("nan")
for d in (torch.float16, torch.bfloat16):
    big, tiny = torch.finfo(d).max, torch.finfo(d).smallest_normal
    least = (torch.tensor(1, dtype=torch.int16).view(d)).item()
    points = [0.0, -0.0, 1.0, -1.0, 1.9921875, 2.0, big, -big, inf, -inf, nan, tiny, -tiny, least, 3 * least, -least, 0.1, tiny + least, 8 * tiny]
    t = torch.tensor(points, dtype=d)
    for toward in (inf, -inf, 0.0, 1.0, nan):
        print(d, toward, torch.nextafter(t, torch.tensor(toward, dtype=d)).tolist())
    every = torch.arange(-2**15, 2**15).to(torch.int16).view(d)
    for toward in (inf, -inf):
        r = torch.nextafter(every, torch.tensor(toward, dtype=d)).view(torch.int16).long()
        r = torch.where(every.isnan(), 0, r)
        print(r.sum().item(), (r * torch.arange(2**16)).sum().item(), (r ^ torch.arange(2**16)).sum().item())
