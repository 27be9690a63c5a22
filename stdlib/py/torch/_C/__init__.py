"""Names of PyTorch's C++ module that appear in captured graphs."""

from torch._C import _nn
