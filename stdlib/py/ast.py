"""Syntax trees: parsing, walking, changing, printing. The parser's tuples (_ast_tree) become node objects here and back."""
import _ast_tree
from _ast_nodes import *
from _ast_nodes import _BACK, _KINDS

PyCF_ONLY_AST = 0x400
PyCF_TYPE_COMMENTS = 0x1000
PyCF_ALLOW_TOP_LEVEL_AWAIT = 0x2000


def parse(source, filename="<unknown>", mode="exec", *, type_comments=False, feature_version=None):
    """The tree of a source text; comments about types are not kept."""
    return compile(source, filename, mode, PyCF_ONLY_AST)


# --- tuples to nodes ---

def _tree(source, filename, mode):
    """What compile() with PyCF_ONLY_AST gives."""
    if isinstance(source, AST):
        return source
    return _node(_ast_tree.parse(source, str(filename), mode))


def _node(t):
    return None if t is None else _MAKE[t[0]](t)


def _nodes(tuples):
    return [_MAKE[t[0]](t) for t in tuples]


def _placed(node, t):
    _, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, *_ = t
    return node


def _context(node, ctx):
    """Mark a target and what is unpacked in it."""
    kind = type(node)
    if kind is Tuple or kind is List:
        for item in node.elts:
            _context(item, ctx)
    elif kind is Starred:
        _context(node.value, ctx)
    elif kind not in (Name, Attribute, Subscript):
        return node
    node.ctx = ctx
    return node


def _plain(cls):
    """A maker for the kinds whose fields are those of the parser's nodes."""
    has_place = "lineno" in cls._attributes

    def make(t):
        node = cls()
        for name, value in zip(cls._fields, t[5:]):
            if type(value) is tuple:
                value = _node(value)
            elif type(value) is list:
                value = _nodes(value)
            setattr(node, name, value)
        return _placed(node, t) if has_place else node
    return make


def _with_context(cls):
    plain = _plain(cls)

    def make(t):
        node = plain(t)
        node.ctx = Load()
        return node
    return make


def _target(cls, *names, ctx=Store):
    """The same for a kind some of whose fields are assigned to."""
    plain = _plain(cls)

    def make(t):
        node = plain(t)
        for name in names:
            value = getattr(node, name)
            for item in value if isinstance(value, list) else [value]:
                if item is not None:
                    _context(item, ctx())
        return node
    return make


def _function(t):
    is_async, name, args, body, decorators, returns = t[5:]
    cls = AsyncFunctionDef if is_async else FunctionDef
    return _placed(cls(name, _node(args), _nodes(body), _nodes(decorators), _node(returns), None), t)


def _for(t):
    is_async, target, iterable, body, orelse = t[5:]
    cls = AsyncFor if is_async else For
    return _placed(cls(_context(_node(target), Store()), _node(iterable), _nodes(body), _nodes(orelse), None), t)


def _with(t):
    is_async, items, body = t[5:]
    return _placed((AsyncWith if is_async else With)(_nodes(items), _nodes(body), None), t)


def _try(t):
    body, handlers, orelse, finalbody, is_star = t[5:]
    cls = TryStar if is_star else Try
    return _placed(cls(_nodes(body), _nodes(handlers), _nodes(orelse), _nodes(finalbody)), t)


def _import_from(t):
    module, names, level, _ = t[5:]
    return _placed(ImportFrom(module, _nodes(names), level), t)


def _names(cls):
    return lambda t: _placed(cls([name[5] for name in t[5]]), t)


def _operator(name):
    return _KINDS[name]()


def _dict(t):
    items = t[5]
    return _placed(Dict([_node(item[5]) for item in items], [_node(item[6]) for item in items]), t)


def _compare(t):
    rest = t[6]
    return _placed(Compare(_node(t[5]), [_operator(c[5]) for c in rest], [_node(c[6]) for c in rest]), t)


def _constant(t):
    value, is_u = t[5]
    return _placed(Constant(value, "u" if is_u else None), t)


def _arguments(t):
    posonly, args, vararg, kwonly, kwarg = t[5:]
    defaults = [a[7] for a in posonly + args if a[7] is not None]
    return arguments(_nodes(posonly), _nodes(args), _node(vararg), _nodes(kwonly), [_node(a[7]) for a in kwonly],
                     _node(kwarg), _nodes(defaults))


def _arg(t):
    return _placed(arg(t[5], _node(t[6]), None), t)


def _ann_assign(t):
    target, annotation, value, simple = t[5:]
    return _placed(AnnAssign(_context(_node(target), Store()), _node(annotation), _node(value), int(simple)), t)


