"""__torch_function__ from Python."""

import _torch

__all__ = ["has_torch_function", "handle_torch_function", "is_tensor_like", "TorchFunctionMode", "BaseTorchFunctionMode", "resolve_name"]


def _overrides(x):
    kind = type(x)
    if kind is _torch.Tensor:
        return False
    method = getattr(kind, "__torch_function__", None)
    return method is not None and method is not _torch._disabled_torch_function_impl


def has_torch_function(relevant_args):
    """Whether an argument overrides ops."""
    return any(_overrides(a) for a in relevant_args)


def has_torch_function_unary(x):
    return _overrides(x)


def has_torch_function_variadic(*args):
    return has_torch_function(args)


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """Call the overrides of the arguments."""
    overloaded = []
    for a in relevant_args:
        if _overrides(a) and type(a) not in [type(o) for o in overloaded]:
            overloaded.append(a)
    types = tuple(type(o) for o in overloaded)
    for a in overloaded:
        result = type(a).__torch_function__(public_api, types, args, kwargs)
        if result is not NotImplemented:
            return result
    raise TypeError(f"no implementation found for '{public_api}' on types that implement __torch_function__: {list(types)}")


def is_tensor_like(inp):
    """Whether something is a tensor or overrides ops."""
    return type(inp) is _torch.Tensor or hasattr(inp, "__torch_function__")


class TorchFunctionMode:
    """Inside it every torch function that Python calls goes to __torch_function__ of the mode."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError

    def __enter__(self):
        _torch._push_function_mode(self)
        return self

    def __exit__(self, kind, value, tb):
        _torch._pop_function_mode()


class BaseTorchFunctionMode(TorchFunctionMode):
    """A mode that changes nothing."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


def resolve_name(f):
    """The name that an override is known by."""
    module = getattr(f, "__module__", None)
    return f"{module}.{f.__name__}" if module else getattr(f, "__qualname__", None)
