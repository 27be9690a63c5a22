"""Tools for the with statement.

Each tool exists for `with` and for `async with`. What the two have in common stands once: `_Ending` decides at the end of a
decorated generator, `_Unwinding` at the end of a stack.
"""
import abc
import sys
from _collections import deque
from functools import wraps
from types import GenericAlias, MethodType

__all__ = ["asynccontextmanager", "contextmanager", "closing", "nullcontext", "AbstractContextManager",
           "AbstractAsyncContextManager", "AsyncExitStack", "ContextDecorator", "ExitStack",
           "redirect_stdout", "redirect_stderr", "suppress", "aclosing", "chdir"]


def _has_methods(C, *names):
    from _collections_abc import _check_methods
    return _check_methods(C, *names)


class AbstractContextManager(abc.ABC):
    """The abstract base class of context managers; any class with both methods counts as a subclass."""

    __class_getitem__ = classmethod(GenericAlias)

    def __enter__(self):
        """The manager itself is bound after `as`."""
        return self

    @abc.abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        """A true result swallows the exception."""

    @classmethod
    def __subclasshook__(cls, C):
        return _has_methods(C, "__enter__", "__exit__") if cls is AbstractContextManager else NotImplemented


class AbstractAsyncContextManager(abc.ABC):
    """The abstract base class of asynchronous context managers."""

    __class_getitem__ = classmethod(GenericAlias)

    async def __aenter__(self):
        """The manager itself is bound after `as`."""
        return self

    @abc.abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        """A true result swallows the exception."""

    @classmethod
    def __subclasshook__(cls, C):
        return _has_methods(C, "__aenter__", "__aexit__") if cls is AbstractAsyncContextManager else NotImplemented


class ContextDecorator:
    """A base class: its context managers work as decorators too, which run each call inside."""

    def _recreate_cm(self):
        """The manager for one call; a subclass that can be entered only once gives a new one."""
        return self

    def __call__(self, func):
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return wraps(func)(inner)


class AsyncContextDecorator:
    """The same for asynchronous context managers and functions."""

    def _recreate_cm(self):
        """The manager for one call."""
        return self

    def __call__(self, func):
        async def inner(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)
        return wraps(func)(inner)


# Context managers written as generators.

class _GeneratorContextManagerBase:
    def __init__(self, func, args, kwds):
        self.func, self.args, self.kwds = func, args, kwds
        self.gen = func(*args, **kwds)
        doc = getattr(func, "__doc__", None)
        self.__doc__ = type(self).__doc__ if doc is None else doc

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.kwds)

    def _begin(self):
        del self.args, self.kwds, self.func  # what they hold must not live as long as the block
        return self.gen


class _Ending:
    """What the end of a block means to a generator: an exception thrown in, or one more step; and what its answer means."""

    def __init__(self, typ, value, traceback, word):
        self.clean, self.value, self.traceback, self.word = typ is None, value, traceback, word
        if value is None and not self.clean:
            self.value = typ()

    def yielded(self):
        """It did not stop."""
        return RuntimeError("generator didn't stop" + ("" if self.clean else f" after {self.word}()"))

    def swallowed(self, answer, stop):
        """Whether the block's exception is gone, given the exception that the generator ended with; None to let that
        one out. `stop` is what a generator that simply returns raises."""
        if self.clean:
            return False if isinstance(answer, stop) else None
        value = self.value
        # A stop that leaves a generator is turned into a RuntimeError, with the stop as its cause.
        wrapped = (isinstance(answer, RuntimeError) and isinstance(value, (StopIteration, stop)) and
                   answer.__cause__ is value)
        if answer is value or wrapped:
            value.__traceback__ = self.traceback  # without the generator's frames
            return False
        return True if isinstance(answer, stop) else None


class _GeneratorContextManager(_GeneratorContextManagerBase, AbstractContextManager, ContextDecorator):
    """Runs a generator to its yield at the start of a block, and to its end at the end."""

    def __enter__(self):
        try:
            return next(self._begin())
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, typ, value, traceback):
        ending = _Ending(typ, value, traceback, "throw")
        try:
            if ending.clean:
                next(self.gen)
            else:
                self.gen.throw(typ, ending.value, traceback)
        except BaseException as answer:
            swallowed = ending.swallowed(answer, StopIteration)
            if swallowed is None:
                raise
            return swallowed
        raise ending.yielded()


