"""Transforms of values, mostly invertible, and distributions of transformed values.

A transform says what it does by three functions: `_call` forward, `_inverse` back, and log_abs_det_jacobian, the
logarithm of how much it stretches. Its domain and codomain also say how many dims one value has before and after it.
"""

import math

import _torch
from torch.autograd.grad_mode import no_grad
from torch.distributions import constraints as on
from torch.distributions.distribution import Distribution, Independent
from torch.distributions.utils import broadcast_all
from torch.functional import broadcast_shapes
from torch.nn import functional as F

__all__ = [
    "Transform", "ComposeTransform", "IndependentTransform", "ExpTransform", "PowerTransform", "SigmoidTransform",
    "SoftplusTransform", "TanhTransform", "AbsTransform", "AffineTransform", "SoftmaxTransform",
    "StickBreakingTransform", "LowerCholeskyTransform", "PositiveDefiniteTransform", "ReshapeTransform",
    "identity_transform", "TransformedDistribution",
]


def _summed(value, dims):
    """The sum over the last `dims` dims."""
    return value.flatten(value.dim() - dims).sum(-1) if dims else value


def _swap_tail(shape, old, new):
    """A shape whose last dims, `old`, are replaced by `new`."""
    cut = len(_at_least(shape, len(old))) - len(old)
    if shape[cut:] != old:
        raise ValueError(f"Shape mismatch: expected {shape[cut:]} but got {old}")
    return shape[:cut] + new


def _at_least(shape, dims):
    if len(shape) < dims:
        raise ValueError("Too few dimensions on input")
    return shape


class Transform:
    """y = t(x), x = t.inv(y) and the logarithm of the Jacobian's determinant."""

    bijective = False
    domain = codomain = on.real

    def __init__(self, cache_size=0):
        if cache_size not in (0, 1):
            raise ValueError("cache_size must be 0 or 1")
        self._cache_size = cache_size
        self._last = None, None  # the last pair of x and y, if there is a cache

    event_dim = property(lambda t: t.domain.event_dim, doc="The dims of one value before the transform.")
    inv = property(lambda t: _InverseTransform(t), doc="The inverse.")

    @property
    def sign(self):
        """1 if it keeps the order of numbers, -1 if it turns it around."""
        raise NotImplementedError

    def with_cache(self, cache_size=1):
        """The same transform with a memory of the last value, so that its inverse gives back what went in."""
        if cache_size == self._cache_size:
            return self
        twin = object.__new__(type(self))
        vars(twin).update(vars(self), _cache_size=cache_size, _last=(None, None))
        return twin

    def __call__(self, x):
        return self._remembered(0, x, self._call)

    def _back(self, y):
        return self._remembered(1, y, self._inverse)

    def _remembered(self, side, value, compute):
        if self._cache_size == 0:
            return compute(value)
        if self._last[side] is not value:
            result = compute(value)
            self._last = (result, value) if side else (value, result)
        return self._last[1 - side]

    def _call(self, x):
        raise NotImplementedError

    def _inverse(self, y):
        raise NotImplementedError

    def log_abs_det_jacobian(self, x, y):
        """The logarithm of |dy / dx|; of the determinant where values have dims."""
        raise NotImplementedError

    def forward_shape(self, shape):
        """The shape of y for one of x."""
        return shape

    def inverse_shape(self, shape):
        """The shape of x for one of y."""
        return shape

    def _content(self):
        """What two equal transforms have in common; None where only the same object is equal."""
        return None

    def __eq__(self, other):
        if self is other:
            return True
        mine = self._content() if type(self) is type(other) else None
        return mine is not None and bool(mine == other._content())

    __hash__ = object.__hash__

    def __repr__(self):
        return type(self).__name__ + "()"


class _InverseTransform(Transform):
    """A transform the other way around."""

    def __init__(self, transform):
        super().__init__()
        self._forth = transform

    inv = property(lambda t: t._forth)
    bijective = property(lambda t: t._forth.bijective)
    sign = property(lambda t: t._forth.sign)
    domain = property(lambda t: t._forth.codomain)
    codomain = property(lambda t: t._forth.domain)

    def with_cache(self, cache_size=1):
        return self._forth.with_cache(cache_size).inv

    def _call(self, x):
        return self._forth._back(x)

    def _inverse(self, y):
        return self._forth(y)

    def log_abs_det_jacobian(self, x, y):
        return -self._forth.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape):
        return self._forth.inverse_shape(shape)

    def inverse_shape(self, shape):
        return self._forth.forward_shape(shape)

    def _content(self):
        return self._forth

    def __repr__(self):
        return f"_InverseTransform({self._forth!r})"


