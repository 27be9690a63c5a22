"""Adagrad and Adadelta."""

import _torch
from torch.optim.optimizer import Optimizer, check, number, scalar_step

__all__ = ["Adagrad", "Adadelta"]


class Adagrad(Optimizer):
    """Steps scaled by the root of the sum of squared gradients."""

    def __init__(
        self,
        params,
        lr=1e-2,
        lr_decay=0,
        weight_decay=0,
        initial_accumulator_value=0,
        eps=1e-10,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        fused=None,
    ):
        if isinstance(lr, _torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        check("lr_decay", lr_decay)
        check("weight_decay", weight_decay)
        check("initial_accumulator_value", initial_accumulator_value)
        check("epsilon", eps)
        defaults = {
            "lr": lr,
            "lr_decay": lr_decay,
            "eps": eps,
            "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "fused": fused,
        }
        super().__init__(params, defaults)
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                state["step"] = scalar_step()
                state["sum"] = _torch.full_like(
                    p, initial_accumulator_value, memory_format=_torch.preserve_format
                )

    def share_memory(self):
        """Move the state to shared memory."""
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["sum"].share_memory_()

    def _update(self, group, params):
        lr = number(group["lr"])
        for p in params:
            grad = -p.grad if group["maximize"] else p.grad
            state = self.state[p]
            state["step"] += 1
            if group["weight_decay"] != 0:
                grad = grad.add(p, alpha=group["weight_decay"])
            clr = lr / (1 + (state["step"].item() - 1) * group["lr_decay"])
            state_sum = state["sum"]
            state_sum.addcmul_(grad, grad, value=1)
            std = state_sum.sqrt().add_(group["eps"])
            p.addcdiv_(grad, std, value=-clr)


class Adadelta(Optimizer):
    """Steps scaled by running means of squared gradients and squared steps."""

    def __init__(
        self,
        params,
        lr=1.0,
        rho=0.9,
        eps=1e-6,
        weight_decay=0,
        foreach=None,
        *,
        capturable=False,
        maximize=False,
        differentiable=False,
    ):
        if isinstance(lr, _torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        check("epsilon", eps)
        check("weight_decay", weight_decay)
        defaults = {
            "lr": lr,
            "rho": rho,
            "eps": eps,
            "weight_decay": weight_decay,
            "maximize": maximize,
            "capturable": capturable,
            "foreach": foreach,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def _update(self, group, params):
        lr = number(group["lr"])
        rho = group["rho"]
        eps = group["eps"]
        for p in params:
            grad = -p.grad if group["maximize"] else p.grad
            state = self.state[p]
            if len(state) == 0:
                state["step"] = scalar_step()
                state["square_avg"] = _torch.zeros_like(p, memory_format=_torch.preserve_format)
                state["acc_delta"] = _torch.zeros_like(p, memory_format=_torch.preserve_format)
            state["step"] += 1
            if group["weight_decay"] != 0:
                grad = grad.add(p, alpha=group["weight_decay"])
            square_avg = state["square_avg"]
            acc_delta = state["acc_delta"]
            square_avg.mul_(rho).addcmul_(grad, grad, value=1 - rho)
            std = square_avg.add(eps).sqrt_()
            delta = acc_delta.add(eps).sqrt_().div_(std).mul_(grad)
            acc_delta.mul_(rho).addcmul_(delta, delta, value=1 - rho)
            p.add_(delta, alpha=-lr)
