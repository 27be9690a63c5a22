# ast: trees as CPython dumps them, changing them, code from them, text from them, literals.
import ast

SOURCE = '''
"""Doc
string"""
from . import a as b
x = 1, 2
def f(a, /, b=1, *c, d: int=2, **e) -> int:
    """one"""
    return a, b
class C(B, metaclass=M):
    @dec
    async def g(self):
        async for i in x: pass
        else: y
        async with q as (r, s): await z
        yield 1, 2
if a: pass
elif b:
    def h(): pass
else: del a, b[0], c.d
for a, (b, *c) in c, d: print(a)
while 1: break
try: x
except (A, B) as e: y
else: z
finally: w
try: x
except* A: y
a[1, 2], a[1:2, ::3], a[(1, 2)]
lambda: (yield)
f'{a!r:>{w}} {b=} {{}}'
a = b.c = d[e] = c
a += 1, 2
(a): int = 3
(x := 3)
not a and b or c
-a ** -b
global g1, g2
match x:
    case [1, *_, {"a": 1, **r}, C(2, x=1)] | None if z: pass
    case -1 + 2j | "s" | a.b: pass
    case _ as y: pass
print(*a, **b, c=1)
1 if a else 2, {**a, 1: 2}, {1, 2}, 1 < 2 <= 3 is not None
[i async for i in x if y if z for j in k]
1e400, 1j, 10**20, ..., b"x", u"u", None
assert a, b
raise A from b
'''
tree = ast.parse(SOURCE)
print(ast.dump(tree, include_attributes=True, indent=1))
text = ast.unparse(tree)
print(text)
print(ast.dump(ast.parse(text)) == ast.dump(tree))


class Doubler(ast.NodeTransformer):
    def visit_Constant(self, node):
        return ast.copy_location(ast.Constant(node.value * 2), node)

    def visit_Pass(self, node):
        return None


program = ast.parse("x = 21\nif x:\n    pass\n    y = 'ab'\nprint(x, y)\n1 / 0")
changed = ast.fix_missing_locations(Doubler().visit(program))
try:
    exec(compile(changed, "<changed>", "exec"))
except ZeroDivisionError as e:
    print(type(e).__name__, e.__traceback__.tb_next.tb_lineno)
made = ast.Expression(ast.BinOp(ast.Constant(40), ast.Add(), ast.Constant(2)))
print(eval(compile(ast.fix_missing_locations(made), "<made>", "eval")), ast.unparse(made))
print(type(compile("1", "x", "eval", ast.PyCF_ONLY_AST)).__name__)


def t(f, *a, **k):
    try:
        print(f(*a, **k))
    except Exception as e:
        print(type(e).__name__, str(e).split(" at 0x")[0])


for literal in "(1, -2.5, 'a', b'b', None, True)", " {1: [2], 'k': {3}}", "set()", "1+2j", "-1 - 3j", "...", "(1,)", "x", "1+1", "f()", "[x]", "1 +":
    t(ast.literal_eval, literal)
t(ast.literal_eval, ast.Constant(3))
t(lambda: ast.Name("a", "b", "c"))
t(lambda: ast.Name(id="a", ctx=ast.Load()).id)
t(lambda: compile(ast.Expression(ast.Constant(1)), "x", "eval"))
t(lambda: compile(ast.Module([], []), "x", "eval"))
t(lambda: compile(ast.Expression(ast.Name(3, ast.Load(), lineno=1, col_offset=0)), "x", "eval"))
t(ast.parse, "a b")
print(ast.get_docstring(tree), ast.get_docstring(tree.body[3]))
print(ast.get_source_segment(SOURCE, tree.body[3].body[1]), [type(n).__name__ for n in ast.iter_child_nodes(tree.body[2])])
names = []


class Names(ast.NodeVisitor):
    def visit_Name(self, node):
        names.append(node.id)


Names().visit(ast.parse("a = b(c.d)[e]"))
print(names, sum(1 for _ in ast.walk(tree)), ast.Name._fields, ast.expr._attributes, ast.FunctionDef.returns)
print(isinstance(ast.Constant(1), ast.Num), isinstance(ast.Constant("a"), ast.Num), ast.increment_lineno(ast.parse("a"), 4).body[0].lineno)
match ast.parse("q + 1").body[0].value:
    case ast.BinOp(ast.Name(id=name), ast.Add(), ast.Constant(value)):
        print(name, value)
