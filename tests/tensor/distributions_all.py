# Every distribution and transform: what it shows, draws, computes and refuses. Figures have four digits.

import math

import torch
import torch.distributions as D
from torch.distributions import transforms as T

t = torch.tensor


def round4(x):
    return '%.4g' % (x if abs(x) > 2e-6 else 0.0)


def show(label, fn):
    try:
        v = fn()
        if isinstance(v, torch.Tensor):
            numbers = v.detach().flatten().tolist()[:40]
            v = [round4(x) if isinstance(x, float) else x for x in numbers], tuple(v.shape), v.dtype
    except Exception as e:
        v = type(e).__name__ + ('' if isinstance(e, NotImplementedError) else ': ' + str(e))
    print('  ', label, v)


A, B = t([0.5, 1.5, 3.0]), t([[1.0], [2.5]])
P = t([0.2, 0.5, 0.9])
PR = t([[0.2, 0.3, 0.5], [0.1, 0.6, 0.3]])
L = t([[0.5, -1.0, 2.0], [0.0, 0.3, -0.4]])
cov = t([[2.0, 0.3], [0.3, 1.0]])
cases = {
    'normal': lambda: D.Normal(A, B),
    'normal_s': lambda: D.Normal(0.0, 2),
    'lognormal': lambda: D.LogNormal(A, B),
    'halfnormal': lambda: D.HalfNormal(A),
    'uniform': lambda: D.Uniform(t([0., 1.]), t([2., 5.])),
    'exponential': lambda: D.Exponential(A),
    'laplace': lambda: D.Laplace(A, B),
    'cauchy': lambda: D.Cauchy(A, B),
    'gumbel': lambda: D.Gumbel(A, B),
    'gamma': lambda: D.Gamma(A, B),
    'chi2': lambda: D.Chi2(A),
    'dirichlet': lambda: D.Dirichlet(PR * 5),
    'beta': lambda: D.Beta(A, B),
    'beta_s': lambda: D.Beta(2., 3.),
    'student': lambda: D.StudentT(A * 2, B, 2.0),
    'mvn_c': lambda: D.MultivariateNormal(torch.zeros(2), cov),
    'mvn_p': lambda: D.MultivariateNormal(torch.ones(3, 2), precision_matrix=cov),
    'mvn_t': lambda: D.MultivariateNormal(torch.ones(2), scale_tril=torch.linalg.cholesky(cov)),
    'bern_p': lambda: D.Bernoulli(P),
    'bern_l': lambda: D.Bernoulli(logits=L),
    'bern_s': lambda: D.Bernoulli(0.3),
    'cat_p': lambda: D.Categorical(PR),
    'cat_l': lambda: D.Categorical(logits=L),
    'onehot_p': lambda: D.OneHotCategorical(PR),
    'onehot_l': lambda: D.OneHotCategorical(logits=L),
    'binom_p': lambda: D.Binomial(5, P),
    'binom_l': lambda: D.Binomial(t([3., 4., 9.]), logits=L),
    'geom_p': lambda: D.Geometric(P),
    'geom_l': lambda: D.Geometric(logits=L),
    'poisson': lambda: D.Poisson(A),
    'poisson_s': lambda: D.Poisson(2.0),
    'halfcauchy': lambda: D.HalfCauchy(A),
    'pareto': lambda: D.Pareto(A, B),
    'weibull': lambda: D.Weibull(A, B),
    'invgamma': lambda: D.InverseGamma(A, B),
    'kumar': lambda: D.Kumaraswamy(A, B),
    'fisher': lambda: D.FisherSnedecor(A * 3, B * 4),
    'logisticnormal': lambda: D.LogisticNormal(A, B),
    'logisticnormal_s': lambda: D.LogisticNormal(0.0, 1.0),
    'negbin_p': lambda: D.NegativeBinomial(5., P),
    'negbin_l': lambda: D.NegativeBinomial(t([2., 3., 4.]), logits=L),
    'multinomial_p': lambda: D.Multinomial(6, PR),
    'multinomial_l': lambda: D.Multinomial(4, logits=L),
    'mix': lambda: D.MixtureSameFamily(D.Categorical(PR), D.Normal(L, L.abs() + 0.5)),
    'mix_ind': lambda: D.MixtureSameFamily(D.Categorical(torch.ones(2)), D.Independent(D.Normal(L, L.abs() + 0.5), 1)),
    'relbern': lambda: D.RelaxedBernoulli(t(0.7), P),
    'relbern_l': lambda: D.RelaxedBernoulli(t([0.7]), logits=L),
    'relone': lambda: D.RelaxedOneHotCategorical(t(0.7), PR),
    'relone_l': lambda: D.RelaxedOneHotCategorical(t(0.7), logits=L),
    'straight': lambda: D.OneHotCategoricalStraightThrough(PR),
    'lowrank': lambda: D.LowRankMultivariateNormal(t([1., 2.]), t([[1.], [0.5]]), t([1., 2.])),
    'lowrank_b': lambda: D.LowRankMultivariateNormal(torch.ones(3, 2), t([[1.], [0.5]]), t([1., 2.])),
    'indep': lambda: D.Independent(D.Normal(L, 1.0), 1),
    'indep_b': lambda: D.Independent(D.Bernoulli(P), 1),
    'transformed': lambda: D.TransformedDistribution(D.Uniform(t([0.]), t([1.])),
        [T.SigmoidTransform().inv, T.AffineTransform(t([1.0, -2.0]), t([2.0, -0.5]))]),
    'vonmises': lambda: D.VonMises(A, B),
    'transformed2': lambda: D.TransformedDistribution(D.Normal(torch.zeros(2, 3), 1.0), [T.StickBreakingTransform()]),
}
values = {'dirichlet': PR,
    'beta': t(0.3),
    'beta_s': t(0.3),
    'kumar': t(0.3),
    'mvn_c': t([0.3, 1.0]),
    'mvn_p': t([0.3, 1.0]),
    'mvn_t': t([0.3, 1.0]),
    'lowrank': t([0.3, 1.0]),
    'lowrank_b': t([0.3, 1.0]),
    'onehot_p': t([0., 1., 0.]),
    'onehot_l': t([0., 1., 0.]),
    'straight': t([0., 1., 0.]),
    'relone': t([0.2, 0.3, 0.5]),
    'relone_l': t([0.2, 0.3, 0.5]),
    'relbern': t(0.3),
    'relbern_l': t(0.3),
    'multinomial_p': t([1., 2., 3.]),
    'multinomial_l': t([1., 2., 1.]),
    'indep': t([0.3, 0.2, 1.0]),
    'indep_b': t([0., 1., 1.]),
    'mix_ind': t([0.3, 0.2, 1.0]),
    'transformed2': t([0.2, 0.3, 0.1, 0.4]),
    'logisticnormal': t([0.2, 0.3, 0.1, 0.4]),
    'logisticnormal_s': t([0.4, 0.6])}
