"""Learning rate schedules.

A schedule comes in two forms: get_lr() makes the next rates from the present ones, so that several schedules can act on one
optimizer, and for some `_get_closed_form_lr()` makes them from the epoch alone. The attributes are those of PyTorch's state_dict.
"""

import math
import types
import warnings
from bisect import bisect_right
from collections import Counter

import _torch

__all__ = [
    "LambdaLR", "MultiplicativeLR", "StepLR", "MultiStepLR", "ConstantLR", "LinearLR", "ExponentialLR",
    "SequentialLR", "CosineAnnealingLR", "ChainedScheduler", "ReduceLROnPlateau", "CyclicLR",
    "CosineAnnealingWarmRestarts", "OneCycleLR", "PolynomialLR", "LRScheduler",
]

EPOCH_DEPRECATION_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where possible. Please use "
    "`scheduler.step()` to step the scheduler. During the deprecation, if epoch is different from None, the closed form is "
    "used instead of the new chainable form, where available. Please open an issue if you are unable to replicate your use "
    "case: https://github.com/pytorch/pytorch/issues/new/choose."
)

_ORDER_PAGE = "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"


def _copy(value):
    return value.clone() if isinstance(value, _torch.Tensor) else value


def _rates(optimizer):
    return [_copy(group["lr"]) for group in optimizer.param_groups]


def _put(group, value):
    """Set a group's rate, in place where it is a tensor."""
    if isinstance(group["lr"], _torch.Tensor):
        group["lr"].fill_(value.item() if isinstance(value, _torch.Tensor) else value)
    else:
        group["lr"] = value


def _checked(optimizer):
    from torch.optim.optimizer import Optimizer

    if isinstance(optimizer, Optimizer):
        return optimizer
    raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def _per_group(name, optimizer, value):
    """A list with one value for each parameter group."""
    count = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [value] * count
    if len(value) == count:
        return list(value)
    raise ValueError(f"{name} must have the same length as optimizer.param_groups. {name} has {len(value)} values, "
                     f"param_groups has {count}.")


class _OptimizerStep:
    """Stands in for an optimizer's step() to remember that it was called."""

    def __init__(self, step, optimizer):
        self.step, self.optimizer = step, optimizer

    def __call__(self, *args, **kwargs):
        self.optimizer._opt_called = True
        return self.step(*args, **kwargs)


class LRScheduler:
    """Base class of schedules. A subclass defines get_lr()."""

    _get_lr_called_within_step = False
    _is_initial = False
    _not_saved = ("optimizer",)

    def __init__(self, optimizer, last_epoch=-1):
        self.optimizer = _checked(optimizer)
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", _copy(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(
                    f"param 'initial_lr' is not specified in param_groups[{i}] when resuming scheduler with last_epoch >= 0.\n"
                    "This typically happens when:\n1. You're trying to resume training from a checkpoint but haven't properly "
                    "loaded the optimizer state\n2. You're using last_epoch >= 0 for a fresh training run (not recommended)")
        self.base_lrs = [_copy(group["initial_lr"]) for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        if not self._watched():
            optimizer.step = _OptimizerStep(optimizer.step, optimizer)
        self._initial_step()

    def _watched(self):
        return isinstance(vars(self.optimizer).get("step"), _OptimizerStep)

    def _initial_step(self):
        """Set the rates of epoch 0."""
        self._step_count, self._is_initial = 0, True
        self.step()
        self._is_initial = False

    def state_dict(self):
        """Everything except the optimizer."""
        return {key: value for key, value in vars(self).items() if key not in self._not_saved}

    def load_state_dict(self, state_dict):
        """Restore what state_dict returned."""
        vars(self).update(state_dict)

    def get_last_lr(self):
        """The rates set last, one for each parameter group."""
        return self._last_lr

    def get_lr(self):
        """Override: the next rates, one for each parameter group."""
        raise NotImplementedError

    def _warn_get_lr(self):
        if not self._get_lr_called_within_step:
            warnings.warn("To get the last learning rate computed by the scheduler, please use `get_last_lr()`.",
                          UserWarning, stacklevel=3)

    def step(self, epoch=None):
        """Set the rates of the next epoch."""
        if self._step_count == 1:
            self._check_order()
        self._step_count += 1
        if epoch is None:
            self.last_epoch += 1
            compute = self.get_lr
        else:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning, stacklevel=2)
            self.last_epoch = epoch
            compute = getattr(self, "_get_closed_form_lr", self.get_lr)
        self._apply(compute)

    def _apply(self, compute):
        self._get_lr_called_within_step = True
        try:
            values = compute()
        finally:
            self._get_lr_called_within_step = False
        for group, value in zip(self.optimizer.param_groups, values):
            _put(group, value)
        self._last_lr = _rates(self.optimizer)

    def _check_order(self):
        """Warn at the second step if the optimizer has not made one."""
        text = None
        if not self._watched():
            text = ("Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization. "
                    "Please, make sure to call `optimizer.step()` before `lr_scheduler.step()`. See more details at ")
        elif not getattr(self.optimizer, "_opt_called", False):
            text = ("Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you "
                    "should call them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to "
                    "do this will result in PyTorch skipping the first value of the learning rate schedule. See more "
                    "details at ")
        if text is not None:
            warnings.warn(text + _ORDER_PAGE, UserWarning, stacklevel=3)


