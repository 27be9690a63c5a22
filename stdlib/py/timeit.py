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
        self.src = "\n".join(lines) + "\n"
        exec(compile(self.src, "<timeit-src>", "exec"), names, local)
        self.inner = local["inner"]

    def print_exc(self, file=None):
        import traceback
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
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
