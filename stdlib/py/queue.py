"""Queues."""
from _collections import deque
from heapq import heappop, heappush
from threading import Condition, Lock, Semaphore
from time import monotonic
from types import GenericAlias

__all__ = ["Empty", "Full", "Queue", "PriorityQueue", "LifoQueue", "SimpleQueue"]


class Empty(Exception):
    "Exception raised by Queue.get(block=0)/get_nowait()."


class Full(Exception):
    "Exception raised by Queue.put(block=0)/put_nowait()."


class Queue:
    """First in, first out. `mutex` guards all; the three conditions on it tell of items, of room, and of the end of work."""

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
            if not left:
                self.all_tasks_done.notify_all()
            self.unfinished_tasks = left

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
        return self.put(item, block=False)

    def get_nowait(self):
        """get() that does not wait."""
        return self.get(block=False)

    def _init(self, maxsize):
        self.queue = deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()


    __class_getitem__ = classmethod(GenericAlias)


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
    """An unbounded queue without task tracking."""

    def __init__(self):
        self._queue = deque()
        self._count = Semaphore(0)

    def put(self, item, block=True, timeout=None):
        """Add an item; never waits."""
        self._queue.append(item)
        self._count.release()

    def get(self, block=True, timeout=None):
        """Remove and give an item."""
        if timeout is not None and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        if not self._count.acquire(block, timeout if block else None):
            raise Empty
        return self._queue.popleft()

    def put_nowait(self, item):
        """Add an item."""
        return self.put(item, block=False)

    def get_nowait(self):
        """Remove and give an item, or raise Empty."""
        return self.get(block=False)

    def empty(self):
        """Is there no item?"""
        return len(self._queue) == 0

    def qsize(self):
        """How many items there are."""
        return len(self._queue)

    __class_getitem__ = classmethod(GenericAlias)
