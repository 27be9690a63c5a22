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
        self._asyncioRunner = None
        self._asyncioTestContext = contextvars.copy_context()

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
        try:
            enter, leave = cls.__aenter__, cls.__aexit__
        except AttributeError:
            raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the asynchronous context "
                            "manager protocol") from None
        value = await enter(cm)
        self.addAsyncCleanup(leave, cm, None, None, None)
        return value

    def _callAsync(self, func, /, *args, **kwargs):
        assert inspect.iscoroutinefunction(func), f"{func!r} is not an async function"
        return self._callMaybeAsync(func, *args, **kwargs)

    def _callMaybeAsync(self, func, /, *args, **kwargs):
        # The coroutine itself is the task's: a frame of ours before it would end the traceback that is shown.
        if inspect.iscoroutinefunction(func):
            return self._asyncioRunner.run(func(*args, **kwargs), context=self._asyncioTestContext)
        return self._asyncioTestContext.run(func, *args, **kwargs)

    def _callSetUp(self):
        self._asyncioRunner.get_loop()
        self._asyncioTestContext.run(self.setUp)
        self._callAsync(self.asyncSetUp)

    def _callTestMethod(self, method):
        if self._callMaybeAsync(method) is not None:
            warnings.warn(f"It is deprecated to return a value that is not None from a test case ({method})",
                          DeprecationWarning, stacklevel=4)

    def _callTearDown(self):
        self._callAsync(self.asyncTearDown)
        self._asyncioTestContext.run(self.tearDown)

    def _callCleanup(self, function, *args, **kwargs):
        self._callMaybeAsync(function, *args, **kwargs)

    def run(self, result=None):
        with asyncio.Runner(debug=False) as self._asyncioRunner:
            try:
                return super().run(result)
            finally:
                self._asyncioRunner = None

    def debug(self):
        with asyncio.Runner(debug=False) as self._asyncioRunner:
            super().debug()
