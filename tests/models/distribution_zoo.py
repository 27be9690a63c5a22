# Moments, entropies, draws and densities of the distributions; transforms and divergences.
import torch
import torch.distributions as D
torch.manual_seed(0)
t = torch.tensor
ds = [D.Normal(t([0.0, 1.0]), t([1.0, 2.0])), D.Beta(t([2.0]), t([3.0])), D.Gamma(t([2.0]), t([1.5])), D.Exponential(t([0.5])), D.Uniform(t([0.0]), t([2.0])), D.Laplace(0.0, 1.0), D.Cauchy(0.0, 1.0), D.StudentT(t([3.0])), D.Chi2(t([2.0])), D.LogNormal(0.0, 1.0), D.Gumbel(0.0, 1.0), D.HalfNormal(1.0), D.Dirichlet(t([1.0, 2.0, 3.0])), D.Bernoulli(t([0.3])), D.Binomial(5, t([0.4])), D.Categorical(t([0.2, 0.8])), D.Geometric(t([0.3])), D.Poisson(t([2.0])), D.OneHotCategorical(t([0.2, 0.3, 0.5])), D.MultivariateNormal(torch.zeros(2), torch.eye(2) * 2), D.HalfCauchy(1.0), D.Pareto(1.0, 2.0), D.Weibull(1.0, 2.0), D.NegativeBinomial(5, t([0.4])), D.InverseGamma(t([2.0]), t([1.0])), D.Kumaraswamy(2.0, 3.0), D.FisherSnedecor(t([3.0]), t([4.0])), D.Multinomial(4, t([0.2, 0.8])), D.LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), torch.ones(2)), D.MixtureSameFamily(D.Categorical(t([0.5, 0.5])), D.Normal(t([-1.0, 1.0]), t([1.0, 1.0]))), D.RelaxedBernoulli(t(0.5), t([0.3])), D.RelaxedOneHotCategorical(t(0.5), t([0.3, 0.7])), D.LogisticNormal(torch.zeros(2), torch.ones(2))]
for d in ds:
    s = d.sample()
    line = [type(d).__name__, tuple(d.batch_shape), tuple(d.event_shape), tuple(s.shape)]
    for a in ('mean', 'variance', 'mode', 'stddev'):
        try:
            line.append([round(v, 4) for v in getattr(d, a).reshape(-1).tolist()])
        except NotImplementedError:
            line.append('NI')
        except Exception as e:
            line.append(type(e).__name__)
    try:
        line.append([round(v, 3) for v in d.entropy().reshape(-1).tolist()])
    except NotImplementedError:
        line.append('NI')
    try:
        line.append([round(v, 3) for v in d.log_prob(s).reshape(-1).tolist()])
    except Exception as e:
        line.append(type(e).__name__)
    print(*line)
td = D.TransformedDistribution(D.Normal(0.0, 1.0), [D.transforms.ExpTransform(), D.transforms.AffineTransform(1.0, 2.0)])
print(td.log_prob(t(3.0)), td.sample((2,)).shape, D.transforms.SigmoidTransform()(t(0.3)), D.transforms.TanhTransform().log_abs_det_jacobian(t(0.3), t(0.3).tanh()))
print(D.kl_divergence(D.Normal(0.0, 1.0), D.Normal(1.0, 2.0)), D.kl_divergence(D.Gamma(2.0, 1.0), D.Gamma(1.0, 1.0)), D.kl_divergence(D.Bernoulli(0.3), D.Bernoulli(0.5)), round(D.kl_divergence(D.Dirichlet(t([1.0, 2.0])), D.Dirichlet(t([2.0, 1.0]))).item(), 3), D.kl_divergence(D.Exponential(1.0), D.Exponential(2.0)))
print(ds[0], ds[1], ds[-2], td, D.Independent(ds[0], 1), ds[3].expand((2,)).batch_shape, ds[15].enumerate_support(), ds[0].rsample().requires_grad)
for f in (lambda: D.Normal(0.0, -1.0), lambda: D.Bernoulli(t([2.0])), lambda: ds[4].log_prob(t([3.0]))):
    try:
        f()
    except ValueError as e:
        print(str(e).splitlines()[0])
