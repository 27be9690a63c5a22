# A captured function gives what the default dtype of the call asks for, whatever was compiled before.
import torch

x = torch.ones(4)
functions = {
    "zeros": lambda x: x + torch.zeros(4), "ones": lambda x: x * torch.ones(4), "full": lambda x: x + torch.full((4,), 0.1),
    "arange": lambda x: x + torch.arange(0, 2, 0.5), "division": lambda x: torch.arange(4) / 3, "sqrt": lambda x: torch.arange(4).sqrt(),
}
for name, f in functions.items():
    c = torch.compile(f)
    for dtype in (torch.float32, torch.float64, torch.float32, torch.float64):
        torch.set_default_dtype(dtype)
        for i in range(6):
            got, want = c(x), f(x)
            if got.dtype != want.dtype or not torch.equal(got, want):
                print(name, i, dtype, got.dtype, "differs")
        print(name, got.dtype)
torch.set_default_dtype(torch.float32)
