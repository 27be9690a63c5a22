"""Threads, and what they synchronize with."""
import sys as _sys
import time as _time
from itertools import count as _count

import _thread
from _collections import deque as _deque

__all__ = ["get_ident", "active_count", "Condition", "current_thread", "enumerate", "main_thread", "TIMEOUT_MAX",
           "Event", "Lock", "RLock", "Semaphore", "BoundedSemaphore", "Thread", "Barrier", "BrokenBarrierError",
           "Timer", "ThreadError", "setprofile", "settrace", "local", "stack_size", "excepthook", "ExceptHookArgs",
           "getprofile", "gettrace", "get_native_id"]

ThreadError = _thread.error
TIMEOUT_MAX = _thread.TIMEOUT_MAX
get_ident = _thread.get_ident
get_native_id = _thread.get_native_id
stack_size = _thread.stack_size
Lock = _allocate_lock = _thread.allocate_lock
RLock = _thread.RLock
_profile_hook = _trace_hook = None


def settrace(func):
    """Remember a trace function (it is not called)."""
    global _trace_hook
    _trace_hook = func


def setprofile(func):
    """Remember a profile function (it is not called)."""
    global _profile_hook
    _profile_hook = func


def gettrace():
    """The function that settrace() was given."""
    return _trace_hook


def getprofile():
    """The function that setprofile() was given."""
    return _profile_hook


class Condition:
    """Threads wait here until they are notified."""

    def __init__(self, lock=None):
        if lock is None:
            lock = RLock()
        self._lock = lock
        self.acquire = lock.acquire
        self.release = lock.release
        for name in "_release_save", "_acquire_restore", "_is_owned":
            method = getattr(lock, name, None)
            if method is not None:
                setattr(self, name, method)
        self._waiters = _deque()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def __repr__(self):
        return "<Condition(%s, %d)>" % (self._lock, len(self._waiters))

    def _release_save(self):
        self._lock.release()

    def _acquire_restore(self, x):
        self._lock.acquire()

    def _is_owned(self):
        if self._lock.acquire(False):
            self._lock.release()
            return False
        return True

    def wait(self, timeout=None):
        """Let the lock go until notified or until the time is over; False in that case."""
        if not self._is_owned():
            raise RuntimeError("cannot wait on un-acquired lock")
        waiter = _allocate_lock()
        waiter.acquire()
        self._waiters.append(waiter)
        saved = self._release_save()
        gotit = False
        try:
            if timeout is None:
                waiter.acquire()
                gotit = True
            elif timeout > 0:
                gotit = waiter.acquire(True, timeout)
            else:
                gotit = waiter.acquire(False)
            return gotit
        finally:
            self._acquire_restore(saved)
            if not gotit:
                try:
                    self._waiters.remove(waiter)
                except ValueError:
                    pass

    def wait_for(self, predicate, timeout=None):
        """Wait until a condition is true."""
        end = None
        left = timeout
        result = predicate()
        while not result:
            if left is not None:
                if end is None:
                    end = _time.monotonic() + left
                else:
                    left = end - _time.monotonic()
                    if left <= 0:
                        break
            self.wait(left)
            result = predicate()
        return result

    def notify(self, n=1):
        """Wake up to n waiting threads."""
        if not self._is_owned():
            raise RuntimeError("cannot notify on un-acquired lock")
        waiters = self._waiters
        while waiters and n > 0:
            waiter = waiters[0]
            try:
                waiter.release()
            except RuntimeError:
                pass
            else:
                n -= 1
            try:
                waiters.remove(waiter)
            except ValueError:
                pass

    def notify_all(self):
        """Wake all waiting threads."""
        self.notify(len(self._waiters))

    notifyAll = notify_all


