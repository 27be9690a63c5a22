"""torch.jit: functions and modules run as they are."""

import _torch
from torch.nn.modules.module import Module

__all__ = ["script", "trace", "ignore", "unused", "export", "save", "load", "ScriptModule", "ScriptFunction"]


class ScriptFunction:
    """A function that was scripted; it runs as it is."""

    def __init__(self, fn):
        self._fn = fn
        self.__name__ = getattr(fn, "__name__", "function")
        self.__wrapped__ = fn

    def __call__(self, *args, **kwargs):
        return self._fn(*args, **kwargs)

    @property
    def name(self):
        return self.__name__

    def save(self, path):
        save(self, path)


class ScriptModule(Module):
    """A module that was scripted; it runs as it is."""


class RecursiveScriptModule(ScriptModule):
    """What script gives for a module."""

    def __init__(self, module):
        super().__init__()
        self.__dict__["_original"] = module
        for name in ("_parameters", "_buffers", "_modules", "training"):
            self.__dict__[name] = module.__dict__[name]

    def __call__(self, *args, **kwargs):
        return self.__dict__["_original"](*args, **kwargs)

    def forward(self, *args, **kwargs):
        return self.__dict__["_original"].forward(*args, **kwargs)

    def __getattr__(self, name):
        return getattr(self.__dict__["_original"], name)

    @property
    def original_name(self):
        return type(self.__dict__["_original"]).__name__

    def extra_repr(self):
        return f"original_name={self.original_name}"

    def save(self, path):
        save(self, path)


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    """Return a function or module that runs as it is."""
    if isinstance(obj, type) or isinstance(obj, (ScriptModule, ScriptFunction)):
        return obj
    if isinstance(obj, Module):
        return RecursiveScriptModule(obj)
    return ScriptFunction(obj)


def trace(func, example_inputs=None, *args, **kwargs):
    """Return a function or module that runs as it is."""
    return script(func)


def ignore(drop=False, **kwargs):
    """Accepted."""
    return drop if callable(drop) else (lambda fn: fn)


def unused(fn):
    """Accepted."""
    return fn


def export(fn):
    """Accepted."""
    return fn


def script_method(fn):
    """Accepted."""
    return fn


def interface(obj):
    """Accepted."""
    return obj


def is_scripting():
    """False."""
    return False


def is_tracing():
    """False."""
    return False


def annotate(the_type, the_value):
    """The value."""
    return the_value


def isinstance_(obj, target_type):
    return isinstance(obj, target_type)


class Attribute:
    """A value with a type."""

    def __init__(self, value, type):
        self.value = value
        self.type = type


Final = None


def freeze(mod, *args, **kwargs):
    """The module."""
    return mod


def optimize_for_inference(mod, *args, **kwargs):
    """The module."""
    return mod


def enable_onednn_fusion(enabled):
    """Accepted."""


_MARK = "adder.script"


def save(m, f, _extra_files=None):
    """Write a scripted function or module; the file holds the object and its state, not TorchScript code."""
    from torch.serialization import save as write

    if isinstance(m, RecursiveScriptModule):
        obj = m.__dict__["_original"]
    elif isinstance(m, ScriptFunction):
        obj = m._fn
    else:
        obj = m
    write({_MARK: obj, "extra_files": dict(_extra_files or {})}, f)


def load(f, map_location=None, _extra_files=None, _restore_shapes=False):
    """Read what save wrote. The classes must be there; PyTorch's own archives of TorchScript code are refused."""
    import os

    from torch.serialization import load as read

    if isinstance(f, (str, os.PathLike)) and not os.path.exists(f):
        raise ValueError(f"The provided filename {f} does not exist")
    try:
        found = read(f, map_location=map_location, weights_only=False)
    except Exception as error:
        raise RuntimeError(f"torch.jit.load: not a file that torch.jit.save of Adder wrote ({error})") from None
    if not isinstance(found, dict) or _MARK not in found:
        raise RuntimeError("torch.jit.load: not a file that torch.jit.save of Adder wrote")
    if _extra_files is not None:
        for name in _extra_files:
            _extra_files[name] = found["extra_files"].get(name, "")
    return script(found[_MARK])


def fork(func, *args, **kwargs):
    """The result of the call, at once."""
    return _Done(func(*args, **kwargs))


def wait(future):
    """The result of fork."""
    return future.value


class _Done:
    def __init__(self, value):
        self.value = value

    def wait(self):
        return self.value
