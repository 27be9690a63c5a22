"""torch.profiler: times the ranges of record_function; ops are not measured."""

import time

from torch._inert import Context


class _Activity:
    """A kind of event."""

    def __init__(self, name, value):
        self.name = name
        self.value = value

    def __repr__(self):
        return f"<ProfilerActivity.{self.name}: {self.value}>"


class ProfilerActivity:
    """Kinds of events."""

    CPU = _Activity("CPU", 0)
    XPU = _Activity("XPU", 1)
    MTIA = _Activity("MTIA", 2)
    CUDA = _Activity("CUDA", 3)


class ProfilerAction:
    """What a schedule says of a step."""

    class _Action:
        def __init__(self, name):
            self.name = name

        def __repr__(self):
            return f"ProfilerAction.{self.name}"

    NONE = _Action("NONE")
    WARMUP = _Action("WARMUP")
    RECORD = _Action("RECORD")
    RECORD_AND_SAVE = _Action("RECORD_AND_SAVE")


def schedule(*, wait, warmup, active, repeat=0, skip_first=0, skip_first_wait=0):
    """A schedule: waits, warms up, records, again and again."""

    def schedule_fn(step):
        if step < 0:
            raise AssertionError(f"Step must be non-negative. Got {step}.")
        if step < skip_first:
            return ProfilerAction.NONE
        step -= skip_first
        if skip_first_wait != 0:
            step += wait
        num_steps = wait + warmup + active
        if repeat > 0 and step / num_steps >= repeat:
            return ProfilerAction.NONE
        mod_step = step % num_steps
        if mod_step < wait:
            return ProfilerAction.NONE
        if mod_step < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD if mod_step < num_steps - 1 else ProfilerAction.RECORD_AND_SAVE

    return schedule_fn


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    """A handler that writes nothing."""
    return lambda prof: None


_running = []  # profilers that record now


class record_function(Context):
    """A named range, which running profilers time."""

    def __init__(self, name="", args=None):
        self.name = name
        self._start = None

    def __enter__(self):
        self._start = time.perf_counter()
        return self

    def __exit__(self, kind, value, tb):
        for p in _running:
            p._add(self.name, (time.perf_counter() - self._start) * 1e6)

    def __call__(self, fn):
        import functools

        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            with record_function(self.name):
                return fn(*args, **kwargs)

        return wrapper


class FunctionEvent:
    """Calls of one name; times are microseconds."""

    def __init__(self, key):
        self.key = self.name = key
        self.count = 0
        self.cpu_time_total = 0.0
        self.self_cpu_time_total = 0.0
        self.device_time_total = 0.0

    @property
    def cpu_time(self):
        return self.cpu_time_total / self.count if self.count else 0.0


class _Events(list):
    def table(self, sort_by=None, row_limit=100, **kwargs):
        """A table of the names, their times and counts."""
        rows = sorted(self, key=lambda e: -e.cpu_time_total)[: row_limit if row_limit >= 0 else None]
        width = max([len(e.key) for e in rows] + [4])
        lines = [f"{'Name':>{width}}  {'CPU total':>14}  {'CPU time avg':>14}  {'# of Calls':>10}"]
        for e in rows:
            lines.append(f"{e.key:>{width}}  {e.cpu_time_total:>12.3f}us  {e.cpu_time:>12.3f}us  {e.count:>10}")
        return "\n".join(lines) + "\n"

    def total_average(self):
        """All events as one."""
        total = FunctionEvent("Total")
        for e in self:
            total.count += e.count
            total.cpu_time_total += e.cpu_time_total
        return total


class profile:
    """Times the ranges of record_function, counts steps and calls the handler."""

    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, **kwargs):
        self.schedule = schedule
        self.on_trace_ready = on_trace_ready
        self.step_num = 0
        self._events = {}

    def _add(self, name, duration):
        event = self._events.get(name)
        if event is None:
            event = self._events[name] = FunctionEvent(name)
        event.count += 1
        event.cpu_time_total += duration
        event.self_cpu_time_total += duration

    def __enter__(self):
        _running.append(self)
        return self

    def __exit__(self, kind, value, tb):
        if self in _running:
            _running.remove(self)
        if self.schedule is None and self.on_trace_ready is not None:
            self.on_trace_ready(self)

    def start(self):
        self.__enter__()

    def stop(self):
        self.__exit__(None, None, None)

    def step(self):
        action = self.schedule(self.step_num) if self.schedule is not None else ProfilerAction.RECORD
        self.step_num += 1
        if action is ProfilerAction.RECORD_AND_SAVE and self.on_trace_ready is not None:
            self.on_trace_ready(self)

    def key_averages(self, *args, **kwargs):
        return _Events(self._events.values())

    def events(self):
        return _Events(self._events.values())

    def export_chrome_trace(self, path):
        with open(path, "w") as f:
            f.write('{"traceEvents": []}')
