"""The von Mises distribution of angles."""

import math

import _torch
from torch.autograd.grad_mode import no_grad
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all, lazy_property

__all__ = ["VonMises"]

# Modified Bessel functions of the first kind, by order: polynomials in (x / 3.75)^2 below 3.75 and in 3.75 / x from there on
# (Abramowitz and Stegun, 9.8.1 to 9.8.4), lowest power first.
_SMALL = ((1.0, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.360768e-1, 0.45813e-2),
          (0.5, 0.87890594, 0.51498869, 0.15084934, 0.2658733e-1, 0.301532e-2, 0.32411e-3))
_LARGE = ((0.39894228, 0.1328592e-1, 0.225319e-2, -0.157565e-2, 0.916281e-2, -0.2057706e-1, 0.2635537e-1, -0.1647633e-1,
           0.392377e-2),
          (0.39894228, -0.3988024e-1, -0.362018e-2, 0.163801e-2, -0.1031555e-1, 0.2282967e-1, -0.2895312e-1, 0.1787654e-1,
           -0.420059e-2))


def _polynomial(x, coefficients):
    result = coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        result = coefficient + x * result
    return result


def _log_bessel(x, order):
    """The logarithm of a modified Bessel function of order 0 or 1 for x > 0."""
    small = _polynomial((x / 3.75) ** 2, _SMALL[order])
    if order == 1:
        small = x.abs() * small
    large = x - 0.5 * x.log() + _polynomial(3.75 / x, _LARGE[order]).log()
    return _torch.where(x < 3.75, small.log(), large)


class VonMises(Distribution):
    """Angles around `loc`; the larger `concentration`, the nearer."""

    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real
    has_rsample = False

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    mean = property(lambda self: self.loc, doc="The circular mean.")
    mode = property(lambda self: self.loc)

    @lazy_property
    def variance(self):
        """The circular variance."""
        return 1 - (_log_bessel(self.concentration, 1) - _log_bessel(self.concentration, 0)).exp()

    def log_prob(self, value):
        """The log density of angles."""
        if self._validate_args:
            self._validate_sample(value)
        return (self.concentration * _torch.cos(value - self.loc) - math.log(2 * math.pi)
                - _log_bessel(self.concentration, 0))

    @lazy_property
    def _proposal(self):
        """The parameter of the wrapped Cauchy distribution that is drawn from."""
        kappa = self.concentration.double()
        tau = 1 + (1 + 4 * kappa**2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * kappa)
        # For a small concentration that loses all digits.
        return _torch.where(kappa < 1e-5, 1 / kappa + kappa, (1 + rho**2) / (2 * rho))

    def sample(self, sample_shape=()):
        """Draw angles in [-pi, pi), by Best and Fisher's method, in double precision."""
        with no_grad():
            shape = self._extended_shape(sample_shape)
            loc, kappa, r = self.loc.double(), self.concentration.double(), self._proposal
            angle = _torch.empty(shape, dtype=_torch.float64)
            done = _torch.zeros(shape, dtype=_torch.bool)
            while not done.all():
                u1, u2, u3 = _torch.rand((3, *shape), dtype=_torch.float64).unbind()
                z = _torch.cos(math.pi * u1)
                f = (1 + r * z) / (r + z)
                c = kappa * (r - f)
                accept = (c * (2 - c) - u2 > 0) | ((c / u2).log() + 1 - c >= 0)
                if accept.any():
                    angle = _torch.where(accept, (u3 - 0.5).sign() * f.acos(), angle)
                    done = done | accept
            return ((angle + math.pi + loc) % (2 * math.pi) - math.pi).to(self.loc.dtype)
