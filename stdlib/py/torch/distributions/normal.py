"""Normal under PyTorch's module name."""

from torch.distributions.continuous import Normal

__all__ = ["Normal"]
