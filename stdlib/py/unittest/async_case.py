"""Test cases with coroutines."""
import asyncio
import contextvars
import inspect

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
        result = function(*args, **kwargs)
        if inspect.isawaitable(result):
            async def wait():
                return await result
            return self._runner.run(wait())
        return result

    def _callSetUp(self):
        self.setUp()
        self._run(self.asyncSetUp)

    def _callTestMethod(self, method):
        self._run(method)

    def _callTearDown(self):
        self._run(self.asyncTearDown)
        self.tearDown()

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
