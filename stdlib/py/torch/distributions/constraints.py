"""Constraints on parameters and values."""

import _torch

__all__ = ["Constraint"]


class Constraint:
    """A set of values; check() tells which are in it."""

    event_dim = 0
    is_discrete = False

    def __init__(self, text, test, event_dim=0, is_discrete=False):
        self.text = text
        self.test = test
        self.event_dim = event_dim
        self.is_discrete = is_discrete

    def check(self, value):
        """Whether each value is in the set."""
        return self.test(value)

    def __repr__(self):
        return self.text


def _greater_than(low):
    return Constraint(f"GreaterThan(lower_bound={low})", lambda v: v > low)


def greater_than_eq(low):
    """Values from a bound on."""
    return Constraint(f"GreaterThanEq(lower_bound={low})", lambda v: v >= low)


def interval(low, high):
    """Values between two bounds."""
    return Constraint(f"Interval(lower_bound={low}, upper_bound={high})", lambda v: (low <= v) & (v <= high))


def half_open_interval(low, high):
    """Values between two bounds, the upper one excluded."""
    return Constraint(f"HalfOpenInterval(lower_bound={low}, upper_bound={high})", lambda v: (low <= v) & (v < high))


def integer_interval(low, high):
    """Integers between two bounds."""
    return Constraint(
        f"IntegerInterval(lower_bound={low}, upper_bound={high})",
        lambda v: (v % 1 == 0) & (low <= v) & (v <= high),
        is_discrete=True,
    )


greater_than = _greater_than
real = Constraint("Real()", lambda v: v == v)
real_vector = Constraint("IndependentConstraint(Real(), 1)", lambda v: (v == v).all(-1), 1)
positive = Constraint("GreaterThan(lower_bound=0.0)", lambda v: v > 0.0)
nonnegative = Constraint("GreaterThanEq(lower_bound=0.0)", lambda v: v >= 0.0)
unit_interval = Constraint("Interval(lower_bound=0.0, upper_bound=1.0)", lambda v: (0.0 <= v) & (v <= 1.0))
boolean = Constraint("Boolean()", lambda v: (v == 0) | (v == 1), is_discrete=True)
nonnegative_integer = Constraint("IntegerGreaterThan(lower_bound=0)", lambda v: (v % 1 == 0) & (v >= 0), is_discrete=True)
simplex = Constraint("Simplex()", lambda v: (v >= 0).all(-1) & ((v.sum(-1) - 1).abs() < 1e-6), 1)
one_hot = Constraint(
    "OneHot()", lambda v: ((v == 0) | (v == 1)).all(-1) & v.sum(-1).eq(1), 1, True
)
positive_definite = Constraint(
    "PositiveDefinite()", lambda v: _torch.linalg_eigvalsh(v).gt(0).all(-1), 2
)
lower_cholesky = Constraint(
    "LowerCholesky()", lambda v: (v.tril() == v).flatten(-2).all(-1) & (v.diagonal(dim1=-2, dim2=-1) > 0).all(-1), 2
)
symmetric = Constraint("Symmetric()", lambda v: v.isclose(v.mT, atol=1e-6).all(-2).all(-1), 2)
square = Constraint("Square()", lambda v: _torch.full(v.shape[:-2], v.shape[-2] == v.shape[-1], dtype=_torch.bool), 2)
positive_integer = Constraint("IntegerGreaterThan(lower_bound=1)", lambda v: (v % 1 == 0) & (v >= 1), is_discrete=True)


def less_than(high):
    """Values below a bound."""
    return Constraint(f"LessThan(upper_bound={high})", lambda v: v < high)
