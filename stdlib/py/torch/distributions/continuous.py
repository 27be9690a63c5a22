"""Continuous distributions."""

import math

import _torch
from torch.autograd.grad_mode import no_grad
from torch.distributions import constraints
from torch.distributions.distribution import Distribution, ExponentialFamily
from torch.distributions.utils import broadcast_all

__all__ = [
    "Beta", "Cauchy", "Chi2", "Dirichlet", "Exponential", "Gamma", "Gumbel", "HalfNormal", "Laplace", "LogNormal",
    "MultivariateNormal", "Normal", "StudentT", "Uniform",
]


def _shape_of(value, *given):
    return _torch.Size() if all(isinstance(g, (int, float)) for g in given) else value.size()


class Normal(ExponentialFamily):
    """The normal distribution."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(_shape_of(self.loc, loc, scale), validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with no_grad():
            return _torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        eps = _torch.empty(shape, dtype=self.loc.dtype).normal_()
        return self.loc + eps * self.scale

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        var = self.scale**2
        log_scale = self.scale.log()
        return -((value - self.loc) ** 2) / (2 * var) - log_scale - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return 0.5 * (1 + _torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value):
        return self.loc + self.scale * _torch.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + _torch.log(self.scale)


class LogNormal(Distribution):
    """exp of a normal number."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.base_dist = Normal(loc, scale, validate_args=validate_args)
        super().__init__(self.base_dist.batch_shape, validate_args=validate_args)

    loc = property(lambda self: self.base_dist.loc)
    scale = property(lambda self: self.base_dist.scale)

    @property
    def mean(self):
        return (self.loc + self.scale.pow(2) / 2).exp()

    @property
    def variance(self):
        scale_sq = self.scale.pow(2)
        return scale_sq.expm1() * (2 * self.loc + scale_sq).exp()

    @property
    def mode(self):
        return (self.loc - self.scale.square()).exp()

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape).exp()

    def log_prob(self, value):
        return self.base_dist.log_prob(value.log()) - value.log()

    def entropy(self):
        return self.base_dist.entropy() + self.loc


class HalfNormal(Distribution):
    """The absolute value of a normal number."""

    arg_constraints = {"scale": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, scale, validate_args=None):
        (spread,) = broadcast_all(scale)
        self.base_dist = Normal(_torch.zeros_like(spread), spread, validate_args=False)
        super().__init__(_shape_of(spread, scale), validate_args=validate_args)

    scale = property(lambda self: self.base_dist.scale)

    @property
    def mean(self):
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self):
        return self.scale.pow(2) * (1 - 2 / math.pi)

    @property
    def mode(self):
        return _torch.zeros_like(self.scale)

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape).abs()

    def log_prob(self, value):
        return self.base_dist.log_prob(value) + math.log(2)

    def entropy(self):
        return self.base_dist.entropy() - math.log(2)


class Uniform(Distribution):
    """Numbers between two bounds."""

    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = broadcast_all(low, high)
        super().__init__(_shape_of(self.low, low, high), validate_args=validate_args)
        if self._validate_args and not bool(_torch.lt(self.low, self.high).all()):
            raise ValueError("Uniform is not defined when low>= high")

    arg_constraints = {"low": constraints.real, "high": constraints.real}

    @property
    def support(self):
        return constraints.interval(self.low, self.high)

    @property
    def mean(self):
        return (self.high + self.low) / 2

    @property
    def stddev(self):
        return (self.high - self.low) / 12**0.5

    @property
    def variance(self):
        return (self.high - self.low).pow(2) / 12

    @property
    def mode(self):
        return math.nan * self.high

    def icdf(self, value):
        return value * (self.high - self.low) + self.low

    def rsample(self, sample_shape=()):
        rand = _torch.rand(self._extended_shape(sample_shape), dtype=self.low.dtype, device=self.low.device)
        return self.low + rand * (self.high - self.low)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        lb = self.low.le(value).type_as(self.low)
        ub = self.high.gt(value).type_as(self.low)
        return _torch.log(lb.mul(ub)) - _torch.log(self.high - self.low)

    def cdf(self, value):
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def entropy(self):
        return _torch.log(self.high - self.low)