class ComposeTransform(Transform):
    """Several transforms, the first one first."""

    def __init__(self, parts, cache_size=0):
        super().__init__(cache_size)
        self.parts = [part.with_cache(cache_size) for part in parts] if cache_size else parts

    bijective = property(lambda t: all(part.bijective for part in t.parts))
    _origin = None

    @property
    def inv(self):
        """The inverses, the last one first."""
        if self._origin is not None:
            return self._origin
        back = ComposeTransform([part.inv for part in reversed(self.parts)])
        back._origin = self
        return back

    @property
    def sign(self):
        """The product of the signs."""
        product = 1
        for part in self.parts:
            product = product * part.sign
        return product

    def _end(self, parts, near, far):
        """The constraint at one end of the chain, on values of as many dims as some part needs there."""
        if not parts:
            return on.real
        dims = getattr(parts[-1], far).event_dim
        for part in reversed(parts):
            here = getattr(part, near).event_dim
            dims = max(dims + here - getattr(part, far).event_dim, here)
        end = getattr(parts[0], near)
        return on.independent(end, dims - end.event_dim) if dims > end.event_dim else end

    domain = property(lambda t: t._end(t.parts, "domain", "codomain"))
    codomain = property(lambda t: t._end(t.parts[::-1], "codomain", "domain"))

    def _call(self, x):
        for part in self.parts:
            x = part(x)
        return x

    def _inverse(self, y):
        for part in reversed(self.parts):
            y = part._back(y)
        return y

    def log_abs_det_jacobian(self, x, y):
        if not self.parts:
            return _torch.zeros_like(x)
        total, dims = None, self.domain.event_dim
        for part in self.parts:
            after = y if part is self.parts[-1] else part(x)
            term = _summed(part.log_abs_det_jacobian(x, after), dims - part.domain.event_dim)
            total = term if total is None else total + term
            dims += part.codomain.event_dim - part.domain.event_dim
            x = after
        return total

    def forward_shape(self, shape):
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape

    def inverse_shape(self, shape):
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return shape

    def _content(self):
        return self.parts

    def __repr__(self):
        return "ComposeTransform(\n    " + ",\n    ".join(map(repr, self.parts)) + "\n)"


identity_transform = ComposeTransform([])


class IndependentTransform(Transform):
    """A transform some of whose batch dims count as part of one value."""

    def __init__(self, base_transform, reinterpreted_batch_ndims, cache_size=0):
        super().__init__(cache_size)
        self.base_transform = base_transform.with_cache(cache_size)
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    bijective = property(lambda t: t.base_transform.bijective)
    sign = property(lambda t: t.base_transform.sign)
    domain = property(lambda t: on.independent(t.base_transform.domain, t.reinterpreted_batch_ndims))
    codomain = property(lambda t: on.independent(t.base_transform.codomain, t.reinterpreted_batch_ndims))

    def _call(self, x):
        return self.base_transform(x)

    def _inverse(self, y):
        return self.base_transform._back(y)

    def log_abs_det_jacobian(self, x, y):
        return _summed(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def forward_shape(self, shape):
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape):
        return self.base_transform.inverse_shape(shape)

    def __repr__(self):
        return f"IndependentTransform({self.base_transform!r}, {self.reinterpreted_batch_ndims})"


class ReshapeTransform(Transform):
    """Values of another shape."""

    bijective = True

    def __init__(self, in_shape, out_shape, cache_size=0):
        super().__init__(cache_size)
        self.in_shape, self.out_shape = _torch.Size(in_shape), _torch.Size(out_shape)
        if self.in_shape.numel() != self.out_shape.numel():
            raise ValueError("in_shape, out_shape have different numbers of elements")

    domain = property(lambda t: on.independent(on.real, len(t.in_shape)))
    codomain = property(lambda t: on.independent(on.real, len(t.out_shape)))

    def _call(self, x):
        return x.reshape(self.forward_shape(x.shape))

    def _inverse(self, y):
        return y.reshape(self.inverse_shape(y.shape))

    def log_abs_det_jacobian(self, x, y):
        return x.new_zeros(x.shape[: x.dim() - len(self.in_shape)])

    def forward_shape(self, shape):
        return _swap_tail(shape, self.in_shape, self.out_shape)

    def inverse_shape(self, shape):
        return _swap_tail(shape, self.out_shape, self.in_shape)


def _logistic(x):
    form = _torch.finfo(x.dtype)
    return x.sigmoid().clamp(form.tiny, 1.0 - form.eps)


def _logit(y):
    form = _torch.finfo(y.dtype)
    inside = y.clamp(form.tiny, 1.0 - form.eps)
    return inside.log() - (-inside).log1p()


