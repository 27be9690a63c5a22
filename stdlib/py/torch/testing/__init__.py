"""Comparisons for tests: assert_close of tensors, numbers and containers of them."""

from torch.testing._comparison import assert_close

__all__ = ["assert_close"]