class Exponential(ExponentialFamily):
    """Waiting times."""

    arg_constraints = {"rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        (self.rate,) = broadcast_all(rate)
        super().__init__(_shape_of(self.rate, rate), validate_args=validate_args)

    @property
    def mean(self):
        return self.rate.reciprocal()

    @property
    def stddev(self):
        return self.rate.reciprocal()

    @property
    def variance(self):
        return self.rate.pow(-2)

    @property
    def mode(self):
        return _torch.zeros_like(self.rate)

    def icdf(self, value):
        return -_torch.log1p(-value) / self.rate

    def rsample(self, sample_shape=()):
        return self.rate.new_empty(self._extended_shape(sample_shape)).exponential_() / self.rate

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        return 1 - _torch.exp(-self.rate * value)

    def entropy(self):
        return 1.0 - _torch.log(self.rate)


class Laplace(Distribution):
    """Two exponentials back to back."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(_shape_of(self.loc, loc, scale), validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def variance(self):
        return 2 * self.scale.pow(2)

    @property
    def stddev(self):
        return (2**0.5) * self.scale

    @property
    def mode(self):
        return self.loc

    def cdf(self, value):
        return 0.5 - 0.5 * (value - self.loc).sign() * _torch.expm1(-(value - self.loc).abs() / self.scale)

    def icdf(self, value):
        term = value - 0.5
        return self.loc - self.scale * term.sign() * _torch.log1p(-2 * term.abs())

    def rsample(self, sample_shape=()):
        finfo = _torch.finfo(self.loc.dtype)
        u = self.loc.new_empty(self._extended_shape(sample_shape)).uniform_(finfo.eps - 1, 1)
        return self.loc - self.scale * u.sign() * _torch.log1p(-u.abs().clamp(min=0))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return -_torch.log(2 * self.scale) - _torch.abs(value - self.loc) / self.scale

    def entropy(self):
        return 1 + _torch.log(2 * self.scale)


class Cauchy(Distribution):
    """The Cauchy distribution."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(_shape_of(self.loc, loc, scale), validate_args=validate_args)

    @property
    def mean(self):
        return _torch.full(self._extended_shape(), math.nan, dtype=self.loc.dtype)

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return _torch.full(self._extended_shape(), math.inf, dtype=self.loc.dtype)

    def cdf(self, value):
        return _torch.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value):
        return _torch.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def rsample(self, sample_shape=()):
        return self.loc + self.loc.new_empty(self._extended_shape(sample_shape)).cauchy_() * self.scale

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return -math.log(math.pi) - self.scale.log() - (((value - self.loc) / self.scale) ** 2).log1p()

    def entropy(self):
        return math.log(4 * math.pi) + self.scale.log()


