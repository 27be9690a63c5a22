# Backends of the script that raise or give back what cannot be called: PyTorch's errors, and what suppress_errors makes of
# them. The call that failed leaves nothing behind.
# stderr-has: ValueError: boom
import torch
import torch._dynamo


def raises(gm, example_inputs):
    raise ValueError("boom")


def gives_a_number(gm, example_inputs):
    return 5


def fails_later(gm, example_inputs):
    def run(*args):
        raise KeyError("late")

    return run


def f(x):
    return x * 2 + 1


for backend in (raises, gives_a_number, 3, fails_later):
    torch._dynamo.reset()
    compiled = torch.compile(f, backend=backend)
    for attempt in range(2):
        try:
            print(compiled(torch.ones(2)))
        except Exception as e:
            print(type(e).__name__, str(e))
            print(type(getattr(e, "inner_exception", None)).__name__)
torch._dynamo.config.suppress_errors = True
for backend in (raises, gives_a_number):
    torch._dynamo.reset()
    print(torch.compile(f, backend=backend)(torch.ones(2)))
torch._dynamo.config.suppress_errors = False
print(torch.compile(f, backend="eager")(torch.ones(2)))
