"""Replace patterns in graphs."""

from torch.fx._symbolic_trace import symbolic_trace
from torch.fx.graph import Graph
from torch.fx.node import Node, map_arg

__all__ = ["Match", "replace_pattern"]


class Match:
    """Where a pattern was found."""

    def __init__(self, anchor, nodes_map):
        self.anchor = anchor
        self.nodes_map = nodes_map


def _graph_of(x):
    return x if isinstance(x, Graph) else getattr(x, "graph", None) or symbolic_trace(x).graph


def _matches(pattern, node, found):
    if isinstance(pattern, Node):
        if pattern in found:
            return found[pattern] is node
        if pattern.op == "placeholder":
            found[pattern] = node
            return True
        if not isinstance(node, Node) or pattern.op != node.op or pattern.target != node.target:
            return False
        if len(pattern.args) != len(node.args) or set(pattern.kwargs) != set(node.kwargs):
            return False
        found[pattern] = node
        if not all(_matches(p, n, found) for p, n in zip(pattern.args, node.args)):
            return False
        return all(_matches(p, node.kwargs[k], found) for k, p in pattern.kwargs.items())
    if isinstance(pattern, (tuple, list)):
        return (
            isinstance(node, (tuple, list))
            and len(pattern) == len(node)
            and all(_matches(p, n, found) for p, n in zip(pattern, node))
        )
    return type(pattern) is type(node) and pattern == node


def replace_pattern(gm, pattern, replacement):
    """Replace every match of a pattern; returns the matches."""
    pattern_graph = _graph_of(pattern)
    replacement_graph = _graph_of(replacement)
    pattern_out = pattern_graph.output_node.args[0]
    pattern_inputs = [n for n in pattern_graph.nodes if n.op == "placeholder"]
    replacement_inputs = [n for n in replacement_graph.nodes if n.op == "placeholder"]
    matches = []
    used = set()
    for node in list(gm.graph.nodes):
        if node._erased or node in used:
            continue
        found = {}
        if not _matches(pattern_out, node, found):
            continue
        inner = {n for p, n in found.items() if p.op not in ("placeholder", "get_attr")}
        if inner & used:
            continue
        if any(user not in inner for n in inner if n is not node for user in n.users):
            continue
        used |= inner
        matches.append(Match(node, dict(found)))
        val_map = {r: found[p] for r, p in zip(replacement_inputs, pattern_inputs) if p in found}
        with gm.graph.inserting_before(node):
            new = gm.graph.graph_copy(replacement_graph, val_map)
        node.replace_all_uses_with(new)
        for dead in reversed([n for n in gm.graph.nodes if n in inner]):
            if not dead.users:
                gm.graph.erase_node(dead)
    gm.recompile()
    return matches
