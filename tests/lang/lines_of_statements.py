# Where the entries of tracebacks stand: the lines and columns of what failed.
import traceback

PRELUDE = """class X:
  def m(s, *a, **k): return s
  def bad(s, *a, **k): raise OSError
  @property
  def p(s): raise OSError
  def __getitem__(s, k): raise OSError
  def __exit__(s, *a): raise OSError
  def __enter__(s): return s
class I:
  def __iter__(s): return s
  def __next__(s): raise OSError
  def __bool__(s): raise OSError
x = X(); i = I()
"""
SOURCES = r"""for q in 5: pass
for q in i: pass
for q, r in [1]: pass
for q in [i]:\n  if q: pass
with 5: pass
with x: 1
with (x as a, 5 as b): pass
[q for q in 5]
[q for q in i]
[q for q in [1] if i]
[q for q in [1] for r in 5]
[q/0 for q in [1]]
{q: 1/0 for q in [1]}
{**5}
[*5]
(1, *5)
{*5}
x.m(1, *5, 2)
a, b = 5
[a, b] = i
x.zz.yy = 1
x.m().zz
x.m().zz()
x[1] += 2
x.zz += 1
del x.zz
not i
i and 1
1 if i else 2
x + (1 +\n 2)
1 < 2 < x
assert i
assert 0
assert 0, zz
class A(x, *5): pass
while i: pass
if i: pass
if 0: pass\nelif i: pass
if i and 1: pass
if not i: pass
if 1 and i or 2: pass
if x < 1: pass
try: 1/0\nexcept 5: pass
x.m(1,\n  zz,\n  2)
x.m(\n  x.bad(\n  1),\n  2)
x.m(\n 1).bad(\n 2)
(x\n .m()\n .zz)
(x\n .m()\n .zz\n .m())
(x\n .m()\n .zz())
(x\n .m()\n .yy) = 3
(x\n .m()\n .yy) += 3
del (x\n .m()\n .yy)
x[\n 1\n]
(x +\n 1)
y: zz = 5
{1: 2,\n zz: 3}
x.m(a=\n zz)
list(q for q in 5)
list(1/0 for q in [1])
list(q for q in [1] for r in 5)
list(q for q in [1] if i)"""
for source in SOURCES.split("\n"):
    source = source.replace("\\n", "\n")
    try:
        exec(compile(PRELUDE + source, "<s>", "exec"), {"__name__": "t"})
    except Exception as e:
        entries = traceback.extract_tb(e.__traceback__.tb_next)
        places = [(f.name, f.lineno, f.end_lineno, f.colno, f.end_colno) for f in entries]
        print(repr(source), type(e).__name__, places)


def trial(condition):
    assert condition, (
        "a message")


def loop(items):
    for item in items:
        print(item)


def block(value):
    with value as x:
        pass


for f, arg in [(trial, 0), (loop, 5), (block, 5)]:
    try:
        f(arg)
    except Exception:
        print(traceback.format_exc().replace(__file__, "FILE"))
