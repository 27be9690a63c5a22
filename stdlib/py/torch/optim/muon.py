"""Muon: momentum whose singular values are made equal."""

import math

import _torch
from torch.optim._rule import Rule, number, one_element

__all__ = ["Muon"]

_COEFFICIENTS = (3.4445, -4.7750, 2.0315)


def _orthogonalized(matrix, coefficients, steps, eps):
    """A matrix with nearly the same singular vectors and singular values near 1, by a polynomial that is applied `steps`
    times (Newton and Schulz's method). In bfloat16: nothing finer is needed."""
    if matrix.dim() != 2:
        raise ValueError("Input tensor gradient must be a 2D matrix")
    if steps >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if len(coefficients) != 3:
        raise ValueError("Coefficients must be a tuple of exactly 3 values")
    a, b, c = coefficients
    x = matrix.bfloat16()
    tall = matrix.size(0) > matrix.size(1)
    if tall:
        x = x.T
    x.div_(x.norm().clamp(min=eps))
    for _ in range(steps):
        gram = x @ x.T
        x = _torch.addmm(x, _torch.addmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return x.T if tall else x


# adjust_lr_fn -> by what the rate is multiplied for a matrix of a shape.
_ADJUSTMENTS = {"original": lambda rows, columns: math.sqrt(max(1, rows / columns)),
                "match_rms_adamw": lambda rows, columns: 0.2 * math.sqrt(max(rows, columns))}


class Muon(Rule):
    """For the matrices of hidden layers; other parameters want another optimizer."""

    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True, ns_coefficients=_COEFFICIENTS,
                 eps=1e-7, ns_steps=5, adjust_lr_fn=None):
        one_element(lr)
        for name, value in (("Learning rate", lr), ("momentum", momentum), ("weight decay", weight_decay)):
            if not value >= 0.0:
                raise ValueError(f"{name} should be >= 0 but is: {value}")
        if adjust_lr_fn is not None and adjust_lr_fn not in _ADJUSTMENTS:
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported")
        super().__init__(params, {"lr": lr, "weight_decay": weight_decay, "momentum": momentum, "nesterov": nesterov,
                                  "ns_coefficients": ns_coefficients, "eps": eps, "ns_steps": ns_steps,
                                  "adjust_lr_fn": adjust_lr_fn})
        for group in self.param_groups:
            for p in group["params"]:
                if p.ndim != 2:
                    raise ValueError(f"Muon only supports 2D parameters whereas we found a parameter with size: {p.size()}")

    def _update(self, group, params):
        lr, momentum = number(group["lr"]), group["momentum"]
        for p in params:
            state, grad = self.state[p], p.grad
            if grad.is_sparse:
                raise RuntimeError("Muon does not support sparse gradients")
            if not state:
                state["momentum_buffer"] = _torch.zeros_like(grad, memory_format=_torch.preserve_format)
            mean = state["momentum_buffer"]
            mean.lerp_(grad, 1 - momentum)
            ahead = grad.lerp(mean, momentum) if group["nesterov"] else mean
            direction = _orthogonalized(ahead, group["ns_coefficients"], group["ns_steps"], group["eps"])
            p.mul_(1 - lr * group["weight_decay"])
            p.add_(direction, alpha=-lr * _ADJUSTMENTS[group["adjust_lr_fn"] or "original"](*p.shape))
