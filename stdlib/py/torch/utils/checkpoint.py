"""Activation checkpointing: forward is run again in backward."""

import _torch
from torch.autograd.function import Function
from torch.autograd.grad_mode import enable_grad, no_grad

__all__ = ["checkpoint", "checkpoint_sequential", "CheckpointFunction", "check_backward_validity"]


def check_backward_validity(inputs):
    """Warn when no input needs a gradient."""
    if not any(i.requires_grad for i in inputs if isinstance(i, _torch.Tensor)):
        import warnings

        warnings.warn(
            "None of the inputs have requires_grad=True. Gradients will be None", stacklevel=2
        )


def _detach(inputs):
    out = []
    for i in inputs:
        if isinstance(i, _torch.Tensor):
            x = i.detach()
            x.requires_grad = i.requires_grad
            out.append(x)
        else:
            out.append(i)
    return tuple(out)


class CheckpointFunction(Function):
    """The node that runs forward again."""

    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        ctx.run_function = run_function
        ctx.preserve_rng_state = preserve_rng_state
        if preserve_rng_state:
            ctx.rng_state = _torch.default_generator.get_state()
        ctx.inputs = [None if isinstance(a, _torch.Tensor) else a for a in args]
        ctx.tensor_indices = [i for i, a in enumerate(args) if isinstance(a, _torch.Tensor)]
        ctx.save_for_backward(*[args[i] for i in ctx.tensor_indices])
        with no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
        inputs = list(ctx.inputs)
        for i, t in zip(ctx.tensor_indices, ctx.saved_tensors):
            inputs[i] = t
        detached = _detach(inputs)
        state = _torch.default_generator.get_state() if ctx.preserve_rng_state else None
        if state is not None:
            _torch.default_generator.set_state(ctx.rng_state)
        try:
            with enable_grad():
                outputs = ctx.run_function(*detached)
        finally:
            if state is not None:
                _torch.default_generator.set_state(state)
        if isinstance(outputs, _torch.Tensor):
            outputs = (outputs,)
        pairs = [(o, g) for o, g in zip(outputs, grads) if isinstance(o, _torch.Tensor) and o.requires_grad]
        if not pairs:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        from torch.autograd import backward

        backward([o for o, _ in pairs], [g for _, g in pairs])
        found = tuple(i.grad if isinstance(i, _torch.Tensor) else None for i in detached)
        return (None, None) + found



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
    if kwargs and use_reentrant:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))

    def run(*inputs):
        return function(*inputs, **kwargs)

    if not _torch.is_grad_enabled():
        return run(*args)
    if use_reentrant:
        check_backward_validity(args)
        return CheckpointFunction.apply(run, preserve, *args)
    # Parameters that the function closes over may need gradients although no argument does.
    anchor = _torch.empty(0, requires_grad=True)
    return CheckpointFunction.apply(lambda _anchor, *inputs: run(*inputs), preserve, anchor, *args)


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
