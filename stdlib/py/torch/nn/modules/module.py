"""Module: the base class of every neural network."""

import _torch
from torch.autograd.grad_mode import no_grad
from torch.nn.modules import _state
from torch.nn.modules._global_hooks import (  # noqa: F401
    _global_backward_hooks,
    _global_backward_pre_hooks,
    _global_flags,
    _global_forward_hooks,
    _global_forward_hooks_always_called,
    _global_forward_hooks_with_kwargs,
    _global_forward_pre_hooks,
    add_hook,
    register_module_forward_hook,
    register_module_forward_pre_hook,
    register_module_full_backward_hook,
    register_module_full_backward_pre_hook,
)
from torch.nn.parameter import Buffer, Parameter, is_lazy
from torch.utils.hooks import BackwardHook

__all__ = ["Module"]

Tensor = _torch.Tensor

_EXTRA_STATE_KEY_SUFFIX = _state.EXTRA_STATE
# What every module has one of: dicts by name, and hooks by the number of their handle.
_TABLES = ("_parameters", "_buffers", "_modules", "_forward_hooks", "_forward_hooks_with_kwargs",
           "_forward_hooks_always_called", "_forward_pre_hooks", "_forward_pre_hooks_with_kwargs", "_backward_hooks",
           "_backward_pre_hooks", "_state_dict_hooks", "_state_dict_pre_hooks", "_load_state_dict_pre_hooks",
           "_load_state_dict_post_hooks")


def _addindent(text, spaces):
    return text.replace("\n", "\n" + " " * spaces)


def _forward_unimplemented(self, *input):
    raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')


def _check_name(module, kind, name, table):
    """Raise unless a name may be given to a new entry of one of the module's tables."""
    if not isinstance(name, str):
        raise TypeError(f"{kind} name should be a string. Got {_typename(name)}")
    if "." in name:
        raise KeyError(f"{kind} name can't contain \".\"" + (f", got: {name}" if kind == "module" else ""))
    if name == "":
        raise KeyError(f'{kind} name can\'t be empty string ""')
    if hasattr(module, name) and name not in table:
        raise KeyError(f"attribute '{name}' already exists")


def _lookup(module, name):
    if not hasattr(module, name):
        raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
    return getattr(module, name)


def _cast(method):
    """A method that casts what is floating point."""
    def convert(self):
        return self._apply(lambda t: getattr(t, method)() if t.is_floating_point() else t)

    convert.__name__ = method
    convert.__qualname__ = f"Module.{method}"
    convert.__doc__ = f"Cast parameters and buffers that are floating point by Tensor.{method}()."
    return convert


def _converted(param, fn):
    """A parameter with values and gradient from fn: the same object, unless one of both has no memory."""
    with no_grad():
        values = fn(param)
        grad = None if param.grad is None else fn(param.grad)
    if not (param.is_meta or values.is_meta):
        param.data = values
        if grad is not None:
            param.grad.data = grad
        return param
    made = Parameter(values, param.requires_grad)
    if grad is not None:
        made.grad = grad.requires_grad_(param.grad.requires_grad)
    return made


def _never_called(name):
    """A method of Module that only replacements of it are called in place of."""
    def method(self, *state):
        raise RuntimeError(
            f"Reached a code path in Module.{name}() that should never be called. Please file an issue at "
            "https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml to report this bug.")

    method.__name__ = name
    method.__qualname__ = f"Module.{name}"
    method._does_nothing = True
    return method


