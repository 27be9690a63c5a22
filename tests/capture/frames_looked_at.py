# What looks at the frames of compiled code sees them in every call, not only in the first.
import inspect
import sys
import traceback

import torch


def evaluated(x):
    y = 2
    return eval("x + y") + eval("x", {"x": 3})


def local(x):
    y = 1
    return x + locals()["x"], sorted(locals()), sorted(vars()), dir()


def of_module(x):
    return x + globals()["SHIFT"], "SHIFT" in globals()


def frame(x):
    return sys._getframe().f_code.co_name, sys._getframe(0).f_locals["x"] + x, inspect.currentframe().f_lineno


def helper(x):
    return x * 2, sys._getframe(1).f_code.co_name, sorted(sys._getframe(1).f_locals)


def caller(x):
    z = x + 1
    return helper(z)


def handled(x):
    try:
        raise ValueError("wrong")
    except ValueError:
        y = x + 1
        return type(sys.exc_info()[1]).__name__, sys.exc_info()[2].tb_lineno, traceback.format_exc().splitlines()[-1], y


def executed(x):
    names = {}
    exec("y = x + 1", {"x": x}, names)
    exec("z = 3")
    return names["y"]


def made(x):
    class C:
        pass

    return C.__module__, type("T", (), {}).__module__, x


def not_handled(x):
    return sys.exc_info(), x + 1


SHIFT = 5
for f in (evaluated, local, of_module, frame, caller, handled, executed, made, not_handled):
    compiled = torch.compile(f)
    for n in range(4):
        print(f.__name__, compiled(torch.ones(1) * n))
