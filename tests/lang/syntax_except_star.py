# except*: what each clause takes, what is raised in the end.
def show(e, depth=0):
    print("  " * depth + repr(e) if not isinstance(e, BaseExceptionGroup) else "  " * depth + f"{type(e).__name__} {e.message!r}")
    if isinstance(e, BaseExceptionGroup):
        for x in e.exceptions:
            show(x, depth + 1)


def run(make, reraise=False):
    print("---")
    try:
        try:
            raise make()
        except* ValueError as e:
            print("values")
            show(e)
        except* (TypeError, KeyError) as e:
            print("types")
            show(e)
            if reraise:
                raise RuntimeError("from handler")
        else:
            print("else")
        finally:
            print("finally")
    except BaseException as e:
        print("left")
        show(e)


run(lambda: ValueError("plain"))
run(lambda: OSError("not caught"))
run(lambda: ExceptionGroup("g", [ValueError(1), TypeError(2), OSError(3)]))
run(lambda: ExceptionGroup("g", [ValueError(1), ExceptionGroup("inner", [KeyError(2), ValueError(3)])]))
run(lambda: ExceptionGroup("g", [ValueError(1), TypeError(2), OSError(3)]), True)

try:
    pass
except* ValueError:
    print("never")
else:
    print("nothing raised")

for bad in (int, ExceptionGroup):
    try:
        try:
            raise ValueError
        except* bad:
            pass
    except TypeError as e:
        print(e)


def in_loop():
    seen = []
    for i in range(3):
        try:
            if i == 1:
                raise ExceptionGroup("loop", [ValueError(i)])
        except* ValueError as e:
            seen.append(e.exceptions[0].args[0])
            raise_again = False
    return seen


print(in_loop())
try:
    try:
        raise ExceptionGroup("again", [ValueError(1), KeyError(2)])
    except* ValueError:
        raise
except BaseException as e:
    show(e)
