"""Node: one step of a graph."""

import builtins
import types

import _torch

__all__ = ["Node", "map_arg", "map_aggregate", "has_side_effect"]

_OPS = ("placeholder", "call_method", "call_module", "call_function", "get_attr", "output", "root")

_side_effectful = {print}


def has_side_effect(fn):
    """Mark a function whose calls are never removed."""
    _side_effectful.add(fn)
    return fn


class immutable_list(list):
    """A list in a node's arguments."""

    def _refuse(self, *args, **kwargs):
        raise NotImplementedError(
            "'immutable_list' object does not support mutation. If you are attempting to modify the kwargs or args "
            "of a torch.fx.Node object, instead create a new copy of it and assign the copy to the node."
        )

    __delitem__ = __setitem__ = __iadd__ = __imul__ = append = clear = extend = insert = pop = remove = _refuse

    def __hash__(self):
        return hash(tuple(self))

    def __reduce__(self):
        return (immutable_list, (tuple(self),))


class immutable_dict(dict):
    """A dict in a node's arguments."""

    def _refuse(self, *args, **kwargs):
        raise NotImplementedError(
            "'immutable_dict' object does not support mutation. If you are attempting to modify the kwargs or args "
            "of a torch.fx.Node object, instead create a new copy of it and assign the copy to the node."
        )

    __delitem__ = __setitem__ = __ior__ = clear = pop = popitem = update = setdefault = _refuse

    def __hash__(self):
        return hash(tuple(self.items()))

    def __reduce__(self):
        return (immutable_dict, (tuple(self.items()),))


def map_aggregate(a, fn):
    """fn applied to every leaf of nested tuples, lists, dicts and slices."""
    if isinstance(a, tuple):
        mapped = tuple(map_aggregate(x, fn) for x in a)
        return mapped if not hasattr(a, "_fields") else type(a)(*mapped)
    if isinstance(a, list):
        return immutable_list([map_aggregate(x, fn) for x in a])
    if isinstance(a, dict):
        return immutable_dict([(k, map_aggregate(v, fn)) for k, v in a.items()])
    if isinstance(a, slice):
        return slice(map_aggregate(a.start, fn), map_aggregate(a.stop, fn), map_aggregate(a.step, fn))
    return fn(a)


def map_arg(a, fn):
    """fn applied to every Node inside a."""
    return map_aggregate(a, lambda x: fn(x) if isinstance(x, Node) else x)


def _module_of(func):
    name = getattr(func, "__name__", None)
    module = getattr(func, "__module__", None)
    if module:
        return module
    if _torch._find_in("torch", name) is func:
        return "torch"
    raise RuntimeError(f"cannot find module for {func}")


def _get_qualified_name(func):
    """The dotted name that the text of a graph shows for a function."""
    name = getattr(func, "__name__", None)
    if name is not None and getattr(builtins, name, None) is func:
        return name
    if isinstance(func, types.FunctionType) and func.__qualname__ != name and "<locals>" not in func.__qualname__:
        return f"{func.__module__}.{func.__qualname__}"
    module = _module_of(func)
    if module == "_operator":
        module = "operator"
    if module == "torch._C._nn" or module == "torch._C._VariableFunctions":
        module = module if module == "torch._C._nn" else "torch"
    return f"{module}.{name}"


def _format_arg(arg):
    """The text of an argument in str(graph): nodes are %name."""
    if hasattr(arg, "_custom_fx_repr_fn"):
        return arg._custom_fx_repr_fn()
    if isinstance(arg, list):
        return "[" + ", ".join(_format_arg(a) for a in arg) + "]"
    if isinstance(arg, tuple):
        items = ", ".join(_format_arg(a) for a in arg)
        return f"({items}{',' if len(arg) == 1 else ''})"
    if isinstance(arg, dict):
        return "{" + ", ".join(f"{k}: {_format_arg(v)}" for k, v in arg.items()) + "}"
    if isinstance(arg, Node):
        return "%" + str(arg)
    return str(arg)


