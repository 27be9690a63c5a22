# Max pooling where windows reach over borders, strides are wide, all is minus infinity, or NaN stands somewhere.
import math
import torch
import torch.nn.functional as F

torch.manual_seed(3)
inf = float("inf")


def by_hand(x, kernel, stride, padding, dilation, y):
    rows, cols = y.shape
    h, w = len(x), len(x[0])
    for i in range(rows):
        for j in range(cols):
            top, at = None, None
            for a in range(kernel):
                for b in range(kernel):
                    u, v = i * stride - padding + a * dilation, j * stride - padding + b * dilation
                    if 0 <= u < h and 0 <= v < w:
                        e = x[u][v]
                        if top is None or e > top or e != e:
                            top, at = e, u * w + v
            yield top, at


for h, w, kernel, stride, padding, dilation, ceil in (
    (9, 40, 3, 2, 1, 1, False), (8, 35, 3, 2, 1, 1, True), (7, 7, 2, 2, 0, 1, False), (6, 23, 3, 1, 1, 1, False),
    (6, 22, 2, 1, 0, 1, False), (5, 50, 3, 3, 1, 1, True), (12, 13, 2, 4, 1, 1, True), (9, 30, 3, 2, 1, 3, False),
    (4, 5, 1, 3, 0, 1, False), (3, 2, 2, 1, 1, 1, False),
):
    x = torch.randn(2, h, w)
    x[0, 1:4] = -inf
    x[1].view(-1)[5::17] = float("nan")
    y, at = F.max_pool2d(x, kernel, stride, padding, dilation, ceil, return_indices=True)
    same = True
    for c in range(2):
        want = list(by_hand(x[c].tolist(), kernel, stride, padding, dilation, y[c]))
        got = list(zip(y[c].flatten().tolist(), at[c].flatten().tolist()))
        same = same and all((a == b or a != a and b != b) and p == q for (a, p), (b, q) in zip(want, got))
    print(tuple(y.shape), same)
x = torch.randn(1, 2, 5, 6, 21)
y, at = F.max_pool3d(x, 3, 2, 1, return_indices=True)
print(tuple(y.shape), torch.equal(x.flatten(2).gather(2, at.flatten(2)), y.flatten(2)))
