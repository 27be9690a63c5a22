# Lists of window sizes, strides, paddings and output sizes that have another length than the operator has dims.
import torch
import torch.nn.functional as F


def show(name, f, *args, **kwargs):
    try:
        result = f(*args, **kwargs)
        print(name, tuple((result[0] if isinstance(result, tuple) else result).shape))
    except Exception as error:
        print(name, type(error).__name__, str(error).split('\n')[0])


def pooled(x, places, lengths):
    for name in ('max_pool', 'avg_pool'):
        f = getattr(F, f'{name}{x.dim() - 2}d')
        show(name, f, x, lengths)
        show(name + ' stride', f, x, 2, lengths)
        show(name + ' padding', f, x, 2, 2, lengths)
    show('max_pool dilation', getattr(F, f'max_pool{x.dim() - 2}d'), x, 2, 2, 0, lengths)
    for name in ('adaptive_avg_pool', 'adaptive_max_pool'):
        show(name, getattr(F, f'{name}{x.dim() - 2}d'), x, lengths)


for lengths in [], [1], [1, 1], [1, 1, 1], [1, 1, 1, 1]:
    print(lengths)
    for dims in 1, 2, 3:
        x = torch.randn(1, 2, *[4] * dims)
        weight = torch.randn(2, 2, *[2] * dims)
        pooled(x, dims, lengths)
        for k, name in enumerate(('stride', 'padding', 'dilation')):
            show(f'conv{dims}d {name}', getattr(F, f'conv{dims}d'), x, weight, None, *[1, 0][:k], **{name: lengths})
        for name in 'stride', 'padding', 'output_padding', 'dilation':
            show(f'conv_transpose{dims}d {name}', getattr(F, f'conv_transpose{dims}d'), x, weight, **{name: lengths})
    image, columns = torch.randn(1, 2, 4, 4), torch.randn(1, 8, 9)
    small, places = torch.randn(1, 2, 2, 2), torch.zeros(1, 2, 2, 2, dtype=torch.int64)
    show('max_unpool2d', F.max_unpool2d, small, places, lengths)
    show('max_unpool2d size', F.max_unpool2d, small, places, 2, output_size=lengths)
    volume, cells = torch.randn(1, 2, 2, 2, 2), torch.zeros(1, 2, 2, 2, 2, dtype=torch.int64)
    show('max_unpool3d', F.max_unpool3d, volume, cells, lengths)
    show('max_unpool3d stride', F.max_unpool3d, volume, cells, 2, lengths + [1])
    for k, name in enumerate(('stride', 'padding', 'dilation', 'output_padding')):
        given = [[1, 1], [0, 0], [1, 1], True, [0, 0]]
        given[k + (k == 3)] = lengths
        show(f'convolution {name}', torch.convolution, image, torch.ones(2, 2, 2, 2), None, *given, 1)
    show('lp_pool2d', F.lp_pool2d, image, 2, lengths)
    for k in range(4):
        show('unfold', F.unfold, image, *[2, 1, 0][:k], lengths)
        show('fold', F.fold, columns, *[4, 2, 1, 0][:k], lengths, *[2][k:])
    show('interpolate', F.interpolate, image, lengths)
    show('interpolate', F.interpolate, image, None, [float(v) for v in lengths])
    show('rot90', torch.rot90, image, 1, lengths)
    show('roll', torch.roll, image, 1, lengths)
for index in -1, -10 ** 6, 16, 10 ** 9:
    show(f'index {index}', F.max_unpool2d, torch.ones(1, 1, 2, 2), torch.full((1, 1, 2, 2), index), 2)
for mode in 'reflect', 'replicate', 'circular':
    for shape, pads in [
        ((1, 2, 0), (1, 1)), ((2, 0), (1, 1)), ((1, 0, 3), (1, 1)), ((0, 2, 3), (1, 1)), ((0, 3), (1, 1)), ((1, 2, 0, 3), (0, 0, 2, 0)),
        ((1, 2, 3, 0), (0, 0, 1, 1)), ((0, 1, 2, 3), (1, 1, 1, 1)), ((1, 1, 0, 3, 3), (0, 0, 0, 0, 8, 0)), ((1, 1, 5), (-5, 0)),
        ((1, 1, 5), (-6, 0)), ((1, 1, 4, 5), (-5, 0, 0, 0)),
    ]:
        show(f'{mode} {shape} {pads}', F.pad, torch.ones(shape), pads, mode=mode)
for mode, shape in [
    ('nearest', (1, 0, 3)), ('nearest', (1, 2, 0)), ('nearest', (0, 2, 3)), ('linear', (1, 0, 3)), ('bilinear', (1, 2, 3, 0)),
    ('bicubic', (1, 0, 3, 3)), ('nearest-exact', (1, 2, 0, 2)), ('trilinear', (1, 2, 3, 0, 3)), ('nearest', (1, 0, 2, 2, 2)),
]:
    show(f'{mode} {shape}', F.interpolate, torch.ones(shape), size=4, mode=mode)