class Module:
    """The base of all parts of models: it knows its parameters, buffers and the modules within it.

    They are attributes that are kept in tables of their own, so that they can be listed, converted, saved and loaded."""

    dump_patches = False
    _version = 1
    training: bool
    call_super_init = False  # whether __init__() goes on to a class behind this one, with its arguments
    _compiled_call_impl = None

    def __init__(self, *args, **kwargs):
        if not self.call_super_init and (args or kwargs):
            refused = (f"got an unexpected keyword argument '{next(iter(kwargs))}'" if kwargs
                       else f"takes 1 positional argument but {len(args) + 1} were given")
            raise TypeError(f"{type(self).__name__}.__init__() {refused}")
        put = super().__setattr__
        put("training", True)
        put("_non_persistent_buffers_set", set())
        put("_is_full_backward_hook", None)
        for table in _TABLES:
            put(table, {})
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    forward = _forward_unimplemented
    get_extra_state = _never_called("get_extra_state")
    set_extra_state = _never_called("set_extra_state")

    # Registration of buffers, parameters and children.

    def register_buffer(self, name, tensor, persistent=True):
        """Add a tensor that belongs to the module and is not trained; it is saved if it is persistent."""
        buffers = self.__dict__.get("_buffers")
        if buffers is None:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        _check_name(self, "buffer", name, buffers)
        if not (tensor is None or isinstance(tensor, Tensor)):
            raise TypeError(f"cannot assign '{_typename(tensor)}' object to buffer '{name}' "
                            "(torch Tensor or None required)")
        buffers[name] = tensor
        passing = self._non_persistent_buffers_set
        (passing.discard if persistent else passing.add)(name)

    def register_parameter(self, name, param):
        """Add a tensor that is trained, or None for one that may be."""
        parameters = self.__dict__.get("_parameters")
        if parameters is None:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        _check_name(self, "parameter", name, parameters)
        if param is not None:
            if not isinstance(param, Parameter):
                raise TypeError(f"cannot assign '{_typename(param)}' object to parameter '{name}' "
                                "(torch.nn.Parameter or None required)")
            if param.grad_fn:
                raise ValueError(
                    f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created explicitly. "
                    f"To express '{name}' as a function of another Tensor, compute the value in the forward() method.")
        parameters[name] = param

    def add_module(self, name, module):
        """Add a module within this one, or None for one that may be."""
        if not (module is None or isinstance(module, Module)):
            raise TypeError(f"{_typename(module)} is not a Module subclass")
        _check_name(self, "module", name, self._modules)
        self._modules[name] = module

    register_module = add_module

    # Looking up by dotted names.

    def get_submodule(self, target):
        """The module at the end of a path of names."""
        found = self
        for name in target.split(".") if target else ():
            found = _lookup(found, name)
            if not isinstance(found, Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return found

    def set_submodule(self, target, module, strict=False):
        """Put a module at the end of a path, where one is already if it is strict."""
        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        if not isinstance(module, Module):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if strict or hasattr(parent, name):
            if not isinstance(_lookup(parent, name), Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        setattr(parent, name, module)

    def get_parameter(self, target):
        """The parameter at the end of a path of names."""
        path, _, name = target.rpartition(".")
        found = _lookup(self.get_submodule(path), name)
        if isinstance(found, Parameter):
            return found
        raise AttributeError(f"`{name}` is not an nn.Parameter")

    def get_buffer(self, target):
        """The buffer at the end of a path of names."""
        path, _, name = target.rpartition(".")
        owner = self.get_submodule(path)
        found = _lookup(owner, name)
        if name in owner._buffers:
            return found
        raise AttributeError(f"`{name}` is not a buffer")

    # Conversions.

    def _apply(self, fn, recurse=True):
        if recurse:
            for child in self.children():
                child._apply(fn)
        for table, convert in ((self._parameters, _converted), (self._buffers, lambda buffer, fn: fn(buffer))):
            for name, tensor in table.items():
                if tensor is not None:
                    table[name] = convert(tensor, fn)
        return self

    def apply(self, fn):
        """Call a function with every module, from the innermost to this one."""
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def cuda(self, device=None):
        """Move to a CUDA device."""
        return self._apply(lambda tensor: tensor.cuda(device))

    def cpu(self):
        """Move to the CPU."""
        return self._apply(Tensor.cpu)

    def type(self, dst_type):
        """Cast all parameters and buffers."""
        return self._apply(lambda tensor: tensor.type(dst_type))

    float, double, half, bfloat16 = [_cast(method) for method in ("float", "double", "half", "bfloat16")]

    def to_empty(self, *, device, recurse=True):
        """Move to a device and leave the values undefined."""
        return self._apply(lambda tensor: _torch.empty_like(tensor, device=device), recurse=recurse)

    def to(self, *args, **kwargs):
        """Move to a device, and cast what is floating point or complex."""
        device, dtype, non_blocking, memory_format = _torch._parse_to(*args, **kwargs)
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}")

        def convert(tensor):
            kind = dtype if tensor.is_floating_point() or tensor.is_complex() else None
            layout = {} if memory_format is None or tensor.dim() not in (4, 5) else {"memory_format": memory_format}
            return tensor.to(device, kind, non_blocking, **layout)

        return self._apply(convert)

    # Hooks.

    def register_full_backward_pre_hook(self, hook, prepend=False):
        """Call hook(module, grad_output) before the gradients of the inputs are computed."""
        return add_hook(self._backward_pre_hooks, hook, prepend)

    def register_backward_hook(self, hook):
        """The older form of register_full_backward_hook(), which sees the last operation alone."""
        return self._add_backward_hook(hook, False, False)

    def register_full_backward_hook(self, hook, prepend=False):
        """Call hook(module, grad_input, grad_output) when the gradients of the inputs are known."""
        return self._add_backward_hook(hook, prepend, True)

    def _add_backward_hook(self, hook, prepend, full):
        if self._is_full_backward_hook not in (None, full):
            raise RuntimeError("Cannot use both regular backward hooks and full backward hooks on a single Module. "
                               "Please use only one of them.")
        self._is_full_backward_hook = full
        return add_hook(self._backward_hooks, hook, prepend)

    def _get_backward_hooks(self):
        """The full hooks, of all modules first, and the older ones."""
        own = list(self._backward_hooks.values())
        full = list(_global_backward_hooks.values()) if _global_flags["full_backward"] is True else []
        if self._is_full_backward_hook is True:
            return full + own, []
        return full, own if self._is_full_backward_hook is False else []

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """Call hook(module, args) before forward(); it may give other arguments."""
        return add_hook(self._forward_pre_hooks, hook, prepend,
                        (self._forward_pre_hooks_with_kwargs, with_kwargs))

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        """Call hook(module, args, output) behind forward(); it may give another output."""
        return add_hook(self._forward_hooks, hook, prepend, (self._forward_hooks_with_kwargs, with_kwargs),
                        (self._forward_hooks_always_called, always_call))

    # Calling.

    def __call__(self, *args, **kwargs):
        if self._compiled_call_impl is not None:
            return self._compiled_call_impl(*args, **kwargs)
        if (
            self._forward_hooks
            or self._forward_pre_hooks
            or self._backward_hooks
            or self._backward_pre_hooks
            or _global_forward_hooks
            or _global_forward_pre_hooks
            or _global_backward_hooks
            or _global_backward_pre_hooks
        ):
            return self._call_with_hooks(args, kwargs)
        return self.forward(*args, **kwargs)

    def _call_impl(self, *args, **kwargs):
        return self._call_with_hooks(args, kwargs)

    def _wrapped_call_impl(self, *args, **kwargs):
        return self.__call__(*args, **kwargs)

    def _call_with_hooks(self, args, kwargs):
        called, result = set(), None
        try:
            args, kwargs = self._run_pre_hooks(args, kwargs)
            full, plain = self._get_backward_hooks()
            before = [*_global_backward_pre_hooks.values(), *self._backward_pre_hooks.values()]
            around = BackwardHook(self, full, before) if full or before else None
            if around is not None:
                args = around.setup_input_hook(args)
            result = self.forward(*args, **kwargs)
            for number, hook, takes_kwargs, always in self._hooks_behind():
                if always:
                    called.add(number)
                result = _run_hook(hook, takes_kwargs, self, args, kwargs, result)
            if around is not None:
                if not isinstance(result, (Tensor, tuple)):
                    import warnings

                    warnings.warn("For backward hooks to be called, module output should be a Tensor or a tuple of Tensors "
                                  f"but received {type(result)}", stacklevel=2)
                result = around.setup_output_hook(result)
            if plain and (node := _first_tensor(result).grad_fn) is not None:
                for hook in plain:
                    node.register_hook(_PlainBackwardHook(hook, self))
            return result
        except Exception:
            for number, hook, takes_kwargs, always in self._hooks_behind():
                if always and number not in called:
                    try:
                        result = _run_hook(hook, takes_kwargs, self, args, kwargs, result)
                    except Exception as error:
                        import warnings

                        warnings.warn("module forward hook with ``always_call=True`` raised an exception that was silenced "
                                      f"as another error was raised in forward: {error}", stacklevel=2)
            raise

    def _run_pre_hooks(self, args, kwargs):
        for number, hook in [*_global_forward_pre_hooks.items(), *self._forward_pre_hooks.items()]:
            if number not in self._forward_pre_hooks_with_kwargs:
                changed = hook(self, args)
                if changed is not None:
                    args = changed if isinstance(changed, tuple) else (changed,)
                continue
            changed = hook(self, args, kwargs)
            if changed is not None:
                if not isinstance(changed, tuple) or len(changed) != 2:
                    raise RuntimeError("forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got "
                                       f"{changed}.")
                args, kwargs = changed
        return args, kwargs

    def _hooks_behind(self):
        """Number, function, whether it takes keyword arguments and whether it is called whatever happens, of each."""
        return [(number, hook, number in with_kwargs, number in always)
                for hooks, with_kwargs, always in (
                    (_global_forward_hooks, _global_forward_hooks_with_kwargs, _global_forward_hooks_always_called),
                    (self._forward_hooks, self._forward_hooks_with_kwargs, self._forward_hooks_always_called))
                for number, hook in hooks.items()]

    def compile(self, *args, **kwargs):
        """Compile the call of this module in place with torch.compile."""
        import torch

        self._compiled_call_impl = torch.compile(self._call_eager, *args, **kwargs)

    def _call_eager(self, *args, **kwargs):
        if (
            self._forward_hooks
            or self._forward_pre_hooks
            or self._backward_hooks
            or self._backward_pre_hooks
            or _global_forward_hooks
            or _global_forward_pre_hooks
            or _global_backward_hooks
            or _global_backward_pre_hooks
        ):
            return self._call_with_hooks(args, kwargs)
        return self.forward(*args, **kwargs)

    def __getstate__(self):
        state = self.__dict__.copy()
        state.pop("_compiled_call_impl", None)
        return state

    def __setstate__(self, state):
        self.__dict__.update(state)

    # Attributes.

    def __getattr__(self, name):
        d = self.__dict__
        if "_parameters" in d:
            table = d["_parameters"]
            if name in table:
                return table[name]
        if "_buffers" in d:
            table = d["_buffers"]
            if name in table:
                return table[name]
        if "_modules" in d:
            table = d["_modules"]
            if name in table:
                return table[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        d = self.__dict__
        params = d.get("_parameters")
        if isinstance(value, Parameter):
            if params is None:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            _remove_from(name, d, d["_buffers"], d["_modules"], d["_non_persistent_buffers_set"])
            self.register_parameter(name, value)
            return
        if params is not None and name in params:
            if value is not None:
                raise TypeError(
                    f"cannot assign '{_typename(value)}' as parameter '{name}' (torch.nn.Parameter or None expected)"
                )
            self.register_parameter(name, value)
            return
        modules = d.get("_modules")
        if isinstance(value, Module):
            if modules is None:
                raise AttributeError("cannot assign module before Module.__init__() call")
            _remove_from(name, d, params, d["_buffers"], d["_non_persistent_buffers_set"])
            modules[name] = value
            return
        if modules is not None and name in modules:
            if value is not None:
                raise TypeError(
                    f"cannot assign '{_typename(value)}' as child module '{name}' (torch.nn.Module or None expected)"
                )
            modules[name] = value
            return
        buffers = d.get("_buffers")
        if isinstance(value, Tensor) or value is None:
            if buffers is not None and name in buffers:
                buffers[name] = value
                return
            if isinstance(value, Buffer):
                if buffers is None:
                    raise AttributeError("cannot assign buffer before Module.__init__() call")
                _remove_from(name, d, params, modules, d["_non_persistent_buffers_set"])
                self.register_buffer(name, value, value.persistent)
                return
        elif buffers is not None and name in buffers:
            raise TypeError(
                f"cannot assign '{_typename(value)}' as buffer '{name}' (torch.nn.Buffer, torch.Tensor or None expected)"
            )
        super().__setattr__(name, value)

    def __delattr__(self, name):
        for registered in self._parameters, self._buffers, self._modules:
            if name in registered:
                del registered[name]
                break
        else:
            return super().__delattr__(name)
        if registered is self._buffers:
            self._non_persistent_buffers_set.discard(name)

    # State.

    _save_to_state_dict = _state._save_to_state_dict
    state_dict = _state.state_dict
    _load_from_state_dict = _state._load_from_state_dict
    load_state_dict = _state.load_state_dict
    _register_state_dict_hook = _state._register_state_dict_hook
    register_state_dict_post_hook = _state.register_state_dict_post_hook
    register_state_dict_pre_hook = _state.register_state_dict_pre_hook
    _register_load_state_dict_pre_hook = _state._register_load_state_dict_pre_hook
    register_load_state_dict_pre_hook = _state.register_load_state_dict_pre_hook
    register_load_state_dict_post_hook = _state.register_load_state_dict_post_hook

    # Iteration.

    def _named_members(self, get_members_fn, prefix="", recurse=True, remove_duplicate=True):
        """Pairs (dotted name, member) of this module, or of it and all below it."""
        seen = set()
        owners = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, owner in owners:
            for name, member in get_members_fn(owner):
                if member is not None and member not in seen:
                    if remove_duplicate:
                        seen.add(member)
                    yield f"{path}.{name}" if path else name, member

    def parameters(self, recurse=True):
        """Every parameter once."""
        return (param for _, param in self.named_parameters(recurse=recurse))

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        """Every parameter with its dotted name."""
        return self._named_members(lambda owner: owner._parameters.items(), prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        """Every buffer once."""
        return (buffer for _, buffer in self.named_buffers(recurse=recurse))

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        """Every buffer with its dotted name."""
        return self._named_members(lambda owner: owner._buffers.items(), prefix, recurse, remove_duplicate)

    def children(self):
        """The direct children."""
        return (child for _, child in self.named_children())

    def named_children(self):
        """The direct children with their names, each once."""
        seen = {None}
        for name, child in self._modules.items():
            if child not in seen:
                seen.add(child)
                yield name, child

    def modules(self):
        """This module and all its descendants."""
        return (module for _, module in self.named_modules())

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """This module and all its descendants with their dotted names."""
        seen = set() if memo is None else memo
        if self in seen:
            return
        if remove_duplicate:
            seen.add(self)
        yield prefix, self
        for name, child in self._modules.items():
            if child is not None:
                yield from child.named_modules(seen, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    # Modes.

    def train(self, mode=True):
        """Set training mode."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for child in self.children():
            child.train(mode)
        return self

    def eval(self):
        """Set evaluation mode."""
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        """Switch gradients of all parameters on or off."""
        for param in self.parameters():
            param.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        """Drop or clear the gradients of all parameters."""
        if getattr(self, "_is_replica", False):
            import warnings

            warnings.warn("Calling .zero_grad() from a module created with nn.DataParallel() has no effect. The parameters "
                          "are copied (in a differentiable manner) from the original module. This means they are not leaf "
                          "nodes in autograd and so don't accumulate gradients. If you need gradients in your forward "
                          "method, consider using autograd.grad instead.", stacklevel=2)
        for param in self.parameters():
            grad = param.grad
            if grad is None or set_to_none:
                param.grad = None
            else:
                grad.requires_grad_(False) if grad.grad_fn is None else grad.detach_()
                grad.zero_()

    def share_memory(self):
        """Move to shared memory."""
        return self._apply(Tensor.share_memory_)

    # Text.

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        """What stands between the parentheses of repr."""
        return ""

    def __repr__(self):
        extra, name = self.extra_repr(), self._get_name()
        lines = extra.split("\n") if extra else []
        if len(lines) == 1 and not self._modules:
            return f"{name}({extra})"
        lines += [f"({key}): {_addindent(repr(child), 2)}" for key, child in self._modules.items()]
        body = "".join(["\n  " + line for line in lines])
        return f"{name}({body}{chr(10) if body else ''})"

    def __dir__(self):
        names = [*dir(type(self)), *vars(self), *self._parameters, *self._modules, *self._buffers]
        return sorted(name for name in names if not name[0].isdigit())

    def _replicate_for_data_parallel(self):
        kind = type(self)
        replica = kind.__new__(kind)
        own = {"_parameters": {}, "_buffers": dict(self._buffers), "_modules": dict(self._modules)}
        replica.__dict__ = {**vars(self), **own, "_is_replica": True}
        return replica


class _PlainBackwardHook:
    """Calls the older kind of backward hook with its module."""

    def __init__(self, hook, module):
        self.hook = hook
        self.module = module

    def __call__(self, grad_input, grad_output):
        return self.hook(self.module, grad_input, grad_output)


def _run_hook(hook, takes_kwargs, module, args, kwargs, result):
    """The result after a hook: what the hook gives, unless that is None."""
    changed = hook(module, args, kwargs, result) if takes_kwargs else hook(module, args, result)
    return result if changed is None else changed


def _first_tensor(value):
    """The first tensor in what a module gave, which may be nested."""
    while not isinstance(value, Tensor):
        if isinstance(value, dict):
            value = next(part for part in value.values() if isinstance(part, Tensor))
        else:
            value = value[0]
    return value


def _remove_from(name, *tables):
    for table in tables:
        if name in table:
            if isinstance(table, set):
                table.discard(name)
            else:
                del table[name]


def _typename(value):
    kind = type(value)
    if isinstance(value, Tensor):
        return value.type()
    module = kind.__module__
    if module and module != "builtins":
        return f"{module}.{kind.__name__}"
    return kind.__name__
