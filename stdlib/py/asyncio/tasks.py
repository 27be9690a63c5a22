"""Coroutines driven by a loop, and ways to wait for several."""
import collections.abc
import concurrent.futures
import contextvars
import functools
import itertools
import types
import weakref
from types import GenericAlias

from . import coroutines, events, exceptions, futures

FIRST_COMPLETED = concurrent.futures.FIRST_COMPLETED
FIRST_EXCEPTION = concurrent.futures.FIRST_EXCEPTION
ALL_COMPLETED = concurrent.futures.ALL_COMPLETED

_task_number = itertools.count(1).__next__
_all_tasks = weakref.WeakSet()
_current_tasks = {}


def iscoroutinefunction(func):
    """Is it a function defined with `async def`?"""
    import inspect
    return inspect.iscoroutinefunction(func) or getattr(func, "_is_coroutine", None) is coroutines._is_coroutine


def iscoroutine(obj):
    """Is it a coroutine object?"""
    return isinstance(obj, (types.CoroutineType, types.GeneratorType, collections.abc.Coroutine))


def current_task(loop=None):
    """The task that runs now, or None."""
    if loop is None:
        loop = events.get_running_loop()
    return _current_tasks.get(loop)


def all_tasks(loop=None):
    """The tasks of a loop that are not done."""
    if loop is None:
        loop = events.get_running_loop()
    return {t for t in list(_all_tasks) if t.get_loop() is loop and not t.done()}


def _set_task_name(task, name):
    if name is not None and hasattr(task, "set_name"):
        task.set_name(name)


def _register_task(task):
    """Note a task."""
    _all_tasks.add(task)


def _unregister_task(task):
    """Forget a task."""
    _all_tasks.discard(task)


def _enter_task(loop, task):
    """The task runs now."""
    current = _current_tasks.get(loop)
    if current is not None:
        raise RuntimeError(f"Cannot enter into task {task!r} while another task {current!r} is being executed.")
    _current_tasks[loop] = task


def _leave_task(loop, task):
    """The task does not run any more."""
    current = _current_tasks.get(loop)
    if current is not task:
        raise RuntimeError(f"Leaving task {task!r} does not match the current task {current!r}.")
    del _current_tasks[loop]


