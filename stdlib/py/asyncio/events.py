"""The event loop: callbacks that are ready, callbacks for later, calls from other threads."""
import collections
import contextvars
import heapq
import math
import sys
import threading
import time

from . import exceptions


class Handle:
    """A callback to be called."""
    __slots__ = ("_callback", "_args", "_cancelled", "_loop", "_context", "__weakref__", "_repr")

    def __init__(self, callback, args, loop, context=None):
        if context is None:
            context = contextvars.copy_context()
        self._context = context
        self._loop = loop
        self._callback = callback
        self._args = args
        self._cancelled = False

    def _info(self):
        parts = [self.__class__.__name__]
        if self._cancelled:
            parts.append("cancelled")
        if self._callback is not None:
            parts.append("%s(%s)" % (getattr(self._callback, "__qualname__", repr(self._callback)),
                                     ", ".join(map(repr, self._args))))
        return parts

    def __repr__(self):
        return "<%s>" % " ".join(self._info())

    def cancel(self):
        """Do not call it."""
        if not self._cancelled:
            self._cancelled = True
            self._callback = None
            self._args = None

    def cancelled(self):
        """Was it cancelled?"""
        return self._cancelled

    def _run(self):
        try:
            self._context.run(self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as e:
            name = getattr(self._callback, "__qualname__", repr(self._callback))
            self._loop.call_exception_handler({"message": f"Exception in callback {name}({', '.join(map(repr, self._args))})",
                                               "exception": e, "handle": self})
        self = None


class TimerHandle(Handle):
    """A callback to be called at a time."""
    __slots__ = ("_scheduled", "_when")

    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when = when
        self._scheduled = False

    def _info(self):
        info = super()._info()
        info.insert(2 if self._cancelled else 1, f"when={self._when}")
        return info

    def __hash__(self):
        return hash(self._when)

    def __lt__(self, other):
        if isinstance(other, TimerHandle):
            return self._when < other._when
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, TimerHandle):
            return self._when < other._when or self.__eq__(other)
        return NotImplemented

    def __eq__(self, other):
        if isinstance(other, TimerHandle):
            return (self._when == other._when and self._callback == other._callback and
                    self._args == other._args and self._cancelled == other._cancelled)
        return NotImplemented

    def cancel(self):
        if not self._cancelled:
            self._loop._timer_handle_cancelled(self)
        super().cancel()

    def when(self):
        """The time by the loop's clock."""
        return self._when


class AbstractEventLoop:
    """What event loops are made from."""


