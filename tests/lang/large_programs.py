# Programs of which one part is very large: no register, list or table of the compiler may be too small for it.


def lines(text, count):
    return "".join(text.format(i=i) + "\n" for i in range(count))


def joined(text, count, by=", "):
    return by.join(text.format(i=i) for i in range(count))


def run(title, source):
    space = {"log": []}
    try:
        exec(source, space)
        print(title, space.get("result"))
    except Exception as e:
        print(title, type(e).__name__, e)
    return space


# --- decorators: evaluated in order, called from the last to the first ---
decorate = """
def d(i):
    log.append(i)
    def wrapper(f):
        log.append(-i)
        return f
    return wrapper
"""
for count in (12, 13, 300):
    marks = lines("@d({i})", count)
    space = run("function", decorate + marks + "def g(a=d(999)): pass\nresult = len(log)")
    print(space["log"][:3], space["log"][-3:])
    space = run("class", decorate + marks + "class C: pass\nresult = C.__name__, len(log)")
    print(space["log"][:3], space["log"][-3:])
inner = "".join("    " + line + "\n" for line in lines("@d({i})", 90).splitlines())
run("inner", decorate + "def outer():\n" + inner + "    def g(): return 7\n    return g()\nresult = outer(), len(log)")

# --- comparisons ---
note = "def f(i):\n    log.append(i)\n    return i\n"
for count in (3, 300):
    space = run("chain", note + "result = " + joined("f({i})", count, " < "))
    print(len(space["log"]))
    space = run("stops", note + "result = " + joined("f({i})", count, " < ") + " < f(0) < f(1)")
    print(space["log"][-2:])
    run("if", note + "if " + joined("f({i})", count, " < ") + ": result = len(log)")
    run("names", "x = y = 1\nresult = " + " <= ".join(["x", "y + 0", "y"] * count))
run("in a call", "def f(*a): return a\nx = 1\nresult = f(" + "(x < 2 < " * 60 + "3" + ")" * 60 + ")")
run("walrus", "def f():\n    return " + joined("(x := {i})", 80, " < ") + ", x\nresult = f()")

# --- unpacking ---
for before, after in ((60, 0), (0, 60), (60, 60), (255, 300)):
    names = ", ".join([f"a{i}" for i in range(before)] + ["*rest"] + [f"z{i}" for i in range(after)])
    for items in (before + after + 5, before + after, before + after - 1):
        run("star", names + f" = iter(range({items}))\nresult = rest")
    run("star of none", names + " = 5")
run("star too late", joined("a{i}", 256) + ", *rest = range(300)")
run("last", joined("a{i}", 200) + ", *rest, z = range(300)\nresult = a199, rest[0], rest[-1], z")
run("exact", joined("a{i}", 200) + " = range(200)\nresult = a0, a199")
run("few", joined("a{i}", 200) + " = range(199)")
run("endless", "import itertools\n" + joined("a{i}", 200) + " = itertools.count()")
run("nothing to unpack", joined("a{i}", 200) + " = None")
run("in a function", "def f(s):\n    " + joined("a{i}", 200) + ", *r = s\n    return a0, a199, r\n" +
    "result = f(range(203))")
run("in a for", "for " + joined("a{i}", 99) + " in [range(99)]: result = a98")

# --- patterns ---
run("sequence", "match list(range(120)):\n  case [" + joined("a{i}", 120) + "]: result = a0, a119")
run("with a star", "match range(130):\n  case [" + joined("a{i}", 60) + ", *r, " + joined("b{i}", 60) +
    "]: result = a59, len(r), b0, b59")
run("literals", "match list(range(80)):\n  case [" + joined("{i}", 79) + ", 7]: result = 1\n  case [" +
    joined("{i}", 79) + ", x]: result = x")
run("nested", "match [[{'k': i}] for i in range(70)]:\n  case [" + joined("[{{'k': a{i}}}]", 70) +
    "]: result = a0, a69")
run("mapping", "match {i: i for i in range(121)}:\n  case {" + joined("{i}: a{i}", 120) + ", **r}: result = a119, r")
run("mapping, missing", "match {i: i for i in range(119)}:\n  case {" + joined("{i}: a{i}", 120) +
    "}: result = 1\n  case {3: y}: result = y")
point = "class P:\n    __match_args__ = (" + joined("'a{i}'", 70) + ")\np = P()\n" + lines("p.a{i} = {i}", 80)
run("class", point + "match p:\n  case P(" + joined("x{i}", 70) + ", " + ", ".join(f"a{i}={i}" for i in range(70, 80)) +
    "): result = x0, x69")
run("class, other", point + "match p:\n  case P(" + joined("x{i}", 69) + ", 3): result = 1\n  case _: result = 2")
run("or", "match 999:\n  case " + joined("{i}", 1000, " | ") + ": result = 'found'")
run("guard", "match list(range(60)):\n  case [" + joined("a{i}", 60) +
    "] if a59 > 100: result = 1\n  case [*r]: result = len(r)")
run("cases", "match 1999:\n" + lines("  case {i}: result = -{i}", 2000))

# --- comprehensions ---
run("nested", "x = [1]\nresult = str(" + "[" * 90 + "i" + " for i in x]" * 90 + ")[88:93]")
run("names of all", "x = [1]\nresult = str(" + "[" * 90 + joined("i{i}", 90, "+") +
    "".join(f" for i{k} in x]" for k in range(89, -1, -1)) + ")[88:95]")