def _comprehension(t):
    target, iterable, ifs, is_async = t[5:]
    return comprehension(_context(_node(target), Store()), _node(iterable), _nodes(ifs), int(is_async))


def _match_mapping(t):
    items, rest = t[5:]
    return _placed(MatchMapping([_node(i[5]) for i in items], [_node(i[6]) for i in items], rest), t)


def _match_class(t):
    cls, patterns, keywords = t[5:]
    return _placed(MatchClass(_node(cls), _nodes(patterns), [k[5] for k in keywords], [_node(k[6]) for k in keywords]), t)


def _makers():
    make = {name: _plain(cls) for name, cls in _KINDS.items()}
    for lower, name in _BACK.items():
        make[name] = _plain(_KINDS[lower])
    for cls in Attribute, Subscript, Starred, Name, List, Tuple:
        make[cls.__name__] = _with_context(cls)
    for cls, names in (Assign, ["targets"]), (NamedExpr, ["target"]):
        make[cls.__name__] = _target(cls, *names)
    make["WithItem"] = _target(withitem, "optional_vars")
    make["Delete"] = _target(Delete, "targets", ctx=Del)

    def with_operator(cls, index):
        def build(t):
            values = [_operator(v) if i == index else _nodes(v) if type(v) is list else _node(v)
                      for i, v in enumerate(t[5:])]
            return _placed(cls(*values), t)
        return build
    make["BoolOp"] = with_operator(BoolOp, 0)
    make["BinOp"] = with_operator(BinOp, 1)
    make["UnaryOp"] = with_operator(UnaryOp, 0)
    aug = with_operator(AugAssign, 1)

    def aug_assign(t):
        node = aug(t)
        _context(node.target, Store())
        return node
    make["AugAssign"] = aug_assign
    make["Module"] = lambda t: Module(_nodes(t[5]), [])
    make["MatchSingleton"] = lambda t: _placed(MatchSingleton(t[5][5][0]), t)
    make.update(FunctionDef=_function, For=_for, With=_with, Try=_try, ImportFrom=_import_from, Global=_names(Global),
                Nonlocal=_names(Nonlocal), Dict=_dict, Compare=_compare, Constant=_constant, Arguments=_arguments, Arg=_arg,
                AnnAssign=_ann_assign, Comprehension=_comprehension, MatchMapping=_match_mapping, MatchClass=_match_class)
    return make


_MAKE = _makers()


def literal_eval(node_or_string):
    """The value of an expression of literals: text, or a tree."""
    if isinstance(node_or_string, str):
        node_or_string = parse(node_or_string.lstrip(" \t"), mode="eval")
    if isinstance(node_or_string, Expression):
        node_or_string = node_or_string.body

    def malformed(node):
        line = getattr(node, "lineno", None)
        raise ValueError("malformed node or string" + (f" on line {line}" if line else "") + f": {node!r}")

    def number(node):
        if type(node) is not Constant or type(node.value) not in (int, float, complex):
            malformed(node)
        return node.value

    def signed(node):
        if type(node) is UnaryOp and type(node.op) in (UAdd, USub):
            value = number(node.operand)
            return +value if type(node.op) is UAdd else -value
        return number(node)

    def value_of(node):
        kind = type(node)
        if kind is Constant:
            return node.value
        if kind is Tuple:
            return tuple(map(value_of, node.elts))
        if kind is List:
            return list(map(value_of, node.elts))
        if kind is Set:
            return set(map(value_of, node.elts))
        if kind is Call and type(node.func) is Name and node.func.id == "set" and not node.args and not node.keywords:
            return set()
        if kind is Dict:
            if len(node.keys) != len(node.values):
                malformed(node)
            return dict(zip(map(value_of, node.keys), map(value_of, node.values)))
        if kind is BinOp and type(node.op) in (Add, Sub):
            left, right = signed(node.left), number(node.right)
            if type(left) in (int, float) and type(right) is complex:
                return left + right if type(node.op) is Add else left - right
        return signed(node)
    return value_of(node_or_string)


# --- nodes to tuples ---

_ZERO = (1, 0, 1, 0)


def _place(node):
    line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
    end, end_column = getattr(node, "end_lineno", None), getattr(node, "end_col_offset", None)
    return line, column, line if end is None else end, column if end_column is None else end_column


def _required(node, name):
    value = getattr(node, name)
    if value is None:
        raise ValueError(f"field '{name}' is required for {type(node).__name__}")
    return value


