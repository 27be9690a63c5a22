"""Distributions of real numbers and vectors. Those that are functions of another's numbers are in derived.py.

Numbers are drawn and formulas are evaluated in PyTorch's order of operations, so that a seed gives the same bits.
"""

import math

import _torch
from torch.autograd.grad_mode import no_grad
from torch.distributions import constraints as on
from torch.distributions.distribution import Distribution, ExponentialFamily, family
from torch.distributions.utils import broadcast_all, lazy_property
from torch.functional import broadcast_shapes

__all__ = [
    "Beta", "Cauchy", "Chi2", "Dirichlet", "Exponential", "Gamma", "Laplace", "MultivariateNormal", "Normal",
    "StudentT", "Uniform",
]

_HALF_LOG_TAU = math.log(math.sqrt(2 * math.pi))


class _LocationScale:
    """Distributions over all numbers with a place `loc` and a width `scale`."""

    def __init__(self, loc, scale, validate_args=None):
        self._hold(validate_args, loc=loc, scale=scale)

    mode = property(lambda d: d.loc, doc="The location.")

    def _steps(self, value):
        """How many widths values are from the location."""
        return (value - self.loc) / self.scale

    def _noise(self, shape):
        return self.loc.new_empty(shape)


@family(on.real, loc=on.real, scale=on.positive)
class Normal(_LocationScale, ExponentialFamily):
    """The normal distribution."""

    mean = property(lambda d: d.loc, doc="The location.")
    stddev = property(lambda d: d.scale, doc="The width.")
    variance = property(lambda d: d.scale.pow(2))

    def sample(self, sample_shape=()):
        """Draw without gradients, by torch.normal."""
        wide = self._extended_shape(sample_shape)
        with no_grad():
            return _torch.normal(self.loc.expand(wide), self.scale.expand(wide))

    def _flow(self, shape):
        return self.loc + self._noise(shape).normal_() * self.scale

    def _density(self, value):
        away = (value - self.loc) ** 2
        return -away / (2 * self.scale**2) - self.scale.log() - _HALF_LOG_TAU

    def _cumulative(self, value):
        widths = (value - self.loc) * self.scale.reciprocal()
        return 0.5 * (1 + (widths / math.sqrt(2)).erf())

    def icdf(self, value):
        """The value that has a cumulated probability."""
        return self.loc + self.scale * (2 * value - 1).erfinv() * math.sqrt(2)

    def entropy(self):
        """The logarithm of the width and a constant."""
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()


@family(lambda d: on.interval(d.low, d.high))
class Uniform(Distribution):
    """Numbers between two bounds, the upper one excluded."""

    def __init__(self, low, high, validate_args=None):
        self._hold(validate_args, low=low, high=high)

    # Each bound limits the other one.
    arg_constraints = property(lambda d: {"low": on.less_than(d.high), "high": on.greater_than(d.low)})
    _width = property(lambda d: d.high - d.low)
    mean = property(lambda d: (d.high + d.low) / 2)
    stddev = property(lambda d: d._width / 12**0.5)
    variance = property(lambda d: d._width.pow(2) / 12)
    mode = property(lambda d: math.nan * d.high)

    def _flow(self, shape):
        return self.low + _torch.rand(shape, dtype=self.low.dtype, device=self.low.device) * self._width

    def _density(self, value):
        inside = self.low.le(value).type_as(self.low) * self.high.gt(value).type_as(self.low)
        return inside.log() - self._width.log()

    def _cumulative(self, value):
        return ((value - self.low) / self._width).clamp(0, 1)

    def icdf(self, value):
        """The value that has a cumulated probability."""
        return value * self._width + self.low

    def entropy(self):
        """The logarithm of the width."""
        return self._width.log()


