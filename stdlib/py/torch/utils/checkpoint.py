"""Activation checkpointing: forward is run again in backward."""

import _torch
from torch.autograd.function import Function
from torch.autograd.graph import saved_tensors_hooks
from torch.autograd.grad_mode import enable_grad, no_grad
from torch.random import fork_rng

__all__ = ["checkpoint", "checkpoint_sequential", "CheckpointFunction", "CheckpointError",
           "check_backward_validity"]


def check_backward_validity(inputs):
    """Warn when no input needs a gradient."""
    if any(_is_tensor(value) and value.requires_grad for value in inputs):
        return
    import warnings

    warnings.warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=2)


def _is_tensor(value):
    return isinstance(value, _torch.Tensor)


def _cut_off(value):
    """A tensor at which gradients end; other values as they are."""
    return value.detach().requires_grad_(value.requires_grad) if _is_tensor(value) else value


class CheckpointFunction(Function):
    """The node that runs forward again."""

    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        ctx.call, ctx.draws = run_function, _torch.default_generator.get_state() if preserve_rng_state else None
        ctx.places = [place for place, value in enumerate(args) if _is_tensor(value)]
        ctx.others = [None if _is_tensor(value) else value for value in args]
        ctx.save_for_backward(*[args[place] for place in ctx.places])
        with no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
        inputs = list(ctx.others)
        for place, tensor in zip(ctx.places, ctx.saved_tensors):
            inputs[place] = _cut_off(tensor)
        with fork_rng(enabled=ctx.draws is not None), enable_grad():
            if ctx.draws is not None:  # the same random numbers as the first time
                _torch.default_generator.set_state(ctx.draws)
            outputs = ctx.call(*inputs)
        results = (outputs,) if _is_tensor(outputs) else outputs
        reached = [(result, grad) for result, grad in zip(results,
                                                          grads) if _is_tensor(result) and result.requires_grad]
        if not reached:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        from torch.autograd import backward

        backward(*map(list, zip(*reached)))
        return None, None, *[value.grad if _is_tensor(value) else None for value in inputs]


class CheckpointError(RuntimeError):
    """The second run was not the first."""


def _run_twice(run, preserve, args):
    """Run now, keeping numbers in the place of saved tensors; the first that backward asks for runs it again."""
    draws = _torch.default_generator.get_state() if preserve else None
    kept = []  # what the second run saves, in the same order, until backward has taken it
    count = 0

    def number(tensor):
        nonlocal count
        count += 1
        return count - 1

    def keep(tensor):
        kept.append(tensor.detach())
        return tensor

    def again():
        kept.clear()
        with fork_rng(enabled=draws is not None), enable_grad(), saved_tensors_hooks(keep, lambda tensor: tensor):
            if draws is not None:  # the same random numbers as the first time
                _torch.default_generator.set_state(draws)
            run(*args)
        if len(kept) < count:
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the original forward and "
                f"recomputation.\nNumber of tensors saved during forward: {count}\nNumber of tensors saved during "
                f"recomputation: {len(kept)}."
            )

    def take(place):
        if not kept or kept[place] is None:
            again()
        tensor, kept[place] = kept[place], None
        return tensor

    with saved_tensors_hooks(number, take):
        return run(*args)


def checkpoint(
    function,
    *args,
    use_reentrant=None,
    context_fn=None,
    determinism_check="default",
    debug=False,
    early_stop=True,
    **kwargs,
):
    """Call a function without keeping what its backward needs; it is run again there."""
    preserve = kwargs.pop("preserve_rng_state", True)
    if use_reentrant is None:
        use_reentrant = True
    if kwargs and use_reentrant:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))

    def run(*inputs):
        return function(*inputs, **kwargs)

    if not _torch.is_grad_enabled():
        return run(*args)
    if use_reentrant:
        check_backward_validity(args)
        return CheckpointFunction.apply(run, preserve, *args)
    return _run_twice(run, preserve, args)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    """Checkpoint a sequence of modules in segments."""
    from torch.nn.modules.container import Sequential

    preserve = kwargs.pop("preserve_rng_state", True)
    if isinstance(functions, Sequential):
        functions = list(functions.children())

    def run_function(start, end):
        def forward(x):
            for j in range(start, end + 1):
                x = functions[j](x)
            return x

        return forward

    size = len(functions) // segments
    end = -1
    for start in range(0, size * (segments - 1), size):
        end = start + size - 1
        input = checkpoint(
            run_function(start, end), input, use_reentrant=use_reentrant, preserve_rng_state=preserve
        )
    return run_function(end + 1, len(functions) - 1)(input)
