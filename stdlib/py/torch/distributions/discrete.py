"""Distributions of counts and categories.

Most are given by probabilities or by logits: `Odds` keeps the one that was given and computes the other when it is
asked for. Those around a Categorical share `OverCategorical`.
"""

import math

import _torch
from torch.autograd.grad_mode import no_grad
from torch.distributions import constraints as on
from torch.distributions.continuous import Gamma
from torch.distributions.distribution import Distribution, ExponentialFamily, family, parameter
from torch.distributions.utils import broadcast_all, lazy_property, logits_to_probs, probs_to_logits
from torch.functional import broadcast_tensors
from torch.nn import functional as F

__all__ = [
    "Bernoulli", "Binomial", "Categorical", "Geometric", "Multinomial", "NegativeBinomial", "OneHotCategorical",
    "OneHotCategoricalStraightThrough", "Poisson",
]


class Odds(Distribution):
    """Parameters `probs` or `logits`, of which exactly one is given; binary ones are numbers, others are vectors."""

    _binary = True

    def _given(self, probs, logits):
        """The value of the one that is given; its name is kept in `_source`."""
        if (probs is None) is (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        self._source = "logits" if probs is None else "probs"
        return logits if probs is None else probs

    def _count_and_odds(self, total_count, probs, logits, validate_args):
        """Keep a number of trials and the odds, of one shape and dtype."""
        value = self._given(probs, logits)
        self._keep(total_count=total_count, **{self._source: value})
        self.total_count = self.total_count.type_as(self._param)
        Distribution.__init__(self, self._param.size(), validate_args=validate_args)

    @lazy_property
    def probs(self):
        """Probabilities."""
        return logits_to_probs(self.logits, self._binary)

    @lazy_property
    def logits(self):
        """Logarithms of odds."""
        return probs_to_logits(self.probs, self._binary)

    _param = property(lambda d: getattr(d, d._source))
    param_shape = property(lambda d: d._param.size(), doc="The shape of what was given.")


def _coin_entropy(logits, probs):
    return F.binary_cross_entropy_with_logits(logits, probs, reduction="none")


@family(on.boolean, probs=on.unit_interval, logits=on.real)
class Bernoulli(Odds, ExponentialFamily):
    """1 with a probability, else 0."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        value = self._given(probs, logits)
        self._hold(validate_args, **{self._source: value})

    mean = property(lambda d: d.probs)
    variance = property(lambda d: d.probs * (1 - d.probs))

    @property
    def mode(self):
        """The likelier value; nan where both are alike."""
        likelier = self.probs.ge(0.5).to(self.probs)
        return likelier.masked_fill(self.probs == 0.5, math.nan)

    def _points(self):
        return _torch.arange(2, dtype=self._param.dtype, device=self._param.device)

    def _draw(self, shape):
        return _torch.bernoulli(self.probs.expand(shape))

    def _density(self, value):
        return -_coin_entropy(*broadcast_all(self.logits, value))

    def entropy(self):
        """The cross entropy of the probabilities with themselves."""
        return _coin_entropy(self.logits, self.probs)


@family(lambda d: on.integer_interval(0, d._num_events - 1), probs=on.simplex, logits=on.real_vector)
class Categorical(Odds):
    """An index of the last dim of the probabilities."""

    _binary = False

    def __init__(self, probs=None, logits=None, validate_args=None):
        value = self._given(probs, logits)
        if value.dim() < 1:
            raise ValueError(f"`{self._source}` parameter must be at least one-dimensional.")
        vars(self)[self._source] = (
            value - value.logsumexp(-1, True) if probs is None else value / value.sum(-1, True)
        )
        self._num_events = value.shape[-1]
        super().__init__(value.shape[:-1], validate_args=validate_args)

    mode = property(lambda d: d.probs.argmax(-1))
    mean = variance = property(lambda d: d._filled(math.nan, d.probs), doc="nan: indices have no order.")

    def sample(self, sample_shape=()):
        """Draw indices, all at once."""
        count = _torch.Size(sample_shape).numel()
        drawn = _torch.multinomial(self.probs.flatten(0, -2) if self.probs.dim() > 1 else self.probs[None], count, True)
        return drawn.T.reshape(self._extended_shape(sample_shape))

    def _density(self, value):
        index, table = broadcast_tensors(value.long().unsqueeze(-1), self.logits)
        return table.gather(-1, index[..., :1]).squeeze(-1)

    def entropy(self):
        """The expected negative logarithm of the probability; impossible indices count 0."""
        finite = self.logits.clamp(min=_torch.finfo(self.logits.dtype).min)
        return -(finite * self.probs).sum(-1)

    def _points(self):
        return _torch.arange(self._num_events, device=self._param.device)


class OverCategorical(Distribution):
    """Distributions of vectors whose odds are those of a Categorical."""

    probs, logits, param_shape, _param, _num_events = [
        parameter(name, "_categorical") for name in ("probs", "logits", "param_shape", "_param", "_num_events")
    ]

    def _around(self, probs, logits, validate_args):
        self._categorical = Categorical(probs, logits)
        Distribution.__init__(self, self._categorical.batch_shape, self.param_shape[-1:], validate_args)


@family(on.one_hot, probs=on.simplex, logits=on.real_vector)
class OneHotCategorical(OverCategorical):
    """A vector that is 1 at one index and 0 elsewhere."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._around(probs, logits, validate_args)

    mean = property(lambda d: d.probs)
    variance = property(lambda d: d.probs * (1 - d.probs))
    mode = property(lambda d: d._one_hot(d._categorical.mode))

    def _one_hot(self, index):
        return _torch.one_hot(index, self._num_events).to(self._param)

    def _points(self):
        return _torch.eye(self._num_events, dtype=self._param.dtype, device=self._param.device)

    def sample(self, sample_shape=()):
        """Draw indices and set a 1 there."""
        return self._one_hot(self._categorical.sample(sample_shape))

    def _density(self, value):
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        """The entropy of the index."""
        return self._categorical.entropy()


@family(None, probs=on.simplex, logits=on.real_vector)
class OneHotCategoricalStraightThrough(OneHotCategorical):
    """One-hot draws whose gradient is that of the probabilities."""

    has_rsample = True

    def rsample(self, sample_shape=()):
        """A draw to which the probabilities are added and taken away again, which leaves their gradient."""
        one_hot, chance = self.sample(sample_shape), self._categorical.probs
        return one_hot + (chance - chance.detach())

    def sample(self, sample_shape=()):
        """Draw without gradients."""
        with no_grad():
            return super().sample(sample_shape)


def _one_count(counts, what):
    """The number of trials where it is the same for the whole batch, as an enumeration needs."""
    most = int(counts.max())
    if int(counts.min()) != most:
        raise NotImplementedError(f"Inhomogeneous total count not supported by `{what}`.")
    return most


@family(
    lambda d: on.integer_interval(0, d.total_count), total_count=on.nonnegative_integer, probs=on.unit_interval,
    logits=on.real,
)
class Binomial(Odds):
    """How many of `total_count` trials succeed."""

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self._count_and_odds(total_count, probs, logits, validate_args)

    mean = property(lambda d: d.total_count * d.probs)
    variance = property(lambda d: d.mean * (1 - d.probs))

    @property
    def mode(self):
        """The likeliest count."""
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    def entropy(self):
        """The sum over all counts."""
        _one_count(self.total_count, "entropy")
        logs = self.log_prob(self.enumerate_support(False))
        return -(logs.exp() * logs).sum(0)

    def _points(self):
        count = _one_count(self.total_count, "enumerate_support")
        return _torch.arange(1 + count, dtype=self._param.dtype, device=self._param.device)

    def _draw(self, shape):
        return _torch.binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def _density(self, value):
        total, odds = self.total_count, self.logits
        ways = (total + 1).lgamma() - (value + 1).lgamma() - (total - value + 1).lgamma()
        # total * log(1 + exp(odds)), such that exp() does not overflow
        norm = total * odds.clamp(min=0) + total * (-odds.abs()).exp().log1p()
        return value * odds + ways - norm


@family(on.nonnegative_integer, probs=on.unit_interval, logits=on.real)
class Geometric(Odds):
    """How many trials fail before the first success."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        value = self._given(probs, logits)
        self._hold(validate_args, **{self._source: value})
        if self._validate_args and "probs" in vars(self) and not bool(self.probs.gt(0).all()):
            # The constraint allows 0, with which no trial would ever succeed.
            bad = self.probs[self.probs <= 0]
            raise ValueError(
                f"Expected parameter probs ({type(self.probs).__name__} of shape {tuple(self.probs.shape)}) "
                f"of distribution {self!r} to be positive but found invalid values:\n{bad}"
            )

    mean = property(lambda d: 1.0 / d.probs - 1.0)
    variance = property(lambda d: d.mean / d.probs)
    mode = property(lambda d: _torch.zeros_like(d.probs))

    def _draw(self, shape):
        uniform = self.probs.new_empty(shape).uniform_(_torch.finfo(self.probs.dtype).tiny, 1)
        return (uniform.log() / (-self.probs).log1p()).floor()

    def _density(self, value):
        fails, chance = broadcast_all(value, self.probs)
        # No failure at all is certain where success is; 0 * -inf would be nan.
        chance = chance.masked_fill((chance == 1) & (fails == 0), 0)
        return fails * (-chance).log1p() + self.probs.log()

    def entropy(self):
        """The entropy of one trial times how many there are."""
        return _coin_entropy(self.logits, self.probs) / self.probs


@family(
    on.nonnegative_integer, total_count=on.greater_than_eq(0), probs=on.half_open_interval(0.0, 1.0), logits=on.real
)
class NegativeBinomial(Odds):
    """How many trials succeed before `total_count` fail."""

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        self._count_and_odds(total_count, probs, logits, validate_args)

    mean = property(lambda d: d.total_count * d.logits.exp())
    mode = property(lambda d: ((d.total_count - 1) * d.logits.exp()).floor().clamp(min=0.0))
    variance = property(lambda d: d.mean / (-d.logits).sigmoid())

    @lazy_property
    def _gamma(self):
        return Gamma(self.total_count, (-self.logits).exp(), validate_args=False)

    def sample(self, sample_shape=()):
        """Draw Poisson numbers of gamma rates."""
        with no_grad():
            return _torch.poisson(self._gamma.sample(sample_shape))

    def _density(self, value):
        total = self.total_count
        chance = total * F.logsigmoid(-self.logits) + value * F.logsigmoid(self.logits)
        ways = -(total + value).lgamma() + (1.0 + value).lgamma() + total.lgamma()
        return chance - ways.masked_fill(total + value == 0.0, 0.0)


@family(on.nonnegative_integer, rate=on.nonnegative)
class Poisson(ExponentialFamily):
    """How often it happens in one unit of time what happens `rate` times on average."""

    def __init__(self, rate, validate_args=None):
        self._hold(validate_args, rate=rate)

    mean = variance = property(lambda d: d.rate)
    mode = property(lambda d: d.rate.floor())

    def _draw(self, shape):
        return _torch.poisson(self.rate.expand(shape))

    def _density(self, value):
        expected, seen = broadcast_all(self.rate, value)
        return seen.xlogy(expected) - expected - (seen + 1).lgamma()


@family(lambda d: on.multinomial(d.total_count), probs=on.simplex, logits=on.real_vector)
class Multinomial(OverCategorical):
    """How often each category comes in `total_count` draws."""

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported")
        self.total_count = total_count
        self._around(probs, logits, validate_args)
        self._each = Binomial(total_count, self.probs)

    mean = property(lambda d: d.probs * d.total_count)
    variance = property(lambda d: d.total_count * d.probs * (1 - d.probs))

    def sample(self, sample_shape=()):
        """Draw categories and count them."""
        wide = _torch.Size(sample_shape)
        drawn = self._categorical.sample((self.total_count,) + wide).movedim(0, -1)
        counts = drawn.new_zeros(self._extended_shape(wide))
        return counts.scatter_add_(-1, drawn, _torch.ones_like(drawn)).type_as(self.probs)

    def entropy(self):
        """The entropy of the draws less that of their order."""
        count = _torch.tensor(self.total_count)
        positive = self._each.enumerate_support(expand=False)[1:]
        order = (self._each.log_prob(positive).exp() * (positive + 1).lgamma()).sum((0, -1))
        return count * self._categorical.entropy() - (count + 1.0).lgamma() + order

    def _density(self, value):
        odds, counts = broadcast_all(self.logits, value)
        # What cannot be drawn and was not counts nothing; 0 * -inf would be nan.
        odds = odds.masked_fill((counts == 0) & (odds == -math.inf), 0)
        ways = (counts.sum(-1) + 1).lgamma() - (counts + 1).lgamma().sum(-1)
        return ways + (odds * counts).sum(-1)
