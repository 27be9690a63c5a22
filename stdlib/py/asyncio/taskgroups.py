"""Groups of tasks that live within a with statement."""
from . import events, exceptions, tasks


def _ends_program(failure):
    return isinstance(failure, (SystemExit, KeyboardInterrupt))


class TaskGroup:
    """Waits for its tasks at the end of a with statement. The first failure, of a task or of the body, cancels the rest;
    all failures are raised together."""

    def __init__(self):
        self._stage = ""  # then "entered" and, while the body's end waits for the tasks, "exiting"
        self._aborting = False  # the tasks are cancelled
        self._loop = self._parent_task = None
        self._parent_cancelled_here = False  # the body was cancelled because a task failed
        self._tasks = set()
        self._errors = []
        self._base_error = None  # a KeyboardInterrupt or SystemExit, which goes before all others
        self._all_done = None  # a future that __aexit__() waits for

    def __repr__(self):
        shown = [""]
        for name, many in (("tasks", self._tasks), ("errors", self._errors)):
            if many:
                shown.append(f"{name}={len(many)}")
        if self._aborting:
            shown.append("cancelling")
        elif self._stage:
            shown.append("entered")
        return f"<TaskGroup{' '.join(shown)}>"

    async def __aenter__(self):
        if self._stage:
            raise RuntimeError(f"TaskGroup {self!r} has been already entered")
        self._stage = "entered"
        self._loop = events.get_running_loop()
        self._parent_task = tasks.current_task(self._loop)
        if self._parent_task is None:
            raise RuntimeError(f"TaskGroup {self!r} cannot determine the parent task")
        return self

    async def __aexit__(self, kind, failure, traceback):
        self._stage = "exiting"
        cancelled = failure if kind is exceptions.CancelledError else None
        if failure is not None:
            if _ends_program(failure) and self._base_error is None:
                self._base_error = failure
            if not self._aborting:
                self._abort()
        # The cancellation that a failed task caused ends here; others go on to the caller.
        if self._parent_cancelled_here and self._parent_task.uncancel() == 0:
            cancelled = None
        while self._tasks:
            self._all_done = self._loop.create_future()
            try:
                await self._all_done
            except exceptions.CancelledError as outside:
                if not self._aborting:
                    cancelled = outside
                    self._abort()
            self._all_done = None
        if self._base_error is not None:
            raise self._base_error
        if cancelled is not None and not self._errors:
            raise cancelled
        if failure is not None and kind is not exceptions.CancelledError:
            self._errors.append(failure)
        if self._errors:
            errors, self._errors = self._errors, None
            raise BaseExceptionGroup("unhandled errors in a TaskGroup", errors) from None

    def create_task(self, coro, *, name=None, context=None):
        """Have the loop drive a coroutine as a task of the group."""
        refusal = None
        if not self._stage:
            refusal = "has not been entered"
        elif self._stage == "exiting" and not self._tasks:
            refusal = "is finished"
        elif self._aborting:
            refusal = "is shutting down"
        if refusal is not None:
            raise RuntimeError(f"TaskGroup {self!r} {refusal}")
        given = {} if context is None else {"context": context}
        task = self._loop.create_task(coro, **given)
        tasks._set_task_name(task, name)
        if task.done():
            self._on_done(task)
        else:
            self._tasks.add(task)
            task.add_done_callback(self._on_done)
        return task

    def _abort(self):
        self._aborting = True
        for task in self._tasks:
            if not task.done():
                task.cancel()

    def _on_done(self, task):
        self._tasks.discard(task)
        if not self._tasks and self._all_done is not None and not self._all_done.done():
            self._all_done.set_result(True)
        failure = None if task.cancelled() else task.exception()
        if failure is None:
            return
        self._errors.append(failure)
        if _ends_program(failure) and self._base_error is None:
            self._base_error = failure
        if self._parent_task.done():
            self._loop.call_exception_handler({
                "message": f"Task {task!r} has errored out but its parent task {self._parent_task} is already completed",
                "exception": failure, "task": task})
        elif not (self._aborting or self._parent_cancelled_here):
            self._abort()
            self._parent_cancelled_here = True
            self._parent_task.cancel()
