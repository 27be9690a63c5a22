"""Gradients against differences."""

import _torch
from torch.autograd import grad as _grad
from torch.functional import allclose

__all__ = ["gradcheck", "gradgradcheck", "GradcheckError"]

Tensor = _torch.Tensor


class GradcheckError(RuntimeError):
    """Analytical and numerical gradients differ."""


def _tuple(x):
    return tuple(x) if isinstance(x, (tuple, list)) else (x,)


def _differentiable(values):
    return [v for v in values if isinstance(v, Tensor) and v.requires_grad]


def _real(x):
    """The parts of a complex tensor, side by side: complex functions are checked as real ones of twice the size."""
    return _torch.view_as_real(x.resolve_conj()) if x.is_complex() else x


def _outputs(values):
    return [_real(o).reshape(-1) for o in _tuple(values) if isinstance(o, Tensor)]


def _numerical(func, inputs, index, out_index, eps):
    """The Jacobian of one output by one input: rows are elements of the input."""
    rows = []
    x = inputs[index]
    flat = _real(x.detach()).reshape(-1)
    for i in range(flat.numel()):
        moved = []
        for sign in (1.0, -1.0):
            data = flat.clone()
            data[i] += sign * eps
            args = list(inputs)
            args[index] = (
                _torch.view_as_complex(data.reshape(x.shape + (2,))) if x.is_complex() else data.reshape(x.shape)
            )
            moved.append(_outputs(func(*args))[out_index].detach())
        rows.append((moved[0] - moved[1]) / (2 * eps))
    return _torch.stack(rows) if rows else None


def _analytical(flat, inputs):
    """For each input, rows are elements of the input."""
    columns = [[] for _ in inputs]
    for j in range(flat.numel()):
        grads = _grad(flat[j], inputs, retain_graph=True, allow_unused=True)
        for column, g, x in zip(columns, grads, inputs):
            column.append(_real(_torch.zeros_like(x) if g is None else g).reshape(-1))
    return [_torch.stack(c, 1) if c else None for c in columns]


def gradcheck(
    func,
    inputs,
    *,
    eps=1e-6,
    atol=1e-5,
    rtol=1e-3,
    raise_exception=True,
    nondet_tol=0.0,
    check_undefined_grad=True,
    check_grad_dtypes=False,
    check_batched_grad=False,
    check_batched_forward_grad=False,
    check_forward_ad=False,
    check_backward_ad=True,
    fast_mode=False,
    masked=None,
):
    """Whether gradients agree with differences."""
    inputs = _tuple(inputs)
    tensors = _differentiable(inputs)
    if not tensors:
        if raise_exception:
            raise ValueError(
                "gradcheck expects at least one input tensor to require gradient, but none of the them have requires_grad=True."
            )
        return False
    outs = _outputs(func(*inputs))
    positions = [i for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.requires_grad]
    for out_index, out in enumerate(outs):
        if not out.requires_grad:
            continue
        analytical = _analytical(out, tensors)
        for k, (position, a) in enumerate(zip(positions, analytical)):
            n = _numerical(func, inputs, position, out_index, eps)
            if n is None or a is None:
                continue
            if not allclose(a.detach(), n, rtol, atol):
                if raise_exception:
                    raise GradcheckError(
                        f"Jacobian mismatch for output {out_index} with respect to input {k},\n"
                        f"numerical:{n}\nanalytical:{a}\n"
                    )
                return False
    return True


def gradgradcheck(
    func,
    inputs,
    grad_outputs=None,
    *,
    eps=1e-6,
    atol=1e-5,
    rtol=1e-3,
    gen_non_contig_grad_outputs=False,
    raise_exception=True,
    nondet_tol=0.0,
    check_undefined_grad=True,
    check_grad_dtypes=False,
    check_batched_grad=False,
    check_fwd_over_rev=False,
    check_rev_over_rev=True,
    fast_mode=False,
    masked=False,
):
    """Whether second gradients agree with differences of first ones."""
    inputs = _tuple(inputs)
    n = len(inputs)
    if grad_outputs is None:
        outs = [o for o in _tuple(func(*inputs)) if isinstance(o, Tensor) and o.requires_grad]
        state = _torch.default_generator.get_state()
        grads = tuple(_torch.randn_like(o).requires_grad_() for o in outs)
        _torch.default_generator.set_state(state)
    else:
        grads = _tuple(grad_outputs)

    def first(*args):
        ins = tuple(a if a.requires_grad or not isinstance(a, Tensor) else a.requires_grad_() for a in args[:n])
        outs = [o for o in _tuple(func(*ins)) if isinstance(o, Tensor) and o.requires_grad]
        wanted = _differentiable(ins)
        got = _grad(outs, wanted, args[n:], create_graph=True, allow_unused=True)
        return tuple(g for g in got if g is not None)

    return gradcheck(
        first, inputs + grads, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception
    )
