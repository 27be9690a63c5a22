"""Bernoulli under PyTorch's module name."""

from torch.distributions.discrete import Bernoulli

__all__ = ["Bernoulli"]
