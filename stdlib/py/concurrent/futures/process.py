"""Processes: there are none here."""
from . import _base


class BrokenProcessPool(_base.BrokenExecutor):
    """A process of the pool ended."""


class ProcessPoolExecutor(_base.Executor):
    """Raises an error: calls cannot be sent to other processes."""

    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        raise NotImplementedError("ProcessPoolExecutor is not supported: this interpreter starts no worker processes; "
                                  "use ThreadPoolExecutor")