class Task(futures.Future):
    """A coroutine that a loop drives."""
    _log_destroy_pending = True

    def __init__(self, coro, *, loop=None, name=None, context=None):
        super().__init__(loop=loop)
        if not iscoroutine(coro):
            self._log_destroy_pending = False
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        self._name = f"Task-{_task_number()}" if name is None else str(name)
        self._num_cancels_requested = 0
        self._must_cancel = False
        self._fut_waiter = None
        self._coro = coro
        self._context = contextvars.copy_context() if context is None else context
        self._loop.call_soon(self._step, context=self._context)
        _register_task(self)

    def __del__(self):
        if self._state == "PENDING" and self._log_destroy_pending:
            self._loop.call_exception_handler({"task": self, "message": "Task was destroyed but it is pending!"})
        super().__del__()

    __class_getitem__ = classmethod(GenericAlias)

    def _info(self):
        info = super()._info()
        if self._state == "PENDING" and (self._must_cancel or self._num_cancels_requested):
            info[0] = "cancelling"
        info.insert(1, "name=%r" % self._name)
        coro = self._coro
        name = getattr(coro, "__qualname__", None) or getattr(coro, "__name__", None) or type(coro).__name__
        code = getattr(coro, "cr_code", None) or getattr(coro, "gi_code", None)
        frame = getattr(coro, "cr_frame", None) or getattr(coro, "gi_frame", None)
        where = ""
        if code is not None:
            if frame is not None:
                where = f" running at {code.co_filename}:{frame.f_lineno}"
            else:
                where = f" done, defined at {code.co_filename}:{code.co_firstlineno}"
        info.insert(2, f"coro=<{name}(){where}>")
        if self._fut_waiter is not None:
            info.insert(3, f"wait_for={self._fut_waiter!r}")
        return info

    def get_coro(self):
        """The coroutine."""
        return self._coro

    def get_name(self):
        """The name."""
        return self._name

    def set_name(self, value):
        """Another name."""
        self._name = str(value)

    def set_result(self, result):
        raise RuntimeError("Task does not support set_result operation")

    def set_exception(self, exception):
        raise RuntimeError("Task does not support set_exception operation")

    def get_stack(self, *, limit=None):
        """The frames of the coroutine."""
        frame = getattr(self._coro, "cr_frame", None)
        return [frame] if frame is not None else []

    def print_stack(self, *, limit=None, file=None):
        """Print where the coroutine stands."""
        import traceback
        for frame in self.get_stack(limit=limit):
            traceback.print_stack(frame, file=file)

    def cancel(self, msg=None):
        """Raise CancelledError in the coroutine, where it waits."""
        self._log_traceback = False
        if self.done():
            return False
        self._num_cancels_requested += 1
        if self._fut_waiter is not None and self._fut_waiter.cancel(msg=msg):
            return True
        self._must_cancel = True
        self._cancel_message = msg
        return True

    def cancelling(self):
        """How many cancellations were asked for."""
        return self._num_cancels_requested

    def uncancel(self):
        """Take one cancellation back; how many are left."""
        if self._num_cancels_requested > 0:
            self._num_cancels_requested -= 1
        return self._num_cancels_requested

    def _step(self, exc=None):
        if self.done():
            raise exceptions.InvalidStateError(f"_step(): already done: {self!r}, {exc!r}")
        if self._must_cancel:
            if not isinstance(exc, exceptions.CancelledError):
                exc = self._make_cancelled_error()
            self._must_cancel = False
        coro = self._coro
        self._fut_waiter = None
        loop = self._loop
        _enter_task(loop, self)
        try:
            if exc is None:
                result = coro.send(None)
            else:
                result = coro.throw(exc)
        except StopIteration as e:
            if self._must_cancel:
                self._must_cancel = False
                super().cancel(msg=self._cancel_message)
            else:
                super().set_result(e.value)
        except exceptions.CancelledError as e:
            self._cancelled_exc = e
            super().cancel()
        except (KeyboardInterrupt, SystemExit) as e:
            super().set_exception(e)
            raise
        except BaseException as e:
            super().set_exception(e)
        else:
            blocking = getattr(result, "_asyncio_future_blocking", None)
            if blocking is not None:
                if result.get_loop() is not loop:
                    self._again(RuntimeError(f"Task {self!r} got Future {result!r} attached to a different loop"))
                elif blocking:
                    if result is self:
                        self._again(RuntimeError(f"Task cannot await on itself: {self!r}"))
                    else:
                        result._asyncio_future_blocking = False
                        result.add_done_callback(self._wakeup, context=self._context)
                        self._fut_waiter = result
                        if self._must_cancel and self._fut_waiter.cancel(msg=self._cancel_message):
                            self._must_cancel = False
                else:
                    self._again(RuntimeError(f"yield was used instead of yield from in task {self!r} with {result!r}"))
            elif result is None:
                loop.call_soon(self._step, context=self._context)
            elif isinstance(result, types.GeneratorType):
                self._again(RuntimeError("yield was used instead of yield from for generator in task "
                                         f"{self!r} with {result!r}"))
            else:
                self._again(RuntimeError(f"Task got bad yield: {result!r}"))
        finally:
            _leave_task(loop, self)
            self = None

    def _again(self, exception):
        self._loop.call_soon(self._step, exception, context=self._context)

    def _wakeup(self, future):
        try:
            future.result()
        except BaseException as exc:
            self._step(exc)
        else:
            self._step()
        self = None


def create_task(coro, *, name=None, context=None):
    """Run a coroutine as a task of the running loop."""
    loop = events.get_running_loop()
    if context is None:
        task = loop.create_task(coro)
    else:
        task = loop.create_task(coro, context=context)
    _set_task_name(task, name)
    return task


async def _await(awaitable):
    return await awaitable


