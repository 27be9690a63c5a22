"""Tasks, which drive coroutines in a loop, and ways to wait for several of them."""
import contextvars
import types
from _weakref import ref as _ref
from itertools import count as _count

from . import coroutines, events, exceptions, futures

# Equal to the constants of concurrent.futures, which is imported only where threads are used.
FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"

_numbers = _count(1)
_all_tasks = {}  # references by id; those that have died go when there are many
_most_tasks = 64
_current_tasks = {}  # by loop


def iscoroutinefunction(func):
    """Whether calls of func give coroutines."""
    import inspect
    return inspect.iscoroutinefunction(func) or getattr(func, "_is_coroutine", None) is coroutines._is_coroutine


def iscoroutine(obj):
    """Whether a task can drive obj."""
    if isinstance(obj, (types.CoroutineType, types.GeneratorType)):
        return True
    from collections.abc import Coroutine
    return isinstance(obj, Coroutine)


# -- Which tasks there are


def _register_task(task):
    """Let all_tasks() tell of a task, for as long as something else keeps it."""
    global _all_tasks, _most_tasks
    if len(_all_tasks) >= _most_tasks:
        _all_tasks = {key: kept for key, kept in list(_all_tasks.items()) if kept() is not None}
        _most_tasks = max(64, 2 * len(_all_tasks))
    _all_tasks[id(task)] = _ref(task)


def _unregister_task(task):
    """Undo _register_task()."""
    kept = _all_tasks.get(id(task))
    if kept is not None and kept() is task:
        del _all_tasks[id(task)]


def _enter_task(loop, task):
    """Make a task the current one of a loop, which must have none."""
    other = _current_tasks.setdefault(loop, task)
    if other is not task:
        raise RuntimeError(f"Cannot enter into task {task!r} while another task {other!r} is being executed.")


def _leave_task(loop, task):
    """Undo _enter_task()."""
    current = _current_tasks.get(loop)
    if current is not task:
        raise RuntimeError(f"Leaving task {task!r} does not match the current task {current!r}.")
    del _current_tasks[loop]


def current_task(loop=None):
    """The task that the loop runs just now, or None."""
    return _current_tasks.get(events.get_running_loop() if loop is None else loop)


def all_tasks(loop=None):
    """The set of a loop's tasks that are not done."""
    if loop is None:
        loop = events.get_running_loop()
    known = [kept() for kept in list(_all_tasks.values())]
    return {task for task in known if task is not None and not task.done() and task.get_loop() is loop}


def _set_task_name(task, name):
    # Tasks from a loop's own factory may have no names.
    if name is not None and hasattr(task, "set_name"):
        task.set_name(name)


