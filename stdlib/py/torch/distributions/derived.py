"""Distributions that are made of others by transforms, mixtures and quotients."""

import math

import _torch
from torch.distributions import constraints
from torch.distributions.continuous import Exponential, Gamma, Normal, Uniform, Beta, Cauchy
from torch.distributions.discrete import Bernoulli, Categorical, Binomial, OneHotCategorical, Poisson
from torch.distributions.distribution import Distribution
from torch.distributions.transforms import (
    AbsTransform, AffineTransform, ExpTransform, PowerTransform, SigmoidTransform, SoftmaxTransform,
    StickBreakingTransform, TransformedDistribution,
)
from torch.distributions.utils import broadcast_all, clamp_probs, lazy_property, logits_to_probs, probs_to_logits
from torch.nn import functional as F

__all__ = [
    "HalfCauchy", "Pareto", "Weibull", "InverseGamma", "Kumaraswamy", "FisherSnedecor", "LogisticNormal",
    "NegativeBinomial", "Multinomial", "MixtureSameFamily", "RelaxedBernoulli", "RelaxedOneHotCategorical",
    "OneHotCategoricalStraightThrough", "LowRankMultivariateNormal",
]


class HalfCauchy(TransformedDistribution):
    """The magnitude of a Cauchy number."""

    arg_constraints = {"scale": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, scale, validate_args=None):
        super().__init__(Cauchy(0, scale, validate_args=False), AbsTransform(), validate_args=validate_args)

    @property
    def scale(self):
        return self.base_dist.scale

    @property
    def mean(self):
        return _torch.full(self._extended_shape(), math.inf, dtype=self.scale.dtype)

    @property
    def mode(self):
        return _torch.zeros_like(self.scale)

    @property
    def variance(self):
        return self.base_dist.variance

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        value = _torch.as_tensor(value, dtype=self.scale.dtype)
        return _torch.where(value >= 0, self.base_dist.log_prob(value) + math.log(2), -math.inf)

    def cdf(self, value):
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, prob):
        return self.base_dist.icdf((prob + 1) / 2)

    def entropy(self):
        return self.base_dist.entropy() - math.log(2)


class Pareto(TransformedDistribution):
    """scale * exp(x / alpha) of an exponential number."""

    arg_constraints = {"alpha": constraints.positive, "scale": constraints.positive}

    def __init__(self, scale, alpha, validate_args=None):
        self.scale, self.alpha = broadcast_all(scale, alpha)
        super().__init__(
            Exponential(self.alpha, validate_args=validate_args),
            [ExpTransform(), AffineTransform(loc=0, scale=self.scale)],
            validate_args=validate_args,
        )

    @property
    def support(self):
        return constraints.greater_than_eq(self.scale)

    @property
    def mean(self):
        a = self.alpha.clamp(min=1)
        return a * self.scale / (a - 1)

    @property
    def mode(self):
        return self.scale

    @property
    def variance(self):
        a = self.alpha.clamp(min=2)
        return self.scale.pow(2) * a / ((a - 1).pow(2) * (a - 2))

    def entropy(self):
        return (self.scale / self.alpha).log() + (1 + self.alpha.reciprocal())


class Weibull(TransformedDistribution):
    """A power of an exponential number."""

    arg_constraints = {"scale": constraints.positive, "concentration": constraints.positive}
    support = constraints.positive

    def __init__(self, scale, concentration, validate_args=None):
        self.scale, self.concentration = broadcast_all(scale, concentration)
        self.concentration_reciprocal = self.concentration.reciprocal()
        super().__init__(
            Exponential(_torch.ones_like(self.scale), validate_args=validate_args),
            [PowerTransform(exponent=self.concentration_reciprocal), AffineTransform(loc=0, scale=self.scale)],
            validate_args=validate_args,
        )

    @property
    def mean(self):
        return self.scale * _torch.exp(_torch.lgamma(1 + self.concentration_reciprocal))

    @property
    def mode(self):
        c = self.concentration
        return self.scale * ((c - 1) / c) ** c.reciprocal()

    @property
    def variance(self):
        r = self.concentration_reciprocal
        return self.scale.pow(2) * (_torch.exp(_torch.lgamma(1 + 2 * r)) - _torch.exp(2 * _torch.lgamma(1 + r)))

    def entropy(self):
        r = self.concentration_reciprocal
        return 0.57721566490153286060 * (1 - r) + _torch.log(self.scale * r) + 1