@family(on.nonnegative, rate=on.positive)
class Exponential(ExponentialFamily):
    """Waiting times for what happens `rate` times in one unit of time."""

    def __init__(self, rate, validate_args=None):
        self._hold(validate_args, rate=rate)

    mean = stddev = property(lambda d: d.rate.reciprocal())
    variance = property(lambda d: d.rate.pow(-2))
    mode = property(lambda d: _torch.zeros_like(d.rate))

    def _flow(self, shape):
        return self.rate.new_empty(shape).exponential_() / self.rate

    def _density(self, value):
        return self.rate.log() - self.rate * value

    def _cumulative(self, value):
        return 1 - (-self.rate * value).exp()

    def icdf(self, value):
        """The value that has a cumulated probability."""
        return -(-value).log1p() / self.rate

    def entropy(self):
        """The logarithm of the mean, plus 1."""
        return 1.0 - self.rate.log()


@family(on.real, loc=on.real, scale=on.positive)
class Laplace(_LocationScale, Distribution):
    """Two exponential distributions back to back."""

    mean = property(lambda d: d.loc)
    variance = property(lambda d: 2 * d.scale.pow(2))
    stddev = property(lambda d: (2**0.5) * d.scale)

    def _flow(self, shape):
        share = self._noise(shape).uniform_(_torch.finfo(self.loc.dtype).eps - 1, 1)
        return self.loc - self.scale * share.sign() * (-share.abs().clamp(min=0)).log1p()

    def _density(self, value):
        return -(2 * self.scale).log() - (value - self.loc).abs() / self.scale

    def _cumulative(self, value):
        away = value - self.loc
        return 0.5 - 0.5 * away.sign() * (-away.abs() / self.scale).expm1()

    def icdf(self, value):
        """The value that has a cumulated probability."""
        share = value - 0.5
        return self.loc - self.scale * share.sign() * (-2 * share.abs()).log1p()

    def entropy(self):
        """The logarithm of the width and a constant."""
        return 1 + (2 * self.scale).log()


@family(on.real, loc=on.real, scale=on.positive)
class Cauchy(_LocationScale, Distribution):
    """Quotients of normal numbers; without a mean."""

    mean = property(lambda d: d._filled(math.nan, d.loc))
    variance = property(lambda d: d._filled(math.inf, d.loc))

    def _flow(self, shape):
        return self.loc + self._noise(shape).cauchy_() * self.scale

    def _density(self, value):
        return -math.log(math.pi) - self.scale.log() - (self._steps(value) ** 2).log1p()

    def _cumulative(self, value):
        return self._steps(value).atan() / math.pi + 0.5

    def icdf(self, value):
        """The value that has a cumulated probability."""
        return (math.pi * (value - 0.5)).tan() * self.scale + self.loc

    def entropy(self):
        """The logarithm of the width and a constant."""
        return math.log(4 * math.pi) + self.scale.log()


@family(on.nonnegative, concentration=on.positive, rate=on.positive)
class Gamma(ExponentialFamily):
    """Sums of `concentration` waiting times."""

    def __init__(self, concentration, rate, validate_args=None):
        self._hold(validate_args, concentration=concentration, rate=rate)

    mean = property(lambda d: d.concentration / d.rate)
    variance = property(lambda d: d.concentration / d.rate.pow(2))
    mode = property(lambda d: ((d.concentration - 1) / d.rate).clamp(min=0))

    def _flow(self, shape):
        drawn = _torch._standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape)
        drawn.detach().clamp_(min=_torch.finfo(drawn.dtype).tiny)
        return drawn

    def log_prob(self, value):
        """The logarithm of the density at a value, which may also be a number."""
        return super().log_prob(_torch.as_tensor(value, dtype=self.rate.dtype))

    def _density(self, value):
        a, b = self.concentration, self.rate
        return a.xlogy(b) + (a - 1).xlogy(value) - b * value - a.lgamma()

    def _cumulative(self, value):
        return _torch.igamma(self.concentration, self.rate * value)

    def entropy(self):
        """The entropy by the gamma function and its derivative."""
        a = self.concentration
        return a - self.rate.log() + a.lgamma() + (1.0 - a) * a.digamma()


@family(None, df=on.positive)
class Chi2(Gamma):
    """Sums of `df` squares of normal numbers."""

    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5, validate_args)

    df = property(lambda d: d.concentration * 2, doc="Degrees of freedom.")


