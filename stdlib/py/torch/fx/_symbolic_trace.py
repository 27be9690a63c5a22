"""Tracing by operator overloading."""

import inspect
import itertools

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


def _proxy_in(value):
    """The first proxy in nested lists, tuples and dicts, or None."""
    if isinstance(value, Proxy):
        return value
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return next((found for found in map(_proxy_in, value) if found is not None), None)
    return None


def _recording(fn):
    def wrapped(*args, **kwargs):
        met = _proxy_in((args, kwargs))
        if met is None:
            return fn(*args, **kwargs)
        return met.tracer.create_proxy("call_function", fn, args, kwargs)

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


def _name_of(value, named):
    """The name of a value among pairs of names and values, or None."""
    return next((name for name, other in named if other is value), None)


class Tracer(TracerBase):
    """Runs a module on proxies and records a graph."""

    def __init__(self, autowrap_modules=(), autowrap_functions=(), param_shapes_constant=False):
        self.param_shapes_constant, self.submodule_paths, self.root = param_shapes_constant, {}, None

    def is_leaf_module(self, m, module_qualified_name):
        """Whether a module is one node; those of torch.nn are."""
        return m.__module__.startswith("torch.nn") and not type(m).__name__ == "Sequential"

    def path_of_module(self, mod):
        """The dotted name of a module under the root."""
        path = _name_of(mod, self.root.named_modules())
        if path is None:
            raise NameError("module is not installed as a submodule")
        return path

    def call_module(self, m, forward, args, kwargs):
        """What happens when a module is called."""
        path = self.path_of_module(m)
        if self.is_leaf_module(m, path):
            return self.create_proxy("call_module", path, args, kwargs)
        return forward(*args, **kwargs)

    def getattr(self, attr, attr_val, parameter_proxy_cache):
        """What a parameter or buffer is while tracing."""
        path = None
        if isinstance(attr_val, Parameter):
            path = _name_of(attr_val, self.root.named_parameters())
        if path is None and self.proxy_buffer_attributes and isinstance(attr_val, _torch.Tensor):
            path = _name_of(attr_val, self.root.named_buffers())
        if path is None:
            return attr_val
        known = parameter_proxy_cache.get(path)
        if known is None:
            known = parameter_proxy_cache[path] = self.create_proxy("get_attr", path, (), {})
        return known

    def create_arg(self, a):
        """The node of an argument: of a tensor or module, what reads it from the root."""
        path = None
        if isinstance(a, Parameter):
            path = _name_of(a, self.root.named_parameters())
            if path is None:
                raise NameError("parameter is not a member of this module")
        elif isinstance(a, _torch.Tensor):
            path = _name_of(a, self.root.named_buffers()) or self._constant(a)
        elif isinstance(a, Module):
            path = _name_of(a, self.root.named_modules())
        return super().create_arg(a) if path is None else self.create_node("get_attr", path, (), {})

    def _constant(self, tensor):
        """The name under which the root keeps a tensor that it did not have."""
        name = self._constants.get(id(tensor))
        if name is None:
            names = map("_tensor_constant{}".format, itertools.count())
            name = self._constants[id(tensor)] = next(free for free in names if not hasattr(self.root, free))
            setattr(self.root, name, tensor)
        return name

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
    recorder = Tracer()
    recorded = recorder.trace(root, concrete_args)
    return GraphModule(recorder.root, recorded, (type(root) if isinstance(root, Module) else root).__name__)
