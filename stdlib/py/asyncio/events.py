"""The event loop: callbacks that are ready, callbacks for later, calls from other threads."""
from _collections import deque
import contextvars
import heapq
import sys
import threading
import time
import weakref

_LONGEST_WAIT = 3600.0  # seconds
_CLOCK_STEP = 1e-9  # timers due within one step of time.monotonic() are due now


def _described_call(func, args, kwargs={}):
    """A call of a callback as text, and where a Python function stands."""
    inner, calls = func, [(args, kwargs)]
    while hasattr(inner, "func") and hasattr(inner, "keywords"):  # functools.partial
        calls.insert(0, (inner.args, inner.keywords))
        inner = inner.func
    shown = getattr(inner, "__qualname__", None) or getattr(inner, "__name__", None) or repr(inner)
    for args, kwargs in calls:
        shown += f"({', '.join([*map(repr, args), *[f'{name}={value!r}' for name, value in kwargs.items()]])})"
    while hasattr(inner, "__wrapped__"):
        inner = inner.__wrapped__
    code = getattr(inner, "__code__", None)
    in_file = code is not None and not code.co_filename.startswith("<")  # the library is in no file
    return f"{shown} at {code.co_filename}:{code.co_firstlineno}" if in_file else shown


class Handle:
    """A call that a loop will make, unless it is cancelled before."""
    __slots__ = ("_callback", "_args", "_cancelled", "_loop", "_context", "__weakref__")

    def __init__(self, callback, args, loop, context=None):
        self._callback, self._args = callback, args
        self._loop = loop
        self._context = contextvars.copy_context() if context is None else context
        self._cancelled = False

    def __repr__(self):
        shown = [type(self).__name__, *self._info()]
        if self._callback is not None:
            shown.append(_described_call(self._callback, self._args))
        return f"<{' '.join(shown)}>"

    def _info(self):
        return ["cancelled"] if self._cancelled else []

    def cancel(self):
        """Have the loop pass it over, and let go of the function and its arguments."""
        if not self._cancelled:
            self._cancelled = True
            self._callback = self._args = None

    def cancelled(self):
        """Whether cancel() was called."""
        return self._cancelled

    def _run(self):
        try:
            self._context.run(self._callback, *self._args)
        except BaseException as failure:
            if isinstance(failure, (SystemExit, KeyboardInterrupt)):
                raise
            call = _described_call(self._callback, self._args)
            self._loop.call_exception_handler({"message": f"Exception in callback {call}", "exception": failure,
                                               "handle": self})
        self = None  # frames in tracebacks shall not keep it


class TimerHandle(Handle):
    """A call that is to be made at a time of the loop's clock."""
    __slots__ = ("_scheduled", "_when")

    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when = when
        self._scheduled = False  # among the loop's timers

    def _info(self):
        return super()._info() + [f"when={self._when}"]

    def when(self):
        """The time by the loop's clock."""
        return self._when

    def cancel(self):
        """As Handle.cancel(); the loop drops its timer."""
        if not self._cancelled:
            self._loop._timer_handle_cancelled(self)
        super().cancel()

    def _key(self):
        return self._when, self._callback, self._args, self._cancelled

    def __hash__(self):
        return hash(self._when)

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, TimerHandle) else NotImplemented

    def __lt__(self, other):
        return self._when < other._when if isinstance(other, TimerHandle) else NotImplemented

    def __gt__(self, other):
        return self._when > other._when if isinstance(other, TimerHandle) else NotImplemented

    def __le__(self, other):
        return self < other or self == other if isinstance(other, TimerHandle) else NotImplemented

    def __ge__(self, other):
        return self > other or self == other if isinstance(other, TimerHandle) else NotImplemented


class AbstractEventLoop:
    """What event loops are made from."""