class InverseGamma(TransformedDistribution):
    """1 / x of a gamma number."""

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        base = Gamma(concentration, rate, validate_args=validate_args)
        super().__init__(base, PowerTransform(-base.rate.new_ones(())), validate_args=validate_args)

    @property
    def concentration(self):
        return self.base_dist.concentration

    @property
    def rate(self):
        return self.base_dist.rate

    @property
    def mean(self):
        result = self.rate / (self.concentration - 1)
        return _torch.where(self.concentration > 1, result, math.inf)

    @property
    def mode(self):
        return self.rate / (self.concentration + 1)

    @property
    def variance(self):
        result = self.rate.square() / ((self.concentration - 1).square() * (self.concentration - 2))
        return _torch.where(self.concentration > 2, result, math.inf)

    def entropy(self):
        c = self.concentration
        return c + self.rate.log() + c.lgamma() - (1 + c) * c.digamma()


class Kumaraswamy(TransformedDistribution):
    """(1 - u^(1/b))^(1/a) of a uniform number."""

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        super().__init__(
            Uniform(_torch.full_like(self.concentration0, 0), _torch.full_like(self.concentration0, 1), validate_args=validate_args),
            [
                PowerTransform(exponent=self.concentration0.reciprocal()),
                AffineTransform(loc=1.0, scale=-1.0),
                PowerTransform(exponent=self.concentration1.reciprocal()),
            ],
            validate_args=validate_args,
        )

    def _moment(self, n):
        a, b = self.concentration1, self.concentration0
        arg = 1 + n / a
        return _torch.exp(b.log() + _torch.lgamma(arg) + _torch.lgamma(b) - _torch.lgamma(arg + b))

    @property
    def mean(self):
        return self._moment(1)

    @property
    def mode(self):
        a, b = self.concentration1, self.concentration0
        log_mode = b.reciprocal() * (-b).log1p() - (-a * b).log1p()
        log_mode[(b < 1) | (a < 1)] = math.nan
        return log_mode.exp()

    @property
    def variance(self):
        return self._moment(2) - _torch.pow(self.mean, 2)

    def entropy(self):
        t1 = 1 - self.concentration1.reciprocal()
        t0 = 1 - self.concentration0.reciprocal()
        h0 = _torch.digamma(self.concentration0 + 1) + 0.57721566490153286060
        return t0 + t1 * h0 - _torch.log(self.concentration1) - _torch.log(self.concentration0)


class FisherSnedecor(Distribution):
    """The quotient of two scaled chi-squared numbers."""

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1 = Gamma(self.df1 * 0.5, self.df1)
        self._gamma2 = Gamma(self.df2 * 0.5, self.df2)
        plain = isinstance(df1, (int, float)) and isinstance(df2, (int, float))
        super().__init__(_torch.Size() if plain else self.df1.size(), validate_args=validate_args)

    @property
    def mean(self):
        df2 = self.df2.clone()
        df2[df2 <= 2] = math.nan
        return df2 / (df2 - 2)

    @property
    def mode(self):
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        mode[self.df1 <= 2] = math.nan
        return mode

    @property
    def variance(self):
        df2 = self.df2.clone()
        df2[df2 <= 4] = math.nan
        return 2 * df2.pow(2) * (self.df1 + df2 - 2) / (self.df1 * (df2 - 2).pow(2) * (df2 - 4))

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        x1 = self._gamma1.rsample(sample_shape).view(shape)
        x2 = self._gamma2.rsample(sample_shape).view(shape)
        x2.clamp_(min=_torch.finfo(x2.dtype).tiny)
        y = x1 / x2
        y.clamp_(min=_torch.finfo(x2.dtype).tiny)
        return y

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        ct1, ct2, ct3 = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        t1 = (ct1 + ct2).lgamma() - ct1.lgamma() - ct2.lgamma()
        t2 = ct1 * ct3.log() + (ct1 - 1) * _torch.log(value)
        return t1 + t2 - (ct1 + ct2) * _torch.log1p(ct3 * value)