@family(on.simplex, concentration=on.independent(on.positive, 1))
class Dirichlet(ExponentialFamily):
    """Vectors of shares that sum to 1."""

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args)

    mean = property(lambda d: d.concentration / d.concentration.sum(-1, True))

    @property
    def mode(self):
        """The most likely shares; all of it for the first largest one where the density grows towards the corners."""
        above = (self.concentration - 1).clamp(min=0.0)
        shares = above / above.sum(-1, True)
        corners = (self.concentration < 1).all(-1)
        shares[corners] = _torch.one_hot(shares[corners].argmax(-1), above.shape[-1]).to(shares)
        return shares

    @property
    def variance(self):
        """The variance of each share."""
        a = self.concentration
        whole = a.sum(-1, True)
        return a * (whole - a) / (whole.pow(2) * (whole + 1))

    def _flow(self, shape):
        parts = _torch._standard_gamma(self.concentration.expand(shape))
        return parts / parts.sum(-1, True)

    def _density(self, value):
        a = self.concentration
        return (a - 1.0).xlogy(value).sum(-1) + a.sum(-1).lgamma() - a.lgamma().sum(-1)

    def entropy(self):
        """The entropy by the gamma function and its derivative."""
        a = self.concentration
        whole = a.sum(-1)
        spread = (a.size(-1) - whole) * whole.digamma()
        return a.lgamma().sum(-1) - whole.lgamma() - spread - ((a - 1.0) * a.digamma()).sum(-1)


@family(on.unit_interval, concentration1=on.positive, concentration0=on.positive)
class Beta(ExponentialFamily):
    """Numbers between 0 and 1: the first of two Dirichlet shares."""

    def __init__(self, concentration1, concentration0, validate_args=None):
        both = _torch.stack(broadcast_all(concentration1, concentration0), -1)
        self._dirichlet = Dirichlet(both, validate_args)
        super().__init__(self._dirichlet.batch_shape, validate_args=validate_args)

    concentration1 = property(lambda d: d._dirichlet.concentration[..., 0])
    concentration0 = property(lambda d: d._dirichlet.concentration[..., 1])
    _whole = property(lambda d: d.concentration1 + d.concentration0)
    mean = property(lambda d: d.concentration1 / d._whole)
    mode = property(lambda d: d._dirichlet.mode[..., 0])

    @property
    def variance(self):
        """The variance."""
        return self.concentration1 * self.concentration0 / (self._whole.pow(2) * (self._whole + 1))

    def rsample(self, sample_shape=()):
        """Draw with gradients."""
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    has_rsample = True

    def _density(self, value):
        return self._dirichlet.log_prob(_torch.stack((value, 1.0 - value), -1))

    def entropy(self):
        """The entropy of both shares together."""
        return self._dirichlet.entropy()


@family(on.real, df=on.positive, loc=on.real, scale=on.positive)
class StudentT(_LocationScale, Distribution):
    """Student's t: normal numbers over an estimate of their width from `df` others."""

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self._keep(df=df, loc=loc, scale=scale)
        self._chi2 = Chi2(self.df)
        Distribution.__init__(self, self.df.shape, validate_args=validate_args)

    @property
    def mean(self):
        """The location; nan for one degree of freedom or less."""
        return self.loc.masked_fill(self.df <= 1, math.nan)

    @property
    def variance(self):
        """The variance; infinite up to two degrees of freedom, nan up to one."""
        finite = self.scale.pow(2) * self.df / (self.df - 2)
        return finite.masked_fill(self.df <= 2, math.inf).masked_fill(self.df <= 1, math.nan)

    def rsample(self, sample_shape=()):
        """Draw with gradients: a normal number over the root of a chi-squared one."""
        above = self._noise(self._extended_shape(sample_shape)).normal_()
        below = self._chi2.rsample(sample_shape) / self.df
        return self.loc + self.scale * above * below.rsqrt()

    has_rsample = True

    def _density(self, value):
        df = self.df
        norm = self.scale.log() + 0.5 * df.log() + 0.5 * math.log(math.pi)
        norm = norm + (0.5 * df).lgamma() - (0.5 * (df + 1.0)).lgamma()
        return -0.5 * (df + 1.0) * (self._steps(value) ** 2.0 / df).log1p() - norm

    def entropy(self):
        """The entropy by the gamma function and its derivative."""
        low, high = 0.5 * self.df, 0.5 * (self.df + 1)
        log_beta = low.lgamma() + math.lgamma(0.5) - high.lgamma()
        return self.scale.log() + high * (high.digamma() - low.digamma()) + 0.5 * self.df.log() + log_beta


