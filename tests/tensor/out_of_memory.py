# Sizes that no memory holds raise at the call, eager and compiled, and leave everything usable.
import torch


def attempt(name, f):
    try:
        f()
        print(name, "ok")
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0])


row = torch.ones(10**7)
wide = torch.ones(1).expand(2**24, 2**24)
attempt("empty", lambda: torch.empty(10**15))
attempt("zeros", lambda: torch.zeros(10**8, 10**7))
attempt("overflow", lambda: torch.empty(10**10, 10**10))
attempt("nothing", lambda: torch.empty(10**10, 0, 10**10))
attempt("broadcast", lambda: row[:, None] * row[None, :])
attempt("contiguous", lambda: wide.contiguous())
print(row.sum())
