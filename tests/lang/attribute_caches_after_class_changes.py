# Attribute instructions that saw several classes, whose classes then change or die in any order.
import gc


def make(i):
    class C:
        def __init__(self):
            self.x = i

        def who(self):
            return i

    C.__name__ = f"C{i}"
    return C


def read(source):
    # a function of its own code object, which dies before or after the classes it met
    names = {}
    exec(source, names)
    return names["f"]


def run(order):
    classes = [make(i) for i in range(3)]
    f = read("def f(o):\n    return o.x + o.who()\n")
    total = 0
    for c in classes:
        for _ in range(3):
            total += f(c())
    for c in classes:
        c.who = lambda self: 10  # clears the caches that name c, and theirs of other classes
        total += f(c())
    if order == "code first":
        del f
        gc.collect()
        for c in classes:
            c.who = lambda self: 20
            total += c().who()
        del c
        classes.clear()
    elif order == "classes first":
        del c
        while classes:
            classes.pop()
            gc.collect()
        total += f(make(7)())
    else:
        # a method instruction that meets a built-in kind after a class of its own
        g = read("def f(o):\n    return o.count(1)\n")

        class Count:
            def count(self, x):
                return x

        total += g(Count()) + g([1, 1]) + g((1,)) + g(Count()) + g([1])
        del g
        gc.collect()
        Count.count = lambda self, x: 5
        total += Count().count(1)
    gc.collect()
    return total


for order in ("code first", "classes first", "mixed"):
    print(order, [run(order) for _ in range(3)])
