"""Parameters as one vector."""

import _torch

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def parameters_to_vector(parameters):
    """All parameters in one vector."""
    return _torch.cat([param.view(-1) for param in parameters])


def vector_to_parameters(vec, parameters):
    """Point parameters into a vector."""
    if not isinstance(vec, _torch.Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {vec.__class__}")
    pointer = 0
    for param in parameters:
        num_param = param.numel()
        param.data = vec[pointer : pointer + num_param].view_as(param).data
        pointer += num_param