class Semaphore:
    """A counter that acquire() takes from and release() adds to; it never goes below zero."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._cond = Condition(Lock())
        self._value = value

    def __repr__(self):
        cls = self.__class__
        return "<%s.%s at %#x: value=%d>" % (cls.__module__, cls.__qualname__, id(self), self._value)

    def acquire(self, blocking=True, timeout=None):
        """Take one; False: not within the time."""
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        rc = False
        end = None
        with self._cond:
            while self._value == 0:
                if not blocking:
                    break
                if timeout is not None:
                    if end is None:
                        end = _time.monotonic() + timeout
                    else:
                        timeout = end - _time.monotonic()
                        if timeout <= 0:
                            break
                self._cond.wait(timeout)
            else:
                self._value -= 1
                rc = True
        return rc

    __enter__ = acquire

    def release(self, n=1):
        """Add n."""
        if n < 1:
            raise ValueError("n must be one or more")
        with self._cond:
            self._value += n
            for i in range(n):
                self._cond.notify()

    def __exit__(self, t, v, tb):
        self.release()


class BoundedSemaphore(Semaphore):
    """A semaphore that is never released above its first value."""

    def __init__(self, value=1):
        Semaphore.__init__(self, value)
        self._initial_value = value

    def __repr__(self):
        cls = self.__class__
        return "<%s.%s at %#x: value=%d/%d>" % (cls.__module__, cls.__qualname__, id(self), self._value,
                                                 self._initial_value)

    def release(self, n=1):
        """Add n; ValueError above the first value."""
        if n < 1:
            raise ValueError("n must be one or more")
        with self._cond:
            if self._value + n > self._initial_value:
                raise ValueError("Semaphore released too many times")
            self._value += n
            for i in range(n):
                self._cond.notify()


class Event:
    """A flag that threads wait for."""

    def __init__(self):
        self._cond = Condition(Lock())
        self._flag = False

    def __repr__(self):
        cls = self.__class__
        return "<%s.%s at %#x: %s>" % (cls.__module__, cls.__qualname__, id(self), "set" if self._flag else "unset")

    def is_set(self):
        """Is the flag set?"""
        return self._flag

    isSet = is_set

    def set(self):
        """Set the flag and wake all that wait."""
        with self._cond:
            self._flag = True
            self._cond.notify_all()

    def clear(self):
        """Clear the flag."""
        with self._cond:
            self._flag = False

    def wait(self, timeout=None):
        """Wait until the flag is set or the time is over; the flag."""
        with self._cond:
            signaled = self._flag
            if not signaled:
                signaled = self._cond.wait(timeout)
            return signaled


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    """A point that a number of threads pass together."""

    def __init__(self, parties, action=None, timeout=None):
        self._cond = Condition(Lock())
        self._action = action
        self._timeout = timeout
        self._parties = parties
        self._state = 0  # 0: filling, 1: draining, -1: resetting, -2: broken
        self._count = 0

    def __repr__(self):
        cls = self.__class__
        state = "broken" if self.broken else "waiters=%d/%d" % (self.n_waiting, self.parties)
        return "<%s.%s at %#x: %s>" % (cls.__module__, cls.__qualname__, id(self), state)

    def wait(self, timeout=None):
        """Wait for the others; a number from 0 to parties - 1, different for each thread."""
        if timeout is None:
            timeout = self._timeout
        with self._cond:
            while self._state in (-1, 1):
                self._cond.wait()
            if self._state < 0:
                raise BrokenBarrierError
            index = self._count
            self._count += 1
            try:
                if index + 1 == self._parties:
                    try:
                        if self._action:
                            self._action()
                        self._state = 1
                        self._cond.notify_all()
                    except:
                        self._break()
                        raise
                else:
                    if not self._cond.wait_for(lambda: self._state != 0, timeout):
                        self._break()
                        raise BrokenBarrierError
                    if self._state < 0:
                        raise BrokenBarrierError
                return index
            finally:
                self._count -= 1
                if self._count == 0 and self._state in (-1, 1):
                    self._state = 0
                    self._cond.notify_all()

    def reset(self):
        """Back to empty; those that wait get BrokenBarrierError."""
        with self._cond:
            if self._count > 0:
                if self._state in (0, -2):
                    self._state = -1
            else:
                self._state = 0
            self._cond.notify_all()

    def abort(self):
        """Make the barrier broken."""
        with self._cond:
            self._break()

    def _break(self):
        self._state = -2
        self._cond.notify_all()

    @property
    def parties(self):
        """How many threads pass together."""
        return self._parties

    @property
    def n_waiting(self):
        """How many wait now."""
        return self._count if self._state == 0 else 0

    @property
    def broken(self):
        """Is it broken?"""
        return self._state == -2


class local:
    """Attributes that each thread has for itself."""

    def __new__(cls, /, *args, **kw):
        if (args or kw) and cls.__init__ is object.__init__:
            raise TypeError("Initialization arguments are not supported")
        self = object.__new__(cls)
        object.__setattr__(self, "_local__impl", ({get_ident(): {}}, args, kw))
        return self

    def __getattribute__(self, name):
        attributes = _local_dict(self)
        if name == "__dict__":
            return attributes
        if name in attributes and not _is_data_descriptor(type(self), name):
            return attributes[name]
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        if name == "__dict__":
            raise AttributeError("%r object attribute '__dict__' is read-only" % self.__class__.__name__)
        attributes = _local_dict(self)
        if _is_data_descriptor(type(self), name):
            object.__setattr__(self, name, value)
        else:
            attributes[name] = value

    def __delattr__(self, name):
        if name == "__dict__":
            raise AttributeError("%r object attribute '__dict__' is read-only" % self.__class__.__name__)
        attributes = _local_dict(self)
        if name in attributes and not _is_data_descriptor(type(self), name):
            del attributes[name]
        else:
            object.__delattr__(self, name)


def _is_data_descriptor(cls, name):
    for base in cls.__mro__:
        if name in base.__dict__:
            return hasattr(type(base.__dict__[name]), "__set__")
    return False


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


_counter = _count(1).__next__
_active_lock = _allocate_lock()
_active = {}
_limbo = {}


class Thread:
    """A thread: start() calls run() in it, which calls the target."""
    _initialized = False
    _daemonic = False

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        assert group is None, "group argument must be None for now"
        if kwargs is None:
            kwargs = {}
        if name:
            name = str(name)
        else:
            name = "Thread-%d" % _counter()
            if target is not None:
                try:
                    name += " (%s)" % target.__name__
                except AttributeError:
                    pass
        self._target = target
        self._name = name
        self._args = args
        self._kwargs = kwargs
        self._daemonic = current_thread().daemon if daemon is None else daemon
        self._ident = None
        self._native_id = None
        self._done = None
        self._started = Event()
        self._is_stopped = False
        self._locals = []
        self._initialized = True
        self._stderr = _sys.stderr

    def __repr__(self):
        assert self._initialized, "Thread.__init__() was not called"
        status = "initial"
        if self._started.is_set():
            status = "started"
        if self._is_stopped:
            status = "stopped"
        if self._daemonic:
            status += " daemon"
        if self._ident is not None:
            status += " %s" % self._ident
        return "<%s(%s, %s)>" % (self.__class__.__name__, self._name, status)

    def start(self):
        """Start the thread; once at most."""
        if not self._initialized:
            raise RuntimeError("thread.__init__() not called")
        if self._started.is_set():
            raise RuntimeError("threads can only be started once")
        with _active_lock:
            _limbo[self] = self
        self._done = _allocate_lock()
        self._done.acquire()
        try:
            _thread.start_new_thread(self._bootstrap, ())
        except Exception:
            with _active_lock:
                del _limbo[self]
            raise
        self._started.wait()

    def run(self):
        """What the thread does: call the target."""
        try:
            if self._target is not None:
                self._target(*self._args, **self._kwargs)
        finally:
            del self._target, self._args, self._kwargs

    def _bootstrap(self):
        try:
            self._ident = get_ident()
            self._native_id = get_native_id()
            with _active_lock:
                _active[self._ident] = self
                del _limbo[self]
            self._started.set()
            try:
                self.run()
            except:
                self._report()
        finally:
            me = self._ident
            for data in self._locals:
                data.pop(me, None)
            self._locals = []
            with _active_lock:
                _active.pop(me, None)
            self._is_stopped = True
            self._done.release()

    def _report(self):
        hook = globals()["excepthook"]
        args = ExceptHookArgs([*_sys.exc_info(), self])
        try:
            hook(args)
        except Exception:
            print("Exception in threading.excepthook:", file=_sys.stderr, flush=True)
            _sys.excepthook(*_sys.exc_info())
        finally:
            args = None

    def join(self, timeout=None):
        """Wait until the thread has ended, or until the time is over."""
        if not self._initialized:
            raise RuntimeError("Thread.__init__() not called")
        if not self._started.is_set():
            raise RuntimeError("cannot join thread before it is started")
        if self is current_thread():
            raise RuntimeError("cannot join current thread")
        if self._is_stopped:
            return
        if timeout is None:
            done = self._done.acquire()
        else:
            done = self._done.acquire(timeout=max(timeout, 0))
        if done:
            self._done.release()

    @property
    def name(self):
        """Its name, which means nothing."""
        assert self._initialized, "Thread.__init__() not called"
        return self._name

    @name.setter
    def name(self, name):
        assert self._initialized, "Thread.__init__() not called"
        self._name = str(name)

    @property
    def ident(self):
        """Its number; None before it is started."""
        assert self._initialized, "Thread.__init__() not called"
        return self._ident

    @property
    def native_id(self):
        """The system's number of it; None before it is started."""
        assert self._initialized, "Thread.__init__() not called"
        return self._native_id

    def is_alive(self):
        """Has it started and not ended?"""
        assert self._initialized, "Thread.__init__() not called"
        return self._started.is_set() and not self._is_stopped

    @property
    def daemon(self):
        """Does the program end without waiting for it?"""
        assert self._initialized, "Thread.__init__() not called"
        return self._daemonic

    @daemon.setter
    def daemon(self, daemonic):
        if not self._initialized:
            raise RuntimeError("Thread.__init__() not called")
        if self._started.is_set():
            raise RuntimeError("cannot set daemon status of active thread")
        self._daemonic = daemonic

    def _warn_old(self, old, new):
        import warnings
        warnings.warn("%s is deprecated, %s instead" % (old, new), DeprecationWarning, stacklevel=3)

    def isDaemon(self):
        """Old form of `daemon`."""
        self._warn_old("isDaemon()", "get the daemon attribute")
        return self.daemon

    def setDaemon(self, daemonic):
        """Old form of setting `daemon`."""
        self._warn_old("setDaemon()", "set the daemon attribute")
        self.daemon = daemonic

    def getName(self):
        """Old form of `name`."""
        self._warn_old("getName()", "get the name attribute")
        return self.name

    def setName(self, name):
        """Old form of setting `name`."""
        self._warn_old("setName()", "set the name attribute")
        self.name = name


