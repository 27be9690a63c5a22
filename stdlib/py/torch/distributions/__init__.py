"""Probability distributions. A file is loaded when one of its names is first used."""

import _torch

_OWNER = {
    "Bernoulli": "discrete",
    "Beta": "continuous",
    "Binomial": "discrete",
    "Categorical": "discrete",
    "Cauchy": "continuous",
    "Chi2": "continuous",
    "Dirichlet": "continuous",
    "Distribution": "distribution",
    "Exponential": "continuous",
    "ExponentialFamily": "distribution",
    "Gamma": "continuous",
    "Geometric": "discrete",
    "Gumbel": "continuous",
    "HalfNormal": "continuous",
    "Independent": "distribution",
    "Laplace": "continuous",
    "LogNormal": "continuous",
    "MultivariateNormal": "continuous",
    "Normal": "continuous",
    "OneHotCategorical": "discrete",
    "Poisson": "discrete",
    "StudentT": "continuous",
    "Uniform": "continuous",
    "kl_divergence": "kl",
    "register_kl": "kl",
}
for _file, _names in {
    "transforms": (
        "Transform", "ComposeTransform", "IndependentTransform", "ExpTransform", "PowerTransform", "SigmoidTransform",
        "SoftplusTransform", "TanhTransform", "AbsTransform", "AffineTransform", "SoftmaxTransform",
        "StickBreakingTransform", "LowerCholeskyTransform", "PositiveDefiniteTransform", "ReshapeTransform",
        "identity_transform", "TransformedDistribution",
    ),
    "constraint_registry": ("biject_to", "transform_to"),
    "von_mises": ("VonMises",),
    "derived": (
        "HalfCauchy", "Pareto", "Weibull", "InverseGamma", "Kumaraswamy", "FisherSnedecor", "LogisticNormal",
        "NegativeBinomial", "Multinomial", "MixtureSameFamily", "RelaxedBernoulli", "RelaxedOneHotCategorical",
        "OneHotCategoricalStraightThrough", "LowRankMultivariateNormal",
    ),
}.items():
    for _name in _names:
        _OWNER[_name] = _file
_SUBMODULES = (
    "bernoulli", "categorical", "constraint_registry", "constraints", "continuous", "discrete", "distribution", "kl", "normal", "transforms", "derived", "utils",
    "von_mises",
)

__all__ = sorted(_OWNER)


def __getattr__(name):
    file = _OWNER.get(name)
    if file is not None:
        value = getattr(_torch._import_module("torch.distributions." + file), name)
    elif name in _SUBMODULES:
        value = _torch._import_module("torch.distributions." + name)
    else:
        raise AttributeError(f"module 'torch.distributions' has no attribute '{name}'")
    globals()[name] = value
    return value
