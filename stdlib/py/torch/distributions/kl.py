"""Kullback-Leibler divergences."""

import math

import _torch
from torch.distributions import continuous, discrete
from torch.distributions.distribution import ExponentialFamily, Independent

__all__ = ["register_kl", "kl_divergence"]

_rules = {}


def register_kl(type_p, type_q):
    """Register a rule for two classes."""

    def decorate(fn):
        _rules[type_p, type_q] = fn
        return fn

    return decorate


def kl_divergence(p, q):
    """The divergence of two distributions."""
    for a in type(p).__mro__:
        for b in type(q).__mro__:
            rule = _rules.get((a, b))
            if rule is not None:
                return rule(p, q)
    if isinstance(p, ExponentialFamily) and isinstance(q, ExponentialFamily) and type(p) is not type(q):
        raise NotImplementedError("The cross KL-divergence between different exponential families cannot" + " " * 29
                                  + "be computed using Bregman divergences")
    raise NotImplementedError(
        f"No KL(p || q) is implemented for p type {p.__class__.__name__} and q type {q.__class__.__name__}"
    )


@register_kl(continuous.Normal, continuous.Normal)
def _normal_normal(p, q):
    var_ratio = (p.scale / q.scale).pow(2)
    t1 = ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (var_ratio + t1 - 1 - var_ratio.log())


@register_kl(discrete.Categorical, discrete.Categorical)
def _categorical_categorical(p, q):
    t = p.probs * (p.logits - q.logits)
    t[(q.probs == 0).expand_as(t)] = math.inf
    t[(p.probs == 0).expand_as(t)] = 0
    return t.sum(-1)


@register_kl(discrete.Bernoulli, discrete.Bernoulli)
def _bernoulli_bernoulli(p, q):
    from torch.nn import functional as F

    t1 = p.probs * (F.softplus(-q.logits) - F.softplus(-p.logits))
    t2 = (1 - p.probs) * (F.softplus(q.logits) - F.softplus(p.logits))
    return t1 + t2


@register_kl(continuous.Exponential, continuous.Exponential)
def _exponential_exponential(p, q):
    rate_ratio = q.rate / p.rate
    return -rate_ratio.log() + rate_ratio - 1


@register_kl(continuous.Gamma, continuous.Gamma)
def _gamma_gamma(p, q):
    t1 = q.concentration * (p.rate / q.rate).log()
    t2 = _torch.lgamma(q.concentration) - _torch.lgamma(p.concentration)
    t3 = (p.concentration - q.concentration) * _torch.digamma(p.concentration)
    t4 = (q.rate - p.rate) * (p.concentration / p.rate)
    return t1 + t2 + t3 + t4


@register_kl(continuous.Laplace, continuous.Laplace)
def _laplace_laplace(p, q):
    scale_ratio = p.scale / q.scale
    loc_abs_diff = (p.loc - q.loc).abs()
    return -scale_ratio.log() + loc_abs_diff / q.scale + scale_ratio * _torch.exp(-loc_abs_diff / p.scale) - 1


@register_kl(discrete.Poisson, discrete.Poisson)
def _poisson_poisson(p, q):
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(continuous.MultivariateNormal, continuous.MultivariateNormal)
def _mvn_mvn(p, q):
    n = p.event_shape[0]
    half_term1 = (
        q.scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1) - p.scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
    )
    term2 = _torch.linalg_solve_triangular(q.scale_tril, p.scale_tril, upper=False).pow(2).sum((-2, -1))
    diff = (q.loc - p.loc).unsqueeze(-1)
    term3 = _torch.linalg_solve_triangular(q.scale_tril, diff, upper=False).squeeze(-1).pow(2).sum(-1)
    return half_term1 + 0.5 * (term2 + term3 - n)


@register_kl(continuous.Dirichlet, continuous.Dirichlet)
def _dirichlet_dirichlet(p, q):
    sum_p, sum_q = p.concentration.sum(-1), q.concentration.sum(-1)
    t1 = sum_p.lgamma() - sum_q.lgamma()
    t2 = (p.concentration.lgamma() - q.concentration.lgamma()).sum(-1)
    t3 = p.concentration - q.concentration
    t4 = p.concentration.digamma() - sum_p.digamma().unsqueeze(-1)
    return t1 - t2 + (t3 * t4).sum(-1)


@register_kl(continuous.Beta, continuous.Beta)
def _beta_beta(p, q):
    return _dirichlet_dirichlet(p._dirichlet, q._dirichlet)


@register_kl(continuous.Uniform, continuous.Uniform)
def _uniform_uniform(p, q):
    result = ((q.high - q.low) / (p.high - p.low)).log()
    result[(q.low > p.low) | (q.high < p.high)] = math.inf
    return result


@register_kl(continuous.LogNormal, continuous.LogNormal)
@register_kl(continuous.HalfNormal, continuous.HalfNormal)
def _by_parameters(p, q):
    if isinstance(p, continuous.HalfNormal):
        ratio = (p.scale / q.scale).pow(2)
        return 0.5 * (ratio - 1 - ratio.log())
    return _normal_normal(p, q)


@register_kl(discrete.OneHotCategorical, discrete.OneHotCategorical)
def _one_hot_one_hot(p, q):
    return _categorical_categorical(p._categorical, q._categorical)


@register_kl(discrete.Geometric, discrete.Geometric)
def _geometric_geometric(p, q):
    return -p.entropy() - _torch.log1p(-q.probs) / p.probs - _logit(q.probs)


def _logit(probs):
    from torch.distributions.utils import probs_to_logits

    return probs_to_logits(probs, is_binary=True)


@register_kl(discrete.Binomial, discrete.Binomial)
def _binomial_binomial(p, q):
    kl = p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())
    kl[p.total_count > q.total_count] = math.inf
    return kl


@register_kl(Independent, Independent)
def _independent_independent(p, q):
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return p._sum(kl_divergence(p.base_dist, q.base_dist))
