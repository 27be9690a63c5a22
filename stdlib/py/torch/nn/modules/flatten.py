"""Flatten and Unflatten."""

from torch.nn.modules.module import Module
from torch.nn.modules.utils import keep, listed

__all__ = ["Flatten", "Unflatten"]


class Flatten(Module):
    """Make one dim of a range of dims."""

    def __init__(self, start_dim=1, end_dim=-1):
        given = locals()
        super().__init__()
        keep(self, given)

    def forward(self, input):
        """A view or copy of fewer dims."""
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self):
        """The range."""
        return listed(self, "start_dim", "end_dim")


class Unflatten(Module):
    """Make several dims of one."""

    def __init__(self, dim, unflattened_size):
        given = locals()
        super().__init__()
        if not isinstance(unflattened_size, (tuple, list)):
            found = type(unflattened_size).__name__
            raise TypeError(f"unflattened_size must be a tuple of ints, but found type {found}")
        for place, size in enumerate(unflattened_size):
            if not isinstance(size, int):
                found = type(size).__name__
                raise TypeError(f"unflattened_size must be tuple of ints, but found element of type {found} "
                                f"at pos {place}")
        keep(self, given)

    def forward(self, input):
        """A view of more dims."""
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self):
        """The dim and its sizes."""
        return listed(self, "dim", "unflattened_size")
