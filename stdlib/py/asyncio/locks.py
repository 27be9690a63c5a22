"""Locks, events, conditions, semaphores and barriers of coroutines."""
import collections

from . import exceptions
from .events import get_running_loop


class _LoopBound:
    """Belongs to the loop in which it is first waited for."""
    _loop = None

    def _get_loop(self):
        loop = get_running_loop()
        if self._loop is None:
            self._loop = loop
        if loop is not self._loop:
            raise RuntimeError(f"{self!r} is bound to a different event loop")
        return loop

    def _text(self, extra):
        text = object.__repr__(self)
        return f"<{text[1:-1]} [{extra}]>"


class _Context:
    async def __aenter__(self):
        await self.acquire()
        return None

    async def __aexit__(self, exc_type, exc, tb):
        self.release()


class Lock(_Context, _LoopBound):
    """One coroutine at a time, first come first served."""

    def __init__(self):
        self._waiters = None
        self._locked = False

    def __repr__(self):
        extra = "locked" if self._locked else "unlocked"
        if self._waiters:
            extra = f"{extra}, waiters:{len(self._waiters)}"
        return self._text(extra)

    def locked(self):
        """Does somebody hold it?"""
        return self._locked

    async def acquire(self):
        """Take the lock."""
        if not self._locked and (self._waiters is None or all(w.cancelled() for w in self._waiters)):
            self._locked = True
            return True
        if self._waiters is None:
            self._waiters = collections.deque()
        future = self._get_loop().create_future()
        self._waiters.append(future)
        try:
            try:
                await future
            finally:
                self._waiters.remove(future)
        except exceptions.CancelledError:
            if not self._locked:
                self._wake_up_first()
            raise
        self._locked = True
        return True

    def release(self):
        """Let the lock go."""
        if not self._locked:
            raise RuntimeError("Lock is not acquired.")
        self._locked = False
        self._wake_up_first()

    def _wake_up_first(self):
        if self._waiters:
            future = self._waiters[0]
            if not future.done():
                future.set_result(True)


class Event(_LoopBound):
    """A flag that coroutines wait for."""

    def __init__(self):
        self._waiters = collections.deque()
        self._value = False

    def __repr__(self):
        extra = "set" if self._value else "unset"
        if self._waiters:
            extra = f"{extra}, waiters:{len(self._waiters)}"
        return self._text(extra)

    def is_set(self):
        """Is the flag set?"""
        return self._value

    def set(self):
        """Set the flag and wake all that wait."""
        if not self._value:
            self._value = True
            for future in self._waiters:
                if not future.done():
                    future.set_result(True)

    def clear(self):
        """Clear the flag."""
        self._value = False

    async def wait(self):
        """Wait until the flag is set."""
        if self._value:
            return True
        future = self._get_loop().create_future()
        self._waiters.append(future)
        try:
            await future
            return True
        finally:
            self._waiters.remove(future)


class Condition(_Context, _LoopBound):
    """Coroutines wait here until they are notified."""

    def __init__(self, lock=None):
        if lock is None:
            lock = Lock()
        self._lock = lock
        self.locked = lock.locked
        self.acquire = lock.acquire
        self.release = lock.release
        self._waiters = collections.deque()

    def __repr__(self):
        extra = "locked" if self.locked() else "unlocked"
        if self._waiters:
            extra = f"{extra}, waiters:{len(self._waiters)}"
        return self._text(extra)

    async def wait(self):
        """Let the lock go until notified."""
        if not self.locked():
            raise RuntimeError("cannot wait on un-acquired lock")
        self.release()
        try:
            future = self._get_loop().create_future()
            self._waiters.append(future)
            try:
                await future
                return True
            finally:
                self._waiters.remove(future)
        finally:
            cancelled = None
            while True:
                try:
                    await self.acquire()
                    break
                except exceptions.CancelledError as e:
                    cancelled = e
            if cancelled is not None:
                raise cancelled

    async def wait_for(self, predicate):
        """Wait until a condition is true."""
        result = predicate()
        while not result:
            await self.wait()
            result = predicate()
        return result

    def notify(self, n=1):
        """Wake up to n waiting coroutines."""
        if not self.locked():
            raise RuntimeError("cannot notify on un-acquired lock")
        count = 0
        for future in self._waiters:
            if count >= n:
                break
            if not future.done():
                count += 1
                future.set_result(False)

    def notify_all(self):
        """Wake all waiting coroutines."""
        self.notify(len(self._waiters))