class BaseEventLoop(AbstractEventLoop):
    """Runs callbacks, tasks and timers; there is no network."""

    def __init__(self):
        self._timers_cancelled = 0
        self._closed = False
        self._stopping = False
        self._ready = collections.deque()
        self._scheduled = []
        self._default_executor = None
        self._thread_id = None
        self._exception_handler = None
        self._debug = False
        self._task_factory = None
        self._asyncgens = {}
        self._asyncgens_shutdown = False
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
        old_hooks = sys.get_asyncgen_hooks() if hasattr(sys, "get_asyncgen_hooks") else None
        self._thread_id = threading.get_ident()
        try:
            if old_hooks is not None:
                sys.set_asyncgen_hooks(firstiter=self._asyncgen_firstiter, finalizer=self._asyncgen_finalizer)
            _set_running_loop(self)
            while True:
                self._run_once()
                if self._stopping:
                    break
        finally:
            self._stopping = False
            self._thread_id = None
            _set_running_loop(None)
            if old_hooks is not None:
                sys.set_asyncgen_hooks(*old_hooks)

    def run_until_complete(self, future):
        """Run until a future or coroutine is done; its result."""
        from . import futures, tasks
        self._check_closed()
        self._check_running()
        new_task = not futures.isfuture(future)
        future = tasks.ensure_future(future, loop=self)
        if new_task:
            future._log_destroy_pending = False
        future.add_done_callback(_stop_loop)
        try:
            self.run_forever()
        except:
            if new_task and future.done() and not future.cancelled():
                future.exception()
            raise
        finally:
            future.remove_done_callback(_stop_loop)
        if not future.done():
            raise RuntimeError("Event loop stopped before Future completed.")
        return future.result()

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

    async def shutdown_asyncgens(self):
        """Close all asynchronous generators."""
        self._asyncgens_shutdown = True
        generators = [ref() for ref in self._asyncgens.values()]
        generators = [g for g in generators if g is not None]
        self._asyncgens.clear()
        if generators:
            from .tasks import gather
            results = await gather(*[g.aclose() for g in generators], return_exceptions=True)
            for result, generator in zip(results, generators):
                if isinstance(result, Exception):
                    self.call_exception_handler({
                        "message": f"an error occurred during closing of asynchronous generator {generator!r}",
                        "exception": result, "asyncgen": generator})

    def _asyncgen_firstiter(self, generator):
        import weakref
        key = id(generator)
        self._asyncgens[key] = weakref.ref(generator, lambda _: self._asyncgens.pop(key, None))

    def _asyncgen_finalizer(self, generator):
        self._asyncgens.pop(id(generator), None)
        if not self._closed:
            self.call_soon_threadsafe(self.create_task, generator.aclose())

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

    def get_exception_handler(self):
        """What set_exception_handler() was given."""
        return self._exception_handler

    def set_exception_handler(self, handler):
        """A function (loop, context) for exceptions that nobody catches; None: the usual."""
        if handler is not None and not callable(handler):
            raise TypeError(f"A callable object or None is expected, got {handler!r}")
        self._exception_handler = handler

    def default_exception_handler(self, context):
        """Log an exception that nobody caught."""
        import logging
        message = context.get("message") or "Unhandled exception in event loop"
        exception = context.get("exception")
        info = (type(exception), exception, exception.__traceback__) if exception is not None else False
        lines = [message]
        for key in sorted(context):
            if key not in ("message", "exception"):
                lines.append(f"{key}: {context[key]!r}")
        logging.getLogger("asyncio").error("\n".join(lines), exc_info=info)

    def call_exception_handler(self, context):
        """Tell the handler of an exception."""
        if self._exception_handler is None:
            self.default_exception_handler(context)
        else:
            try:
                self._exception_handler(self, context)
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as e:
                self.default_exception_handler({"message": "Unhandled error in exception handler", "exception": e,
                                                "context": context})

    def _timer_handle_cancelled(self, handle):
        if handle._scheduled:
            self._timers_cancelled += 1

    def _run_once(self):
        scheduled = self._scheduled
        if self._timers_cancelled > 100 and self._timers_cancelled > len(scheduled) // 2:
            self._scheduled = scheduled = [h for h in scheduled if not h._cancelled]
            heapq.heapify(scheduled)
            self._timers_cancelled = 0
        while scheduled and scheduled[0]._cancelled:
            self._timers_cancelled -= 1
            heapq.heappop(scheduled)._scheduled = False
        if not self._ready and not self._stopping:
            timeout = max(0, scheduled[0]._when - self.time()) if scheduled else None
            self._wait(timeout)
        end = self.time() + 1e-9
        while scheduled and scheduled[0]._when < end:
            handle = heapq.heappop(scheduled)
            handle._scheduled = False
            self._ready.append(handle)
        for _ in range(len(self._ready)):
            handle = self._ready.popleft()
            if not handle._cancelled:
                handle._run()
        handle = None

    def _wait(self, timeout):
        """Sleep until the next timer or a call from another thread."""
        if timeout == 0:
            return
        if timeout is not None:
            timeout = math.ceil(timeout * 1e3) * 1e-3  # timers that are due within a millisecond run together
        with self._wakeup:
            if not self._ready:
                # Looked at now and then, so that signals get their turn.
                self._wakeup.wait(timeout if timeout is not None and timeout < 3600 else 3600)

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
        raise NotImplementedError("asyncio here has no sockets, pipes and subprocesses")

    create_connection = create_server = create_datagram_endpoint = add_reader = add_writer = _no_network
    subprocess_exec = subprocess_shell = connect_read_pipe = connect_write_pipe = _no_network


class SelectorEventLoop(BaseEventLoop):
    """The usual event loop."""


SelectorEventLoop.__name__ = SelectorEventLoop.__qualname__ = "_UnixSelectorEventLoop"
SelectorEventLoop.__module__ = "asyncio.unix_events"


def _stop_loop(future):
    if not future.cancelled():
        exception = future.exception()
        if isinstance(exception, (SystemExit, KeyboardInterrupt)):
            return
    future.get_loop().stop()


class AbstractEventLoopPolicy:
    """What policies are made from."""


class DefaultEventLoopPolicy(AbstractEventLoopPolicy):
    """One loop for each thread; the first thread gets one when it asks."""

    def __init__(self):
        self._loops = {}

    def get_event_loop(self):
        me = threading.current_thread()
        if me not in self._loops and me is threading.main_thread():
            self.set_event_loop(self.new_event_loop())
        loop = self._loops.get(me)
        if loop is None:
            raise RuntimeError("There is no current event loop in thread %r." % me.name)
        return loop

    def set_event_loop(self, loop):
        if loop is not None and not isinstance(loop, AbstractEventLoop):
            raise TypeError(f"loop must be an instance of AbstractEventLoop or None, not '{type(loop).__name__}'")
        self._loops[threading.current_thread()] = loop

    def new_event_loop(self):
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
