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
    register_module_forward_hook,
    register_module_forward_pre_hook,
    register_module_full_backward_hook,
    register_module_full_backward_pre_hook,
)
from torch.nn.parameter import Buffer, Parameter, is_lazy
from torch.utils.hooks import BackwardHook, RemovableHandle

__all__ = ["Module"]

Tensor = _torch.Tensor

_EXTRA_STATE_KEY_SUFFIX = _state.EXTRA_STATE


def _addindent(text, spaces):
    return text.replace("\n", "\n" + " " * spaces)


def _forward_unimplemented(self, *input):
    raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')


class Module:
    """Base class for all neural network modules."""

    dump_patches = False
    _version = 1
    training: bool
    call_super_init = False
    _compiled_call_impl = None

    def __init__(self, *args, **kwargs):
        if self.call_super_init is False and kwargs:
            raise TypeError(
                f"{type(self).__name__}.__init__() got an unexpected keyword argument '{next(iter(kwargs))}'"
            )
        if self.call_super_init is False and args:
            raise TypeError(
                f"{type(self).__name__}.__init__() takes 1 positional argument but {len(args) + 1} were given"
            )
        put = super().__setattr__
        put("training", True)
        put("_parameters", {})
        put("_buffers", {})
        put("_non_persistent_buffers_set", set())
        put("_backward_pre_hooks", {})
        put("_backward_hooks", {})
        put("_is_full_backward_hook", None)
        put("_forward_hooks", {})
        put("_forward_hooks_with_kwargs", {})
        put("_forward_hooks_always_called", {})
        put("_forward_pre_hooks", {})
        put("_forward_pre_hooks_with_kwargs", {})
        put("_state_dict_hooks", {})
        put("_state_dict_pre_hooks", {})
        put("_load_state_dict_pre_hooks", {})
        put("_load_state_dict_post_hooks", {})
        put("_modules", {})
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    forward = _forward_unimplemented

    # Registration of buffers, parameters and children.

    def register_buffer(self, name, tensor, persistent=True):
        """Add a tensor that is part of the state but is not trained."""
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        if not isinstance(name, str):
            raise TypeError(f"buffer name should be a string. Got {_typename(name)}")
        if "." in name:
            raise KeyError('buffer name can\'t contain "."')
        if name == "":
            raise KeyError('buffer name can\'t be empty string ""')
        if hasattr(self, name) and name not in self._buffers:
            raise KeyError(f"attribute '{name}' already exists")
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{_typename(tensor)}' object to buffer '{name}' (torch Tensor or None required)"
            )
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name, param):
        """Add a trained tensor."""
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        if not isinstance(name, str):
            raise TypeError(f"parameter name should be a string. Got {_typename(name)}")
        if "." in name:
            raise KeyError('parameter name can\'t contain "."')
        if name == "":
            raise KeyError('parameter name can\'t be empty string ""')
        if hasattr(self, name) and name not in self._parameters:
            raise KeyError(f"attribute '{name}' already exists")
        if param is None:
            self._parameters[name] = None
        elif not isinstance(param, Parameter):
            raise TypeError(
                f"cannot assign '{_typename(param)}' object to parameter '{name}' "
                "(torch.nn.Parameter or None required)"
            )
        elif param.grad_fn:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model "
                f"parameters must be created explicitly. To express '{name}' "
                "as a function of another Tensor, compute the value in "
                "the forward() method."
            )
        else:
            self._parameters[name] = param

    def add_module(self, name, module):
        """Add a child module under a name."""
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{_typename(module)} is not a Module subclass")
        if not isinstance(name, str):
            raise TypeError(f"module name should be a string. Got {_typename(name)}")
        if hasattr(self, name) and name not in self._modules:
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            raise KeyError(f'module name can\'t contain ".", got: {name}')
        if name == "":
            raise KeyError('module name can\'t be empty string ""')
        self._modules[name] = module

    register_module = add_module

    def get_submodule(self, target):
        """The descendant with a dotted name."""
        if target == "":
            return self
        mod = self
        for item in target.split("."):
            if not hasattr(mod, item):
                raise AttributeError(mod._get_name() + " has no attribute `" + item + "`")
            mod = getattr(mod, item)
            if not isinstance(mod, Module):
                raise AttributeError("`" + item + "` is not an nn.Module")
        return mod

    def set_submodule(self, target, module, strict=False):
        """Put a module at a dotted name."""
        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        atoms = target.split(".")
        if not isinstance(module, Module):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        parent = self if len(atoms) == 1 else self.get_submodule(".".join(atoms[:-1]))
        if strict and not hasattr(parent, atoms[-1]):
            raise AttributeError(parent._get_name() + " has no attribute `" + atoms[-1] + "`")
        if hasattr(parent, atoms[-1]) and not isinstance(getattr(parent, atoms[-1]), Module):
            raise AttributeError("`" + atoms[-1] + "` is not an nn.Module")
        setattr(parent, atoms[-1], module)

    def get_parameter(self, target):
        """The parameter with a dotted name."""
        path, _, name = target.rpartition(".")
        mod = self.get_submodule(path)
        if not hasattr(mod, name):
            raise AttributeError(mod._get_name() + " has no attribute `" + name + "`")
        param = getattr(mod, name)
        if not isinstance(param, Parameter):
            raise AttributeError("`" + name + "` is not an nn.Parameter")
        return param

    def get_buffer(self, target):
        """The buffer with a dotted name."""
        path, _, name = target.rpartition(".")
        mod = self.get_submodule(path)
        if not hasattr(mod, name):
            raise AttributeError(mod._get_name() + " has no attribute `" + name + "`")
        if name not in mod._buffers:
            raise AttributeError("`" + name + "` is not a buffer")
        return getattr(mod, name)

    def get_extra_state(self):
        """Override to save more than tensors."""
        raise RuntimeError(
            "Reached a code path in Module.get_extra_state() that should never be called. "
            "Please file an issue at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml "
            "to report this bug."
        )

    def set_extra_state(self, state):
        """Override to restore what get_extra_state saved."""
        raise RuntimeError(
            "Reached a code path in Module.set_extra_state() that should never be called. "
            "Please file an issue at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml "
            "to report this bug."
        )

    # Conversions.

    get_extra_state._does_nothing = set_extra_state._does_nothing = True

    def _apply(self, fn, recurse=True):
        if recurse:
            for module in self.children():
                module._apply(fn)
        for key, param in self._parameters.items():
            if param is None:
                continue
            with no_grad():
                changed = fn(param)
            if param.is_meta or changed.is_meta:
                moved = Parameter(changed, param.requires_grad)
                self._parameters[key] = moved
            else:
                param.data = changed
                moved = param
            if param.grad is not None:
                with no_grad():
                    grad = fn(param.grad)
                if moved is param:
                    param.grad.data = grad
                else:
                    moved.grad = grad.requires_grad_(param.grad.requires_grad)
        for key, buf in self._buffers.items():
            if buf is not None:
                self._buffers[key] = fn(buf)
        return self

    def apply(self, fn):
        """Call fn on every module, children first."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def cuda(self, device=None):
        """Move to a CUDA device."""
        return self._apply(lambda t: t.cuda(device))

    def cpu(self):
        """Move to the CPU."""
        return self._apply(lambda t: t.cpu())

    def type(self, dst_type):
        """Cast parameters and buffers."""
        return self._apply(lambda t: t.type(dst_type))

    def float(self):
        """Cast floating point parameters and buffers to float32."""
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self):
        """Cast floating point parameters and buffers to float64."""
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def half(self):
        """Cast floating point parameters and buffers to float16."""
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def bfloat16(self):
        """Cast floating point parameters and buffers to bfloat16."""
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    def to_empty(self, *, device, recurse=True):
        """Move to a device without copying the values."""
        return self._apply(lambda t: _torch.empty_like(t, device=device), recurse=recurse)

    def to(self, *args, **kwargs):
        """Move or cast parameters and buffers."""
        device, dtype, non_blocking, memory_format = _torch._parse_to(*args, **kwargs)
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}")

        def convert(t):
            kind = dtype if t.is_floating_point() or t.is_complex() else None
            if memory_format is not None and t.dim() in (4, 5):
                return t.to(device, kind, non_blocking, memory_format=memory_format)
            return t.to(device, kind, non_blocking)

        return self._apply(convert)

    # Hooks.

    def register_full_backward_pre_hook(self, hook, prepend=False):
        """Run hook(module, grad_output) before the gradients of the module are computed."""
        handle = RemovableHandle(self._backward_pre_hooks)
        _insert(self._backward_pre_hooks, handle.id, hook, prepend)
        return handle

    def register_backward_hook(self, hook):
        """The older form of register_full_backward_hook."""
        if self._is_full_backward_hook is True:
            raise RuntimeError(
                "Cannot use both regular backward hooks and full backward hooks on a "
                "single Module. Please use only one of them."
            )
        self._is_full_backward_hook = False
        handle = RemovableHandle(self._backward_hooks)
        self._backward_hooks[handle.id] = hook
        return handle

    def register_full_backward_hook(self, hook, prepend=False):
        """Run hook(module, grad_input, grad_output) when the gradients of the inputs are known."""
        if self._is_full_backward_hook is False:
            raise RuntimeError(
                "Cannot use both regular backward hooks and full backward hooks on a "
                "single Module. Please use only one of them."
            )
        self._is_full_backward_hook = True
        handle = RemovableHandle(self._backward_hooks)
        _insert(self._backward_hooks, handle.id, hook, prepend)
        return handle

    def _get_backward_hooks(self):
        full, plain = [], []
        if _global_flags["full_backward"] is True:
            full += _global_backward_hooks.values()
        if self._is_full_backward_hook is True:
            full += self._backward_hooks.values()
        elif self._is_full_backward_hook is False:
            plain += self._backward_hooks.values()
        return full, plain

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """Run hook(module, args) before forward; it may return new arguments."""
        handle = RemovableHandle(self._forward_pre_hooks, extra_dict=self._forward_pre_hooks_with_kwargs)
        _insert(self._forward_pre_hooks, handle.id, hook, prepend)
        if with_kwargs:
            self._forward_pre_hooks_with_kwargs[handle.id] = True
        return handle

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        """Run hook(module, args, output) after forward; it may return a new output."""
        handle = RemovableHandle(
            self._forward_hooks,
            extra_dict=[self._forward_hooks_with_kwargs, self._forward_hooks_always_called],
        )
        _insert(self._forward_hooks, handle.id, hook, prepend)
        if with_kwargs:
            self._forward_hooks_with_kwargs[handle.id] = True
        if always_call:
            self._forward_hooks_always_called[handle.id] = True
        return handle

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
        called = set()
        result = None
        try:
            result = None
            for hook_id, hook in [*_global_forward_pre_hooks.items(), *self._forward_pre_hooks.items()]:
                if hook_id in self._forward_pre_hooks_with_kwargs:
                    changed = hook(self, args, kwargs)
                    if changed is not None:
                        if not (isinstance(changed, tuple) and len(changed) == 2):
                            raise RuntimeError(
                                "forward pre-hook must return None or a tuple "
                                f"of (new_args, new_kwargs), but got {changed}."
                            )
                        args, kwargs = changed
                else:
                    changed = hook(self, args)
                    if changed is not None:
                        args = changed if isinstance(changed, tuple) else (changed,)

            full, plain = self._get_backward_hooks()
            before = [*_global_backward_pre_hooks.values(), *self._backward_pre_hooks.values()]
            backward_hook = None
            if full or before:
                backward_hook = BackwardHook(self, full, before)
                args = backward_hook.setup_input_hook(args)

            result = self.forward(*args, **kwargs)

            for hook_id, hook in [*_global_forward_hooks.items(), *self._forward_hooks.items()]:
                if hook_id in self._forward_hooks_always_called or hook_id in _global_forward_hooks_always_called:
                    called.add(hook_id)
                if hook_id in self._forward_hooks_with_kwargs or hook_id in _global_forward_hooks_with_kwargs:
                    changed = hook(self, args, kwargs, result)
                else:
                    changed = hook(self, args, result)
                if changed is not None:
                    result = changed

            if backward_hook is not None:
                if not isinstance(result, (Tensor, tuple)):
                    import warnings

                    warnings.warn(
                        "For backward hooks to be called, module output should be a Tensor or a tuple of Tensors "
                        f"but received {type(result)}",
                        stacklevel=2,
                    )
                result = backward_hook.setup_output_hook(result)

            if plain:
                var = result
                while not isinstance(var, Tensor):
                    if isinstance(var, dict):
                        var = next(v for v in var.values() if isinstance(v, Tensor))
                    else:
                        var = var[0]
                grad_fn = var.grad_fn
                if grad_fn is not None:
                    for hook in plain:
                        grad_fn.register_hook(_PlainBackwardHook(hook, self))
            return result
        except Exception:
            for hook_id, hook in [*_global_forward_hooks.items(), *self._forward_hooks.items()]:
                always = hook_id in self._forward_hooks_always_called or hook_id in _global_forward_hooks_always_called
                if not always or hook_id in called:
                    continue
                try:
                    if hook_id in self._forward_hooks_with_kwargs or hook_id in _global_forward_hooks_with_kwargs:
                        changed = hook(self, args, kwargs, result)
                    else:
                        changed = hook(self, args, result)
                    if changed is not None:
                        result = changed
                except Exception as error:
                    import warnings

                    warnings.warn(
                        "module forward hook with ``always_call=True`` raised an exception that was silenced as "
                        f"another error was raised in forward: {error}",
                        stacklevel=2,
                    )
            raise

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
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        """Set evaluation mode."""
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        """Switch gradients of all parameters on or off."""
        for p in self.parameters():
            p.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        """Drop or clear the gradients of all parameters."""
        if getattr(self, "_is_replica", False):
            import warnings

            warnings.warn(
                "Calling .zero_grad() from a module created with nn.DataParallel() has no effect. "
                "The parameters are copied (in a differentiable manner) from the original module. "
                "This means they are not leaf nodes in autograd and so don't accumulate gradients. "
                "If you need gradients in your forward method, consider using autograd.grad instead.",
                stacklevel=2,
            )
        for p in self.parameters():
            if set_to_none or p.grad is None:
                p.grad = None
                continue
            if p.grad.grad_fn is None:
                p.grad.requires_grad_(False)
            else:
                p.grad.detach_()
            p.grad.zero_()

    def share_memory(self):
        """Move to shared memory."""
        return self._apply(lambda t: t.share_memory_())

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


def _insert(table, key, hook, first):
    if first:
        others = list(table.items())
        table.clear()
        table[key] = hook
        table.update(others)
    else:
        table[key] = hook


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
