# median, mode, quantile, kthvalue and their kind of empty tensors and of NaN; layers and losses of nothing.
import torch
from torch import nn
from torch.nn import functional as F

NAN = float("nan")


def show(label, run):
    try:
        print(label, "->", run())
    except Exception as e:
        print(label, "->", type(e).__name__, e)


for dtype in (torch.float32, torch.int64, torch.int32, torch.bool):
    for size in ((0,), (0, 3), (2, 0, 3)):
        x = torch.zeros(size, dtype=dtype)
        at = f"of {str(dtype)[6:]} {size}"
        show("median " + at, x.median)
        if dtype.is_floating_point:
            show("nanmedian " + at, x.nanmedian)
            show("quantile " + at, lambda: x.quantile(0.5))
            show("nanquantile " + at, lambda: x.nanquantile(0.5, 0))
        for dim in range(len(size)):
            for name in ("median", "nanmedian", "mode"):
                show(f"{name} {at} along {dim}", lambda: getattr(x, name)(dim))
            show(f"kthvalue {at} along {dim}", lambda: x.kthvalue(1, dim))
            show(f"topk {at} along {dim}", lambda: x.topk(0, dim))
        show("amax " + at, lambda: x.amax(-1))
        show("nanmean " + at, x.nanmean)
        show("softmax " + at, lambda: x.softmax(0).shape)
x = torch.tensor([[1.0, NAN, 2.0, NAN], [3.0, 3.0, NAN, 1.0], [NAN, NAN, NAN, NAN], [2.0, 2.0, 1.0, 1.0]])
for dim in (0, 1):
    show(f"mode with NaN along {dim}", lambda: x.mode(dim))
show("mode of doubles", lambda: x.double().mode(keepdim=True))
show("mode of halves", lambda: x.half().mode())
show("mode around NaN", lambda: torch.tensor([2.0, NAN, 1.0, NAN, 2.0]).mode())
show("mode of bools", lambda: torch.tensor([True, False, True]).mode())
for k in (1, 2, 4, 0, 5):
    show(f"kthvalue {k}", lambda: x.kthvalue(k))
show("multilabel_margin_loss", lambda: F.multilabel_margin_loss(torch.zeros(3, 0), torch.zeros(3, 0).long()))
show("multi_margin_loss", lambda: F.multi_margin_loss(torch.zeros(0, 3), torch.zeros(0).long(), reduction="none"))


def shapes(o):
    return [shapes(v) for v in o] if isinstance(o, tuple) else list(o.shape)


for kind in (nn.RNN, nn.LSTM, nn.GRU):
    for options in ({}, {"batch_first": True}, {"num_layers": 2, "bidirectional": True}):
        layer = kind(3, 4, **options)
        for size in ((0, 2, 3), (2, 0, 3), (0, 3), (2, 2, 0)):
            show(f"{kind.__name__} {options} of {size}", lambda: shapes(layer(torch.zeros(size))))
show("pack", lambda: nn.utils.rnn.pack_padded_sequence(torch.zeros(3, 0, 3), torch.tensor([], dtype=torch.long)))
for layer, size in ((nn.BatchNorm1d(3), (0, 3)), (nn.BatchNorm2d(3), (0, 3, 2, 2)), (nn.BatchNorm1d(3), (1, 3)),
                    (nn.BatchNorm2d(3), (1, 3, 1, 1)), (nn.InstanceNorm1d(3), (2, 3, 1)), (nn.MaxPool1d(2), (0, 3, 4))):

    def run():
        x = torch.zeros(size, requires_grad=True)
        y = layer(x)
        y.sum().backward()
        return list(y.shape), type(y.grad_fn).__name__, list(x.grad.shape)

    show(f"{type(layer).__name__} of {size}", run)