class Semaphore(_Context, _LoopBound):
    """A counter that acquire() takes from and release() adds to; it never goes below zero."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("Semaphore initial value must be >= 0")
        self._waiters = None
        self._value = value

    def __repr__(self):
        extra = "locked" if self.locked() else f"unlocked, value:{self._value}"
        if self._waiters:
            extra = f"{extra}, waiters:{len(self._waiters)}"
        return self._text(extra)

    def locked(self):
        """Would acquire() wait?"""
        return self._value == 0 or any(not w.cancelled() for w in self._waiters or ())

    async def acquire(self):
        """Take one."""
        if not self.locked():
            self._value -= 1
            return True
        if self._waiters is None:
            self._waiters = collections.deque()
        future = self._get_loop().create_future()
        self._waiters.append(future)
        try:
            try:
                await future
            finally:
                self._waiters.remove(future)
        except exceptions.CancelledError:
            if not future.cancelled():
                self._value += 1
                self._wake_up_next()
            raise
        if self._value > 0:
            self._wake_up_next()
        return True

    def release(self):
        """Add one."""
        self._value += 1
        self._wake_up_next()

    def _wake_up_next(self):
        for future in self._waiters or ():
            if not future.done():
                self._value -= 1
                future.set_result(True)
                return


class BoundedSemaphore(Semaphore):
    """A semaphore that is never released above its first value."""

    def __init__(self, value=1):
        self._bound_value = value
        super().__init__(value)

    def release(self):
        """Add one; ValueError above the first value."""
        if self._value >= self._bound_value:
            raise ValueError("BoundedSemaphore released too many times")
        super().release()


class Barrier(_LoopBound):
    """A point that a number of coroutines pass together."""

    def __init__(self, parties):
        if parties < 1:
            raise ValueError("parties must be > 0")
        self._cond = Condition()
        self._parties = parties
        self._state = "filling"
        self._count = 0

    def __repr__(self):
        extra = self._state
        if not self.broken:
            extra += f", waiters:{self.n_waiting}/{self.parties}"
        return self._text(extra)

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *args):
        pass

    async def wait(self):
        """Wait for the others; a number from 0 to parties - 1."""
        async with self._cond:
            await self._cond.wait_for(lambda: self._state not in ("draining", "resetting"))
            if self._state == "broken":
                raise exceptions.BrokenBarrierError("Barrier aborted")
            try:
                index = self._count
                self._count += 1
                if index + 1 == self._parties:
                    self._state = "draining"
                    self._cond.notify_all()
                else:
                    await self._cond.wait_for(lambda: self._state != "filling")
                    if self._state in ("broken", "resetting"):
                        raise exceptions.BrokenBarrierError("Abort or reset of barrier")
                return index
            finally:
                self._count -= 1
                if self._count == 0:
                    if self._state in ("resetting", "draining"):
                        self._state = "filling"
                    self._cond.notify_all()

    async def reset(self):
        """Back to empty; those that wait get BrokenBarrierError."""
        async with self._cond:
            if self._count > 0:
                if self._state != "resetting":
                    self._state = "resetting"
            else:
                self._state = "filling"
            self._cond.notify_all()

    async def abort(self):
        """Make the barrier broken."""
        async with self._cond:
            self._state = "broken"
            self._cond.notify_all()

    @property
    def parties(self):
        """How many coroutines pass together."""
        return self._parties

    @property
    def n_waiting(self):
        """How many wait now."""
        return self._count if self._state == "filling" else 0

    @property
    def broken(self):
        """Is it broken?"""
        return self._state == "broken"