for n in ('bern_p', 'bern_l', 'bern_s', 'cat_p', 'cat_l', 'binom_p', 'binom_l', 'geom_p', 'geom_l', 'poisson',
          'poisson_s', 'negbin_p', 'negbin_l'):
    values[n] = t(1.0)
values['pareto'] = t(3.5)
for n, make in cases.items():
    torch.manual_seed(7)
    print(n)
    d = make()
    show('repr', lambda: repr(d))
    show('bs', lambda: (d.batch_shape, d.event_shape, d.has_rsample, d.has_enumerate_support))
    show('support', lambda: repr(d.support))
    show('args', lambda: sorted((k, repr(v)) for k, v in d.arg_constraints.items()))
    for p in ('mean', 'mode', 'variance', 'stddev'):
        show(p, lambda: getattr(d, p))
    show('sample', lambda: d.sample((2,)))
    show('rsample', lambda: d.rsample())
    v = values.get(n, t(0.6))
    show('log_prob', lambda: d.log_prob(v))
    show('cdf', lambda: d.cdf(v))
    show('icdf', lambda: d.icdf(t(0.3)))
    show('entropy', d.entropy)
    show('enum', lambda: d.enumerate_support())
    e = None
    def ex():
        global e
        e = d.expand((4,) + d.batch_shape); return (e.batch_shape, e.event_shape, repr(e))
    show('expand', ex)
    if e is not None:
        show('log_prob', lambda: e.log_prob(v))
    show('badval', lambda: d.log_prob(t(-3.5).expand(d.event_shape) if d.event_shape else t(-3.5)))
    show('kl', lambda: D.kl_divergence(d, make()))
