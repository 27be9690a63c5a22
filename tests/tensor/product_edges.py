# Products and convolutions whose sizes are no multiples of any tile: each element against a sum in doubles.
import torch
import torch.nn.functional as F

torch.manual_seed(0)


def close(got, want, terms):
    return bool(((got.double() - want).abs() <= 4e-6 * terms ** 0.5 + 1e-5 * want.abs()).all())


wrong = 0
for m in (2, 5, 13, 14, 15, 27, 43, 57, 170):
    for n in list(range(2, 37)) + [48, 49, 50, 65, 67, 98]:
        for k in (15, 33):
            a, b, start = torch.randn(m, k), torch.randn(k, n), torch.randn(n)
            want = a.double() @ b.double()
            wrong += not close(a @ b, want, k)
            wrong += not close(a @ b.t().contiguous().t(), want, k)
            wrong += not close(torch.addmm(start, a, b), want + start.double(), k)
            wrong += not close(a.t().contiguous().t() @ b, want, k)
print("products", wrong)

for m, n, k in ((515, 49, 530), (169, 33, 257), (31, 515, 300), (350, 18, 1030)):
    a, b = torch.randn(m, k), torch.randn(k, n)
    print(m, n, k, close(a @ b, a.double() @ b.double(), k))
    print(m, n, k, torch.allclose(a.double() @ b.double(), (a.double().t().contiguous().t() @ b.double())))

for batch, c, o, h, w, kernel, stride, pad in (
    (1, 32, 45, 12, 12, 3, 1, 1), (2, 33, 32, 9, 14, 3, 1, 1), (1, 70, 61, 13, 13, 3, 1, 0), (1, 260, 99, 14, 14, 3, 1, 1),
    (3, 3, 15, 23, 19, 7, 2, 3), (2, 5, 20, 17, 8, 3, 2, 1), (1, 6, 33, 7, 7, 3, 1, 1), (1, 4, 5, 40, 33, 5, 1, 2),
    (1, 3, 4, 9, 50, 3, 3, 2), (2, 4, 6, 5, 3, 5, 1, 4), (1, 2, 3, 6, 70, 3, 1, 1),
):
    x = torch.randn(batch, c, h, w, requires_grad=True)
    kernels = torch.randn(o, c, kernel, kernel, requires_grad=True)
    bias = torch.randn(o)
    y = F.conv2d(x, kernels, bias, stride, pad)
    columns = F.unfold(x.detach().double(), kernel, 1, pad, stride)
    flat = kernels.detach().double().reshape(o, -1)
    want = (flat @ columns).reshape(y.shape) + bias.double().view(-1, 1, 1)
    grad = torch.randn(y.shape)
    y.backward(grad)
    lines = grad.double().flatten(2)
    of_kernels = (lines @ columns.transpose(1, 2)).sum(0).reshape(kernels.shape)
    of_x = F.fold(flat.t() @ lines, (h, w), kernel, 1, pad, stride)
    print(tuple(y.shape), close(y.detach(), want, c * kernel * kernel),
          close(kernels.grad, of_kernels, lines.shape[0] * lines.shape[2]), close(x.grad, of_x, o * kernel * kernel))
