# Gradients that are turned on inside of inference mode: operators still record nothing.
import torch

w = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    with torch.enable_grad():
        y = w * 2
        print(y.requires_grad, torch.is_grad_enabled(), y.is_inference(), y.grad_fn)
        print(torch.ones(2, requires_grad=True).requires_grad)
        y = torch.ones(2).requires_grad_()
        print(y.requires_grad)
        try:
            (y * 2).sum().backward()
        except RuntimeError as e:
            print(e)
        w.add_(1)
    torch.set_grad_enabled(True)
    print((w * 2).requires_grad, torch.is_grad_enabled())
    with torch.inference_mode(False):
        print((w * 2).requires_grad)
print(torch.is_grad_enabled(), w)


@torch.compile(backend="eager")
def compiled(x):
    with torch.enable_grad():
        return x * w


for _ in range(2):
    with torch.inference_mode():
        print(compiled(torch.ones(2)).requires_grad)
    print(compiled(torch.ones(2)).requires_grad)
