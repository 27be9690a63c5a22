"""Segments as torch.fx graphs, for backends written in Python."""

import linecache
import operator
import re

import torch
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule

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


class _NoName(Exception):
    """An op that scripts cannot call."""


def _method(name):
    if not hasattr(torch.Tensor, name):
        raise _NoName(name)
    return "call_method", name


def _target(name, surface, args, kwargs, writes):
    """(kind, target) of an op."""
    if writes:
        if name in _IN_PLACE and len(args) == 2 and not kwargs:
            return "call_function", _IN_PLACE[name]
        return _method(name + "_")
    if name in _OPERATORS and len(args) <= 2 and not kwargs:
        return "call_function", _OPERATORS[name]
    places = ((_FUNCTIONAL, torch.nn.functional, ""), (_TORCH, torch, ""), (_LINALG, torch.linalg, "linalg_"))
    for bit, module, prefix in places:
        if surface & bit or not surface:
            function = getattr(module, name.removeprefix(prefix), None)
            if function is not None:
                return "call_function", function
    return _method(name)


def _symbol_name(source, used):
    """s77: the number comes from the source, so that it is the same in every run."""
    import hashlib

    number = int(hashlib.sha256(source.encode()).hexdigest(), 16) % 100
    while number in used:
        number += 1
    used.add(number)
    return f"s{number}"


class _Builder:
    def __init__(self, marker):
        self.marker = marker
        self.graph = Graph()
        self.values = {}  # nodes by value number
        self.symbols = []  # nodes by symbol number
        self.examples = []

    def placeholders(self, rows, examples):
        used = set()
        order = {}
        for (kind, a, b), example in zip(rows, examples):
            if kind == "symbol":
                name = _symbol_name(a or f"number{len(order)}", used)
                node = self.graph.placeholder(name, torch.SymInt)
                self.examples.append(torch.SymInt(name, b))
                node.meta["example_value"] = self.examples[-1]
                order[len(order)] = node
                continue
            target = re.sub("[^0-9a-zA-Z]+", "_", b)
            parameter = isinstance(example, torch.nn.Parameter)
            node = self.graph.create_node(
                "placeholder", target, name=target.lower() if target[:2] in ("L_", "G_") else target,
                type_expr=torch.nn.Parameter if parameter else torch.Tensor,
            )
            node.meta["example_value"] = example
            self.values[a] = node
            self.examples.append(example)
        self.symbols = [order[k] for k in sorted(order)]

    def resolve(self, a):
        if isinstance(a, tuple):
            if a and a[0] is self.marker:
                if a[1] == "node":
                    return self.values[a[2]]
                if a[1] == "symbol":
                    return self.symbols[a[2]]
                if a[1] == "slice":
                    return slice(*(self.resolve(x) for x in a[2:]))
                return self.graph.call_function(getattr(operator, a[2]), (self.resolve(a[3]), self.resolve(a[4])))
            return tuple(self.resolve(x) for x in a)
        if isinstance(a, list):
            return [self.resolve(x) for x in a]
        return a

    def call(self, row, note):
        form = row[0]
        names = None
        if form == "raw":
            _, name, surface, args, kwargs, results, writes = row
            kind, target = _target(name, surface, args, kwargs, writes and writes[0])
            many = len(results) > 1
        else:
            form, target, args, kwargs, results, many, names = row
            kind = "call_method" if form == "method" else "call_function"
            if form == "operator":
                target = getattr(operator, target)
            elif form == "getattr":
                args, target = [*args, target], getattr
        args = tuple(self.resolve(a) for a in args)
        kwargs = {k: self.resolve(v) for k, v in kwargs.items()}
        node = self.graph.create_node(kind, target, args, kwargs)
        nodes = [node]
        if many:
            nodes = [self.graph.call_function(operator.getitem, (node, k)) for k in range(len(results))]
        self.note(node, nodes, *note)
        for k, number in enumerate(results):
            if form == "method" and number in self.values:
                continue  # x.add_(1) gives x back: what has a name keeps it
            self.values[number] = nodes[k]
            if names and names[k]:
                nodes[k]._rename(names[k])


    def note(self, node, parts, file, line, function, values):
        """What each node keeps in its meta: the user's line, and values of its kind, without data."""
        if file:
            text = linecache.getline(file, line).strip()
            trace = f'  File "{file}", line {line}, in {function or "?"}\n' + (f"    {text}\n" if text else "")
            for n in {id(n): n for n in (node, *parts)}.values():
                n.meta["stack_trace"] = trace
        if values and (parts[0] is not node or len(values) == 1):
            node.meta["example_value"] = values[0] if parts[0] is node else tuple(values)
            if parts[0] is not node:
                for part, value in zip(parts, values):
                    part.meta["example_value"] = value


def _module(marker, placeholders, calls, outputs, examples):
    builder = _Builder(marker)
    builder.placeholders(placeholders, examples)
    for row, note in calls:
        builder.call(row, note)
    builder.graph.output((tuple(builder.values[n] for n in outputs),)[0])
    return GraphModule({}, builder.graph, "GraphModule"), builder


def segment_text(form, marker, placeholders, calls, outputs, examples):
    """The graph of a segment for people; None where it has no public form."""
    try:
        module, builder = _module(marker, placeholders, calls, outputs, examples)
    except _NoName:
        return None
    if form == "code":
        return module.print_readable(False, include_stride=True, include_device=True)
    if form == "table":
        return builder.graph._table()
    lines = []
    for node in builder.graph.nodes:
        value = node.meta.get("example_value")
        if isinstance(value, torch.Tensor):
            lines.append(f"{node.name}: {tuple(value.shape)}")
    return "\n".join(lines)


def compile_segment(backend, marker, placeholders, calls, outputs, examples):
    """Gives a backend the graph of a segment; what it returns is called with the inputs in the same order.

    None: the segment holds an op of a gradient formula that has no public name, so it is not for backends in Python.
    """
    try:
        module, builder = _module(marker, placeholders, calls, outputs, examples)
    except _NoName:
        return None
    try:
        compiled = backend(module, list(builder.examples))
        if not callable(compiled):
            raise AssertionError("compiler_fn did not return callable")
        return compiled
    except Exception as e:
        from torch._dynamo.exc import BackendCompilerFailed

        failure = BackendCompilerFailed(backend, e)
        traceback = e.__traceback__
    raise failure.with_traceback(traceback)
