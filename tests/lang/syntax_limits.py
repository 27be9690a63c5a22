# Functions with more of everything than an instruction's operand can count.
def run(source, name="f"):
    space = {}
    exec(source, space)
    return space[name]


many = 400
names = [f"v{i}" for i in range(many)]
f = run("def f():\n" + "".join(f"    {n} = {i}\n" for i, n in enumerate(names)) + f"    return {' + '.join(names)}\n")
print(f(), sum(range(many)))

f = run(f"def f({', '.join(names)}):\n    {names[-1]} += 1\n    return {names[0]}, {names[130]}, {names[-1]}\n")
print(f(*range(many)), f(**{n: i * 2 for i, n in enumerate(names)}))

f = run(f"def f({', '.join(names)}):\n    def g():\n        nonlocal v300\n        v300 += v5\n        return v300\n    return g(), g(), v300\n")
print(f(*range(many)))

f = run("def f(x):\n    return [" + ", ".join(f"x + {i}" for i in range(many)) + "]\n")
print(len(f(1)), f(1)[-1])

f = run("def f(g):\n    return g(" + ", ".join(f"{i}" for i in range(many)) + ")\n")
print(f(lambda *a: sum(a)))
f = run("def f(g):\n    return g(" + ", ".join(f"k{i}={i}" for i in range(many)) + ")\n")
print(f(lambda **k: sum(k.values())))

f = run("def f():\n    return (" + ", ".join(repr(i * 1.25) for i in range(1000)) + ")\n")
print(sum(f()))
f = run("def f(x):\n    return " + " + ".join(f"x * {i * 1.5}" for i in range(600)) + "\n")
print(f(2))

f = run("def f(g):\n    return " + "g(1, " * 90 + "0" + ")" * 90 + "\n")
print(f(lambda a, b: a + b))
f = run("def f(x):\n    return " + "[x, " * 90 + "0" + "]" * 90 + "\n")
value, depth = f(7), 0
while value:
    value, depth = value[1], depth + 1
print(depth)
f = run("def f(x):\n    return " + "(x + " * 95 + "0" + ")" * 95 + "\n")
print(f(3))
f = run("def f(x):\n    return " + "".join(f"(x[{i}] if x else " for i in range(60)) + "0" + ")" * 60 + "\n")
print(f({0: 5}))

f = run("def f(x):\n    " + ", ".join(f"a{i}" for i in range(120)) + " = x\n    return a0, a119\n")
print(f(range(120)))
try:
    f(range(119))
except ValueError as e:
    print(e)

body = "".join(f"        x = x + {i % 7}\n" for i in range(12000))
f = run("def f():\n    x = 0\n    for i in range(3):\n" + body + "    return x\n")
print(f())
f = run("def f(x):\n    if x:\n" + "".join("        pass\n        y = x\n" for i in range(9000)) + "        return y\n    return 'no'\n")
print(f(0), f(1))

for source in ("(" * 201 + ")" * 201, "not " * 5000 + "x", "-" * 5000 + "1", "x" + ".a" * 5000):
    try:
        compile(source, "<deep>", "eval")
        print("compiles")
    except (SyntaxError, RecursionError, MemoryError) as e:
        print(type(e).__name__ in ("SyntaxError", "RecursionError", "MemoryError"))
