"""Adagrad and Adadelta."""

from torch.optim._rule import Rule, zeros

__all__ = ["Adagrad", "Adadelta"]


class Adagrad(Rule):
    """Steps of the gradient over the root of the sum of its squares so far."""

    _settings = (
        "lr", "lr_decay", "eps", "weight_decay", "initial_accumulator_value", "foreach", "maximize", "differentiable",
        "fused",
    )
    _limits = "lr", "lr_decay", "weight_decay", "initial_accumulator_value", "eps"
    _later = "foreach", "maximize", "differentiable", "fused"
    _memory = {"sum": lambda p, grad, group: zeros(p, grad, group).fill_(group["initial_accumulator_value"])}

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10,
                 foreach=None, *, maximize=False, differentiable=False, fused=None):
        self._set_up(locals())
        for group in self.param_groups:
            for p in group["params"]:
                self._begin(self.state[p], p, None, {"initial_accumulator_value": initial_accumulator_value})

    def share_memory(self):
        """Move the sums to shared memory."""
        for state in self.state.values():
            state["sum"].share_memory_()

    def _move(self, p, grad, state, group, lr, count):
        root = state["sum"].addcmul_(grad, grad, value=1).sqrt().add_(group["eps"])
        p.addcdiv_(grad, root, value=-(lr / (1 + (count - 1) * group["lr_decay"])))


class Adadelta(Rule):
    """Steps as large as recent ones, over the gradient's size: no unit of the learning rate is left."""

    _settings = "lr", "rho", "eps", "weight_decay", "maximize", "capturable", "foreach", "differentiable"
    _limits = "lr", "rho", "eps", "weight_decay"
    _later = "foreach", "maximize", "differentiable", "capturable"
    _memory = {"square_avg": zeros, "acc_delta": zeros}

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False,
                 maximize=False, differentiable=False):
        self._set_up(locals())

    def _move(self, p, grad, state, group, lr, count):
        keep, eps = group["rho"], group["eps"]

        def average(name, value):
            """Take the squares of a value into a mean."""
            return state[name].mul_(keep).addcmul_(value, value, value=1 - keep)

        root = average("square_avg", grad).add(eps).sqrt_()
        change = state["acc_delta"].add(eps).sqrt_().div_(root).mul_(grad)
        average("acc_delta", change)
        p.add_(change, alpha=-lr)
