"""RMSprop and Rprop."""

import _torch
from torch.optim.optimizer import Optimizer, check, number, scalar_step

__all__ = ["RMSprop", "Rprop"]


class RMSprop(Optimizer):
    """Steps scaled by the root of the mean square of the gradient."""

    def __init__(
        self,
        params,
        lr=1e-2,
        alpha=0.99,
        eps=1e-8,
        weight_decay=0,
        momentum=0,
        centered=False,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        if isinstance(lr, _torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        check("epsilon", eps)
        check("momentum", momentum)
        check("weight_decay", weight_decay)
        check("alpha", alpha)
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "alpha": alpha,
            "eps": eps,
            "centered": centered,
            "weight_decay": weight_decay,
            "capturable": capturable,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def _update(self, group, params):
        lr = number(group["lr"])
        alpha = group["alpha"]
        eps = group["eps"]
        weight_decay = group["weight_decay"]
        momentum = group["momentum"]
        for p in params:
            grad = -p.grad if group["maximize"] else p.grad
            state = self.state[p]
            if len(state) == 0:
                state["step"] = scalar_step()
                state["square_avg"] = _torch.zeros_like(p, memory_format=_torch.preserve_format)
                if momentum > 0:
                    state["momentum_buffer"] = _torch.zeros_like(p, memory_format=_torch.preserve_format)
                if group["centered"]:
                    state["grad_avg"] = _torch.zeros_like(p, memory_format=_torch.preserve_format)
            state["step"] += 1
            if weight_decay != 0:
                grad = grad.add(p, alpha=weight_decay)
            square_avg = state["square_avg"]
            square_avg.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
            if group["centered"]:
                grad_avg = state["grad_avg"]
                grad_avg.lerp_(grad, 1 - alpha)
                avg = square_avg.addcmul(grad_avg, grad_avg, value=-1).sqrt_()
            else:
                avg = square_avg.sqrt()
            avg = avg.add_(eps)
            if momentum > 0:
                buf = state["momentum_buffer"]
                buf.mul_(momentum).addcdiv_(grad, avg)
                p.add_(buf, alpha=-lr)
            else:
                p.addcdiv_(grad, avg, value=-lr)


class Rprop(Optimizer):
    """Steps that grow while the sign of the gradient stays."""

    def __init__(
        self,
        params,
        lr=1e-2,
        etas=(0.5, 1.2),
        step_sizes=(1e-6, 50),
        *,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        if isinstance(lr, _torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        defaults = {
            "lr": lr,
            "etas": etas,
            "step_sizes": step_sizes,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "capturable": capturable,
        }
        super().__init__(params, defaults)

    def _update(self, group, params):
        lr = number(group["lr"])
        etaminus, etaplus = group["etas"]
        low, high = group["step_sizes"]
        for p in params:
            grad = -p.grad if group["maximize"] else p.grad
            state = self.state[p]
            if len(state) == 0:
                state["step"] = scalar_step()
                state["prev"] = _torch.zeros_like(p, memory_format=_torch.preserve_format)
                state["step_size"] = _torch.full_like(grad, lr)
            state["step"] += 1
            prev = state["prev"]
            step_size = state["step_size"]
            sign = grad.mul(prev).sign()
            factor = _torch.ones_like(sign)
            factor[sign.gt(0)] = etaplus
            factor[sign.lt(0)] = etaminus
            step_size.mul_(factor).clamp_(low, high)
            grad = grad.clone(memory_format=_torch.preserve_format)
            grad[factor.eq(etaminus)] = 0
            p.addcmul_(grad.sign(), step_size, value=-1)
            prev.copy_(grad)
