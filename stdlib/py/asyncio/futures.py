"""Futures: results that are not there yet."""
import contextvars
from types import GenericAlias

from . import events, exceptions

_PENDING, _CANCELLED, _FINISHED = "PENDING", "CANCELLED", "FINISHED"


def isfuture(obj):
    """Whether obj can be awaited as futures are, of whatever class it is."""
    return hasattr(type(obj), "_asyncio_future_blocking") and obj._asyncio_future_blocking is not None


class Future:
    """A place for one outcome: a result, an exception or a cancellation. All its methods belong to the loop's thread."""
    _state = _PENDING
    _loop = _result = _exception = _exception_tb = None
    _cancel_message = _cancelled_exc = None
    _asyncio_future_blocking = False  # true from __await__ to the task's receipt: tells `await` from a bare yield
    _log_traceback = False  # an exception that nobody has seen

    def __init__(self, *, loop=None):
        self._callbacks = []  # pairs of a function and its context
        self._loop = events.get_event_loop() if loop is None else loop

    __class_getitem__ = classmethod(GenericAlias)

    def __repr__(self):
        return f"<{type(self).__name__} {' '.join(self._info())}>"

    def _info(self):
        shown = [self._state.lower()]
        if self._exception is not None:
            shown.append(f"exception={self._exception!r}")
        elif self._state == _FINISHED:
            from reprlib import repr as short
            shown.append(f"result={short(self._result)}")
        called = [events._described_call(f, ()) for f, _ in self._callbacks]
        if len(called) > 2:
            called[1:-1] = [f"<{len(called) - 2} more>"]
        if called:
            shown.append(f"cb=[{', '.join(called)}]")
        return shown

    def __del__(self):
        if self._log_traceback:
            self._loop.call_exception_handler({"message": f"{type(self).__name__} exception was never retrieved",
                                               "exception": self._exception, "future": self})

    def get_loop(self):
        """The loop that calls the callbacks."""
        if self._loop is None:
            raise RuntimeError("Future object is not initialized.")
        return self._loop

    # -- Looking at the outcome

    def done(self):
        """Whether there is an outcome."""
        return self._state != _PENDING

    def cancelled(self):
        """Whether it was cancelled."""
        return self._state == _CANCELLED

    def _make_cancelled_error(self):
        # The exception that ended a task is raised once, where it is awaited.
        failure, self._cancelled_exc = self._cancelled_exc, None
        if failure is None:
            message = self._cancel_message
            failure = exceptions.CancelledError() if message is None else exceptions.CancelledError(message)
        return failure

    def _look(self, what):
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state == _PENDING:
            raise exceptions.InvalidStateError(f"{what} is not set.")
        self._log_traceback = False

    def result(self):
        """The result; raises the exception, or CancelledError."""
        self._look("Result")
        if self._exception is not None:
            try:
                raise self._exception.with_traceback(self._exception_tb)
            finally:
                self = None  # the traceback shall not keep it
        return self._result

    def exception(self):
        """The exception, or None behind a result; raises CancelledError."""
        self._look("Exception")
        return self._exception

    # -- Setting it

    def cancel(self, msg=None):
        """End it as cancelled; False when it has an outcome already."""
        self._log_traceback = False
        if self.done():
            return False
        self._cancel_message = msg
        self._end(_CANCELLED)
        return True

    def set_result(self, result):
        """End it with a result."""
        self._check_pending()
        self._result = result
        self._end(_FINISHED)

    def set_exception(self, exception):
        """End it with an exception, or one of a class."""
        self._check_pending()
        if isinstance(exception, type):
            exception = exception()
        if not isinstance(exception, BaseException):
            raise TypeError("invalid exception object")
        if type(exception) is StopIteration:
            raise TypeError("StopIteration interacts badly with generators and cannot be raised into a Future")
        self._exception, self._exception_tb = exception, exception.__traceback__
        self._end(_FINISHED)
        self._log_traceback = True

    def _check_pending(self):
        if self.done():
            raise exceptions.InvalidStateError("invalid state")

    def _end(self, state):
        self._state = state
        callbacks, self._callbacks = self._callbacks, []
        for function, context in callbacks:
            self._loop.call_soon(function, self, context=context)

    # -- Waiting for it

    def add_done_callback(self, fn, *, context=None):
        """Have the loop call fn(self) once there is an outcome."""
        if self.done():
            self._loop.call_soon(fn, self, context=context)
        else:
            self._callbacks.append((fn, contextvars.copy_context() if context is None else context))

    def remove_done_callback(self, fn):
        """Forget a callback; how many times it was there."""
        before = len(self._callbacks)
        self._callbacks = [pair for pair in self._callbacks if pair[0] != fn]
        return before - len(self._callbacks)

    def __await__(self):
        if not self.done():
            self._asyncio_future_blocking = True
            yield self
            if not self.done():
                raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__


def _set_result_unless_cancelled(future, result):
    if not future.cancelled():
        future.set_result(result)


# -- Futures of threads


def wrap_future(future, *, loop=None):
    """A future of a loop that follows one of concurrent.futures."""
    if isfuture(future):
        return future
    from concurrent.futures import Future as ThreadFuture
    assert isinstance(future, ThreadFuture), f"concurrent.futures.Future is expected, got {future!r}"
    follower = (events.get_event_loop() if loop is None else loop).create_future()
    _chain(future, follower)
    return follower


def _take_outcome(source, dest):
    """End a pending future as another, which is done, has ended."""
    if source.cancelled():
        dest.cancel()
    elif (failure := source.exception()) is not None:
        dest.set_exception(failure)
    else:
        dest.set_result(source.result())


def _asyncio_error(failure):
    """The exception for awaiting code that stands for one of threads."""
    import concurrent.futures as threads
    ours = {threads.CancelledError: exceptions.CancelledError,
            threads.InvalidStateError: exceptions.InvalidStateError}.get(type(failure))
    return failure if ours is None else ours(*failure.args)


def _chain(source, dest):
    """End dest when source ends, and cancel source when dest is cancelled. Either may be a future of a loop or of threads;
    one of a loop is touched in the loop's own thread only."""
    source_loop, dest_loop = [f.get_loop() if isfuture(f) else None for f in (source, dest)]

    def follow():
        if dest_loop is None:
            if source.cancelled():
                dest.cancel()
            if dest.set_running_or_notify_cancel():
                _take_outcome(source, dest)
        elif not dest.done():
            if not source.cancelled() and (failure := source.exception()) is not None:
                dest.set_exception(_asyncio_error(failure))
            else:
                _take_outcome(source, dest)

    def on_source(_):
        if dest_loop is None or dest_loop is source_loop:
            follow()
        elif not dest_loop.is_closed():
            dest_loop.call_soon_threadsafe(follow)

    def on_dest(_):
        if dest.cancelled():
            if source_loop is None or source_loop is dest_loop:
                source.cancel()
            else:
                source_loop.call_soon_threadsafe(source.cancel)

    dest.add_done_callback(on_dest)
    source.add_done_callback(on_source)