class _AsyncGeneratorContextManager(_GeneratorContextManagerBase, AbstractAsyncContextManager, AsyncContextDecorator):
    """The same for an asynchronous generator."""

    async def __aenter__(self):
        try:
            return await anext(self._begin())
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, typ, value, traceback):
        ending = _Ending(typ, value, traceback, "athrow")
        try:
            if ending.clean:
                await anext(self.gen)
            else:
                await self.gen.athrow(typ, ending.value, traceback)
        except BaseException as answer:
            swallowed = ending.swallowed(answer, StopAsyncIteration)
            if swallowed is None:
                raise
            return swallowed
        raise ending.yielded()


def _made_by(manager):
    """A decorator that makes context managers of a class from calls of a generator function."""
    def decorate(func):
        return wraps(func)(lambda *args, **kwds: manager(func, args, kwds))
    return decorate


def contextmanager(func):
    """A decorator: a generator function that yields once makes context managers.

    What stands before the yield runs at the start of the block, what stands after it at the end; an exception of the block
    is raised at the yield."""
    return _made_by(_GeneratorContextManager)(func)


def asynccontextmanager(func):
    """A decorator: an asynchronous generator function that yields once makes asynchronous context managers."""
    return _made_by(_AsyncGeneratorContextManager)(func)


# Small managers.

class closing(AbstractContextManager):
    """Calls close() of an object at the end of the block."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class aclosing(AbstractAsyncContextManager):
    """Awaits aclose() of an object, such as an asynchronous generator, at the end of the block."""

    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()


class nullcontext(AbstractContextManager, AbstractAsyncContextManager):
    """Does nothing: stands in where there is no context manager."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    async def __aenter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        return None

    async def __aexit__(self, *excinfo):
        return None


class suppress(AbstractContextManager):
    """Swallows exceptions of the given classes."""

    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        return None

    def __exit__(self, exctype, excinst, exctb):
        return False if exctype is None else issubclass(exctype, self._exceptions)


class _Exchange(AbstractContextManager):
    """Puts something in place of something else for the block. It can be entered again inside: the old ones are stacked."""

    def __init__(self, new):
        self._new, self._old = new, []

    def __enter__(self):
        self._old.append(self._put(self._new))

    def __exit__(self, *excinfo):
        self._put(self._old.pop())


class _RedirectStream(_Exchange):
    _stream = None

    def __init__(self, new_target):
        super().__init__(new_target)

    def __enter__(self):
        super().__enter__()
        return self._new

    def _put(self, file):
        old = getattr(sys, self._stream)
        setattr(sys, self._stream, file)
        return old


class redirect_stdout(_RedirectStream):
    """What is printed goes to another file."""
    _stream = "stdout"


class redirect_stderr(_RedirectStream):
    """What is written to standard error goes to another file."""
    _stream = "stderr"


class chdir(_Exchange):
    """Changes the working directory for the block."""

    def __init__(self, path):
        super().__init__(path)
        self.path = path

    def _put(self, path):
        import os
        old = os.getcwd()
        os.chdir(path)
        return old


# Stacks of managers.

def _protocol(cm, enter, exit, what):
    """The two methods of a context manager, looked up on its type."""
    kind = type(cm)
    try:
        return getattr(kind, enter), getattr(kind, exit)
    except AttributeError:
        raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object does not support the {what} protocol") from None


def _chain(new, old, outside):
    """Make `old`, which was being handled when a callback raised `new`, the context of what `new` began with; `outside` is
    what was being handled before the stack was left, and is where its contexts end."""
    while new.__context__ is not None and new.__context__ is not old:
        if new.__context__ is outside:
            new.__context__ = old
            return
        new = new.__context__


