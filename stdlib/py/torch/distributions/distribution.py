"""Distribution: the base class."""

import _torch
from torch.autograd.grad_mode import no_grad
from torch.distributions import constraints
from torch.distributions.utils import lazy_property

__all__ = ["Distribution", "ExponentialFamily", "Independent"]

_validation = [True]


class Distribution:
    """Samples, densities and moments."""

    has_rsample = False
    has_enumerate_support = False
    arg_constraints = {}

    @staticmethod
    def set_default_validate_args(value):
        """Whether arguments are checked."""
        if value not in [True, False]:
            raise ValueError
        _validation[0] = value

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self._batch_shape = _torch.Size(batch_shape)
        self._event_shape = _torch.Size(event_shape)
        self._validate_args = _validation[0] if validate_args is None else validate_args
        if self._validate_args:
            for param, constraint in self.arg_constraints.items():
                of_class = getattr(type(self), param, None)
                if param not in vars(self) and (of_class is None or isinstance(of_class, lazy_property)):
                    continue  # it follows from another
                value = getattr(self, param)
                if not bool(constraint.check(value).all()):
                    raise ValueError(
                        f"Expected parameter {param} ({type(value).__name__} of shape {tuple(value.shape)}) "
                        f"of distribution {self!r} to satisfy the constraint {constraint!r}, "
                        f"but found invalid values:\n{value}"
                    )

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def mean(self):
        raise NotImplementedError

    @property
    def variance(self):
        raise NotImplementedError

    @property
    def stddev(self):
        return self.variance.sqrt()

    @property
    def mode(self):
        raise NotImplementedError(f"{self.__class__} does not implement mode")

    def sample(self, sample_shape=()):
        """Draw without gradients."""
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=()):
        """Draw with gradients."""
        raise NotImplementedError

    def sample_n(self, n):
        return self.sample(_torch.Size((n,)))

    def log_prob(self, value):
        """The log density."""
        raise NotImplementedError

    def cdf(self, value):
        raise NotImplementedError

    def icdf(self, value):
        raise NotImplementedError

    def entropy(self):
        raise NotImplementedError

    def perplexity(self):
        return _torch.exp(self.entropy())

    def enumerate_support(self, expand=True):
        raise NotImplementedError

    def expand(self, batch_shape, _instance=None):
        """The same distribution for a larger batch."""
        batch_shape = _torch.Size(batch_shape)
        old = self._batch_shape
        new = object.__new__(type(self))
        for name, value in self.__dict__.items():
            if isinstance(value, _torch.Tensor) and value.shape[: len(old)] == old:
                value = value.expand(batch_shape + value.shape[len(old) :])
            elif isinstance(value, Distribution):
                value = value.expand(batch_shape + value.batch_shape[len(old) :])
            new.__dict__[name] = value
        new._batch_shape = batch_shape
        return new

    def _extended_shape(self, sample_shape=()):
        return _torch.Size(sample_shape) + self._batch_shape + self._event_shape

    def _validate_sample(self, value):
        if not isinstance(value, _torch.Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        event_dim_start = len(value.size()) - len(self._event_shape)
        if value.size()[event_dim_start:] != self._event_shape:
            raise ValueError(
                f"The right-most size of value must match event_shape: {value.size()} vs {self._event_shape}."
            )
        for i, j in zip(reversed(value.size()), reversed(self._batch_shape + self._event_shape)):
            if i != 1 and j != 1 and i != j:
                raise ValueError(
                    f"Value is not broadcastable with batch_shape+event_shape: {value.size()} vs "
                    f"{self._batch_shape + self._event_shape}."
                )
        support = getattr(self, "support", None)
        if support is not None and not bool(support.check(value).all()):
            raise ValueError(
                "Expected value argument "
                f"({type(value).__name__} of shape {tuple(value.shape)}) "
                f"to be within the support ({support!r}) "
                f"of the distribution {self!r}, "
                f"but found invalid values:\n{value}"
            )

    def __repr__(self):
        names = [k for k in self.arg_constraints if k in self.__dict__]
        parts = ", ".join(
            f"{p}: {self.__dict__[p] if self.__dict__[p].numel() == 1 else self.__dict__[p].size()}" for p in names
        )
        return self.__class__.__name__ + "(" + parts + ")"


class ExponentialFamily(Distribution):
    """Distributions of the exponential family."""


class Independent(Distribution):
    """Batch dimensions as part of the event."""

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        n = reinterpreted_batch_ndims
        if n > len(base_distribution.batch_shape):
            raise ValueError(
                "Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), "
                f"actual {n} vs {len(base_distribution.batch_shape)}"
            )
        shape = base_distribution.batch_shape + base_distribution.event_shape
        event_dim = n + len(base_distribution.event_shape)
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = n
        super().__init__(shape[: len(shape) - event_dim], shape[len(shape) - event_dim :], validate_args)

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    @property
    def support(self):
        return getattr(self.base_dist, "support", None)

    @property
    def mode(self):
        return self.base_dist.mode

    @property
    def mean(self):
        return self.base_dist.mean

    @property
    def variance(self):
        return self.base_dist.variance

    def _sum(self, value):
        n = self.reinterpreted_batch_ndims
        return value if n == 0 else value.sum(tuple(range(-n, 0)))

    def sample(self, sample_shape=()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value):
        return self._sum(self.base_dist.log_prob(value))

    def entropy(self):
        return self._sum(self.base_dist.entropy())

    def __repr__(self):
        return f"Independent({self.base_dist}, {self.reinterpreted_batch_ndims})"
