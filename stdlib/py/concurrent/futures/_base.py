"""Futures, ways to wait for several, and what executors share."""
import threading
import time
from types import GenericAlias

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"
PENDING, RUNNING, CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED = (
    "PENDING", "RUNNING", "CANCELLED", "CANCELLED_AND_NOTIFIED", "FINISHED")
_WHEN_CANCELLED = CANCELLED, CANCELLED_AND_NOTIFIED
_WHEN_DONE = *_WHEN_CANCELLED, FINISHED
_WHEN_TOLD = CANCELLED_AND_NOTIFIED, FINISHED  # those that wait for it know by then


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

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self):
        self._condition, self._state = threading.Condition(), PENDING
        self._result = self._exception = None
        self._waiters, self._done_callbacks = [], []

    def __repr__(self):
        with self._condition:
            state, failure, result = self._state, self._exception, self._result
        word = "cancelled" if state in _WHEN_CANCELLED else state.lower()
        if state == FINISHED:
            word += " raised %s" % type(failure).__name__ if failure else " returned %s" % type(result).__name__
        return "<%s at %#x state=%s>" % (type(self).__name__, id(self), word)

    def _tell(self, callback):
        """Call one that asked to be told; nobody waits for its errors."""
        try:
            callback(self)
        except Exception:
            import logging
            logging.getLogger("concurrent.futures").exception("exception calling callback for %r", self)

    def _is(self, states):
        with self._condition:
            return self._state in states

    def cancelled(self):
        """Was it cancelled?"""
        return self._is(_WHEN_CANCELLED)

    def running(self):
        """Does it run?"""
        return self._is((RUNNING,))

    def done(self):
        """Is it done or cancelled?"""
        return self._is(_WHEN_DONE)

    def cancel(self):
        """Cancel the call unless it runs or is done."""
        with self._condition:
            if self._state != PENDING:
                return self._state in _WHEN_CANCELLED
            self._state = CANCELLED
            self._condition.notify_all()
        for callback in self._done_callbacks:
            self._tell(callback)
        return True

    def add_done_callback(self, fn):
        """Call a function with the future when it is done."""
        with self._condition:
            wait = self._state not in _WHEN_DONE
            if wait:
                self._done_callbacks.append(fn)
        if not wait:
            self._tell(fn)

    def _outcome(self, timeout):
        """(result, exception) once it is done."""
        with self._condition:
            if self._state not in _WHEN_DONE:
                self._condition.wait(timeout)
            if self._state in _WHEN_CANCELLED:
                raise CancelledError()
            if self._state not in _WHEN_DONE:
                raise TimeoutError()
            return self._result, self._exception

    def result(self, timeout=None):
        """The result; waits for it and raises the exception."""
        try:
            value, failure = self._outcome(timeout)
            if failure:
                raise failure
            return value
        finally:
            self = failure = None  # the traceback of the exception would keep them, and they keep the exception

    def exception(self, timeout=None):
        """The exception, or None; waits."""
        return self._outcome(timeout)[1]

    # For executors.

    def set_running_or_notify_cancel(self):
        """It runs from here on; False if it was cancelled."""
        with self._condition:
            if self._state not in (PENDING, CANCELLED):
                raise RuntimeError("Future in unexpected state")
            starts = self._state == PENDING
            self._state = RUNNING if starts else CANCELLED_AND_NOTIFIED
            if not starts:
                for waiter in self._waiters:
                    waiter.take(self)
            return starts

    def _finish(self, **outcome):
        with self._condition:
            if self._state in _WHEN_DONE:
                raise InvalidStateError("%s: %r" % (self._state, self))
            vars(self).update(outcome, _state=FINISHED)
            for waiter in self._waiters:
                waiter.take(self)
            self._condition.notify_all()
        for callback in self._done_callbacks:
            self._tell(callback)

    def set_result(self, result):
        """It is done, with a result."""
        self._finish(_result=result)

    def set_exception(self, exception):
        """It is done, with an exception."""
        self._finish(_exception=exception)


