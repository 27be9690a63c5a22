"""Running coroutines from ordinary code."""
from contextvars import copy_context

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
        own = self._loop_factory is None
        loop = self._loop = (events.new_event_loop if own else self._loop_factory)()
        if own:
            events.set_event_loop(loop)
        if self._debug is not None:
            loop.set_debug(self._debug)
        self._context = copy_context()

    def get_loop(self):
        """The loop of all runs."""
        self._open()
        return self._loop

    def run(self, coro, *, context=None):
        """The result of a coroutine. The context variables that it sets are there for the next run."""
        from inspect import iscoroutine
        if not iscoroutine(coro):
            raise ValueError(f"a coroutine was expected, got {coro!r}")
        _refuse_inside("Runner.run()")
        loop = self.get_loop()
        return loop.run_until_complete(loop.create_task(coro, context=context or self._context))

    def close(self):
        """Cancel the tasks that are left, end generators and threads, and close the loop."""
        loop = self._loop
        if loop is None:
            return
        try:
            _cancel_what_is_left(loop)
            for ending in (loop.shutdown_asyncgens, loop.shutdown_default_executor):
                loop.run_until_complete(ending())
        finally:
            self._loop, self._closed = None, True
            if not self._loop_factory:
                events.set_event_loop(None)
            loop.close()


def run(main, *, debug=None):
    """The result of a coroutine, run in a loop of its own."""
    _refuse_inside("asyncio.run()")
    with Runner(debug=debug) as once:
        return once.run(main)


def _refuse_inside(what):
    if events._get_running_loop():
        raise RuntimeError(what + " cannot be called from a running event loop")


def _cancel_what_is_left(loop):
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
