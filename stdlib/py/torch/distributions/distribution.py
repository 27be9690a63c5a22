"""Distribution, the base of all, and what its subclasses share: a table of constraints, checks, shapes, expansion.

A subclass names its parameters and its support by `family` and defines what is its own in terms of whole shapes:

    _flow(shape)       draw with gradients       (makes has_rsample true)
    _draw(shape)       draw without gradients    (by default what _flow draws)
    _points()          all values, one a row     (makes has_enumerate_support true)
    _density(value)    logarithm of the density; values were checked before
    _cumulative(value) distribution function; values were checked before
"""

import _torch
from torch.autograd.grad_mode import no_grad
from torch.distributions import constraints
from torch.distributions.utils import broadcast_all, lazy_property

__all__ = ["Distribution", "ExponentialFamily", "Independent"]

_validation = [True]


def family(support, **parameters):
    """Class decorator: the constraint on values (or a function from a distribution to it, or None to leave the class's
    own) and those on parameters."""

    def settle(cls):
        if parameters:
            cls.arg_constraints = parameters
        if support is not None:
            cls.support = property(support) if callable(support) else support
        if "_flow" in vars(cls):
            cls.has_rsample = True
        if "_points" in vars(cls):
            cls.has_enumerate_support = True
        return cls

    return settle


def parameter(name, of="base_dist"):
    """A property that is kept by the distribution in attribute `of`."""
    return property(lambda d: getattr(getattr(d, of), name), doc=f"The parameter `{name}`.")


def _misfit(what, value, where):
    return f"{what} ({type(value).__name__} of shape {tuple(value.shape)}) {where}, but found invalid values:\n{value}"