def ensure_future(coro_or_future, *, loop=None):
    """A task for a coroutine or awaitable; a future as it is."""
    if futures.isfuture(coro_or_future):
        if loop is not None and loop is not coro_or_future.get_loop():
            raise ValueError("The future belongs to a different loop than the one specified as the loop argument")
        return coro_or_future
    if not iscoroutine(coro_or_future):
        import inspect
        if inspect.isawaitable(coro_or_future):
            coro_or_future = _await(coro_or_future)
        else:
            raise TypeError("An asyncio.Future, a coroutine or an awaitable is required")
    if loop is None:
        loop = events.get_event_loop()
    return loop.create_task(coro_or_future)


async def sleep(delay, result=None):
    """Wait for a time."""
    if delay <= 0:
        await _yield()
        return result
    loop = events.get_running_loop()
    future = loop.create_future()
    handle = loop.call_later(delay, futures._set_result_unless_cancelled, future, result)
    try:
        return await future
    finally:
        handle.cancel()


@types.coroutine
def _yield():
    yield


async def wait_for(fut, timeout):
    """Wait for an awaitable, but not longer than a time."""
    loop = events.get_running_loop()
    if timeout is None:
        return await fut
    if timeout <= 0:
        fut = ensure_future(fut, loop=loop)
        if fut.done():
            return fut.result()
        await _cancel_and_wait(fut, loop)
        try:
            return fut.result()
        except exceptions.CancelledError as exc:
            raise exceptions.TimeoutError() from exc
    waiter = loop.create_future()
    handle = loop.call_later(timeout, _release, waiter)
    callback = functools.partial(_release, waiter)
    fut = ensure_future(fut, loop=loop)
    fut.add_done_callback(callback)
    try:
        try:
            await waiter
        except exceptions.CancelledError:
            if fut.done():
                return fut.result()
            fut.remove_done_callback(callback)
            await _cancel_and_wait(fut, loop)
            raise
        if fut.done():
            return fut.result()
        fut.remove_done_callback(callback)
        await _cancel_and_wait(fut, loop)
        try:
            return fut.result()
        except exceptions.CancelledError as exc:
            raise exceptions.TimeoutError() from exc
    finally:
        handle.cancel()


def _release(waiter, *args):
    if not waiter.done():
        waiter.set_result(None)


async def _cancel_and_wait(fut, loop):
    waiter = loop.create_future()
    callback = functools.partial(_release, waiter)
    fut.add_done_callback(callback)
    try:
        fut.cancel()
        await waiter
    finally:
        fut.remove_done_callback(callback)


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """(done, pending) of several tasks."""
    if futures.isfuture(fs) or iscoroutine(fs):
        raise TypeError(f"expect a list of futures, not {type(fs).__name__}")
    if not fs:
        raise ValueError("Set of Tasks/Futures is empty.")
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f"Invalid return_when value: {return_when}")
    fs = set(fs)
    if any(iscoroutine(f) for f in fs):
        raise TypeError("Passing coroutines is forbidden, use tasks explicitly.")
    loop = events.get_running_loop()
    waiter = loop.create_future()
    handle = None
    if timeout is not None:
        handle = loop.call_later(timeout, _release, waiter)
    left = len(fs)
    if all(f.done() for f in fs):
        return fs, set()

    def on_done(f):
        nonlocal left
        left -= 1
        if (left <= 0 or return_when == FIRST_COMPLETED or
                return_when == FIRST_EXCEPTION and not f.cancelled() and f.exception() is not None):
            if handle is not None:
                handle.cancel()
            if not waiter.done():
                waiter.set_result(None)

    for f in fs:
        f.add_done_callback(on_done)
    try:
        await waiter
    finally:
        if handle is not None:
            handle.cancel()
        for f in fs:
            f.remove_done_callback(on_done)
    done, pending = set(), set()
    for f in fs:
        (done if f.done() else pending).add(f)
    return done, pending


