"""multiprocessing under torch's name, with the settings for sharing tensors. Nothing here starts a process."""

from multiprocessing import *
import multiprocessing as _multiprocessing

_sharing_strategy = "file_descriptor"


def get_all_sharing_strategies():
    """The ways in which processes can share tensors."""
    return {"file_descriptor", "file_system"}


def get_sharing_strategy():
    """The way that is set."""
    return _sharing_strategy


def set_sharing_strategy(new_strategy):
    """Set the way in which processes share tensors."""
    global _sharing_strategy
    if new_strategy not in get_all_sharing_strategies():
        raise AssertionError(f"invalid sharing strategy {new_strategy}, expected one of {get_all_sharing_strategies()}")
    _sharing_strategy = new_strategy


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    """Start processes: not supported, as in multiprocessing."""
    return _multiprocessing.Process(target=fn, args=(0, *args))
