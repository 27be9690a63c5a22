# contextlib: generators as managers, suppression, redirection, stacks.
import asyncio
import contextlib
import io
import os
import sys
from contextlib import (
    AbstractContextManager,
    AsyncExitStack,
    ContextDecorator,
    ExitStack,
    aclosing,
    asynccontextmanager,
    chdir,
    closing,
    contextmanager,
    nullcontext,
    redirect_stderr,
    redirect_stdout,
    suppress,
)


def tell(what, call):
    try:
        print(what, "->", repr(call()))
    except BaseException as e:
        print(what, "->", type(e).__name__, e, "| cause:", repr(e.__cause__), "| context:", repr(e.__context__))


print(sorted(contextlib.__all__))


@contextmanager
def tracked(name, swallow=False):
    """Tracks."""
    print("enter", name)
    try:
        yield name.upper()
    except ValueError as e:
        print("caught", e)
        if not swallow:
            raise
    finally:
        print("leave", name)


with tracked("a") as value:
    print(value)
with tracked("b", swallow=True):
    raise ValueError("swallowed")


def failing(error, **options):
    with tracked("c", **options):
        raise error


tell("passes on", lambda: failing(ValueError("kept")))
tell("another", lambda: failing(KeyError("k")))
tell("stop", lambda: failing(StopIteration("s")))
print(tracked.__name__, tracked.__doc__, tracked("x").__doc__)


@tracked("decorated")
def decorated(x):
    return x + 1


print(decorated(1), decorated(2))


@contextmanager
def twice():
    yield 1
    yield 2


@contextmanager
def never():
    if False:
        yield


@contextmanager
def replaced():
    try:
        yield
    except ValueError as e:
        raise KeyError("new") from e


@contextmanager
def late():
    try:
        yield
    except ValueError:
        pass
    yield


def use(manager, error=None):
    with manager:
        if error:
            raise error


tell("twice", lambda: use(twice()))
tell("never", lambda: use(never()))
tell("replaced", lambda: use(replaced(), ValueError("old")))
tell("late", lambda: use(late(), ValueError("old")))
once = tracked("once")
use(once)
tell("used again", lambda: use(once))


class Door:
    def close(self):
        print("closed")


with closing(Door()) as door:
    print(type(door).__name__)
tell("closing", lambda: use(closing(Door()), ValueError("x")))
tell("suppress", lambda: use(suppress(KeyError, IndexError), KeyError()))
tell("suppress", lambda: use(suppress(KeyError), ValueError("through")))
tell("suppress nothing", lambda: use(suppress(), ValueError("through")))
with nullcontext(5) as five, nullcontext() as none:
    print(five, none)
out, err = io.StringIO(), io.StringIO()
with redirect_stdout(out), redirect_stderr(err):
    print("to out")
    print("to err", file=sys.stderr)
print(repr(out.getvalue()), repr(err.getvalue()))
before = os.getcwd()
with chdir("/"):
    print(os.getcwd())
print(os.getcwd() == before)

with ExitStack() as stack:
    print(stack.enter_context(tracked("one")), stack.enter_context(tracked("two")))
    stack.callback(print, "callback", 1, sep="-")
    stack.push(lambda kind, value, trace: print("exit with", kind))
    print("inside")


def stacked(*errors):
    with ExitStack() as stack:
        for error in errors[1:]:

            def leave(kind, value, trace, error=error):
                print("leaving with", repr(value))
                if error is True:
                    return True
                if error is not None:
                    raise error

            stack.push(leave)
        if errors[0]:
            raise errors[0]


tell("stack", lambda: stacked(ValueError("v"), None))
tell("stack", lambda: stacked(ValueError("v"), True))
tell("stack", lambda: stacked(ValueError("v"), KeyError("k"), None))
tell("stack", lambda: stacked(ValueError("v"), True, KeyError("k")))
tell("stack", lambda: stacked(None, KeyError("k"), IndexError("i")))
stack = ExitStack()
stack.enter_context(tracked("kept"))
other = stack.pop_all()
stack.close()
print("still open")
other.close()
tell("no manager", lambda: ExitStack().enter_context(3))


class Managed(AbstractContextManager):
    def __exit__(self, *exc):
        print("exit", exc[0])


with Managed() as m:
    print(type(m).__name__)
print(isinstance(Managed(), AbstractContextManager), issubclass(Door, AbstractContextManager))
tell("abstract", AbstractContextManager)


class Timer(ContextDecorator):
    def __enter__(self):
        print("start")
        return self

    def __exit__(self, *exc):
        print("stop", exc[0])
        return False


@Timer()
def timed():
    return "timed"


print(timed(), timed.__name__)


@asynccontextmanager
async def held(name):
    print("get", name)
    try:
        yield name
    finally:
        print("put", name)


class Gate:
    async def aclose(self):
        print("gate closed")

    async def __aenter__(self):
        return "gate"

    async def __aexit__(self, *exc):
        print("gate exit", exc[0])
        return exc[0] is ValueError


async def main():
    async with held("x") as x:
        print(x)
    async with aclosing(Gate()):
        print("in gate")
    async with AsyncExitStack() as stack:
        print(await stack.enter_async_context(held("y")), await stack.enter_async_context(Gate()))
        stack.enter_context(tracked("sync"))

        async def later(n):
            print("later", n)

        stack.push_async_callback(later, 3)
        raise ValueError("for the gate")
    print("after")
    try:
        async with held("z"):
            raise KeyError("k")
    except KeyError as e:
        print("out", e)

    @held("deco")
    async def inner():
        return 1

    print(await inner(), await inner())
    async with nullcontext(4) as four:
        print(four)
    try:
        await AsyncExitStack().enter_async_context(3)
    except TypeError as e:
        print(e)


asyncio.run(main())