_LRScheduler = LRScheduler


# Schedules that call a function of the user's.

class _ByFunction(LRScheduler):
    """One function of the epoch for each group. Functions are not saved, but the attributes of callable objects are."""

    _not_saved = ("optimizer", "lr_lambdas")

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        count = len(optimizer.param_groups)
        if isinstance(lr_lambda, (list, tuple)):
            if len(lr_lambda) != count:
                raise ValueError(f"Expected {count} lr_lambdas, but got {len(lr_lambda)}")
            self.lr_lambdas = list(lr_lambda)
        else:
            self.lr_lambdas = [lr_lambda] * count
        super().__init__(optimizer, last_epoch)

    def state_dict(self):
        saved = super().state_dict()
        saved["lr_lambdas"] = [None if isinstance(fn, types.FunctionType) else vars(fn).copy() for fn in self.lr_lambdas]
        return saved

    def load_state_dict(self, state_dict):
        vars(self).update((key, value) for key, value in state_dict.items() if key != "lr_lambdas")
        for fn, attributes in zip(self.lr_lambdas, state_dict["lr_lambdas"]):
            if attributes is not None:
                vars(fn).update(attributes)


class LambdaLR(_ByFunction):
    """The initial rate times a function of the epoch."""

    def get_lr(self):
        self._warn_get_lr()
        return [base * fn(self.last_epoch) for base, fn in zip(self.base_lrs, self.lr_lambdas)]


class MultiplicativeLR(_ByFunction):
    """The last rate times a function of the epoch."""

    def get_lr(self):
        self._warn_get_lr()
        if self._is_initial:
            return _rates(self.optimizer)
        groups = self.optimizer.param_groups
        return [group["lr"] * fn(self.last_epoch) for group, fn in zip(groups, self.lr_lambdas)]


# Schedules that multiply all rates by one number.

class _ByFactor(LRScheduler):
    """A subclass says by what the rates are multiplied at this epoch (`_factor`; None: they stay), and by what the initial
    rates have been multiplied in all (`_total_factor`)."""

    def get_lr(self):
        self._warn_get_lr()
        factor = self._factor(self.last_epoch)
        rates = _rates(self.optimizer)
        return rates if factor is None else [rate * factor for rate in rates]

    def _get_closed_form_lr(self):
        factor = self._total_factor(self.last_epoch)
        return [base * factor for base in self.base_lrs]


class StepLR(_ByFactor):
    """The rate times gamma every step_size epochs."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self, epoch):
        return self.gamma if epoch and epoch % self.step_size == 0 else None

    def _total_factor(self, epoch):
        return self.gamma ** (epoch // self.step_size)


class MultiStepLR(_ByFactor):
    """The rate times gamma at each milestone."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self, epoch):
        return self.gamma ** self.milestones[epoch] if epoch in self.milestones else None

    def _total_factor(self, epoch):
        return self.gamma ** bisect_right(sorted(self.milestones.elements()), epoch)


