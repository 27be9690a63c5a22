"""Segments as torch.fx graphs, for backends written in Python."""

import operator

import torch
from torch.fx import _from_capture, _Ref

_TORCH, _TENSOR, _FUNCTIONAL, _LINALG, _SPECIAL, _FFT = 1, 2, 4, 8, 16, 32
_OPERATORS = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "matmul": operator.matmul,
    "neg": operator.neg,
}
_IN_PLACE = {"add": operator.iadd, "sub": operator.isub, "mul": operator.imul, "div": operator.itruediv}


def _target(name, surface, args, kwargs, writes):
    """(kind, target) of an op."""
    if writes:
        if name in _IN_PLACE and len(args) == 2 and not kwargs:
            return "call_function", _IN_PLACE[name]
        return "call_method", name + "_"
    if name in _OPERATORS and len(args) <= 2 and not kwargs:
        return "call_function", _OPERATORS[name]
    places = ((_FUNCTIONAL, torch.nn.functional, ""), (_TORCH, torch, ""), (_LINALG, torch.linalg, "linalg_"))
    for bit, module, prefix in places:
        if surface & bit or not surface:
            function = getattr(module, name.removeprefix(prefix), None)
            if function is not None:
                return "call_function", function
    return "call_method", name


def _refs(value, names):
    if isinstance(value, tuple) and len(value) == 2 and value[0] == "node":
        return _Ref(names[value[1]])
    if isinstance(value, list):
        return [_refs(x, names) for x in value]
    return value


def compile_segment(backend, ops, inputs, outputs, examples):
    """Gives a backend the graph of a segment; what it returns is called with the inputs."""
    rows, names, used = [], {}, {}

    def fresh(base):
        used[base] = used.get(base, -1) + 1
        return base if used[base] == 0 else f"{base}_{used[base]}"

    for i, number in enumerate(inputs):
        names[number] = fresh(f"arg{i}")
        rows.append(("placeholder", names[number], names[number], (), {}))
    for name, surface, args, kwargs, results, writes in ops:
        kind, target = _target(name, surface, args, kwargs, writes and writes[0])
        args = tuple(_refs(a, names) for a in args)
        kwargs = {k: _refs(v, names) for k, v in kwargs.items()}
        node = fresh(name)
        rows.append((kind, node, target, args, kwargs))
        if len(results) == 1:
            names[results[0]] = node
            continue
        for k, number in enumerate(results):
            item = fresh("getitem")
            rows.append(("call_function", item, operator.getitem, (_Ref(node), k), {}))
            names[number] = item
    rows.append(("output", "output", "output", (tuple(_Ref(names[n]) for n in outputs),), {}))
    module = _from_capture(rows)
    try:
        compiled = backend(module, list(examples))
    except Exception as e:
        from torch._dynamo.exc import BackendCompilerFailed

        raise BackendCompilerFailed(backend, e) from e
    if not callable(compiled):
        raise TypeError(f"a backend must return a callable, got {type(compiled).__name__}")
    return compiled
