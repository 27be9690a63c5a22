"""The controls of capture, under PyTorch's names."""

import _capture
from torch._dynamo import config, exc

_OWNER = {
    "OptimizedModule": "eval_frame",
    "run": "eval_frame",
    "optimize": "eval_frame",
    "optimize_assert": "eval_frame",
    "explain": "explain",
    "mark_dynamic": "decorators",
    "maybe_mark_dynamic": "decorators",
    "mark_static": "decorators",
    "mark_static_address": "decorators",
    "mark_unbacked": "decorators",
    "disable": "decorators",
    "disallow_in_graph": "decorators",
    "forbid_in_graph": "decorators",
    "allow_in_graph": "decorators",
    "nonstrict_trace": "decorators",
    "substitute_in_graph": "decorators",
    "assume_constant_result": "decorators",
    "set_stance": "decorators",
    "error_on_graph_break": "decorators",
    "patch_dynamo_config": "decorators",
    "list_backends": "backends.registry",
    "lookup_backend": "backends.registry",
    "register_backend": "backends.registry",
}
_SUBMODULES = ("backends", "comptime", "config", "decorators", "eval_frame", "exc", "testing", "utils")


def __getattr__(name):
    import importlib

    file = _OWNER.get(name)
    if file is not None:
        value = getattr(importlib.import_module("torch._dynamo." + file), name)
    elif name in _SUBMODULES:
        value = importlib.import_module("torch._dynamo." + name)
    else:
        raise AttributeError(f"module 'torch._dynamo' has no attribute '{name}'")
    globals()[name] = value
    return value


def reset():
    """Drop all compiled code, counters and marks."""
    _capture.reset()
    from torch._dynamo import utils

    utils.counters.clear()


reset_code_caches = reset


def graph_break(msg=""):
    """End the graph here."""
    _capture.graph_break(str(msg))


def is_compiling():
    """Whether this code runs under capture."""
    return _capture.is_compiling()
