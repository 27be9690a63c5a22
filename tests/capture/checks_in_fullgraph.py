# graphs: 13
# recompiles: 0
# Checks of tensor data are no control flow: fullgraph=True takes them, and the script's own exception is raised.
import torch


def compares(x):
    assert x.sum() > 0, "negative"
    return x + 1


def looks_at_all(x):
    assert (x > 0).all()
    return x + 1


def reads_a_number(x):
    n = x[0].item()
    assert 0 < n, f"got {n}"
    return x + n


def reads_a_finite_number(x):
    assert torch.isfinite(x).all().item()
    return x * 2


def calls_check(x):
    n = x[0].item()
    torch._check(n > 0, lambda: "not positive")
    return x + n


def calls_check_value(x):
    torch._check_value(x[0].item() > 0)
    return x + 1


def checks_all_elements(x):
    torch._check_tensor_all(x > 0)
    return x + 1


def stores_first(x, log):
    log.append(x.shape[0])
    y = x * 2
    x.add_(1)
    assert y.sum() > 0, "after the store"
    x.add_(1)
    return y + x


for f in (compares, looks_at_all, reads_a_number, reads_a_finite_number, calls_check, calls_check_value,
          checks_all_elements):
    g = torch.compile(f, fullgraph=True)
    for sign in (1, 1, -1, 1):
        try:
            print(f.__name__, g(sign * torch.ones(3)))
        except Exception as e:
            print(f.__name__, type(e).__name__, e)
log = []
g = torch.compile(stores_first, fullgraph=True)
for sign in (1, 1, -1, 1):
    x = sign * torch.ones(3)
    try:
        print(g(x, log), x, log)
    except AssertionError as e:
        print(e, x, log)
