"""Clipping of gradients."""

import _torch
from torch.autograd.grad_mode import no_grad

__all__ = ["clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm"]


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of the norms of tensors."""
    with no_grad():
        tensors = [tensors] if isinstance(tensors, _torch.Tensor) else list(tensors)
        norm_type = float(norm_type)
        if len(tensors) == 0:
            return _torch.tensor(0.0)
        norms = [_torch.linalg_vector_norm(t, norm_type) for t in tensors]
        total_norm = _torch.linalg_vector_norm(_torch.stack(norms), norm_type)
        if error_if_nonfinite and not bool(total_norm.isfinite()):
            raise RuntimeError(
                f"The total norm of order {norm_type} for gradients from "
                "`parameters` is non-finite, so it cannot be clipped. To disable "
                "this error and scale the gradients by the non-finite norm anyway, "
                "set `error_if_nonfinite=False`"
            )
        return total_norm


def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    """Scale gradients by max_norm / total_norm if that is below 1."""
    with no_grad():
        parameters = [parameters] if isinstance(parameters, _torch.Tensor) else parameters
        grads = [p.grad for p in parameters if p.grad is not None]
        if len(grads) == 0:
            return
        clip_coef = float(max_norm) / (total_norm + 1e-6)
        clip_coef_clamped = clip_coef.clamp(max=1.0)
        for g in grads:
            g.mul_(clip_coef_clamped)


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Limit the norm of all gradients together; returns the norm before."""
    if isinstance(parameters, _torch.Tensor):
        parameters = [parameters]
    else:
        is_generator = hasattr(parameters, "send")
        parameters = list(parameters)
        if is_generator and len(parameters) == 0:
            import warnings

            warnings.warn(
                "`parameters` is an empty generator, no gradient clipping will occur.", stacklevel=3
            )
    grads = [p.grad for p in parameters if p.grad is not None]
    total_norm = get_total_norm(grads, norm_type, error_if_nonfinite, foreach)
    clip_grads_with_norm_(parameters, max_norm, total_norm, foreach)
    return total_norm


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
    if isinstance(parameters, _torch.Tensor):
        parameters = [parameters]
    clip_value = float(clip_value)
    with no_grad():
        for p in parameters:
            if p.grad is not None:
                p.grad.clamp_(min=-clip_value, max=clip_value)
