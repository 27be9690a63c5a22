"""Bounds of time for the body of a with statement."""
from . import events, exceptions, tasks


class _State:
    CREATED = "created"
    ENTERED = "active"
    EXPIRING = "expiring"
    EXPIRED = "expired"
    EXITED = "finished"


class Timeout:
    """Cancels the body at a time and turns that into TimeoutError."""

    def __init__(self, when):
        self._state = _State.CREATED
        self._handler = self._task = None
        self._when = when

    def when(self):
        """The time by the loop's clock, or None."""
        return self._when

    def reschedule(self, when):
        """Another time."""
        if self._state is not _State.ENTERED:
            if self._state is _State.CREATED:
                raise RuntimeError("Timeout has not been entered")
            raise RuntimeError(f"Cannot change state of {self._state} Timeout")
        self._when = when
        if self._handler is not None:
            self._handler.cancel()
        if when is None:
            self._handler = None
        else:
            loop = events.get_running_loop()
            if when <= loop.time():
                self._handler = loop.call_soon(self._on_timeout)
            else:
                self._handler = loop.call_at(when, self._on_timeout)

    def expired(self):
        """Is the time over?"""
        return self._state in (_State.EXPIRING, _State.EXPIRED)

    def __repr__(self):
        info = [""]
        if self._state is _State.ENTERED:
            when = round(self._when, 3) if self._when is not None else None
            info.append(f"when={when}")
        return f"<Timeout [{self._state}]{' '.join(info)}>"

    async def __aenter__(self):
        if self._state is not _State.CREATED:
            raise RuntimeError("Timeout has already been entered")
        task = tasks.current_task()
        if task is None:
            raise RuntimeError("Timeout should be used inside a task")
        self._state = _State.ENTERED
        self._task = task
        self._cancelling = task.cancelling()
        self.reschedule(self._when)
        return self

    async def __aexit__(self, exc_type, exc_val, exc_tb):
        if self._handler is not None:
            self._handler.cancel()
            self._handler = None
        if self._state is _State.EXPIRING:
            self._state = _State.EXPIRED
            if self._task.uncancel() <= self._cancelling and exc_type is exceptions.CancelledError:
                raise TimeoutError from exc_val
        elif self._state is _State.ENTERED:
            self._state = _State.EXITED
        return None

    def _on_timeout(self):
        self._task.cancel()
        self._state = _State.EXPIRING
        self._handler = None


def timeout(delay):
    """At most this many seconds; None: no bound."""
    loop = events.get_running_loop()
    return Timeout(loop.time() + delay if delay is not None else None)


def timeout_at(when):
    """Until a time of the loop's clock."""
    return Timeout(when)
