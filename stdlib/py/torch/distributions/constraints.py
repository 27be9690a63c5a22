"""Constraints on parameters and values."""

import _torch

__all__ = ["Constraint"]


class Constraint:
    """A set of values; check() tells which are in it. `kind` is the name of PyTorch's class for it, `bounds` what it is made
    with."""

    event_dim = 0
    is_discrete = False

    def __init__(self, kind, test, event_dim=0, is_discrete=False, **bounds):
        self.kind, self.test, self.event_dim, self.is_discrete = kind, test, event_dim, is_discrete
        self.bounds = bounds
        vars(self).update(bounds)

    def check(self, value):
        """Whether each value is in the set."""
        return self.test(value)

    def __repr__(self):
        return f"{self.kind}({', '.join([f'{name}={value}' for name, value in self.bounds.items()])})"


class _Independent(Constraint):
    """A constraint on vectors or matrices: one on each of their elements."""

    def __init__(self, base_constraint, dims):
        super().__init__("IndependentConstraint", self._all, base_constraint.event_dim + dims, base_constraint.is_discrete)
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, dims

    def _all(self, value):
        inside = self.base_constraint.check(value)
        dims = self.reinterpreted_batch_ndims
        return inside.reshape(inside.shape[: inside.dim() - dims] + (-1,)).all(-1)

    def __repr__(self):
        return f"IndependentConstraint({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


def greater_than(lower_bound):
    """Values above a bound."""
    return Constraint("GreaterThan", lambda v: v > lower_bound, lower_bound=lower_bound)


def greater_than_eq(lower_bound):
    """Values from a bound on."""
    return Constraint("GreaterThanEq", lambda v: v >= lower_bound, lower_bound=lower_bound)


def less_than(upper_bound):
    """Values below a bound."""
    return Constraint("LessThan", lambda v: v < upper_bound, upper_bound=upper_bound)


def interval(lower_bound, upper_bound):
    """Values between two bounds."""
    return Constraint("Interval", lambda v: (lower_bound <= v) & (v <= upper_bound), lower_bound=lower_bound,
                      upper_bound=upper_bound)


def half_open_interval(lower_bound, upper_bound):
    """Values between two bounds, the upper one excluded."""
    return Constraint("HalfOpenInterval", lambda v: (lower_bound <= v) & (v < upper_bound), lower_bound=lower_bound,
                      upper_bound=upper_bound)


def integer_interval(lower_bound, upper_bound):
    """Integers between two bounds."""
    return Constraint("IntegerInterval", lambda v: (v % 1 == 0) & (lower_bound <= v) & (v <= upper_bound), 0, True,
                      lower_bound=lower_bound, upper_bound=upper_bound)


def _integer_from(low):
    return Constraint("IntegerGreaterThan", lambda v: (v % 1 == 0) & (v >= low), 0, True, lower_bound=low)


def multinomial(upper_bound):
    """Vectors of counts whose sum is at most a bound."""
    return Constraint("Multinomial", lambda v: (v >= 0).all(-1) & (v.sum(-1) <= upper_bound), 1, True)


def _is_lower_cholesky(v):
    return (v.tril() == v).flatten(-2).all(-1) & (v.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


independent = _Independent
real = Constraint("Real", lambda v: v == v)
positive = greater_than(0.0)
nonnegative = greater_than_eq(0.0)
unit_interval = interval(0.0, 1.0)
boolean = Constraint("Boolean", lambda v: (v == 0) | (v == 1), is_discrete=True)
nonnegative_integer = _integer_from(0)
positive_integer = _integer_from(1)
real_vector = independent(real, 1)
simplex = Constraint("Simplex", lambda v: (v >= 0).all(-1) & ((v.sum(-1) - 1).abs() < 1e-6), 1)
one_hot = Constraint("OneHot", lambda v: ((v == 0) | (v == 1)).all(-1) & v.sum(-1).eq(1), 1, True)
lower_cholesky = Constraint("LowerCholesky", _is_lower_cholesky, 2)
positive_definite = Constraint("PositiveDefinite", lambda v: _torch.linalg_eigvalsh(v).gt(0).all(-1), 2)
symmetric = Constraint("Symmetric", lambda v: v.isclose(v.mT, atol=1e-6).all(-2).all(-1), 2)
square = Constraint("Square", lambda v: _torch.full(v.shape[:-2], v.shape[-2] == v.shape[-1], dtype=_torch.bool), 2)
