"""Calls at times."""
import heapq
import threading
import time
from collections import namedtuple
from itertools import count
from time import monotonic as _time

__all__ = ["scheduler"]

Event = namedtuple("Event", "time, priority, sequence, action, argument, kwargs")
_sentinel = object()


class scheduler:
    """Calls functions at the times of a clock."""

    def __init__(self, timefunc=_time, delayfunc=time.sleep):
        self._queue = []
        self._lock = threading.RLock()
        self.timefunc = timefunc
        self.delayfunc = delayfunc
        self._sequence = count()

    def enterabs(self, time, priority, action, argument=(), kwargs=_sentinel):
        """Call a function at a time."""
        with self._lock:
            event = Event(time, priority, next(self._sequence), action, argument, {} if kwargs is _sentinel else kwargs)
            heapq.heappush(self._queue, event)
        return event

    def enter(self, delay, priority, action, argument=(), kwargs=_sentinel):
        """Call a function after a time."""
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        """Do not call it."""
        with self._lock:
            self._queue.remove(event)
            heapq.heapify(self._queue)

    def empty(self):
        """Is there nothing to call?"""
        with self._lock:
            return not self._queue

    def run(self, blocking=True):
        """Make all calls at their times; without blocking those that are due, and the time until the next."""
        while True:
            with self._lock:
                if not self._queue:
                    break
                event = self._queue[0]
                now = self.timefunc()
                wait = event.time > now
                if not wait:
                    heapq.heappop(self._queue)
            if wait:
                if not blocking:
                    return event.time - now
                self.delayfunc(event.time - now)
            else:
                event.action(*event.argument, **event.kwargs)
                self.delayfunc(0)

    @property
    def queue(self):
        """The events in order."""
        with self._lock:
            events = self._queue[:]
        return list(map(heapq.heappop, [events] * len(events)))