class ConstantLR(_ByFactor):
    """The rate times a factor until epoch total_iters."""

    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1):
        if not 0 <= factor <= 1.0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _factor(self, epoch):
        if epoch == 0:
            return self.factor
        return 1.0 / self.factor if epoch == self.total_iters else None

    def _total_factor(self, epoch):
        return self.factor + (epoch >= self.total_iters) * (1 - self.factor)


class LinearLR(_ByFactor):
    """A factor that goes in a line from start_factor to end_factor at epoch total_iters."""

    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1):
        if not 0 < start_factor <= 1.0:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less or equal to 1.")
        if not 0 <= end_factor <= 1.0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _factor(self, epoch):
        if epoch == 0:
            return self.start_factor
        if self._is_initial or epoch > self.total_iters:
            return None
        rise = self.end_factor - self.start_factor
        return 1.0 + rise / (self.total_iters * self.start_factor + (epoch - 1) * rise)

    def _total_factor(self, epoch):
        rise = self.end_factor - self.start_factor
        return self.start_factor + rise * min(self.total_iters, epoch) / self.total_iters


class ExponentialLR(_ByFactor):
    """The rate times gamma every epoch."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self, epoch):
        return None if self._is_initial else self.gamma

    def _total_factor(self, epoch):
        return self.gamma ** epoch


class PolynomialLR(_ByFactor):
    """The initial rate times a power of the share of the epochs that is left."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def _left(self, epoch):
        return 1.0 - epoch / self.total_iters

    def _factor(self, epoch):
        if self._is_initial or epoch > self.total_iters:
            return None
        return (self._left(epoch) / self._left(epoch - 1)) ** self.power

    def _total_factor(self, epoch):
        return self._left(min(self.total_iters, epoch)) ** self.power


# Half cosines.

class CosineAnnealingLR(LRScheduler):
    """Half a cosine from the initial rate to eta_min, in T_max epochs; then it goes up again."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def _height(self, turn):
        """1 + the cosine of `turn`: twice the share of the initial rate that is left."""
        return 1 + math.cos(turn)

    def get_lr(self):
        self._warn_get_lr()
        if self._is_initial:
            return _rates(self.optimizer)
        epoch, period, low = self.last_epoch, self.T_max, self.eta_min
        if self._step_count == 1 and epoch > 0:
            return [low + (base - low) * self._height(epoch * math.pi / period) / 2 for base in self.base_lrs]
        rates = _rates(self.optimizer)
        if (epoch - 1 - period) % (2 * period) == 0:
            # The rate before was the lowest: a ratio to it means nothing.
            rise = 1 - math.cos(math.pi / period)
            return [rate + (base - low) * rise / 2 for rate, base in zip(rates, self.base_lrs)]
        now, before = self._height(math.pi * epoch / period), self._height(math.pi * (epoch - 1) / period)
        return [now / before * (rate - low) + low for rate in rates]

    def _get_closed_form_lr(self):
        height = self._height(math.pi * self.last_epoch / self.T_max)
        return [self.eta_min + (base - self.eta_min) * height / 2 for base in self.base_lrs]


class CosineAnnealingWarmRestarts(LRScheduler):
    """Half cosines from the initial rate to eta_min, the first in T_0 epochs, each T_mult times as long as the one before."""

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1):
        if not isinstance(T_0, int) or T_0 <= 0:
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if not isinstance(T_mult, int) or T_mult < 1:
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        if not isinstance(eta_min, (float, int)):
            raise ValueError(f"Expected float or int eta_min, but got {eta_min} of type {type(eta_min)}")
        # T_cur: epochs since the last restart, T_i: from that to the next.
        self.T_0 = self.T_i = T_0
        self.T_mult, self.eta_min, self.T_cur = T_mult, eta_min, last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        self._warn_get_lr()
        height = 1 + math.cos(math.pi * self.T_cur / self.T_i)
        return [self.eta_min + (base - self.eta_min) * height / 2 for base in self.base_lrs]

    def step(self, epoch=None):
        """Set the rates of the next epoch, or of one that is given; it may have a fraction."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        elif epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        else:
            self._restart_before(epoch)
        self.last_epoch = math.floor(epoch)
        self._apply(self.get_lr)

    def _restart_before(self, epoch):
        first, growth = self.T_0, self.T_mult
        if epoch < first:
            self.T_cur, self.T_i = epoch, first
        elif growth == 1:
            self.T_cur = epoch % first
        else:
            restarts = int(math.log((epoch / first * (growth - 1) + 1), growth))
            self.T_cur = epoch - first * (growth**restarts - 1) / (growth - 1)
            self.T_i = first * growth**restarts


