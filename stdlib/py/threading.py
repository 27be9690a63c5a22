"""Threads, and what they wait for one another with.

Locks are the system's, from _thread. A Condition queues a lock for each thread that waits; the other classes are made
from conditions. _active holds the threads that run, by number, and _limbo those that are about to.
"""
import _thread
import sys as _sys
import time as _time
from itertools import count as _count

from _collections import deque as _deque

__all__ = ["get_ident", "active_count", "Condition", "current_thread", "enumerate", "main_thread", "TIMEOUT_MAX",
           "Event", "Lock", "RLock", "Semaphore", "BoundedSemaphore", "Thread", "Barrier", "BrokenBarrierError",
           "Timer", "ThreadError", "setprofile", "settrace", "local", "stack_size", "excepthook", "ExceptHookArgs",
           "getprofile", "gettrace", "get_native_id"]

ThreadError, TIMEOUT_MAX = _thread.error, _thread.TIMEOUT_MAX
get_ident, get_native_id, stack_size = _thread.get_ident, _thread.get_native_id, _thread.stack_size
_is_data_descriptor = _thread._is_data_descriptor
Lock, RLock = _thread.allocate_lock, _thread.RLock
_start_new_thread = _thread.start_new_thread


def _deprecated(old, advice, function):
    """An old name of a function, which warns."""
    def call(*args, **kwargs):
        import warnings
        warnings.warn(f"{old}() is deprecated, {advice} instead", DeprecationWarning, stacklevel=2)
        return function(*args, **kwargs)

    call.__name__ = call.__qualname__ = old
    call.__doc__ = f"An old name; {advice} instead."
    return call


# -- Hooks of debuggers: there are none, as in sys


def settrace(func):
    """Refused but for None: code cannot be traced."""
    if func is not None:
        raise NotImplementedError("threading.settrace() is not supported: code cannot be traced")


def setprofile(func):
    """Refused but for None: code cannot be profiled."""
    if func is not None:
        raise NotImplementedError("threading.setprofile() is not supported: code cannot be profiled")


def gettrace():
    """None: there are no tracing functions."""


def getprofile():
    """None: there are no profiling functions."""


# -- Waiting


class _Until:
    """A time to wait for, spent in several pieces: over() starts and reads the clock, `left` is the next piece.

    Without seconds, for ever."""

    def __init__(self, seconds):
        self.left, self._end = seconds, None

    def over(self):
        if self.left is None:
            return False
        now = _time.monotonic()
        if self._end is None:  # the first piece is waited for however short it is
            self._end = now + self.left
            return False
        self.left = self._end - now
        return self.left <= 0


class _Shown:
    """Shows the class, the place in memory and a text about the state."""

    def __repr__(self):
        cls = type(self)
        return f"<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: {self._state_text()}>"


class Condition:
    """A lock with a queue of threads that wait, without the lock, until they are notified."""

    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self._waiters = _deque()
        self.acquire, self.release = self._lock.acquire, self._lock.release
        # A lock that one thread can take several times has its own ways to let go of it entirely.
        for name in ("_release_save", "_acquire_restore", "_is_owned"):
            if hasattr(self._lock, name):
                setattr(self, name, getattr(self._lock, name))

    def _release_save(self):
        self._lock.release()

    def _acquire_restore(self, saved):
        self._lock.acquire()

    def _is_owned(self):
        # Somebody holds the lock: that it is this thread is the caller's business.
        if not self._lock.acquire(False):
            return True
        self._lock.release()
        return False

    def _check_owned(self, what):
        if not self._is_owned():
            raise RuntimeError(f"cannot {what} on un-acquired lock")

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *failure):
        return self._lock.__exit__(*failure)

    def __repr__(self):
        return f"<Condition({self._lock}, {len(self._waiters)})>"

    def wait(self, timeout=None):
        """Wait without the lock until notified; whether that was within so many seconds."""
        self._check_owned("wait")
        mine = Lock()
        mine.acquire()  # whoever notifies this thread releases it
        self._waiters.append(mine)
        saved, woken = self._release_save(), False
        try:
            if timeout is None:
                woken = mine.acquire()
            elif timeout > 0:
                woken = mine.acquire(True, timeout)
            else:
                woken = mine.acquire(False)
            return woken
        finally:
            self._acquire_restore(saved)
            if not woken:
                self._leave_queue(mine)

    def _leave_queue(self, waiter):
        if waiter in self._waiters:
            self._waiters.remove(waiter)

    def wait_for(self, predicate, timeout=None):
        """Wait until a function gives something true, at most so many seconds; what it gave last."""
        until = _Until(timeout)
        while not (result := predicate()) and not until.over():
            self.wait(until.left)
        return result

    def notify(self, n=1):
        """Wake n of the threads that wait, the first ones."""
        self._check_owned("notify")
        while n > 0 and self._waiters:
            first = self._waiters[0]
            if first.locked():  # else an exception from a signal came between these two steps
                first.release()
                n -= 1
            self._leave_queue(first)

    def notify_all(self):
        """Wake all threads that wait."""
        self.notify(len(self._waiters))

    notifyAll = _deprecated("notifyAll", "use notify_all()", notify_all)


