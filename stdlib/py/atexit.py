"""Functions to be called at the end of the program."""
_functions = []


def register(func, /, *args, **kwargs):
    """Call a function at the end, the last registered first; gives the function."""
    if not callable(func):
        raise TypeError("the first argument must be callable")
    _functions.append((func, args, kwargs))
    return func


def unregister(func, /):
    """Forget a function."""
    _functions[:] = [f for f in _functions if f[0] != func]


def _clear():
    """Forget all functions."""
    _functions.clear()


def _ncallbacks():
    """How many functions are registered."""
    return len(_functions)


def _run_exitfuncs():
    """Call all functions now and forget them."""
    import sys
    while _functions:
        func, args, kwargs = _functions.pop()
        try:
            func(*args, **kwargs)
        except BaseException as e:
            sys._report_unraisable(e, "Exception ignored in atexit callback", func)
