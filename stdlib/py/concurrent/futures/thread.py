"""An executor of threads."""
import itertools
import os
import queue
import threading
import types
import weakref

from . import _base

_executors = weakref.WeakSet()
_shutdown = False


def _at_exit():
    """Before the threads are joined: they end when their queues are empty."""
    global _shutdown
    _shutdown = True
    for executor in list(_executors):
        executor._work_queue.put(None)


threading._register_atexit(_at_exit)


class BrokenThreadPool(_base.BrokenExecutor):
    """A thread's initializer failed."""


class _WorkItem:
    def __init__(self, future, fn, args, kwargs):
        self.future = future
        self.fn = fn
        self.args = args
        self.kwargs = kwargs

    def run(self):
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            result = self.fn(*self.args, **self.kwargs)
        except BaseException as exc:
            self.future.set_exception(exc)
            self = None
        else:
            self.future.set_result(result)

    __class_getitem__ = classmethod(types.GenericAlias)


def _worker(executor_ref, work_queue, initializer, initargs):
    if initializer is not None:
        try:
            initializer(*initargs)
        except BaseException:
            import logging
            logging.getLogger("concurrent.futures").critical("Exception in initializer:", exc_info=True)
            executor = executor_ref()
            if executor is not None:
                executor._initializer_failed()
            return
    while True:
        try:
            item = work_queue.get_nowait()
        except queue.Empty:
            executor = executor_ref()
            if executor is not None:
                executor._idle.release()
            del executor
            item = work_queue.get(block=True)
        if item is not None:
            item.run()
            del item
            continue
        executor = executor_ref()
        if _shutdown or executor is None or executor._shutdown:
            if executor is not None:
                executor._shutdown = True
            work_queue.put(None)
            return
        del executor


class ThreadPoolExecutor(_base.Executor):
    """Runs calls in threads, as many as are needed up to a bound."""
    _counter = itertools.count().__next__

    def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=()):
        if max_workers is None:
            max_workers = min(32, (os.cpu_count() or 1) + 4)
        if max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        self._max_workers = max_workers
        self._work_queue = queue.SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._threads = set()
        self._broken = False
        self._shutdown = False
        self._shutdown_lock = threading.Lock()
        self._thread_name_prefix = thread_name_prefix or "ThreadPoolExecutor-%d" % self._counter()
        self._initializer = initializer
        self._initargs = initargs
        _executors.add(self)

    def submit(self, fn, /, *args, **kwargs):
        with self._shutdown_lock:
            if self._broken:
                raise BrokenThreadPool(self._broken)
            if self._shutdown:
                raise RuntimeError("cannot schedule new futures after shutdown")
            if _shutdown:
                raise RuntimeError("cannot schedule new futures after interpreter shutdown")
            future = _base.Future()
            self._work_queue.put(_WorkItem(future, fn, args, kwargs))
            self._adjust()
            return future

    submit.__doc__ = _base.Executor.submit.__doc__

    def _adjust(self):
        if self._idle.acquire(timeout=0):
            return

        def wake(_, q=self._work_queue):
            q.put(None)

        n = len(self._threads)
        if n < self._max_workers:
            thread = threading.Thread(name="%s_%d" % (self._thread_name_prefix or self, n), target=_worker,
                                      args=(weakref.ref(self, wake), self._work_queue, self._initializer,
                                            self._initargs))
            self._threads.add(thread)
            thread.start()

    def _initializer_failed(self):
        with self._shutdown_lock:
            self._broken = "A thread initializer failed, the thread pool is not usable anymore"
            while True:
                try:
                    item = self._work_queue.get_nowait()
                except queue.Empty:
                    break
                if item is not None:
                    item.future.set_exception(BrokenThreadPool(self._broken))

    def shutdown(self, wait=True, *, cancel_futures=False):
        with self._shutdown_lock:
            self._shutdown = True
            if cancel_futures:
                while True:
                    try:
                        item = self._work_queue.get_nowait()
                    except queue.Empty:
                        break
                    if item is not None:
                        item.future.cancel()
            self._work_queue.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    shutdown.__doc__ = _base.Executor.shutdown.__doc__
