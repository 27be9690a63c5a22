# The order in which operands and items of tuples die.
class L:
    def __init__(self, n):
        self.n = n

    def __del__(self):
        print("dies", self.n)

    def __add__(self, other):
        return 1


def returned():
    return L("a") + L("b")


def argument(x):
    pass


print(returned())
argument(L("c") + L("d"))
print([L("e") + L("f")])
x = L("g") + L("h")
t = (L("i"), L("j"), L("k"))
t = None
t = (L("l"), L("m"), L("n"), L("o"), L("p"))
t = None
t = [L("q"), L("r")]
t.clear()
t = [L("s"), L("t")]
t = None


def rest(*args):
    print(len(args))


rest(L("u"), L("v"))
