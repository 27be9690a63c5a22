"""Variants of Adam: Adamax, NAdam, RAdam; and ASGD."""

import _torch
from torch.optim._rule import Rule, zeros
from torch.optim.adam import Moments

__all__ = ["Adamax", "NAdam", "RAdam", "ASGD"]


class Adamax(Rule):
    """Adam with the largest recent gradient in place of the root of the mean square."""

    _settings = "lr", "betas", "eps", "weight_decay", "foreach", "maximize", "differentiable", "capturable"
    _limits = Moments._limits
    _later = "foreach", "maximize", "differentiable", "capturable"
    _memory = {"exp_avg": zeros, "exp_inf": zeros}

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False,
                 differentiable=False, capturable=False):
        self._set_up(locals())

    def _move(self, p, grad, state, group, lr, count):
        first, second = group["betas"]
        mean, largest = state["exp_avg"], state["exp_inf"]
        mean.lerp_(grad, 1 - first)
        _torch.maximum(largest.mul_(second), grad.abs().add_(group["eps"]), out=largest)
        p.addcdiv_(mean, largest, value=-(lr / (1 - first**count)))


class NAdam(Moments):
    """Adam with Nesterov momentum, whose weight grows towards the first beta."""

    _settings = (
        "lr", "betas", "eps", "weight_decay", "momentum_decay", "decoupled_weight_decay", "maximize", "foreach",
        "capturable", "differentiable",
    )
    _limits = *Moments._limits, "momentum_decay"
    _later = "maximize", "foreach", "capturable", "differentiable", "decoupled_weight_decay"
    _memory = {"mu_product": lambda p, grad, group: _torch.ones((), dtype=_torch.float32)} | Moments._memory

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3,
                 decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False, differentiable=False):
        self._set_up(locals())

    def _move(self, p, grad, state, group, lr, count):
        def momentum(step):
            return group["betas"][0] * (1.0 - 0.5 * (0.96 ** (step * group["momentum_decay"])))

        now, ahead = momentum(count), momentum(count + 1)
        state["mu_product"] *= now
        product = state["mu_product"].item()
        mean, square = self._means(state, grad, group)
        below = square.div(self._bias(group, count)[1]).sqrt().add_(group["eps"])
        p.addcdiv_(grad, below, value=(-lr * (1.0 - now) / (1.0 - product)))
        p.addcdiv_(mean, below, value=(-lr * ahead) / (1.0 - product * ahead))


class RAdam(Moments):
    """Adam that scales by the mean square only once enough gradients went into it."""

    _settings = (
        "lr", "betas", "eps", "weight_decay", "maximize", "foreach", "capturable", "decoupled_weight_decay",
        "differentiable",
    )
    _later = "foreach", "maximize", "differentiable", "decoupled_weight_decay", "capturable"

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False, *,
                 foreach=None, maximize=False, capturable=False, differentiable=False):
        self._set_up(locals())

    def _move(self, p, grad, state, group, lr, count):
        mean, square = self._means(state, grad, group)
        share, share_of_squares = self._bias(group, count)
        direction = mean / share * lr
        second = group["betas"][1]
        longest = 2 / (1 - second) - 1  # of the mean, in steps; then how long it is by now
        length = longest - 2 * count * (second**count) / share_of_squares
        if length > 5.0:
            trust = (length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length)
            direction = direction * (share_of_squares**0.5 / square.sqrt().add_(group["eps"])) * trust**0.5
        p.add_(direction, alpha=-1.0)


class ASGD(Rule):
    """Gradient descent with ever smaller steps that also keeps the average of where it was."""

    _settings = "lr", "lambd", "alpha", "t0", "weight_decay", "foreach", "maximize", "differentiable", "capturable"
    _limits = "lr", "weight_decay"
    _later = "foreach", "maximize", "differentiable", "capturable"
    _memory = {
        "eta": lambda p, grad, group: _torch.as_tensor(group["lr"], dtype=_torch.float32).clone(),
        "mu": lambda p, grad, group: _torch.ones((), dtype=_torch.float32),
        "ax": zeros,
    }

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False,
                 differentiable=False, capturable=False):
        self._set_up(locals())

    def _move(self, p, grad, state, group, lr, count):
        size, weight, average = state["eta"], state["mu"], state["ax"]
        p.mul_(1 - group["lambd"] * size.item()).add_(grad, alpha=-size.item())
        if weight.item() == 1:
            average.copy_(p)
        else:
            average.add_(p.sub(average).mul_(weight))
        size.fill_(lr / ((1 + group["lambd"] * lr * count) ** group["alpha"]))
        weight.fill_(1 / max(1, count - group["t0"]))
