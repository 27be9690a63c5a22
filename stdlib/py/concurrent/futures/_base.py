"""Futures, and ways to wait for several."""
import threading
import time
from types import GenericAlias

FIRST_COMPLETED = "FIRST_COMPLETED"
FIRST_EXCEPTION = "FIRST_EXCEPTION"
ALL_COMPLETED = "ALL_COMPLETED"
PENDING, RUNNING, CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED = ("PENDING", "RUNNING", "CANCELLED",
                                                                 "CANCELLED_AND_NOTIFIED", "FINISHED")
_STATE_TEXT = {PENDING: "pending", RUNNING: "running", CANCELLED: "cancelled", CANCELLED_AND_NOTIFIED: "cancelled",
               FINISHED: "finished"}


class Error(Exception):
    """Base of the errors here."""


class CancelledError(Error):
    """The future was cancelled."""


TimeoutError = TimeoutError


class InvalidStateError(Error):
    """The operation is not allowed in this state."""


class BrokenExecutor(RuntimeError):
    """An executor cannot go on."""


class Future:
    """A result that will be there."""

    def __init__(self):
        self._condition = threading.Condition()
        self._state = PENDING
        self._result = None
        self._exception = None
        self._waiters = []
        self._done_callbacks = []

    def _invoke_callbacks(self):
        for callback in self._done_callbacks:
            try:
                callback(self)
            except Exception:
                import logging
                logging.getLogger("concurrent.futures").exception("exception calling callback for %r", self)

    def __repr__(self):
        with self._condition:
            text = "<%s at %#x state=%s" % (self.__class__.__name__, id(self), _STATE_TEXT[self._state])
            if self._state == FINISHED:
                if self._exception:
                    return text + " raised %s>" % self._exception.__class__.__name__
                return text + " returned %s>" % self._result.__class__.__name__
            return text + ">"

    def cancel(self):
        """Cancel the call unless it runs or is done."""
        with self._condition:
            if self._state in (RUNNING, FINISHED):
                return False
            if self._state in (CANCELLED, CANCELLED_AND_NOTIFIED):
                return True
            self._state = CANCELLED
            self._condition.notify_all()
        self._invoke_callbacks()
        return True

    def cancelled(self):
        """Was it cancelled?"""
        with self._condition:
            return self._state in (CANCELLED, CANCELLED_AND_NOTIFIED)

    def running(self):
        """Does it run?"""
        with self._condition:
            return self._state == RUNNING

    def done(self):
        """Is it done or cancelled?"""
        with self._condition:
            return self._state in (CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED)

    def add_done_callback(self, fn):
        """Call a function with the future when it is done."""
        with self._condition:
            if self._state not in (CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED):
                self._done_callbacks.append(fn)
                return
        try:
            fn(self)
        except Exception:
            import logging
            logging.getLogger("concurrent.futures").exception("exception calling callback for %r", self)

    def _wait(self, timeout):
        if self._state not in (CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED):
            self._condition.wait(timeout)
        if self._state in (CANCELLED, CANCELLED_AND_NOTIFIED):
            raise CancelledError()
        if self._state != FINISHED:
            raise TimeoutError()

    def result(self, timeout=None):
        """The result; waits for it and raises the exception."""
        try:
            with self._condition:
                self._wait(timeout)
                if self._exception:
                    try:
                        raise self._exception
                    finally:
                        self = None
                return self._result
        finally:
            self = None

    def exception(self, timeout=None):
        """The exception, or None; waits."""
        with self._condition:
            self._wait(timeout)
            return self._exception

    def set_running_or_notify_cancel(self):
        """For executors: it runs from here on; False if it was cancelled."""
        with self._condition:
            if self._state == CANCELLED:
                self._state = CANCELLED_AND_NOTIFIED
                for waiter in self._waiters:
                    waiter.add_cancelled(self)
                return False
            if self._state == PENDING:
                self._state = RUNNING
                return True
            raise RuntimeError("Future in unexpected state")

    def set_result(self, result):
        """For executors: the result."""
        with self._condition:
            if self._state in (CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED):
                raise InvalidStateError("{}: {!r}".format(self._state, self))
            self._result = result
            self._state = FINISHED
            for waiter in self._waiters:
                waiter.add_result(self)
            self._condition.notify_all()
        self._invoke_callbacks()

    def set_exception(self, exception):
        """For executors: the exception."""
        with self._condition:
            if self._state in (CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED):
                raise InvalidStateError("{}: {!r}".format(self._state, self))
            self._exception = exception
            self._state = FINISHED
            for waiter in self._waiters:
                waiter.add_exception(self)
            self._condition.notify_all()
        self._invoke_callbacks()

    __class_getitem__ = classmethod(GenericAlias)


