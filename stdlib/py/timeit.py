"""How long small pieces of code take."""
import gc
import time

__all__ = ["Timer", "timeit", "repeat", "default_timer"]
default_number = 1000000
default_repeat = 5
default_timer = time.perf_counter
_globals = globals


class Timer:
    """Runs a statement many times."""

    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        self.timer = timer
        names = _globals() if globals is None else globals
        local = {}
        lines = []
        params = ["_it", "_timer"]
        for key, code in (("setup", setup), ("stmt", stmt)):
            if isinstance(code, str):
                compile(code, "<timeit-src>", "exec")
            elif callable(code):
                local["_" + key] = code
                params.append(f"_{key}=_{key}")
            else:
                raise ValueError(f"{key} is neither a string nor callable")

        def body(key, code, indent):
            if not isinstance(code, str):
                return [" " * indent + f"_{key}()"]
            return [" " * indent + line for line in code.split("\n")]
        lines.append(f"def inner({', '.join(params)}):")
        lines += body("setup", setup, 4)
        lines.append("    _t0 = _timer()")
        lines.append("    for _i in _it:")
        lines += body("stmt", stmt, 8)
        lines.append("        pass")
        lines.append("    _t1 = _timer()")
        lines.append("    return _t1 - _t0")
        self.src = "\n" + "\n".join(lines) + "\n"
        exec(compile(self.src, "<timeit-src>", "exec"), names, local)
        self.inner = local["inner"]

    def print_exc(self, file=None):
        """Print the traceback of a statement that failed."""
        import linecache
        import traceback
        linecache.cache["<timeit-src>"] = len(self.src), None, self.src.split("\n"), "<timeit-src>"
        traceback.print_exc(file=file)

    def timeit(self, number=default_number):
        """The time of so many runs in seconds."""
        enabled = gc.isenabled()
        gc.disable()
        try:
            return self.inner(range(number), self.timer)
        finally:
            if enabled:
                gc.enable()

    def repeat(self, repeat=default_repeat, number=default_number):
        """The times of several runs."""
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """A number of runs that takes at least 0.2 s, and its time."""
        i = 1
        while True:
            for j in 1, 2, 5:
                number = i * j
                taken = self.timeit(number)
                if callback:
                    callback(number, taken)
                if taken >= 0.2:
                    return number, taken
            i *= 10


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    """The time of a statement."""
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    """The times of several runs of a statement."""
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)


_UNITS = {"nsec": 1e-9, "usec": 1e-6, "msec": 1e-3, "sec": 1.0}


def _time_text(seconds, unit, precision):
    if unit is None:
        unit = next((name for name in ("sec", "msec", "usec") if seconds >= _UNITS[name]), "nsec")
    return f"{seconds / _UNITS[unit]:.{precision}g} {unit}"


def main(args=None, *, _wrap_timer=None):
    """Measures how long a statement takes.

    python -m timeit [-n N] [-r N] [-s SETUP] [-u UNIT] [-p] [-v] [-h] [--] [STATEMENT ...]

    -n/--number N      runs of the statement in each measurement; otherwise 1, 2, 5, 10, 20, 50, ...
                       until they take 0.2 seconds
    -r/--repeat N      measurements, the best of which counts (5)
    -s/--setup S       a statement that is run once before, and is not measured (pass)
    -u/--unit UNIT     nsec, usec, msec or sec
    -p/--process       the time that the processor works, not that which passes
    -v/--verbose       print all measurements; once more: with more digits
    -h/--help          print this

    Several statements are the lines of one, and so are several -s.
    """
    import getopt
    import os
    import sys
    try:
        options, words = getopt.getopt(sys.argv[1:] if args is None else args, "n:u:s:r:pvh",
                                       ["number=", "setup=", "repeat=", "process", "verbose", "unit=", "help"])
    except getopt.error as error:
        print(error)
        print("use -h/--help for command line help")
        return 2
    timer, number, setup, runs, verbose, unit, precision = default_timer, 0, [], default_repeat, 0, None, 3
    for name, value in options:
        if name in ("-n", "--number"):
            number = int(value)
        elif name in ("-s", "--setup"):
            setup.append(value)
        elif name in ("-u", "--unit"):
            if value not in _UNITS:
                print("Unrecognized unit. Please select nsec, usec, msec, or sec.", file=sys.stderr)
                return 2
            unit = value
        elif name in ("-r", "--repeat"):
            runs = max(int(value), 1)
        elif name in ("-p", "--process"):
            timer = time.process_time
        elif name in ("-v", "--verbose"):
            precision += verbose > 0
            verbose += 1
        else:
            import inspect
            print(inspect.cleandoc(main.__doc__))
            return 0
    sys.path.insert(0, os.curdir)
    measured = Timer("\n".join(words) or "pass", "\n".join(setup) or "pass",
                     _wrap_timer(timer) if _wrap_timer else timer)
    try:
        if not number:
            def tell(count, taken):
                plural = "s" if count != 1 else ""
                print(f"{count} loop{plural} -> {_time_text(taken, unit, precision)}")
            number, _ = measured.autorange(tell if verbose else None)
            if verbose:
                print()
        times = measured.repeat(runs, number)
    except:
        measured.print_exc()
        return 1
    if verbose:
        print("raw times: " + ", ".join(_time_text(t, unit, precision) for t in times))
        print()
    per_loop = [t / number for t in times]
    best = min(per_loop)
    print(f"{number} loop{'s' if number != 1 else ''}, best of {runs}: {_time_text(best, unit, precision)} per loop")
    if max(per_loop) >= best * 4:
        import warnings
        warnings.warn_explicit("The test results are likely unreliable. The worst time "
                               f"({_time_text(max(per_loop), unit, precision)}) was more than four times slower than "
                               f"the best time ({_time_text(best, unit, precision)}).", UserWarning, "", 0)
    return None


if __name__ == "__main__":
    import sys
    sys.exit(main())
