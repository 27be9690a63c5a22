"""From constraints to transforms: what maps all real numbers to the values that a constraint allows.

biject_to() gives invertible transforms, transform_to() such as optimizers like.
"""

from torch.distributions import transforms as t

__all__ = ["ConstraintRegistry", "biject_to", "transform_to"]


def _scaled(shape, loc, scale):
    return t.ComposeTransform([shape, t.AffineTransform(loc, scale)])


def _between(c):
    if (c.lower_bound, c.upper_bound) == (0, 1):
        return t.SigmoidTransform()
    return _scaled(t.SigmoidTransform(), c.lower_bound, c.upper_bound - c.lower_bound)


class ConstraintRegistry:
    """Transforms by the kind of a constraint; called with a constraint, it gives its transform."""

    def __init__(self):
        self._makers = {
            "Real": lambda c: t.identity_transform,
            "IndependentConstraint": lambda c: t.IndependentTransform(self(c.base_constraint), c.reinterpreted_batch_ndims),
            "GreaterThan": lambda c: _scaled(t.ExpTransform(), c.lower_bound, 1),
            "GreaterThanEq": lambda c: _scaled(t.ExpTransform(), c.lower_bound, 1),
            "LessThan": lambda c: _scaled(t.ExpTransform(), c.upper_bound, -1),
            "Interval": _between, "HalfOpenInterval": _between,
        }

    def register(self, constraint, factory=None):
        """Register a function from a constraint to a transform; also works as a decorator."""
        if factory is None:
            return lambda factory: self.register(constraint, factory)
        self._makers[constraint.kind] = factory
        return factory

    def __call__(self, constraint):
        make = self._makers.get(constraint.kind)
        if make is None:
            raise NotImplementedError(f"Cannot transform _{constraint.kind} constraints")
        return make(constraint)


biject_to, transform_to = ConstraintRegistry(), ConstraintRegistry()
biject_to._makers["Simplex"] = lambda c: t.StickBreakingTransform()
transform_to._makers |= {"Simplex": lambda c: t.SoftmaxTransform(),
                         "LowerCholesky": lambda c: t.LowerCholeskyTransform(),
                         "PositiveDefinite": lambda c: t.PositiveDefiniteTransform()}
