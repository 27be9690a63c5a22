"""L-BFGS: a quasi-Newton method that keeps the last steps and changes of the gradient instead of a matrix."""

import _torch
from torch.autograd.grad_mode import enable_grad, no_grad
from torch.optim.optimizer import Optimizer

__all__ = ["LBFGS"]


def _kept(tensor):
    return tensor.clone(memory_format=_torch.contiguous_format)


class _Trial:
    """A point of a line search: step length, loss, gradient, and slope along the line."""

    __slots__ = ("t", "loss", "grad", "slope")

    def __init__(self, t, loss, grad, slope):
        self.t, self.loss, self.grad, self.slope = t, loss, grad, slope


def _cubic_minimum(a, b, bounds=None):
    """Where the cubic through two trials has its minimum, kept within bounds, by default the trials; their middle if it has
    none (Nocedal and Wright, section 3.5)."""
    low, high = bounds or ((a.t, b.t) if a.t <= b.t else (b.t, a.t))
    d1 = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.t - b.t)
    square = d1**2 - a.slope * b.slope
    if not square >= 0:
        return (low + high) / 2.0
    d2 = square**0.5
    left, right = (a, b) if a.t <= b.t else (b, a)
    at = right.t - (right.t - left.t) * ((right.slope + d2 - d1) / (right.slope - left.slope + 2 * d2))
    return min(max(at, low), high)


class _LineSearch:
    """A search along a direction for a step that meets the strong Wolfe conditions (Nocedal and Wright, algorithms 3.5, 3.6).

    `evaluate` gives loss and gradient at a step length. run() returns the trial that was found."""

    DECREASE, CURVATURE = 1e-4, 0.9  # how much the loss must fall and the slope flatten, as shares of the first slope
    MOST = 25

    def __init__(self, evaluate, direction, start, tolerance=1e-9):
        self.evaluate, self.direction, self.start, self.tolerance = evaluate, direction, start, tolerance
        self.evaluations = 0

    def _try(self, t):
        loss, grad = self.evaluate(t)
        self.evaluations += 1
        return _Trial(t, loss, grad, grad.dot(self.direction))

    def _falls_too_little(self, trial):
        return trial.loss > self.start.loss + self.DECREASE * trial.t * self.start.slope

    def _is_flat(self, trial):
        return abs(trial.slope) <= -self.CURVATURE * self.start.slope

    def run(self, t):
        bracket, rounds = self._bracket(t)
        # One trial is an answer; two have a minimum between them.
        return bracket[0] if len(bracket) == 1 else self._narrow(bracket, rounds)

    def _bracket(self, t):
        """Go on until a trial is an answer, or a minimum has been passed."""
        before = _Trial(0, self.start.loss, _kept(self.start.grad), self.start.slope)
        trial = self._try(t)
        for rounds in range(self.MOST):
            if self._falls_too_little(trial) or rounds > 1 and trial.loss >= before.loss:
                return [before, trial], rounds
            if self._is_flat(trial):
                return [trial], rounds
            if trial.slope >= 0:
                return [before, trial], rounds
            limits = trial.t + 0.01 * (trial.t - before.t), trial.t * 10
            before, trial = trial, self._try(_cubic_minimum(before, trial, limits))
        return [_Trial(0, self.start.loss, self.start.grad, self.start.slope), trial], self.MOST

    def _narrow(self, bracket, rounds):
        """Try points between two trials until one is an answer; gives the best."""
        best, other = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
        scale = self.direction.abs().max()
        stalled = False  # the last point was close to an end
        for _ in range(rounds, self.MOST):
            ends = [trial.t for trial in bracket]
            if abs(ends[1] - ends[0]) * scale < self.tolerance:
                break
            low, high = min(ends), max(ends)
            t, margin = _cubic_minimum(*bracket), 0.1 * (high - low)
            close = min(high - t, t - low) < margin
            if close and (stalled or t >= high or t <= low):
                # Twice in a row: move away from that end.
                t, close = (high - margin if abs(t - high) < abs(t - low) else low + margin), False
            stalled = close
            trial = self._try(t)
            if self._falls_too_little(trial) or trial.loss >= bracket[best].loss:
                bracket[other] = trial
                best, other = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
                continue
            done = self._is_flat(trial)
            if not done and trial.slope * (ends[other] - ends[best]) >= 0:
                bracket[other] = bracket[best]
            bracket[best] = trial
            if done:
                break
        return bracket[best]


def _newton_direction(grad, steps, changes, inverses, scale, shares):
    """Minus the gradient times the approximate inverse Hessian, by the two loops over the kept pairs. `shares` is a list that
    takes what the first loop leaves to the second."""
    direction, count = grad.neg(), len(steps)
    for i in reversed(range(count)):
        shares[i] = steps[i].dot(direction) * inverses[i]
        direction.add_(changes[i], alpha=-shares[i])
    direction = _torch.mul(direction, scale)
    for i in range(count):
        direction.add_(steps[i], alpha=shares[i] - changes[i].dot(direction) * inverses[i])
    return direction


