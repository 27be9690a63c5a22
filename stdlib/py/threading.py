"""Threads. This interpreter runs one: locks and thread-local data work, starting another thread raises RuntimeError."""
import time as _time

__all__ = ["get_ident", "active_count", "Condition", "current_thread", "enumerate", "main_thread", "TIMEOUT_MAX",
           "Event", "Lock", "RLock", "Semaphore", "BoundedSemaphore", "Thread", "Barrier", "BrokenBarrierError",
           "Timer", "ThreadError", "settrace", "setprofile", "local", "stack_size", "get_native_id"]

ThreadError = RuntimeError
TIMEOUT_MAX = 9223372036.0


def get_ident():
    return 1


get_native_id = get_ident


def _would_block(blocking, timeout):
    """A lock that nobody else can release: False, after the time that was asked for."""
    if not blocking:
        if timeout != -1:
            raise ValueError("can't specify a timeout for a non-blocking call")
        return False
    if timeout is not None and timeout >= 0:
        _time.sleep(timeout)
        return False
    raise RuntimeError("deadlock: the only thread waits for a lock that it holds")


class Lock:
    def __init__(self):
        self._held = False

    def acquire(self, blocking=True, timeout=-1):
        if self._held:
            return _would_block(blocking, timeout)
        self._held = True
        return True

    def release(self):
        if not self._held:
            raise RuntimeError("release unlocked lock")
        self._held = False

    def locked(self):
        return self._held

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()


class RLock:
    def __init__(self):
        self._count = 0

    def acquire(self, blocking=True, timeout=-1):
        self._count += 1
        return True

    def release(self):
        if not self._count:
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1

    def _is_owned(self):
        return self._count > 0

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()


class Condition:
    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire = self._lock.acquire
        self.release = self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def wait(self, timeout=None):
        return _would_block(True, timeout)

    def wait_for(self, predicate, timeout=None):
        result = predicate()
        if not result:
            self.wait(timeout)
            result = predicate()
        return result

    def notify(self, n=1):
        pass

    def notify_all(self):
        pass


class Semaphore:
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if self._value == 0:
            return _would_block(blocking, -1 if timeout is None else timeout)
        self._value -= 1
        return True

    def release(self, n=1):
        if n < 1:
            raise ValueError("n must be one or more")
        self._value += n

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def release(self, n=1):
        if self._value + n > self._initial_value:
            raise ValueError("Semaphore released too many times")
        super().release(n)


class Event:
    def __init__(self):
        self._flag = False

    def is_set(self):
        return self._flag

    def set(self):
        self._flag = True

    def clear(self):
        self._flag = False

    def wait(self, timeout=None):
        if not self._flag:
            _would_block(True, timeout)
        return self._flag


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        self.parties = parties
        self.n_waiting = 0
        self.broken = False

    def wait(self, timeout=None):
        if self.parties == 1:
            return 0
        raise BrokenBarrierError


class local:
    """Data of the thread."""


_counter = 0


class Thread:
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        global _counter
        if group is not None:
            raise AssertionError("group argument must be None for now")
        _counter += 1
        self._target = target
        self._args = args
        self._kwargs = {} if kwargs is None else kwargs
        self.name = str(name or f"Thread-{_counter}")
        self.daemon = bool(daemon)
        self.ident = None
        self.native_id = None

    def start(self):
        raise RuntimeError("can't start new thread")

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def join(self, timeout=None):
        raise RuntimeError("cannot join thread before it is started")

    def is_alive(self):
        return False

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name

    def __repr__(self):
        return f"<{type(self).__name__}({self.name}, initial)>"


class Timer(Thread):
    def __init__(self, interval, function, args=None, kwargs=None):
        Thread.__init__(self, target=function, args=args or (), kwargs=kwargs)
        self.interval = interval

    def cancel(self):
        pass


class _MainThread(Thread):
    def __init__(self):
        self.name = "MainThread"
        self.daemon = False
        self.ident = self.native_id = 1

    def is_alive(self):
        return True

    def join(self, timeout=None):
        raise RuntimeError("cannot join current thread")

    def __repr__(self):
        return "<_MainThread(MainThread, started 1)>"


_main = _MainThread()


def current_thread():
    return _main


currentThread = current_thread


def main_thread():
    return _main


def active_count():
    return 1


def enumerate():
    return [_main]


def settrace(func):
    pass


def setprofile(func):
    pass


def stack_size(size=0):
    return 0
