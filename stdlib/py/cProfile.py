"""Profiles of calls. They are not available, and using one says so; importing the module works."""
__all__ = ["run", "runctx", "Profile"]

_REASON = ("profiles of calls are not available: nothing reports calls to a profiler here. time.perf_counter() and timeit "
           "measure time, torch.profiler measures operators")


class Profile:
    """Not available: raises NotImplementedError."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError(_REASON)


def run(statement, filename=None, sort=-1):
    """Not available: raises NotImplementedError."""
    raise NotImplementedError(_REASON)


def runctx(statement, globals, locals, filename=None, sort=-1):
    """Not available: raises NotImplementedError."""
    raise NotImplementedError(_REASON)


if __name__ == "__main__":
    raise NotImplementedError(_REASON)
