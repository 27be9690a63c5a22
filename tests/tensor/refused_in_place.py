# In-place ops that need gradients and whose operands do not fit; integers, which have no history; embedding_bag's checks.
import torch

ones, long = torch.ones, torch.long
x, y, i, w = ones(3), ones(3, 3), torch.tensor([0, 1, 2]), torch.arange(12.0).reshape(3, 4)
for line in """
x.clone().mul_(y.requires_grad_())
x.clone().add_(y.requires_grad_())
x.clone().copy_(y.requires_grad_())
x.clone().fill_(y.requires_grad_())
x.clone().lerp_(y.requires_grad_(), 0.5)
x.clone().addcmul_(y.requires_grad_(), y)
y.clone().addmm_(x.clone().requires_grad_(), y)
ones(3, dtype=long).copy_(ones(3, requires_grad=True))
torch.embedding_bag(w, i, torch.tensor([[0, 2]]))
torch.embedding_bag(w, i, torch.tensor(0))
torch.embedding_bag(w[0], i, i)
torch.embedding_bag(w, i.float(), i)
torch.embedding_bag(w, i, i.float())
torch.embedding_bag(w, i, i, False, 0, False, ones(2))
torch.embedding_bag(w, i, i, False, 0, False, ones(3).double())
torch.embedding_bag(w, i, i, False, 1, False, ones(3))
torch.embedding_bag(w, i, i, False, 0, False, ones(1, 3))
torch.embedding_bag(w, i, i, False, 3)
torch.embedding_bag(w, torch.tensor(1), i)
""".strip().splitlines():
    code = compile(line, "call", "eval")
    run, texts = torch.compile(lambda: eval(code)), []
    for f in (lambda: eval(code), run, run):
        try:
            r = f()
            texts.append(f"{r.tolist()} {r.requires_grad}")
        except RuntimeError as error:
            texts.append(str(error).splitlines()[0])
    print(line, "=>", texts[0], "" if len(set(texts)) == 1 else texts[1:])
