"""What the state_dict of a module is made of, and how one is loaded: the methods of Module for both.

The order is that of PyTorch: for each module its parameters, then its buffers, then its children; each key is the path to it.
"""

import _torch
from torch.autograd.grad_mode import no_grad
from torch.nn.modules._global_hooks import _IncompatibleKeys, _WrappedHook, add_hook
from torch.nn.parameter import Parameter, is_lazy

Tensor = _torch.Tensor
EXTRA_STATE = "_extra_state"


def _replaced(module, name):
    """Whether a subclass has its own method in place of one of Module that does nothing."""
    return not getattr(getattr(type(module), name), "_does_nothing", False)


def _own_state(module):
    """{name: tensor} of a module without its children; buffers that are not persistent do not count."""
    passing = module._non_persistent_buffers_set
    pairs = [*module._parameters.items(), *((n, b) for n, b in module._buffers.items() if n not in passing)]
    return {name: tensor for name, tensor in pairs if tensor is not None}


# Saving.

def _save_to_state_dict(self, destination, prefix, keep_vars):
    """Add what belongs to this module alone; may be overridden."""
    for name, tensor in _own_state(self).items():
        destination[prefix + name] = tensor if keep_vars else tensor.detach()
    if _replaced(self, "get_extra_state"):
        destination[prefix + EXTRA_STATE] = self.get_extra_state()


def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
    """A dict of all parameters and persistent buffers, by dotted name."""
    # Older programs pass them by position.
    given = dict(zip(("destination", "prefix", "keep_vars"), args))
    destination = given.get("destination") if destination is None else destination
    prefix, keep_vars = prefix or given.get("prefix", ""), keep_vars or given.get("keep_vars", False)
    if destination is None:
        from collections import OrderedDict

        destination = OrderedDict()
        destination._metadata = OrderedDict()
    metadata = {"version": self._version}
    if hasattr(destination, "_metadata"):
        destination._metadata[prefix[:-1]] = metadata
    for hook in self._state_dict_pre_hooks.values():
        hook(self, prefix, keep_vars)
    self._save_to_state_dict(destination, prefix, keep_vars)
    for name, child in self._modules.items():
        if child is not None:
            child.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
    for hook in self._state_dict_hooks.values():
        result = hook(self, destination, prefix, metadata)
        if result is not None:
            if getattr(hook, "_from_public_api", False):
                raise RuntimeError("state_dict post-hook must return None")
            destination = result
    return destination


# Loading.

def _difference(key, own, value):
    """What keeps a saved value from being loaded, as text; None if nothing does."""
    if not isinstance(value, Tensor):
        return (f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from checkpoint but '
                f"received {type(value)}")
    if not is_lazy(own) and value.shape != own.shape:
        return (f"size mismatch for {key}: copying a param with shape {value.shape} from checkpoint, the shape in current "
                f"model is {own.shape}.")
    return None


def _put(module, name, own, value, assign):
    """Copy a value into a module's tensor, or put it in its place."""
    with no_grad():
        if not assign:
            own.copy_(value)
            return
        if isinstance(own, Parameter):
            if isinstance(value, Parameter):
                value.requires_grad_(own.requires_grad)
            else:
                value = Parameter(value, requires_grad=own.requires_grad)
        setattr(module, name, value)


def _load_one(module, name, own, key, value, assign):
    """Load one tensor; gives what went wrong as text, or None."""
    old_scalar = isinstance(value, Tensor) and not is_lazy(own) and own.dim() == 0 and value.dim() == 1
    value = value[0] if old_scalar else value  # PyTorch before 0.4 had no tensors without dims
    problem = _difference(key, own, value)
    if problem is not None:
        return problem
    if own.is_meta and not value.is_meta and not assign:
        import warnings

        warnings.warn(
            f"for {key}: copying from a non-meta parameter in the checkpoint to a meta parameter in the current model, which "
            "is a no-op. (Did you mean to pass `assign=True` to assign items in the state dictionary to their corresponding key "
            "in the module instead of copying them in place?)", stacklevel=2)
    try:
        _put(module, name, own, value, assign)
    except Exception as error:
        return (f'While copying the parameter named "{key}", whose dimensions in the model are {own.size()} and whose '
                f"dimensions in the checkpoint are {value.size()}, an exception occurred : {error.args}.")
    return None


