"""Processes that run Python: there are none here. Counting processors works; what would start a process raises an error.

Threads are in `threading` and `concurrent.futures`; other programs are started by `subprocess`."""
import os as _os


class ProcessError(Exception):
    """Base of the errors here."""


class BufferTooShort(ProcessError):
    """A message is larger than the buffer for it."""


class TimeoutError(ProcessError):
    """It took too long."""


class AuthenticationError(ProcessError):
    """A key is not the one that was agreed on."""


def cpu_count():
    """The number of processors."""
    n = _os.cpu_count()
    if n is None:
        raise NotImplementedError("cannot determine number of cpus")
    return n


def _unsupported(name):
    raise NotImplementedError(f"multiprocessing.{name} is not supported: this interpreter starts no worker processes")


class _MainProcess:
    """The only process."""
    name = "MainProcess"
    daemon = False
    exitcode = None
    _parent_pid = None
    authkey = b""

    @property
    def pid(self):
        return _os.getpid()

    ident = pid

    def is_alive(self):
        return True

    def __repr__(self):
        return "<_MainProcess name='MainProcess' parent=None started>"


_main = _MainProcess()


def current_process():
    """This process."""
    return _main


def parent_process():
    """The process that started this one: none."""
    return None


def active_children():
    """The processes that this one started: none."""
    return []


class Process:
    """Cannot be started."""

    def __init__(self, group=None, target=None, name=None, args=(), kwargs={}, *, daemon=None):
        self._target, self._args, self._kwargs = target, tuple(args), dict(kwargs)
        self.name = name or "Process-1"
        self.daemon = bool(daemon)
        self.pid = self.exitcode = None

    def run(self):
        """What the process would do."""
        if self._target:
            self._target(*self._args, **self._kwargs)

    def start(self):
        """Raises NotImplementedError."""
        _unsupported("Process.start")

    def is_alive(self):
        """Whether the process runs."""
        return False

    def join(self, timeout=None):
        """Wait until the process ends."""
        raise AssertionError("can only join a started process")


_METHODS = ("fork", "spawn", "forkserver")
_start_method = None


def get_all_start_methods():
    """The names of the ways to start a process."""
    return list(_METHODS)


def get_start_method(allow_none=False):
    """The way to start a process."""
    return _start_method if _start_method or allow_none else "fork"


def set_start_method(method, force=False):
    """Choose a way to start processes."""
    global _start_method
    if _start_method is not None and not force:
        raise RuntimeError("context has already been set")
    if method is not None and method not in _METHODS:
        raise ValueError("cannot find context for %r" % method)
    _start_method = method


class _Context:
    def __init__(self, method):
        self._method = method

    def get_start_method(self, allow_none=False):
        return self._method

    def __getattr__(self, name):
        try:
            return globals()[name]
        except KeyError:
            return __getattr__(name)


def get_context(method=None):
    """The module, for one way to start processes."""
    if method is not None and method not in _METHODS:
        raise ValueError("cannot find context for %r" % method)
    return _Context(method or get_start_method())


def freeze_support():
    """Nothing to do."""


def log_to_stderr(level=None):
    """A logger that writes to standard error."""
    import logging
    logger = get_logger()
    logger.addHandler(logging.StreamHandler())
    if level:
        logger.setLevel(level)
    return logger


def get_logger():
    """The logger of this module."""
    import logging
    return logging.getLogger("multiprocessing")


_NAMES = ("Pool", "Queue", "SimpleQueue", "JoinableQueue", "Pipe", "Manager", "Value", "Array", "RawValue", "RawArray",
          "Lock", "RLock", "Semaphore", "BoundedSemaphore", "Condition", "Event", "Barrier")


def __getattr__(name):
    if name in _NAMES:
        def missing(*args, **kwargs):
            _unsupported(name)
        missing.__name__ = missing.__qualname__ = name
        return missing
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
