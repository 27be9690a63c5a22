"""Compiled modules and the old entry points."""

from torch._compile import _backend, _region
from torch.nn.modules.module import Module


class OptimizedModule(Module):
    """A module whose calls are captured; everything else is the original's."""

    _opt_mod_attributes = {"_orig_mod", "dynamo_ctx", "_compiled_forward"}

    def __init__(self, mod, settings):
        super().__init__()
        self._orig_mod = mod
        self.__dict__["dynamo_ctx"] = settings
        self.__dict__["_compiled_forward"] = _region(mod, settings)

    def __call__(self, *args, **kwargs):
        return self.__dict__["_compiled_forward"](*args, **kwargs)

    def forward(self, *args, **kwargs):
        return self.__dict__["_compiled_forward"](*args, **kwargs)

    def __getattr__(self, name):
        if name == "_orig_mod":
            return self._modules["_orig_mod"]
        return getattr(self._modules["_orig_mod"], name)

    def __setattr__(self, name, val):
        if "_modules" not in self.__dict__ or name in self._opt_mod_attributes or "_orig_mod" not in self._modules:
            return super().__setattr__(name, val)
        return setattr(self._orig_mod, name, val)

    def __delattr__(self, name):
        if name in self._opt_mod_attributes:
            return super().__delattr__(name)
        return delattr(self._orig_mod, name)

    @property
    def training(self):
        return self._modules["_orig_mod"].training

    @training.setter
    def training(self, value):
        orig = self.__dict__.get("_modules", {}).get("_orig_mod")
        if orig is not None:
            orig.training = value

    def train(self, mode=True):
        self._orig_mod.train(mode)
        return self

    def __len__(self):
        return len(self._orig_mod)

    def __getitem__(self, key):
        return self._orig_mod[key]

    def __iter__(self):
        return iter(self._orig_mod)

    def __dir__(self):
        return dir(self._orig_mod)


def optimize(backend="inductor", *, nopython=False, guard_export_fn=None, guard_fail_fn=None, dynamic=None, **kwargs):
    """The old form of torch.compile: optimize(backend)(fn)."""
    settings = {
        "fullgraph": nopython,
        "dynamic": dynamic,
        "backend": _backend(backend),
        "mode": None,
        "options": None,
    }

    def decorate(fn):
        if isinstance(fn, Module):
            return OptimizedModule(fn, settings)
        return _region(fn, settings)

    return decorate


def optimize_assert(backend="inductor", **kwargs):
    """optimize that refuses graph breaks."""
    return optimize(backend, nopython=True, **kwargs)


def run(fn=None):
    """Run compiled code only."""
    from torch._dynamo.decorators import set_stance

    if fn is None:
        return run
    import functools

    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        with set_stance("eager_on_recompile"):
            return fn(*args, **kwargs)

    return wrapper
