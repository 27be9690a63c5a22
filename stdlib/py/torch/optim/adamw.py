"""AdamW under PyTorch's module name."""

from torch.optim.adam import AdamW

__all__ = ["AdamW"]
