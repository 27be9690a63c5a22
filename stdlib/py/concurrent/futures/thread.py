"""An executor of threads."""
import itertools
import os
import queue
import threading
import weakref

from . import _base

_executors = weakref.WeakSet()
_ending = False  # the program ends: no further calls


def _at_exit():
    """Before the threads are joined: they end when their queues are empty."""
    global _ending
    _ending = True
    for executor in list(_executors):
        executor._calls.put(None)


threading._register_atexit(_at_exit)


class BrokenThreadPool(_base.BrokenExecutor):
    """A thread's initializer failed."""


def _run(future, function, args, kwargs):
    """Make a call for its future, unless that was cancelled."""
    if future.set_running_or_notify_cancel():
        try:
            value = function(*args, **kwargs)
        except BaseException as failure:
            future.set_exception(failure)
            del future  # which keeps the exception, whose traceback keeps this frame
        else:
            future.set_result(value)


def _begin(executor_ref, initializer, arguments):
    """Call the initializer of a thread; False if it failed, which makes the executor useless."""
    try:
        initializer(*arguments)
        return True
    except BaseException:
        import logging
        logging.getLogger("concurrent.futures").critical("Exception in initializer:", exc_info=True)
        executor = executor_ref()
        if executor is not None:
            executor._give_up()
        return False


def _serve(executor_ref, calls, initializer, arguments):
    """What a thread does: take calls until the executor is gone or shut down. None in the queue only wakes it."""
    if initializer is not None and not _begin(executor_ref, initializer, arguments):
        return
    while True:
        try:
            call = calls.get_nowait()
        except queue.Empty:
            executor = executor_ref()
            if executor is not None:
                executor._idle.release()
            executor = None  # while it waits, it must not keep the executor
            call = calls.get()
        if call is not None:
            _run(*call)
            call = None
        elif _is_over(executor_ref()):
            calls.put(None)  # for the next thread
            return


def _is_over(executor):
    if executor is None:
        return True
    if _ending:
        executor._shutdown = True
    return executor._shutdown


class ThreadPoolExecutor(_base.Executor):
    """Runs calls in threads, as many as are needed up to a bound."""
    _numbers = itertools.count()

    def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=()):
        most = min((os.cpu_count() or 1) + 4, 32) if max_workers is None else max_workers
        if most <= 0:
            raise ValueError("max_workers must be greater than 0")
        if not (initializer is None or callable(initializer)):
            raise TypeError("initializer must be a callable")
        self._most, self._threads, self._idle = most, set(), threading.Semaphore(0)
        self._calls, self._lock = queue.SimpleQueue(), threading.Lock()
        self._broken = self._shutdown = False
        self._thread_name_prefix = thread_name_prefix or "ThreadPoolExecutor-%d" % next(self._numbers)
        self._beginning = initializer, initargs
        _executors.add(self)

    _max_workers = property(lambda self: self._most)  # which scripts look up

    def submit(self, fn, /, *args, **kwargs):
        """Call a function in a thread; a future of its result."""
        with self._lock:
            if self._broken:
                raise BrokenThreadPool(self._broken)
            if self._shutdown or _ending:
                during = "shutdown" if self._shutdown else "interpreter shutdown"
                raise RuntimeError("cannot schedule new futures after " + during)
            future = _base.Future()
            self._calls.put((future, fn, args, kwargs))
            if not self._idle.acquire(blocking=False) and len(self._threads) < self._most:
                self._start_thread()
            return future

    def _start_thread(self):
        calls = self._calls
        here = weakref.ref(self, lambda gone: calls.put(None))
        name = "%s_%d" % (self._thread_name_prefix, len(self._threads))
        thread = threading.Thread(target=_serve, name=name, args=(here, calls, *self._beginning))
        self._threads.add(thread)
        thread.start()

    def _drop_calls(self, drop):
        """Take all calls that wait out of the queue, and do something with their futures."""
        try:
            while True:
                call = self._calls.get_nowait()
                if call is not None:
                    drop(call[0])
        except queue.Empty:
            pass

    def _give_up(self):
        with self._lock:
            self._broken = "A thread initializer failed, the thread pool is not usable anymore"
            self._drop_calls(lambda future: future.set_exception(BrokenThreadPool(self._broken)))

    def shutdown(self, wait=True, *, cancel_futures=False):
        """No further calls; waits for those that were submitted, or cancels those that do not run yet."""
        with self._lock:
            self._shutdown = True
            if cancel_futures:
                self._drop_calls(_base.Future.cancel)
            self._calls.put(None)
        if wait:
            for thread in self._threads:
                thread.join()
