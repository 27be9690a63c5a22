"""Graph: a list of nodes and its Python code."""

import builtins
import keyword
import re

import _torch
from torch.fx.node import Node, _get_qualified_name, _type_repr, map_arg

__all__ = ["PythonCode", "CodeGen", "Graph"]

_OPERATORS = {
    "eq": "{} == {}",
    "ne": "{} != {}",
    "lt": "{} < {}",
    "gt": "{} > {}",
    "le": "{} <= {}",
    "ge": "{} >= {}",
    "pos": "+{}",
    "neg": "-{}",
    "invert": "~{}",
    "add": "{} + {}",
    "sub": "{} - {}",
    "mul": "{} * {}",
    "floordiv": "{} // {}",
    "truediv": "{} / {}",
    "div": "{} / {}",
    "mod": "{} % {}",
    "pow": "{} ** {}",
    "lshift": "{} << {}",
    "rshift": "{} >> {}",
    "and_": "{} & {}",
    "or_": "{} | {}",
    "xor": "{} ^ {}",
    "getitem": "{}[{}]",
    "matmul": "{} @ {}",
}
_INPLACE_OPERATORS = {
    "iadd": "{} += {}",
    "iand": "{} &= {}",
    "ifloordiv": "{} //= {}",
    "ilshift": "{} <<= {}",
    "imod": "{} %= {}",
    "imul": "{} *= {}",
    "imatmul": "{} @= {}",
    "ior": "{} |= {}",
    "ipow": "{} **= {}",
    "irshift": "{} >>= {}",
    "isub": "{} -= {}",
    "itruediv": "{} /= {}",
    "ixor": "{} ^= {}",
    "setitem": "{}[{}] = {}",
}
# Names that generated code may use without being told.
_GLOBALS = ("inf", "nan", "NoneType", "torch", "device", "fx_pytree", "pytree")


def _snake_case(s):
    chars = []
    prev_lower = False
    for c in s:
        if prev_lower and c.isupper():
            chars.append("_")
        chars.append(c.lower())
        prev_lower = c.islower()
    return "".join(chars)


class _Namespace:
    """Gives out names that are used once."""

    def __init__(self):
        self._obj_to_name = {}
        self._used_names = set()
        self._base_count = {}

    def create_name(self, candidate, obj):
        """A free name like the candidate."""
        known = None if obj is None else self._obj_to_name.get(obj)
        if known is not None:
            return known
        candidate = re.sub("[^0-9a-zA-Z_]+", "_", candidate) or "_unnamed"
        if candidate[0].isdigit():
            candidate = f"_{candidate}"
        match = re.match(r"(.*)_(\d+)$", candidate)
        if match is not None and candidate not in self._used_names:
            base, count = match.group(1), int(match.group(2))
        else:
            base, count = candidate, self._base_count.get(candidate, 0)
        free = candidate
        while free in self._used_names or self._is_illegal_name(free, obj):
            count += 1
            free = f"{base}_{count}"
        self._base_count[base] = count
        if obj is None:
            self._used_names.add(free)
        else:
            self._rename_object(obj, free)
        return free

    def associate_name_with_obj(self, name, obj):
        """Give an object a name that was made before."""
        self._obj_to_name.setdefault(obj, name)

    def _rename_object(self, obj, name):
        self._obj_to_name[obj] = name
        self._used_names.add(name)

    def _is_illegal_name(self, name, obj):
        if keyword.iskeyword(name):
            return True
        if name in builtins.__dict__:
            return obj is not builtins.__dict__[name]
        return name in _GLOBALS and name != "torch" or name == "torch"


class PythonCode:
    """Source text and the globals that it needs."""

    def __init__(self, src, globals, lineno_map=None):
        self.src = src
        self.globals = globals
        self._lineno_map = lineno_map


class CodeGen:
    """Accepted: the default way to write code."""


class _node_list:
    def __init__(self, graph, direction="_next"):
        self.graph = graph
        self.direction = direction

    def __len__(self):
        return self.graph._len

    def __iter__(self):
        cur = self.graph._root
        forward = self.direction == "_next"
        cur = cur._next if forward else cur._prev
        while cur is not self.graph._root:
            if not cur._erased:
                yield cur
            cur = cur._next if forward else cur._prev

    def __reversed__(self):
        return _node_list(self.graph, "_prev" if self.direction == "_next" else "_next")