def _tuple(node):
    if node is None:
        return None
    for cls in type(node).__mro__:
        name = cls.__name__
        if cls.__module__ == "ast" and name in _KINDS:
            break
    else:
        raise TypeError(f"expected some sort of expr, but got {node!r}")
    back = _TO_TUPLE.get(name)
    kind = _BACK.get(name, name)
    if back is not None:
        kind, fields = back(node)
    else:
        fields = []
        for field in _KINDS[name]._fields:
            if field == "ctx" or field == "type_comment":
                continue
            value = getattr(node, field)
            fields.append(_tuples(value) if isinstance(value, list) else _tuple(value) if isinstance(value, AST) else value)
    return (kind, *_place(node), *fields)


def _tuples(nodes):
    return [_tuple(n) for n in nodes]


def _op(node):
    return type(node.op).__name__


def _maybe(value):
    return None if value is None else _tuple(value)


def _arg_tuple(node, default=None):
    return ("Arg", *_place(node), node.arg, _maybe(node.annotation), _maybe(default))


def _arguments_tuple(node):
    positional = node.posonlyargs + node.args
    defaults = [None] * (len(positional) - len(node.defaults)) + list(node.defaults)
    made = [_arg_tuple(a, d) for a, d in zip(positional, defaults)]
    n = len(node.posonlyargs)
    keyword_only = [_arg_tuple(a, d) for a, d in zip(node.kwonlyargs, node.kw_defaults)]
    return "Arguments", [made[:n], made[n:], node.vararg and _arg_tuple(node.vararg), keyword_only,
                         node.kwarg and _arg_tuple(node.kwarg)]


def _function_tuple(is_async):
    return lambda n: ("FunctionDef", [is_async, n.name, _tuple(n.args), _tuples(n.body), _tuples(n.decorator_list),
                                      _maybe(n.returns)])


def _for_tuple(is_async):
    return lambda n: ("For", [is_async, _tuple(n.target), _tuple(n.iter), _tuples(n.body), _tuples(n.orelse)])


def _with_tuple(is_async):
    return lambda n: ("With", [is_async, _tuples(n.items), _tuples(n.body)])


def _try_tuple(is_star):
    return lambda n: ("Try", [_tuples(n.body), _tuples(n.handlers), _tuples(n.orelse), _tuples(n.finalbody), is_star])


def _name_tuples(kind):
    return lambda n: (kind, [[("Name", *_place(n), name) for name in n.names]])


def _constant_tuple(node, value=None):
    value = node.value
    if isinstance(value, (tuple, frozenset)):
        items = [("Constant", *_place(node), (v, False)) if not isinstance(v, (tuple, frozenset)) else
                 _tuple(Constant(v)) for v in value]
        if isinstance(value, tuple):
            return "Tuple", [items]
        display = ("Set", *_place(node), items) if items else ("Tuple", *_place(node), [])
        return "Call", [("Name", *_place(node), "frozenset"), [display], []]
    return "Constant", [(value, getattr(node, "kind", None) == "u")]


_TO_TUPLE = {
    "Module": lambda n: ("Module", [_tuples(n.body)]),
    "FunctionDef": _function_tuple(False), "AsyncFunctionDef": _function_tuple(True),
    "For": _for_tuple(False), "AsyncFor": _for_tuple(True),
    "With": _with_tuple(False), "AsyncWith": _with_tuple(True),
    "Try": _try_tuple(False), "TryStar": _try_tuple(True),
    "ImportFrom": lambda n: ("ImportFrom", [n.module, _tuples(n.names), n.level or 0, False]),
    "Global": _name_tuples("Global"), "Nonlocal": _name_tuples("Nonlocal"),
    "BoolOp": lambda n: ("BoolOp", [_op(n), _tuples(n.values)]),
    "BinOp": lambda n: ("BinOp", [_tuple(n.left), _op(n), _tuple(n.right)]),
    "UnaryOp": lambda n: ("UnaryOp", [_op(n), _tuple(n.operand)]),
    "AugAssign": lambda n: ("AugAssign", [_tuple(n.target), _op(n), _tuple(n.value)]),
    "AnnAssign": lambda n: ("AnnAssign", [_tuple(n.target), _tuple(n.annotation), _maybe(n.value), bool(n.simple)]),
    "Dict": lambda n: ("Dict", [[("DictItem", *_place(v), _maybe(k), _tuple(v)) for k, v in zip(n.keys, n.values)]]),
    "Compare": lambda n: ("Compare", [_tuple(n.left), [("Comparator", *_place(c), type(o).__name__, _tuple(c))
                                                        for o, c in zip(n.ops, n.comparators)]]),
    "Constant": _constant_tuple,
    "arguments": _arguments_tuple,
    "arg": lambda n: ("Arg", list(_arg_tuple(n)[5:])),
    "comprehension": lambda n: ("Comprehension", [_tuple(n.target), _tuple(n.iter), _tuples(n.ifs), bool(n.is_async)]),
    "MatchSingleton": lambda n: ("MatchSingleton", [("Constant", *_place(n), (n.value, False))]),
    "MatchMapping": lambda n: ("MatchMapping", [[("MappingItem", *_place(p), _tuple(k), _tuple(p))
                                                 for k, p in zip(n.keys, n.patterns)], n.rest]),
    "MatchClass": lambda n: ("MatchClass", [_tuple(n.cls), _tuples(n.patterns),
                                            [("KeywordPattern", *_place(p), a, _tuple(p))
                                             for a, p in zip(n.kwd_attrs, n.kwd_patterns)]]),
}


