"""torch.compiler: the public controls of capture."""

import _capture
from torch._compile import compile
from torch._dynamo.decorators import (
    allow_in_graph,
    assume_constant_result,
    disable,
    nonstrict_trace,
    set_stance,
    substitute_in_graph,
)

__all__ = [
    "compile", "assume_constant_result", "reset", "allow_in_graph", "substitute_in_graph", "list_backends", "disable",
    "set_stance", "is_compiling", "is_dynamo_compiling", "is_exporting", "nested_compile_region",
    "cudagraph_mark_step_begin", "nonstrict_trace", "wrap_numpy",
]

_default = {"backend": "inductor"}


def reset():
    """Drop all compiled code, counters and marks."""
    from torch import _dynamo

    _dynamo.reset()


def list_backends(exclude_tags=("debug", "experimental")):
    """The names that the backend argument of torch.compile takes."""
    from torch._dynamo.backends.registry import list_backends as names

    return names(exclude_tags)


def set_default_backend(backend):
    """What torch.compile uses without a backend argument."""
    from torch._dynamo.backends.registry import lookup_backend

    _default["backend"] = lookup_backend(backend)


def get_default_backend():
    """What set_default_backend was given."""
    return _default["backend"]


def is_compiling():
    """Whether this code runs under capture."""
    return _capture.is_compiling()


def is_dynamo_compiling():
    """Whether this code runs under capture."""
    return _capture.is_compiling()


def is_exporting():
    """Whether this code is exported."""
    return False


def nested_compile_region(fn=None, **kwargs):
    """Accepted: repeated regions are compiled once anyway."""
    if fn is None:
        return lambda f: f
    return fn


def cudagraph_mark_step_begin():
    """Accepted: outputs are never overwritten."""


def wrap_numpy(fn):
    """Refused."""
    raise NotImplementedError("torch.compiler.wrap_numpy is not supported")