class Task(futures.Future):
    """The future result of a coroutine that its loop runs piece by piece, from one await to the next."""
    _log_destroy_pending = True
    _must_cancel = False  # the next piece starts with CancelledError
    _num_cancels_requested = 0
    _fut_waiter = None  # what the coroutine awaits

    def __init__(self, coro, *, loop=None, name=None, context=None):
        super().__init__(loop=loop)
        if not iscoroutine(coro):
            self._log_destroy_pending = False
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        self._coro = coro
        self._name = f"Task-{next(_numbers)}" if name is None else str(name)
        self._context = contextvars.copy_context() if context is None else context
        self._continue_soon()
        _register_task(self)

    def __del__(self):
        if self._log_destroy_pending and not self.done():
            self._loop.call_exception_handler({"task": self, "message": "Task was destroyed but it is pending!"})
        super().__del__()

    def _info(self):
        state, *rest = super()._info()
        if not self.done() and (self._must_cancel or self._num_cancels_requested):
            state = "cancelling"
        shown = [state, f"name={self._name!r}", f"coro=<{_described(self._coro)}>"]
        if self._fut_waiter is not None:
            shown.append(f"wait_for={self._fut_waiter!r}")
        return shown + rest

    def get_coro(self):
        """The coroutine that the task drives."""
        return self._coro

    def get_name(self):
        """The name that logs and repr() show."""
        return self._name

    def set_name(self, value):
        """Give the task another name, which may be any object."""
        self._name = str(value)

    def set_result(self, result):
        """Refused: only the coroutine ends a task."""
        raise RuntimeError("Task does not support set_result operation")

    def set_exception(self, exception):
        """Refused: only the coroutine ends a task."""
        raise RuntimeError("Task does not support set_exception operation")

    def get_stack(self, *, limit=None):
        """The frames of the coroutine, while it is suspended; of one that has failed, those of the traceback."""
        frames = []
        coroutine = self._coro
        frame = getattr(coroutine, "cr_frame", None) or getattr(coroutine, "gi_frame", None)
        if frame is not None:
            while frame is not None and (limit is None or len(frames) < limit):
                frames.append(frame)
                frame = frame.f_back
            frames.reverse()
        elif self._exception is not None:
            entry = self._exception.__traceback__
            while entry is not None and (limit is None or len(frames) < limit):
                if entry.tb_frame.f_code is not Task._step.__code__:  # which runs the coroutine
                    frames.append(entry.tb_frame)
                entry = entry.tb_next
        return frames

    def print_stack(self, *, limit=None, file=None):
        """Print where the coroutine is suspended, or the traceback of one that has failed."""
        import traceback
        frames = self.get_stack(limit=limit)
        failure = self._exception
        if not frames:
            print(f"No stack for {self!r}", file=file)
        else:
            print(f"{'Stack' if failure is None else 'Traceback'} for {self!r} (most recent call last):", file=file)
        summary = traceback.StackSummary.extract([(frame, frame.f_lineno) for frame in frames])
        traceback.print_list([traceback.FrameSummary(entry.filename, entry.lineno, entry.name) for entry in summary],
                             file=file)
        if failure is not None:
            for line in traceback.format_exception_only(failure):
                print(line, file=file, end="")

    # -- Cancelling

    def cancel(self, msg=None):
        """Have CancelledError raised where the coroutine awaits; False when the task is done."""
        self._log_traceback = False
        if self.done():
            return False
        self._num_cancels_requested += 1
        # What is awaited may end by it and wake the task; else the next piece raises.
        if self._fut_waiter is None or not self._fut_waiter.cancel(msg=msg):
            self._must_cancel, self._cancel_message = True, msg
        return True

    def cancelling(self):
        """How many calls of cancel() were not undone by uncancel()."""
        return self._num_cancels_requested

    def uncancel(self):
        """Undo the count of one cancel(); the count then."""
        self._num_cancels_requested = max(self._num_cancels_requested - 1, 0)
        return self._num_cancels_requested

    # -- Running the coroutine

    def _continue_soon(self, *exception):
        self._loop.call_soon(self._step, *exception, context=self._context)

    def task_wakeup(self, future):  # repr() shows the name among a future's callbacks
        try:
            future.result()
        except BaseException as failure:
            self._step(failure)
        else:
            self._step()
        self = None  # frames in tracebacks shall not keep the task

    def _step(self, exc=None):
        """Run the coroutine to its next await; an exception is raised where it is suspended."""
        if self.done():
            raise exceptions.InvalidStateError(f"_step(): already done: {self!r}, {exc!r}")
        if self._must_cancel:
            self._must_cancel = False
            if not isinstance(exc, exceptions.CancelledError):
                exc = self._make_cancelled_error()
        self._fut_waiter = None
        _enter_task(self._loop, self)
        try:
            awaited = self._coro.send(None) if exc is None else self._coro.throw(exc)
        except BaseException as end:
            if self._ended(end):
                raise
        else:
            self._await(awaited)
        finally:
            _leave_task(self._loop, self)
            self = exc = None  # the exception's traceback holds this frame

    def _ended(self, end):
        """Take the exception that ended the coroutine as the outcome; whether it is to stop the loop too."""
        future = super()
        if isinstance(end, StopIteration):
            if self._must_cancel:  # cancelled by its own last piece
                self._must_cancel = False
                future.cancel(msg=self._cancel_message)
            else:
                future.set_result(end.value)
        elif isinstance(end, exceptions.CancelledError):
            self._cancelled_exc = end
            future.cancel()
        else:
            future.set_exception(end)
        return isinstance(end, (KeyboardInterrupt, SystemExit))

    def _await(self, awaited):
        """Be woken when what the coroutine yielded is done: a future, or None for the loop's next round."""
        if awaited is None:
            self._continue_soon()
        elif (problem := self._misuse(awaited)) is not None:
            self._continue_soon(RuntimeError(problem))
        else:
            awaited._asyncio_future_blocking = False
            awaited.add_done_callback(self.task_wakeup, context=self._context)
            self._fut_waiter = awaited
            if self._must_cancel and awaited.cancel(msg=self._cancel_message):
                self._must_cancel = False

    def _misuse(self, awaited):
        blocking = getattr(awaited, "_asyncio_future_blocking", None)
        if blocking is None:
            if isinstance(awaited, types.GeneratorType):
                return f"yield was used instead of yield from for generator in task {self!r} with {awaited!r}"
            return f"Task got bad yield: {awaited!r}"
        if awaited.get_loop() is not self._loop:
            return f"Task {self!r} got Future {awaited!r} attached to a different loop"
        if not blocking:
            return f"yield was used instead of yield from in task {self!r} with {awaited!r}"
        return f"Task cannot await on itself: {self!r}" if awaited is self else None


