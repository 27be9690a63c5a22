"""Handles of hooks, and the hooks around the backward of a module."""

import weakref

import _torch

__all__ = ["RemovableHandle", "unserializable_hook", "warn_if_has_hooks", "BackwardHook"]

Tensor = _torch.Tensor


class RemovableHandle:
    """Removes a hook; also a context manager."""

    next_id = 0

    def __init__(self, hooks_dict, *, extra_dict=None):
        self.hooks_dict_ref = _weak(hooks_dict)
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1
        if extra_dict is None:
            self.extra_dict_ref = ()
        elif isinstance(extra_dict, dict):
            self.extra_dict_ref = (_weak(extra_dict),)
        else:
            self.extra_dict_ref = tuple(_weak(d) for d in extra_dict)

    def remove(self):
        for ref in (self.hooks_dict_ref, *self.extra_dict_ref):
            hooks = ref()
            if hooks is not None and self.id in hooks:
                del hooks[self.id]

    def __enter__(self):
        return self

    def __exit__(self, kind, value, tb):
        self.remove()


def _weak(table):
    """A reference to a hook table; plain dicts cannot be weakly referenced and are held."""
    try:
        return weakref.ref(table)
    except TypeError:
        return lambda: table


def unserializable_hook(f):
    """Mark a hook that is dropped with a warning when its tensor is saved."""
    f.__torch_unserializable__ = True
    return f


def warn_if_has_hooks(tensor):
    """Warn about hooks that are lost when a tensor is saved."""
    hooks = tensor._backward_hooks
    if hooks:
        for hook in hooks.values():
            if not hasattr(hook, "__torch_unserializable__"):
                import warnings

                warnings.warn(
                    f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, you can "
                    "decorate the function with @torch.utils.hooks.unserializable_hook to suppress this warning",
                    stacklevel=2,
                )


class BackwardHook:
    """Runs the full backward hooks of one call of a module.

    Inputs and outputs pass through an identity node each. Its gradients are the module's grad_input and grad_output.
    """

    def __init__(self, module, user_hooks, user_pre_hooks):
        self.module = module
        self.user_hooks = user_hooks
        self.user_pre_hooks = user_pre_hooks
        self.grad_outputs = None
        self.n_outputs = -1
        self.output_tensors_index = None
        self.n_inputs = -1
        self.input_tensors_index = None

    def _spread(self, values, indices, size):
        out = [None] * size
        for index, value in zip(indices, values):
            out[index] = value
        return tuple(out)

    def _call_hooks(self, grad_input, grad_output):
        result = None
        for hook in self.user_hooks:
            out = hook(self.module, grad_input, grad_output)
            if out is None:
                continue
            if not isinstance(out, tuple):
                out = (out,)
            if len(out) != len(grad_input):
                raise RuntimeError(
                    "Backward hook returned an invalid number of grad_input, "
                    f"got {len(out)}, but expected {len(grad_input)}"
                )
            grad_input = result = out
        return result

    def _identity(self, register, args):
        if not isinstance(args, tuple):
            plain = False
            args = (args,)
        else:
            plain = True
        indices = [i for i, a in enumerate(args) if isinstance(a, Tensor)]
        tensors = [args[i] for i in indices]
        wants = any(t.requires_grad for t in tensors)
        if not (wants and _torch.is_grad_enabled()):
            return (args if plain else args[0]), None
        from torch.autograd.function import _BackwardHookFunction

        new = _BackwardHookFunction.apply(*tensors)
        if not isinstance(new, tuple):
            new = (new,)
        grad_fns = [t.grad_fn for t in new if t.grad_fn is not None and t.grad_fn.name() == "BackwardHookFunctionBackward"]
        register(grad_fns[0])
        out = list(args)
        for index, value in zip(indices, new):
            out[index] = value
        if len(out) == 1 and not plain:
            return out[0], indices
        return tuple(out), indices

    def setup_input_hook(self, args):
        """The arguments of forward, behind the identity node."""

        def register(grad_fn):
            def hook(grad_input, _grad_output):
                if self.grad_outputs is None:
                    return None
                grads = self._spread(grad_input, self.input_tensors_index, self.n_inputs)
                result = self._call_hooks(grads, self.grad_outputs)
                self.grad_outputs = None
                if result is None:
                    return None
                return tuple(result[i] for i in self.input_tensors_index)

            grad_fn.register_hook(hook)

        out, self.input_tensors_index = self._identity(register, args)
        self.n_inputs = len(args)
        return out

    def setup_output_hook(self, args):
        """The result of forward, behind the identity node."""

        def register(grad_fn):
            def hook(_grad_input, grad_output):
                self.grad_outputs = self._spread(grad_output, self.output_tensors_index, self.n_outputs)
                if self.user_pre_hooks:
                    expected = len(self.grad_outputs)
                    for user_hook in self.user_pre_hooks:
                        result = user_hook(self.module, self.grad_outputs)
                        if result is None:
                            continue
                        if not isinstance(result, tuple):
                            result = (result,)
                        if len(result) != expected:
                            raise RuntimeError(
                                "Backward pre hook returned an invalid number of grad_output, "
                                f"got {len(result)}, but expected {expected}"
                            )
                        self.grad_outputs = result
                grads = tuple(self.grad_outputs[i] for i in self.output_tensors_index)
                if self.input_tensors_index is None:
                    wide = self._spread([], [], self.n_inputs)
                    if self._call_hooks(wide, self.grad_outputs) is not None:
                        raise RuntimeError(
                            "Backward hook for Modules where no input requires "
                            "gradient should always return None or None for all gradients."
                        )
                    self.grad_outputs = None
                    return grads
                if self.user_pre_hooks:
                    return grads
                return None

            grad_fn.register_prehook(lambda grads: hook(None, grads))

        is_tuple = isinstance(args, tuple)
        out, indices = self._identity(register, args)
        self.n_outputs = len(args) if is_tuple else 1
        self.output_tensors_index = indices
        return out
