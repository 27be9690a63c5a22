# Sorting and selecting where values meet the ends of their dtype, NaN, infinities and both zeros: order and places.
import torch

nan, inf = float("nan"), float("inf")
for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
    x = torch.tensor([nan, -0.0, 1.5, 0.0, -inf, inf, nan, -2.0, 0.0, -0.0, inf], dtype=dtype)
    for descending in (False, True):
        values, places = torch.sort(x, stable=True, descending=descending)
        print(dtype, values.tolist(), places.tolist())
    print(torch.topk(x, 4).values.tolist(), torch.topk(x, 4, largest=False).values.tolist())
    print(torch.kthvalue(x, 3).values.item(), torch.kthvalue(x, 11).values.item())
    print(torch.median(x, 0).indices.item(), torch.nanmedian(x[2:8], 0).values.item())
    print(torch.mode(torch.tensor([inf, 2.0, -inf, 2.0, inf, -inf, -inf], dtype=dtype), 0).values.item())
for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64):
    ends = torch.iinfo(dtype)
    x = torch.tensor([ends.max, 3, ends.min, ends.max, 0, ends.min, 3, 3], dtype=dtype)
    for descending in (False, True):
        values, places = torch.sort(x, stable=True, descending=descending)
        print(dtype, values.tolist(), places.tolist())
    print(torch.topk(x, 3).values.tolist(), torch.topk(x, 3, largest=False).values.tolist())
    print(torch.median(x, 0).values.item(), torch.kthvalue(x, 8).values.item(), torch.mode(x, 0).values.item())
    print(torch.mode(torch.tensor([ends.max, ends.max, 1], dtype=dtype), 0).values.item())
x = torch.tensor([True, False, True, False])
print(torch.sort(x, stable=True), torch.sort(x, stable=True, descending=True))