class LogisticNormal(TransformedDistribution):
    """Normal vectors on a simplex."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        base = Normal(loc, scale, validate_args=validate_args)
        if not base.batch_shape:
            base = base.expand([1])
        super().__init__(base, StickBreakingTransform(), validate_args=validate_args)

    @property
    def loc(self):
        return self.base_dist.base_dist.loc

    @property
    def scale(self):
        return self.base_dist.base_dist.scale


class NegativeBinomial(Distribution):
    """Successes before a number of failures."""

    arg_constraints = {
        "total_count": constraints.greater_than_eq(0), "probs": constraints.half_open_interval(0.0, 1.0), "logits": constraints.real,
    }
    support = constraints.nonnegative_integer

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        if probs is not None:
            self.total_count, self.probs = broadcast_all(total_count, probs)
        else:
            self.total_count, self.logits = broadcast_all(total_count, logits)
        given = self.logits if probs is None else self.probs
        self.total_count = self.total_count.type_as(given)
        super().__init__(given.size(), validate_args=validate_args)

    @lazy_property
    def logits(self):
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self):
        return logits_to_probs(self.logits, is_binary=True)

    @property
    def mean(self):
        return self.total_count * _torch.exp(self.logits)

    @property
    def mode(self):
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    @property
    def variance(self):
        return self.mean / _torch.sigmoid(-self.logits)

    def sample(self, sample_shape=()):
        from torch.autograd.grad_mode import no_grad

        with no_grad():
            rate = Gamma(concentration=self.total_count, rate=_torch.exp(-self.logits), validate_args=False).sample(sample_shape)
            return _torch.poisson(rate)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        unnormalized = self.total_count * F.logsigmoid(-self.logits) + value * F.logsigmoid(self.logits)
        normal = -_torch.lgamma(self.total_count + value) + _torch.lgamma(1.0 + value) + _torch.lgamma(self.total_count)
        normal = normal.masked_fill(self.total_count + value == 0.0, 0.0)
        return unnormalized - normal


class Multinomial(Distribution):
    """Counts of several draws of a category."""

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    total_count = 1

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported")
        self.total_count = total_count
        self._categorical = Categorical(probs=probs, logits=logits)
        self._binomial = Binomial(total_count=total_count, probs=self._categorical.probs)
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=False)
        self._validate_args = validate_args is not False

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def logits(self):
        return self._categorical.logits

    @property
    def param_shape(self):
        return self._categorical.param_shape

    @property
    def support(self):
        return constraints.multinomial(self.total_count)

    @property
    def mean(self):
        return self.probs * self.total_count

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        shape = _torch.Size(sample_shape)
        samples = self._categorical.sample(_torch.Size((self.total_count,)) + shape)
        samples = samples.permute(list(range(1, samples.dim())) + [0])
        counts = samples.new_zeros(self._extended_shape(shape))
        counts.scatter_add_(-1, samples, _torch.ones_like(samples))
        return counts.type_as(self.probs)

    def entropy(self):
        n = _torch.tensor(self.total_count)
        cat_entropy = self._categorical.entropy()
        term1 = n * cat_entropy - _torch.lgamma(n + 1.0)
        support = self._binomial.enumerate_support(expand=False)[1:]
        probs = _torch.exp(self._binomial.log_prob(support))
        weights = (probs * _torch.lgamma(support + 1)).sum((0, -1))
        return term1 + weights

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        logits = logits.clone()
        log_factorial_n = _torch.lgamma(value.sum(-1) + 1)
        log_factorial_xs = _torch.lgamma(value + 1).sum(-1)
        logits[(value == 0) & (logits == -math.inf)] = 0
        return log_factorial_n - log_factorial_xs + (logits * value).sum(-1)


class MixtureSameFamily(Distribution):
    """One of several distributions of a family, chosen by a categorical one."""

    arg_constraints = {}

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self._mixture_distribution = mixture_distribution
        self._component_distribution = component_distribution
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(" The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
        if not isinstance(component_distribution, Distribution):
            raise ValueError("The Component distribution need to be an instance of torch.distributions.Distribution")
        cbs = component_distribution.batch_shape[:-1]
        for a, b in zip(reversed(mixture_distribution.batch_shape), reversed(cbs)):
            if a != 1 and b != 1 and a != b:
                raise ValueError(
                    f"`mixture_distribution.batch_shape` ({mixture_distribution.batch_shape}) is not compatible with "
                    f"`component_distribution.batch_shape`({cbs})"
                )
        self._num_component = component_distribution.batch_shape[-1]
        event_shape = component_distribution.event_shape
        self._event_ndims = len(event_shape)
        super().__init__(cbs, event_shape, validate_args=validate_args)

    @property
    def mixture_distribution(self):
        return self._mixture_distribution

    @property
    def component_distribution(self):
        return self._component_distribution

    @property
    def support(self):
        return getattr(self._component_distribution, "support", None)

    def _mixed(self, x):
        probs = self._mixture_distribution.probs.reshape(
            self._mixture_distribution.probs.shape + (1,) * self._event_ndims
        )
        return (probs * x).sum(-1 - self._event_ndims)

    @property
    def mean(self):
        return self._mixed(self._component_distribution.mean)

    @property
    def variance(self):
        inside = self._mixed(self._component_distribution.variance)
        mean = self.mean.unsqueeze(-1 - self._event_ndims)
        return inside + self._mixed((self._component_distribution.mean - mean).pow(2.0))

    def cdf(self, x):
        return (self._component_distribution.cdf(x.unsqueeze(-1 - self._event_ndims)) * self._mixture_distribution.probs).sum(-1)

    def log_prob(self, x):
        if self._validate_args:
            self._validate_sample(x)
        inner = self._component_distribution.log_prob(x.unsqueeze(-1 - self._event_ndims))
        return _torch.logsumexp(inner + _torch.log_softmax(self._mixture_distribution.logits, -1), -1)

    def sample(self, sample_shape=()):
        from torch.autograd.grad_mode import no_grad

        with no_grad():
            at = len(sample_shape) + len(self._batch_shape)
            mix = self._mixture_distribution.sample(sample_shape)
            parts = self._component_distribution.sample(sample_shape)
            index = mix.reshape(mix.shape + (1,) * (self._event_ndims + 1))
            index = index.expand(mix.shape + (1,) + self._event_shape)
            return _torch.gather(parts, at, index).squeeze(at)

    def __repr__(self):
        return f"MixtureSameFamily(\n  {self._mixture_distribution},\n  {self._component_distribution})"


class _LogitRelaxedBernoulli(Distribution):
    """Logits of a relaxed coin."""

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.real
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        if probs is not None:
            (self.probs,) = broadcast_all(probs)
            self.logits = probs_to_logits(self.probs, is_binary=True)
        else:
            (self.logits,) = broadcast_all(logits)
            self.probs = logits_to_probs(self.logits, is_binary=True)
        super().__init__(self.probs.size(), validate_args=False)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        probs = clamp_probs(self.probs.expand(shape))
        uniforms = clamp_probs(_torch.rand(shape, dtype=probs.dtype))
        return (uniforms.log() - (-uniforms).log1p() + probs.log() - (-probs).log1p()) / self.temperature

    def log_prob(self, value):
        logits, value = broadcast_all(self.logits, value)
        diff = logits - value.mul(self.temperature)
        return self.temperature.log() + diff - 2 * diff.exp().log1p()


class RelaxedBernoulli(TransformedDistribution):
    """A coin between 0 and 1."""

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        super().__init__(_LogitRelaxedBernoulli(temperature, probs, logits), SigmoidTransform(), validate_args=validate_args)

    @property
    def temperature(self):
        return self.base_dist.temperature

    @property
    def logits(self):
        return self.base_dist.logits

    @property
    def probs(self):
        return self.base_dist.probs


class _ExpRelaxedCategorical(Distribution):
    """Logarithms of a relaxed one-hot vector."""

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits)
        self.temperature = temperature
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=False)

    @property
    def logits(self):
        return self._categorical.logits

    @property
    def probs(self):
        return self._categorical.probs

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        uniforms = clamp_probs(_torch.rand(shape, dtype=self.logits.dtype))
        gumbels = -((-(uniforms.log())).log())
        scores = (self.logits + gumbels) / self.temperature
        return scores - scores.logsumexp(dim=-1, keepdim=True)

    def log_prob(self, value):
        k = self._categorical._num_events if hasattr(self._categorical, "_num_events") else self.logits.size(-1)
        logits, value = broadcast_all(self.logits, value)
        scale = _torch.full_like(self.temperature, float(k)).lgamma() - self.temperature.log().mul(-(k - 1))
        score = logits - value.mul(self.temperature)
        return (score - score.logsumexp(dim=-1, keepdim=True)).sum(-1) + scale


class RelaxedOneHotCategorical(TransformedDistribution):
    """A one-hot vector with soft entries."""

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        super().__init__(_ExpRelaxedCategorical(temperature, probs, logits), ExpTransform(), validate_args=validate_args)

    @property
    def temperature(self):
        return self.base_dist.temperature

    @property
    def logits(self):
        return self.base_dist.logits

    @property
    def probs(self):
        return self.base_dist.probs


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """One-hot draws whose gradient is that of the probabilities."""

    has_rsample = True

    def rsample(self, sample_shape=()):
        samples = self.sample(sample_shape)
        probs = self.probs
        return samples + (probs - probs.detach())


class LowRankMultivariateNormal(Distribution):
    """A normal vector whose covariance is a low-rank matrix and a diagonal."""

    arg_constraints = {
        "loc": constraints.real_vector,
        "cov_factor": constraints.independent(constraints.real, 2),
        "cov_diag": constraints.independent(constraints.positive, 1),
    }
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        self.loc, self.cov_factor, self.cov_diag = loc, cov_factor, cov_diag
        w = cov_factor
        wt = w.mT / cov_diag.unsqueeze(-2)
        k = wt @ w
        self._capacitance_tril = _torch.linalg_cholesky(k + _torch.eye(k.size(-1), dtype=k.dtype))
        super().__init__(loc.shape[:-1], loc.shape[-1:], validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return (self.cov_factor.pow(2).sum(-1) + self.cov_diag).expand(self._batch_shape + self._event_shape)

    @property
    def covariance_matrix(self):
        return self.cov_factor @ self.cov_factor.mT + _torch.diag_embed(self.cov_diag)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        eps_w = _torch.empty(shape[:-1] + self.cov_factor.shape[-1:], dtype=self.loc.dtype).normal_()
        eps_d = _torch.empty(shape, dtype=self.loc.dtype).normal_()
        return self.loc + (self.cov_factor @ eps_w.unsqueeze(-1)).squeeze(-1) + self.cov_diag.sqrt() * eps_d

    def _log_det(self):
        return 2 * self._capacitance_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1) + self.cov_diag.log().sum(-1)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        diff = value - self.loc
        wt = self.cov_factor.mT / self.cov_diag.unsqueeze(-2)
        inner = _torch.linalg_solve_triangular(self._capacitance_tril, wt @ diff.unsqueeze(-1), upper=False)
        m = (diff.pow(2) / self.cov_diag).sum(-1) - inner.pow(2).sum(-2).squeeze(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._log_det() + m)

    def entropy(self):
        return 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._log_det())
