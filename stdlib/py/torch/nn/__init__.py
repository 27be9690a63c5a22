"""Neural networks. Names are loaded when they are first used."""

import _torch

from torch.nn import modules as _modules

_SUBMODULES = ("attention", "functional", "init", "modules", "parallel", "parameter", "utils")
_PARAMETERS = ("Buffer", "Parameter", "UninitializedBuffer", "UninitializedParameter")

__all__ = [*_modules.__all__, *_PARAMETERS]


def __getattr__(name):
    if name in _modules._OWNER:
        value = getattr(_modules, name)
    elif name in _PARAMETERS:
        value = getattr(_torch._import_module("torch.nn.parameter"), name)
    elif name in _SUBMODULES:
        value = _torch._import_module("torch.nn." + name)
    elif name == "DataParallel":
        value = _torch._import_module("torch.nn.parallel").DataParallel
    elif name == "factory_kwargs":
        value = _factory_kwargs
    else:
        raise AttributeError(f"module 'torch.nn' has no attribute '{name}'")
    globals()[name] = value
    return value


def __dir__():
    return sorted([*globals(), *_modules._OWNER, *_PARAMETERS, *_SUBMODULES])


def _factory_kwargs(kwargs):
    """The arguments device, dtype and memory_format of a module's constructor."""
    if kwargs is None:
        return {}
    form = dict(kwargs)
    nested = dict(form.pop("factory_kwargs", {}))
    unknown = form.keys() - {"device", "dtype", "memory_format"}
    if unknown:
        raise TypeError(f"unexpected kwargs {unknown}")
    for name in form.keys() & nested.keys():
        raise TypeError(f"{name} specified twice, in **kwargs and in factory_kwargs")
    return nested | form