class Semaphore(_Shown):
    """A number that threads take ones from, and wait while it is zero."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._cond, self._value = Condition(Lock()), value

    def _state_text(self):
        return f"value={self._value}"

    def acquire(self, blocking=True, timeout=None):
        """Take one; False where that would mean to wait, or to wait for longer than so many seconds."""
        if timeout is not None and not blocking:
            raise ValueError("can't specify timeout for non-blocking acquire")
        until = _Until(timeout)
        with self._cond:
            while self._value == 0:
                if not blocking or until.over():
                    return False
                self._cond.wait(until.left)
            self._value -= 1
            return True

    def release(self, n=1):
        """Put n back, for n threads that wait."""
        if n < 1:
            raise ValueError("n must be one or more")
        with self._cond:
            self._check_room(n)
            self._value += n
            self._cond.notify(n)

    def _check_room(self, n):
        pass

    __enter__ = acquire

    def __exit__(self, *failure):
        self.release()


class BoundedSemaphore(Semaphore):
    """A semaphore that is never put back more than was taken."""

    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def _state_text(self):
        return f"value={self._value}/{self._initial_value}"

    def _check_room(self, n):
        if self._value + n > self._initial_value:
            raise ValueError("Semaphore released too many times")


class Event(_Shown):
    """A flag that threads wait for."""

    def __init__(self):
        self._cond, self._flag = Condition(Lock()), False

    def _at_fork_reinit(self):
        self._cond = Condition(Lock())

    def _state_text(self):
        return "set" if self._flag else "unset"

    def is_set(self):
        """Whether the flag is set."""
        return self._flag

    isSet = _deprecated("isSet", "use is_set()", is_set)

    def set(self):
        """Set the flag; all threads that wait go on."""
        with self._cond:
            self._flag = True
            self._cond.notify_all()

    def clear(self):
        """Clear the flag; threads wait for it again."""
        with self._cond:
            self._flag = False

    def wait(self, timeout=None):
        """Wait until the flag is set; whether that was within so many seconds."""
        with self._cond:
            return self._flag or self._cond.wait(timeout)


class BrokenBarrierError(RuntimeError):
    """A thread that others wait for at a barrier will not come."""


class Barrier(_Shown):
    """A place that a number of threads pass together, again and again.

    It is "filling" until all are there and "draining" until all have passed; "resetting" while threads leave it because
    of reset(), and "broken" from abort(), a time that was over or a failure of the action until reset()."""

    def __init__(self, parties, action=None, timeout=None):
        self._cond = Condition(Lock())
        self._parties, self._action, self._timeout = parties, action, timeout
        self._state, self._count = "filling", 0

    def _state_text(self):
        return "broken" if self.broken else f"waiters={self.n_waiting}/{self.parties}"

    def _turn(self, state):
        self._state = state
        self._cond.notify_all()

    def wait(self, timeout=None):
        """Wait for the others; a number for each thread, from 0 in the order in which they came. The last one calls the
        action before they go on."""
        with self._cond:
            self._cond.wait_for(lambda: self._state not in ("draining", "resetting"))
            if self._state == "broken":
                raise BrokenBarrierError
            place = self._count
            self._count += 1
            try:
                if place + 1 == self._parties:
                    self._open()
                else:
                    self._wait_open(self._timeout if timeout is None else timeout)
                return place
            finally:
                self._count -= 1
                if not self._count and self._state in ("draining", "resetting"):
                    self._turn("filling")

    def _open(self):
        try:
            if self._action:
                self._action()
        except BaseException:
            self._turn("broken")
            raise
        self._turn("draining")

    def _wait_open(self, timeout):
        if not self._cond.wait_for(lambda: self._state != "filling", timeout):
            self._turn("broken")
        if self._state != "draining":
            raise BrokenBarrierError

    def reset(self):
        """Make it as it was at first; threads that wait get BrokenBarrierError."""
        with self._cond:
            if not self._count:
                self._turn("filling")
            else:
                self._turn("resetting" if self._state in ("filling", "broken") else self._state)

    def abort(self):
        """Break it: all that wait, or will wait, get BrokenBarrierError."""
        with self._cond:
            self._turn("broken")

    parties = property(lambda self: self._parties, doc="How many threads pass together.")
    n_waiting = property(lambda self: self._count if self._state == "filling" else 0, doc="How many wait now.")
    broken = property(lambda self: self._state == "broken", doc="Whether nobody can pass.")


# -- Attributes of one thread each


class local:
    """Attributes that each thread has for itself."""

    def __new__(cls, /, *args, **kw):
        if (args or kw) and cls.__init__ is object.__init__:
            raise TypeError("Initialization arguments are not supported")
        self = object.__new__(cls)
        object.__setattr__(self, "_local__impl", ({get_ident(): {}}, args, kw))
        return self

    def __getattribute__(self, name):
        attributes = _plain_attribute(self, "_local__impl")[0].get(get_ident())
        if attributes is None:
            attributes = _local_dict(self)
        if name == "__dict__":
            return attributes
        if name in attributes and not _is_data_descriptor(type(self), name):
            return attributes[name]
        return _plain_attribute(self, name)

    def __setattr__(self, name, value):
        if name == "__dict__":
            raise AttributeError(f"{type(self).__name__!r} object attribute '__dict__' is read-only")
        attributes = _local_dict(self)
        if _is_data_descriptor(type(self), name):
            object.__setattr__(self, name, value)
        else:
            attributes[name] = value

    def __delattr__(self, name):
        if name == "__dict__":
            raise AttributeError(f"{type(self).__name__!r} object attribute '__dict__' is read-only")
        attributes = _local_dict(self)
        if name in attributes and not _is_data_descriptor(type(self), name):
            del attributes[name]
        else:
            object.__delattr__(self, name)


_plain_attribute = object.__getattribute__


def _local_dict(self):
    """The attributes of this thread; made, and the object initialized, when the thread first asks."""
    dicts, args, kw = object.__getattribute__(self, "_local__impl")
    me = get_ident()
    attributes = dicts.get(me)
    if attributes is None:
        attributes = dicts[me] = {}
        _current_locals(dicts)
        cls = type(self)
        if cls.__init__ is not object.__init__:
            cls.__init__(self, *args, **kw)
    return attributes


def _current_locals(data):
    """Let the data of this thread go at its end."""
    thread = _active.get(get_ident())
    if thread is not None:
        thread._locals.append(data)


# -- Threads


_numbers = _count(1)
_active_lock = Lock()
_active, _limbo = {}, {}


def _of_thread(name, doc):
    """A property that exists once __init__() was called."""
    def get(self):
        assert self._initialized, "Thread.__init__() not called"
        return getattr(self, name)

    return property(get, doc=doc)


class Thread:
    """start() calls run() in a thread of its own, and run() calls the target."""
    _initialized = False

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        assert group is None, "group argument must be None for now"
        if not name:
            name = f"Thread-{next(_numbers)}"
            if hasattr(target, "__name__"):
                name += f" ({target.__name__})"
        self._target, self._args, self._kwargs = target, args, {} if kwargs is None else kwargs
        self._prepare(str(name), current_thread().daemon if daemon is None else daemon)

    def _prepare(self, name, daemon):
        self._name, self._daemonic = name, daemon
        self._ident = self._native_id = None
        self._started = Event()
        self._done = None  # a lock that is taken while the thread runs
        self._is_stopped = False
        self._locals = []  # of class `local`: what has attributes of this thread
        self._stderr = _sys.stderr
        self._initialized = True

    def __repr__(self):
        assert self._initialized, "Thread.__init__() was not called"
        state = "stopped" if self._is_stopped else "started" if self._started.is_set() else "initial"
        shown = [state]
        if self._daemonic:
            shown.append("daemon")
        if self._ident is not None:
            shown.append(str(self._ident))
        return f"<{type(self).__name__}({self._name}, {' '.join(shown)})>"

    # -- What the thread does

    def start(self):
        """Begin; once at most."""
        if not self._initialized:
            raise RuntimeError("thread.__init__() not called")
        if self._started.is_set():
            raise RuntimeError("threads can only be started once")
        with _active_lock:
            _limbo[self] = self
        self._done = Lock()
        self._done.acquire()
        try:
            _start_new_thread(self._bootstrap, ())
        except Exception:
            with _active_lock:
                del _limbo[self]
            raise
        self._started.wait()

    def run(self):
        """Call the target with its arguments; subclasses do something else."""
        try:
            if self._target is not None:
                self._target(*self._args, **self._kwargs)
        finally:
            del self._target, self._args, self._kwargs  # they may hold the thread

    def _bootstrap(self):
        try:
            self._ident, self._native_id = get_ident(), get_native_id()
            with _active_lock:
                _active[self._ident] = self
                del _limbo[self]
            self._started.set()
            try:
                self.run()
            except BaseException:
                self._report()
        finally:
            for attributes in self._locals:
                attributes.pop(self._ident, None)
            self._locals = []
            with _active_lock:
                _active.pop(self._ident, None)
            self._is_stopped = True
            self._done.release()

    def _report(self):
        """Tell excepthook(), whatever it is by now, of the exception that ended run()."""
        args = ExceptHookArgs((*_sys.exc_info(), self))
        try:
            globals()["excepthook"](args)
        except Exception:
            print("Exception in threading.excepthook:", file=_sys.stderr, flush=True)
            _sys.excepthook(*_sys.exc_info())
        finally:
            args = None

    def join(self, timeout=None):
        """Wait until the thread has ended, at most so many seconds."""
        if not self._initialized:
            raise RuntimeError("Thread.__init__() not called")
        if not self._started.is_set():
            raise RuntimeError("cannot join thread before it is started")
        if self is current_thread():
            raise RuntimeError("cannot join current thread")
        if not self._is_stopped:
            if self._done.acquire(timeout=-1 if timeout is None else max(timeout, 0)):
                self._done.release()  # for others that wait

    # -- What is known of it

    ident = _of_thread("_ident", "Its number, from start() on.")
    native_id = _of_thread("_native_id", "The system's number of it, from start() on.")
    name = _of_thread("_name", "A name for logs.")
    daemon = _of_thread("_daemonic", "Whether the program ends without waiting for it.")

    @name.setter
    def name(self, name):
        assert self._initialized, "Thread.__init__() not called"
        self._name = str(name)

    @daemon.setter
    def daemon(self, daemonic):
        if not self._initialized:
            raise RuntimeError("Thread.__init__() not called")
        if self._started.is_set():
            raise RuntimeError("cannot set daemon status of active thread")
        self._daemonic = daemonic

    def is_alive(self):
        """Whether it has begun and not ended."""
        assert self._initialized, "Thread.__init__() not called"
        return self._started.is_set() and not self._is_stopped

    isDaemon = _deprecated("isDaemon", "get the daemon attribute", lambda self: self.daemon)
    setDaemon = _deprecated("setDaemon", "set the daemon attribute",
                            lambda self, daemonic: setattr(self, "daemon", daemonic))
    getName = _deprecated("getName", "get the name attribute", lambda self: self.name)
    setName = _deprecated("setName", "set the name attribute", lambda self, name: setattr(self, "name", name))


class Timer(Thread):
    """Calls a function after so many seconds, unless it is cancelled before."""

    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()
        self.interval, self.function = interval, function
        self.args = [] if args is None else args
        self.kwargs = {} if kwargs is None else kwargs
        self.finished = Event()

    def cancel(self):
        """Do not call the function, if there is time."""
        self.finished.set()

    def run(self):
        """Wait, then call the function."""
        if not self.finished.wait(self.interval):
            self.function(*self.args, **self.kwargs)
        self.finished.set()


class _Running(Thread):
    """A thread that runs already, and was not started here."""

    def _take_over(self, name, daemon):
        self._ident = get_ident()
        _active[self._ident] = self  # before locks and events ask for the current thread
        self._prepare(name, daemon)
        self._ident, self._native_id = get_ident(), get_native_id()
        self._started._flag = True


class _MainThread(_Running):
    def __init__(self):
        self._take_over("MainThread", False)
        self._done = Lock()
        self._done.acquire()


class _DummyThread(_Running):
    """Made for a thread of the system that asks for its Thread."""

    def __init__(self):
        self._take_over(f"Dummy-{next(_numbers)}", True)

    def is_alive(self):
        return True

    def join(self, timeout=None):
        raise RuntimeError("cannot join a dummy thread")


def current_thread():
    """The Thread that runs this code."""
    return _active.get(get_ident()) or _DummyThread()


def main_thread():
    """The thread that the program began in."""
    return _main_thread


def enumerate():
    """The threads that run."""
    with _active_lock:
        return [*_active.values(), *_limbo.values()]


def active_count():
    """How many threads run."""
    return len(enumerate())


currentThread = _deprecated("currentThread", "use current_thread()", current_thread)
activeCount = _deprecated("activeCount", "use active_count()", active_count)


# -- Exceptions that threads do not catch


class ExceptHookArgs(tuple):
    """What excepthook() is told: exc_type, exc_value, exc_traceback, thread."""
    __slots__ = ()
    _names = ("exc_type", "exc_value", "exc_traceback", "thread")
    exc_type, exc_value, exc_traceback, thread = [property(lambda self, at=at: self[at]) for at in range(4)]

    def __new__(cls, args):
        made = tuple.__new__(cls, args)
        if len(made) != 4:
            raise TypeError(f"_thread._ExceptHookArgs() takes a 4-sequence ({len(made)}-sequence given)")
        return made

    def __repr__(self):
        shown = ", ".join([f"{name}={value!r}" for name, value in zip(self._names, self)])
        return f"_thread._ExceptHookArgs({shown})"


def excepthook(args, /):
    """Print the traceback of an exception that a thread did not catch; SystemExit ends it silently."""
    if args.exc_type == SystemExit:
        return
    thread, stderr = args.thread, _sys.stderr
    if stderr is None:  # it was closed since the thread was made
        stderr = thread._stderr if thread is not None else None
        if stderr is None:
            return
    import traceback
    print(f"Exception in thread {get_ident() if thread is None else thread.name}:", file=stderr, flush=True)
    traceback.print_exception(args.exc_type, args.exc_value, args.exc_traceback, file=stderr)
    stderr.flush()


__excepthook__ = excepthook


# -- The end of the program


_at_exit = []


def _register_atexit(func, *arg, **kwargs):
    """Have a function called before the end waits for threads."""
    if _main_thread._is_stopped:
        raise RuntimeError("can't register atexit after shutdown")
    _at_exit.append(lambda: func(*arg, **kwargs))


def _shutdown():
    """What the program calls at its end: wait for all threads that are no daemons."""
    if _main_thread._is_stopped:
        return
    _main_thread._is_stopped = True
    _main_thread._done.release()
    for call in reversed(_at_exit):
        call()
    while left := [thread for thread in enumerate() if thread is not _main_thread and not thread._daemonic]:
        for thread in left:
            thread._started.wait()
            if thread._done is not None and not thread._is_stopped:
                thread._done.acquire()
                thread._done.release()


def _after_fork():
    """In a copy of the process: only the thread that has made it is left."""
    global _main_thread
    here = _main_thread = current_thread()
    for thread in enumerate():
        if thread is not here:
            thread._is_stopped = True
            _active.pop(thread._ident, None)


_main_thread = _MainThread()
