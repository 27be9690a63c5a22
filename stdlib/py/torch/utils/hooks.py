"""Handles of hooks, and the hooks around the backward of a module."""

import weakref

import _torch

__all__ = ["RemovableHandle", "unserializable_hook", "warn_if_has_hooks", "BackwardHook"]

Tensor = _torch.Tensor


def _weak(table):
    """A reference to a hook table; plain dicts cannot be weakly referenced and are held."""
    try:
        return weakref.ref(table)
    except TypeError:
        return lambda: table


class RemovableHandle:
    """Takes a hook out of its table again, and what belongs to it out of others; also at the end of a with."""

    next_id = 0

    def __init__(self, hooks_dict, *, extra_dict=None):
        self.id, RemovableHandle.next_id = RemovableHandle.next_id, RemovableHandle.next_id + 1
        others = [extra_dict] if isinstance(extra_dict, dict) else extra_dict or ()
        self.hooks_dict_ref, *more = [_weak(table) for table in (hooks_dict, *others)]
        self.extra_dict_ref = tuple(more)

    def remove(self):
        """Remove the hook; once is enough."""
        for reference in (self.hooks_dict_ref, *self.extra_dict_ref):
            table = reference()
            if table is not None:
                table.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.remove()


def unserializable_hook(f):
    """Mark a hook that is dropped without a warning when its tensor is saved."""
    f.__torch_unserializable__ = True
    return f


def warn_if_has_hooks(tensor):
    """Warn about hooks that are lost when a tensor is saved."""
    for hook in (tensor._backward_hooks or {}).values():
        if not hasattr(hook, "__torch_unserializable__"):
            import warnings

            warnings.warn(
                f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, you can decorate the "
                "function with @torch.utils.hooks.unserializable_hook to suppress this warning",
                stacklevel=2,
            )


def _as_tuple(value):
    return value if isinstance(value, tuple) else (value,)


class _Passage:
    """Arguments or results that go through an identity node: which of them are tensors, among how many."""

    def __init__(self, values):
        self.count = len(values)
        self.places = [place for place, value in enumerate(values) if isinstance(value, Tensor)]

    def picked(self, values):
        """Those of the tensors."""
        return tuple([values[place] for place in self.places])

    def spread(self, values, others=None):
        """The other way: values at the tensors' places, None or what was there at the rest."""
        wide = [None] * self.count if others is None else list(others)
        for place, value in zip(self.places, values):
            wide[place] = value
        return tuple(wide)


class BackwardHook:
    """Runs the full backward hooks of one call of a module.

    Inputs and outputs pass through an identity node each. Its gradients are the module's grad_input and grad_output.
    """

    def __init__(self, module, user_hooks, user_pre_hooks):
        self.module, self.user_hooks, self.user_pre_hooks = module, user_hooks, user_pre_hooks
        self.grad_outputs = None  # from the outputs' node until the inputs' one
        self.inputs = self.outputs = None  # passages; none where no gradient goes
        self.n_inputs = -1

    def _ask(self, hooks, grads, what, *rest):
        """The gradients after hooks that may replace them, and whether one did."""
        changed = False
        for hook in hooks:
            answer = hook(self.module, grads, *rest)
            if answer is None:
                continue
            answer, changed = _as_tuple(answer), True
            if len(answer) != len(grads):
                raise RuntimeError(f"Backward {what}, got {len(answer)}, but expected {len(grads)}")
            grads = answer
        return grads, changed

    def _ask_hooks(self, grad_input):
        grads, changed = self._ask(
            self.user_hooks, grad_input, "hook returned an invalid number of grad_input", self.grad_outputs
        )
        self.grad_outputs = None
        return grads if changed else None

    def _pass(self, values, attach):
        """(values behind an identity node, their passage), or (values, None) where no gradient is wanted."""
        passage = _Passage(values)
        tensors = passage.picked(values)
        if not _torch.is_grad_enabled() or not any([tensor.requires_grad for tensor in tensors]):
            return values, None
        from torch.autograd.function import _BackwardHookFunction

        behind = _as_tuple(_BackwardHookFunction.apply(*tensors))
        nodes = [tensor.grad_fn for tensor in behind if tensor.grad_fn is not None]
        attach(next(node for node in nodes if node.name() == "BackwardHookFunctionBackward"))
        return passage.spread(behind, values), passage

    def setup_input_hook(self, args):
        """The arguments of forward, behind the identity node."""

        def reached(grad_input, _grad_output):
            if self.grad_outputs is None:
                return None
            answer = self._ask_hooks(self.inputs.spread(grad_input))
            return None if answer is None else self.inputs.picked(answer)

        self.n_inputs = len(args)
        passed, self.inputs = self._pass(args, lambda node: node.register_hook(reached))
        return passed

    def setup_output_hook(self, args):
        """The result of forward, behind the identity node."""

        def reached(grads):
            self.grad_outputs, _ = self._ask(
                self.user_pre_hooks, self.outputs.spread(grads), "pre hook returned an invalid number of grad_output"
            )
            onward = self.outputs.picked(self.grad_outputs)
            if self.inputs is None:
                # No gradient will come to the inputs: the hooks see that there is none.
                if self._ask_hooks((None,) * self.n_inputs) is not None:
                    raise RuntimeError("Backward hook for Modules where no input requires gradient should always "
                                       "return None or None for all gradients.")
                return onward
            return onward if self.user_pre_hooks else None

        passed, self.outputs = self._pass(_as_tuple(args), lambda node: node.register_prehook(reached))
        return passed if isinstance(args, tuple) else passed[0]
