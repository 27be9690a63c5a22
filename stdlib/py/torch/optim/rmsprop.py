"""RMSprop and Rprop."""

import _torch
from torch.optim._rule import Rule, zeros, zeros_if

__all__ = ["RMSprop", "Rprop"]


class RMSprop(Rule):
    """Steps of the gradient over the root of its mean square, or over its standard deviation if centered."""

    _settings = (
        "lr", "momentum", "alpha", "eps", "centered", "weight_decay", "capturable", "foreach", "maximize",
        "differentiable",
    )
    _limits = "lr", "eps", "momentum", "weight_decay", "alpha"
    _later = "momentum", "centered", "foreach", "maximize", "differentiable", "capturable"
    _memory = {"square_avg": zeros, "momentum_buffer": zeros_if("momentum"), "grad_avg": zeros_if("centered")}

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False,
                 capturable=False, foreach=None, maximize=False, differentiable=False):
        self._set_up(locals())

    def _move(self, p, grad, state, group, lr, count):
        keep, square = group["alpha"], state["square_avg"]
        square.mul_(keep).addcmul_(grad, grad, value=1 - keep)
        if group["centered"]:
            mean = state["grad_avg"].lerp_(grad, 1 - keep)
            root = square.addcmul(mean, mean, value=-1).sqrt_()
        else:
            root = square.sqrt()
        root.add_(group["eps"])
        if group["momentum"] > 0:
            p.add_(state["momentum_buffer"].mul_(group["momentum"]).addcdiv_(grad, root), alpha=-lr)
        else:
            p.addcdiv_(grad, root, value=-lr)


class Rprop(Rule):
    """Steps whose sizes do not depend on the gradient but grow while its sign stays."""

    _settings = "lr", "etas", "step_sizes", "foreach", "maximize", "differentiable", "capturable"
    _limits = "lr", "etas"
    _later = "foreach", "maximize", "differentiable", "capturable"
    _memory = {"prev": zeros, "step_size": lambda p, grad, group: _torch.full_like(grad, group["lr"])}

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None,
                 maximize=False, differentiable=False):
        self._set_up(locals())

    def _move(self, p, grad, state, group, lr, count):
        before, size = state["prev"], state["step_size"]
        shrink, grow = group["etas"]
        agreement = grad.mul(before)
        turned = agreement.lt(0)
        factor = _torch.ones_like(grad).masked_fill_(agreement.gt(0), grow).masked_fill_(turned, shrink)
        size.mul_(factor).clamp_(*group["step_sizes"])
        # After a turn the parameter waits one step, and the next sign counts as new.
        before.copy_(grad.masked_fill(turned, 0))
        p.addcmul_(before.sign(), size, value=-1)
