"""Linear algebra. Every name is an op of the table, but for what has results whose shape depends on data."""

import _torch

LinAlgError = _torch.LinAlgError


_DRIVERS = ("gels", "gelsy", "gelsd", "gelss")


def lstsq(input, b, rcond=None, *, driver=None, out=None):
    """Least-squares solutions of input X = b."""
    if driver is not None and driver not in _DRIVERS:
        raise RuntimeError(
            "torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)"
        )
    if input.dim() < 2:
        raise RuntimeError("torch.linalg.lstsq: input must have at least 2 dimensions.")
    if b.dim() < 1:
        raise RuntimeError("torch.linalg.lstsq: other must have at least 1 dimension.")
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError("This function doesn't handle types other than float and double")
    m, n = input.shape[-2:]
    vector = input.dim() - 1 == b.dim() and b.shape == input.shape[:-1]
    if (b.size(-1) if b.dim() == input.dim() - 1 else b.size(-2)) != m:
        where = -1 if b.dim() == input.dim() - 1 else -2
        raise RuntimeError(f"torch.linalg.lstsq: input.size(-2) should match other.size({where})")
    right = b.unsqueeze(-1) if vector else b
    batch = _broadcast_batch(input, right)
    left = input.expand(batch + (m, n))
    right = right.expand(batch + right.shape[-2:])
    solution, rank = _torch.linalg_lstsq_solve(left, right, rcond)
    full = driver == "gels" or bool((rank == n).all())
    real = rank.new_empty(0, dtype=input.real.dtype) if input.is_complex() else input.new_empty(0)
    if m > n and full:
        residuals = (right - left @ solution).abs().square().sum(-2)
    else:
        residuals = real
    if driver in ("gelsd", "gelss"):
        values = _torch.linalg_svdvals(left.detach())
    else:
        values = real
    if driver == "gels":
        rank = rank.new_empty(0)
    if vector:
        solution = solution.squeeze(-1)
    from torch._composites import _write_each
    from torch._return_types import make

    kind = make("linalg_lstsq", ("solution", "residuals", "rank", "singular_values"))
    return _write_each("linalg_lstsq", kind((solution, residuals, rank, values)), out)


def _broadcast_batch(a, b):
    if a.shape[:-2] == b.shape[:-2]:
        return tuple(a.shape[:-2])
    from torch.functional import broadcast_shapes

    return tuple(broadcast_shapes(a.shape[:-2], b.shape[:-2]))


def __getattr__(name):
    value = None if name.startswith("__") else _torch._find("linalg_" + name)
    if value is None:
        raise AttributeError(f"module 'torch.linalg' has no attribute '{name}'")
    globals()[name] = value
    return value