class Node:
    """An operation, its arguments and its users."""

    def __init__(self, graph, name, op, target, args, kwargs, return_type=None):
        if op not in _OPS:
            raise AssertionError(f"op '{op}' is not one of {_OPS}")
        if op == "call_function":
            if not callable(target):
                raise ValueError(
                    f"Node [graph = {graph}, name = '{name}'] target {target} has type {type(target).__name__} "
                    "but a Callable is expected"
                )
        elif not isinstance(target, str):
            raise ValueError(
                f"Node [graph = {graph}, name = '{name}'] target {target} has type {type(target).__name__} "
                "but a str is expected"
            )
        self.graph = graph
        self.name = name
        self.op = op
        self.target = target
        self.type = return_type
        self._input_nodes = {}
        self.users = {}
        self._prev = self
        self._next = self
        self._erased = False
        self._args = ()
        self._kwargs = {}
        self.meta = {}
        self._set_arguments(args, kwargs)

    @property
    def next(self):
        """The node after this one."""
        return self._next

    @property
    def prev(self):
        """The node before this one."""
        return self._prev

    def _set_arguments(self, args, kwargs):
        for old in self._input_nodes:
            old.users.pop(self, None)
        self._input_nodes = {}

        def note(n):
            self._input_nodes.setdefault(n)
            n.users.setdefault(self)
            return n

        self._args = map_arg(tuple(args), note)
        self._kwargs = map_arg(dict(kwargs), note)

    @property
    def args(self):
        return self._args

    @args.setter
    def args(self, a):
        self._set_arguments(a, self._kwargs)

    @property
    def kwargs(self):
        return self._kwargs

    @kwargs.setter
    def kwargs(self, k):
        self._set_arguments(self._args, k)

    @property
    def all_input_nodes(self):
        """The nodes among the arguments, each once."""
        return list(self._input_nodes.keys())

    def update_arg(self, idx, arg):
        """Replace one argument."""
        args = list(self.args)
        args[idx] = arg
        self.args = tuple(args)

    def insert_arg(self, idx, arg):
        """Insert an argument."""
        args = list(self.args)
        args.insert(idx, arg)
        self.args = tuple(args)

    def update_kwarg(self, key, arg):
        """Replace one named argument."""
        self.kwargs = {**self.kwargs, key: arg}

    def _rename(self, candidate):
        """Another name; the old one stays taken."""
        if candidate != self.name:
            self.name = self.graph._graph_namespace.create_name(candidate, None)
            self.graph._graph_namespace._rename_object(self, self.name)

    def _remove_from_list(self):
        p, n = self._prev, self._next
        p._next, n._prev = n, p

    def prepend(self, x):
        """Put node x before this one."""
        if self.graph != x.graph:
            raise AssertionError("Attempting to move a Node into a different Graph")
        if self is x:
            return
        x._remove_from_list()
        p = self._prev
        p._next, x._prev = x, p
        x._next, self._prev = self, x

    def append(self, x):
        """Put node x after this one."""
        self._next.prepend(x)

    @property
    def stack_trace(self):
        return self.meta.get("stack_trace", None)

    @stack_trace.setter
    def stack_trace(self, trace):
        self.meta["stack_trace"] = trace

    def __repr__(self):
        return self.name

    def _pretty_print_target(self, target):
        if isinstance(target, str):
            return target
        if hasattr(target, "__module__") and getattr(target, "__name__", None):
            name = target.__name__
            if target.__module__ == "builtins":
                return f"builtins.{name}"
            if target.__module__ == "_operator":
                return f"operator.{name}"
        return _get_qualified_name(target)

    def format_node(self, placeholder_names=None, maybe_return_typename=None, *, include_tensor_metadata=False):
        """The line of this node in str(graph)."""
        if self.op == "placeholder":
            arg_str = self.target
            if self.type is not None:
                arg_str += f": {_type_repr(self.type)}"
            if placeholder_names is not None:
                placeholder_names.append(arg_str)
                return None
            typ = f"{_type_repr(self.type)} " if self.type else ""
            default = f"(default={self.args[0]})" if self.args else ""
            return f"%{self.name} : {typ}[num_users={len(self.users)}] = {self.op}[target={self.target}]{default}"
        if self.op == "get_attr":
            typ = f"{_type_repr(self.type)} " if self.type else ""
            return (
                f"%{self.name} : {typ}[num_users={len(self.users)}] = "
                f"{self.op}[target={self._pretty_print_target(self.target)}]"
            )
        if self.op == "output":
            if self.type and maybe_return_typename is not None:
                maybe_return_typename[0] = f" -> {_type_repr(self.type)}"
            return f"return {self.args[0]}"
        typ = f"{_type_repr(self.type)} " if self.type else ""
        return (
            f"%{self.name} : {typ}[num_users={len(self.users)}] = "
            f"{self.op}[target={self._pretty_print_target(self.target)}]("
            f"args = {_format_arg(self.args)}, kwargs = {_format_arg(self.kwargs)})"
        )

    def replace_all_uses_with(self, replace_with, delete_user_cb=lambda user: True, *, propagate_meta=False):
        """Make the users of this node use another one."""
        if propagate_meta:
            replace_with.meta.update(self.meta)
        processed = []
        for use_node in list(self.users):
            if not delete_user_cb(use_node):
                continue
            processed.append(use_node)
            use_node.replace_input_with(self, replace_with)
        return processed

    def replace_input_with(self, old_input, new_input):
        """Use one node in place of another."""

        def swap(n):
            return new_input if n is old_input else n

        self._set_arguments(map_arg(self.args, swap), map_arg(self.kwargs, swap))

    def is_impure(self, impure_random=True):
        """Whether the node must stay although nobody uses it."""
        if self.op in ("placeholder", "output"):
            return True
        if self.op == "call_function":
            return self.target in _side_effectful or getattr(self.target, "__name__", "").endswith("_")
        if self.op == "call_method":
            return self.target.endswith("_") and not self.target.endswith("__")
        if self.op == "call_module":
            root = self.graph.owning_module
            if root is not None:
                return getattr(root.get_submodule(self.target), "_is_impure", False)
            return False
        return False

    def normalized_arguments(self, root, arg_types=None, kwarg_types=None, normalize_to_only_use_kwargs=False):
        """None: signatures of ops are not looked up here."""
        return None


def _type_repr(obj):
    if isinstance(obj, type):
        if obj is _torch.Tensor:
            return "torch.Tensor"
        if obj.__module__ == "builtins":
            return obj.__qualname__
        return f"{obj.__module__}.{obj.__qualname__}"
    if obj is ...:
        return "..."
    return repr(obj)
