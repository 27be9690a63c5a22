"""RAdam under PyTorch's module name."""

from torch.optim.adamax import RAdam

__all__ = ["RAdam"]
