"""Kullback-Leibler divergences: the expectation under p of log p - log q.

There are two kinds of rules. Those for two distributions of one kind are formulas of their parameters. Those for
different kinds take -H(p) - E_p[log q] apart: a function for each kind of q says what it needs of p (its mean, its variance, the
mean of its logarithm), so that any p whose moments are known will do.
"""

import math

import _torch
from torch.distributions import continuous as c, derived as r, discrete as d
from torch.distributions.distribution import ExponentialFamily, Independent
from torch.distributions.transforms import TransformedDistribution
from torch.nn import functional as F

__all__ = ["register_kl", "kl_divergence"]

_EULER = 0.57721566490153286060
_rules = {}


def register_kl(type_p, type_q):
    """A decorator: the function gives the divergence of two distributions of these classes or of their subclasses."""

    def keep(rule):
        _rules[type_p, type_q] = rule
        return rule

    return keep


def _same(*kinds):
    """register_kl for two distributions of one kind, for several kinds."""

    def keep(rule):
        for kind in kinds:
            _rules[kind, kind] = rule
        return rule

    return keep


class _Pair:
    """Two classes; the less is the more special one in the first class that differs."""

    def __init__(self, kinds):
        self.kinds = kinds

    def __lt__(self, other):
        for a, b in zip(self.kinds, other.kinds):
            if not issubclass(a, b):
                return False
            if a is not b:
                return True
        return False


def kl_divergence(p, q):
    """The divergence of q from p, one number for each distribution of the batch."""
    kinds = type(p), type(q)
    matches = [pair for pair in _rules if all(map(issubclass, kinds, pair))]
    if matches:
        by_p = min(map(_Pair, matches)).kinds
        by_q = min(_Pair(pair[::-1]) for pair in matches).kinds[::-1]
        if _rules[by_p] is not _rules[by_q]:
            import warnings

            left, right = (kind.__name__ for kind in kinds)
            warnings.warn(
                f"Ambiguous kl_divergence({left}, {right}). Please register_kl({by_p[0].__name__}, {by_q[1].__name__})",
                RuntimeWarning,
            )
        return _rules[by_p](p, q)
    names = f"p type {type(p).__name__} and q type {type(q).__name__}"
    if isinstance(p, ExponentialFamily) and isinstance(q, ExponentialFamily) and type(p) is not type(q):
        raise NotImplementedError("The cross KL-divergence between different exponential families cannot" + " " * 29
                                  + "be computed using Bregman divergences")
    raise NotImplementedError(f"No KL(p || q) is implemented for {names}")


# One kind.


@_same(c.Normal)
def _normals(p, q):
    spread, shift = (p.scale / q.scale).pow(2), ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (spread + shift - 1 - spread.log())


@_same(c.Laplace)
def _laplaces(p, q):
    spread, shift = p.scale / q.scale, (p.loc - q.loc).abs()
    return -spread.log() + shift / q.scale + spread * (-shift / p.scale).exp() - 1


@_same(c.Cauchy)
def _cauchys(p, q):
    widths = ((p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)).log()
    return widths - (4 * p.scale * q.scale).log()


@_same(r.Gumbel)
def _gumbels(p, q):
    spread, shift = p.scale / q.scale, q.loc / q.scale
    place = p.loc / q.scale
    tail = (shift + (1 + spread).lgamma() - place).exp()
    return -spread.log() - shift + place + spread * _EULER + tail - (1 + _EULER)


@_same(c.Exponential)
def _exponentials(p, q):
    faster = q.rate / p.rate
    return faster - faster.log() - 1


@_same(c.Gamma)
def _gammas(p, q):
    a, b = p.concentration, q.concentration
    by_rate = b * (p.rate / q.rate).log() + (q.rate - p.rate) * (a / p.rate)
    return by_rate + (b.lgamma() - a.lgamma()) + (a - b) * a.digamma()


@_same(c.Dirichlet)
def _dirichlets(p, q):
    a, b = p.concentration, q.concentration
    whole = a.sum(-1)
    norms = whole.lgamma() - b.sum(-1).lgamma() - (a.lgamma() - b.lgamma()).sum(-1)
    return norms + ((a - b) * (a.digamma() - whole.digamma().unsqueeze(-1))).sum(-1)


@_same(c.Beta)
def _betas(p, q):
    return _dirichlets(p._dirichlet, q._dirichlet)


@_same(c.Uniform)
def _uniforms(p, q):
    return _within(((q.high - q.low) / (p.high - p.low)).log(), (q.low <= p.low) & (q.high >= p.high))


@_same(r.Pareto)
def _paretos(p, q):
    steeper = q.alpha / p.alpha
    apart = q.alpha * (p.scale / q.scale).log() - steeper.log() + steeper - 1
    return _within(apart, p.support.lower_bound >= q.support.lower_bound)


@_same(r.HalfNormal)
def _half_normals(p, q):
    return _normals(p.base_dist, q.base_dist)


@_same(c.MultivariateNormal, r.LowRankMultivariateNormal)
@register_kl(c.MultivariateNormal, r.LowRankMultivariateNormal)
@register_kl(r.LowRankMultivariateNormal, c.MultivariateNormal)
def _normal_vectors(p, q):
    if p.event_shape != q.event_shape:
        raise ValueError("KL-divergence between two Multivariate Normals with different event shapes "
                         "cannot be computed")
    relative = _torch.linalg_solve_triangular(q.scale_tril, p.scale_tril, upper=False).pow(2).sum((-2, -1))
    volumes = q._half_log_det() - p._half_log_det()
    return volumes + 0.5 * (relative + q._distance(q.loc - p.loc) - p.event_shape[0])


