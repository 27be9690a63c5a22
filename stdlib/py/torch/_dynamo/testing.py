"""Backends that count and keep graphs."""

from torch._dynamo.utils import same


class CompileCounter:
    """A backend that counts graphs and ops and runs them as they are."""

    def __init__(self):
        self.frame_count = 0
        self.op_count = 0

    def __call__(self, gm, example_inputs):
        self.frame_count += 1
        for node in gm.graph.nodes:
            if "call" in node.op:
                self.op_count += 1
        return gm.forward

    def clear(self):
        self.frame_count = 0
        self.op_count = 0


class CompileCounterWithBackend(CompileCounter):
    """CompileCounter in front of another backend."""

    def __init__(self, backend):
        super().__init__()
        self.backend = backend
        self.graphs = []

    def __call__(self, gm, example_inputs):
        from torch._dynamo.backends.registry import call_backend

        super().__call__(gm, example_inputs)
        self.graphs.append(gm)
        return call_backend(self.backend, gm, example_inputs)


class EagerAndRecordGraphs:
    """A backend that keeps graphs and runs them as they are."""

    def __init__(self):
        self.graphs = []

    def __call__(self, gm, example_inputs):
        self.graphs.append(gm)
        return gm


AotEagerAndRecordGraphs = EagerAndRecordGraphs


def normalize_gm(gm_str):
    """The text of a graph module without what differs between runs."""
    import re

    return re.sub(r"(class )([^(]*)(\()", r"\1GraphModule\3", gm_str)


def rand_strided(size, stride, dtype=None, device="cpu", extra_size=0):
    """Random numbers with given strides."""
    import torch

    needed = sum((n - 1) * s for n, s in zip(size, stride)) + 1 + extra_size
    return torch.randn(needed, dtype=dtype or torch.float32, device=device).as_strided(size, stride)