class GaussianVector(Distribution):
    """What both kinds of normal vectors share; a subclass says the logarithm of the determinant of its covariance and
    the squared distance of a value in terms of it."""

    mean = mode = property(lambda d: d.loc)

    def _begin(self, loc, matrix_batch):
        """Keep the place, and give the shapes: the batch is that of the place and of the matrices together."""
        shape = broadcast_shapes(matrix_batch, loc.shape[:-1])
        self.loc = loc.expand(shape + loc.shape[-1:])
        return shape, loc.shape[-1:]

    def _density(self, value):
        away = value - self.loc
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._distance(away)) - self._half_log_det()

    def entropy(self):
        """The logarithm of the volume and a constant."""
        flat = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._half_log_det()
        return flat.expand(self._batch_shape) if self._batch_shape else flat


def log_diagonal(matrix):
    """The sum of the logarithms of a matrix's diagonal."""
    return matrix.diagonal(dim1=-2, dim2=-1).log().sum(-1)


@family(
    on.real_vector, loc=on.real_vector, covariance_matrix=on.positive_definite, precision_matrix=on.positive_definite,
    scale_tril=on.lower_cholesky,
)
class MultivariateNormal(GaussianVector):
    """Normal vectors with a covariance, given as such, as its inverse or as its lower triangular factor."""

    _shared = ("_factor",)

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        matrices = {
            "covariance_matrix": covariance_matrix, "scale_tril": scale_tril, "precision_matrix": precision_matrix,
        }
        given = [(name, matrix) for name, matrix in matrices.items() if matrix is not None]
        if len(given) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        ((name, matrix),) = given
        if matrix.dim() < 2:
            what = "scale_tril matrix" if name == "scale_tril" else name
            raise ValueError(f"{what} must be at least two-dimensional, with optional leading batch dimensions")
        batch, event = self._begin(loc, matrix.shape[:-2])
        vars(self)[name] = matrix.expand(batch + matrix.shape[-2:])
        super().__init__(batch, event, validate_args)
        if name == "scale_tril":
            self._factor = matrix
        elif name == "covariance_matrix":
            self._factor = _torch.linalg_cholesky(matrix)
        else:
            self._factor = self._factor_of_inverse(matrix)

    @staticmethod
    def _factor_of_inverse(matrix):
        """The lower triangular factor of a matrix's inverse: the inverse of its upper triangular one, transposed."""
        upper = _torch.linalg_cholesky(matrix.flip((-2, -1))).flip((-2, -1)).mT
        unit = _torch.eye(matrix.shape[-1], dtype=matrix.dtype, device=matrix.device)
        return _torch.linalg_solve_triangular(upper, unit, upper=False)

    def _full(self, matrix):
        return matrix.expand(self._batch_shape + self._event_shape + self._event_shape)

    @lazy_property
    def scale_tril(self):
        """The lower triangular factor of the covariance."""
        return self._full(self._factor)

    @lazy_property
    def covariance_matrix(self):
        """The covariance."""
        return self._full(self._factor @ self._factor.mT)

    @lazy_property
    def precision_matrix(self):
        """The inverse of the covariance."""
        return self._full(_torch.cholesky_inverse(self._factor))

    @property
    def variance(self):
        """The variances of the numbers of a vector."""
        return self._factor.pow(2).sum(-1).expand(self._batch_shape + self._event_shape)

    def _flow(self, shape):
        noise = _torch.empty(shape, dtype=self.loc.dtype, device=self.loc.device).normal_()
        return self.loc + (self._factor @ noise.unsqueeze(-1)).squeeze(-1)

    def _distance(self, away):
        return _torch.linalg_solve_triangular(self._factor, away.unsqueeze(-1), upper=False).squeeze(-1).pow(2).sum(-1)

    def _half_log_det(self):
        return log_diagonal(self._factor)
