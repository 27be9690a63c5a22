"""Interpreter and Transformer: run a graph, or rewrite it, node by node."""

import _torch
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node, map_aggregate, map_arg
from torch.fx.proxy import Proxy
from torch.fx._symbolic_trace import Tracer

__all__ = ["Interpreter", "Transformer"]


class Interpreter:
    """Runs a graph; override the methods for kinds of nodes."""

    def __init__(self, module, garbage_collect_values=True, graph=None):
        self.module, self.graph = module, module.graph if graph is None else graph
        self.submodules, self.env = dict(module.named_modules()), {}
        self.name, self.extra_traceback = "Interpreter", True
        self.garbage_collect_values = garbage_collect_values
        self.user_to_last_uses = self._last_uses() if garbage_collect_values else {}

    def _last_uses(self):
        """By node: the values that no later node uses."""
        needed, dropped = set(), {}
        for node in reversed(self.graph.nodes):
            last = [used for used in node._input_nodes if used not in needed]
            needed.update(last)
            if last:
                dropped[node] = last
        return dropped

    def run(self, *args, initial_env=None, enable_io_processing=True):
        """Run the graph."""
        values = self.env = {} if initial_env is None else initial_env
        self.args_iter = iter(args)
        for node in self.graph.nodes:
            if node not in values:
                values[node] = self.run_node(node)
                for dead in self.user_to_last_uses.get(node, ()):
                    del values[dead]
                if node.op == "output":
                    return values[node]
        return None

    def boxed_run(self, args_list):
        """Run the graph; the list is emptied."""
        taken, args_list[:] = args_list[:], []
        return self.run(*taken)

    def run_node(self, n):
        """Run one node."""
        step = getattr(self, n.op)
        return step(n.target, *self.fetch_args_kwargs_from_env(n))

    def placeholder(self, target, args, kwargs):
        if target[0] == "*":
            return [*self.args_iter]
        for given in self.args_iter:
            return given
        if args:
            return args[0]
        raise RuntimeError(f"Expected positional argument for parameter {target}, but one was not passed in!")

    def get_attr(self, target, args, kwargs):
        return self.fetch_attr(target)

    def call_function(self, target, args, kwargs):
        return target(*args, **kwargs)

    def call_method(self, target, args, kwargs):
        return getattr(args[0], target)(*args[1:], **kwargs)

    def call_module(self, target, args, kwargs):
        called = self.fetch_attr(target)
        return called(*args, **kwargs)

    def output(self, target, args, kwargs):
        return args[0]

    def fetch_attr(self, target):
        """An attribute of the module by dotted name."""
        found, path = self.module, target.split(".")
        for depth, step in enumerate(path):
            if not hasattr(found, step):
                raise RuntimeError(f"Node referenced nonexistent target {'.'.join(path[:depth])}")
            found = getattr(found, step)
        return found

    def fetch_args_kwargs_from_env(self, n):
        """The values of a node's arguments."""
        return self.map_nodes_to_values(n.args, n), self.map_nodes_to_values(n.kwargs, n)

    def map_nodes_to_values(self, args, n):
        """Values in place of nodes."""

        def load(arg):
            if arg not in self.env:
                raise RuntimeError(f"Node {n} referenced nonexistent value {arg}! Run Graph.lint() to diagnose such issues")
            return self.env[arg]

        return map_arg(args, load)


class _TransformerTracer(Tracer):
    def __init__(self, graph):
        super().__init__()
        self.graph = graph
        self._constants = {}

    def is_leaf_module(self, m, module_qualified_name):
        return True


class Transformer(Interpreter):
    """Makes a new graph by running the old one on proxies."""

    def __init__(self, module):
        super().__init__(module, garbage_collect_values=False)
        self.new_graph = Graph()
        self.tracer = _TransformerTracer(self.new_graph)
        self.tracer.root = module

    def placeholder(self, target, args, kwargs):
        node = self.new_graph.placeholder(target, default_value=args[0] if args else ...)
        return Proxy(node, self.tracer)

    def get_attr(self, target, args, kwargs):
        return self.tracer.create_proxy("get_attr", target, args, kwargs)

    def call_module(self, target, args, kwargs):
        return self.tracer.create_proxy("call_module", target, args, kwargs)

    def call_function(self, target, args, kwargs):
        return self.tracer.create_proxy("call_function", target, args, kwargs)

    def transform(self):
        """The new GraphModule."""
        result = super().run()
        if result is not None:

            def strip(a):
                return a.node if isinstance(a, Proxy) else a

            self.new_graph.output(map_aggregate(result, strip))
        return GraphModule(self.module, self.new_graph)
