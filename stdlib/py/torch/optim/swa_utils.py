"""Averages of a model's weights over training (SWA, EMA), and the learning rate that goes with them."""

import copy
import math

import torch
from torch.nn import Module
from torch.optim.lr_scheduler import LRScheduler

__all__ = [
    "AveragedModel", "SWALR", "get_ema_avg_fn", "get_ema_multi_avg_fn", "get_swa_avg_fn", "get_swa_multi_avg_fn", "update_bn",
]


def _check_decay(decay):
    if not 0.0 <= decay <= 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")


def get_ema_multi_avg_fn(decay=0.999):
    """An exponential moving average of lists of tensors: (averages, current values, count) changes the averages."""
    _check_decay(decay)

    @torch.no_grad()
    def ema_update(ema_param_list, current_param_list, _):
        for average, current in zip(ema_param_list, current_param_list):
            if average.is_floating_point() or average.is_complex():
                average.lerp_(current.to(average.dtype), 1 - decay)
            else:
                average.copy_(average * decay + current * (1 - decay))

    return ema_update


def get_swa_multi_avg_fn():
    """An equal average of lists of tensors: (averages, current values, count) changes the averages."""

    @torch.no_grad()
    def swa_update(averaged_param_list, current_param_list, num_averaged):
        share = 1 / (num_averaged + 1)
        for average, current in zip(averaged_param_list, current_param_list):
            if average.is_floating_point() or average.is_complex():
                average.lerp_(current.to(average.dtype), share)
            else:
                average.add_(current - average, alpha=share)

    return swa_update


def get_ema_avg_fn(decay=0.999):
    """An exponential moving average of one tensor: (average, current value, count) gives the new average."""
    _check_decay(decay)

    @torch.no_grad()
    def ema_update(ema_param, current_param, num_averaged):
        return decay * ema_param + (1 - decay) * current_param

    return ema_update


def get_swa_avg_fn():
    """An equal average of one tensor: (average, current value, count) gives the new average."""

    @torch.no_grad()
    def swa_update(averaged_param, current_param, num_averaged):
        return averaged_param + (current_param - averaged_param) / (num_averaged + 1)

    return swa_update


class AveragedModel(Module):
    """A copy of a model whose parameters are averages of those that update_parameters has seen.

    avg_fn averages one tensor at a time, multi_avg_fn lists of them; without either the average weighs all alike.
    use_buffers averages the buffers too; otherwise they are copied from the model.
    """

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = copy.deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", torch.tensor(0, dtype=torch.long, device=device))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def _pairs(self, model):
        """(own tensor, the model's) of everything that is averaged."""
        own, others = [*self.module.parameters()], [*model.parameters()]
        if self.use_buffers:
            own += self.module.buffers()
            others += model.buffers()
        return [(mine, other.detach().to(mine.device)) for mine, other in zip(own, others)]

    def update_parameters(self, model):
        """Take the model's present parameters into the average."""
        pairs = self._pairs(model)
        with torch.no_grad():
            if self.n_averaged == 0:
                for mine, other in pairs:
                    mine.copy_(other)
            elif self.avg_fn is not None:
                count = self.n_averaged
                for mine, other in pairs:
                    mine.copy_(self.avg_fn(mine, other, count.to(mine.device)))
            elif pairs:
                update = self.multi_avg_fn or get_swa_multi_avg_fn()
                update([mine for mine, _ in pairs], [other for _, other in pairs], self.n_averaged)
            if not self.use_buffers:
                for mine, other in zip(self.module.buffers(), model.buffers()):
                    mine.copy_(other)
        self.n_averaged += 1


@torch.no_grad()
def update_bn(loader, model, device=None):
    """Compute the running statistics of the model's batch norms anew, from one pass over the loader."""
    norms = {
        module: module.momentum
        for module in model.modules()
        if isinstance(module, torch.nn.modules.batchnorm._BatchNorm)
    }
    if not norms:
        return
    training = model.training
    model.train()
    for module in norms:
        module.reset_running_stats()
        module.momentum = None  # a plain average over all batches
    for batch in loader:
        if isinstance(batch, (list, tuple)):
            batch = batch[0]
        model(batch if device is None else batch.to(device))
    for module, momentum in norms.items():
        module.momentum = momentum
    model.train(training)


_ANNEAL = {
    "cos": lambda t: (1 - math.cos(math.pi * t)) / 2,
    "linear": lambda t: t,
}


class SWALR(LRScheduler):
    """Moves the learning rate of each group to swa_lr within anneal_epochs steps and leaves it there."""

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        groups = optimizer.param_groups
        rates = [*swa_lr] if isinstance(swa_lr, (list, tuple)) else [swa_lr] * len(groups)
        if len(rates) != len(groups):
            raise ValueError(
                "swa_lr must have the same length as optimizer.param_groups. "
                f"swa_lr has {len(rates)} values, param_groups has {len(groups)}."
            )
        for rate, group in zip(rates, groups):
            group["swa_lr"] = rate
        if anneal_strategy not in _ANNEAL:
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._strategy = anneal_strategy
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _weight(self, step):
        """How much of swa_lr stands in the rate after `step` steps, from 0 to 1."""
        return _ANNEAL[self._strategy](min(1.0, max(0.0, step / max(1, self.anneal_epochs))))

    def get_lr(self):
        """The rates of this step: the start of the way is worked out from the present rates, which others may have changed."""
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._weight(step - 1), self._weight(step)
        rates = []
        for group in self.optimizer.param_groups:
            target = group["swa_lr"]
            start = target if before == 1 else (group["lr"] - before * target) / (1 - before)
            rates.append(target * now + start * (1 - now))
        return rates
