"""Probability distributions. A file is loaded when one of its names is first used."""

import _torch

# Which file has which names.
_FILES = {
    "continuous": (
        "Beta", "Cauchy", "Chi2", "Dirichlet", "Exponential", "Gamma", "Laplace", "MultivariateNormal", "Normal",
        "StudentT", "Uniform",
    ),
    "discrete": (
        "Bernoulli", "Binomial", "Categorical", "Geometric", "Multinomial", "NegativeBinomial", "OneHotCategorical",
        "OneHotCategoricalStraightThrough", "Poisson",
    ),
    "derived": (
        "FisherSnedecor", "Gumbel", "HalfCauchy", "HalfNormal", "InverseGamma", "Kumaraswamy", "LogNormal",
        "LogisticNormal", "LowRankMultivariateNormal", "MixtureSameFamily", "Pareto", "RelaxedBernoulli",
        "RelaxedOneHotCategorical", "Weibull",
    ),
    "distribution": ("Distribution", "ExponentialFamily", "Independent"),
    "kl": ("kl_divergence", "register_kl"),
    "constraint_registry": ("biject_to", "transform_to"),
    "transforms": (
        "Transform", "ComposeTransform", "IndependentTransform", "ExpTransform", "PowerTransform", "SigmoidTransform",
        "SoftplusTransform", "TanhTransform", "AbsTransform", "AffineTransform", "SoftmaxTransform",
        "StickBreakingTransform", "LowerCholeskyTransform", "PositiveDefiniteTransform", "ReshapeTransform",
        "identity_transform", "TransformedDistribution",
    ),
    "von_mises": ("VonMises",),
}
_OWNER = {name: file for file, names in _FILES.items() for name in names}
_SUBMODULES = (
    "bernoulli", "categorical", "constraint_registry", "constraints", "continuous", "derived", "discrete",
    "distribution", "kl", "normal", "transforms", "utils", "von_mises",
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
