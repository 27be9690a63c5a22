"""Transforms of constraints, VonMises, texts of distributions, errors of their arguments."""
import torch
from torch.distributions import *
from torch.distributions import constraints as c
torch.manual_seed(0)
x = torch.randn(3, 4)
for f in (biject_to, transform_to):
    for n in ("real", "positive", "nonnegative", "unit_interval", "simplex", "boolean", "lower_cholesky", "positive_definite", "real_vector", "nonnegative_integer"):
        try:
            t = f(getattr(c, n)); print(n, t)
            y = t(x if "cho" not in n and "def" not in n else torch.arange(9.).reshape(3, 3) / 9); print(y.flatten()[:4], t.inv(y).flatten()[:4])
        except Exception as e: print(n, type(e).__name__, str(e)[:100])
    for k in (c.greater_than(2.), c.greater_than_eq(torch.tensor(1.)), c.less_than(3.), c.interval(-1., 2.), c.half_open_interval(0., 1.), Gamma(1., 1.).support, Uniform(1., 3.).support):
        try: t = f(k); print(k, t, t(x).flatten()[:3])
        except Exception as e: print(k, type(e).__name__, str(e)[:100])
T = torch.tensor
for d in (Binomial(5, T(.4)), Multinomial(4, torch.ones(3)), LogNormal(0., 1.), HalfNormal(1.), Weibull(1., 2.), Pareto(1., 2.), Kumaraswamy(T(1.), T(2.)), LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), torch.ones(2)), NegativeBinomial(3., T(.3)), Chi2(3.), FisherSnedecor(2., 3.), InverseGamma(2., 1.), RelaxedBernoulli(T(1.), T(.4)), Gumbel(0., 1.), StudentT(3.), Cauchy(0., 1.), Geometric(.3), TransformedDistribution(Normal(0., 1.), [TanhTransform()])):
    torch.manual_seed(0); print(d, d.sample((2,)).flatten()[:2])
for p, q in ((Normal(0., 1.), Poisson(1.)),):
    try: kl_divergence(p, q)
    except Exception as e: print(type(e).__name__, str(e))
for k in (0.0000001, 0.5, 4.0, 100.0):
    torch.manual_seed(1)
    d = VonMises(T([0.5, -1.0]), k)
    s = d.sample((3,))
    print(d, ["%.3f" % v for v in s.flatten().tolist()], ["%.3f" % v for v in d.log_prob(T([0.1, 2.0])).tolist()], ["%.4f" % v for v in d.variance.tolist()], d.mean, d.expand((3, 2)).sample().shape)
for make in (lambda: VonMises(0., -1.), lambda: LogNormal(0., -1.), lambda: HalfNormal(-1.), lambda: Weibull(1., -2.), lambda: Binomial(-1, 0.5), lambda: NegativeBinomial(3, 1.5), lambda: Chi2(-1.)):
    try: make(); print("no error")
    except ValueError as e: print(str(e)[:160])
for cst in (c.real_vector, c.independent(c.positive, 2), c.positive, c.one_hot, c.positive_integer, c.integer_interval(0, 3), c.simplex): print(cst, cst.event_dim, cst.is_discrete)