@_same(d.Poisson)
def _poissons(p, q):
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@_same(d.Bernoulli)
def _bernoullis(p, q):
    ones = p.probs * (F.softplus(-q.logits) - F.softplus(-p.logits))
    zeros = (1 - p.probs) * (F.softplus(q.logits) - F.softplus(p.logits))
    return _impossible(ones, p.probs, q.probs) + _impossible(zeros, 1 - p.probs, 1 - q.probs)


def _impossible(term, chance_p, chance_q):
    """A term of a sum over outcomes: infinite where q excludes one, nothing where p does."""
    return term.masked_fill((chance_q == 0).expand_as(term), math.inf).masked_fill((chance_p == 0).expand_as(term), 0)


@_same(d.Categorical)
def _categoricals(p, q):
    return _impossible(p.probs * (p.logits - q.logits), p.probs, q.probs).sum(-1)


@_same(d.OneHotCategorical)
def _one_hots(p, q):
    return _categoricals(p._categorical, q._categorical)


@_same(d.Binomial)
def _binomials(p, q):
    if (p.total_count < q.total_count).any():
        raise NotImplementedError("KL between Binomials where q.total_count > p.total_count is not implemented")
    apart = p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())
    return _within(apart, p.total_count <= q.total_count)


@_same(d.Geometric)
def _geometrics(p, q):
    return -p.entropy() - (-q.probs).log1p() / p.probs - q.logits


@_same(Independent)
def _independents(p, q):
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return p._sum(kl_divergence(p.base_dist, q.base_dist))


@_same(TransformedDistribution)
def _transformed(p, q):
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError
    return kl_divergence(p.base_dist, q.base_dist)


# Different kinds.


def _within(value, allowed):
    """A divergence that is infinite where p gives what q does not allow."""
    return value.masked_fill(~allowed, math.inf)


def _mean_log(p):
    """The mean of a positive number's logarithm."""
    if isinstance(p, c.Gamma):
        return p.concentration.digamma() - p.rate.log()
    if isinstance(p, c.Beta):
        return p.concentration1.digamma() - (p.concentration1 + p.concentration0).digamma()
    if isinstance(p, c.Exponential):
        return -_EULER - p.rate.log()
    if isinstance(p, r.Pareto):
        return p.scale.log() + p.alpha.reciprocal()
    return (_torch.xlogy(p.high, p.high) - _torch.xlogy(p.low, p.low)) / (p.high - p.low) - 1


def _to_normal(p, q):
    squares = p.variance + (p.mean - q.loc).pow(2)
    return (2 * math.pi * q.scale.pow(2)).log() * 0.5 + 0.5 * squares / q.scale.pow(2) - p.entropy()


def _to_exponential(p, q):
    return q.rate * p.mean - q.rate.log() - p.entropy()


def _to_gamma(p, q):
    a, b = q.concentration, q.rate
    return a.lgamma() - a * b.log() - (a - 1) * _mean_log(p) + b * p.mean - p.entropy()


def _to_laplace(p, q):
    """For a normal p: by the mean distance to q's place."""
    away = p.loc - q.loc
    steps = away / p.scale
    near = p.scale * math.sqrt(2 / math.pi) * (-0.5 * steps.pow(2)).exp() + away * (steps / math.sqrt(2)).erf()
    return (2 * q.scale).log() + near / q.scale - p.entropy()


def _to_uniform(p, q):
    """For a p between bounds of its own."""
    contains = (q.low <= p.support.lower_bound) & (q.high >= p.support.upper_bound)
    return _within((q.high - q.low).log() - p.entropy(), contains)


def _from_bounds(rule):
    """A rule for a uniform p and a positive q."""
    return lambda p, q: _within(rule(p, q), p.low >= 0)


def _never(p, q):
    """p gives what q does not allow, whatever their parameters are."""
    return _torch.full_like(_shape_of(p), math.inf)


def _shape_of(p):
    return getattr(p, next(iter(p.arg_constraints)))


for _p in (c.Beta, c.Exponential, c.Gamma, c.Laplace, c.Uniform, r.Gumbel, r.Pareto):
    _rules[_p, c.Normal] = _to_normal
for _p in (c.Beta, c.Exponential, c.Gamma, r.Pareto):
    _rules[_p, c.Gamma], _rules[_p, c.Exponential] = _to_gamma, _to_exponential
_rules[c.Gamma, c.Gamma], _rules[c.Exponential, c.Exponential] = _gammas, _exponentials
_rules[c.Uniform, c.Gamma], _rules[c.Uniform, c.Exponential] = _from_bounds(_to_gamma), _from_bounds(_to_exponential)
_rules[c.Beta, c.Uniform] = _to_uniform
_rules[c.Normal, c.Laplace] = _to_laplace
for _p, _excluded in {
    c.Normal: (c.Beta, c.Exponential, c.Gamma, c.Uniform, r.Pareto),
    c.Laplace: (c.Beta, c.Exponential, c.Gamma, c.Uniform, r.Pareto),
    r.Gumbel: (c.Beta, c.Exponential, c.Gamma, c.Uniform, r.Pareto),
    c.Exponential: (c.Beta, c.Uniform, r.Pareto),
    c.Gamma: (c.Beta, c.Uniform, r.Pareto),
    r.Pareto: (c.Beta, c.Uniform),
    c.Beta: (r.Pareto,),
    d.Poisson: (d.Bernoulli, d.Binomial),
}.items():
    for _q in _excluded:
        _rules[_p, _q] = _never
