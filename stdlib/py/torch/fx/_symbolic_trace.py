"""Tracing by operator overloading."""

import inspect

import _torch
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.proxy import Proxy, TraceError, TracerBase
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

__all__ = ["Tracer", "symbolic_trace", "wrap"]

_wrapped = []


def wrap(fn_or_name):
    """Make a global function a single node when it meets a proxy."""
    frame = inspect.currentframe().f_back
    if callable(fn_or_name):
        name = fn_or_name.__name__
    elif isinstance(fn_or_name, str):
        name = fn_or_name
    else:
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    if frame.f_code.co_name != "<module>":
        raise NotImplementedError("wrap must be called at the top level of a module")
    _wrapped.append((frame.f_globals, name))
    return fn_or_name


def _find_proxy(*objects):
    for o in objects:
        if isinstance(o, Proxy):
            return o
        if isinstance(o, (list, tuple)):
            found = _find_proxy(*o)
            if found is not None:
                return found
        elif isinstance(o, dict):
            found = _find_proxy(*o.values())
            if found is not None:
                return found
    return None


def _recording(fn):
    def wrapped(*args, **kwargs):
        proxy = _find_proxy(args, kwargs)
        if proxy is not None:
            return proxy.tracer.create_proxy("call_function", fn, args, kwargs)
        return fn(*args, **kwargs)

    wrapped.__wrapped__ = fn
    return wrapped


class _Patches:
    """Functions that record proxies, in place of the originals, inside a with."""

    def __init__(self):
        self.old = []

    def put(self, table, name, value):
        self.old.append((table, name, table.get(name, _Patches)))
        table[name] = value

    def __enter__(self):
        import builtins

        from torch.nn import functional

        names = functional.__dict__
        for name in [n for n in names if not n.startswith("__")]:
            fn = names[name]
            if inspect.isfunction(fn) and not name.startswith("_"):
                self.put(names, name, _recording(fn))
        for name in functional._NATIVE:
            fn = getattr(functional, name, None)
            if fn is not None:
                self.put(names, name, _recording(fn))
        for table, name in _wrapped:
            fn = table.get(name)
            if fn is None:
                fn = getattr(builtins, name)
            self.put(table, name, _recording(fn))
        return self

    def __exit__(self, kind, value, tb):
        for table, name, old in reversed(self.old):
            if old is _Patches:
                table.pop(name, None)
            else:
                table[name] = old


