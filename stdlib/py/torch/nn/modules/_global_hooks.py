"""What Module is made with: hooks of all modules, hooks that know their module, the result of load_state_dict."""

from torch.utils.hooks import RemovableHandle

_global_backward_pre_hooks = {}
_global_backward_hooks = {}
_global_forward_pre_hooks = {}
_global_forward_hooks = {}
_global_forward_hooks_always_called = {}
_global_forward_hooks_with_kwargs = {}
_global_flags = {"full_backward": None}


def add_hook(hooks, hook, prepend=False, *marks):
    """Add a hook to a table, before the others if it is to be; a handle that removes it. Marks are pairs of a table and
    whether the hook's number is to stand in it."""
    handle = RemovableHandle(hooks, extra_dict=[table for table, _ in marks])
    others = list(hooks.items()) if prepend else ()
    if prepend:
        hooks.clear()
    hooks[handle.id] = hook
    hooks.update(others)
    for table, marked in marks:
        if marked:
            table[handle.id] = True
    return handle


def register_module_forward_pre_hook(hook):
    """Call a hook before the forward() of every module."""
    return add_hook(_global_forward_pre_hooks, hook)


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    """Call a hook behind the forward() of every module."""
    return add_hook(_global_forward_hooks, hook, False, (_global_forward_hooks_with_kwargs, with_kwargs),
                    (_global_forward_hooks_always_called, always_call))


def register_module_full_backward_pre_hook(hook):
    """Call a hook before the backward of every module."""
    return add_hook(_global_backward_pre_hooks, hook)


def register_module_full_backward_hook(hook):
    """Call a hook behind the backward of every module."""
    _global_flags["full_backward"] = True
    return add_hook(_global_backward_hooks, hook)


class _WrappedHook:
    """A state_dict hook that is called with its module first, where it has one."""

    def __init__(self, hook, module=None):
        self.hook, self.module, self.with_module = hook, module, module is not None
        if self.with_module:
            from weakref import ref

            self.module = ref(module)

    def __call__(self, *args, **kwargs):
        if not self.with_module:
            return self.hook(*args, **kwargs)
        owner = self.module()
        if owner is None:
            raise RuntimeError("You are trying to call the hook of a dead Module!")
        return self.hook(owner, *args, **kwargs)


class _IncompatibleKeys(tuple):
    """What load_state_dict returns: the keys that did not match."""

    def __new__(cls, missing_keys, unexpected_keys):
        return tuple.__new__(cls, (missing_keys, unexpected_keys))

    @property
    def missing_keys(self):
        return self[0]

    @property
    def unexpected_keys(self):
        return self[1]

    def __repr__(self):
        if not self[0] and not self[1]:
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self[0]!r}, unexpected_keys={self[1]!r})"

    __str__ = __repr__
