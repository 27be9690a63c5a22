"""Adam and AdamW, and what the variants in adamax.py share with them."""

import _torch
from torch.optim._rule import Rule, zeros, zeros_if

__all__ = ["Adam", "AdamW"]


class Moments(Rule):
    """Optimizers that keep running means of the gradient and of its square."""

    _limits = "lr", "eps", "betas", "weight_decay"
    _memory = {"exp_avg": zeros, "exp_avg_sq": zeros}

    def _means(self, state, grad, group):
        """Take a gradient into both means."""
        first, second = group["betas"]
        state["exp_avg"].lerp_(grad, 1 - first)
        state["exp_avg_sq"].mul_(second).addcmul_(grad, grad.conj(), value=1 - second)
        return state["exp_avg"], state["exp_avg_sq"]

    @staticmethod
    def _bias(group, count):
        """What share of the means is gradients, after a number of steps; the rest is the zeros they began with."""
        return [1 - beta**count for beta in group["betas"]]


class Adam(Moments):
    """Steps of the mean gradient over the root of its mean square."""

    _settings = (
        "lr", "betas", "eps", "weight_decay", "amsgrad", "maximize", "foreach", "capturable", "differentiable", "fused",
        "decoupled_weight_decay",
    )
    _later = "amsgrad", "maximize", "foreach", "capturable", "differentiable", "decoupled_weight_decay", "fused"
    _memory = Moments._memory | {"max_exp_avg_sq": zeros_if("amsgrad")}

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False, fused=None, decoupled_weight_decay=False):
        given = locals()
        if foreach and not capturable and isinstance(lr, _torch.Tensor):
            raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
        self._set_up(given)

    def _move(self, p, grad, state, group, lr, count):
        mean, square = self._means(state, grad, group)
        share, share_of_squares = self._bias(group, count)
        if group["amsgrad"]:
            square = _torch.maximum(state["max_exp_avg_sq"], square, out=state["max_exp_avg_sq"])
        below = (square.sqrt() / share_of_squares**0.5).add_(group["eps"])
        p.addcdiv_(mean, below, value=-(lr / share))


class AdamW(Adam):
    """Adam whose weight decay does not go into the means."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *,
                 maximize=False, foreach=None, capturable=False, differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize, foreach=foreach,
                         capturable=capturable, differentiable=differentiable, fused=fused, decoupled_weight_decay=True)

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            group["decoupled_weight_decay"] = True
