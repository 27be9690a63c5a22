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
for off, weights, last in (
    ([0, -1], None, False),
    ([0, 2, 1], torch.ones(3), False),
    ([], None, True),
    ([], None, False),
    ([0, 2], torch.ones(2), False),
    ([0, 2], torch.ones(3, 1), False),
):
    mode = "sum" if weights is not None else "mean"
    try:
        off = torch.tensor(off, dtype=torch.long)
        print(F.embedding_bag(i, w, off, mode=mode, per_sample_weights=weights, include_last_offset=last))
    except (RuntimeError, IndexError, ValueError) as e:
        print(type(e).__name__, e)
