"""torch.profiler: accepted; nothing is measured."""

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


class record_function(Context):
    """A named range."""

    def __init__(self, name="", args=None):
        self.name = name


class _Events(list):
    def table(self, *args, **kwargs):
        return ""

    def total_average(self):
        return None


class profile:
    """Counts steps and calls the handler."""

    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, **kwargs):
        self.schedule = schedule
        self.on_trace_ready = on_trace_ready
        self.step_num = 0

    def __enter__(self):
        return self

    def __exit__(self, kind, value, tb):
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
        return _Events()

    def events(self):
        return _Events()

    def export_chrome_trace(self, path):
        with open(path, "w") as f:
            f.write('{"traceEvents": []}')