class Tracer(TracerBase):
    """Runs a module on proxies and records a graph."""

    def __init__(self, autowrap_modules=(), autowrap_functions=(), param_shapes_constant=False):
        self.param_shapes_constant = param_shapes_constant
        self.submodule_paths = {}
        self.root = None

    def is_leaf_module(self, m, module_qualified_name):
        """Whether a module is one node; those of torch.nn are."""
        return m.__module__.startswith("torch.nn") and not type(m).__name__ == "Sequential"

    def path_of_module(self, mod):
        """The dotted name of a module under the root."""
        for n, p in self.root.named_modules():
            if mod is p:
                return n
        raise NameError("module is not installed as a submodule")

    def call_module(self, m, forward, args, kwargs):
        """What happens when a module is called."""
        name = self.path_of_module(m)
        if not self.is_leaf_module(m, name):
            return forward(*args, **kwargs)
        return self.create_proxy("call_module", name, args, kwargs)

    def getattr(self, attr, attr_val, parameter_proxy_cache):
        """What a parameter or buffer is while tracing."""
        if isinstance(attr_val, Parameter):
            for n, p in self.root.named_parameters():
                if attr_val is p:
                    if n not in parameter_proxy_cache:
                        parameter_proxy_cache[n] = self.create_proxy("get_attr", n, (), {})
                    return parameter_proxy_cache[n]
        if self.proxy_buffer_attributes and isinstance(attr_val, _torch.Tensor):
            for n, p in self.root.named_buffers():
                if attr_val is p:
                    if n not in parameter_proxy_cache:
                        parameter_proxy_cache[n] = self.create_proxy("get_attr", n, (), {})
                    return parameter_proxy_cache[n]
        return attr_val

    def create_arg(self, a):
        if isinstance(a, Parameter):
            for n, p in self.root.named_parameters():
                if a is p:
                    return self.create_node("get_attr", n, (), {})
            raise NameError("parameter is not a member of this module")
        if isinstance(a, _torch.Tensor):
            for n, p in self.root.named_buffers():
                if a is p:
                    return self.create_node("get_attr", n, (), {})
            name = self._constants.get(id(a))
            if name is None:
                i = 0
                while hasattr(self.root, f"_tensor_constant{i}"):
                    i += 1
                name = f"_tensor_constant{i}"
                self._constants[id(a)] = name
                setattr(self.root, name, a)
            return self.create_node("get_attr", name, (), {})
        if isinstance(a, Module):
            for n, p in self.root.named_modules():
                if a is p:
                    return self.create_node("get_attr", n, (), {})
        return super().create_arg(a)

    def _arguments(self, fn, is_module, concrete_args):
        code = fn.__code__
        names = list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
        n_pos = code.co_argcount
        defaults = fn.__defaults__ or ()
        first_default = n_pos - len(defaults)
        kw_defaults = fn.__kwdefaults__ or {}
        args = [self.root] if is_module else []
        kwargs = {}
        for i, name in enumerate(names):
            if is_module and i == 0:
                continue
            if concrete_args is not None and name in concrete_args:
                value = concrete_args[name]
            else:
                default = ()
                if first_default <= i < n_pos:
                    default = (defaults[i - first_default],)
                elif i >= n_pos and name in kw_defaults:
                    default = (kw_defaults[name],)
                annotation = fn.__annotations__.get(name) if self.record_types else None
                value = self.create_proxy("placeholder", name, default, {}, type_expr=annotation)
            if i < n_pos:
                args.append(value)
            else:
                kwargs[name] = value
        at = code.co_argcount + code.co_kwonlyargcount
        if code.co_flags & inspect.CO_VARARGS:
            args.append(self.create_proxy("placeholder", "*" + code.co_varnames[at], (), {}))
            at += 1
        if code.co_flags & inspect.CO_VARKEYWORDS:
            args.append(self.create_proxy("placeholder", "**" + code.co_varnames[at], (), {}))
        return args, kwargs

    record_types = True

    def trace(self, root, concrete_args=None):
        """The graph of a module or function."""
        self._constants = {}
        is_module = isinstance(root, Module)
        if is_module:
            self.root = root
            fn = type(root).forward
        else:
            self.root = Module()
            fn = root
        while hasattr(fn, "__wrapped__"):
            fn = fn.__wrapped__
        if inspect.ismethod(fn):
            fn = fn.__func__
        self.graph = Graph(tracer_cls=type(self))
        args, kwargs = self._arguments(fn, is_module, concrete_args)
        cache = {}
        tracer = self
        plain_getattr = Module.__getattr__
        plain_call = Module.__call__

        def traced_getattr(mod, attr):
            return tracer.getattr(attr, plain_getattr(mod, attr), cache)

        def traced_call(mod, *call_args, **call_kwargs):
            def forward(*a, **k):
                return plain_call(mod, *a, **k)

            return tracer.call_module(mod, forward, call_args, call_kwargs)

        Module.__getattr__ = traced_getattr
        Module.__call__ = traced_call
        try:
            with _Patches():
                result = fn(*args, **kwargs)
        finally:
            Module.__getattr__ = plain_getattr
            Module.__call__ = plain_call
        self.create_node("output", "output", (self.create_arg(result),), {}, type_expr=None)
        return self.graph


def symbolic_trace(root, concrete_args=None):
    """A GraphModule of a module or function."""
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    name = type(root).__name__ if isinstance(root, Module) else root.__name__
    return GraphModule(tracer.root, graph, name)
