"""Exceptions of asyncio."""


class CancelledError(BaseException):
    """The future or task was cancelled."""


TimeoutError = TimeoutError


class InvalidStateError(Exception):
    """The operation is not allowed in this state."""


class SendfileNotAvailableError(RuntimeError):
    """There is no fast way to send a file."""


class IncompleteReadError(EOFError):
    """A read ended before all was there."""

    def __init__(self, partial, expected):
        text = "undefined" if expected is None else repr(expected)
        super().__init__(f"{len(partial)} bytes read on a total of {text} expected bytes")
        self.partial = partial
        self.expected = expected

    def __reduce__(self):
        return type(self), (self.partial, self.expected)


class LimitOverrunError(Exception):
    """The buffer's limit was reached."""

    def __init__(self, message, consumed):
        super().__init__(message)
        self.consumed = consumed

    def __reduce__(self):
        return type(self), (self.args[0], self.consumed)


class BrokenBarrierError(RuntimeError):
    """The barrier is broken."""


class QueueEmpty(Exception):
    """get_nowait() found nothing."""


class QueueFull(Exception):
    """put_nowait() found no room."""


for _c in QueueEmpty, QueueFull:
    _c.__module__ = "asyncio.queues"