class BaseEventLoop(AbstractEventLoop):
    """Runs callbacks, tasks and timers; there is no network."""

    def __init__(self):
        self._timers_cancelled = 0
        self._closed = False
        self._stopping = False
        self._ready = deque()
        self._scheduled = []
        self._default_executor = None
        self._thread_id = None
        self._exception_handler = None
        self._asyncgens, self._asyncgens_shut_down = weakref.WeakSet(), False
        self._debug = False
        self._task_factory = None
        self._wakeup = threading.Condition(threading.Lock())
        self.slow_callback_duration = 0.1

    def __repr__(self):
        return (f"<{self.__class__.__name__} running={self.is_running()} closed={self.is_closed()} "
                f"debug={self.get_debug()}>")

    def create_future(self):
        """A future of this loop."""
        from .futures import Future
        return Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        """Run a coroutine as a task."""
        from .tasks import Task, _set_task_name
        self._check_closed()
        if self._task_factory is None:
            return Task(coro, loop=self, name=name, context=context)
        task = self._task_factory(self, coro) if context is None else self._task_factory(self, coro, context=context)
        _set_task_name(task, name)
        return task

    def set_task_factory(self, factory):
        """What create_task() calls; None: the usual."""
        if factory is not None and not callable(factory):
            raise TypeError("task factory must be a callable or None")
        self._task_factory = factory

    def get_task_factory(self):
        """What set_task_factory() was given."""
        return self._task_factory

    def _check_closed(self):
        if self._closed:
            raise RuntimeError("Event loop is closed")

    def _check_running(self):
        if self.is_running():
            raise RuntimeError("This event loop is already running")
        if _get_running_loop() is not None:
            raise RuntimeError("Cannot run the event loop while another loop is running")

    def run_forever(self):
        """Run until stop() is called."""
        self._check_closed()
        self._check_running()
        self._thread_id = threading.get_ident()
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=self._asyncgen_begins, finalizer=self._asyncgen_dropped)
        _set_running_loop(self)
        try:
            self._run_once()
            while not self._stopping:
                self._run_once()
        finally:
            _set_running_loop(None)
            sys.set_asyncgen_hooks(*hooks)
            self._stopping, self._thread_id = False, None

    def run_until_complete(self, future):
        """Run until a future or coroutine is done; its result."""
        from .tasks import ensure_future
        self._check_closed()
        self._check_running()
        awaited = ensure_future(future, loop=self)
        own = awaited is not future  # nobody else sees how this one ends
        if own:
            awaited._log_destroy_pending = False
        awaited.add_done_callback(_stop_loop)
        try:
            self.run_forever()
        except BaseException:
            if own and awaited.done() and not awaited.cancelled():
                awaited.exception()
            raise
        finally:
            awaited.remove_done_callback(_stop_loop)
        if not awaited.done():
            raise RuntimeError("Event loop stopped before Future completed.")
        return awaited.result()

    def stop(self):
        """Stop behind the callbacks that are ready."""
        self._stopping = True

    def close(self):
        """Forget all callbacks."""
        if self.is_running():
            raise RuntimeError("Cannot close a running event loop")
        if self._closed:
            return
        self._closed = True
        self._ready.clear()
        self._scheduled.clear()
        executor = self._default_executor
        if executor is not None:
            self._default_executor = None
            executor.shutdown(wait=False)

    def is_closed(self):
        """Was close() called?"""
        return self._closed

    def is_running(self):
        """Is it running?"""
        return self._thread_id is not None

    def time(self):
        """The loop's clock."""
        return time.monotonic()

    def call_later(self, delay, callback, *args, context=None):
        """Call a function after a time."""
        if delay is None:
            raise TypeError("delay must not be None")
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        """Call a function at a time of the loop's clock."""
        if when is None:
            raise TypeError("when cannot be None")
        self._check_closed()
        timer = TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._scheduled, timer)
        timer._scheduled = True
        return timer

    def call_soon(self, callback, *args, context=None):
        """Call a function as soon as possible."""
        self._check_closed()
        handle = Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_soon_threadsafe(self, callback, *args, context=None):
        """call_soon() from another thread."""
        handle = self.call_soon(callback, *args, context=context)
        with self._wakeup:
            self._wakeup.notify_all()
        return handle

    def run_in_executor(self, executor, func, *args):
        """Call a function in a thread of an executor; a future."""
        from . import futures
        self._check_closed()
        if executor is None:
            executor = self._default_executor
            if executor is None:
                from concurrent.futures import ThreadPoolExecutor
                executor = self._default_executor = ThreadPoolExecutor(thread_name_prefix="asyncio")
        return futures.wrap_future(executor.submit(func, *args), loop=self)

    def set_default_executor(self, executor):
        """The executor for run_in_executor(None, …)."""
        self._default_executor = executor

    def _asyncgen_begins(self, generator):
        if self._asyncgens_shut_down:
            import warnings
            warnings.warn(f"asynchronous generator {generator!r} was scheduled after loop.shutdown_asyncgens() call",
                          ResourceWarning, source=self)
        self._asyncgens.add(generator)

    def _asyncgen_dropped(self, generator):
        self._asyncgens.discard(generator)
        if not self.is_closed():
            self.call_soon_threadsafe(self.create_task, generator.aclose())

    async def shutdown_asyncgens(self):
        """Close the asynchronous generators that were begun and not ended."""
        self._asyncgens_shut_down = True
        left = list(self._asyncgens)
        self._asyncgens.clear()
        from .tasks import gather
        outcomes = await gather(*[generator.aclose() for generator in left], return_exceptions=True)
        for generator, outcome in zip(left, outcomes):
            if isinstance(outcome, Exception):
                self.call_exception_handler({
                    "message": f"an error occurred during closing of asynchronous generator {generator!r}",
                    "exception": outcome, "asyncgen": generator})

    async def shutdown_default_executor(self):
        """Wait for the threads of the default executor."""
        executor = self._default_executor
        if executor is not None:
            future = self.create_future()

            def work():
                executor.shutdown(wait=True)
                self.call_soon_threadsafe(future.set_result, None)

            thread = threading.Thread(target=work)
            thread.start()
            try:
                await future
            finally:
                thread.join()

    # -- Exceptions that nobody catches

    def get_exception_handler(self):
        """What set_exception_handler() was given."""
        return self._exception_handler

    def set_exception_handler(self, handler):
        """A function of the loop and a dict that tells what happened; None: default_exception_handler()."""
        if not (handler is None or callable(handler)):
            raise TypeError(f"A callable object or None is expected, got {handler!r}")
        self._exception_handler = handler

    def default_exception_handler(self, context):
        """Log an error: the message, what else the dict holds, and the exception's traceback."""
        import logging
        lines = [context.get("message") or "Unhandled exception in event loop"]
        lines += [f"{name}: {context[name]!r}" for name in sorted(context) if name not in ("message", "exception")]
        failure = context.get("exception")
        logging.getLogger("asyncio").error("\n".join(lines), exc_info=False if failure is None else
                                           (type(failure), failure, failure.__traceback__))

    def call_exception_handler(self, context):
        """Have the handler told of an error; context["message"] says what it is."""
        if self._exception_handler is None:
            self.default_exception_handler(context)
            return
        try:
            self._exception_handler(self, context)
        except BaseException as failure:
            if isinstance(failure, (SystemExit, KeyboardInterrupt)):
                raise
            self.default_exception_handler({"message": "Unhandled error in exception handler", "exception": failure,
                                            "context": context})

    # -- One round

    def _timer_handle_cancelled(self, handle):
        if handle._scheduled:
            self._timers_cancelled += 1

    def _drop_cancelled_timers(self):
        """Cancelled timers leave the heap when they come to its top, or all together when they are the greater part."""
        timers = self._scheduled
        if self._timers_cancelled > max(100, len(timers) // 2):
            timers[:] = [timer for timer in timers if not timer._cancelled]
            heapq.heapify(timers)
            self._timers_cancelled = 0
        while timers and timers[0]._cancelled:
            heapq.heappop(timers)._scheduled = False
            self._timers_cancelled -= 1

    def _run_once(self):
        """Wait until something is to be done, and make the calls that are ready by then."""
        ready, timers = self._ready, self._scheduled
        self._drop_cancelled_timers()
        if not ready and not self._stopping:
            self._wait(timers[0]._when - self.time() if timers else _LONGEST_WAIT)
        due = self.time() + _CLOCK_STEP
        while timers and timers[0]._when < due:
            timer = heapq.heappop(timers)
            timer._scheduled = False
            ready.append(timer)
        for _ in range(len(ready)):  # what these calls add has its turn in the next round
            handle = ready.popleft()
            if not handle._cancelled:
                handle._run()
        handle = None  # frames in tracebacks shall not keep it

    def _wait(self, seconds):
        """Sleep until the next timer or a call from another thread."""
        if seconds <= 0:
            return
        # Whole milliseconds, so that timers within one run together; not for ever, so that signals get their turn.
        seconds = min(-(-seconds // 1e-3) * 1e-3, _LONGEST_WAIT)
        with self._wakeup:
            if not self._ready:
                self._wakeup.wait(seconds)

    def get_debug(self):
        """Is debugging on?"""
        return self._debug

    def set_debug(self, enabled):
        """Turn debugging on or off."""
        self._debug = enabled

    def add_signal_handler(self, sig, callback, *args):
        """Call a function in the loop when a signal arrives."""
        import signal
        signal.signal(sig, lambda *_: self.call_soon_threadsafe(callback, *args))

    def remove_signal_handler(self, sig):
        """Forget a signal handler."""
        import signal
        signal.signal(sig, signal.default_int_handler if sig == signal.SIGINT else signal.SIG_DFL)
        return True

    def _no_network(self, *args, **kwargs):
        """NotImplementedError: there are no sockets, pipes and subprocesses here."""
        raise NotImplementedError("asyncio here has no sockets, pipes and subprocesses")

    create_connection = create_server = create_datagram_endpoint = add_reader = add_writer = _no_network
    subprocess_exec = subprocess_shell = connect_read_pipe = connect_write_pipe = _no_network


class SelectorEventLoop(BaseEventLoop):
    """The usual event loop."""


SelectorEventLoop.__name__ = SelectorEventLoop.__qualname__ = "_UnixSelectorEventLoop"
SelectorEventLoop.__module__ = "asyncio.unix_events"


def _stop_loop(future):
    # An exception that stops the loop by itself must not stop its next run as well.
    if future.cancelled() or not isinstance(future.exception(), (SystemExit, KeyboardInterrupt)):
        future.get_loop().stop()


class AbstractEventLoopPolicy:
    """What policies are made from."""


class DefaultEventLoopPolicy(AbstractEventLoopPolicy):
    """One loop for each thread; the first thread gets one when it asks."""

    def __init__(self):
        self._loops = {}

    def get_event_loop(self):
        """The loop of this thread."""
        thread = threading.current_thread()
        loop = self._loops.get(thread)
        if loop is None:
            if thread in self._loops or thread is not threading.main_thread():
                raise RuntimeError(f"There is no current event loop in thread {thread.name!r}.")
            loop = self._loops[thread] = self.new_event_loop()
        return loop

    def set_event_loop(self, loop):
        """Choose the loop of this thread."""
        if not (loop is None or isinstance(loop, AbstractEventLoop)):
            raise TypeError(f"loop must be an instance of AbstractEventLoop or None, not '{type(loop).__name__}'")
        self._loops[threading.current_thread()] = loop

    def new_event_loop(self):
        """A new loop."""
        return SelectorEventLoop()


_policy = None
_running = {}


def _get_running_loop():
    """The loop that runs in this thread, or None."""
    return _running.get(threading.get_ident())


def _set_running_loop(loop):
    """Note the loop that runs in this thread."""
    if loop is None:
        _running.pop(threading.get_ident(), None)
    else:
        _running[threading.get_ident()] = loop


def get_running_loop():
    """The loop that runs in this thread."""
    loop = _get_running_loop()
    if loop is None:
        raise RuntimeError("no running event loop")
    return loop


def get_event_loop_policy():
    """The policy."""
    global _policy
    if _policy is None:
        _policy = DefaultEventLoopPolicy()
    return _policy


def set_event_loop_policy(policy):
    """Another policy; None: the usual."""
    global _policy
    if policy is not None and not isinstance(policy, AbstractEventLoopPolicy):
        raise TypeError("policy must be an instance of AbstractEventLoopPolicy or None, not "
                        f"'{type(policy).__name__}'")
    _policy = policy


def get_event_loop():
    """The running loop, or that of the policy."""
    loop = _get_running_loop()
    return loop if loop is not None else get_event_loop_policy().get_event_loop()


def set_event_loop(loop):
    """The loop of this thread."""
    get_event_loop_policy().set_event_loop(loop)


def new_event_loop():
    """A new loop."""
    return get_event_loop_policy().new_event_loop()
