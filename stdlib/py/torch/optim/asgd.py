"""ASGD under PyTorch's module name."""

from torch.optim.adamax import ASGD

__all__ = ["ASGD"]
