# Every name and module that a package of torch lists can be had: lists that name what is not there fail here.
import importlib

import torch

for name in ("torch", "torch.nn", "torch.nn.utils", "torch.optim", "torch.utils", "torch.utils.data", "torch.autograd",
             "torch.distributions", "torch.fx", "torch.backends", "torch.testing", "torch.linalg", "torch.fft", "torch.special",
             "torch.func", "torch.amp", "torch.nn.functional", "torch.nn.init", "torch.optim.lr_scheduler"):
    package = importlib.import_module(name)
    missing = [part for part in dir(package) if not hasattr(package, part)]
    print(name, "missing:", missing)