def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
    """Take what belongs to this module alone, and add to the three lists; may be overridden."""
    for hook in self._load_state_dict_pre_hooks.values():
        hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
    own, assign = _own_state(self), local_metadata.get("assign_to_params_buffers", False)
    for name, tensor in own.items():
        key = prefix + name
        if key in state_dict:
            problem = _load_one(self, name, tensor, key, state_dict[key], assign)
            if problem is not None:
                error_msgs.append(problem)
        elif strict:
            missing_keys.append(key)
    extra = prefix + EXTRA_STATE
    wanted, there = _replaced(self, "set_extra_state"), extra in state_dict
    if wanted and there:
        self.set_extra_state(state_dict[extra])
    elif strict and wanted != there:
        (missing_keys if wanted else unexpected_keys).append(extra)
    if strict:
        for key in state_dict:
            if key.startswith(prefix) and key != extra:
                first, dot, _ = key[len(prefix):].partition(".")
                if first not in (self._modules if dot else own):
                    unexpected_keys.append(key)


def load_state_dict(self, state_dict, strict=True, assign=False):
    """Copy parameters and buffers from a dict into this module; with `assign`, take its tensors instead."""
    if not hasattr(state_dict, "keys"):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
    from collections import OrderedDict

    metadata = getattr(state_dict, "_metadata", None)
    state_dict = OrderedDict(state_dict)  # hooks may change it
    if metadata is not None:
        state_dict._metadata = metadata
    result, errors = _IncompatibleKeys([], []), []

    def load(module, state, prefix):
        local = {} if metadata is None else metadata.get(prefix[:-1], {})
        if assign:
            local["assign_to_params_buffers"] = assign
        module._load_from_state_dict(state, prefix, local, True, *result, errors)
        for name, child in module._modules.items():
            if child is not None:
                inner = f"{prefix}{name}."
                load(child, {key: value for key, value in state.items() if key.startswith(inner)}, inner)
        for hook in module._load_state_dict_post_hooks.values():
            if hook(module, result) is not None:
                raise AssertionError("Hooks registered with ``register_load_state_dict_post_hook`` are notexpected to return new "
                                     "values, if incompatible_keys need to be modified,it should be done inplace.")

    load(self, state_dict, "")
    del load  # it refers to itself, and would keep the state alive
    if strict:
        for kind, keys in (("Unexpected", result.unexpected_keys), ("Missing", result.missing_keys)):
            if keys:
                shown = ", ".join([f'"{key}"' for key in keys])
                errors.insert(0, f"{kind} key(s) in state_dict: {shown}. ")
    if errors:
        lines = "\n\t".join(errors)
        raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}:\n\t{lines}")
    return result


# Hooks.

def _register_state_dict_hook(self, hook):
    if getattr(hook, "_from_public_api", False):
        raise RuntimeError("Cannot register the same function as the state dict post hook that was previously registered via "
                           "register_state_dict_post_hook")
    return add_hook(self._state_dict_hooks, hook)


def register_state_dict_post_hook(self, hook):
    """Run hook(module, state_dict, prefix, local_metadata) after state_dict."""
    hook._from_public_api = True
    return add_hook(self._state_dict_hooks, hook)


def register_state_dict_pre_hook(self, hook):
    """Run hook(module, prefix, keep_vars) before state_dict."""
    return add_hook(self._state_dict_pre_hooks, hook)


def _register_load_state_dict_pre_hook(self, hook, with_module=False):
    return add_hook(self._load_state_dict_pre_hooks, _WrappedHook(hook, self if with_module else None))


def register_load_state_dict_pre_hook(self, hook):
    """Run hook before load_state_dict; it also receives the module."""
    return self._register_load_state_dict_pre_hook(hook, with_module=True)


def register_load_state_dict_post_hook(self, hook):
    """Run hook(module, incompatible_keys) after load_state_dict."""
    return add_hook(self._load_state_dict_post_hooks, hook)
