# Offsets of bags that do not lie among the indices are refused.
import torch
import torch.nn.functional as F

w = torch.arange(18.0).reshape(6, 3)
i = torch.tensor([1, 2, 4])
for mode in ("sum", "mean", "max"):
    for off in ([0, 3], [0, 4], [1], [-5], [0, 0, 3]):
        try:
            print(mode, off, F.embedding_bag(i, w, torch.tensor(off), mode=mode))
        except RuntimeError as e:
            print(mode, off, str(e).split("\n")[0])
    for off in ([0, 2, 3], [0, 2, 5]):
        try:
            print(mode, off, F.embedding_bag(i, w, torch.tensor(off), mode=mode, include_last_offset=True))
        except RuntimeError as e:
            print(mode, off, str(e).split("\n")[0])
