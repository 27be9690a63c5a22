"""Bounds of time for the body of a with statement."""
from . import events, exceptions, tasks

# The states of a Timeout, as repr() shows them.
_CREATED, _ACTIVE, _EXPIRING, _EXPIRED, _FINISHED = "created", "active", "expiring", "expired", "finished"


class Timeout:
    """Cancels the body of a with statement at a time of the loop's clock, and raises TimeoutError in its place."""

    def __init__(self, when):
        self._when = when
        self._state = _CREATED
        self._task = self._timer = None
        self._cancels_before = 0  # requests that the task had when it entered

    def when(self):
        """The time by the loop's clock, or None."""
        return self._when

    def expired(self):
        """Whether the time ended the body."""
        return self._state in (_EXPIRING, _EXPIRED)

    def reschedule(self, when):
        """Set another time, or none."""
        if self._state == _CREATED:
            raise RuntimeError("Timeout has not been entered")
        if self._state != _ACTIVE:
            raise RuntimeError(f"Cannot change state of {self._state} Timeout")
        self._when = when
        self._stop_timer()
        if when is not None:
            loop = events.get_running_loop()
            late = when <= loop.time()
            self._timer = loop.call_soon(self._on_timeout) if late else loop.call_at(when, self._on_timeout)

    def _stop_timer(self):
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timeout(self):
        self._timer = None
        self._state = _EXPIRING
        self._task.cancel()

    def __repr__(self):
        shown = self._when if self._when is None else round(self._when, 3)
        return f"<Timeout [{self._state}]{f' when={shown}' if self._state == _ACTIVE else ''}>"

    async def __aenter__(self):
        if self._state != _CREATED:
            raise RuntimeError("Timeout has already been entered")
        self._task = tasks.current_task()
        if self._task is None:
            raise RuntimeError("Timeout should be used inside a task")
        self._cancels_before = self._task.cancelling()
        self._state = _ACTIVE
        self.reschedule(self._when)
        return self

    async def __aexit__(self, kind, failure, traceback):
        self._stop_timer()
        if self._state == _ACTIVE:
            self._state = _FINISHED
        elif self._state == _EXPIRING:
            self._state = _EXPIRED
            # A cancellation from elsewhere in the meantime goes on.
            if self._task.uncancel() <= self._cancels_before and kind is exceptions.CancelledError:
                raise TimeoutError


def timeout(delay):
    """A bound of so many seconds from now; None: none, until reschedule()."""
    return Timeout(None if delay is None else events.get_running_loop().time() + delay)


def timeout_at(when):
    """A bound at a time of the loop's clock, or none."""
    return Timeout(when)
