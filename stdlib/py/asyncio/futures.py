"""Results that are not there yet."""
import contextvars
import sys
from types import GenericAlias

from . import events, exceptions

_PENDING, _CANCELLED, _FINISHED = "PENDING", "CANCELLED", "FINISHED"


def isfuture(obj):
    """Is it a future, of whatever class?"""
    return hasattr(obj.__class__, "_asyncio_future_blocking") and obj._asyncio_future_blocking is not None


class Future:
    """A result that will be there, an exception, or neither if it is cancelled."""
    _state = _PENDING
    _result = _exception = _loop = _source_traceback = _cancel_message = _cancelled_exc = None
    _asyncio_future_blocking = False
    _log_traceback = False

    def __init__(self, *, loop=None):
        self._loop = events.get_event_loop() if loop is None else loop
        self._callbacks = []

    def __repr__(self):
        return "<%s %s>" % (self.__class__.__name__, " ".join(self._info()))

    def _info(self):
        info = [self._state.lower()]
        if self._state == _FINISHED:
            if self._exception is not None:
                info.append(f"exception={self._exception!r}")
            else:
                import reprlib
                info.append("result=%s" % reprlib.repr(self._result))
        if self._callbacks:
            def text(callback):
                return getattr(callback, "__qualname__", repr(callback)) + "()"
            n = len(self._callbacks)
            if n == 1:
                info.append("cb=[%s]" % text(self._callbacks[0][0]))
            elif n == 2:
                info.append("cb=[%s, %s]" % (text(self._callbacks[0][0]), text(self._callbacks[1][0])))
            else:
                info.append("cb=[%s, <%d more>, %s]" % (text(self._callbacks[0][0]), n - 2,
                                                        text(self._callbacks[-1][0])))
        return info

    def __del__(self):
        if not self._log_traceback:
            return
        self._loop.call_exception_handler({
            "message": f"{self.__class__.__name__} exception was never retrieved", "exception": self._exception,
            "future": self})

    __class_getitem__ = classmethod(GenericAlias)

    def get_loop(self):
        """The loop."""
        loop = self._loop
        if loop is None:
            raise RuntimeError("Future object is not initialized.")
        return loop

    def _make_cancelled_error(self):
        if self._cancelled_exc is not None:
            exc = self._cancelled_exc
            self._cancelled_exc = None
            return exc
        if self._cancel_message is None:
            exc = exceptions.CancelledError()
        else:
            exc = exceptions.CancelledError(self._cancel_message)
        exc.__context__ = self._cancelled_exc
        return exc

    def cancel(self, msg=None):
        """Cancel it; False if it is done."""
        self._log_traceback = False
        if self._state != _PENDING:
            return False
        self._state = _CANCELLED
        self._cancel_message = msg
        self._schedule_callbacks()
        return True

    def _schedule_callbacks(self):
        callbacks = self._callbacks
        if callbacks:
            self._callbacks = []
            for callback, context in callbacks:
                self._loop.call_soon(callback, self, context=context)

    def cancelled(self):
        """Was it cancelled?"""
        return self._state == _CANCELLED

    def done(self):
        """Is there a result, an exception, or was it cancelled?"""
        return self._state != _PENDING

    def result(self):
        """The result; raises the exception."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise exceptions.InvalidStateError("Result is not set.")
        self._log_traceback = False
        if self._exception is not None:
            raise self._exception.with_traceback(self._exception_tb)
        return self._result

    def exception(self):
        """The exception, or None."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise exceptions.InvalidStateError("Exception is not set.")
        self._log_traceback = False
        return self._exception

    def add_done_callback(self, fn, *, context=None):
        """Call a function with the future when it is done."""
        if self._state != _PENDING:
            self._loop.call_soon(fn, self, context=context)
        else:
            if context is None:
                context = contextvars.copy_context()
            self._callbacks.append((fn, context))

    def remove_done_callback(self, fn):
        """Forget a callback; how many there were."""
        left = [(f, ctx) for f, ctx in self._callbacks if f != fn]
        removed = len(self._callbacks) - len(left)
        if removed:
            self._callbacks[:] = left
        return removed

    def set_result(self, result):
        """It is done, with a result."""
        if self._state != _PENDING:
            raise exceptions.InvalidStateError("invalid state")
        self._result = result
        self._state = _FINISHED
        self._schedule_callbacks()

    def set_exception(self, exception):
        """It is done, with an exception."""
        if self._state != _PENDING:
            raise exceptions.InvalidStateError("invalid state")
        if isinstance(exception, type):
            exception = exception()
        if type(exception) is StopIteration:
            raise TypeError("StopIteration interacts badly with generators and cannot be raised into a Future")
        self._exception = exception
        self._exception_tb = exception.__traceback__
        self._state = _FINISHED
        self._schedule_callbacks()
        self._log_traceback = True

    def __await__(self):
        if self._state == _PENDING:
            self._asyncio_future_blocking = True
            yield self
        if self._state == _PENDING:
            raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__


def _set_result_unless_cancelled(future, result):
    if not future.cancelled():
        future.set_result(result)


def wrap_future(future, *, loop=None):
    """A future of asyncio for one of concurrent.futures."""
    if isfuture(future):
        return future
    from concurrent.futures import Future as Other
    assert isinstance(future, Other), f"concurrent.futures.Future is expected, got {future!r}"
    if loop is None:
        loop = events.get_event_loop()
    new = loop.create_future()
    _chain(future, new)
    return new


def _copy_state(source, dest):
    """The result of one future for another that is not done."""
    if dest.cancelled() or dest.done():
        return
    if source.cancelled():
        dest.cancel()
        return
    exception = source.exception()
    if exception is not None:
        import concurrent.futures as cf
        kind = type(exception)
        if kind is cf.CancelledError:
            exception = exceptions.CancelledError(*exception.args)
        elif kind is cf.InvalidStateError:
            exception = exceptions.InvalidStateError(*exception.args)
        dest.set_exception(exception)
    else:
        dest.set_result(source.result())


def _chain(source, dest):
    """When one is done or cancelled, so is the other; they may be of different kinds."""
    source_loop = source.get_loop() if isfuture(source) else None
    dest_loop = dest.get_loop() if isfuture(dest) else None

    def copy():
        if isfuture(dest):
            _copy_state(source, dest)
            return
        if source.cancelled():
            dest.cancel()
        if not dest.set_running_or_notify_cancel():
            return
        exception = source.exception()
        if exception is not None:
            dest.set_exception(exception)
        else:
            dest.set_result(source.result())

    def on_source(source):
        if dest.cancelled() and dest_loop is not None and dest_loop.is_closed():
            return
        if dest_loop is None or dest_loop is source_loop:
            copy()
        elif not dest_loop.is_closed():
            dest_loop.call_soon_threadsafe(copy)

    def on_dest(dest):
        if dest.cancelled():
            if source_loop is None or source_loop is dest_loop:
                source.cancel()
            else:
                source_loop.call_soon_threadsafe(source.cancel)

    dest.add_done_callback(on_dest)
    source.add_done_callback(on_source)
