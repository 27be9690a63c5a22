"""Parameters as one vector."""

import _torch

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def parameters_to_vector(parameters):
    """All parameters in one vector."""
    return _torch.cat([parameter.view(-1) for parameter in parameters])


def vector_to_parameters(vec, parameters):
    """Point parameters into a vector."""
    if not isinstance(vec, _torch.Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {type(vec).__name__}")
    begin = 0
    for parameter in parameters:
        end = begin + parameter.numel()
        parameter.data, begin = vec[begin:end].view_as(parameter).data, end
