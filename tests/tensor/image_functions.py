# The image functions and pools: sizes, modes, options and what is refused.

import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter('ignore')


def f(x):
    return '%.4g' % (x if abs(x) > 2e-6 else 0.0) if isinstance(x, float) else x


def show(label, fn):
    try:
        v = fn()
    except Exception as e:
        v = type(e).__name__ + ': ' + str(e)
    if isinstance(v, torch.Tensor):
        v = [f(x) for x in v.flatten().tolist()[:12]], tuple(v.shape)
    print(label, v)


I = {
    1: torch.linspace(-1, 1, 16).view(1, 2, 8),
    2: torch.linspace(-1, 1, 128).view(1, 2, 8, 8),
    3: torch.linspace(-1, 1, 128).view(1, 2, 4, 4, 4),
    0: torch.ones(3, 4),
}
for mode in ('nearest', 'linear', 'bilinear', 'trilinear', 'bicubic', 'area', 'nearest-exact', 'x'):
    for d in (0, 1, 2, 3):
        for kw in (
            dict(size=3),
            dict(scale_factor=1.7),
            dict(scale_factor=(1.5,) * max(d, 1), recompute_scale_factor=True),
            dict(size=(3,) * (d + 1)),
            dict(scale_factor=(2.0,) * (d + 1)),
            dict(size=3, align_corners=True),
            dict(),
            dict(size=3, scale_factor=2),
            dict(size=3, recompute_scale_factor=True),
            dict(size=3, antialias=True),
        ):
            show((mode, d, kw), lambda: F.interpolate(I[d], mode=mode, **kw))
g = torch.linspace(-1.2, 1.2, 18).view(1, 3, 3, 2)
for m in ('bilinear', 'nearest', 'bicubic', 'q'):
    for p in ('zeros', 'border', 'reflection', 'q'):
        for a in (None, True, False):
            show((m, p, a), lambda: F.grid_sample(I[2], g, m, p, a))
show('ag', lambda: F.affine_grid(torch.ones(1, 2, 3), (1, 1, 2, 2)))
show('ag', lambda: F.affine_grid(torch.ones(1, 2, 3), (1, 1, 2, 2), align_corners=True))
show('up', lambda: F.upsample(I[2], 3))
show('up', lambda: F.upsample_nearest(I[2], 3))
show('up', lambda: F.upsample_bilinear(I[2], 3))
for d in (1, 2, 3):
    P = getattr(F, f'max_pool{d}d')
    o, i = P(I[d], 2, return_indices=True)
    show('i', lambda: i)
    show('o', lambda: P(I[d], 3, 2, 1, 1, True))
    show('wi', lambda: getattr(F, f'max_pool{d}d_with_indices')(I[d], 2)[1])
    show('u', lambda: getattr(F, f'max_unpool{d}d')(o, i, 2))
    show('u', lambda: getattr(F, f'max_unpool{d}d')(o, i, 2, output_size=(9,) * d))
    show('u', lambda: getattr(F, f'max_unpool{d}d')(o, i, 2, output_size=(90,) * d))
    show('u', lambda: getattr(F, f'max_unpool{d}d')(o, i, 2, output_size=(1,) * (d + 1)))
    show('u', lambda: getattr(F, f'max_unpool{d}d')(o, i, 2, 2, 0, (1, 2) + tuple(I[d].shape[2:])))
    show('lp', lambda: getattr(F, f'lp_pool{d}d')(I[d], 3, 2))
    show('lp', lambda: getattr(F, f'lp_pool{d}d')(I[d].abs(), 1.5, 2, 1, True))
    show('am', lambda: getattr(F, f'adaptive_max_pool{d}d')(I[d], 3))
    show('am', lambda: getattr(F, f'adaptive_max_pool{d}d')(I[d], 3, return_indices=True)[1])
    show('aa', lambda: getattr(F, f'adaptive_avg_pool{d}d')(I[d], 3))
    show('am', lambda: getattr(F, f'adaptive_max_pool{d}d')(I[d], (None,) * d))
