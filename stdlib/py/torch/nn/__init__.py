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
    simple_keys = {"device", "dtype", "memory_format"}
    expected_keys = simple_keys | {"factory_kwargs"}
    if not kwargs.keys() <= expected_keys:
        raise TypeError(f"unexpected kwargs {kwargs.keys() - expected_keys}")
    r = dict(kwargs.get("factory_kwargs", {}))
    for k in simple_keys:
        if k in kwargs:
            if k in r:
                raise TypeError(f"{k} specified twice, in **kwargs and in factory_kwargs")
            r[k] = kwargs[k]
    return r
