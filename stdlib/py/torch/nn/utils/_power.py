"""The power method for the largest singular value of a weight, for both forms of spectral_norm."""

import _torch
from torch.nn.functional import normalize

__all__ = ["check_iterations", "directions", "iterate", "matrix_of", "output_dim"]


def check_iterations(n_power_iterations):
    """Refuse less than one step."""
    if n_power_iterations <= 0:
        raise ValueError(f"Expected n_power_iterations to be positive, but got {n_power_iterations=}")


def output_dim(module):
    """The dim of a module's weight that its outputs have."""
    return int(type(module).__name__.startswith("ConvTranspose"))


def matrix_of(weight, dim):
    """A weight as a matrix that has a row for each place of a dim."""
    return weight.movedim(dim, 0).flatten(1)


def directions(matrix, eps):
    """Random directions of rows and columns to start from."""
    return [normalize(matrix.new_empty(size).normal_(0, 1), dim=0, eps=eps) for size in matrix.shape]


def iterate(matrix, left, right, times, eps, right_first=False):
    """Turn both directions towards those of the largest singular value, in place."""
    for _ in range(times):
        for first in (right_first, not right_first):
            if first:
                right.copy_(normalize(_torch.mv(matrix.mH, left), dim=0, eps=eps))
            else:
                left.copy_(normalize(_torch.mv(matrix, right), dim=0, eps=eps))
