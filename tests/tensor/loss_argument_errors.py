# Errors of cross_entropy, multi_margin_loss and embedding with max_norm.
import torch
import torch.nn.functional as F
def t(f):
    try:
        r = f(); print("ok", r)
    except Exception as e: print(type(e).__name__, str(e))
x = torch.arange(6.).view(2, 3)
y = torch.tensor([0, 2])
for s in (-0.1, 1.5, 2, 2.0, 1.0, 0.3): t(lambda: F.cross_entropy(x, y, label_smoothing=s))
t(lambda: F.multi_margin_loss(x, y)); t(lambda: F.multi_margin_loss(x, y, p=3)); t(lambda: F.multi_margin_loss(x, torch.tensor([0, 3]))); t(lambda: F.multi_margin_loss(x, torch.tensor([0, -1])))
t(lambda: F.multi_margin_loss(x, y, weight=torch.ones(2))); t(lambda: F.multi_margin_loss(x, y, weight=torch.tensor([1., 2., 3.]), reduction="none")); t(lambda: F.multi_margin_loss(x, torch.tensor([0, 1, 2]))); t(lambda: F.multi_margin_loss(x, y.float())); t(lambda: F.multi_margin_loss(x[0], torch.tensor(1))); t(lambda: F.multi_margin_loss(x, y, margin=0.5, p=2, reduction="sum")); t(lambda: F.multi_margin_loss(x.long(), y)); t(lambda: F.multi_margin_loss(torch.zeros(2, 0), y)); t(lambda: F.multi_margin_loss(x, y, reduction="bad"))
t(lambda: F.multi_margin_loss(x.view(1,2,3), y)); t(lambda: F.multi_margin_loss(x, y.view(1,2)))
w = torch.arange(12.).view(4, 3)
t(lambda: F.embedding(y, w, max_norm=1.0)); print(w)
t(lambda: F.embedding(y, w.clone().requires_grad_(), max_norm=1.0)); t(lambda: F.embedding(torch.tensor([9]), w, max_norm=1.0)); t(lambda: F.embedding(y, w, max_norm=-1.0)); t(lambda: F.embedding(y.float(), w, max_norm=1.0)); t(lambda: F.embedding(y, torch.ones(3), max_norm=1.0)); t(lambda: F.embedding(y, torch.ones(3))); t(lambda: F.embedding(y, w, padding_idx=7)); t(lambda: F.embedding(y, w, padding_idx=-7)); t(lambda: F.embedding(torch.tensor([-1]), w, max_norm=1.)); t(lambda: F.embedding(y, w.clone(), max_norm=2, norm_type=1)); t(lambda: F.embedding(torch.tensor([], dtype=torch.long), w, max_norm=1.)); t(lambda: F.embedding(y, w, max_norm="a")); t(lambda: F.embedding(torch.tensor([[0, 1]]), w.clone(), max_norm=1.)); t(lambda: F.embedding(y, w.long(), max_norm=1.)); t(lambda: F.embedding_bag(y.view(1, 2), w.clone(), max_norm=1.))
