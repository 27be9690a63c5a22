"""Window functions of signal processing."""

import _torch


def _grid(name, window_length, periodic, dtype, layout, device, requires_grad):
    """The positions of a window's points and its last position; None for a window of one point or less."""
    if dtype is None:
        dtype = _torch.get_default_dtype()
    if not dtype.is_floating_point:
        short = {"float32": "float", "float64": "double", "int32": "int", "int64": "long int", "bool": "bool"}
        text = str(dtype).removeprefix("torch.")
        raise RuntimeError(
            f"{name} expects floating point dtypes, got: TensorOptions(dtype={short.get(text, text)}, device=cpu, "
            f"layout=Strided (default), requires_grad={'true' if requires_grad else 'false (default)'}, "
            "pinned_memory=false, memory_format=(nullopt))"
        )
    if layout is not None and layout is not _torch.strided:
        raise RuntimeError(f"{name} is not implemented for sparse layouts")
    if window_length < 0:
        raise RuntimeError(f"{name} requires non-negative window_length, got window_length={window_length}")
    if window_length <= 1:
        return None, _torch.ones(window_length, dtype=dtype, device=device)
    if periodic:
        window_length += 1
    return window_length, _torch.arange(window_length, dtype=dtype, device=device)


def _finish(window, periodic, n, requires_grad):
    if n is not None and periodic:
        window = window.narrow(0, 0, n - 1)
    return window.requires_grad_() if requires_grad else window


def hann_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """0.5 - 0.5 cos over the window."""
    return _raised_cosine("hann_window", window_length, periodic, 0.5, 0.5, dtype, layout, device, requires_grad)


def hamming_window(
    window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False
):
    """alpha - beta cos over the window."""
    return _raised_cosine("hamming_window", window_length, periodic, alpha, beta, dtype, layout, device, requires_grad)


def _raised_cosine(name, window_length, periodic, alpha, beta, dtype, layout, device, requires_grad):
    n, w = _grid(name, window_length, periodic, dtype, layout, device, requires_grad)
    if n is not None:
        w = w.mul_(3.141592653589793 * 2.0 / (n - 1)).cos_().mul_(-beta).add_(alpha)
    return _finish(w, periodic, n, requires_grad)


def blackman_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """0.42 - 0.5 cos + 0.08 cos of twice the angle."""
    n, w = _grid("blackman_window", window_length, periodic, dtype, layout, device, requires_grad)
    if n is not None:
        w = w.mul_(3.141592653589793 / (n - 1))
        w = w.mul(4).cos_().mul_(0.08) - w.mul(2).cos_().mul_(0.5) + 0.42
    return _finish(w, periodic, n, requires_grad)


def bartlett_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """A triangle."""
    n, w = _grid("bartlett_window", window_length, periodic, dtype, layout, device, requires_grad)
    if n is not None:
        w = w.mul_(2.0 / (n - 1))
        first = ((n - 1) >> 1) + 1
        w.narrow(0, first, n - first).mul_(-1).add_(2)
    return _finish(w, periodic, n, requires_grad)


def kaiser_window(
    window_length, periodic=True, beta=12.0, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False
):
    """I0(beta sqrt(1 - x^2)) / I0(beta)."""
    n, w = _grid("kaiser_window", window_length, periodic, dtype, layout, device, requires_grad)
    if n is not None:
        x = w.mul_(2 / (n - 1)).sub_(1)
        top = _torch.special_i0(_torch.tensor(beta, dtype=_torch.float64)).item()
        w = _torch.special_i0(_torch.sqrt((1 - x * x).clamp_(min=0)) * beta) / top
    return _finish(w, periodic, n, requires_grad)