# Schedules made of others.

class _Composite(LRScheduler):
    _not_saved = ("optimizer", "_schedulers")

    def _check(self, optimizer, schedulers, purpose=""):
        name = type(self).__name__
        if len(schedulers) < 1:
            raise ValueError(f"{name} expects at least one scheduler{purpose}, but got no scheduler.")
        optimizer = optimizer or schedulers[0].optimizer
        for i, scheduler in enumerate(schedulers):
            if not hasattr(scheduler, "optimizer"):
                raise TypeError(f"{name} at index {i} should have `optimizer` as its attribute.")
            if isinstance(scheduler, ReduceLROnPlateau):
                raise ValueError(
                    f"{name} does not support `ReduceLROnPlateau` scheduler as it requires additional kwargs to be specified "
                    f"when calling `step`, but got one at index {i} in the given schedulers sequence.")
            if optimizer != scheduler.optimizer:
                raise ValueError(
                    f"{name} expects all schedulers to belong to the same optimizer, but got scheduler "
                    f"{type(scheduler).__name__} at index {i} has {scheduler.optimizer}, which is different from "
                    f"{type(optimizer).__name__}.")
        return optimizer

    def state_dict(self):
        """Everything except the optimizer, with the states of the schedules."""
        saved = super().state_dict()
        saved["_schedulers"] = [scheduler.state_dict() for scheduler in self._schedulers]
        return saved

    def load_state_dict(self, state_dict):
        """Restore what state_dict returned."""
        vars(self).update((key, value) for key, value in state_dict.items() if key != "_schedulers")
        for scheduler, saved in zip(self._schedulers, state_dict["_schedulers"]):
            scheduler.load_state_dict(saved)


class SequentialLR(_Composite):
    """Schedules one after the other; the next begins at each milestone."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        self.optimizer = self._check(optimizer, schedulers)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "Sequential Schedulers expects number of schedulers provided to be one more than the number of milestone "
                f"points, but got number of schedulers {len(schedulers)} and the number of milestones to be equal to "
                f"{len(milestones)}")
        self._schedulers, self._milestones, self.last_epoch = schedulers, milestones, last_epoch + 1
        # Each schedule has made its first step: undo that of all but the first.
        for group in optimizer.param_groups:
            _put(group, group["initial_lr"])
        for scheduler in schedulers:
            scheduler.last_epoch -= 1
        schedulers[0]._initial_step()
        self._last_lr = schedulers[0].get_last_lr()

    def step(self):
        """Set the rates of the next epoch."""
        self.last_epoch += 1
        at = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[at]
        if self.last_epoch in self._milestones[at - 1:at]:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                scheduler.step(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(_Composite):
    """Schedules that act at the same time."""

    def __init__(self, schedulers, optimizer=None):
        self.optimizer = self._check(optimizer, schedulers, " to be chained")
        self._schedulers = schedulers
        self._last_lr = _rates(schedulers[-1].optimizer)

    def step(self):
        """Set the rates of the next epoch."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = _rates(scheduler.optimizer)


