"""Rprop under PyTorch's module name."""

from torch.optim.rmsprop import Rprop

__all__ = ["Rprop"]
