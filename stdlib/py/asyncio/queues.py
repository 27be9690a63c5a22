"""Queues of coroutines."""
from _collections import deque
import heapq
from types import GenericAlias

from .exceptions import QueueEmpty, QueueFull
from .locks import Event, _LoopBound


class Queue(_LoopBound):
    """First in, first out."""

    def __init__(self, maxsize=0):
        self._maxsize = maxsize
        self._getters = deque()
        self._putters = deque()
        self._unfinished_tasks = 0
        self._finished = Event()
        self._finished.set()
        self._init(maxsize)

    def _init(self, maxsize):
        self._queue = deque()

    def _get(self):
        return self._queue.popleft()

    def _put(self, item):
        self._queue.append(item)

    def _wakeup_next(self, waiters):
        """Wake the first that waits."""
        while waiters:
            future = waiters.popleft()
            if not future.done():
                future.set_result(None)
                return

    async def _wait_while(self, blocked, waiters):
        """Wait among those that put, or those that get, until a place or an item is there."""
        while blocked():
            future = self._get_loop().create_future()
            waiters.append(future)
            try:
                await future
            except:
                future.cancel()
                if future in waiters:
                    waiters.remove(future)
                if not (blocked() or future.cancelled()):  # it was its turn: pass that on
                    self._wakeup_next(waiters)
                raise

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x} {self._format()}>"

    def __str__(self):
        return f"<{type(self).__name__} {self._format()}>"

    __class_getitem__ = classmethod(GenericAlias)

    def _format(self):
        items = list(getattr(self, "_queue", None) or ())
        parts = [f"maxsize={self._maxsize!r}", f" _queue={items!r}" * bool(items)]
        parts += [f" {name}[{len(waiters)}]" for name, waiters in (("_getters", self._getters), ("_putters", self._putters))
                  if waiters]
        return "".join(parts) + (f" tasks={self._unfinished_tasks}" if self._unfinished_tasks else "")

    def qsize(self):
        """How many items there are."""
        return len(self._queue)

    @property
    def maxsize(self):
        """How many items there may be; 0: any number."""
        return self._maxsize

    def empty(self):
        """Is there no item?"""
        return not self._queue

    def full(self):
        """Is there no room?"""
        return self._maxsize > 0 and self.qsize() >= self._maxsize

    async def put(self, item):
        """Add an item; waits for room."""
        await self._wait_while(self.full, self._putters)
        return self.put_nowait(item)

    def put_nowait(self, item):
        """Add an item, or raise QueueFull."""
        if self.full():
            raise QueueFull
        self._put(item)
        self._unfinished_tasks += 1
        self._finished.clear()
        self._wakeup_next(self._getters)

    async def get(self):
        """Remove and give an item; waits for one."""
        await self._wait_while(self.empty, self._getters)
        return self.get_nowait()

    def get_nowait(self):
        """Remove and give an item, or raise QueueEmpty."""
        if self.empty():
            raise QueueEmpty
        item = self._get()
        self._wakeup_next(self._putters)
        return item

    def task_done(self):
        """An item that was got is dealt with."""
        left = self._unfinished_tasks - 1
        if left < 0:
            raise ValueError("task_done() called too many times")
        self._unfinished_tasks = left
        if not left:
            self._finished.set()

    async def join(self):
        """Wait until all items are dealt with."""
        if self._unfinished_tasks > 0:
            await self._finished.wait()


class PriorityQueue(Queue):
    """The smallest item first."""

    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        heapq.heappush(self._queue, item)

    def _get(self):
        return heapq.heappop(self._queue)


class LifoQueue(Queue):
    """Last in, first out."""

    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        self._queue.append(item)

    def _get(self):
        return self._queue.pop()
