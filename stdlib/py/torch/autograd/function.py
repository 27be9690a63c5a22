"""Functions with a backward of their own."""

import _torch
from torch.autograd.grad_mode import enable_grad, no_grad

__all__ = ["FunctionCtx", "Function", "once_differentiable", "NestedIOFunction"]

Tensor = _torch.Tensor


class FunctionCtx:
    """What forward and backward of one call share."""

    def save_for_backward(self, *tensors):
        """Keep tensors for backward."""
        for t in tensors:
            if t is not None and not isinstance(t, Tensor):
                raise TypeError(f"save_for_backward can only save variables, but argument 0 is of type {type(t).__name__}")
        self.to_save = tensors

    def save_for_forward(self, *tensors):
        """Keep tensors for jvp."""
        self.saved_for_forward = tensors

    def mark_dirty(self, *args):
        """Name the inputs that forward changed in place."""
        self.dirty_tensors = args

    def mark_non_differentiable(self, *args):
        """Name the outputs without gradients."""
        self.non_differentiable = args

    def set_materialize_grads(self, value):
        """Whether a missing gradient is given to backward as zeros."""
        self.materialize_grads = value

    @property
    def saved_tensors(self):
        """What save_for_backward kept."""
        node = self._node
        if node is not None:
            return node._unpack_saved()
        return self.to_save

    saved_variables = saved_tensors

    @property
    def needs_input_grad(self):
        """For each input, whether its gradient is wanted."""
        return self._needs

    to_save = ()
    dirty_tensors = ()
    non_differentiable = ()
    materialize_grads = True
    _node = None
    _needs = ()

    def name(self):
        return type(self).__name__


class _FunctionMeta(type):
    """Gives each Function a context class named after it."""

    def __init__(cls, name, bases, attrs):
        super().__init__(name, bases, attrs)
        cls._backward_cls = type(name + "Backward", (FunctionCtx,), {"_forward_cls": cls, "__module__": __name__})


class Function(FunctionCtx, metaclass=_FunctionMeta):
    """Base class of functions with a backward of their own."""

    generate_vmap_rule = False

    def __init__(self, *args, **kwargs):
        import warnings

        warnings.warn(
            f"{self.__class__} should not be instantiated. Methods on autograd functions "
            "are all static, so you should invoke them on the class itself. "
            "Instantiating an autograd function will raise an "
            "error in a future version of PyTorch.",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args, **kwargs):
        raise RuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. "
            "Please use new-style autograd function with static forward method. "
            "(Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)"
        )

    @staticmethod
    def forward(*args, **kwargs):
        """Override: the result."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Override when forward takes no ctx."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        """Override: the gradients of the inputs."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for "
            "your custom autograd.Function to use it with backward "
            "mode AD."
        )

    vjp = backward

    @staticmethod
    def jvp(ctx, *grad_inputs):
        """Override for forward mode."""
        raise NotImplementedError(
            "You must implement the jvp function for custom "
            "autograd.Function to use it with forward mode AD."
        )

    @staticmethod
    def vmap(info, in_dims, *args):
        """Override for vmap."""
        raise NotImplementedError(
            "To use autograd.Function with vmap, you must either override the "
            "vmap staticmethod or set generate_vmap_rule=True."
        )

    @classmethod
    def apply(cls, *args, **kwargs):
        """Call forward and put a node for backward into the graph."""
        ctx = cls._backward_cls.__new__(cls._backward_cls)
        separate = cls.setup_context is not Function.setup_context
        if kwargs:
            args, kwargs = _by_position(cls.forward, () if separate else (ctx,), args, kwargs)
        ctx._needs = tuple(isinstance(a, Tensor) and a.requires_grad for a in args)
        wants = _torch.is_grad_enabled() and any(ctx._needs)
        with no_grad():
            if separate:
                output = cls.forward(*args, **kwargs)
                cls.setup_context(ctx, args, output)
            else:
                output = cls.forward(ctx, *args, **kwargs)
        is_tuple = isinstance(output, (tuple, list))
        outputs = tuple(output) if is_tuple else (output,)
        if not wants:
            for out in outputs:
                if isinstance(out, Tensor) and not any(out is a for a in args) and out.requires_grad:
                    out.requires_grad_(False)
            return output
        results = _torch._attach_function(ctx, args, outputs, _run_backward_of(cls, ctx, len(args)))
        return results if is_tuple else results[0]


def _by_position(forward, first, args, kwargs):
    """The arguments of a call with those by keyword in their places, so that backward's results match them."""
    import inspect

    bound = inspect.signature(forward).bind(*first, *args, **kwargs)
    return bound.args[len(first) :], bound.kwargs


def _run_backward_of(cls, ctx, n_inputs):
    """The function that the tape calls: gradients of outputs in, gradients of inputs out."""

    def run(*grads):
        if cls.backward is not Function.backward:
            fn = cls.backward
            if cls.vjp is not Function.vjp:
                raise RuntimeError(
                    "Implementing both 'backward' and 'vjp' for a custom "
                    "Function is not allowed. You should only implement one of them."
                )
        else:
            fn = cls.vjp
        result = fn(ctx, *grads)
        if not isinstance(result, (tuple, list)):
            result = (result,)
        result = list(result)
        while len(result) > n_inputs and result[-1] is None:
            result.pop()
        if len(result) != n_inputs:
            raise RuntimeError(
                f"function {cls.__name__}Backward returned an incorrect number of gradients "
                f"(expected {n_inputs}, got {len(result)})"
            )
        return tuple(result)

    return run


def once_differentiable(fn):
    """Mark a backward that cannot be differentiated again."""

    def wrapper(ctx, *args):
        with no_grad():
            outputs = fn(ctx, *args)
        if not _torch.is_grad_enabled():
            return outputs
        if not any(isinstance(arg, Tensor) and arg.requires_grad for arg in args):
            return outputs
        is_tuple = isinstance(outputs, tuple)
        values = outputs if is_tuple else (outputs,)
        blocked = tuple(None if v is None else _Blocked.apply(v.detach().requires_grad_()) for v in values)
        return blocked if is_tuple else blocked[0]

    return wrapper


class _Blocked(Function):
    """Raises when a once-differentiable function is differentiated again."""

    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")


class BackwardHookFunction(Function):
    """The identity around a module with full backward hooks."""

    @staticmethod
    def forward(ctx, *args):
        ctx.mark_non_differentiable(*[arg for arg in args if not arg.requires_grad])
        return tuple(arg.view_as(arg) for arg in args)

    @staticmethod
    def backward(ctx, *args):
        return args


_BackwardHookFunction = BackwardHookFunction


class NestedIOFunction(Function):
    """The old base class for nested arguments."""