class Gumbel(Distribution):
    """The Gumbel distribution."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(_shape_of(self.loc, loc, scale), validate_args=validate_args)

    @property
    def mean(self):
        return self.loc + self.scale * 0.57721566490153286060

    @property
    def variance(self):
        return (math.pi**2 / 6) * self.scale.pow(2)

    @property
    def mode(self):
        return self.loc

    @property
    def stddev(self):
        return (math.pi / math.sqrt(6)) * self.scale

    def cdf(self, value):
        return _torch.exp(-_torch.exp(-(value - self.loc) / self.scale))

    def icdf(self, value):
        return self.loc - self.scale * _torch.log(-_torch.log(value))

    def rsample(self, sample_shape=()):
        finfo = _torch.finfo(self.loc.dtype)
        u = self.loc.new_empty(self._extended_shape(sample_shape)).uniform_(finfo.tiny, 1 - finfo.eps)
        return self.loc - self.scale * _torch.log(-_torch.log(u))

    def log_prob(self, value):
        y = (self.loc - value) / self.scale
        return (y - y.exp()) - self.scale.log()

    def entropy(self):
        return self.scale.log() + (1 + 0.57721566490153286060)


class Gamma(ExponentialFamily):
    """The gamma distribution."""

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(_shape_of(self.concentration, concentration, rate), validate_args=validate_args)

    @property
    def mean(self):
        return self.concentration / self.rate

    @property
    def variance(self):
        return self.concentration / self.rate.pow(2)

    @property
    def mode(self):
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    def cdf(self, value):
        return _torch.igamma(self.concentration, self.rate * value)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        value = _torch._standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape)
        value.detach().clamp_(min=_torch.finfo(value.dtype).tiny)
        return value

    def log_prob(self, value):
        value = _torch.as_tensor(value, dtype=self.rate.dtype)
        if self._validate_args:
            self._validate_sample(value)
        return (
            _torch.xlogy(self.concentration, self.rate)
            + _torch.xlogy(self.concentration - 1, value)
            - self.rate * value
            - _torch.lgamma(self.concentration)
        )

    def entropy(self):
        c = self.concentration
        return c - _torch.log(self.rate) + _torch.lgamma(c) + (1.0 - c) * _torch.digamma(c)


class Chi2(Gamma):
    """The chi-squared distribution."""

    arg_constraints = {"df": constraints.positive}

    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    @property
    def df(self):
        return self.concentration * 2


class Dirichlet(ExponentialFamily):
    """Vectors that sum to 1."""

    arg_constraints = {"concentration": constraints.positive}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args=validate_args)

    @property
    def mean(self):
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def mode(self):
        less = (self.concentration - 1).clamp(min=0.0)
        mode = less / less.sum(-1, True)
        flat = (self.concentration < 1).all(dim=-1)
        at = mode[flat].argmax(dim=-1)
        mode[flat] = _torch.one_hot(at, less.shape[-1]).to(mode)
        return mode

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=()):
        gamma = _torch._standard_gamma(self.concentration.expand(self._extended_shape(sample_shape)))
        return gamma / gamma.sum(-1, True)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return (
            _torch.xlogy(self.concentration - 1.0, value).sum(-1)
            + _torch.lgamma(self.concentration.sum(-1))
            - _torch.lgamma(self.concentration).sum(-1)
        )

    def entropy(self):
        k = self.concentration.size(-1)
        a0 = self.concentration.sum(-1)
        return (
            _torch.lgamma(self.concentration).sum(-1)
            - _torch.lgamma(a0)
            - (k - a0) * _torch.digamma(a0)
            - ((self.concentration - 1.0) * _torch.digamma(self.concentration)).sum(-1)
        )


class Beta(ExponentialFamily):
    """Numbers between 0 and 1."""

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        both = broadcast_all(concentration1, concentration0)
        self._dirichlet = Dirichlet(_torch.stack(list(both), -1), validate_args=validate_args)
        super().__init__(self._dirichlet._batch_shape, validate_args=validate_args)

    @property
    def concentration1(self):
        return self._dirichlet.concentration[..., 0]

    @property
    def concentration0(self):
        return self._dirichlet.concentration[..., 1]

    @property
    def mean(self):
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    @property
    def mode(self):
        return self._dirichlet.mode[..., 0]

    def rsample(self, sample_shape=()):
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return self._dirichlet.log_prob(_torch.stack([value, 1.0 - value], -1))

    def entropy(self):
        return self._dirichlet.entropy()


class StudentT(Distribution):
    """Student's t."""

    arg_constraints = {"df": constraints.positive, "loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(self.df.size(), validate_args=validate_args)

    @property
    def mean(self):
        m = self.loc.clone()
        m[self.df <= 1] = math.nan
        return m

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        m = self.df.clone()
        high = self.df > 2
        m[high] = self.scale[high].pow(2) * self.df[high] / (self.df[high] - 2)
        m[(self.df <= 2) & (self.df > 1)] = math.inf
        m[self.df <= 1] = math.nan
        return m

    def entropy(self):
        half = 0.5
        log_beta = _torch.lgamma(half * self.df) + math.lgamma(half) - _torch.lgamma(half * (self.df + 1))
        return (
            self.scale.log()
            + half * (self.df + 1) * (_torch.digamma(half * (self.df + 1)) - _torch.digamma(half * self.df))
            + half * self.df.log()
            + log_beta
        )

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        x = _torch.empty(shape, dtype=self.df.dtype).normal_()
        z = self._chi2.rsample(sample_shape)
        return self.loc + self.scale * x * _torch.rsqrt(z / self.df)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        y = (value - self.loc) / self.scale
        z = (
            self.scale.log()
            + 0.5 * self.df.log()
            + 0.5 * math.log(math.pi)
            + _torch.lgamma(0.5 * self.df)
            - _torch.lgamma(0.5 * (self.df + 1.0))
        )
        return -0.5 * (self.df + 1.0) * _torch.log1p(y**2.0 / self.df) - z


class MultivariateNormal(Distribution):
    """The normal distribution of vectors."""

    arg_constraints = {"loc": constraints.real_vector, "covariance_matrix": constraints.positive_definite}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if (covariance_matrix is not None) + (scale_tril is not None) + (precision_matrix is not None) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        self.loc = loc
        if scale_tril is not None:
            self.scale_tril = scale_tril
        elif covariance_matrix is not None:
            self.covariance_matrix = covariance_matrix
            self.scale_tril = _torch.linalg_cholesky(covariance_matrix)
        else:
            self.scale_tril = _torch.linalg_cholesky(_torch.linalg_inv(precision_matrix))
        super().__init__(loc.shape[:-1], loc.shape[-1:], validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def variance(self):
        return self.scale_tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape)

    @property
    def mode(self):
        return self.loc

    def __getattr__(self, name):
        if name == "covariance_matrix" and "scale_tril" in self.__dict__:
            return self.scale_tril @ self.scale_tril.mT
        if name == "precision_matrix" and "scale_tril" in self.__dict__:
            return _torch.linalg_inv(self.scale_tril @ self.scale_tril.mT)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def rsample(self, sample_shape=()):
        eps = _torch.empty(self._extended_shape(sample_shape), dtype=self.loc.dtype).normal_()
        return self.loc + _torch.matmul(self.scale_tril, eps.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        diff = value - self.loc
        solved = _torch.linalg_solve_triangular(self.scale_tril, diff.unsqueeze(-1), upper=False).squeeze(-1)
        m = solved.pow(2).sum(-1)
        half_log_det = self.scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + m) - half_log_det

    def entropy(self):
        half_log_det = self.scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + half_log_det