class _Unwinding:
    """What happens to the block's exception while a stack is left."""

    def __init__(self, details):
        self.details, self.arrived, self.outside = details, details[1], sys.exc_info()[1]

    def swallow(self):
        self.details = (None, None, None)

    def replace(self, new):
        """A callback raised."""
        _chain(new, self.details[1], self.outside)
        self.details = (type(new), new, new.__traceback__)
        self.context = new.__context__

    def replaced(self):
        return self.details[1] is not None and self.details[1] is not self.arrived

    def restore_context(self):
        """To be called when the new exception has been raised, which made what is handled outside its context."""
        self.details[1].__context__ = self.context

    def swallowed(self):
        return self.arrived is not None and self.details[1] is None


class _BaseExitStack:
    """The callbacks of a stack: pairs (whether it is called without await, function of exc_type, exc_value, traceback)."""

    def __init__(self):
        self._exit_callbacks = deque()

    def pop_all(self):
        """Move the callbacks to a new stack, which is returned; this one is then empty."""
        moved = type(self)()
        moved._exit_callbacks, self._exit_callbacks = self._exit_callbacks, moved._exit_callbacks
        return moved

    def push(self, exit):
        """Add the exit of a context manager that is not entered here, or a function with the signature of __exit__."""
        method = getattr(type(exit), "__exit__", None)
        self._push_exit_callback(exit if method is None else MethodType(method, exit))
        return exit

    def enter_context(self, cm):
        """Enter a context manager, add its exit, and return what entering gave."""
        enter, leave = _protocol(cm, "__enter__", "__exit__", "context manager")
        result = enter(cm)
        self._push_exit_callback(MethodType(leave, cm))
        return result

    def callback(self, callback, /, *args, **kwds):
        """Add a call of a function; it cannot swallow exceptions."""
        def _exit_wrapper(exc_type, exc, tb):
            callback(*args, **kwds)
        _exit_wrapper.__wrapped__ = callback
        self._push_exit_callback(_exit_wrapper)
        return callback

    def _push_exit_callback(self, callback, is_sync=True):
        self._exit_callbacks.append((is_sync, callback))


class ExitStack(_BaseExitStack, AbstractContextManager):
    """Leaves any number of context managers, and calls functions, at the end of the block, the last added first."""

    def __exit__(self, *exc_details):
        unwinding = _Unwinding(exc_details)
        while self._exit_callbacks:
            cb = self._exit_callbacks.pop()[1]
            try:
                if cb(*exc_details):
                    unwinding.swallow()
            except BaseException as e:
                unwinding.replace(e)
            exc_details = unwinding.details
        if unwinding.replaced():
            try:
                raise exc_details[1]
            finally:
                unwinding.restore_context()
        return unwinding.swallowed()

    def close(self):
        """Call the callbacks now."""
        self.__exit__(None, None, None)


class AsyncExitStack(_BaseExitStack, AbstractAsyncContextManager):
    """An ExitStack that takes asynchronous context managers and functions as well."""

    async def enter_async_context(self, cm):
        """Enter an asynchronous context manager, add its exit, and return what entering gave."""
        enter, leave = _protocol(cm, "__aenter__", "__aexit__", "asynchronous context manager")
        result = await enter(cm)
        self._push_exit_callback(MethodType(leave, cm), False)
        return result

    def push_async_exit(self, exit):
        """Add the exit of an asynchronous context manager, or a coroutine function with the signature of __aexit__."""
        method = getattr(type(exit), "__aexit__", None)
        self._push_exit_callback(exit if method is None else MethodType(method, exit), False)
        return exit

    def push_async_callback(self, callback, /, *args, **kwds):
        """Add a call of a coroutine function."""
        async def _exit_wrapper(exc_type, exc, tb):
            await callback(*args, **kwds)
        _exit_wrapper.__wrapped__ = callback
        self._push_exit_callback(_exit_wrapper, False)
        return callback

    async def aclose(self):
        """Call the callbacks now."""
        await self.__aexit__(None, None, None)

    async def __aexit__(self, *exc_details):
        unwinding = _Unwinding(exc_details)
        while self._exit_callbacks:
            plain, cb = self._exit_callbacks.pop()
            try:
                cb_suppress = cb(*exc_details)
                if cb_suppress if plain else await cb_suppress:
                    unwinding.swallow()
            except BaseException as e:
                unwinding.replace(e)
            exc_details = unwinding.details
        if unwinding.replaced():
            try:
                raise exc_details[1]
            finally:
                unwinding.restore_context()
        return unwinding.swallowed()
