"""Variants of Adam: Adamax, NAdam, RAdam; and ASGD."""

import _torch
from torch.optim.optimizer import Optimizer, check, number, scalar_step

__all__ = ["Adamax", "NAdam", "RAdam", "ASGD"]


def _check_adam(lr, betas, eps, weight_decay):
    if isinstance(lr, _torch.Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    if not 0.0 <= lr:
        raise ValueError(f"Invalid learning rate: {lr}")
    check("epsilon", eps)
    if not 0.0 <= betas[0] < 1.0:
        raise ValueError(f"Invalid beta parameter at index 0: {betas[0]}")
    if not 0.0 <= betas[1] < 1.0:
        raise ValueError(f"Invalid beta parameter at index 1: {betas[1]}")
    check("weight_decay", weight_decay)


class Adamax(Optimizer):
    """Adam with the infinity norm."""

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        _check_adam(lr, betas, eps, weight_decay)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "capturable": capturable,
        }
        super().__init__(params, defaults)

    def _update(self, group, params):
        lr = number(group["lr"])
        beta1, beta2 = group["betas"]
        for p in params:
            grad = -p.grad if group["maximize"] else p.grad
            state = self.state[p]
            if len(state) == 0:
                state["step"] = scalar_step()
                state["exp_avg"] = _torch.zeros_like(p, memory_format=_torch.preserve_format)
                state["exp_inf"] = _torch.zeros_like(p, memory_format=_torch.preserve_format)
            state["step"] += 1
            if group["weight_decay"] != 0:
                grad = grad.add(p, alpha=group["weight_decay"])
            exp_avg = state["exp_avg"]
            exp_inf = state["exp_inf"]
            exp_avg.lerp_(grad, 1 - beta1)
            _torch.maximum(exp_inf.mul_(beta2), grad.abs().add_(group["eps"]), out=exp_inf)
            clr = lr / (1 - beta1 ** state["step"].item())
            p.addcdiv_(exp_avg, exp_inf, value=-clr)


class NAdam(Optimizer):
    """Adam with Nesterov momentum."""

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        momentum_decay=4e-3,
        decoupled_weight_decay=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
    ):
        _check_adam(lr, betas, eps, weight_decay)
        check("momentum_decay", momentum_decay)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "momentum_decay": momentum_decay,
            "decoupled_weight_decay": decoupled_weight_decay,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def _update(self, group, params):
        lr = number(group["lr"])
        beta1, beta2 = group["betas"]
        weight_decay = group["weight_decay"]
        decay = group["momentum_decay"]
        for p in params:
            grad = -p.grad if group["maximize"] else p.grad
            state = self.state[p]
            if len(state) == 0:
                state["step"] = scalar_step()
                state["mu_product"] = _torch.tensor(1.0, dtype=_torch.float32)
                state["exp_avg"] = _torch.zeros_like(p, memory_format=_torch.preserve_format)
                state["exp_avg_sq"] = _torch.zeros_like(p, memory_format=_torch.preserve_format)
            state["step"] += 1
            step = state["step"].item()
            if weight_decay != 0:
                if group["decoupled_weight_decay"]:
                    p.mul_(1 - lr * weight_decay)
                else:
                    grad = grad.add(p, alpha=weight_decay)
            mu = beta1 * (1.0 - 0.5 * (0.96 ** (step * decay)))
            mu_next = beta1 * (1.0 - 0.5 * (0.96 ** ((step + 1) * decay)))
            state["mu_product"] *= mu
            exp_avg = state["exp_avg"]
            exp_avg_sq = state["exp_avg_sq"]
            exp_avg.lerp_(grad, 1 - beta1)
            exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
            denom = exp_avg_sq.div(1 - beta2**step).sqrt().add_(group["eps"])
            product = state["mu_product"].item()
            p.addcdiv_(grad, denom, value=(-lr * (1.0 - mu) / (1.0 - product)))
            p.addcdiv_(exp_avg, denom, value=(-lr * mu_next) / (1.0 - product * mu_next))


class RAdam(Optimizer):
    """Adam with a rectified variance."""

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        decoupled_weight_decay=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
    ):
        _check_adam(lr, betas, eps, weight_decay)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "decoupled_weight_decay": decoupled_weight_decay,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def _update(self, group, params):
        lr = number(group["lr"])
        beta1, beta2 = group["betas"]
        weight_decay = group["weight_decay"]
        rho_inf = 2 / (1 - beta2) - 1
        for p in params:
            grad = -p.grad if group["maximize"] else p.grad
            state = self.state[p]
            if len(state) == 0:
                state["step"] = scalar_step()
                state["exp_avg"] = _torch.zeros_like(p, memory_format=_torch.preserve_format)
                state["exp_avg_sq"] = _torch.zeros_like(p, memory_format=_torch.preserve_format)
            state["step"] += 1
            step = state["step"].item()
            if weight_decay != 0:
                if group["decoupled_weight_decay"]:
                    p.mul_(1 - lr * weight_decay)
                else:
                    grad = grad.add(p, alpha=weight_decay)
            exp_avg = state["exp_avg"]
            exp_avg_sq = state["exp_avg_sq"]
            exp_avg.lerp_(grad, 1 - beta1)
            exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
            bias_correction1 = 1 - beta1**step
            bias_correction2 = 1 - beta2**step
            corrected = exp_avg / bias_correction1
            rho_t = rho_inf - 2 * step * (beta2**step) / bias_correction2
            if rho_t > 5.0:
                rect = ((rho_t - 4) * (rho_t - 2) * rho_inf / ((rho_inf - 4) * (rho_inf - 2) * rho_t)) ** 0.5
                adaptive = (bias_correction2**0.5) / exp_avg_sq.sqrt().add_(group["eps"])
                p.add_(corrected * lr * adaptive * rect, alpha=-1.0)
            else:
                p.add_(corrected * lr, alpha=-1.0)


class ASGD(Optimizer):
    """Averaged gradient descent."""

    def __init__(
        self,
        params,
        lr=1e-2,
        lambd=1e-4,
        alpha=0.75,
        t0=1e6,
        weight_decay=0,
        foreach=None,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        if isinstance(lr, _torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        check("weight_decay", weight_decay)
        defaults = {
            "lr": lr,
            "lambd": lambd,
            "alpha": alpha,
            "t0": t0,
            "weight_decay": weight_decay,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "capturable": capturable,
        }
        super().__init__(params, defaults)

    def _update(self, group, params):
        lr = number(group["lr"])
        for p in params:
            grad = -p.grad if group["maximize"] else p.grad
            state = self.state[p]
            if len(state) == 0:
                state["step"] = scalar_step()
                state["eta"] = _torch.tensor(lr, dtype=_torch.float32)
                state["mu"] = _torch.ones((), dtype=_torch.float32)
                state["ax"] = _torch.zeros_like(p, memory_format=_torch.preserve_format)
            state["step"] += 1
            step = state["step"].item()
            if group["weight_decay"] != 0:
                grad = grad.add(p, alpha=group["weight_decay"])
            eta = state["eta"].item()
            p.mul_(1 - group["lambd"] * eta)
            p.add_(grad, alpha=-eta)
            ax = state["ax"]
            mu = state["mu"]
            if mu.item() != 1:
                ax.add_(p.sub(ax).mul_(mu))
            else:
                ax.copy_(p)
            state["eta"].copy_(_torch.tensor(lr / ((1 + group["lambd"] * lr * step) ** group["alpha"])))
            mu.copy_(_torch.tensor(1 / max(1, step - group["t0"])))
