"""Helpers of distributions."""

import _torch
from torch.functional import broadcast_tensors

__all__ = ["broadcast_all", "logits_to_probs", "clamp_probs", "probs_to_logits", "lazy_property"]


def broadcast_all(*values):
    """Numbers and tensors as tensors of one shape."""
    if not all(isinstance(v, (_torch.Tensor, int, float)) for v in values):
        raise ValueError("Input arguments must all be instances of Number, torch.Tensor or objects implementing __torch_function__.")
    if not all(isinstance(v, _torch.Tensor) for v in values):
        dtype = _torch.get_default_dtype()
        for v in values:
            if isinstance(v, _torch.Tensor):
                dtype = v.dtype
                break
        values = [v if isinstance(v, _torch.Tensor) else _torch.tensor(v, dtype=dtype) for v in values]
    return broadcast_tensors(*values)


def logits_to_probs(logits, is_binary=False):
    """Probabilities."""
    if is_binary:
        return _torch.sigmoid(logits)
    return logits.softmax(-1)


def clamp_probs(probs):
    """Probabilities away from 0 and 1."""
    eps = _torch.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs, is_binary=False):
    """Logits."""
    clamped = clamp_probs(probs)
    if is_binary:
        return _torch.log(clamped) - _torch.log1p(-clamped)
    return _torch.log(clamped)


class lazy_property:
    """An attribute that is computed once."""

    def __init__(self, wrapped):
        self.wrapped = wrapped
        self.__name__ = wrapped.__name__

    def __get__(self, instance, obj_type=None):
        if instance is None:
            return self
        value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value
