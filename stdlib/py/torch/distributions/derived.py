"""Distributions of numbers that are functions of other random numbers: transformed, divided, mixed, relaxed."""

import math

import _torch
from torch.autograd.grad_mode import no_grad
from torch.distributions import constraints as on
from torch.distributions.continuous import (
    Cauchy, Exponential, Gamma, GaussianVector, Normal, Uniform, log_diagonal,
)
from torch.distributions.discrete import Categorical, Odds, OverCategorical
from torch.distributions.distribution import Distribution, family, parameter
from torch.distributions.transforms import (
    AbsTransform, AffineTransform, ExpTransform, PowerTransform, SigmoidTransform, StickBreakingTransform,
    TransformedDistribution,
)
from torch.distributions.utils import broadcast_all, clamp_probs, lazy_property

__all__ = [
    "FisherSnedecor", "Gumbel", "HalfCauchy", "HalfNormal", "InverseGamma", "Kumaraswamy", "LogNormal",
    "LogisticNormal", "LowRankMultivariateNormal", "MixtureSameFamily", "Pareto", "RelaxedBernoulli",
    "RelaxedOneHotCategorical", "Weibull",
]

_EULER = 0.57721566490153286060


@family(on.positive, loc=on.real, scale=on.positive)
class LogNormal(TransformedDistribution):
    """exp of a normal number."""

    def __init__(self, loc, scale, validate_args=None):
        super().__init__(Normal(loc, scale, validate_args), ExpTransform(), validate_args)

    loc, scale = parameter("loc"), parameter("scale")
    mean = property(lambda d: (d.loc + d.scale.pow(2) / 2).exp())
    mode = property(lambda d: (d.loc - d.scale.square()).exp())

    @property
    def variance(self):
        """The variance."""
        squared = self.scale.pow(2)
        return squared.expm1() * (2 * self.loc + squared).exp()

    def entropy(self):
        """That of the logarithm, and its mean."""
        return self.base_dist.entropy() + self.loc


@family(on.real, loc=on.real, scale=on.positive)
class Gumbel(TransformedDistribution):
    """The limit of the largest of many numbers: loc - scale * log(-log(u)) of a uniform one."""

    def __init__(self, loc, scale, validate_args=None):
        self._keep(loc=loc, scale=scale)
        form = _torch.finfo(self.loc.dtype)
        bounds = (form.tiny, 1 - form.eps)
        if isinstance(loc, _torch.Tensor) or isinstance(scale, _torch.Tensor):
            bounds = [_torch.full_like(self.loc, bound) for bound in bounds]
        minus_log = [ExpTransform().inv, AffineTransform(0, -_torch.ones_like(self.scale))]
        steps = minus_log + [ExpTransform().inv, AffineTransform(loc, -self.scale)]
        super().__init__(Uniform(*bounds, validate_args), steps, validate_args)

    mean = property(lambda d: d.loc + d.scale * _EULER)
    mode = property(lambda d: d.loc)
    stddev = property(lambda d: (math.pi / math.sqrt(6)) * d.scale)
    variance = property(lambda d: d.stddev.pow(2))

    def _density(self, value):
        steps = (self.loc - value) / self.scale
        return (steps - steps.exp()) - self.scale.log()

    def entropy(self):
        """The logarithm of the width and a constant."""
        return self.scale.log() + (1 + _EULER)


class _Half(TransformedDistribution):
    """The magnitude of a number that is as likely as its negative."""

    def __init__(self, scale, validate_args=None):
        super().__init__(self._whole(0, scale, validate_args=False), AbsTransform(), validate_args)

    scale = parameter("scale")
    mode = property(lambda d: _torch.zeros_like(d.scale))

    def _density(self, value):
        both_sides = self.base_dist.log_prob(value.to(self.scale.dtype)) + math.log(2)
        return _torch.where(value >= 0, both_sides, -math.inf)

    def cdf(self, value):
        """Twice the whole one's share beyond a half."""
        if self._validate_args:
            self._validate_sample(value)
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, prob):
        """The value that has a cumulated probability."""
        return self.base_dist.icdf((prob + 1) / 2)

    def entropy(self):
        """The whole one's less one bit."""
        return self.base_dist.entropy() - math.log(2)


