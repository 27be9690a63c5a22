"""Traces of allocated memory. They are not available, and starting them says so; the rest answers as before a start."""
__all__ = ["start", "stop", "is_tracing", "get_traced_memory", "get_tracemalloc_memory", "get_traceback_limit",
           "clear_traces", "reset_peak", "take_snapshot", "get_object_traceback"]


def start(nframe=1, /):
    """Not available: raises NotImplementedError."""
    raise NotImplementedError("tracemalloc is not available: allocations are not traced here. resource.getrusage() tells "
                              "how much memory the process has used")


def stop():
    """Nothing is traced."""


def is_tracing():
    """False."""
    return False


def get_traced_memory():
    """The memory of traced blocks now and at most: none."""
    return 0, 0


def get_tracemalloc_memory():
    """The memory of the traces: none."""
    return 0


def get_traceback_limit():
    """How many frames a trace would have."""
    return 1


def clear_traces():
    """There are none."""


def reset_peak():
    """There is none."""


def get_object_traceback(obj):
    """Where an object was allocated: not known."""
    return None


def take_snapshot():
    """Refused, since nothing is traced."""
    raise RuntimeError("the tracemalloc module must be tracing memory allocations to take a snapshot")