class _Watch:
    """Sees futures end: `woken` is set once `enough(watch, future)` says so."""

    def __init__(self, futures, enough):
        self.enough, self.woken, self.lock = enough, threading.Event(), threading.Lock()
        self.ended, self.missing = [], 0
        # All at once, in an order that no two threads can disagree about.
        ordered = sorted(futures, key=id)
        for future in ordered:
            future._condition.acquire()
        try:
            self.before = {future for future in ordered if future._state in _WHEN_TOLD}
            self.open = set(ordered) - self.before
            self.missing = len(self.open)
            for future in self.open:
                future._waiters.append(self)
        finally:
            for future in ordered:
                future._condition.release()

    def take(self, future):
        """Called by a future that ends."""
        with self.lock:
            self.ended.append(future)
            self.missing -= 1
            if self.enough(self, future):
                self.woken.set()

    def take_ended(self):
        """Those that ended since this was asked last."""
        with self.lock:
            new, self.ended = self.ended, []
            self.woken.clear()
        return new

    def leave(self, futures):
        """Stop watching some."""
        for future in futures:
            with future._condition:
                if self in future._waiters:
                    future._waiters.remove(self)


def as_completed(fs, timeout=None):
    """The futures in the order in which they are done."""
    until = None if timeout is None else time.monotonic() + timeout
    watch = _Watch(set(fs), lambda watch, future: True)
    total, left = len(watch.before) + len(watch.open), watch.open
    try:
        yield from _forgetting(list(watch.before))
        while left:
            remaining = None if until is None else until - time.monotonic()
            if remaining is not None and remaining < 0:
                raise TimeoutError("%d (of %d) futures unfinished" % (len(left), total))
            watch.woken.wait(remaining)
            new = watch.take_ended()
            watch.leave(new)
            left.difference_update(new)
            yield from _forgetting(new[::-1])
    finally:
        watch.leave(left)


def _forgetting(futures):
    """The items of a list from its end, which it loses: nothing here keeps a future alive that the caller dropped."""
    while futures:
        yield futures.pop()


class DoneAndNotDoneFutures(tuple):
    """(done, not_done)."""
    __slots__ = ()
    done = property(lambda self: self[0])
    not_done = property(lambda self: self[1])

    def __new__(cls, done, not_done):
        return tuple.__new__(cls, (done, not_done))

    def __repr__(self):
        return "DoneAndNotDoneFutures(done=%r, not_done=%r)" % self[:2]


def _failed(future):
    return future._state == FINISHED and future._exception is not None


# By what wait() is to return for: whether that is so when a future has ended.
_ENOUGH = {
    FIRST_COMPLETED: lambda watch, future: True,
    FIRST_EXCEPTION: lambda watch, future: watch.missing == 0 or _failed(future),
    ALL_COMPLETED: lambda watch, future: watch.missing == 0,
}


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """Wait for several futures: (done, not_done)."""
    every = set(fs)
    enough = _ENOUGH.get(return_when)
    watch = _Watch(every, enough or (lambda watch, future: True))
    done = watch.before
    try:
        if watch.open:
            if enough is None:
                raise ValueError("Invalid return condition: %r" % return_when)
            if not any(enough(watch, future) for future in done):
                watch.woken.wait(timeout)
    finally:
        watch.leave(watch.open)
    done = done.union(watch.ended)
    return DoneAndNotDoneFutures(done, every - done)


class Executor:
    """Runs calls somewhere else."""

    def __enter__(self):
        return self

    def __exit__(self, kind, failure, trace):
        self.shutdown(wait=True)
        return False

    def submit(self, fn, /, *args, **kwargs):
        """Call a function; a future of its result."""
        raise NotImplementedError()

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        """The results of a function for the items of iterables, in order. All calls are submitted at once."""
        until = None if timeout is None else time.monotonic() + timeout
        submitted = [self.submit(fn, *items) for items in zip(*iterables)]

        def results():
            try:
                for future in _forgetting(submitted):
                    try:
                        value = future.result(until if until is None else until - time.monotonic())
                    finally:
                        future.cancel()
                        del future
                    yield value
            finally:
                for future in submitted:
                    future.cancel()

        submitted.reverse()
        return results()

    def shutdown(self, wait=True, *, cancel_futures=False):
        """No further calls."""