class ExceptHookArgs(tuple):
    """What excepthook() gets: exc_type, exc_value, exc_traceback, thread."""
    __slots__ = ()
    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    thread = property(lambda self: self[3])

    def __new__(cls, args):
        self = tuple.__new__(cls, args)
        if len(self) != 4:
            raise TypeError("_thread._ExceptHookArgs() takes a 4-sequence (%d-sequence given)" % len(self))
        return self

    def __repr__(self):
        return ("_thread._ExceptHookArgs(exc_type=%r, exc_value=%r, exc_traceback=%r, thread=%r)" % tuple(self))


def excepthook(args, /):
    """Print an exception that a thread did not catch."""
    if args.exc_type == SystemExit:
        return
    thread = args.thread
    name = thread.name if thread is not None else get_ident()
    stderr = _sys.stderr
    if stderr is None:
        if thread is None or thread._stderr is None:
            return
        stderr = thread._stderr
    import traceback
    print("Exception in thread %s:" % name, file=stderr, flush=True)
    traceback.print_exception(args.exc_type, args.exc_value, args.exc_traceback, file=stderr)
    stderr.flush()


__excepthook__ = excepthook


class Timer(Thread):
    """A thread that calls a function after a time, unless it is cancelled."""

    def __init__(self, interval, function, args=None, kwargs=None):
        Thread.__init__(self)
        self.interval = interval
        self.function = function
        self.args = args if args is not None else []
        self.kwargs = kwargs if kwargs is not None else {}
        self.finished = Event()

    def cancel(self):
        """Stop the timer if it has not called yet."""
        self.finished.set()

    def run(self):
        self.finished.wait(self.interval)
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()


