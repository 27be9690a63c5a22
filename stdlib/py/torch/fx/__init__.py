"""Graphs of Python code: trace, inspect, rewrite, run."""

import _torch

_OWNER = {
    "Graph": "graph",
    "CodeGen": "graph",
    "GraphModule": "graph_module",
    "Interpreter": "interpreter",
    "Node": "node",
    "Proxy": "proxy",
    "Tracer": "_symbolic_trace",
    "Transformer": "interpreter",
    "has_side_effect": "node",
    "map_arg": "node",
    "replace_pattern": "subgraph_rewriter",
    "symbolic_trace": "_symbolic_trace",
    "wrap": "_symbolic_trace",
}
_SUBMODULES = ("experimental", 
    "_symbolic_trace", "graph", "graph_module", "interpreter", "node", "passes", "proxy", "subgraph_rewriter",
)

__all__ = list(_OWNER)


def __getattr__(name):
    file = _OWNER.get(name)
    if file is not None:
        value = getattr(_torch._import_module("torch.fx." + file), name)
    elif name in _SUBMODULES:
        value = _torch._import_module("torch.fx." + name)
    else:
        raise AttributeError(f"module 'torch.fx' has no attribute '{name}'")
    globals()[name] = value
    return value
