"""Test cases with coroutines."""
import asyncio
import contextvars
import inspect
import warnings

from .case import TestCase

__unittest = True


class IsolatedAsyncioTestCase(TestCase):
    """A test whose methods may be coroutines; each test has a loop of its own."""

    def __init__(self, methodName="runTest"):
        super().__init__(methodName)
        self._runner = None
        self._context = contextvars.copy_context()

    async def asyncSetUp(self):
        """Called behind setUp()."""

    async def asyncTearDown(self):
        """Called before tearDown()."""

    def addAsyncCleanup(self, func, /, *args, **kwargs):
        """Await a call after the test."""
        self.addCleanup(func, *args, **kwargs)

    async def enterAsyncContext(self, cm):
        """Enter an asynchronous context manager until the end of the test."""
        cls = type(cm)
        value = await cls.__aenter__(cm)
        self.addAsyncCleanup(cls.__aexit__, cm, None, None, None)
        return value

    def _run(self, function, *args, **kwargs):
        # The coroutine itself is the task's: a frame of ours before it would end the traceback that is shown.
        if inspect.iscoroutinefunction(function):
            return self._runner.run(function(*args, **kwargs), context=self._context)
        return self._context.run(function, *args, **kwargs)

    def _callSetUp(self):
        self._runner.get_loop()
        self._context.run(self.setUp)
        self._run(self.asyncSetUp)

    def _callTestMethod(self, method):
        if self._run(method) is not None:
            warnings.warn(f"It is deprecated to return a value that is not None from a test case ({method})",
                          DeprecationWarning, stacklevel=4)

    def _callTearDown(self):
        self._run(self.asyncTearDown)
        self._context.run(self.tearDown)

    def _callCleanup(self, function, *args, **kwargs):
        self._run(function, *args, **kwargs)

    def run(self, result=None):
        with asyncio.Runner(debug=False) as self._runner:
            try:
                return super().run(result)
            finally:
                self._runner = None

    def debug(self):
        with asyncio.Runner(debug=False) as self._runner:
            super().debug()
