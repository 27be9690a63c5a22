"""Pools of workers: threads only."""
from concurrent.futures import ThreadPoolExecutor

__all__ = ["Pool", "ThreadPool"]


class AsyncResult:
    """A result that will be there."""

    def __init__(self, futures, single, callback=None, error_callback=None):
        self._futures = futures
        self._single = single
        for f in futures:
            if callback or error_callback:
                f.add_done_callback(lambda f: self._called(callback, error_callback))
        self._told = False

    def _called(self, callback, error_callback):
        if self.ready() and not self._told:
            self._told = True
            try:
                value = self.get()
            except Exception as e:
                if error_callback:
                    error_callback(e)
            else:
                if callback:
                    callback(value)

    def get(self, timeout=None):
        """The result; waits for it."""
        values = [f.result(timeout) for f in self._futures]
        return values[0] if self._single else values

    def wait(self, timeout=None):
        """Wait for the result."""
        from concurrent.futures import wait
        wait(self._futures, timeout)

    def ready(self):
        """Is it there?"""
        return all(f.done() for f in self._futures)

    def successful(self):
        """Is it there and no exception?"""
        if not self.ready():
            raise ValueError("{0!r} not ready".format(self))
        return all(f.exception() is None for f in self._futures)


class ThreadPool:
    """Runs calls in a number of threads."""

    def __init__(self, processes=None, initializer=None, initargs=()):
        self._executor = ThreadPoolExecutor(processes, initializer=initializer, initargs=initargs)

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.terminate()

    def apply(self, func, args=(), kwds={}):
        """The result of one call."""
        return self._executor.submit(func, *args, **kwds).result()

    def apply_async(self, func, args=(), kwds={}, callback=None, error_callback=None):
        """One call; an AsyncResult."""
        return AsyncResult([self._executor.submit(func, *args, **kwds)], True, callback, error_callback)

    def map(self, func, iterable, chunksize=None):
        """The results for all items."""
        return self.map_async(func, iterable).get()

    def map_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        """Calls for all items; an AsyncResult."""
        return AsyncResult([self._executor.submit(func, x) for x in iterable], False, callback, error_callback)

    def starmap(self, func, iterable, chunksize=None):
        """map() with the arguments of each call in a tuple."""
        return self.starmap_async(func, iterable).get()

    def starmap_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        """map_async() with the arguments of each call in a tuple."""
        return AsyncResult([self._executor.submit(func, *x) for x in iterable], False, callback, error_callback)

    def imap(self, func, iterable, chunksize=1):
        """The results one after the other."""
        futures = [self._executor.submit(func, x) for x in iterable]
        return (f.result() for f in futures)

    def imap_unordered(self, func, iterable, chunksize=1):
        """The results as they come."""
        from concurrent.futures import as_completed
        futures = [self._executor.submit(func, x) for x in iterable]
        return (f.result() for f in as_completed(futures))

    def close(self):
        """No further calls."""
        self._executor.shutdown(wait=False)

    def terminate(self):
        """Stop as soon as the running calls are done."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def join(self):
        """Wait for the threads."""
        self._executor.shutdown(wait=True)


def Pool(processes=None, *args, **kwargs):
    """Raises NotImplementedError; ThreadPool works."""
    from . import _unsupported
    _unsupported("Pool")
