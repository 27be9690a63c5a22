"""What modules share: sizes given as one number or as several, parameters that may be absent, prefixes of keys."""

import _torch
from torch.nn.parameter import Parameter

__all__ = ["consume_prefix_in_state_dict_if_present"]


def _ntuple(n, name="parse"):
    def parse(x):
        if hasattr(x, "__iter__"):
            return tuple(x)
        return (x,) * n

    parse.__name__ = name
    return parse


_single = _ntuple(1, "_single")
_pair = _ntuple(2, "_pair")
_triple = _ntuple(3, "_triple")
_quadruple = _ntuple(4, "_quadruple")


def _reverse_repeat_tuple(t, n):
    return tuple(x for x in reversed(t) for _ in range(n))


def _list_with_default(out_size, defaults):
    if isinstance(out_size, int):
        return out_size
    if len(defaults) <= len(out_size):
        raise ValueError(f"Input dimension should be at least {len(out_size) + 1}")
    return [v if v is not None else d for v, d in zip(out_size, defaults[-len(out_size):])]


def add_parameters(module, device, dtype, **shapes):
    """Register an uninitialized parameter per name, in the order given; a shape of None registers it as absent."""
    for name, shape in shapes.items():
        value = None if shape is None else Parameter(_torch.empty(shape, device=device, dtype=dtype))
        module.register_parameter(name, value)


def consume_prefix_in_state_dict_if_present(state_dict, prefix):
    """Strip a prefix of the keys of a state_dict in place."""
    for key in list(state_dict.keys()):
        if key.startswith(prefix):
            state_dict[key[len(prefix):]] = state_dict.pop(key)
    if hasattr(state_dict, "_metadata"):
        metadata = state_dict._metadata
        for key in list(metadata.keys()):
            if len(key) == 0:
                continue
            if key == prefix.replace(".", "") or key.startswith(prefix):
                metadata[key[len(prefix):]] = metadata.pop(key)
