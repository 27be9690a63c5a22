"""What modules share: options and how they are shown, sizes given as one number or as several, parameters that may be
absent, prefixes of keys."""

import _torch
from torch.nn.parameter import Parameter

__all__ = ["consume_prefix_in_state_dict_if_present"]


def keep(module, given):
    """Make attributes of the arguments of a constructor, `given` as its locals(); not of those that only say where
    tensors are made (device, dtype) and of private ones."""
    for name, value in given.items():
        if name not in ("self", "device", "dtype") and not name.startswith("_"):
            setattr(module, name, value)


def listed(module, *names):
    """name=value for each name, as modules show their options."""
    return ", ".join([f"{name}={getattr(module, name)}" for name in names])


def unusual(module, **usual):
    """", name=value" for each attribute that is not what it usually is."""
    found = [(name, getattr(module, name), value) for name, value in usual.items()]
    return "".join([f", {name}={own}" for name, own, value in found if own != value])


class OwnInit:
    """Subclasses of this library that only inherit their constructor get one of their own name, which errors show."""

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if "__init__" in vars(cls) or not cls.__module__.startswith("torch.nn.modules."):
            return
        shared = cls.__init__
        own = type(shared)(shared.__code__, shared.__globals__, "__init__", shared.__defaults__, shared.__closure__)
        own.__kwdefaults__, own.__qualname__ = shared.__kwdefaults__, cls.__qualname__ + ".__init__"
        cls.__init__ = own


def _ntuple(n, name="parse"):
    def parse(x):
        return tuple(x) if hasattr(x, "__iter__") else (x,) * n

    parse.__name__ = name
    return parse


_single, _pair, _triple, _quadruple = [
    _ntuple(count, name) for count, name in enumerate(("_single", "_pair", "_triple", "_quadruple"), 1)
]


def _reverse_repeat_tuple(t, n):
    return tuple([x for x in t[::-1] for _ in range(n)])


def _list_with_default(out_size, defaults):
    if isinstance(out_size, int):
        return out_size
    if len(out_size) >= len(defaults):
        raise ValueError(f"Input dimension should be at least {len(out_size) + 1}")
    known = defaults[len(defaults) - len(out_size) :]
    return [have if wanted is None else wanted for wanted, have in zip(out_size, known)]


def add_parameters(module, device, dtype, **shapes):
    """Register an uninitialized parameter per name, in the order given; a shape of None registers it as absent."""
    for name, shape in shapes.items():
        value = None if shape is None else Parameter(_torch.empty(shape, device=device, dtype=dtype))
        module.register_parameter(name, value)


def consume_prefix_in_state_dict_if_present(state_dict, prefix):
    """Strip a prefix of the keys of a state_dict in place."""
    for key in [key for key in state_dict if key.startswith(prefix)]:
        state_dict[key.removeprefix(prefix)] = state_dict.pop(key)
    metadata = getattr(state_dict, "_metadata", {})
    # Keys of metadata name modules; the one of the outermost is the prefix without its dot.
    for key in [key for key in metadata if key and (key.startswith(prefix) or key == prefix.replace(".", ""))]:
        metadata[key[len(prefix) :]] = metadata.pop(key)
