"""Nested containers as trees."""

from collections import OrderedDict, namedtuple

__all__ = ["tree_flatten", "tree_unflatten", "tree_map", "tree_map_only", "tree_leaves", "tree_all", "tree_any", "TreeSpec", "LeafSpec"]

_nodes = {}


def register_pytree_node(cls, flatten_fn, unflatten_fn, **kwargs):
    """Make a class a container."""
    _nodes[cls] = (flatten_fn, unflatten_fn)


def _is_namedtuple(x):
    return isinstance(x, tuple) and hasattr(x, "_fields")


def _children(x):
    kind = type(x)
    if kind in _nodes:
        children, context = _nodes[kind][0](x)
        return kind, list(children), context
    if kind is list or kind is tuple:
        return kind, list(x), None
    if kind is dict or kind is OrderedDict:
        return kind, list(x.values()), list(x.keys())
    if _is_namedtuple(x):
        return namedtuple, list(x), kind
    return None


class TreeSpec:
    """The shape of a tree."""

    def __init__(self, type, context, children_specs):
        self.type = type
        self.context = context
        self.children_specs = children_specs
        self.num_leaves = sum(c.num_leaves for c in children_specs)
        self.num_children = len(children_specs)

    def is_leaf(self):
        return False

    def __eq__(self, other):
        return (
            isinstance(other, TreeSpec)
            and self.type is other.type
            and self.context == other.context
            and self.children_specs == other.children_specs
        )

    def __hash__(self):
        return hash((self.type, self.num_leaves))

    def __repr__(self):
        return f"TreeSpec({getattr(self.type, '__name__', self.type)}, {self.context}, {self.children_specs})"


class LeafSpec(TreeSpec):
    """A leaf."""

    def __init__(self):
        super().__init__(None, None, [])
        self.num_leaves = 1

    def is_leaf(self):
        return True

    def __repr__(self):
        return "*"


# Functions of the module, not closures: one that calls itself from its own cell would keep the leaves alive.
def _walk(x, is_leaf, leaves):
    parts = None if is_leaf is not None and is_leaf(x) else _children(x)
    if parts is None:
        leaves.append(x)
        return LeafSpec()
    kind, children, context = parts
    return TreeSpec(kind, context, [_walk(c, is_leaf, leaves) for c in children])


def _build(spec, leaves):
    if spec.is_leaf():
        return next(leaves)
    children = [_build(c, leaves) for c in spec.children_specs]
    if spec.type in _nodes:
        return _nodes[spec.type][1](children, spec.context)
    if spec.type is namedtuple:
        kind = spec.context
        return kind(children) if hasattr(kind, "n_fields") else kind(*children)  # torch.return_types take a sequence
    if spec.type in (dict, OrderedDict):
        return spec.type(zip(spec.context, children))
    return spec.type(children)


def tree_flatten(tree, is_leaf=None):
    """The leaves and the shape."""
    leaves = []
    return leaves, _walk(tree, is_leaf, leaves)


def tree_unflatten(leaves, treespec):
    """A tree of a shape."""
    return _build(treespec, iter(leaves))


def tree_leaves(tree, is_leaf=None):
    """The leaves."""
    return tree_flatten(tree, is_leaf)[0]


def tree_map(func, tree, *rests, is_leaf=None):
    """func applied to every leaf."""
    leaves, spec = tree_flatten(tree, is_leaf)
    others = [tree_flatten(r, is_leaf)[0] for r in rests]
    return tree_unflatten([func(*xs) for xs in zip(leaves, *others)], spec)


def tree_map_(func, tree, *rests, is_leaf=None):
    """func called for every leaf; returns the tree."""
    tree_map(func, tree, *rests, is_leaf=is_leaf)
    return tree


def tree_map_only(kind, func=None, tree=None, is_leaf=None):
    """func applied to every leaf of a type."""
    return tree_map(lambda x: func(x) if isinstance(x, kind) else x, tree, is_leaf=is_leaf)


def tree_all(pred, tree, is_leaf=None):
    return all(pred(x) for x in tree_leaves(tree, is_leaf))


def tree_any(pred, tree, is_leaf=None):
    return any(pred(x) for x in tree_leaves(tree, is_leaf))


def tree_structure(tree, is_leaf=None):
    """The shape."""
    return tree_flatten(tree, is_leaf)[1]