class Distribution:
    """Samples, densities and moments of a batch of distributions of one kind."""

    has_rsample = False
    has_enumerate_support = False
    arg_constraints = {}
    _shared = ()  # names of tensors that are the same for the whole batch

    @staticmethod
    def set_default_validate_args(value):
        """Whether arguments are checked unless `validate_args` says otherwise."""
        if value not in (True, False):
            raise ValueError
        _validation[0] = value

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self._batch_shape, self._event_shape = _torch.Size(batch_shape), _torch.Size(event_shape)
        self._validate_args = _validation[0] if validate_args is None else validate_args
        if self._validate_args:
            self._check_parameters()

    def _check_parameters(self):
        for name, allowed in self.arg_constraints.items():
            declared = getattr(type(self), name, None)
            if name not in vars(self) and (declared is None or isinstance(declared, lazy_property)):
                continue  # it follows from another one
            value = getattr(self, name)
            if not allowed.check(value).all().item():
                where = f"of distribution {self!r} to satisfy the constraint {allowed!r}"
                raise ValueError(_misfit(f"Expected parameter {name}", value, where))

    def _hold(self, validate_args, **given):
        """Keep parameters of one shape, numbers or tensors, which is the shape of the batch."""
        self._keep(**given)
        Distribution.__init__(self, getattr(self, next(iter(given))).shape, validate_args=validate_args)

    def _keep(self, **given):
        vars(self).update(zip(given, broadcast_all(*given.values())))

    batch_shape = property(lambda d: d._batch_shape, doc="The shape of the batch.")
    event_shape = property(lambda d: d._event_shape, doc="The shape of one value.")

    @property
    def mean(self):
        """The expected value."""
        raise NotImplementedError

    @property
    def variance(self):
        """The expected square of the distance to the mean."""
        raise NotImplementedError

    stddev = property(lambda d: d.variance.sqrt(), doc="The standard deviation.")

    @property
    def mode(self):
        """The most likely value."""
        raise NotImplementedError(f"{type(self)} does not implement mode")

    def sample(self, sample_shape=()):
        """Draw without gradients; the result has sample_shape + batch_shape + event_shape."""
        with no_grad():
            if type(self).rsample is not Distribution.rsample:
                return self.rsample(sample_shape)
            return self._draw(self._extended_shape(sample_shape))

    def rsample(self, sample_shape=()):
        """Draw such that gradients reach the parameters."""
        return self._flow(self._extended_shape(sample_shape))

    def sample_n(self, n):
        """Draw n values of the batch."""
        return self.sample((n,))

    def _draw(self, shape):
        return self._flow(shape)

    def _flow(self, shape):
        raise NotImplementedError

    def log_prob(self, value):
        """The logarithm of the density or of the probability at a value."""
        if self._validate_args:
            self._validate_sample(value)
        return self._density(value)

    def _density(self, value):
        raise NotImplementedError

    def cdf(self, value):
        """The probability of at most a value."""
        if self._validate_args:
            self._validate_sample(value)
        return self._cumulative(value)

    def _cumulative(self, value):
        raise NotImplementedError

    def icdf(self, value):
        """The value that has a cumulated probability."""
        raise NotImplementedError

    def entropy(self):
        """The expected negative logarithm of the density."""
        raise NotImplementedError

    def perplexity(self):
        """exp of the entropy."""
        return self.entropy().exp()

    def enumerate_support(self, expand=True):
        """All values of a discrete distribution along the first dim; as views for each of the batch if `expand`."""
        points = self._points()
        count, event = points.shape[:1], points.shape[1:]
        across = tuple(self._batch_shape)
        spread = points.reshape(count + (1,) * len(across) + event)
        return spread.expand(count + across + event) if expand else spread

    def _points(self):
        raise NotImplementedError

    def expand(self, batch_shape, _instance=None):
        """The same distribution for a larger batch; parameters are views."""
        wide, old = _torch.Size(batch_shape), self._batch_shape
        grown = object.__new__(type(self))
        for name, held in vars(self).items():
            if name in self._shared:
                pass
            elif isinstance(held, _torch.Tensor) and held.shape[: len(old)] == old:
                held = held.expand(wide + held.shape[len(old) :])
            elif isinstance(held, Distribution):
                held = held.expand(wide + held.batch_shape[len(old) :])
            vars(grown)[name] = held
        grown._batch_shape = wide
        return grown

    def _extended_shape(self, sample_shape=()):
        return _torch.Size(sample_shape) + self._batch_shape + self._event_shape

    def _filled(self, number, like):
        """A tensor of the batch full of one number."""
        return _torch.full(self._extended_shape(), number, dtype=like.dtype)

    def _validate_sample(self, value):
        if not isinstance(value, _torch.Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        have, own = value.size(), self._batch_shape + self._event_shape
        if have[len(have) - len(self._event_shape) :] != self._event_shape:
            raise ValueError(f"The right-most size of value must match event_shape: {have} vs {self._event_shape}.")
        if not all(1 in (a, b) or a == b for a, b in zip(have[::-1], own[::-1])):
            raise ValueError(f"Value is not broadcastable with batch_shape+event_shape: {have} vs {own}.")
        allowed = getattr(self, "support", None)
        if allowed is not None and not allowed.check(value).all().item():
            where = f"to be within the support ({allowed!r}) of the distribution {self!r}"
            raise ValueError(_misfit("Expected value argument", value, where))

    def __repr__(self):
        held = [(name, vars(self)[name]) for name in self.arg_constraints if name in vars(self)]
        shown = [f"{name}: {value if value.numel() == 1 else value.size()}" for name, value in held]
        return f"{type(self).__name__}({', '.join(shown)})"


class ExponentialFamily(Distribution):
    """Distributions whose density is exp of a product of parameters and statistics."""


class Independent(Distribution):
    """A distribution some of whose batch dims count as part of one value."""

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        dims = reinterpreted_batch_ndims
        batch = base_distribution.batch_shape
        if dims > len(batch):
            raise ValueError(
                "Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), "
                f"actual {dims} vs {len(batch)}"
            )
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, dims
        cut = len(batch) - dims
        super().__init__(batch[:cut], batch[cut:] + base_distribution.event_shape, validate_args)

    has_rsample = property(lambda d: d.base_dist.has_rsample)
    mean, mode, variance = parameter("mean"), parameter("mode"), parameter("variance")

    @property
    def has_enumerate_support(self):
        """Whether all values can be listed: not of several dims."""
        return self.reinterpreted_batch_ndims == 0 and self.base_dist.has_enumerate_support

    @property
    def support(self):
        """The base's constraint, on vectors."""
        inner, dims = self.base_dist.support, self.reinterpreted_batch_ndims
        return constraints.independent(inner, dims) if dims else inner

    def _sum(self, value):
        dims = self.reinterpreted_batch_ndims
        return value.sum(tuple(range(-dims, 0))) if dims else value

    def sample(self, sample_shape=()):
        """Draw from the base."""
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()):
        """Draw from the base, with gradients."""
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value):
        """The sum of the base's logarithms over the dims of a value."""
        return self._sum(self.base_dist.log_prob(value))

    def entropy(self):
        """The sum of the base's entropies."""
        return self._sum(self.base_dist.entropy())

    def enumerate_support(self, expand=True):
        """All values of the base."""
        if self.reinterpreted_batch_ndims:
            raise NotImplementedError("Enumeration over cartesian product is not implemented")
        return self.base_dist.enumerate_support(expand)

    def __repr__(self):
        return f"Independent({self.base_dist}, {self.reinterpreted_batch_ndims})"
