# Convolutions of few pictures, which are cut among threads by pixels or by channels.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
# batch, channels in, side, channels out, kernel, stride, padding, groups
for b, i, side, o, k, stride, pad, groups in ((1, 64, 56, 128, 3, 2, 1, 1), (1, 64, 56, 128, 1, 2, 0, 1),
                                              (1, 512, 7, 512, 3, 1, 1, 1), (1, 256, 14, 512, 3, 2, 1, 1),
                                              (2, 48, 15, 96, 5, 2, 2, 3), (1, 130, 11, 70, 3, 2, 1, 2)):
    for dtype in (torch.float32, torch.float64):
        x = torch.randn(b, i, side, side, dtype=dtype)
        w, bias = torch.randn(o, i // groups, k, k, dtype=dtype), torch.randn(o, dtype=dtype)
        for threads in (1, 2, 3):
            torch.set_num_threads(threads)
            y = F.conv2d(x, w, bias, stride, pad, groups=groups).double()
            print(threads, tuple(y.shape), dtype, "%.2f %.2f" % (y.abs().mean().item(), y[..., -1].abs().max().item()))
