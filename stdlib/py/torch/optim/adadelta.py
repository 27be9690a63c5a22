"""Adadelta under PyTorch's module name."""

from torch.optim.adagrad import Adadelta

__all__ = ["Adadelta"]