class ReduceLROnPlateau(LRScheduler):
    """Multiplies the rate by `factor` when a metric has not got better for more than `patience` epochs."""

    # (mode, threshold_mode) -> what the metric must be below (min) or above (max).
    _GOALS = {("min", "rel"): lambda best, threshold: best * (1.0 - threshold),
              ("min", "abs"): lambda best, threshold: best - threshold,
              ("max", "rel"): lambda best, threshold: best * (threshold + 1.0),
              ("max", "abs"): lambda best, threshold: best + threshold}

    def __init__(self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4, threshold_mode="rel", cooldown=0,
                 min_lr=0, eps=1e-8):
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor, self.optimizer = factor, _checked(optimizer)
        count = len(optimizer.param_groups)
        several = isinstance(min_lr, (list, tuple))
        if several and len(min_lr) != count:
            raise ValueError(f"expected {count} min_lrs, got {len(min_lr)}")
        self.default_min_lr = None if several else min_lr
        self.min_lrs = list(min_lr) if several else [min_lr] * count
        self.patience, self.cooldown, self.eps = patience, cooldown, eps
        self.last_epoch = 0
        self._last_lr = _rates(optimizer)
        if mode not in ("min", "max"):
            raise ValueError("mode " + mode + " is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError("threshold mode " + threshold_mode + " is unknown!")
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode
        self.mode_worse = {"min": math.inf, "max": -math.inf}[mode]
        self._reset()

    def _reset(self):
        """Forget all metrics."""
        self.best = self.mode_worse
        self.cooldown_counter = self.num_bad_epochs = 0

    in_cooldown = property(lambda self: self.cooldown_counter > 0, doc="Whether epochs are not counted, after a reduction.")

    def _is_better(self, a, best):
        goal = self._GOALS[self.mode, self.threshold_mode](best, self.threshold)
        return a < goal if self.mode == "min" else a > goal

    def step(self, metrics, epoch=None):
        """Take the metric of an epoch into account."""
        value = float(metrics)
        if epoch is not None:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning, stacklevel=2)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        better = self._is_better(value, self.best)
        if better:
            self.best = value
        self.num_bad_epochs = 0 if better else self.num_bad_epochs + 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr(self.last_epoch)
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = _rates(self.optimizer)

    def _reduce_lr(self, epoch):
        groups = self.optimizer.param_groups
        if len(groups) != len(self.min_lrs):
            if self.default_min_lr is None:
                raise RuntimeError(
                    f"The number of param groups in the `optimizer` ({len(groups)}) differs from when `ReduceLROnPlateau` was "
                    f"initialized ({len(self.min_lrs)}), usually due to a new param group being added to the optimizer. "
                    "Please modify the `min_lrs` field to match the length of the `optimizer` param groups.")
            self.min_lrs = [self.default_min_lr] * len(groups)
        for group, lowest in zip(groups, self.min_lrs):
            before = float(group["lr"])
            after = max(before * self.factor, lowest)
            if before - after > self.eps:
                _put(group, after)


# Cycles.

class _WithMomentum(LRScheduler):
    """A schedule that can move the momentum, or the first beta, against the rate."""

    def _set_momentum(self, group, value):
        if self.use_beta1:
            group["betas"] = (value, *group["betas"][1:])
        else:
            group["momentum"] = value

    def _begin_momentum(self, base_momentum, max_momentum, fresh):
        """The base and the largest momentum of each group; with `fresh`, every group starts from the largest."""
        optimizer = self.optimizer
        self.use_beta1 = "betas" in optimizer.defaults
        if not self.use_beta1 and "momentum" not in optimizer.defaults:
            raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
        bases = _per_group("base_momentum", optimizer, base_momentum)
        tops = _per_group("max_momentum", optimizer, max_momentum)
        if fresh:
            for group, base, top in zip(optimizer.param_groups, bases, tops):
                self._set_momentum(group, top)
                group["max_momentum"], group["base_momentum"] = top, base
        return bases, tops


