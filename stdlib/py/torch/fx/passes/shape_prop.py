"""Shapes of a graph, by running it."""

from collections import namedtuple

import _torch
from torch.fx.interpreter import Interpreter
from torch.fx.node import map_aggregate

__all__ = ["TensorMetadata", "ShapeProp"]

TensorMetadata = namedtuple(
    "TensorMetadata",
    ["shape", "dtype", "requires_grad", "stride", "memory_format", "is_quantized", "qparams"],
)


def _extract_tensor_metadata(result, include_contiguity=True):
    memory_format = None
    if include_contiguity:
        for candidate in (_torch.contiguous_format, _torch.channels_last):
            if result.is_contiguous(memory_format=candidate):
                memory_format = candidate
                break
    return TensorMetadata(
        result.shape, result.dtype, result.requires_grad, result.stride(), memory_format, False, {}
    )


class ShapeProp(Interpreter):
    """Runs a graph and keeps the shape of each result in node.meta["tensor_meta"]."""

    def __init__(self, gm, fake_mode=None):
        super().__init__(gm)

    def run_node(self, n):
        result = super().run_node(n)
        found = False

        def extract(obj):
            nonlocal found
            if isinstance(obj, _torch.Tensor):
                found = True
                return _extract_tensor_metadata(obj)
            return obj

        meta = map_aggregate(result, extract)
        if found:
            n.meta["tensor_meta"] = meta
        n.meta["type"] = type(result)
        return result

    def propagate(self, *args):
        """Run on example inputs."""
        return super().run(*args)
