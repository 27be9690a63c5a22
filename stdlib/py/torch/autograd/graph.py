"""Nodes, and hooks on what they save."""

import _torch

Node = _torch.Node

__all__ = ["Node", "saved_tensors_hooks", "save_on_cpu", "disable_saved_tensors_hooks", "get_gradient_edge", "increment_version"]


_disabled = []  # why hooks are refused, innermost last


class saved_tensors_hooks:
    """What backward keeps passes through pack_hook when it is saved, and through unpack_hook when it is needed."""

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self):
        if _disabled:
            raise RuntimeError(_disabled[-1])
        _torch._push_save_hook(self.pack_hook, self.unpack_hook)

    def __exit__(self, *args):
        _torch._pop_save_hook()


class save_on_cpu(saved_tensors_hooks):
    """What backward keeps is moved to the CPU, and back to its device when it is needed."""

    def __init__(self, pin_memory=False, device_type="cuda"):
        def pack(tensor):
            return tensor.device, tensor if tensor.device.type == "cpu" else tensor.cpu()

        def unpack(packed):
            device, tensor = packed
            return tensor.to(device, non_blocking=pin_memory)

        super().__init__(pack, unpack)


class disable_saved_tensors_hooks:
    """Entering saved_tensors_hooks inside raises RuntimeError with this message."""

    def __init__(self, error_message):
        self.error_message = error_message

    def __enter__(self):
        _disabled.append(self.error_message)

    def __exit__(self, *args):
        _disabled.pop()

    def __call__(self, function):
        import functools

        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return wrapper


class GradientEdge(tuple):
    """A node and the number of its output."""

    def __new__(cls, node, output_nr):
        return tuple.__new__(cls, (node, output_nr))

    @property
    def node(self):
        return self[0]

    @property
    def output_nr(self):
        return self[1]


def get_gradient_edge(tensor):
    """Where gradients of a tensor go."""
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    node = tensor.grad_fn if tensor.grad_fn is not None else tensor.view_as(tensor).grad_fn.next_functions[0][0]
    return GradientEdge(node, tensor.output_nr)


def increment_version(tensor):
    """Count a change of a tensor, or of each of several, that autograd did not see."""
    tensors = (tensor,) if isinstance(tensor, _torch.Tensor) else tensor
    try:
        tensors = list(tensors)
    except TypeError:
        raise RuntimeError("increment_version expect a Iterable[Tensor] as input") from None
    if not all(isinstance(t, _torch.Tensor) for t in tensors):
        raise RuntimeError("increment_version expects each element of the iterable to be a tensor")
    for t in tensors:
        t._bump_version()
