# Attention of queries that a mask lets look at no key: zeros, as their gradients are.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
for shape in ((1, 2, 3), (2, 2, 3), (1, 2, 2, 3)):
    for mask in (torch.zeros(2, 2, dtype=torch.bool), torch.tensor([[True, False], [False, False]]), torch.full((2, 2), float('-inf')),
                 torch.tensor([[0.0, float('-inf')], [float('-inf')] * 2])):
        q, k, v = [torch.randn(shape, requires_grad=True) for _ in range(3)]
        for attend in (F.scaled_dot_product_attention, torch.compile(F.scaled_dot_product_attention)):
            q.grad = v.grad = None
            out = attend(q, k, v, attn_mask=mask)
            (out * out).sum().backward()
            print([[round(x, 4) + 0.0 for x in t.flatten().tolist()] for t in (out, q.grad, v.grad)])

for sections in (10 ** 20, 2 ** 63, -1, 3, 7):
    for f in (torch.hsplit, torch.vsplit, torch.tensor_split):
        try:
            print(f.__name__, sections, len(f(torch.ones(2, 3), sections)))
        except Exception as e:
            print(f.__name__, sections, type(e).__name__)
x = torch.tensor([-3.0, 2.0, -1.5], requires_grad=True)
torch.acosh(x).sum().backward()
print(x.grad)
