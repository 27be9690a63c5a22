"""From captured graphs to GraphModules."""

from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule


class _Ref:
    """A node by name in the arguments that capture hands over."""

    def __init__(self, name):
        self.name = name


def _from_capture(nodes, attributes=None, class_name="GraphModule"):
    """A GraphModule of rows (op, name, target, args, kwargs[, type[, meta]]) in order.

    Arguments name other nodes as _Ref objects. `attributes` holds the values of get_attr and call_module targets.
    """
    graph = Graph()
    made = {}

    def resolve(a):
        if isinstance(a, _Ref):
            return made[a.name]
        if isinstance(a, tuple):
            return type(a)(*(resolve(x) for x in a)) if hasattr(a, "_fields") else tuple(resolve(x) for x in a)
        if isinstance(a, list):
            return [resolve(x) for x in a]
        if isinstance(a, dict):
            return {k: resolve(v) for k, v in a.items()}
        if isinstance(a, slice):
            return slice(resolve(a.start), resolve(a.stop), resolve(a.step))
        return a

    for row in nodes:
        op, name, target, args, kwargs = row[:5]
        type_expr = row[5] if len(row) > 5 else None
        node = graph.create_node(op, target, resolve(tuple(args)), resolve(dict(kwargs)), name, type_expr)
        if len(row) > 6 and row[6]:
            node.meta.update(row[6])
        made[name] = node
    return GraphModule(dict(attributes or {}), graph, class_name)