@family(on.nonnegative, scale=on.positive)
class HalfNormal(_Half):
    """The magnitude of a normal number."""

    _whole = Normal
    mean = property(lambda d: d.scale * math.sqrt(2 / math.pi))
    variance = property(lambda d: d.scale.pow(2) * (1 - 2 / math.pi))


@family(on.nonnegative, scale=on.positive)
class HalfCauchy(_Half):
    """The magnitude of a Cauchy number."""

    _whole = Cauchy
    mean = property(lambda d: d._filled(math.inf, d.scale))
    variance = parameter("variance")


@family(lambda d: on.greater_than_eq(d.scale), alpha=on.positive, scale=on.positive)
class Pareto(TransformedDistribution):
    """scale * exp(x) of an exponential number x of rate alpha."""

    def __init__(self, scale, alpha, validate_args=None):
        self._keep(scale=scale, alpha=alpha)
        steps = [ExpTransform(), AffineTransform(0, self.scale)]
        super().__init__(Exponential(self.alpha, validate_args), steps, validate_args)

    mode = property(lambda d: d.scale)

    @property
    def mean(self):
        """The mean; infinite up to alpha 1."""
        a = self.alpha.clamp(min=1)
        return a * self.scale / (a - 1)

    @property
    def variance(self):
        """The variance; infinite up to alpha 2."""
        a = self.alpha.clamp(min=2)
        return self.scale.pow(2) * a / ((a - 1).pow(2) * (a - 2))

    def entropy(self):
        """The entropy."""
        return (self.scale / self.alpha).log() + (1 + self.alpha.reciprocal())


@family(on.positive, scale=on.positive, concentration=on.positive)
class Weibull(TransformedDistribution):
    """scale * x ** (1 / concentration) of an exponential number x."""

    def __init__(self, scale, concentration, validate_args=None):
        self._keep(scale=scale, concentration=concentration)
        self.concentration_reciprocal = self.concentration.reciprocal()
        steps = [PowerTransform(self.concentration_reciprocal), AffineTransform(0, self.scale)]
        super().__init__(Exponential(_torch.ones_like(self.scale), validate_args), steps, validate_args)

    def _log_moment(self, order):
        return (1 + order * self.concentration_reciprocal).lgamma()

    mean = property(lambda d: d.scale * d._log_moment(1).exp())
    variance = property(lambda d: d.scale.pow(2) * (d._log_moment(2).exp() - (2 * d._log_moment(1)).exp()))

    @property
    def mode(self):
        """The likeliest value."""
        k = self.concentration
        return self.scale * ((k - 1) / k) ** k.reciprocal()

    def entropy(self):
        """The entropy."""
        r = self.concentration_reciprocal
        return _EULER * (1 - r) + (self.scale * r).log() + 1


@family(on.positive, concentration=on.positive, rate=on.positive)
class InverseGamma(TransformedDistribution):
    """1 / x of a gamma number."""

    def __init__(self, concentration, rate, validate_args=None):
        gamma = Gamma(concentration, rate, validate_args)
        super().__init__(gamma, PowerTransform(-gamma.rate.new_ones(())), validate_args)

    concentration, rate = parameter("concentration"), parameter("rate")
    mode = property(lambda d: d.rate / (d.concentration + 1))

    def _above(self, order, moment):
        """A moment that is finite for a concentration above its order."""
        return _torch.where(self.concentration > order, moment, math.inf)

    @property
    def mean(self):
        """The mean; infinite up to concentration 1."""
        return self._above(1, self.rate / (self.concentration - 1))

    @property
    def variance(self):
        """The variance; infinite up to concentration 2."""
        a = self.concentration
        return self._above(2, self.rate.square() / ((a - 1).square() * (a - 2)))

    def entropy(self):
        """The entropy by the gamma function and its derivative."""
        a = self.concentration
        return a + self.rate.log() + a.lgamma() - (1 + a) * a.digamma()


