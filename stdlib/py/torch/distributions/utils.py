"""What distributions share: broadcasting of parameters, probabilities and logits, attributes that are computed once."""

import _torch
from torch.autograd.grad_mode import enable_grad
from torch.functional import broadcast_tensors

__all__ = ["broadcast_all", "logits_to_probs", "clamp_probs", "probs_to_logits", "lazy_property"]


def broadcast_all(*values):
    """Numbers and tensors as tensors of one shape; numbers take the dtype of the first tensor."""
    tensors = [v for v in values if isinstance(v, _torch.Tensor)]
    if len(tensors) < len(values):
        if not all(isinstance(v, (_torch.Tensor, int, float)) for v in values):
            raise ValueError(
                "Input arguments must all be instances of Number, torch.Tensor or objects implementing __torch_function__."
            )
        dtype = tensors[0].dtype if tensors else _torch.get_default_dtype()
        device = tensors[0].device if tensors else None
        values = [v if isinstance(v, _torch.Tensor) else _torch.tensor(v, dtype=dtype, device=device) for v in values]
    return broadcast_tensors(*values)


def logits_to_probs(logits, is_binary=False):
    """Probabilities of logits: of each one alone if binary, else of the last dim together."""
    return logits.sigmoid() if is_binary else logits.softmax(-1)


def clamp_probs(probs):
    """Probabilities away from 0 and 1 by one step of their dtype."""
    step = _torch.finfo(probs.dtype).eps
    return probs.clamp(step, 1 - step)


def probs_to_logits(probs, is_binary=False):
    """Logits of probabilities, finite also for 0 and 1."""
    inside = clamp_probs(probs)
    return inside.log() - (-inside).log1p() if is_binary else inside.log()


class lazy_property:
    """An attribute that a function computes when it is first asked for."""

    def __init__(self, wrapped):
        self.wrapped, self.__name__ = wrapped, wrapped.__name__

    def __get__(self, instance, obj_type=None):
        if instance is None:
            return self
        with enable_grad():
            found = vars(instance)[self.__name__] = self.wrapped(instance)
        return found
