"""Nodes, and hooks on what they save."""

import _torch

Node = _torch.Node

__all__ = ["Node", "saved_tensors_hooks", "save_on_cpu", "get_gradient_edge", "increment_version"]


class saved_tensors_hooks:
    """Refused: saved tensors are not passed through hooks."""

    def __init__(self, pack_hook, unpack_hook):
        raise NotImplementedError("torch.autograd.graph.saved_tensors_hooks is not supported")


class save_on_cpu:
    """Accepted: saved tensors are on the CPU."""

    def __init__(self, pin_memory=False, device_type="cuda"):
        pass

    def __enter__(self):
        pass

    def __exit__(self, kind, value, tb):
        pass


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
