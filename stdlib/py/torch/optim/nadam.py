"""NAdam under PyTorch's module name."""

from torch.optim.adamax import NAdam

__all__ = ["NAdam"]
