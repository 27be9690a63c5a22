# Dims that are out of range where several operators make one, and data whose rows differ in length.
import torch
import torch.nn.functional as F

scalar, vector, matrix = torch.tensor(2.0), torch.ones(4), torch.arange(6.0).reshape(2, 3)
for name, f in [
    ('repeat_interleave', lambda: scalar.repeat_interleave(2, 1)),
    ('repeat_interleave', lambda: vector.repeat_interleave(2, 2 ** 63 - 1)),
    ('repeat_interleave', lambda: matrix.repeat_interleave(2, -3)),
    ('glu', lambda: F.glu(vector, 2 ** 31)),
    ('glu', lambda: F.glu(vector, -7)),
    ('diag_embed', lambda: torch.diag_embed(vector, 0, 5, 1)),
    ('diag_embed', lambda: torch.diag_embed(scalar)),
    ('cross', lambda: torch.linalg.cross(scalar, scalar)),
    ('cross', lambda: torch.linalg.cross(matrix, matrix, dim=4)),
    ('cross', lambda: torch.linalg.cross(matrix, matrix)),
    ('tensordot', lambda: torch.tensordot(scalar, scalar, dims=([0], [0]))),
    ('tensordot', lambda: torch.tensordot(matrix, matrix, dims=([5], [0]))),
    ('matrix_norm', lambda: torch.linalg.matrix_norm(matrix, dim=(0, 7))),
    ('take_along_dim', lambda: torch.take_along_dim(scalar, torch.tensor(0), 0)),
    ('take_along_dim', lambda: torch.take_along_dim(matrix, torch.zeros(2, 3, dtype=torch.int64), 9)),
    ('fft', lambda: torch.fft.fft(scalar)),
    ('fft', lambda: torch.fft.fft(vector, dim=3)),
    ('fftn', lambda: torch.fft.fftn(matrix, dim=(0, 4))),
]:
    try:
        print(name, f().tolist())
    except Exception as e:
        print(name, type(e).__name__, e)

for data in [
    [(), torch.tensor([-1.0, -1.0])], [(), (1, 2)], [[], [[]]], [[1], []], [torch.ones(0), torch.ones(2)],
    [torch.ones(2), torch.ones(3)], [torch.ones(2), [1, 2]], [[1, 2], torch.ones(2)], [[1, 2], torch.ones(5)], [[], 3], [3, []],
    [(), 'x'], [[[]], [[1]]], [[1.0, torch.ones(1)], [2, 3]], [[], torch.ones(())], [range(2), range(3)],
]:
    for f in (torch.tensor, torch.as_tensor, torch.ones(1).new_tensor, torch.FloatTensor):
        try:
            print(f.__name__, f(data))
        except Exception as e:
            print(f.__name__, type(e).__name__, e)

for change in (
    lambda x: torch.bernoulli(x, 1), lambda x: x.bernoulli_(0.5), lambda x: x.bernoulli_(torch.ones(2)), lambda x: x.geometric_(0.5),
    lambda x: x.random_(), lambda x: x.random_(3), lambda x: torch.ones(2).bernoulli_(x), lambda x: torch.poisson(x),
):
    for dtype in (torch.complex64, torch.bool):
        try:
            print(change(torch.ones(2, dtype=dtype)).dtype)
        except Exception as e:
            print(type(e).__name__, e)

for shape, sizes in [((3, 4), (2, 2)), ((3, 4), (2, 4)), ((3, 4), (5, 3, 2)), ((1, 4), (2, 2)), ((3, 1), (2, 7)), ((2, 3), (7, 2, 4))]:
    try:
        print(torch.ones(shape).expand(sizes).shape)
    except RuntimeError as e:
        print(e)
for diagonal in (2 ** 63 - 1, -2 ** 63, 1):
    print(torch.tril(matrix, diagonal).tolist(), torch.triu(matrix, diagonal).tolist())

for pool, size in ((F.max_pool2d, (1, 2, 6, 6)), (F.max_pool3d, (1, 2, 6, 6, 6)), (F.avg_pool1d, (1, 2, 6)), (F.avg_pool2d, (1, 2, 6, 6)),
                   (F.avg_pool3d, (1, 2, 6, 6, 6))):
    for kernel, stride in ((2, -1), (7, -5), (2, 0)):
        try:
            print(pool(torch.ones(size), kernel, stride).shape)
        except RuntimeError as e:
            print(e)

column = torch.ones(5, 1)
for view in (
    lambda: column.expand(5, 2 ** 63 - 1), lambda: column.repeat_interleave(2 ** 63 - 1), lambda: column.broadcast_to(2 ** 62, 5, 3),
    lambda: column.as_strided((2 ** 40, 2 ** 40), (0, 0)), lambda: torch.ones(0, 1).expand(0, 2 ** 63 - 1),
    lambda: torch.ones(1).expand(2 ** 61, 1).unsqueeze(0), lambda: torch.ones(0, 1, 1).expand(0, 2 ** 40, 2 ** 40).is_contiguous(),
    lambda: torch.ones(1).expand(2 ** 62, 1)[None, :, :, None].expand(1, 2 ** 62, 8, 1),
):
    try:
        print(getattr(view(), 'shape', True))
    except RuntimeError as e:
        print(e)

far = torch.polygamma(2 ** 63 - 1, torch.ones(2, requires_grad=True))
print(far.shape, far.requires_grad)
for mode in 'reflect', 'replicate':
    try:
        print(F.pad(torch.ones(1, 1, 4), (2 ** 62, 2 ** 62), mode=mode).shape)
    except RuntimeError:
        print('refused')