@family(on.unit_interval, concentration1=on.positive, concentration0=on.positive)
class Kumaraswamy(TransformedDistribution):
    """(1 - u ** (1 / b)) ** (1 / a) of a uniform number: nearly a beta number."""

    def __init__(self, concentration1, concentration0, validate_args=None):
        self._keep(concentration1=concentration1, concentration0=concentration0)
        b = self.concentration0
        root = [PowerTransform(c.reciprocal()) for c in (b, self.concentration1)]
        uniform = Uniform(_torch.zeros_like(b), _torch.ones_like(b), validate_args)
        super().__init__(uniform, [root[0], AffineTransform(1.0, -1.0), root[1]], validate_args)

    def _moment(self, order):
        b, raised = self.concentration0, 1 + order / self.concentration1
        return (b.log() + raised.lgamma() + b.lgamma() - (raised + b).lgamma()).exp()

    mean = property(lambda d: d._moment(1))
    variance = property(lambda d: d._moment(2) - d.mean.pow(2))

    @property
    def mode(self):
        """The likeliest value; nan where the density grows towards an end."""
        a, b = self.concentration1, self.concentration0
        log_mode = b.reciprocal() * (-b).log1p() - (-a * b).log1p()
        return log_mode.masked_fill((b < 1) | (a < 1), math.nan).exp()

    def entropy(self):
        """The entropy."""
        a, b = self.concentration1, self.concentration0
        harmonic = (b + 1).digamma() + _EULER
        return (1 - b.reciprocal()) + (1 - a.reciprocal()) * harmonic - a.log() - b.log()


@family(on.positive, df1=on.positive, df2=on.positive)
class FisherSnedecor(Distribution):
    """The quotient of two chi-squared numbers, each over its degrees of freedom."""

    def __init__(self, df1, df2, validate_args=None):
        self._keep(df1=df1, df2=df2)
        self._above, self._below = [Gamma(df * 0.5, df) for df in (self.df1, self.df2)]
        super().__init__(self.df1.shape, validate_args=validate_args)

    def _beyond(self, least):
        """The second degrees of freedom, nan where a moment does not exist."""
        return self.df2.masked_fill(self.df2 <= least, math.nan)

    @property
    def mean(self):
        """The mean; nan up to two degrees of freedom below."""
        n = self._beyond(2)
        return n / (n - 2)

    @property
    def mode(self):
        """The likeliest value; nan up to two degrees of freedom above."""
        peak = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        return peak.masked_fill(self.df1 <= 2, math.nan)

    @property
    def variance(self):
        """The variance; nan up to four degrees of freedom below."""
        m, n = self.df1, self._beyond(4)
        return 2 * n.pow(2) * (m + n - 2) / (m * (n - 2).pow(2) * (n - 4))

    has_rsample = True

    def rsample(self, sample_shape=()):
        """Draw with gradients: the quotient, away from 0 on both sides."""
        tiny = _torch.finfo(self.df1.dtype).tiny
        above, below = self._above.rsample(sample_shape), self._below.rsample(sample_shape)
        return (above / below.clamp_(min=tiny)).clamp_(min=tiny)

    def _density(self, value):
        a, b, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        norm = (a + b).lgamma() - a.lgamma() - b.lgamma()
        return norm + (a * ratio.log() + (a - 1) * value.log()) - (a + b) * (ratio * value).log1p()


@family(on.simplex, loc=on.real, scale=on.positive)
class LogisticNormal(TransformedDistribution):
    """Shares of a stick that normal numbers break."""

    def __init__(self, loc, scale, validate_args=None):
        normal = Normal(loc, scale, validate_args)
        if normal.batch_shape == ():
            normal = normal.expand((1,))
        super().__init__(normal, StickBreakingTransform(), validate_args)

    loc = property(lambda d: d.base_dist.base_dist.loc)
    scale = property(lambda d: d.base_dist.base_dist.scale)


class _OfComponents(on.Constraint):
    """The values of a mixture: those that all of its components allow."""

    def __init__(self, inner):
        super().__init__("MixtureSameFamilyConstraint", inner.check, inner.event_dim, inner.is_discrete)
        self.inner = inner

    def __repr__(self):
        return f"{self.kind}({self.inner!r})"