class _InsertPoint:
    def __init__(self, graph, new_insert):
        self.graph, self.before = graph, graph._insert
        graph._insert = new_insert

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.graph._insert = self.before


class Graph:
    """Nodes in order; every node uses earlier ones only."""

    def __init__(self, owning_module=None, tracer_cls=None, tracer_extras=None):
        root = self._root = Node(self, "", "root", "", (), {})
        self._insert, self._len, self._used_names = root.prepend, 0, set()
        self._graph_namespace, self._codegen = _Namespace(), CodeGen()
        self._owning_module, self._tracer_cls = owning_module, tracer_cls

    @property
    def owning_module(self):
        return self._owning_module

    @owning_module.setter
    def owning_module(self, mod):
        self._owning_module = mod

    @property
    def nodes(self):
        """All nodes in order."""
        return _node_list(self)

    @property
    def output_node(self):
        return next(iter(reversed(self.nodes)))

    def find_nodes(self, *, op, target=None, sort=True):
        """The nodes of a kind."""
        return [n for n in self.nodes if n.op == op and (target is None or n.target == target)]

    def _target_to_str(self, target):
        if callable(target):
            op = target.__name__
        else:
            op = target
            if op.startswith("__") and op.endswith("__"):
                op = op[2:-2]
        return _snake_case(op)

    def create_node(self, op, target, args=None, kwargs=None, name=None, type_expr=None):
        """Add a node at the insertion point."""
        if args is None:
            args = ()
        if not isinstance(args, tuple):
            raise AssertionError(f"args must be a tuple, got {type(args)}")
        names = self._graph_namespace
        own = names.create_name(self._target_to_str(target) if name is None else name, None)
        made = Node(self, own, op, target, args, kwargs or {}, type_expr)
        names.associate_name_with_obj(own, made)
        self._insert(made)
        self._len += 1
        return made

    def placeholder(self, name, type_expr=None, default_value=Ellipsis):
        """An argument of the graph."""
        args = () if default_value is Ellipsis else (default_value,)
        return self.create_node("placeholder", name, args=args, type_expr=type_expr)

    def get_attr(self, qualified_name, type_expr=None):
        """An attribute of the module."""
        return self.create_node("get_attr", qualified_name, type_expr=type_expr)

    def call_module(self, module_name, args=None, kwargs=None, type_expr=None):
        """A call of a submodule."""
        return self.create_node("call_module", module_name, args, kwargs, type_expr=type_expr)

    def call_method(self, method_name, args=None, kwargs=None, type_expr=None):
        """A call of a method of the first argument."""
        return self.create_node("call_method", method_name, args, kwargs, type_expr=type_expr)

    def call_function(self, the_function, args=None, kwargs=None, type_expr=None, name=None):
        """A call of a function."""
        return self.create_node("call_function", the_function, args, kwargs, name=name, type_expr=type_expr)

    def output(self, result, type_expr=None):
        """What the graph returns."""
        return self.create_node("output", target="output", args=(result,), type_expr=type_expr)

    def node_copy(self, node, arg_transform=lambda x: x):
        """Add a copy of a node of another graph."""
        args, kwargs = [map_arg(part, arg_transform) for part in (node.args, node.kwargs)]
        twin = self.create_node(node.op, node.target, tuple(args), dict(kwargs), node.name, node.type)
        twin.meta = dict(node.meta)
        return twin

    def graph_copy(self, g, val_map, return_output_node=False):
        """Add copies of all nodes of another graph; returns what it returned."""
        twin_of = val_map.__getitem__
        for node in g.nodes:
            if node in val_map:
                continue
            if node.op == "output":
                returned = map_arg(node.args[0], twin_of)
                return (returned, node) if return_output_node else returned
            val_map[node] = self.node_copy(node, twin_of)
        return None

    def __deepcopy__(self, memo=None):
        twin = Graph(None, self._tracer_cls)
        end = twin.graph_copy(self, {}, True)
        if end is not None:
            returned, old = end
            twin.output(returned, old.type).meta = dict(old.meta)
        return twin

    def erase_node(self, to_erase):
        """Remove a node that nobody uses."""
        if len(to_erase.users) > 0:
            raise RuntimeError(
                f"Tried to erase Node {to_erase} but it still had {len(to_erase.users)} users in the graph: "
                f"{to_erase.users}!"
            )
        if to_erase.graph != self:
            raise RuntimeError(f"Attempting to remove {to_erase} from wrong graph!")
        if to_erase._erased:
            return
        self._len -= 1
        to_erase._erased = True
        to_erase._set_arguments((), {})
        to_erase._remove_from_list()

    def inserting_before(self, n=None):
        """New nodes go before n inside a with."""
        if n is None:
            return self.inserting_after(self._root)
        if n.graph != self:
            raise AssertionError("Node to insert before is not in graph.")
        return _InsertPoint(self, n.prepend)

    def inserting_after(self, n=None):
        """New nodes go after n inside a with."""
        if n is None:
            return self.inserting_before(self._root)
        if n.graph != self:
            raise AssertionError("Node to insert after is not in graph.")
        return _InsertPoint(self, n.append)

    def process_inputs(self, *args):
        return args

    def process_outputs(self, out):
        return out

    def on_generate_code(self, make_transformer):
        raise NotImplementedError("Graph.on_generate_code is not supported")

    def lint(self):
        """Check that nodes use earlier nodes of this graph only."""
        seen_names = set()
        seen_values = set()

        def check_arg(arg, n=None):
            if arg.graph is not self:
                raise RuntimeError(f"Argument '{arg}' of Node '{n}' does not belong to this Graph, but was used as an argument!")
            if arg not in seen_values:
                raise RuntimeError(f"Argument '{arg}' of Node '{n}' was used before it has been defined! Please check that Nodes in the graph are topologically ordered\n{self}")
            return arg

        for node in self.nodes:
            if node.op not in ("placeholder", "call_method", "call_module", "call_function", "get_attr", "output"):
                raise RuntimeError(f"Node {node} had unknown opcode {node.op}!")
            if node.graph is not self:
                raise RuntimeError(f"Node '{node}' does not belong to this Graph!")
            map_arg(node.args, lambda arg: check_arg(arg, node))
            map_arg(node.kwargs, lambda arg: check_arg(arg, node))
            seen_values.add(node)
            if node.name in seen_names:
                raise RuntimeError(f"Node redefined name {node.name}!")
            seen_names.add(node.name)
            if self.owning_module is not None and node.op in ("get_attr", "call_module"):
                owner = self.owning_module
                for atom in node.target.split("."):
                    if not hasattr(owner, atom):
                        raise RuntimeError(f"Node {node} target {node.target} references nonexistent attribute {atom} of {owner}")
                    owner = getattr(owner, atom)

    def eliminate_dead_code(self, is_impure_node=None):
        """Remove nodes that nobody uses."""
        self.lint()
        changed = False
        for node in list(reversed(self.nodes)):
            impure = node.is_impure() if is_impure_node is None else is_impure_node(node)
            if not impure and len(node.users) == 0:
                self.erase_node(node)
                changed = True
        return changed

    def set_codegen(self, codegen):
        self._codegen = codegen

    # Text.

    def __str__(self):
        placeholder_names = []
        maybe_return_typename = [""]
        lines = [node.format_node(None, maybe_return_typename) for node in self.nodes]
        text = f"graph({', '.join(placeholder_names)}){maybe_return_typename[0]}:"
        for line in lines:
            if line:
                text += "\n    " + line
        return text

    def print_tabular(self):
        """Print the nodes as a table."""
        print(self._table())

    def _table(self):
        rows = [[n.op, n.name, str(n.target), str(n.args), str(n.kwargs)] for n in self.nodes]
        headers = ["opcode", "name", "target", "args", "kwargs"]
        widths = [max([len(h)] + [len(row[i]) for row in rows]) for i, h in enumerate(headers)]

        def line(cells):
            return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip()

        return "\n".join([line(headers), "  ".join("-" * width for width in widths), *map(line, rows)])

    def python_code(self, root_module="self", *, verbose=False, include_stride=False, include_device=False, **kwargs):
        """The graph as the source of a forward function; verbose: with the script's lines and what each value is."""
        namespace = _Namespace()
        for node in self.nodes:
            namespace._rename_object(node, node.name)
        globals_ = {}
        free_vars = []
        body = []
        return_type = [""]

        def add_global(name_hint, obj):
            if getattr(obj, "__module__", None) == "builtins" and hasattr(builtins, getattr(obj, "__name__", "")):
                return obj.__name__
            if name_hint in ("inf", "nan", "device"):
                globals_[name_hint] = obj
                return name_hint
            dotted = name_hint
            if dotted.startswith("torch."):
                globals_["torch"] = _import_torch()
                return dotted
            name = dotted.replace(".", "_")
            if globals_.get(name, obj) is not obj:
                name = namespace.create_name(name, None)
            globals_[name] = obj
            return name

        def text(arg):
            if isinstance(arg, Node):
                return arg.name
            if isinstance(arg, tuple):
                if hasattr(arg, "_fields"):
                    name = add_global(f"{type(arg).__module__}.{type(arg).__name__}", type(arg))
                    return f"{name}({', '.join(text(a) for a in arg)})"
                items = ", ".join(text(a) for a in arg)
                return f"({items}{',' if len(arg) == 1 else ''})"
            if isinstance(arg, list):
                return "[" + ", ".join(text(a) for a in arg) + "]"
            if isinstance(arg, dict):
                return "{" + ", ".join(f"{k!r}: {text(v)}" for k, v in arg.items()) + "}"
            if isinstance(arg, slice):
                return f"slice({text(arg.start)}, {text(arg.stop)}, {text(arg.step)})"
            if isinstance(arg, float) and arg in (float("inf"), float("-inf")) or arg != arg:
                number = repr(arg)
                add_global("nan" if number == "nan" else "inf", float("nan") if number == "nan" else float("inf"))
                return number
            if isinstance(arg, _torch.dtype):
                globals_["torch"] = _import_torch()
                return repr(arg)
            if isinstance(arg, _torch.device):
                add_global("device", _torch.device)
                return repr(arg)
            if isinstance(arg, (_torch.memory_format, _torch.layout)):
                globals_["torch"] = _import_torch()
                return repr(arg)
            if isinstance(arg, type) or callable(arg) and hasattr(arg, "__name__"):
                return add_global(_get_qualified_name(arg) if not isinstance(arg, type) else _type_repr(arg), arg)
            return repr(arg)

        def type_text(t):
            if t is _torch.Tensor:
                globals_["torch"] = _import_torch()
                return "torch.Tensor"
            if isinstance(t, type):
                return add_global(_type_repr(t), t)
            return repr(t)

        def call_text(args, kwargs):
            parts = [text(a) for a in args] + [f"{k} = {text(v)}" for k, v in kwargs.items()]
            return ", ".join(parts)

        last_use = {}
        dies_at = {}
        for node in reversed(self.nodes):

            def note(n, user=node):
                if n not in last_use:
                    last_use[n] = user
                    dies_at.setdefault(user, []).append(n)
                return n

            map_arg(node.args, note)
            map_arg(node.kwargs, note)

        def end_of(user):
            if user.op in ("placeholder", "output"):
                return "" if user.op == "placeholder" else "\n"
            dead = list(dies_at.get(user, []))
            if not user.users:
                dead.append(user)
            if dead:
                return ";  " + " = ".join([n.name for n in dead] + ["None"]) + "\n"
            return "\n"

        line_shown = [""]

        def show_line(node):
            where = _line_of(node)
            if where and where != line_shown[0]:
                line_shown[0] = where
                body.append(f"\n# {where}\n")

        def emit(node):
            annotation = "" if node.type is None else f" : {type_text(node.type)}"
            if verbose:
                if node.op not in ("placeholder", "output"):
                    show_line(node)
                what = _value_text(node.meta.get("example_value", node.meta.get("val")), include_stride, include_device)
                if what:
                    annotation = f': "{what}"'
            if node.op == "placeholder":
                default = "" if not node.args else f" = {text(node.args[0])}"
                free_vars.append(f"{node.target}{annotation}{default}")
                raw_name = node.target.replace("*", "")
                if raw_name != node.name:
                    body.append(f"{node.name} = {raw_name}\n")
                return
            if node.op == "call_method":
                body.append(
                    f"{node.name}{annotation} = {_attribute_text(text(node.args[0]), node.target)}"
                    f"({call_text(node.args[1:], node.kwargs)})"
                )
                return
            if node.op == "call_function":
                name = getattr(node.target, "__name__", "")
                if getattr(node.target, "__module__", None) == "_operator":
                    if name in _OPERATORS and not node.kwargs:
                        form = _OPERATORS[name]
                        body.append(f"{node.name}{annotation} = {form.format(*(text(a) for a in node.args))}")
                        return
                    if name in _INPLACE_OPERATORS:
                        line = _INPLACE_OPERATORS[name].format(*(text(a) for a in node.args))
                        body.append(f"{line};  {node.name}{annotation} = {text(node.args[0])}")
                        return
                qualified = _get_qualified_name(node.target)
                global_name = add_global(qualified, node.target)
                if (
                    global_name == "getattr"
                    and len(node.args) == 2
                    and isinstance(node.args[1], str)
                    and node.args[1].isidentifier()
                ):
                    body.append(f"{node.name}{annotation} = {_attribute_text(text(node.args[0]), node.args[1])}")
                    return
                body.append(f"{node.name}{annotation} = {global_name}({call_text(node.args, node.kwargs)})")
                return
            if node.op == "call_module":
                body.append(
                    f"{node.name}{annotation} = {_attribute_text(root_module, node.target)}"
                    f"({call_text(node.args, node.kwargs)})"
                )
                return
            if node.op == "get_attr":
                body.append(f"{node.name}{annotation} = {_attribute_text(root_module, node.target)}")
                return
            if node.type is not None:
                return_type[0] = f" -> {type_text(node.type)}"
            body.append(f"return {text(node.args[0])}")

        for node in self.nodes:
            emit(node)
            body.append(end_of(node))
        if len(body) == 0:
            body.append("pass\n")
        code = "".join(body).lstrip("\n")
        code = "\n".join("    " + line for line in code.split("\n"))
        head = f"def forward({', '.join([root_module, *free_vars])}){return_type[0]}:"
        return PythonCode(f"\n\n\n{head}\n{code}", globals_)


