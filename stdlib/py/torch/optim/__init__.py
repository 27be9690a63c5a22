"""Optimizers. A file is loaded when one of its names is first used."""

import _torch

_OWNER = {
    "ASGD": "adamax",
    "Adadelta": "adagrad",
    "Adafactor": "adafactor",
    "Adagrad": "adagrad",
    "Adam": "adam",
    "AdamW": "adam",
    "Adamax": "adamax",
    "LBFGS": "lbfgs",
    "Muon": "muon",
    "NAdam": "adamax",
    "Optimizer": "optimizer",
    "RAdam": "adamax",
    "RMSprop": "rmsprop",
    "Rprop": "rmsprop",
    "SGD": "sgd",
}
_SUBMODULES = (
    "adadelta", "adafactor", "adagrad", "adam", "adamax", "adamw", "asgd", "lbfgs", "lr_scheduler", "muon", "nadam",
    "optimizer", "radam", "rmsprop", "rprop", "sgd", "swa_utils",
)

__all__ = sorted(_OWNER)


def __getattr__(name):
    file = _OWNER.get(name)
    if file is not None:
        value = getattr(_torch._import_module("torch.optim." + file), name)
    elif name in _SUBMODULES:
        value = _torch._import_module("torch.optim." + name)
    else:
        raise AttributeError(f"module 'torch.optim' has no attribute '{name}'")
    globals()[name] = value
    return value


def __dir__():
    return sorted([*globals(), *_OWNER, *_SUBMODULES])