def _described(coro):
    """A coroutine's name and where it stands."""
    def either(name):
        return getattr(coro, "cr_" + name, None) or getattr(coro, "gi_" + name, None)

    name = getattr(coro, "__qualname__", None) or getattr(coro, "__name__", None) or type(coro).__name__
    code, frame = either("code"), either("frame")
    if code is None:
        return f"{name}()"
    if frame is None:
        return f"{name}() done, defined at {code.co_filename}:{code.co_firstlineno}"
    return f"{name}() running at {code.co_filename}:{frame.f_lineno}"


def create_task(coro, *, name=None, context=None):
    """Have the running loop drive a coroutine."""
    given = {} if context is None else {"context": context}
    task = events.get_running_loop().create_task(coro, **given)
    _set_task_name(task, name)
    return task


async def _await(awaitable):
    return await awaitable


def ensure_future(coro_or_future, *, loop=None):
    """A future as it is, or the task that drives a coroutine or another awaitable."""
    if futures.isfuture(coro_or_future):
        if loop is not None and coro_or_future.get_loop() is not loop:
            raise ValueError("The future belongs to a different loop than the one specified as the loop argument")
        return coro_or_future
    if not iscoroutine(coro_or_future):
        from inspect import isawaitable
        if not isawaitable(coro_or_future):
            raise TypeError("An asyncio.Future, a coroutine or an awaitable is required")
        coro_or_future = _await(coro_or_future)
    return (events.get_event_loop() if loop is None else loop).create_task(coro_or_future)


# -- Waiting


class _OneRound:
    """Awaited until the loop's next round."""

    def __await__(self):
        yield


async def sleep(delay, result=None):
    """Let others run for so many seconds; with none, for one round of the loop."""
    if delay <= 0:
        await _OneRound()
        return result
    loop = events.get_running_loop()
    end = loop.create_future()
    timer = loop.call_later(delay, futures._set_result_unless_cancelled, end, result)
    try:
        return await end
    finally:
        timer.cancel()


class _Bell:
    """One wait for futures: it ends when ring() is called, or after a time."""

    def __init__(self, loop, timeout=None):
        self._rung = loop.create_future()
        self._timer = None if timeout is None else loop.call_later(timeout, self.ring)

    def ring(self, *_):
        if not self._rung.done():
            self._rung.set_result(None)

    async def wait(self, fs, on_done):
        """Wait, and have on_done called with each of the futures that is done before."""
        for f in fs:
            f.add_done_callback(on_done)
        try:
            await self._rung
        finally:
            if self._timer is not None:
                self._timer.cancel()
            for f in fs:
                f.remove_done_callback(on_done)


async def _cancel_and_wait(fut, loop):
    bell = _Bell(loop)
    fut.cancel()
    await bell.wait((fut,), bell.ring)


async def wait_for(fut, timeout):
    """The result of an awaitable, which is cancelled when it takes longer than so many seconds."""
    loop = events.get_running_loop()
    if timeout is None:
        return await fut
    fut = ensure_future(fut, loop=loop)
    if timeout > 0:
        bell = _Bell(loop, timeout)
        try:
            await bell.wait((fut,), bell.ring)
        except exceptions.CancelledError:
            if not fut.done():
                await _cancel_and_wait(fut, loop)
                raise
    if not fut.done():
        await _cancel_and_wait(fut, loop)
        try:
            return fut.result()  # the cancellation came too late
        except exceptions.CancelledError as late:
            raise exceptions.TimeoutError() from late
    return fut.result()


def _check_many(fs, what):
    if futures.isfuture(fs) or iscoroutine(fs):
        raise TypeError(f"expect {what} of futures, not {type(fs).__name__}")


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """Two sets: the futures that are done when the first of them is (or fails, or all are), and the others."""
    _check_many(fs, "a list")
    if not fs:
        raise ValueError("Set of Tasks/Futures is empty.")
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f"Invalid return_when value: {return_when}")
    fs = set(fs)
    if any(map(iscoroutine, fs)):
        raise TypeError("Passing coroutines is forbidden, use tasks explicitly.")
    bell = _Bell(events.get_running_loop(), timeout)
    left = len(fs)

    def on_done(f):
        nonlocal left
        left -= 1
        failed = return_when == FIRST_EXCEPTION and not f.cancelled() and f.exception() is not None
        if failed or left <= 0 or return_when == FIRST_COMPLETED:
            bell.ring()

    await bell.wait(fs, on_done)
    done = {f for f in fs if f.done()}
    return done, fs - done