def as_completed(fs, *, timeout=None):
    """Coroutines whose results come in the order in which the tasks are done."""
    if futures.isfuture(fs) or iscoroutine(fs):
        raise TypeError(f"expect an iterable of futures, not {type(fs).__name__}")
    from .queues import Queue
    done = Queue()
    loop = events.get_event_loop()
    todo = {ensure_future(f, loop=loop) for f in set(fs)}
    handle = None

    def on_timeout():
        for f in todo:
            f.remove_done_callback(on_done)
            done.put_nowait(None)
        todo.clear()

    def on_done(f):
        if not todo:
            return
        todo.remove(f)
        done.put_nowait(f)
        if not todo and handle is not None:
            handle.cancel()

    async def next_done():
        f = await done.get()
        if f is None:
            raise exceptions.TimeoutError
        return f.result()

    for f in todo:
        f.add_done_callback(on_done)
    if todo and timeout is not None:
        handle = loop.call_later(timeout, on_timeout)
    for _ in range(len(todo)):
        yield next_done()


class _GatheringFuture(futures.Future):
    def __init__(self, children, *, loop):
        super().__init__(loop=loop)
        self._children = children
        self._cancel_requested = False

    def cancel(self, msg=None):
        if self.done():
            return False
        cancelled = False
        for child in self._children:
            if child.cancel(msg=msg):
                cancelled = True
        if cancelled:
            self._cancel_requested = True
        return cancelled


def gather(*coros_or_futures, return_exceptions=False):
    """A future of the list of all results."""
    if not coros_or_futures:
        loop = events.get_event_loop()
        outer = loop.create_future()
        outer.set_result([])
        return outer
    seen = {}
    children = []
    finished = 0
    total = 0
    loop = None
    outer = None

    def on_done(f):
        nonlocal finished
        finished += 1
        if outer is None or outer.done():
            if not f.cancelled():
                f.exception()
            return
        if not return_exceptions:
            if f.cancelled():
                outer.set_exception(f._make_cancelled_error())
                return
            exc = f.exception()
            if exc is not None:
                outer.set_exception(exc)
                return
        if finished == total:
            results = []
            for child in children:
                if child.cancelled():
                    result = exceptions.CancelledError("" if child._cancel_message is None else child._cancel_message)
                else:
                    result = child.exception()
                    if result is None:
                        result = child.result()
                results.append(result)
            if outer._cancel_requested:
                outer.set_exception(f._make_cancelled_error() if f.cancelled() else exceptions.CancelledError())
            else:
                outer.set_result(results)

    done_before = []
    for arg in coros_or_futures:
        if arg not in seen:
            f = ensure_future(arg, loop=loop)
            if loop is None:
                loop = f.get_loop()
            if f is not arg:
                f._log_destroy_pending = False
            total += 1
            seen[arg] = f
            if f.done():
                done_before.append(f)
            else:
                f.add_done_callback(on_done)
        else:
            f = seen[arg]
        children.append(f)
    outer = _GatheringFuture(children, loop=loop)
    for f in done_before:
        on_done(f)
    return outer


def shield(arg):
    """Wait for a future without passing a cancellation on to it."""
    inner = ensure_future(arg)
    if inner.done():
        return inner
    loop = inner.get_loop()
    outer = loop.create_future()

    def on_inner(inner):
        if outer.cancelled():
            if not inner.cancelled():
                inner.exception()
            return
        if inner.cancelled():
            outer.cancel()
        else:
            exc = inner.exception()
            if exc is not None:
                outer.set_exception(exc)
            else:
                outer.set_result(inner.result())

    def on_outer(outer):
        if not inner.done():
            inner.remove_done_callback(on_inner)

    inner.add_done_callback(on_inner)
    outer.add_done_callback(on_outer)
    return outer


def run_coroutine_threadsafe(coro, loop):
    """Run a coroutine in the loop of another thread; a future of concurrent.futures."""
    if not iscoroutine(coro):
        raise TypeError("A coroutine object is required")
    future = concurrent.futures.Future()

    def callback():
        try:
            futures._chain(ensure_future(coro, loop=loop), future)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            if future.set_running_or_notify_cancel():
                future.set_exception(exc)
            raise

    loop.call_soon_threadsafe(callback)
    return future


async def to_thread(func, /, *args, **kwargs):
    """Call a function in a thread."""
    loop = events.get_running_loop()
    context = contextvars.copy_context()
    return await loop.run_in_executor(None, functools.partial(context.run, func, *args, **kwargs))