class _Waiter:
    """Collects futures as they are done."""

    def __init__(self, pending=None, stop_on_exception=False, first=False):
        self.event = threading.Event()
        self.finished = []
        self.pending = pending
        self.stop_on_exception = stop_on_exception
        self.first = first
        self.lock = threading.Lock()

    def _add(self, future, failed):
        with self.lock:
            self.finished.append(future)
            if self.pending is not None:
                self.pending -= 1
            if self.first or self.pending == 0 or failed and self.stop_on_exception:
                self.event.set()

    def add_result(self, future):
        self._add(future, False)

    def add_exception(self, future):
        self._add(future, True)

    def add_cancelled(self, future):
        self._add(future, False)


def _done(futures):
    return {f for f in futures if f._state in (CANCELLED_AND_NOTIFIED, FINISHED)}


class _Acquire:
    """The conditions of several futures, taken in one order."""

    def __init__(self, futures):
        self.futures = sorted(futures, key=id)

    def __enter__(self):
        for future in self.futures:
            future._condition.acquire()

    def __exit__(self, *args):
        for future in self.futures:
            future._condition.release()


def as_completed(fs, timeout=None):
    """The futures in the order in which they are done."""
    end = None if timeout is None else timeout + time.monotonic()
    fs = set(fs)
    total = len(fs)
    with _Acquire(fs):
        finished = _done(fs)
        pending = fs - finished
        waiter = _Waiter(first=True)
        for f in pending:
            f._waiters.append(waiter)
    finished = list(finished)
    try:
        while finished:
            yield finished.pop()
        while pending:
            left = None
            if end is not None:
                left = end - time.monotonic()
                if left < 0:
                    raise TimeoutError("%d (of %d) futures unfinished" % (len(pending), total))
            waiter.event.wait(left)
            with waiter.lock:
                finished, waiter.finished = waiter.finished, []
                waiter.event.clear()
            for f in finished:
                with f._condition:
                    f._waiters.remove(waiter)
                pending.discard(f)
            finished.reverse()
            while finished:
                yield finished.pop()
    finally:
        for f in pending:
            with f._condition:
                if waiter in f._waiters:
                    f._waiters.remove(waiter)


class DoneAndNotDoneFutures(tuple):
    """(done, not_done)."""
    __slots__ = ()
    done = property(lambda self: self[0])
    not_done = property(lambda self: self[1])

    def __new__(cls, done, not_done):
        return tuple.__new__(cls, (done, not_done))

    def __repr__(self):
        return "DoneAndNotDoneFutures(done=%r, not_done=%r)" % (self[0], self[1])


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """Wait for several futures: (done, not_done)."""
    fs = set(fs)
    with _Acquire(fs):
        done = _done(fs)
        not_done = fs - done
        if return_when == FIRST_COMPLETED and done:
            return DoneAndNotDoneFutures(done, not_done)
        if return_when == FIRST_EXCEPTION and any(not f.cancelled() and f.exception() is not None for f in done):
            return DoneAndNotDoneFutures(done, not_done)
        if len(done) == len(fs):
            return DoneAndNotDoneFutures(done, not_done)
        if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
            raise ValueError("Invalid return condition: %r" % return_when)
        waiter = _Waiter(len(not_done), return_when == FIRST_EXCEPTION, return_when == FIRST_COMPLETED)
        for f in not_done:
            f._waiters.append(waiter)
    waiter.event.wait(timeout)
    for f in not_done:
        with f._condition:
            f._waiters.remove(waiter)
    done.update(waiter.finished)
    return DoneAndNotDoneFutures(done, fs - done)


class Executor:
    """Runs calls somewhere else."""

    def submit(self, fn, /, *args, **kwargs):
        """Call a function; a future of its result."""
        raise NotImplementedError()

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        """The results of a function for the items of iterables, in order."""
        end = None if timeout is None else timeout + time.monotonic()
        fs = [self.submit(fn, *args) for args in zip(*iterables)]

        def results():
            try:
                fs.reverse()
                while fs:
                    if end is None:
                        yield _result_or_cancel(fs.pop())
                    else:
                        yield _result_or_cancel(fs.pop(), end - time.monotonic())
            finally:
                for future in fs:
                    future.cancel()

        return results()

    def shutdown(self, wait=True, *, cancel_futures=False):
        """No further calls."""

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown(wait=True)
        return False


def _result_or_cancel(fut, timeout=None):
    try:
        try:
            return fut.result(timeout)
        finally:
            fut.cancel()
    finally:
        del fut
