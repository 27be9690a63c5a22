"""GraphModule: a module whose forward is made from a graph."""

import copy
import sys

import _torch
from torch.fx.graph import Graph
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

__all__ = ["GraphModule"]


def _forward_from_src(src, globals, co_fields=None):
    env = dict(globals)
    exec(compile(src, "<eval_with_key>.0", "exec"), env)
    fn = env["forward"]
    return fn


def _put(to_module, target, value):
    *prefix, field = target.split(".")
    for item in prefix:
        t = getattr(to_module, item, None)
        if t is None:
            t = Module()
            setattr(to_module, item, t)
        to_module = t
    if isinstance(value, _torch.Tensor) and not isinstance(value, Parameter):
        if field in to_module._buffers:
            to_module._buffers[field] = value
        else:
            to_module.register_buffer(field, value)
    else:
        setattr(to_module, field, value)


def _get(module, target):
    for item in target.split("."):
        module = getattr(module, item)
    return module


class GraphModule(Module):
    """The module of a graph. Each instance has a class of its own, which holds its forward."""

    def __new__(cls, *args, **kwargs):
        for t in cls.__mro__:
            if t.__qualname__.rpartition(".")[2] == "GraphModuleImpl" or getattr(t, "_is_graph_module_impl", False):
                return super().__new__(cls)

        class GraphModuleImpl(cls):
            _is_graph_module_impl = True

        return super().__new__(GraphModuleImpl)

    def __init__(self, root, graph, class_name="GraphModule"):
        super().__init__()
        type(self).__name__ = class_name
        if isinstance(root, Module):
            if hasattr(root, "training"):
                self.training = root.training
            for node in graph.nodes:
                if node.op in ("get_attr", "call_module"):
                    _put(self, node.target, _get(root, node.target))
        elif isinstance(root, dict):
            needed = [node.target for node in graph.nodes if node.op in ("get_attr", "call_module")]
            for target in needed:
                if target not in root:
                    raise RuntimeError(
                        f"Node referenced target {target} but that target was not provided in `root`!"
                    )
            for target in sorted(needed, key=lambda t: t.count(".")):
                _put(self, target, root[target])
        else:
            raise RuntimeError(f"Unsupported type {root} passed for root!")
        self.graph = graph
        self.meta = {}

    @property
    def graph(self):
        """The graph that forward is made from."""
        return self._graph

    @graph.setter
    def graph(self, g):
        if not isinstance(g, Graph):
            raise AssertionError(f"Expected a Graph instance, but got {type(g)}")
        self.__dict__["_graph"] = g
        g.owning_module = self
        self.recompile()

    @property
    def code(self):
        """The source of forward."""
        if "_code" not in self.__dict__:
            raise RuntimeError("Code has not been generated! Please report a bug to PyTorch")
        return self._code

    def recompile(self):
        """Make forward again after a change of the graph."""
        python_code = self._graph.python_code(root_module="self")
        self.__dict__["_code"] = python_code.src
        type(self).forward = _forward_from_src(python_code.src, python_code.globals)
        return python_code

    def add_submodule(self, target, m):
        """Put a module at a dotted name."""
        *prefix, field = target.split(".")
        mod = self
        for item in prefix:
            sub = getattr(mod, item, None)
            if sub is None:
                sub = Module()
                setattr(mod, item, sub)
            if not isinstance(sub, Module):
                return False
            mod = sub
        mod.add_module(field, m)
        return True

    def delete_submodule(self, target):
        """Remove the module at a dotted name."""
        *prefix, field = target.split(".")
        mod = self
        for item in prefix:
            if not hasattr(mod, item):
                return False
            mod = getattr(mod, item)
        if not isinstance(getattr(mod, field, None), Module):
            return False
        delattr(mod, field)
        return True

    def delete_all_unused_submodules(self):
        """Remove the modules that the graph does not call."""
        used = set()
        for node in self.graph.nodes:
            if node.op in ("call_module", "get_attr"):
                parts = node.target.split(".")
                for i in range(1, len(parts) + 1):
                    used.add(".".join(parts[:i]))
                if node.op == "call_module":
                    used.update(f"{node.target}.{n}" for n, _ in self.get_submodule(node.target).named_modules() if n)
        for name in [n for n, _ in self.named_modules() if n and n not in used]:
            self.delete_submodule(name)

    def print_readable(self, print_output=True, include_stride=False, include_device=False, colored=False, **kwargs):
        """The code as a class."""
        code = self._graph.python_code(
            root_module="self", verbose=True, include_stride=include_stride, include_device=include_device
        )
        lines = code.src.strip("\n").split("\n")
        body = "\n".join(("    " + line).rstrip() for line in lines)
        output = f"class {self._get_name()}(torch.nn.Module):\n{body}\n"
        for name, child in self.named_children():
            if isinstance(child, GraphModule):
                text = child.print_readable(print_output=False)
                output += "\n".join("    " + line if line else line for line in text.split("\n"))
        if print_output:
            print(output)
        return output

    def to_folder(self, folder, module_name="FxModule"):
        """Refused."""
        raise NotImplementedError("GraphModule.to_folder is not supported")

    def __deepcopy__(self, memo):
        fake = Module()
        fake.__dict__ = copy.deepcopy(
            {k: v for k, v in self.__dict__.items() if k not in ("_graph", "_code")}, memo
        )
        result = GraphModule(fake, copy.deepcopy(self._graph), self._get_name())
        result.meta = dict(getattr(self, "meta", {}))
        return result

    def __copy__(self):
        return GraphModule(self, copy.deepcopy(self._graph))

    def __str__(self):
        return super().__str__() + "\n".join(
            ["", self._code.rstrip("\n"), "", "# To see more debug info, please use `graph_module.print_readable()`"]
        )