class MixtureSameFamily(Distribution):
    """One of several distributions, which are the last batch dim of one, chosen by a Categorical."""

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(" The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
        if not isinstance(component_distribution, Distribution):
            raise ValueError("The Component distribution needs to be an instance of torch.distributions.Distribution")
        mix, parts = mixture_distribution.batch_shape, component_distribution.batch_shape
        if not all(1 in (a, b) or a == b for a, b in zip(mix[::-1], parts[-2::-1])):
            raise ValueError(f"`mixture_distribution.batch_shape` ({mix}) is not compatible with "
                             f"`component_distribution.batch_shape`({parts[:-1]})")
        count = mixture_distribution.logits.shape[-1]
        if count != parts[-1]:
            raise ValueError(f"`mixture_distribution component` ({count}) does not equal "
                             f"`component_distribution.batch_shape[-1]` ({parts[-1]})")
        self._mixture, self._components, self._num_component = mixture_distribution, component_distribution, count
        event = component_distribution.event_shape
        self._dim = -1 - len(event)  # that of the components
        super().__init__(parts[:-1], event, validate_args)

    mixture_distribution = property(lambda d: d._mixture, doc="The Categorical that chooses.")
    component_distribution = property(lambda d: d._components, doc="What it chooses from.")
    support = property(lambda d: _OfComponents(d._components.support))

    def _mixed(self, each):
        chance = self._mixture.probs
        return (chance.reshape(chance.shape + (1,) * len(self._event_shape)) * each).sum(self._dim)

    mean = property(lambda d: d._mixed(d._components.mean))

    @property
    def variance(self):
        """The mean of the variances and the variance of the means."""
        away = self._components.mean - self.mean.unsqueeze(self._dim)
        return self._mixed(self._components.variance) + self._mixed(away.pow(2.0))

    def cdf(self, x):
        """The mixed probability of at most x."""
        return (self._components.cdf(x.unsqueeze(self._dim)) * self._mixture.probs).sum(-1)

    def _density(self, value):
        each = self._components.log_prob(value.unsqueeze(self._dim))
        return (each + self._mixture.logits.log_softmax(-1)).logsumexp(-1)

    def sample(self, sample_shape=()):
        """Draw from all components, then take those that the mixture's draws name."""
        with no_grad():
            chosen = self._mixture.sample(sample_shape)
            drawn = self._components.sample(sample_shape)
            index = chosen.reshape(chosen.shape + (1,) * -self._dim).expand(chosen.shape + (1,) + self._event_shape)
            return drawn.gather(chosen.dim(), index).squeeze(chosen.dim())

    def __repr__(self):
        return f"MixtureSameFamily(\n  {self._mixture},\n  {self._components})"


def _uniform(shape, like):
    return clamp_probs(_torch.rand(shape, dtype=like.dtype, device=like.device))


@family(on.real, probs=on.unit_interval, logits=on.real)
class LogitRelaxedBernoulli(Odds):
    """Logits of a coin that may also stand on its edge."""

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        value = self._given(probs, logits)
        self._hold(validate_args, **{self._source: value})

    def _flow(self, shape):
        noise, chance = _uniform(shape, self.probs), clamp_probs(self.probs.expand(shape))
        return (noise.log() - (-noise).log1p() + chance.log() - (-chance).log1p()) / self.temperature

    def _density(self, value):
        odds, at = broadcast_all(self.logits, value)
        away = odds - at.mul(self.temperature)
        return self.temperature.log() + away - 2 * away.exp().log1p()


@family(on.real_vector, probs=on.simplex, logits=on.real_vector)
class ExpRelaxedCategorical(OverCategorical):
    """Logarithms of a one-hot vector with soft entries."""

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        self._around(probs, logits, validate_args)

    def _flow(self, shape):
        gumbel = -(-_uniform(shape, self.logits).log()).log()
        raised = (self.logits + gumbel) / self.temperature
        return raised - raised.logsumexp(-1, True)

    def _density(self, value):
        count = self._num_events
        odds, at = broadcast_all(self.logits, value)
        away = odds - at.mul(self.temperature)
        norm = _torch.full_like(self.temperature, float(count)).lgamma() - self.temperature.log().mul(-(count - 1))
        return (away - away.logsumexp(-1, True)).sum(-1) + norm


class _Relaxed(TransformedDistribution):
    """What gradients can pass where a discrete distribution stops them; the lower the temperature, the nearer to it."""

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        inner = self._inner(temperature, probs, logits)
        super().__init__(inner, self._step(), validate_args)

    temperature, probs, logits = parameter("temperature"), parameter("probs"), parameter("logits")


@family(on.unit_interval, probs=on.unit_interval, logits=on.real)
class RelaxedBernoulli(_Relaxed):
    """A coin that shows numbers between 0 and 1."""

    _inner, _step = LogitRelaxedBernoulli, SigmoidTransform


@family(on.simplex, probs=on.simplex, logits=on.real_vector)
class RelaxedOneHotCategorical(_Relaxed):
    """A one-hot vector with soft entries."""

    _inner, _step = ExpRelaxedCategorical, ExpTransform


@family(
    on.real_vector, loc=on.real_vector, cov_factor=on.independent(on.real, 2), cov_diag=on.independent(on.positive, 1)
)
class LowRankMultivariateNormal(GaussianVector):
    """A normal vector whose covariance is W @ W.mT + diag(d): W (`cov_factor`) has few columns.

    Of the inverse only the small matrix 1 + W.mT @ diag(1/d) @ W is ever factored (Woodbury's identity).
    """

    _shared = ("_w", "_d", "_small")

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        event = loc.shape[-1:]
        if cov_factor.dim() < 2:
            raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
        if cov_factor.shape[-2:-1] != event:
            raise ValueError(f"cov_factor must be a batch of matrices with shape {event[0]} x m")
        if cov_diag.shape[-1:] != event:
            raise ValueError(f"cov_diag must be a batch of vectors with shape {event}")
        self._w, self._d = cov_factor, cov_diag
        diagonal_batch = (cov_factor[..., 0] + cov_diag).shape[:-1]
        batch, event = self._begin(loc, diagonal_batch)
        self.cov_factor = cov_factor.expand(batch + cov_factor.shape[-2:])
        self.cov_diag = cov_diag.expand(batch + event)
        inner = self._weighted() @ cov_factor
        unit = _torch.eye(inner.shape[-1], dtype=inner.dtype, device=inner.device)
        self._small = _torch.linalg_cholesky(inner + unit)
        super().__init__(batch, event, validate_args)

    def _weighted(self):
        return self._w.mT / self._d.unsqueeze(-2)

    def _full(self, matrix):
        return matrix.expand(self._batch_shape + self._event_shape + self._event_shape)

    @lazy_property
    def variance(self):
        """The variances of the numbers of a vector."""
        return (self._w.pow(2).sum(-1) + self._d).expand(self._batch_shape + self._event_shape)

    @lazy_property
    def covariance_matrix(self):
        """The covariance."""
        return self._full(self._w @ self._w.mT + self._d.diag_embed())

    @lazy_property
    def scale_tril(self):
        """The lower triangular factor of the covariance."""
        return _torch.linalg_cholesky(self.covariance_matrix)

    @lazy_property
    def precision_matrix(self):
        """The inverse of the covariance."""
        half = _torch.linalg_solve_triangular(self._small, self._weighted(), upper=False)
        return self._full(self._d.reciprocal().diag_embed() - half.mT @ half)

    def _flow(self, shape):
        def noise(size):
            return _torch.empty(size, dtype=self.loc.dtype, device=self.loc.device).normal_()

        few = noise(shape[:-1] + self.cov_factor.shape[-1:])
        return self.loc + (self._w @ few.unsqueeze(-1)).squeeze(-1) + self._d.sqrt() * noise(shape)

    def _distance(self, away):
        inner = _torch.linalg_solve_triangular(self._small, self._weighted() @ away.unsqueeze(-1), upper=False)
        return (away.pow(2) / self._d).sum(-1) - inner.pow(2).sum((-2, -1))

    def _half_log_det(self):
        return 0.5 * (2 * log_diagonal(self._small) + self._d.log().sum(-1))