def _code(tree, filename, mode, optimize):
    """What compile() of a tree gives."""
    expected = {"exec": Module, "eval": Expression, "single": Interactive}.get(mode)
    if expected is None:
        raise ValueError("compile() mode must be 'exec', 'eval' or 'single'")
    if not isinstance(tree, expected):
        raise TypeError(f"expected {expected.__name__} node, got {type(tree).__name__}")
    for node in walk(tree):
        if isinstance(node, (expr, stmt, excepthandler, pattern, arg, keyword, alias)):
            for name in "lineno", "col_offset":
                if not hasattr(node, name):
                    raise TypeError(f'required field "{name}" missing from {_base(node)}')
    return _ast_tree.compile(_tuple(tree), str(filename), mode, optimize)


def _base(node):
    for cls in expr, stmt, excepthandler, pattern:
        if isinstance(node, cls):
            return cls.__name__
    return type(node).__name__


def unparse(ast_obj):
    """Source text that parses to an equal tree."""
    if isinstance(ast_obj, list):
        return "\n".join(map(unparse, ast_obj))
    return _ast_tree.unparse(_tuple(ast_obj)).strip("\n")


# --- tools ---

def dump(node, annotate_fields=True, include_attributes=False, *, indent=None):
    """The tree as text."""
    if not isinstance(node, AST):
        raise TypeError("expected AST, got %r" % node.__class__.__name__)
    if isinstance(indent, int):
        indent = " " * indent

    def shown(value, level):
        if indent is not None:
            level += 1
            start, between = "\n" + indent * level, ",\n" + indent * level
        else:
            start, between = "", ", "
        if isinstance(value, list):
            if not value:
                return "[]", True
            return "[%s%s]" % (start, between.join(shown(item, level)[0] for item in value)), False
        if not isinstance(value, AST):
            return repr(value), True
        cls = type(value)
        parts = []
        simple = True
        by_name = annotate_fields
        for name in value._fields:
            if not hasattr(value, name) or getattr(value, name) is None and getattr(cls, name, ...) is None:
                by_name = True
                continue
            text, is_simple = shown(getattr(value, name), level)
            simple = simple and is_simple
            parts.append(f"{name}={text}" if by_name else text)
        if include_attributes and value._attributes:
            for name in value._attributes:
                if not hasattr(value, name) or getattr(value, name) is None and getattr(cls, name, ...) is None:
                    continue
                text, is_simple = shown(getattr(value, name), level)
                simple = simple and is_simple
                parts.append(f"{name}={text}")
        if simple and len(parts) <= 3:
            return f"{cls.__name__}({', '.join(parts)})", not parts
        return f"{cls.__name__}({start}{between.join(parts)})", False
    return shown(node, 0)[0]


def iter_fields(node):
    """The fields that a node has, with their values."""
    for field in node._fields:
        try:
            yield field, getattr(node, field)
        except AttributeError:
            pass


def iter_child_nodes(node):
    """The nodes directly below."""
    for _, value in iter_fields(node):
        if isinstance(value, AST):
            yield value
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, AST):
                    yield item


def walk(node):
    """The node and all below it, level by level."""
    level = [node]
    while level:
        below = []
        for node in level:
            below.extend(iter_child_nodes(node))
            yield node
        level = below


def copy_location(new_node, old_node):
    """Put one node where another stands."""
    for name in "lineno", "col_offset", "end_lineno", "end_col_offset":
        if name in old_node._attributes and name in new_node._attributes:
            value = getattr(old_node, name, None)
            if value is not None or hasattr(old_node, name) and name.startswith("end_"):
                setattr(new_node, name, value)
    return new_node