class CyclicLR(_WithMomentum):
    """A rate that goes up from base_lr to max_lr and down again, in cycles whose height may shrink."""

    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode="triangular", gamma=1.0,
                 scale_fn=None, scale_mode="cycle", cycle_momentum=True, base_momentum=0.8, max_momentum=0.9,
                 last_epoch=-1):
        self.optimizer = _checked(optimizer)
        base_lrs = _per_group("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for group, rate in zip(optimizer.param_groups, base_lrs):
                _put(group, rate)
        self.max_lrs = _per_group("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        self.total_size = up + (up if step_size_down is None else float(step_size_down))
        self.step_ratio = up / self.total_size
        if scale_fn is None and mode not in ("triangular", "triangular2", "exp_range"):
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode, self.gamma, self._scale_fn_custom = mode, gamma, scale_fn
        self.scale_mode = scale_mode if scale_fn is not None else "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.base_momentums, self.max_momentums = self._begin_momentum(base_momentum, max_momentum, last_epoch == -1)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def scale_fn(self, x):
        """The height of a cycle: of its number, or of the epoch where scale_mode is "iterations"."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        if self.mode == "exp_range":
            return self.gamma**x
        return 1.0 if self.mode == "triangular" else 1 / (2.0 ** (x - 1))

    def get_lr(self):
        self._warn_get_lr()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        done = 1.0 + self.last_epoch / self.total_size - cycle
        share = done / self.step_ratio if done <= self.step_ratio else (done - 1) / (self.step_ratio - 1)

        def height(low, high):
            return (high - low) * share * self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)

        if self.cycle_momentum:
            for group, base, top in zip(self.optimizer.param_groups, self.base_momentums, self.max_momentums):
                self._set_momentum(group, top - height(base, top))
        return [base + height(base, top) for base, top in zip(self.base_lrs, self.max_lrs)]


def _phase(end_step, rates, momentums):
    """A part of one cycle: its last step, and the names of where rate and momentum begin and end."""
    (start_lr, end_lr), (start_momentum, end_momentum) = rates, momentums
    return {"end_step": end_step, "start_lr": start_lr, "end_lr": end_lr,
            "start_momentum": start_momentum, "end_momentum": end_momentum}


class OneCycleLR(_WithMomentum):
    """One cycle: up from max_lr / div_factor to max_lr, and down to far less; with three_phase the way down has two parts."""

    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3,
                 anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25.0,
                 final_div_factor=1e4, three_phase=False, last_epoch=-1):
        self.optimizer = _checked(optimizer)
        if total_steps is None and None in (epochs, steps_per_epoch):
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        counts = {"epochs": epochs, "steps_per_epoch": steps_per_epoch}
        if total_steps is not None:
            counts = {"total_steps": total_steps}
        for name, count in counts.items():
            if not isinstance(count, int) or count <= 0:
                raise ValueError(f"Expected positive integer {name}, but got {count}")
        self.total_steps = math.prod(counts.values())
        if not isinstance(pct_start, float) or not 0 <= pct_start <= 1:
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        down, rise = ("max_momentum", "base_momentum"), ("base_momentum", "max_momentum")
        phases = [_phase(float(pct_start * self.total_steps) - 1, ("initial_lr", "max_lr"), down)]
        last = self.total_steps - 1
        if three_phase:
            phases.append(_phase(float(2 * pct_start * self.total_steps) - 2, ("max_lr", "initial_lr"), rise))
            phases.append(_phase(last, ("initial_lr", "min_lr"), ("max_momentum", "max_momentum")))
        else:
            phases.append(_phase(last, ("max_lr", "min_lr"), rise))
        self._schedule_phases, self._anneal_func_type = phases, anneal_strategy
        tops = _per_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for group, top in zip(optimizer.param_groups, tops):
                group["initial_lr"], group["max_lr"] = top / div_factor, top
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._begin_momentum(base_momentum, max_momentum, last_epoch == -1)
        super().__init__(optimizer, last_epoch)

    def _anneal_func(self, start, end, pct):
        """Between two values: `pct` is the share of the way."""
        if self._anneal_func_type == "linear":
            return (end - start) * pct + start
        return end + (start - end) / 2.0 * (math.cos(math.pi * pct) + 1)

    def get_lr(self):
        self._warn_get_lr()
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f"Tried to step {step} times. The specified number of total steps is {self.total_steps}")
        begin = 0.0
        for phase in self._schedule_phases:
            if step <= phase["end_step"] or phase is self._schedule_phases[-1]:
                break
            begin = phase["end_step"]
        share = (step - begin) / (phase["end_step"] - begin)

        def between(group, what):
            return self._anneal_func(group[phase["start_" + what]], group[phase["end_" + what]], share)

        rates = []
        for group in self.optimizer.param_groups:
            rates.append(between(group, "lr"))
            if self.cycle_momentum:
                self._set_momentum(group, between(group, "momentum"))
        return rates
