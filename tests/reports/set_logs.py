# stderr-has: [__graph_breaks] Graph break in user code at
# stderr-has: [__graph_breaks]     print(x.sum())
# torch._logging.set_logs: its errors, and that what is not named is off.
import logging

import torch
import torch._logging


def attempt(**settings):
    try:
        torch._logging.set_logs(**settings)
        print("set", sorted(settings))
    except Exception as e:
        print(type(e).__name__, str(e)[:120])


attempt(foo=True)
attempt(graph_breaks=3)
attempt(dynamo=True)
attempt(dynamo=logging.ERROR, guards=False)
attempt(graph_breaks=True)


@torch.compile(backend="eager")
def f(x):
    y = x + 1
    print(x.sum())
    return y * 2


print(f(torch.ones(2)))