class LBFGS(Optimizer):
    """Limited-memory BFGS. step() needs a function that computes the loss and its gradients again."""

    # What one call of step() leaves to the next, under the names of PyTorch's state_dict.
    _CARRIED = ("d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss")

    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9,
                 history_size=100, line_search_fn=None):
        if not lr >= 0.0:
            raise ValueError(f"Invalid learning rate: {lr}")
        super().__init__(params, {
            "lr": lr, "max_iter": max_iter, "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad, "tolerance_change": tolerance_change, "history_size": history_size,
            "line_search_fn": line_search_fn})
        if len(self.param_groups) > 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    # All parameters as one vector.

    def _gather_flat_grad(self):
        return _torch.cat([p.new_zeros(p.numel()) if p.grad is None else p.grad.view(-1) for p in self._params], 0)

    def _add_grad(self, step_size, direction):
        """Move the parameters along a direction."""
        pieces = direction.split([p.numel() for p in self._params])
        for p, piece in zip(self._params, pieces):
            p.add_(piece.view_as(p), alpha=step_size)

    def _measure(self, closure):
        return float(closure()), self._gather_flat_grad()

    def step(self, closure):
        """Search for a minimum; closure() computes the loss and the gradients anew."""

        def evaluate():
            with enable_grad():
                return closure()

        with no_grad():
            return self._minimize(evaluate)

    def _minimize(self, closure):
        group, state = self.param_groups[0], self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        first_loss = closure()
        state["func_evals"] += 1
        loss, grad = float(first_loss), self._gather_flat_grad()
        if grad.abs().max() <= group["tolerance_grad"]:
            return first_loss
        carried = {name: state.get(name) for name in self._CARRIED}
        evaluations = 1
        for round_ in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            carried["t"] = self._aim(carried, grad, group, state["n_iter"] == 1)
            carried["prev_loss"] = loss
            slope = grad.dot(carried["d"])
            if slope > -group["tolerance_change"]:
                break
            loss, grad, number = self._move(closure, carried, _Trial(0, loss, grad, slope), group,
                                            round_ == group["max_iter"])
            evaluations += number
            state["func_evals"] += number
            # After the last round without a search the gradient is not known.
            solved = number and grad.abs().max() <= group["tolerance_grad"]
            if solved or evaluations >= group["max_eval"]:
                break
            if (carried["d"].mul(carried["t"]).abs().max() <= group["tolerance_change"]
                    or abs(loss - carried["prev_loss"]) < group["tolerance_change"]):
                break
        state.update(carried)
        return first_loss

    def _aim(self, carried, grad, group, first):
        """Choose the direction from the gradient and what is kept; returns the step length to try."""
        if first:
            carried.update(d=grad.neg(), old_dirs=[], old_stps=[], ro=[], H_diag=1, prev_flat_grad=_kept(grad))
            return min(1.0, 1.0 / grad.abs().sum()) * group["lr"]
        pairs = carried["old_stps"], carried["old_dirs"], carried["ro"]
        change, step = grad.sub(carried["prev_flat_grad"]), carried["d"].mul(carried["t"])
        curvature = change.dot(step)
        if curvature > 1e-10:
            if len(pairs[0]) == group["history_size"]:
                for kept in pairs:
                    del kept[0]
            for kept, new in zip(pairs, (step, change, 1.0 / curvature)):
                kept.append(new)
            carried["H_diag"] = curvature / change.dot(change)
        # The scratch list stands in PyTorch's state too.
        shares = self.state[self._params[0]].setdefault("al", [None] * group["history_size"])
        carried["d"] = _newton_direction(grad, *pairs, carried["H_diag"], shares)
        carried["prev_flat_grad"].copy_(grad)
        return group["lr"]

    def _move(self, closure, carried, start, group, last):
        """Move the parameters; gives loss, gradient and the number of evaluations."""
        direction = carried["d"]
        if group["line_search_fn"] is None:
            self._add_grad(carried["t"], direction)
            return (start.loss, start.grad, 0) if last else (*self._measure(closure), 1)
        if group["line_search_fn"] != "strong_wolfe":
            raise RuntimeError("only 'strong_wolfe' is supported")
        origin = [_kept(p) for p in self._params]

        def evaluate(t):
            self._add_grad(t, direction)
            measured = self._measure(closure)
            for p, value in zip(self._params, origin):
                p.copy_(value)
            return measured

        search = _LineSearch(evaluate, direction, start)
        found = search.run(carried["t"])
        carried["t"] = found.t
        self._add_grad(found.t, direction)
        return found.loss, found.grad, search.evaluations