many = joined("i{i}", 100)
for kind in ("[{}]", "{{{}}}", "{{{}: 5}}", "list({})"):
    text = kind.format(joined("i{i}", 100, "+"))
    text = text[:-1] + f" for {many} in [range(100), range(1, 101)]" + text[-1]
    run("variables", f"result = {text}")
    run("in a function", f"def f(k):\n    return {text}, k\nresult = f(2)")
    run("in a class", f"class C:\n    x = {text}\nresult = C.x")
run("closures", f"result = [f() for f in [lambda: i99 + i0 for {many} in [range(100)]]]")
run("name", f"import sys\nresult = [sys._getframe().f_code.co_name for {many} in [range(100)]]")
run("qualified name", f"result = [(lambda: i0).__qualname__ for {many} in [range(100)]]")
run("walrus", f"def f():\n    a = [last := i99 for {many} in [range(100)]]\n    return a, last\nresult = f()")
run("asynchronous", f"""
async def items():
    yield range(100)
async def one(x): return x
async def f():
    return [i99 async for {many} in items()], [await one(i3) for {many} in [range(100)]]
try: f().send(None)
except StopIteration as e: result = e.value
""")
run("iterable", f"result = [i0 for {many} in 5]")

# --- closures, parameters and locals past the reach of a byte ---
body = lines("    v{i} = {i}", 500)
run("read", "def f():\n" + body + "    return (lambda: " + joined("v{i}", 500, "+") + ")()\nresult = f()")
run("through", "def f():\n" + body + "    return (lambda: lambda: [" + joined("v{i}", 500) + "])()()[::99]\n" +
    "result = f()")
run("written", "def f():\n" + body + "    def g():\n        nonlocal " + joined("v{i}", 500) + "\n" +
    lines("        v{i} += 1", 500) + "        del v300\n        try: v300\n" +
    "        except NameError as e: return str(e)\n    return g(), v0, v299, v301, v499\nresult = f()")
run("class body", "def f():\n" + body + "    class C:\n" + lines("        w{i} = v{i}", 500) +
    "    return C.w0, C.w300, C.w499\nresult = f()")
run("many times", "def f():\n" + body + "    def g(): return v7 + v300\n" +
    "    return sum(g() for k in range(3000))\nresult = f()")
arguments = joined("a{i}", 300)
run("generator", f"def f({arguments}):\n    yield a0\n    yield a299\nresult = list(f(*range(300)))")
run("generator, all kinds", f"def f({arguments}, *b, k=5, **c):\n    yield a299, b, k, c\n" +
    "result = next(f(*range(302), z=1))")
run("coroutine", f"async def f({arguments}):\n    return a299\ntry: f(*range(300)).send(None)\n" +
    "except StopIteration as e: result = e.value")
run("handler", "def f():\n" + body + "    try: raise ValueError\n    except ValueError as e: v3 = e\n" +
    "    return v120, v300, v499, v3\nresult = f()")
run("finally", "def f():\n" + body + "    try:\n        try: [][1]\n        finally: v400 = -1\n" +
    "    except IndexError: return v119, v400, v499\nresult = f()")
run("with", "class M:\n    def __enter__(self): return self\n    def __exit__(self, *a): return True\n" +
    "def f():\n" + body + "    with M() as m: v498 = None.x\n    return v498, v499\nresult = f()")
run("in a loop", "def f():\n" + body + "    n = 0\n    for k in range(2000):\n        try: n += v499 // (k % 2)\n" +
    "        except ZeroDivisionError: n += v300\n    return n\nresult = f()")

# --- nesting that CPython takes, and that it refuses ---
for count in (1400, 2400):
    run("elif", "x = 5\nif x == 0: result = 0\n" + "".join(f"elif x == {i}: result = {i}\n" for i in range(1, count)))
    run("else", "x = 5\nresult = " + joined("{i} if x == {i} else ", count, "") + "-1")
    run("sum", "x = 1\nresult = " + " + ".join(["x"] * count))
    run("not", "x = 1\nresult = " + "not " * count + "x")
    run("negated", "x = 1\nresult = " + "-" * count + "x")
run("methods", "class A:\n    def b(self): return self\nresult = type(A()" + ".b()" * 1400 + ").__name__")
run("attributes", "class A: pass\na = A()\na.a = a\nresult = a" + ".a" * 2400 + " is a")
run("items", "a = []\na.append(a)\nresult = a" + "[0]" * 2400 + " is a")
for text in ("x" + " + x" * 4000, "x" + ".a" * 4000, "x" + "()" * 4000, "1 if x else " * 4000 + "2"):
    run("too deep", text)

# --- whose variable has no value ---
for text in ("{1 for y in [1] for x in f(x)}", "[x for x in [(lambda: x)() for y in [1]] for z in [w] for w in [1]]",
             "[(lambda: w)() for z in [1] if (lambda: w)() for w in [1]]", "[v for y in [1]]",
             "[[v for y in [1]] for z in [1]]",
             "{k: v for k in [1] for v in [v]}", "[1 for k in [1] if (lambda: v)()]",
             "[1 for a in [1] for b in [b, (lambda: b)()]]"):
    run("function", f"def f(x):\n    if 0: v = 1\n    return {text}\nf([1])")
    run("class", f"class C:\n    if 0: v = 1\n    f = lambda x: x\n    {text}")