# Functions of single numbers without parameters: what they do, what they give, forward, back, logarithm of the slope
# (None for the one that has no inverse).
_POINTWISE = {
    "Exp": ("exp.", on.positive, lambda x: x.exp(), lambda y: y.log(), lambda x: x),
    "Sigmoid": ("The logistic function.", on.unit_interval, _logistic, _logit,
                lambda x: -F.softplus(-x) - F.softplus(x)),
    "Softplus": ("log(1 + exp(x)).", on.positive, lambda x: F.softplus(x), lambda y: (-y).expm1().neg().log() + y,
                 lambda x: -F.softplus(-x)),
    "Tanh": ("tanh.", on.interval(-1.0, 1.0), lambda x: x.tanh(), lambda y: y.atanh(),
             lambda x: 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))),
    "Abs": ("Magnitudes; not invertible.", on.positive, lambda x: x.abs(), lambda y: y, None),
}


def _pointwise(name, doc, codomain, forth, back, slope):
    body = {
        "__doc__": doc, "__module__": __name__, "bijective": slope is not None, "codomain": codomain,
        "_call": lambda self, x: forth(x), "_inverse": lambda self, y: back(y), "_content": lambda self: name,
    }
    if slope is not None:
        body |= {"sign": 1, "log_abs_det_jacobian": lambda self, x, y: slope(x)}
    return type(name + "Transform", (Transform,), body)


ExpTransform, SigmoidTransform, SoftplusTransform, TanhTransform, AbsTransform = [
    _pointwise(name, *row) for name, row in _POINTWISE.items()
]


def _broadcast_with(shape, *parameters):
    return broadcast_shapes(shape, *[p.shape for p in parameters if isinstance(p, _torch.Tensor)])


def _same(a, b):
    """Whether two numbers or tensors are equal throughout."""
    equal = a == b
    return bool(equal.all()) if isinstance(equal, _torch.Tensor) else equal


class PowerTransform(Transform):
    """A power of positive numbers."""

    bijective, domain, codomain = True, on.positive, on.positive

    def __init__(self, exponent, cache_size=0):
        super().__init__(cache_size)
        (self.exponent,) = broadcast_all(exponent)

    sign = property(lambda t: t.exponent.sign())

    def _call(self, x):
        return x.pow(self.exponent)

    def _inverse(self, y):
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x, y):
        return (self.exponent * y / x).abs().log()

    def forward_shape(self, shape):
        return _broadcast_with(shape, self.exponent)

    inverse_shape = forward_shape

    def __eq__(self, other):
        return isinstance(other, PowerTransform) and _same(self.exponent, other.exponent)

    __hash__ = object.__hash__


class AffineTransform(Transform):
    """loc + scale * x; values may have `event_dim` dims."""

    bijective = True
    event_dim = 0

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        super().__init__(cache_size)
        self.loc, self.scale, self.event_dim = loc, scale, event_dim

    domain = codomain = property(lambda t: on.independent(on.real, t.event_dim) if t.event_dim else on.real)

    @property
    def sign(self):
        """The sign of the scale."""
        if isinstance(self.scale, _torch.Tensor):
            return self.scale.sign()
        return (self.scale > 0) - (self.scale < 0)

    def _call(self, x):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        if isinstance(self.scale, _torch.Tensor):
            stretch = self.scale.abs().log()
        else:
            stretch = _torch.full_like(x, math.log(abs(self.scale)))
        return _summed(stretch.expand(x.shape), self.event_dim)

    def forward_shape(self, shape):
        return _broadcast_with(shape, self.loc, self.scale)

    inverse_shape = forward_shape

    def __eq__(self, other):
        return isinstance(other, AffineTransform) and _same(self.loc, other.loc) and _same(self.scale, other.scale)

    __hash__ = object.__hash__


class LowerCholeskyTransform(Transform):
    """Square matrices to lower triangular ones with a positive diagonal."""

    domain, codomain = on.independent(on.real, 2), on.lower_cholesky

    def _call(self, x):
        return self._with_diagonal(x, _torch.exp)

    def _inverse(self, y):
        return self._with_diagonal(y, _torch.log)

    def _with_diagonal(self, matrix, function):
        return matrix.tril(-1) + function(matrix.diagonal(dim1=-2, dim2=-1)).diag_embed()

    def _content(self):
        return "LowerCholesky"


class PositiveDefiniteTransform(Transform):
    """Square matrices to positive definite ones."""

    domain, codomain = on.independent(on.real, 2), on.positive_definite

    def _call(self, x):
        factor = LowerCholeskyTransform()(x)
        return factor @ factor.mT

    def _inverse(self, y):
        return LowerCholeskyTransform()._inverse(_torch.linalg_cholesky(y))

    def _content(self):
        return "PositiveDefinite"


