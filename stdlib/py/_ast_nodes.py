"""The classes of syntax tree nodes, from one table of their fields."""

# GROUP: KIND(fields)...; a field with ? may be missing and is None then. Groups whose members have a place in the
# source end in @.
_TABLE = """
mod: Module(body type_ignores) Interactive(body) Expression(body) FunctionType(argtypes returns)
stmt@: FunctionDef(name args body decorator_list returns? type_comment?)
 AsyncFunctionDef(name args body decorator_list returns? type_comment?)
 ClassDef(name bases keywords body decorator_list) Return(value?) Delete(targets) Assign(targets value type_comment?)
 AugAssign(target op value) AnnAssign(target annotation value? simple) For(target iter body orelse type_comment?)
 AsyncFor(target iter body orelse type_comment?) While(test body orelse) If(test body orelse)
 With(items body type_comment?) AsyncWith(items body type_comment?) Match(subject cases) Raise(exc? cause?)
 Try(body handlers orelse finalbody) TryStar(body handlers orelse finalbody) Assert(test msg?) Import(names)
 ImportFrom(module? names level?) Global(names) Nonlocal(names) Expr(value) Pass() Break() Continue()
expr@: BoolOp(op values) NamedExpr(target value) BinOp(left op right) UnaryOp(op operand) Lambda(args body)
 IfExp(test body orelse) Dict(keys values) Set(elts) ListComp(elt generators) SetComp(elt generators)
 DictComp(key value generators) GeneratorExp(elt generators) Await(value) Yield(value?) YieldFrom(value)
 Compare(left ops comparators) Call(func args keywords) FormattedValue(value conversion format_spec?)
 JoinedStr(values) Constant(value kind?) Attribute(value attr ctx) Subscript(value slice ctx) Starred(value ctx)
 Name(id ctx) List(elts ctx) Tuple(elts ctx) Slice(lower? upper? step?)
expr_context: Load() Store() Del()
boolop: And() Or()
operator: Add() Sub() Mult() MatMult() Div() Mod() Pow() LShift() RShift() BitOr() BitXor() BitAnd() FloorDiv()
unaryop: Invert() Not() UAdd() USub()
cmpop: Eq() NotEq() Lt() LtE() Gt() GtE() Is() IsNot() In() NotIn()
AST: comprehension(target iter ifs is_async) arguments(posonlyargs args vararg? kwonlyargs kw_defaults kwarg? defaults)
 withitem(context_expr optional_vars?) match_case(pattern guard? body)
AST@: arg(arg annotation? type_comment?) keyword(arg? value) alias(name asname?)
excepthandler@: ExceptHandler(type? name? body)
pattern@: MatchValue(value) MatchSingleton(value) MatchSequence(patterns) MatchMapping(keys patterns rest?)
 MatchClass(cls patterns kwd_attrs kwd_patterns) MatchStar(name?) MatchAs(pattern? name?) MatchOr(patterns)
type_ignore: TypeIgnore(lineno tag)
"""


class AST:
    """A node of a syntax tree: fields by position or by name, and its place."""
    _fields = _attributes = __match_args__ = ()
    __module__ = "ast"

    def __init__(self, *args, **kwargs):
        fields = self._fields
        if len(args) > len(fields):
            raise TypeError("%s constructor takes at most %d positional argument%s" % (
                type(self).__name__, len(fields), "" if len(fields) == 1 else "s"))
        for name, value in zip(fields, args):
            setattr(self, name, value)
        for name, value in kwargs.items():
            if name in fields[:len(args)]:
                raise TypeError("%s got multiple values for argument %r" % (type(self).__name__, name))
            setattr(self, name, value)

    def __reduce__(self):
        return type(self), (), self.__dict__


_PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")
_KINDS = {}
# names of the parser's nodes for classes that are called otherwise
_BACK = {"comprehension": "Comprehension", "arguments": "Arguments", "withitem": "WithItem", "match_case": "MatchCase",
         "arg": "Arg", "keyword": "Keyword", "alias": "Alias"}


def _define():
    made = {"AST": AST}
    group, placed = AST, False
    for word in _TABLE.replace(") ", ")\0").replace("\n ", "\0").replace("\n", "\0").split("\0"):
        if ": " in word:
            name, word = word.split(": ", 1)
            placed = name.endswith("@")
            name = name.rstrip("@")
            if name not in made:
                body = {"__module__": "ast", "_attributes": _PLACE if placed else ()}
                if placed:
                    body["end_lineno"] = body["end_col_offset"] = None
                made[name] = type(name, (AST,), body)
            group = made[name]
        if not word:
            continue
        kind, fields = word[:-1].split("(")
        body = {"__module__": "ast", "_fields": tuple(f.rstrip("?") for f in fields.split())}
        body["__match_args__"] = body["_fields"]
        if group is AST and placed:
            body["_attributes"] = _PLACE
            body["end_lineno"] = body["end_col_offset"] = None
        for field in fields.split():
            if field.endswith("?"):
                body[field[:-1]] = None
        made[kind] = _KINDS[kind] = type(kind, (group,), body)
    return made


_made = _define()
globals().update(_made)


def _constant_name(name, types, value=None):
    """A class of the time before Constant: makes one, and isinstance() knows constants of its types."""
    class Meta(type):
        def __instancecheck__(cls, instance):
            return isinstance(instance, Constant) and type(instance.value) in types

    def make(cls, *args, **kwargs):
        if value is not None:
            return Constant(value)
        return Constant(*(args or kwargs.values()))
    return Meta(name, (Constant,), {"__module__": "ast", "__new__": make})


Num = _constant_name("Num", (int, float, complex))
Str = _constant_name("Str", (str,))
Bytes = _constant_name("Bytes", (bytes,))
NameConstant = _constant_name("NameConstant", (type(None), bool))
Ellipsis = _constant_name("Ellipsis", (type(...),), ...)
Constant.n = Constant.s = property(lambda self: self.value, lambda self, value: setattr(self, "value", value))

__all__ = [*_made, "Num", "Str", "Bytes", "NameConstant", "Ellipsis"]
