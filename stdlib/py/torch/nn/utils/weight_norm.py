"""Weight normalization by a hook (the older form)."""

from torch.nn.parameter import Parameter
from torch.nn.utils.parametrizations import length_of, of_length

__all__ = ["WeightNorm", "remove_weight_norm", "weight_norm"]


class WeightNorm:
    """A hook that builds the weight `name` from its length `name`_g and direction `name`_v before each forward."""

    def __init__(self, name, dim):
        self.name = name
        self.dim = dim if dim is not None else -1

    def _parts(self):
        return f"{self.name}_g", f"{self.name}_v"

    def compute_weight(self, module):
        length, direction = (getattr(module, part) for part in self._parts())
        return of_length(length, direction, self.dim)

    def split(self, module):
        """Take the weight of the module apart."""
        whole = getattr(module, self.name)
        module._parameters.pop(self.name)
        for part, value in zip(self._parts(), (length_of(whole, self.dim), whole)):
            module.register_parameter(part, Parameter(value.data))
        self(module, ())

    def remove(self, module):
        """Make one parameter of the two parts."""
        whole = Parameter(self.compute_weight(module).data)
        delattr(module, self.name)
        for part in self._parts():
            module._parameters.pop(part)
        setattr(module, self.name, whole)

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module))


def _find_hook(module, name):
    """The key of the hook for a weight, or None."""
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, WeightNorm) and hook.name == name:
            return key
    return None


def weight_norm(module, name="weight", dim=0):
    """Separate the length of a weight from its direction."""
    if _find_hook(module, name) is not None:
        raise RuntimeError(f"Cannot register two weight_norm hooks on the same parameter {name}")
    hook = WeightNorm(name, dim)
    hook.split(module)
    module.register_forward_pre_hook(hook)
    return module


def remove_weight_norm(module, name="weight"):
    """Undo weight_norm."""
    key = _find_hook(module, name)
    if key is None:
        raise ValueError(f"weight_norm of '{name}' not found in {module}")
    module._forward_pre_hooks.pop(key).remove(module)
    return module