class SoftmaxTransform(Transform):
    """softmax of the last dim; not invertible, as a sum is lost."""

    domain, codomain = on.real_vector, on.simplex

    def _call(self, x):
        raised = (x - x.max(-1, True)[0]).exp()
        return raised / raised.sum(-1, True)

    def _inverse(self, y):
        return y.log()

    def _content(self):
        return "Softmax"


class StickBreakingTransform(Transform):
    """Real vectors to points of a simplex, which have one number more: each tells the share of the rest to break off."""

    bijective, domain, codomain = True, on.real_vector, on.simplex

    def _shifted(self, x):
        """Numbers less the logarithm of how many pieces are to come, so that 0 everywhere gives equal pieces."""
        to_come = x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)
        return x - to_come.log()

    def _call(self, x):
        shares = _logistic(self._shifted(x))
        left = (1 - shares).cumprod(-1)
        return F.pad(shares, [0, 1], value=1) * F.pad(left, [1, 0], value=1)

    def _inverse(self, y):
        pieces = y[..., :-1]
        to_come = y.shape[-1] - pieces.new_ones(pieces.shape[-1]).cumsum(-1)
        left = (1 - pieces.cumsum(-1)).clamp(min=_torch.finfo(y.dtype).tiny)
        return pieces.log() - left.log() + to_come.log()

    def log_abs_det_jacobian(self, x, y):
        shifted = self._shifted(x)
        return (-shifted + F.logsigmoid(shifted) + y[..., :-1].log()).sum(-1)

    def forward_shape(self, shape):
        return _at_least(shape, 1)[:-1] + (shape[-1] + 1,)

    def inverse_shape(self, shape):
        return _at_least(shape, 1)[:-1] + (shape[-1] - 1,)

    def _content(self):
        return "StickBreaking"


class TransformedDistribution(Distribution):
    """The distribution of t(x) for x of a base distribution."""

    def __init__(self, base_distribution, transforms, validate_args=None):
        chain = [transforms] if isinstance(transforms, Transform) else transforms
        if not isinstance(chain, list):
            raise ValueError(f"transforms must be a Transform or list, but was {transforms}")
        if not all(isinstance(step, Transform) for step in chain):
            raise ValueError("transforms must be a Transform or a list of Transforms")
        self.transforms = chain
        whole = ComposeTransform(chain)
        inner, outer = whole.domain.event_dim, whole.codomain.event_dim
        plain = base_distribution.batch_shape + base_distribution.event_shape
        if len(plain) < inner:
            raise ValueError(
                f"base_distribution needs to have shape with size at least {inner}, but got {plain}."
            )
        shape = _torch.Size(whole.forward_shape(plain))
        wide = _torch.Size(whole.inverse_shape(shape))  # parameters of the transforms may make the batch larger
        if wide != plain:
            base_distribution = base_distribution.expand(wide[: len(wide) - len(base_distribution.event_shape)])
        own = len(base_distribution.event_shape)
        if inner > own:
            base_distribution = Independent(base_distribution, inner - own)
        self.base_dist = base_distribution
        cut = len(shape) - outer - max(own - inner, 0)
        super().__init__(shape[:cut], shape[cut:], validate_args)

    has_rsample = property(lambda d: d.base_dist.has_rsample)

    @property
    def support(self):
        """What the last transform gives."""
        last = self.transforms[-1].codomain if self.transforms else self.base_dist.support
        missing = len(self._event_shape) - last.event_dim
        return on.independent(last, missing) if missing > 0 else last

    def _forth(self, x):
        for step in self.transforms:
            x = step(x)
        return x

    def sample(self, sample_shape=()):
        """Transform what the base draws."""
        with no_grad():
            return self._forth(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=()):
        """Transform what the base draws, with gradients."""
        return self._forth(self.base_dist.rsample(sample_shape))

    def _density(self, value):
        total, dims, y = 0.0, len(self._event_shape), value
        for step in reversed(self.transforms):
            x = step._back(y)
            dims += step.domain.event_dim - step.codomain.event_dim
            total = total - _summed(step.log_abs_det_jacobian(x, y), dims - step.domain.event_dim)
            y = x
        return total + _summed(self.base_dist.log_prob(y), dims - len(self.base_dist.event_shape))

    def _turned(self, share):
        """A cumulated probability where transforms turn the order around."""
        sign = ComposeTransform(self.transforms).sign
        return share if isinstance(sign, int) and sign == 1 else sign * (share - 0.5) + 0.5

    def cdf(self, value):
        """The base's probability of at most the value that is transformed to this one."""
        for step in reversed(self.transforms):
            value = step._back(value)
        if self._validate_args:
            self.base_dist._validate_sample(value)
        return self._turned(self.base_dist.cdf(value))

    def icdf(self, value):
        """Transform the base's value for a cumulated probability."""
        return self._forth(self.base_dist.icdf(self._turned(value)))
