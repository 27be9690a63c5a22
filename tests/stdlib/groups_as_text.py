# Exception groups as text: without tracebacks, as causes, cut in width and depth; by traceback and by sys.excepthook.
import io
import sys
import traceback


def raised(exception):
    try:
        raise exception
    except BaseException as caught:
        return caught


def show(exception):
    by_hook, sys.stderr = sys.stderr, io.StringIO()
    try:
        sys.excepthook(type(exception), exception, exception.__traceback__)
    finally:
        by_hook, sys.stderr = sys.stderr.getvalue(), by_hook
    by_module = "".join(traceback.format_exception(exception))
    print(by_module.replace(__file__, "FILE"))
    if by_hook != by_module:
        print("by sys.excepthook:", by_hook.replace(__file__, "FILE"), sep="\n")


bare = ExceptionGroup("bare", [ValueError("a\nb"), ExceptionGroup("inner", [TypeError("c")])])
show(bare)
both = ExceptionGroup("both", [ValueError(), raised(ExceptionGroup("with", [raised(KeyError(1))])), OSError("x")])
both.add_note("a note\nof two lines")
show(both)
both.__cause__ = bare
show(both)
both.__cause__ = raised(ValueError("plain"))
show(both)
plain = ValueError("after")
plain.__context__ = bare
show(plain)
try:
    try:
        raise ExceptionGroup("whole", [ValueError(1), TypeError(2), OSError(3)])
    except* ValueError:
        raise KeyError(9)
    except* TypeError:
        pass
except BaseException as caught:
    show(caught)
    for each in caught.exceptions:
        show(each)
deep = ExceptionGroup("deepest", [ValueError(1)])
for i in range(14):
    deep = ExceptionGroup(f"depth {i}", [deep] if i % 3 else [ValueError(i), deep])
show(deep)
wide = ExceptionGroup("wide", [ValueError(i) for i in range(17)])
show(wide)
for width, depth in ((1, 1), (2, 3), (0, 0), (16, 2), (100, 100)):
    for group in (deep, wide):
        told = traceback.TracebackException.from_exception(group, max_group_width=width, max_group_depth=depth)
        text = "".join(told.format()).replace(__file__, "FILE")
        print(told.max_group_width, told.max_group_depth, text, sep="\n")