class _MainThread(Thread):
    def __init__(self):
        self._name = "MainThread"
        self._daemonic = False
        self._ident = get_ident()
        self._native_id = get_native_id()
        self._started = Event()
        self._started._flag = True
        self._is_stopped = False
        self._done = _allocate_lock()
        self._done.acquire()
        self._locals = []
        self._stderr = _sys.stderr
        self._initialized = True
        _active[self._ident] = self


class _DummyThread(Thread):
    """Stands for a thread that was not started here."""

    def __init__(self):
        self._ident = get_ident()
        _active[self._ident] = self  # current_thread() finds it from here on
        self._daemonic = True
        Thread.__init__(self, name="Dummy-%d" % _counter(), daemon=True)
        self._started.set()
        self._ident = get_ident()
        self._native_id = get_native_id()

    def is_alive(self):
        return True

    def join(self, timeout=None):
        raise RuntimeError("cannot join a dummy thread")


def current_thread():
    """The Thread that runs this."""
    try:
        return _active[get_ident()]
    except KeyError:
        if "_main_thread" not in globals():
            return _NoThread
        return _DummyThread()


class _NoThread:  # stands for the first thread while that is being made
    daemon = False


currentThread = current_thread


def active_count():
    """How many threads are alive."""
    with _active_lock:
        return len(_active) + len(_limbo)


activeCount = active_count


def enumerate():
    """The threads that are alive."""
    with _active_lock:
        return list(_active.values()) + list(_limbo.values())


_at_exit = []


def _register_atexit(func, *arg, **kwargs):
    """Call a function before the threads are joined at the end."""
    if _main_thread._is_stopped:
        raise RuntimeError("can't register atexit after shutdown")
    _at_exit.append((func, arg, kwargs))


def _shutdown():
    """At the end of the program: wait for all threads but the daemons."""
    if _main_thread._is_stopped:
        return
    _main_thread._is_stopped = True
    _main_thread._done.release()
    for func, args, kwargs in reversed(_at_exit):
        func(*args, **kwargs)
    while True:
        with _active_lock:
            left = [t for t in [*_active.values(), *_limbo.values()]
                    if t is not _main_thread and not t._daemonic]
        if not left:
            return
        for thread in left:
            thread._started.wait()
            if thread._done is not None and not thread._is_stopped:
                thread._done.acquire()
                thread._done.release()


def main_thread():
    """The first thread."""
    return _main_thread


_main_thread = _MainThread()