def fix_missing_locations(node):
    """Give nodes without a place the place of what is above them."""
    def fix(node, place):
        here = []
        for name, inherited in zip(("lineno", "col_offset", "end_lineno", "end_col_offset"), place):
            if name in node._attributes:
                value = getattr(node, name, None)
                if value is None and (name[:3] != "end" or not hasattr(node, name) or value is None):
                    setattr(node, name, inherited)
                else:
                    inherited = value
            here.append(inherited)
        for child in iter_child_nodes(node):
            fix(child, here)
    fix(node, (1, 0, 1, 0))
    return node


def increment_lineno(node, n=1):
    """Move a tree down by n lines."""
    for child in walk(node):
        if isinstance(child, TypeIgnore):
            child.lineno = getattr(child, "lineno", 0) + n
            continue
        if "lineno" in child._attributes:
            child.lineno = getattr(child, "lineno", 0) + n
        if "end_lineno" in child._attributes and (end := getattr(child, "end_lineno", 0)) is not None:
            child.end_lineno = end + n
    return node


def get_docstring(node, clean=True):
    """The docstring of a function, class or module, or None."""
    if not isinstance(node, (AsyncFunctionDef, FunctionDef, ClassDef, Module)):
        raise TypeError("%r can't have docstrings" % node.__class__.__name__)
    if not (node.body and isinstance(node.body[0], Expr)):
        return None
    value = node.body[0].value
    if not (isinstance(value, Constant) and isinstance(value.value, str)):
        return None
    if not clean:
        return value.value
    import inspect
    return inspect.cleandoc(value.value)


def get_source_segment(source, node, *, padded=False):
    """The part of the source that a node was made from, or None."""
    try:
        if node.end_lineno is None or node.end_col_offset is None:
            return None
        first, last = node.lineno - 1, node.end_lineno - 1
        begin, end = node.col_offset, node.end_col_offset
    except AttributeError:
        return None
    lines = _lines(source)
    if first == last:
        return lines[first].encode()[begin:end].decode()
    head = lines[first].encode()
    padding = "".join(c if c in "\f\t" else " " for c in head[:begin].decode()) if padded else ""
    middle = lines[first + 1:last]
    return "".join([padding + head[begin:].decode(), *middle, lines[last].encode()[:end].decode()])


def _lines(source):
    """Lines with their ends; a form feed ends none."""
    import re
    return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z", source)


class NodeVisitor:
    """Calls visit_KIND for the nodes of a tree."""

    def visit(self, node):
        return getattr(self, "visit_" + node.__class__.__name__, self.generic_visit)(node)

    def generic_visit(self, node):
        """Visit what is below."""
        for child in iter_child_nodes(node):
            self.visit(child)


class NodeTransformer(NodeVisitor):
    """A visitor whose methods give what a node is replaced by: a node, a list of nodes, or None."""

    def generic_visit(self, node):
        for field, old in iter_fields(node):
            if isinstance(old, list):
                new = []
                for value in old:
                    if isinstance(value, AST):
                        value = self.visit(value)
                        if value is None:
                            continue
                        if not isinstance(value, AST):
                            new.extend(value)
                            continue
                    new.append(value)
                old[:] = new
            elif isinstance(old, AST):
                new = self.visit(old)
                if new is None:
                    delattr(node, field)
                else:
                    setattr(node, field, new)
        return node


def main():
    """What `python -m ast` does: print the tree of a source file."""
    import argparse
    parser = argparse.ArgumentParser(prog="python -m ast")
    parser.add_argument("infile", nargs="?", default="-", type=argparse.FileType(mode="rb"),
                        help="the file to parse; defaults to stdin")
    parser.add_argument("-m", "--mode", choices=("exec", "single", "eval", "func_type"), default="exec",
                        help="specify what kind of code must be parsed")
    parser.add_argument("--no-type-comments", action="store_false", default=True,
                        help="don't add information about type comments")
    parser.add_argument("-a", "--include-attributes", action="store_true",
                        help="include attributes such as line numbers and column offsets")
    parser.add_argument("-i", "--indent", type=int, default=3, help="indentation of nodes (number of spaces)")
    args = parser.parse_args()
    with args.infile as file:
        text = file.read()
    tree = parse(text, args.infile.name, args.mode, type_comments=args.no_type_comments)
    print(dump(tree, include_attributes=args.include_attributes, indent=args.indent))


if __name__ == "__main__":
    main()
