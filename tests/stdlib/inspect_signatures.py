"""Signatures of callables of all kinds, binding, and what inspect tells about objects."""
import functools, inspect, pickle
from inspect import Parameter, Signature, signature


def show(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e).partition(" at 0x")[0])


def plain(a, b: int, c=3, *args: str, d, e: "float" = 5, **kw) -> list: pass
def alone(a, /, b, *, c): pass
class C:
    def __init__(self, x, y=2): pass
    def m(self, p, *q): pass
    @classmethod
    def c(cls, p): pass
    @staticmethod
    def s(p): pass
    def __call__(self, z): pass
    part = functools.partialmethod(m, 1)
class N:
    def __new__(cls, *args, k): return object.__new__(cls)
class Meta(type):
    def __call__(cls, only): return None
class WithMeta(metaclass=Meta): pass
@functools.wraps(plain)
def wrapped(*a): pass


for f in (plain, alone, C, C.m, C(1).m, C.c, C.s, C(1), N, WithMeta, wrapped, lambda *, k=1: 0, functools.partial(plain, 1, c=5), functools.partial(plain, d=2), functools.partial(alone, 1), C(1).part, functools.partial(functools.partial(plain, 1), 2)):
    show(lambda: signature(f))
show(lambda: signature(wrapped, follow_wrapped=False)); show(lambda: signature(3)); show(lambda: signature(functools.partial(alone, 1, 2, 3)))
s = signature(plain)
for a, k in (((1, 2), {"d": 4}), ((1, 2, 3, 4, 5), {"d": 6, "z": 7}), ((1,), {"d": 1}), ((1, 2), {}), ((1, 2), {"b": 3, "d": 1}), ((), {"a": 1, "b": 2, "d": 3})):
    show(lambda: (lambda b: (b, b.args, b.kwargs, b.apply_defaults(), b))(s.bind(*a, **k)))
s2 = signature(alone)
for a, k in (((1, 2), {"c": 3}), ((1,), {"b": 2, "c": 3}), ((), {"a": 1, "b": 2, "c": 3}), ((1, 2, 3), {"c": 4}), ((1, 2), {"c": 3, "x": 4})):
    show(lambda: s2.bind(*a, **k))
show(lambda: s2.bind_partial()); show(lambda: s.replace(return_annotation=int)); show(lambda: s == signature(plain)); show(lambda: s == s2); show(lambda: hash(s2) == hash(signature(alone)))
P = Parameter
for make in (lambda: P("a", 1, default=2), lambda: P("a", 9), lambda: P("1", 1), lambda: P("if", 1), lambda: P("if", 0), lambda: P(3, 1), lambda: P("a", P.VAR_KEYWORD, default=1), lambda: P(".0", 1), lambda: P("a", 1).replace(name="b", annotation=int, default=None),
             lambda: Signature([P("a", 3), P("b", 1)]), lambda: Signature([P("a", 1, default=1), P("b", 1)]), lambda: Signature([P("a", 1), P("a", 3)]), lambda: P.KEYWORD_ONLY.description, lambda: repr(P("a", 2, annotation=list[int])), lambda: pickle.loads(pickle.dumps(P("a", 1, default=2)))):
    show(make)
show(lambda: inspect.getfullargspec(plain)); show(lambda: inspect.getfullargspec(C.m)); show(lambda: sorted(inspect.getcallargs(plain, 1, 2, d=3).items())); show(lambda: inspect.get_annotations(plain, eval_str=True)); show(lambda: inspect.getfullargspec(3))
class A:
    """Line one.

        Indented.
      Less.
    """
    x = property(lambda self: 1)
    __slots__ = ("s",)
    async def co(self): pass
    def gen(self): yield
    async def agen(self): yield
print(repr(inspect.getdoc(A)), [n for n, v in inspect.getmembers(A, inspect.isfunction)], inspect.isdatadescriptor(A.x), inspect.ismemberdescriptor(A.s), inspect.ismethoddescriptor(str.join), inspect.isroutine(len), inspect.isbuiltin(len))
print(inspect.iscoroutinefunction(A.co), inspect.isgeneratorfunction(A.gen), inspect.isasyncgenfunction(functools.partial(A().agen)), inspect.isabstract(A), inspect.getattr_static(A(), "x") is A.__dict__["x"], inspect.getattr_static(A, "none", 3))
g = A().gen(); print(inspect.getgeneratorstate(g)); next(g); print(inspect.getgeneratorstate(g)); g.close(); print(inspect.getgeneratorstate(g))
c = A().co(); print(inspect.getcoroutinestate(c), inspect.isawaitable(c)); c.close(); print(inspect.getcoroutinestate(c))
f = inspect.currentframe(); print(inspect.getframeinfo(f).function, inspect.getframeinfo(f).code_context, inspect.getsource(alone), inspect.getsourcelines(C.m)[1])
for doc in ("", "one", "\n\n  a\n   b\n\n", "a\n    b\n  c"): print(repr(inspect.cleandoc(doc)))
show(lambda: inspect.getfile(int)); show(lambda: inspect.getfile(3)); show(lambda: inspect.getattr_static(3, "zz"))
