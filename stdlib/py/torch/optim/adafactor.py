"""Adafactor: Adam's second moment, kept as the means of its rows and columns."""

import _torch
from torch.optim._rule import Rule, number, one_element, scalar_step

__all__ = ["Adafactor"]


class Adafactor(Rule):
    """Steps as large as the parameter (Shazeer and Stern, 2018). For a matrix the squares of the gradient are kept as one
    number a row and one a column."""

    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None,
                 maximize=False):
        one_element(lr)
        for name, value, fits in (
                ("Learning rate should be >= 0", lr, lr >= 0.0), ("beta2_decay should be <= 0", beta2_decay, beta2_decay <= 0.0),
                ("epsilon1 should be >= 0", eps[0], eps[0] is None or eps[0] >= 0.0),
                ("epsilon2 should be >= 0", eps[1], eps[1] >= 0.0), ("Clipping threshold d should be >= 1", d, d >= 1.0),
                ("weight_decay should be >= 0", weight_decay, weight_decay >= 0.0)):
            if not fits:
                raise ValueError(f"{name} but is: {value}")
        super().__init__(params, {"lr": lr, "beta2_decay": beta2_decay, "eps": eps, "d": d, "weight_decay": weight_decay,
                                  "foreach": foreach, "maximize": maximize})

    def _state_of(self, p):
        state = self.state[p]
        if not state:
            state["step"] = scalar_step()
            if p.dim() > 1:
                state["row_var"] = p.new_zeros((*p.shape[:-1], 1))
                state["col_var"] = p.new_zeros((*p.shape[:-2], 1, p.shape[-1]))
            else:
                state["variance"] = _torch.zeros_like(p, memory_format=_torch.preserve_format)
        return state

    def _update(self, group, params):
        lr, (eps1, eps2) = number(group["lr"]), group["eps"]
        for p in params:
            state = self._state_of(p)
            state["step"] += 1
            step = state["step"].item()
            grad = -p.grad if group["maximize"] else p.grad
            floor = _torch.finfo(p.dtype).eps if eps1 is None else eps1
            size = max(eps2, _rms(p)) * min(lr, 1 / step**0.5)
            if group["weight_decay"] != 0:
                p.mul_(1 - lr * group["weight_decay"])
            estimate = self._estimate(state, grad, step ** group["beta2_decay"], floor)
            direction = estimate.clamp_(min=floor * floor).rsqrt_().mul_(grad)
            p.add_(direction, alpha=-size / max(1.0, _rms(direction) / group["d"]))

    @staticmethod
    def _estimate(state, grad, share, floor):
        """A new tensor of the mean squares, into which this gradient goes with weight `share`."""
        if grad.dim() < 2:
            return state["variance"].lerp_(grad * grad, share).clone()
        rows, columns = state["row_var"], state["col_var"]
        for kept, dim in ((rows, -1), (columns, -2)):
            kept.lerp_(grad.norm(dim=dim, keepdim=True).square_().div_(grad.size(dim)), share)
        return (rows @ columns).div_(rows.mean(dim=-2, keepdim=True).clamp_(min=floor))


def _rms(tensor):
    return tensor.norm(2).item() / tensor.numel() ** 0.5
