# breakpoint() calls what stands in sys.breakpointhook; without changes the function that $PYTHONBREAKPOINT names.
import os
import sys
import warnings

warnings.simplefilter("always")
warnings.showwarning = lambda message, category, *rest: print(category.__name__, message)


def attempt(*args, **kws):
    try:
        print(breakpoint(*args, **kws))
    except Exception as e:
        print(type(e).__name__, e)


print(breakpoint.__name__, sys.breakpointhook is sys.__breakpointhook__)
os.environ["PYTHONBREAKPOINT"] = "0"
attempt()
attempt(1, a=2)
os.environ["PYTHONBREAKPOINT"] = "print"
attempt("printed", 2, sep="-")
attempt(end=".\n")
os.environ["PYTHONBREAKPOINT"] = "os.path.join"
attempt("a", "b")
attempt(1)
attempt("a", nonsense=1)
for name in "no.such.module", "nosuch", "os.path.nosuch", ".", "a..b":
    os.environ["PYTHONBREAKPOINT"] = name
    attempt()
sys.breakpointhook = lambda *args, **kws: ("own", args, kws)
attempt()
attempt(1, 2, x=3)
sys.breakpointhook = 5
attempt()
del sys.breakpointhook
attempt()
sys.breakpointhook = sys.__breakpointhook__
os.environ["PYTHONBREAKPOINT"] = "builtins.len"
attempt([1, 2])
