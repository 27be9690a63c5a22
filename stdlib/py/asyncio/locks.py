"""Locks, events, conditions, semaphores and barriers of coroutines."""
from _collections import deque

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
        return f"<{object.__repr__(self)[1:-1]} [{extra}]>"


class _WaitedFor(_LoopBound):
    """Coroutines wait for it in a row, each with a future that is set when it is woken."""

    def __init__(self):
        self._waiters = deque()

    def __repr__(self):
        waiting = f", waiters:{len(self._waiters)}" if self._waiters else ""
        return self._text(self._state_text() + waiting)

    def _new_waiter(self):
        return self._get_loop().create_future()

    async def _stand_in_row(self, future):
        self._waiters.append(future)
        try:
            await future
        finally:
            self._waiters.remove(future)

    def _wake(self, count, result=True):
        """Wake the first `count` that are not woken yet; gives how many there were."""
        woken = 0
        for future in self._waiters:
            if woken == count:
                break
            if not future.done():
                future.set_result(result)
                woken += 1
        return woken


class _Context:
    """`async with` takes it and lets it go."""

    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, exc_type, exc, tb):
        self.release()


class Lock(_Context, _WaitedFor):
    """One coroutine at a time, first come first served."""

    def __init__(self):
        super().__init__()
        self._locked = False

    def _state_text(self):
        return "locked" if self._locked else "unlocked"

    def locked(self):
        """Whether somebody holds it."""
        return self._locked

    async def acquire(self):
        """Take the lock."""
        if self._locked or not all(future.cancelled() for future in self._waiters):
            try:
                await self._stand_in_row(self._new_waiter())
            except exceptions.CancelledError:
                if not self._locked:  # it may have been woken as well: then the next has to be
                    self._wake_first()
                raise
        self._locked = True
        return True

    def release(self):
        """Let the lock go."""
        if not self._locked:
            raise RuntimeError("Lock is not acquired.")
        self._locked = False
        self._wake_first()

    def _wake_first(self):
        # If the first is woken already, it is its turn, and nobody else's.
        if self._waiters and not self._waiters[0].done():
            self._waiters[0].set_result(True)


class Event(_WaitedFor):
    """A flag that coroutines wait for."""

    def __init__(self):
        super().__init__()
        self._value = False

    def _state_text(self):
        return "set" if self._value else "unset"

    def is_set(self):
        """Whether the flag is set."""
        return self._value

    def set(self):
        """Set the flag and wake all that wait."""
        if not self._value:
            self._value = True
            self._wake(len(self._waiters))

    def clear(self):
        """Clear the flag."""
        self._value = False

    async def wait(self):
        """Wait until the flag is set."""
        if not self._value:
            await self._stand_in_row(self._new_waiter())
        return True


class Condition(_Context, _WaitedFor):
    """Coroutines wait here until they are notified."""

    def __init__(self, lock=None):
        super().__init__()
        self._lock = lock = Lock() if lock is None else lock
        self.locked, self.acquire, self.release = lock.locked, lock.acquire, lock.release

    def _state_text(self):
        return "locked" if self.locked() else "unlocked"

    async def wait(self):
        """Let the lock go until notified."""
        if not self.locked():
            raise RuntimeError("cannot wait on un-acquired lock")
        self.release()
        try:
            await self._stand_in_row(self._new_waiter())
            return True
        finally:
            # The lock is taken again whatever happens; being cancelled meanwhile is told afterwards.
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
        self._wake(n, False)

    def notify_all(self):
        """Wake all waiting coroutines."""
        self.notify(len(self._waiters))


class Semaphore(_Context, _WaitedFor):
    """A counter that acquire() takes from and release() adds to; it never goes below zero."""

    def __init__(self, value=1):
        super().__init__()
        if value < 0:
            raise ValueError("Semaphore initial value must be >= 0")
        self._value = value

    def _state_text(self):
        return "locked" if self.locked() else f"unlocked, value:{self._value}"

    def locked(self):
        """Whether acquire() would wait."""
        return self._value == 0 or any(not future.cancelled() for future in self._waiters)

    async def acquire(self):
        """Take one."""
        if not self.locked():
            self._value -= 1
            return True
        future = self._new_waiter()
        try:
            await self._stand_in_row(future)
        except exceptions.CancelledError:
            if not future.cancelled():  # it was given one before it was cancelled
                self._value += 1
                self._give()
            raise
        if self._value > 0:
            self._give()
        return True

    def release(self):
        """Add one."""
        self._value += 1
        self._give()

    def _give(self):
        """Give one to the first that waits."""
        self._value -= self._wake(1)


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
