"""Functions of sparse tensors."""

import _torch
from torch._sparse import addmm, log_softmax, mm as _mm, softmax, sum

__all__ = ["addmm", "mm", "sum", "softmax", "log_softmax", "spdiags", "check_sparse_tensor_invariants"]


def mm(mat1, mat2, reduce=None):
    """A product of matrices, one of them sparse."""
    if reduce is not None:
        raise NotImplementedError("torch.sparse.mm(reduce=...) is not supported")
    return _mm(mat1, mat2)


def spdiags(diagonals, offsets, shape, layout=None):
    """A sparse matrix of diagonals."""
    from torch._sparse import to_sparse

    rows, columns = shape
    dense = _torch.zeros(rows, columns, dtype=diagonals.dtype)
    lines = diagonals.reshape(-1, diagonals.size(-1))
    for line, offset in zip(lines, offsets.reshape(-1).tolist()):
        first = max(0, offset)
        count = min(columns, rows + offset, line.numel()) - first
        if count > 0:
            dense.diagonal(offset)[:count] = line[first : first + count]
    return to_sparse(dense, layout=layout)


class check_sparse_tensor_invariants:
    """Whether constructors check their arguments: here they always do."""

    @staticmethod
    def is_enabled():
        return True

    @staticmethod
    def enable():
        pass

    @staticmethod
    def disable():
        pass

    def __init__(self, enable=True):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *args):
        pass


spmm = mm
