"""Results of calls that run in other threads."""
from ._base import (ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION, BrokenExecutor, CancelledError, Executor, Future,
                    InvalidStateError, TimeoutError, as_completed, wait)

__all__ = ["FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED", "CancelledError", "TimeoutError", "BrokenExecutor",
           "Future", "Executor", "wait", "as_completed", "ProcessPoolExecutor", "ThreadPoolExecutor"]


def __dir__():
    return __all__ + ["__author__", "__doc__"]


def __getattr__(name):
    if name == "ThreadPoolExecutor":
        from .thread import ThreadPoolExecutor
        return ThreadPoolExecutor
    if name == "ProcessPoolExecutor":
        from .process import ProcessPoolExecutor
        return ProcessPoolExecutor
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
