"""Categorical under PyTorch's module name."""

from torch.distributions.discrete import Categorical

__all__ = ["Categorical"]
