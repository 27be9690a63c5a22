# Inference tensors are written in inference mode only.
import torch


def attempt(name, fn):
    try:
        r = fn()
        print(name, "|", r.tolist() if isinstance(r, torch.Tensor) else r)
    except Exception as e:
        print(name, "|", type(e).__name__, e)


def fresh():
    with torch.inference_mode():
        return torch.ones(3)


n = torch.ones(3)
attempt("add_", lambda: fresh().add_(1))
attempt("item", lambda: fresh().__setitem__(0, 5))
attempt("out", lambda: torch.add(n, 1, out=fresh()))
attempt("view", lambda: fresh().view(3).add_(1))
attempt("row", lambda: fresh()[0].fill_(2))
attempt("zero_", lambda: fresh().zero_())
attempt("uniform_", lambda: fresh().uniform_())
attempt("init", lambda: torch.nn.init.ones_(fresh()))
attempt("resize_", lambda: fresh().resize_(2))
attempt("set_", lambda: fresh().set_(n))
attempt("unsqueeze_", lambda: fresh().unsqueeze_(0))
attempt("version", lambda: fresh()._version)
attempt("detached", lambda: fresh().detach().mul_(2))
attempt("data", lambda: fresh().data.add_(1))
attempt("clone", lambda: fresh().clone().mul_(2))
attempt("read", lambda: n.clone().add_(fresh()))
attempt("copied", lambda: n.clone().copy_(fresh()))
with torch.no_grad():
    attempt("no_grad", lambda: fresh().add_(1))
with torch.inference_mode():
    x = torch.ones(3)
    attempt("inside", lambda: x.add_(1))
    attempt("normal inside", lambda: n.add_(1))
    view = n.view(3)
    print(view.is_inference(), (n * 2).is_inference(), x.view(3).is_inference(), x.detach().is_inference())
attempt("view made inside", lambda: view.add_(1))


@torch.compile
def compiled(t):
    try:
        t.add_(1)
    except RuntimeError as e:
        return str(e)[:30]
    return t


for _ in range(3):
    print(compiled(fresh()), compiled(torch.ones(1)))


@torch.compile
def inside(t):
    with torch.inference_mode():
        y = t * 2
        y.add_(1)
    return y


for _ in range(3):
    y = inside(torch.ones(2))
    print(y, y.is_inference())
