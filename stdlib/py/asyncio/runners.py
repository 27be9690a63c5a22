"""Running coroutines from ordinary code."""
import contextvars

from . import events, tasks


class Runner:
    """A loop for several coroutines, one after the other, closed at the end of a with statement."""

    def __init__(self, *, debug=None, loop_factory=None):
        self._debug, self._loop_factory = debug, loop_factory
        self._loop = self._context = None  # made when they are needed
        self._closed = False

    def __enter__(self):
        self._open()
        return self

    def __exit__(self, kind, failure, traceback):
        self.close()

    def _open(self):
        if self._closed:
            raise RuntimeError("Runner is closed")
        if self._loop is not None:
            return
        if self._loop_factory is None:
            self._loop = events.new_event_loop()
            events.set_event_loop(self._loop)
        else:
            self._loop = self._loop_factory()
        if self._debug is not None:
            self._loop.set_debug(self._debug)
        self._context = contextvars.copy_context()

    def get_loop(self):
        """The loop of all runs."""
        self._open()
        return self._loop

    def run(self, coro, *, context=None):
        """The result of a coroutine. The context variables that it sets are there for the next run."""
        from inspect import iscoroutine
        if not iscoroutine(coro):
            raise ValueError(f"a coroutine was expected, got {coro!r}")
        if events._get_running_loop() is not None:
            raise RuntimeError("Runner.run() cannot be called from a running event loop")
        self._open()
        task = self._loop.create_task(coro, context=self._context if context is None else context)
        return self._loop.run_until_complete(task)

    def close(self):
        """Cancel the tasks that are left, end generators and threads, and close the loop."""
        loop = self._loop
        if loop is None:
            return
        try:
            _cancel_all_tasks(loop)
            for ending in (loop.shutdown_asyncgens, loop.shutdown_default_executor):
                loop.run_until_complete(ending())
        finally:
            if self._loop_factory is None:
                events.set_event_loop(None)
            loop.close()
            self._loop, self._closed = None, True


def run(main, *, debug=None):
    """The result of a coroutine, run in a loop of its own."""
    if events._get_running_loop() is not None:
        raise RuntimeError("asyncio.run() cannot be called from a running event loop")
    with Runner(debug=debug) as runner:
        return runner.run(main)


def _cancel_all_tasks(loop):
    left = tasks.all_tasks(loop)
    for task in left:
        task.cancel()
    if left:
        loop.run_until_complete(tasks.gather(*left, return_exceptions=True))
    for task in left:
        failure = None if task.cancelled() else task.exception()
        if failure is not None:
            loop.call_exception_handler({"message": "unhandled exception during asyncio.run() shutdown",
                                         "exception": failure, "task": task})
