# How deep loops, try, with and items of one with may be nested.
def attempt(name, source):
    try:
        compile(source, "s", "exec")
        print(name, "fine")
    except SyntaxError as e:
        print(name, e)


for n in 10, 19, 20, 21, 90, 200, 5000, 20000:
    attempt(f"with {n}", "with " + ",".join(["a"] * n) + ": pass")
    attempt(f"async with {n}", "async def f():\n async with " + ",".join(["a"] * n) + ": pass")
for n in 10, 20, 21, 25, 50, 90:
    for head in "while a:", "for a in b:", "try:", "with a:", "if a:", "class A:", "def f():", "async def f():":
        source = "".join(" " * i + head + "\n" for i in range(n)) + " " * n + "pass\n"
        if head == "try:":
            source += "".join(" " * i + "finally: pass\n" for i in reversed(range(n)))
        attempt(f"{head} {n}", source)