_SHORT = {
    "float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16", "int64": "i64", "int32": "i32",
    "int16": "i16", "int8": "i8", "uint8": "u8", "bool": "b8", "complex32": "c32", "complex64": "c64", "complex128": "c128",
}


def _value_text(value, include_stride, include_device):
    """f32[3, 4] of a tensor, Sym(s0) of a size."""
    if isinstance(value, _torch.Tensor):
        name = str(value.dtype).removeprefix("torch.")
        text = _SHORT.get(name, name) + str(list(value.shape))
        if include_stride:
            text += str(list(value.stride()))
        if include_device:
            text += "cpu" if value.device.type == "meta" else str(value.device)
        return text
    if type(value).__name__ in ("SymInt", "SymFloat", "SymBool"):
        return f"Sym({value})"
    return ""


def _line_of(node):
    """The script's line that a node comes from, as its stack trace says it."""
    lines = (node.stack_trace or "").strip().split("\n")
    match = re.match(r'\s*File "(.+)", line (\d+), in (.+)', lines[-2] if len(lines) > 1 else "")
    if match is None:
        return ""
    file, line, function = match.groups()
    place = f"{file}:{line}" + ("" if function == "?" else f" in {function}")
    return f"File: {place}, code: {lines[-1].strip()}"


def _import_torch():
    import torch

    return torch


def _attribute_text(base, target):
    """base.a.b, with getattr for what is no identifier."""
    r = base
    for e in target.split("."):
        if not e.isidentifier():
            r = f'getattr({r}, "{e}")'
        else:
            r = f"{r}.{e}"
    return r
