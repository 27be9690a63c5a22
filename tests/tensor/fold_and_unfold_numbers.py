# Windows, steps and factors of zero or less: refused, before anybody divides by them.
import torch
import torch.nn.functional as F

for make in (lambda: F.fold(torch.ones(2, 8), 4, 0), lambda: F.fold(torch.ones(1, 4, 4), (4, 4), 2, stride=0),
             lambda: F.fold(torch.ones(1, 4, 4), (4, 4), 2, dilation=0), lambda: F.fold(torch.ones(1, 4, 4), (4, 4), 2, padding=-1),
             lambda: F.fold(torch.ones(1, 4, 4), (0, 4), 2), lambda: F.unfold(torch.ones(1, 1, 4, 4), 2, stride=0),
             lambda: F.unfold(torch.ones(1, 1, 4, 4), 0), lambda: F.unfold(torch.ones(1, 1, 4, 4), 2, dilation=0),
             lambda: F.unfold(torch.ones(1, 1, 4, 4), 2, padding=-1), lambda: F.unfold(torch.ones(1, 1, 1, 1), 2),
             lambda: F.pixel_unshuffle(torch.ones(1, 4, 2, 2), 0), lambda: F.pixel_unshuffle(torch.ones(1, 4, 2, 2), -1),
             lambda: F.pixel_shuffle(torch.ones(1, 4, 2, 2), 0)):
    try:
        print(make().shape)
    except RuntimeError as e:
        print(str(e).split("\n")[0])