def as_completed(fs, *, timeout=None):
    """Awaitables, as many as there are futures, of the results in the order in which they come."""
    _check_many(fs, "an iterable")
    from .queues import Queue
    loop = events.get_event_loop()
    running = {ensure_future(f, loop=loop) for f in set(fs)}
    ended = Queue()  # futures that are done, and None for each that the time did not suffice for
    timer = None

    def on_done(f):
        if f in running:
            running.remove(f)
            ended.put_nowait(f)
            if timer is not None and not running:
                timer.cancel()

    def on_timeout():
        while running:
            running.pop().remove_done_callback(on_done)
            ended.put_nowait(None)

    async def following():
        f = await ended.get()
        if f is None:
            raise exceptions.TimeoutError
        return f.result()

    for f in running:
        f.add_done_callback(on_done)
    if running and timeout is not None:
        timer = loop.call_later(timeout, on_timeout)
    for _ in range(len(running)):
        yield following()


class _GatheringFuture(futures.Future):
    """The list of the results of its children, of which one may stand at several places."""

    def __init__(self, children, return_exceptions, *, loop):
        super().__init__(loop=loop)
        self._children = children
        self._return_exceptions = return_exceptions
        self._cancel_requested = False
        distinct = dict.fromkeys(children)
        self._left = len(distinct)
        for child in distinct:
            if child.done():
                self._on_child(child)
            else:
                child.add_done_callback(self._on_child)

    def cancel(self, msg=None):
        if self.done():
            return False
        # The children's ends decide what comes of it.
        cancelled = [child.cancel(msg=msg) for child in self._children]
        self._cancel_requested = self._cancel_requested or any(cancelled)
        return any(cancelled)

    def _on_child(self, child):
        self._left -= 1
        if self.done():
            if not child.cancelled():
                child.exception()  # seen, so that nothing is logged of it
            return
        if not self._return_exceptions:
            failure = child._make_cancelled_error() if child.cancelled() else child.exception()
            if failure is not None:
                self.set_exception(failure)
                return
        if self._left:
            return
        if self._cancel_requested:
            self.set_exception(child._make_cancelled_error() if child.cancelled() else exceptions.CancelledError())
        else:
            self.set_result([_outcome(f) for f in self._children])


def _outcome(future):
    """The result or exception of a future that is done."""
    if future.cancelled():
        return exceptions.CancelledError("" if future._cancel_message is None else future._cancel_message)
    failure = future.exception()
    return future.result() if failure is None else failure


def gather(*coros_or_futures, return_exceptions=False):
    """A future of the list of all results; the first exception ends it, unless exceptions are wanted as results."""
    if not coros_or_futures:
        nothing = events.get_event_loop().create_future()
        nothing.set_result([])
        return nothing
    loop, by_argument = None, {}
    for arg in coros_or_futures:
        if arg not in by_argument:
            by_argument[arg] = child = ensure_future(arg, loop=loop)
            loop = child.get_loop()
            if child is not arg:
                child._log_destroy_pending = False
    return _GatheringFuture([by_argument[arg] for arg in coros_or_futures], return_exceptions, loop=loop)


def shield(arg):
    """A future with the outcome of another, whose cancellation the other does not notice."""
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = inner.get_loop().create_future()

    def on_inner(inner):
        if not outer.cancelled():
            futures._take_outcome(inner, outer)
        elif not inner.cancelled():
            inner.exception()  # seen, so that nothing is logged of it

    inner.add_done_callback(on_inner)
    outer.add_done_callback(lambda _: inner.remove_done_callback(on_inner))
    return outer


# -- Other threads


def run_coroutine_threadsafe(coro, loop):
    """Have the loop of another thread drive a coroutine; a concurrent.futures.Future of its result."""
    if not iscoroutine(coro):
        raise TypeError("A coroutine object is required")
    from concurrent.futures import Future
    future = Future()

    def start():
        try:
            futures._chain(ensure_future(coro, loop=loop), future)
        except BaseException as failure:
            if not isinstance(failure, (SystemExit, KeyboardInterrupt)) and future.set_running_or_notify_cancel():
                future.set_exception(failure)
            raise

    loop.call_soon_threadsafe(start)
    return future


async def to_thread(func, /, *args, **kwargs):
    """The result of a call in a thread of its own, with the context variables of here."""
    run = contextvars.copy_context().run
    return await events.get_running_loop().run_in_executor(None, lambda: run(func, *args, **kwargs))