show('n', lambda: D.Normal(0.0, -1.0))
show('c', lambda: D.Categorical(t([-1.0, 2.0])))
show('b', lambda: D.Bernoulli(2.0))
show('both', lambda: D.Bernoulli(0.5, 0.5))
show('neither', lambda: D.Categorical())
show('u', lambda: D.Uniform(1.0, 0.0))
show('mvn', lambda: D.MultivariateNormal(t(0.0), cov))
show('mvn2', lambda: D.MultivariateNormal(torch.zeros(2)))
show('dir', lambda: D.Dirichlet(t(1.0)))
show('cat0', lambda: D.Categorical(t(1.0)))
show('cat1', lambda: D.Categorical(logits=t(1.0)))
show('binom', lambda: D.Binomial(t([3., 4.]), t([.2, .3])).entropy())
show('binom2', lambda: D.Binomial(t([3., 4.]), t([.2, .3])).enumerate_support())
show('mult', lambda: D.Multinomial(t([1, 2]), PR))
show('mix', lambda: D.MixtureSameFamily(D.Normal(0., 1.), D.Normal(0., 1.)))
show('ind', lambda: D.Independent(D.Normal(0., 1.), 1))
show('str', lambda: D.Normal('a', 1.0))
show('mix2', lambda: D.MixtureSameFamily(D.Categorical(PR), D.Normal(torch.zeros(3, 3), 1.0)))
show('mix3', lambda: D.MixtureSameFamily(D.Categorical(PR), 3))
show('tr', lambda: D.TransformedDistribution(D.Normal(0., 1.), 3))
show('flag', lambda: D.Distribution.set_default_validate_args(3))
show('mvn3', lambda: D.MultivariateNormal(torch.zeros(2), -cov))
show('mvn4', lambda: D.MultivariateNormal(torch.zeros(2), t(1.0)))
tr = {'compose': T.ComposeTransform([T.ExpTransform(), T.AffineTransform(1.0, 2.0)]),
    'exp': T.ExpTransform(),
    'power': T.PowerTransform(t(2.0)),
    'sig': T.SigmoidTransform(),
    'soft': T.SoftplusTransform(),
    'tanh': T.TanhTransform(),
    'abs': T.AbsTransform(),
    'aff': T.AffineTransform(1.0, t([2.0, -3.0, 1.0])),
    'aff1': T.AffineTransform(1.0, -2, event_dim=1),
    'softmax': T.SoftmaxTransform(),
    'stick': T.StickBreakingTransform(),
    'chol': T.LowerCholeskyTransform(),
    'pd': T.PositiveDefiniteTransform(),
    'resh': T.ReshapeTransform((3,), (3, 1)),
    'ind': T.IndependentTransform(T.ExpTransform(), 1),
    'id': T.identity_transform,
    'comp_mixed': T.ComposeTransform([T.AffineTransform(t([1., 2., 3.]), 2.0), T.StickBreakingTransform()])}
x = t([[0.3, 0.8, 1.5], [0.1, -0.4, 0.7], [2.0, 0.2, 0.9]])
for n, f in tr.items():
    print(n)
    y = None
    show('repr', lambda: repr(f))
    show('inv', lambda: repr(f.inv))
    show('dom', lambda: (repr(f.domain), repr(f.codomain)))
    show('bij', lambda: f.bijective)
    show('sign', lambda: f.sign)
    show('events', lambda: (f.domain.event_dim, f.codomain.event_dim))
    show('eq', lambda: (f == f, f == T.ExpTransform(), f.inv == f.inv, f != f, f.inv.inv is f))
    show('fwd', lambda: f(x.abs() + 0.1)); y = f(x.abs() + 0.1)
    show('inv', lambda: f.inv(y))
    show('ladj', lambda: f.log_abs_det_jacobian(x.abs() + 0.1, y))
    show('iladj', lambda: f.inv.log_abs_det_jacobian(y, x.abs() + 0.1))
    show('shapes', lambda: (f.forward_shape((5, 3, 3)), f.inverse_shape((5, 3, 3)), f.inv.forward_shape((5, 3, 3))))
    show('cache', lambda: repr(f.with_cache(1)))
show('eqs', lambda: (
    T.AffineTransform(1., 2.) == T.AffineTransform(1., 2.), T.AffineTransform(1., 2.) == T.AffineTransform(1., 3.),
    T.ComposeTransform([T.ExpTransform()]) == T.ComposeTransform([T.ExpTransform()]),
    T.PowerTransform(t(2.)) == T.PowerTransform(t(2.)),
))
show('reshape', lambda: T.ReshapeTransform((3,), (2, 2)))
kinds = (
    'normal', 'lognormal', 'halfnormal', 'exponential', 'laplace', 'gamma', 'gumbel', 'dirichlet', 'beta', 'poisson',
    'bern_p', 'cat_p', 'onehot_p', 'binom_p', 'geom_p', 'mvn_c', 'chi2', 'cauchy', 'pareto', 'indep', 'uniform',
)
cases['uniform'] = lambda: D.Uniform(t([0.0, 1.0, 2.0]), t([2.0, 5.0, 6.5]))
for a in kinds:
    for b in ('normal', 'laplace', 'uniform', 'gamma', 'exponential', a):
        if (a, b) in (('beta', 'uniform'), ('uniform', 'gamma')):
            continue  # PyTorch does not broadcast these two
        show(a + '|' + b, lambda: D.kl_divergence(cases[a](), cases[b]()))
