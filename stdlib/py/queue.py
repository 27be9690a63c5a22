"""Queues."""
from _collections import deque
from heapq import heappop, heappush
from threading import Condition, Lock
from time import monotonic
from types import GenericAlias

__all__ = ["Empty", "Full", "Queue", "PriorityQueue", "LifoQueue", "SimpleQueue"]


class Empty(Exception):
    """There is no item, and nobody waits for one."""
    __module__ = "_queue"


class Full(Exception):
    """There is no room for an item, and nobody waits for it."""


class Queue:
    """First in, first out. `mutex` guards all; the three conditions on it tell of items, of room, and of work's end."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, maxsize=0):
        self.maxsize, self.unfinished_tasks = maxsize, 0
        self._init(maxsize)
        self.mutex = Lock()
        self.not_empty, self.not_full, self.all_tasks_done = (Condition(self.mutex) for _ in range(3))

    def task_done(self):
        """An item that was got is dealt with."""
        with self.all_tasks_done:
            left = self.unfinished_tasks - 1
            if left < 0:
                raise ValueError("task_done() called too many times")
            self.unfinished_tasks = left
            if not left:
                self.all_tasks_done.notify_all()

    def join(self):
        """Wait until all items are dealt with."""
        with self.all_tasks_done:
            while self.unfinished_tasks > 0:
                self.all_tasks_done.wait()

    def qsize(self):
        """How many items there are now."""
        with self.mutex:
            return self._qsize()

    def empty(self):
        """Whether there is no item now."""
        return self.qsize() == 0

    def full(self):
        """Whether there is no room now."""
        with self.mutex:
            return not self._has_room()

    def _has_room(self):
        return self.maxsize <= 0 or self._qsize() < self.maxsize

    def _wait(self, signal, ready, block, timeout, failure):
        """Wait until `ready`, at most `timeout` seconds; raise `failure` when it is not. The mutex is held."""
        if not block:
            if not ready():
                raise failure
        elif timeout is None:
            while not ready():
                signal.wait()
        elif timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        else:
            end = monotonic() + timeout
            while not ready():
                left = end - monotonic()
                if left <= 0.0:
                    raise failure
                signal.wait(left)

    def put(self, item, block=True, timeout=None):
        """Add an item; waits for room unless told otherwise, and raises Full where there is none."""
        with self.not_full:
            if self.maxsize > 0:
                self._wait(self.not_full, self._has_room, block, timeout, Full)
            self._put(item)
            self.unfinished_tasks += 1
            self.not_empty.notify()

    def get(self, block=True, timeout=None):
        """Remove and give an item; waits for one unless told otherwise, and raises Empty where there is none."""
        with self.not_empty:
            self._wait(self.not_empty, self._qsize, block, timeout, Empty)
            item = self._get()
            self.not_full.notify()
            return item

    def put_nowait(self, item):
        """put() that does not wait."""
        return self.put(item, False)

    def get_nowait(self):
        """get() that does not wait."""
        return self.get(False)

    def _init(self, maxsize):
        self.queue = deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()


class PriorityQueue(Queue):
    """The smallest item first."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        heappush(self.queue, item)

    def _get(self):
        return heappop(self.queue)


class LifoQueue(Queue):
    """Last in, first out."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.pop()


class SimpleQueue:
    """A queue without a bound and without an account of work."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self):
        self._items, self._gates = deque(), deque()  # a gate is a lock that a thread waits at, until put() opens it

    def put(self, item, block=True, timeout=None):
        """Add an item; never waits."""
        self._items.append(item)
        if self._gates:
            self._open()

    def _open(self):
        try:
            gate = self._gates.popleft()
        except IndexError:  # another thread was faster
            return
        gate.release()

    def _close(self, gate):
        """Whether the gate was still closed."""
        try:
            self._gates.remove(gate)
        except ValueError:
            return False
        return True

    def get(self, block=True, timeout=None):
        """Remove and give an item."""
        if timeout is not None and block and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        try:
            return self._items.popleft()
        except IndexError:
            if not block:
                raise Empty from None
        return self._wait(timeout)

    def _wait(self, timeout):
        """get() where there is no item. Whoever is let through a gate may find that another thread took the item."""
        end = None if timeout is None else monotonic() + timeout
        while True:
            gate = Lock()
            gate.acquire()
            self._gates.append(gate)
            if self._items:  # put() may have come before it could see the gate
                self._open()
            left = -1 if end is None else max(end - monotonic(), 0)
            try:
                opened = gate.acquire(timeout=left)
            except BaseException:
                if not self._close(gate):  # the item is for the next
                    self._open()
                raise
            over = not opened and self._close(gate)
            try:
                return self._items.popleft()
            except IndexError:
                if over:
                    raise Empty from None

    def put_nowait(self, item):
        """Add an item."""
        self.put(item)

    def get_nowait(self):
        """Remove and give an item, or raise Empty."""
        return self.get(False)

    def empty(self):
        """Is there no item?"""
        return not self._items

    def qsize(self):
        """How many items there are."""
        return len(self._items)
