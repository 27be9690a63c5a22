"""Proxy: a value that records what is done to it."""

import operator

import _torch
from torch.fx.graph import _INPLACE_OPERATORS, _OPERATORS
from torch.fx.node import Node, map_aggregate

__all__ = ["TracerBase", "GraphAppendingTracer", "TraceError", "Proxy", "Attribute"]


class TraceError(ValueError):
    """The traced code needs a value that tracing does not have."""


class TracerBase:
    """Makes nodes and proxies."""

    trace_asserts = False
    proxy_buffer_attributes = False
    graph = None

    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        return self.graph.create_node(kind, target, args, kwargs, name, type_expr)

    def proxy(self, node):
        return Proxy(node, self)

    def create_proxy(self, kind, target, args, kwargs, name=None, type_expr=None, proxy_factory_fn=None):
        """A node for a call, and the proxy of its result."""
        node_args = self.create_arg(args)
        node_kwargs = self.create_arg(kwargs)
        node = self.create_node(kind, target, tuple(node_args), dict(node_kwargs), name, type_expr)
        return self.proxy(node) if proxy_factory_fn is None else proxy_factory_fn(node)

    def create_arg(self, a):
        """A value as an argument of a node."""
        if isinstance(a, Proxy):
            return a.node
        if isinstance(a, tuple):
            items = [self.create_arg(x) for x in a]
            return type(a)(*items) if hasattr(a, "_fields") else tuple(items)
        if isinstance(a, list):
            return [self.create_arg(x) for x in a]
        if isinstance(a, dict):
            for k in a:
                if isinstance(k, Proxy):
                    raise RuntimeError(
                        "Keys for dictionaries used as an argument cannot contain a Node. "
                        f"Got key: {k}"
                    )
            return {k: self.create_arg(v) for k, v in a.items()}
        if isinstance(a, slice):
            return slice(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if isinstance(a, range):
            return range(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        simple = (str, int, float, bool, complex, type(None), type(Ellipsis), Node)
        native = (_torch.dtype, _torch.device, _torch.memory_format, _torch.layout, _torch.Tensor)
        if isinstance(a, simple) or isinstance(a, native) or isinstance(a, type) or callable(a):
            return a
        raise NotImplementedError(f"argument of type: {type(a)}")

    def to_bool(self, obj):
        """What happens when traced code tests a proxy."""
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def iter(self, obj):
        """What happens when traced code loops over a proxy."""
        raise TraceError(
            "Proxy object cannot be iterated. This can be "
            "attempted when the Proxy is used in a loop or"
            " as a *args or **kwargs function argument. "
            "See the torch.fx docs on pytorch.org for a "
            "more detailed explanation of what types of "
            "control flow can be traced, and check out the"
            " Proxy docstring for help troubleshooting "
            "Proxy iteration errors"
        )

    def keys(self, obj):
        """What happens when traced code unpacks a proxy with **."""
        return Attribute(obj, "keys")()


class GraphAppendingTracer(TracerBase):
    """Adds to a given graph."""

    def __init__(self, graph):
        self.graph = graph


class Proxy:
    """Stands for the result of a node while code is traced."""

    def __init__(self, node, tracer=None):
        if tracer is None:
            tracer = GraphAppendingTracer(node.graph)
        self.tracer = tracer
        self.node = node

    def __repr__(self):
        return f"Proxy({self.node.name})"

    def __getattr__(self, k):
        return Attribute(self, k)

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", "__call__", (self, *args), kwargs)

    def __iter__(self):
        return self.tracer.iter(self)

    def __abs__(self):
        return self.tracer.create_proxy("call_function", abs, (self,), {})

    def __bool__(self):
        return self.tracer.to_bool(self)

    def keys(self):
        return self.tracer.keys(self)

    def __len__(self):
        raise RuntimeError(
            "'len' is not supported in symbolic tracing by default. If you want "
            "this call to be recorded, please call torch.fx.wrap('len') at "
            "module scope"
        )

    def __contains__(self, item):
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    @classmethod
    def __torch_function__(cls, orig_method, types, args=None, kwargs=None):
        args = args if args else ()
        kwargs = kwargs if kwargs else {}
        tracers = {}

        def find(a):
            if isinstance(a, Proxy):
                tracers[a.tracer] = None
            return a

        map_aggregate(args, find)
        map_aggregate(kwargs, find)
        if len(tracers) > 1:
            raise RuntimeError(f"Found multiple different tracers {list(tracers.keys())} while trying to trace operations {orig_method}")
        tracer = next(iter(tracers))
        if getattr(orig_method, "__objclass__", None) is _torch.Tensor:
            return tracer.create_proxy("call_method", orig_method.__name__, args, kwargs)
        return tracer.create_proxy("call_function", orig_method, args, kwargs, name=orig_method.__name__)


class Attribute(Proxy):
    """An attribute of a proxy; calling it is a method call."""

    def __init__(self, root, attr):
        self.root = root
        self.attr = attr
        self.tracer = root.tracer
        self._node = None

    @property
    def node(self):
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", self.attr, (self.root, *args), kwargs)


def _operator_method(name):
    target = getattr(operator, name)

    def method(*args, **kwargs):
        return args[0].tracer.create_proxy("call_function", target, args, kwargs)

    return method


def _reflected_method(name):
    target = getattr(operator, name)

    def method(self, rhs):
        return self.tracer.create_proxy("call_function", target, (rhs, self), {})

    return method


_REFLECTED = (
    "add", "sub", "mul", "floordiv", "truediv", "mod", "pow", "lshift", "rshift", "and_", "or_", "xor", "matmul",
)
for _name in [*_OPERATORS, *_INPLACE_OPERATORS]:
    if _name == "div":
        continue
    setattr(Proxy, f"__{_name.strip('_')}__", _operator_method(_name))
for _name in _REFLECTED:
    setattr(Proxy, f"__r{_name.strip('_')}__", _reflected_method(_name))
Proxy.__hash__ = object.__hash__
