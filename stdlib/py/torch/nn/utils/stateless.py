"""Calls of modules with other parameters."""

from torch import Tensor

__all__ = ["functional_call"]

_MISSING = object()


def functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """Call a module with tensors in place of its parameters and buffers."""
    from torch.nn.modules.module import Module

    if not isinstance(module, Module):
        raise TypeError(f"Expected `module` to be an nn.Module, got {type(module)}")
    if isinstance(parameters_and_buffers, (list, tuple)):
        parameters_and_buffers = {name: tensor for part in parameters_and_buffers for name, tensor in part.items()}
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    kwargs = {} if kwargs is None else kwargs
    known = dict(module.named_parameters(remove_duplicate=False))
    known.update(module.named_buffers(remove_duplicate=False))
    unexpected = [k for k in parameters_and_buffers if k not in known]
    if strict and (unexpected or any(k not in parameters_and_buffers for k in known)):
        raise RuntimeError("Missing or unexpected key(s) for functional_call.")
    changed = []
    same = {}
    if tie_weights:
        for name, value in known.items():
            same.setdefault(id(value), []).append(name)
    try:
        for name, value in parameters_and_buffers.items():
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(f"{value} is not an instance of torch.Tensor")
            if name not in known:  # another tensor that a module holds, or one that it does not know yet
                path, _, field = name.rpartition(".")
                owner = module.get_submodule(path)
                if not field:
                    raise KeyError('tensor name can\'t be empty string ""')
                old = getattr(owner, field, _MISSING)
                if not (old is _MISSING or old is None or isinstance(old, Tensor)):
                    raise TypeError(f"attribute `{field}`: {old} is not an instance of torch.Tensor")
                setattr(owner, field, value)
                changed.append((vars(owner), field, old))
                continue
            for target in same.get(id(known[name]), [name]) if tie_weights else [name]:
                path, _, field = target.rpartition(".")
                owner = module.get_submodule(path)
                table = owner._parameters if field in owner._parameters else owner._buffers
                changed.append((table, field, table[field]))
                table[field] = value
        return module(*args, **kwargs)
    finally:
        for table, field, old in reversed(changed):
            if old is _MISSING:
                table.pop(field, None)
            else:
                table[field] = old
