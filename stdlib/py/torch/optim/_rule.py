"""Optimizers that move each parameter by a rule of its own gradient and state.

A subclass is a row of tables and one function:

    _settings   the names of the settings, in the order in which a group keeps them
    _limits     the settings that are checked, in this order
    _later      settings that older saved states lack
    _memory     the tensors of a parameter's state and how they begin
    _move(p, grad, state, group, lr, count)   the rule: change p in place
"""

import _torch
from torch.autograd.grad_mode import enable_grad, no_grad
from torch.optim.optimizer import Optimizer

__all__ = ["Rule", "number", "one_element", "scalar_step"]


def number(value):
    """A setting as a number; a tensor with one element counts."""
    return value.item() if isinstance(value, _torch.Tensor) else value


def one_element(lr):
    """Refuse a learning rate of several elements."""
    if isinstance(lr, _torch.Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")


def scalar_step():
    """A counter of steps: a float32 tensor on the CPU, as PyTorch keeps it."""
    return _torch.tensor(0.0, dtype=_torch.float32)


def zeros(p, grad, group):
    """How most state begins."""
    return _torch.zeros_like(p, memory_format=_torch.preserve_format)


def zeros_if(setting):
    """State that is needed only for a setting that is true or above 0."""
    return lambda p, grad, group: zeros(p, grad, group) if group[setting] > 0 else None


def _nonnegative(what):
    return lambda value: None if value >= 0.0 else f"Invalid {what}: {value}"


def _betas(values):
    for place, value in enumerate(values):
        if not 0.0 <= value < 1.0:
            return f"Invalid beta parameter at index {place}: {value}"
    return None


# What is wrong with a setting, or None.
_LIMITS = {
    "lr": _nonnegative("learning rate"), "eps": _nonnegative("epsilon value"), "betas": _betas,
    "rho": lambda v: None if 0.0 <= v <= 1.0 else f"Invalid rho value: {v}",
    "etas": lambda v: None if 0.0 < v[0] < 1.0 < v[1] else f"Invalid eta values: {v[0]}, {v[1]}",
}
# What settings are in saved states that lack them.
_BEFORE_THEY_WERE = {
    "amsgrad": False, "nesterov": False, "maximize": False, "foreach": None, "differentiable": False, "fused": None,
    "capturable": False, "decoupled_weight_decay": False, "momentum": 0, "centered": False,
}


class Rule(Optimizer):
    """The steps that all such optimizers share."""

    _settings = _limits = _later = ()
    _memory = {}
    _counts = True  # whether there is state for every parameter, with a counter of steps

    def _set_up(self, given):
        """Begin with the arguments of __init__."""
        one_element(given["lr"])
        for name in self._limits:
            wrong = _LIMITS.get(name, _nonnegative(name + " value"))(given[name])
            if wrong:
                raise ValueError(wrong)
        Optimizer.__init__(self, given["params"], {name: given[name] for name in self._settings})

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            for name in self._later:
                group.setdefault(name, _BEFORE_THEY_WERE[name])
        for kept in self.state.values():
            if isinstance(kept.get("step"), (int, float)):
                kept["step"] = scalar_step() + kept["step"]

    def step(self, closure=None):
        """Move all parameters that have gradients; gives what `closure`, which may compute them anew, returns."""
        if self._has_step_hooks():
            arguments = (self,) if closure is None else (self, closure)
            return self._hooked(Rule._step, arguments, {})
        return self._step(closure)

    step.hooked = True

    def _step(self, closure=None):
        loss = None
        with no_grad():
            if closure is not None:
                with enable_grad():
                    loss = closure()
            for group in self.param_groups:
                moved = [p for p in group["params"] if p.grad is not None]
                if moved:
                    self._update(group, moved)
        return loss

    def _update(self, group, params):
        lr, decay, decoupled = number(group["lr"]), group.get("weight_decay", 0), group.get("decoupled_weight_decay")
        count = None
        for p in params:
            grad = -p.grad if group["maximize"] else p.grad
            state = None
            if self._counts:
                state = self.state[p]
                if not state:
                    self._begin(state, p, grad, group)
                state["step"] += 1
                count = state["step"].item()
            if decay != 0 and decoupled:
                p.mul_(1 - lr * decay)
            elif decay != 0:
                grad = grad.add(p, alpha=decay)
            self._move(p, grad, state, group, lr, count)

    def _begin(self, state, p, grad, group):
        """Fill the state of a parameter that moves for the first time."""
        state["step"] = scalar_step()
        for name, beginning in self._memory.items():
            tensor = beginning(p, grad, group)
            if tensor is not None:
                state[name] = tensor

    def _move(self, p, grad, state, group, lr, count):
        raise NotImplementedError
