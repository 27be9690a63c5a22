"""Stochastic gradient descent."""

from torch.optim._rule import Rule

__all__ = ["SGD"]


class SGD(Rule):
    """Steps along the gradient, or along its running sum (momentum)."""

    _settings = (
        "lr", "momentum", "dampening", "weight_decay", "nesterov", "maximize", "foreach", "differentiable", "fused",
    )
    _limits = "lr", "momentum", "weight_decay"
    _later = "nesterov", "maximize", "foreach", "differentiable"
    _counts = False

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False,
                 foreach=None, differentiable=False, fused=None):
        given = locals()
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        self._set_up(given)

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            group.setdefault("fused", False)

    def _move(self, p, grad, state, group, lr, count):
        momentum = group["momentum"]
        if momentum != 0:
            kept = self.state[p]
            total = kept.get("momentum_buffer")
            if total is None:
                total = kept["momentum_buffer"] = grad.detach().clone()
            else:
                total.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            grad = grad.add(total, alpha=momentum) if group["nesterov"] else total
        p.add_(grad, alpha=-lr)
