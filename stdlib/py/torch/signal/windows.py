"""Window functions. `sym` false gives one period of a periodic window: a symmetric one of one more point, without the
last."""

import math

import _torch

__all__ = [
    "bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine", "general_hamming", "hamming", "hann",
    "kaiser", "nuttall",
]


def _window(name, known_as=None):
    """A window from a function of M, sym and its own parameters that gives its points in some dtype."""

    def decorate(points):
        def window(M, *args, sym=True, dtype=None, layout=_torch.strided, device=None, requires_grad=False, **kwargs):
            if dtype is None:
                dtype = _torch.get_default_dtype()
            if M < 0:
                raise ValueError(f"{known_as or name} requires non-negative window length, got M={M}")
            if layout is not _torch.strided:
                raise ValueError(f"{known_as or name} is implemented for strided tensors only, got: {layout}")
            if dtype not in (_torch.float32, _torch.float64):
                raise ValueError(f"{known_as or name} expects float32 or float64 dtypes, got: {dtype}")
            options = {"dtype": dtype, "device": device, "requires_grad": requires_grad}
            return points(M, sym, options, *args, **kwargs)

        window.__name__ = window.__qualname__ = name
        window.__doc__ = points.__doc__
        return window

    return decorate


def _line(M, start, step, options):
    """M points from start."""
    return _torch.linspace(start, start + (M - 1) * step, M, **options)


def _empty(options):
    return _torch.empty((0,), **options)


def _cosines(M, sym, options, a):
    if M == 0:
        return _empty(options)
    if not isinstance(a, (list, tuple)) and not hasattr(a, "__iter__"):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    k = _line(M, 0, 2 * math.pi / (M if not sym else max(M - 1, 1)), options)
    if M == 1:
        return _torch.ones(1, **options)
    kind = {"dtype": options["dtype"], "device": options["device"]}
    signed = _torch.tensor([(-1) ** i * w for i, w in enumerate(a)], **kind)
    order = _torch.arange(len(a), **kind)
    return (signed.unsqueeze(-1) * _torch.cos(order.unsqueeze(-1) * k)).sum(0)


@_window("general_cosine")
def general_cosine(M, sym, options, *, a):
    """A sum of cosines with alternating signs."""
    return _cosines(M, sym, options, a)


@_window("general_hamming", "general_cosine")
def general_hamming(M, sym, options, *, alpha=0.54):
    """alpha less a cosine of the rest."""
    return _cosines(M, sym, options, [alpha, 1 - alpha])


@_window("hamming", "general_cosine")
def hamming(M, sym, options):
    """The Hamming window."""
    return _cosines(M, sym, options, [0.54, 0.46])


@_window("hann", "general_cosine")
def hann(M, sym, options):
    """The Hann window."""
    return _cosines(M, sym, options, [0.5, 0.5])


@_window("blackman", "general_cosine")
def blackman(M, sym, options):
    """The Blackman window."""
    return _cosines(M, sym, options, [0.42, 0.5, 0.08])


@_window("nuttall", "general_cosine")
def nuttall(M, sym, options):
    """The 4-term window of Nuttall."""
    return _cosines(M, sym, options, [0.3635819, 0.4891775, 0.1365995, 0.0106411])


@_window("exponential")
def exponential(M, sym, options, *, center=None, tau=1.0):
    """exp(-|n - center| / tau)."""
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    if M == 0:
        return _empty(options)
    if center is None:
        center = (M if not sym and M > 1 else M - 1) / 2.0
    return _torch.exp(-_torch.abs(_line(M, -center / tau, 1 / tau, options)))


@_window("cosine")
def cosine(M, sym, options):
    """Half a period of a sine."""
    if M == 0:
        return _empty(options)
    step = math.pi / (M + 1 if not sym and M > 1 else M)
    return _torch.sin(_line(M, 0.5 * step, step, options))


@_window("gaussian")
def gaussian(M, sym, options, *, std=1.0):
    """A normal density with value 1 at the center."""
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    if M == 0:
        return _empty(options)
    step = 1 / (std * math.sqrt(2))
    return _torch.exp(-_line(M, -(M if not sym and M > 1 else M - 1) / 2.0 * step, step, options) ** 2)


@_window("kaiser")
def kaiser(M, sym, options, *, beta=12.0):
    """The Kaiser window."""
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    if M == 0:
        return _empty(options)
    if M == 1:
        return _torch.ones((1,), **options)
    beta = _torch.tensor(beta, dtype=options["dtype"], device=options["device"])
    x = _line(M, -1.0, 2.0 / (M if not sym else M - 1), options)
    return _torch.i0(beta * _torch.sqrt((1 - x * x).clamp(min=0))) / _torch.i0(beta)


@_window("bartlett")
def bartlett(M, sym, options):
    """A triangle that is zero at its ends."""
    if M == 0:
        return _empty(options)
    if M == 1:
        return _torch.ones((1,), **options)
    return 1 - _torch.abs(_line(M, -1, 2 / (M if not sym else M - 1), options))
