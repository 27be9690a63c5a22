"""Clipping of gradients."""

import _torch
from torch.autograd.grad_mode import no_grad

__all__ = ["clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm"]


def _listed(tensors):
    return [tensors] if isinstance(tensors, _torch.Tensor) else list(tensors)


def _gradients(parameters):
    return [p.grad for p in _listed(parameters) if p.grad is not None]


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of the norms of tensors."""
    order = float(norm_type)
    with no_grad():
        norms = [_torch.linalg_vector_norm(tensor, order) for tensor in _listed(tensors)]
        if not norms:
            return _torch.tensor(0.0)
        total = _torch.linalg_vector_norm(_torch.stack(norms), order)
        if error_if_nonfinite and not total.isfinite().item():
            raise RuntimeError(
                f"The total norm of order {order} for gradients from `parameters` is non-finite, so it cannot be "
                "clipped. To disable this error and scale the gradients by the non-finite norm anyway, set "
                "`error_if_nonfinite=False`"
            )
        return total


def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    """Scale gradients by max_norm / total_norm if that is below 1."""
    with no_grad():
        gradients = _gradients(parameters)
        if gradients:
            factor = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)
            for gradient in gradients:
                gradient.mul_(factor)


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Limit the norm of all gradients together; returns the norm before."""
    could_be_spent = hasattr(parameters, "send")
    parameters = _listed(parameters)
    if could_be_spent and not parameters:
        import warnings

        warnings.warn("`parameters` is an empty generator, no gradient clipping will occur.", stacklevel=3)
    before = get_total_norm(_gradients(parameters), norm_type, error_if_nonfinite, foreach)
    clip_grads_with_norm_(parameters, max_norm, before, foreach)
    return before


def clip_grad_norm(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """clip_grad_norm_ under its old name."""
    import warnings

    warnings.warn(
        "torch.nn.utils.clip_grad_norm is now deprecated in favor of torch.nn.utils.clip_grad_norm_.",
        FutureWarning,
        stacklevel=2,
    )
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite, foreach)


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Limit every element of the gradients."""
    bound = float(clip_value)
    with no_grad():
        for gradient in _gradients(parameters):
            gradient.clamp_(-bound, bound)
