# How tasks, futures and groups end: their states as text, what waits for them, and what is refused.
import asyncio
import functools
import re


def show(*parts):
    print(*[re.sub(r" at \S*?(\w+\.py)", r" at \1", re.sub(r"<generator object .*? at \w+>", "generator", str(part)))
            for part in parts])


async def give(value, delay=0):
    await asyncio.sleep(delay)
    return value


async def fail(value, delay=0):
    await asyncio.sleep(delay)
    raise ValueError(value)


async def obedient():
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError as e:
        print("cancelled with", e.args)
        raise


async def stubborn():
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError:
        return "stubborn"


async def tell(label, awaitable):
    try:
        show(label, repr(await awaitable))
    except BaseException as e:
        show(label, type(e).__name__, e)


def refused(call, *args):
    try:
        show("taken", call(*args))
    except BaseException as e:
        show(type(e).__name__, e)


class Yields:
    def __init__(self, what):
        self.what = what

    def __await__(self):
        yield self.what


async def states():
    loop = asyncio.get_running_loop()
    task = asyncio.create_task(obedient(), name="named")
    await asyncio.sleep(0)
    task.add_done_callback(print)
    show(task)
    task.add_done_callback(functools.partial(show, 1, 2))
    task.add_done_callback(show)
    show(task)
    show(*[task.remove_done_callback(f) for f in (print, show, show)])
    task.cancel("enough")
    show(task.cancelling(), task, task.uncancel(), task.uncancel())
    await tell("task", task)
    show(task, task.cancel(), task.cancelled())
    refused(task.set_result, 1)
    refused(task.set_exception, OSError())
    future = loop.create_future()
    show(future)
    refused(future.result)
    refused(future.exception)
    refused(future.set_exception, StopIteration)
    future.set_exception(OSError)
    show(future)
    refused(future.set_result, 1)
    refused(future.result)
    future = loop.create_future()
    future.set_result(list(range(99)))
    show(future, asyncio.shield(future) is future)
    handle = loop.call_soon(functools.partial(show, "a", key=1), "b")
    show(handle)
    handle.cancel()
    show(handle, handle.cancelled())


async def misuse():
    loop = asyncio.get_running_loop()
    for what in (5, (i for i in ()), loop.create_future()):
        async def wrong():
            await Yields(what)
        try:
            await asyncio.create_task(wrong(), name="wrong")
        except RuntimeError as e:
            show(e)

    async def itself():
        await asyncio.current_task()
    try:
        await asyncio.create_task(itself(), name="itself")
    except RuntimeError as e:
        show(e)
    other = asyncio.new_event_loop()
    foreign = other.create_future()

    async def elsewhere():
        await foreign
    try:
        await asyncio.create_task(elsewhere(), name="elsewhere")
    except RuntimeError as e:
        show(e)
    refused(functools.partial(asyncio.ensure_future, foreign, loop=loop))
    other.close()
    refused(other.call_soon, print)
    refused(asyncio.ensure_future, 3)
    refused(functools.partial(asyncio.Task, 3, loop=loop))
    refused(loop.call_later, None, print)
    refused(loop.call_at, None, print)
    refused(loop.set_exception_handler, 3)
    refused(loop.set_task_factory, 3)
    refused(loop.run_forever)
    refused(loop.close)
    refused(asyncio.set_event_loop, 3)
    refused(asyncio.set_event_loop_policy, 3)


async def waiting():
    for value in (give(1), obedient(), stubborn(), fail(2), 3, Yields(None)):
        await tell("wait_for", asyncio.wait_for(value, .1))
    await tell("no time", asyncio.wait_for(give(1), 0))
    for when in ("FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"):
        tasks = [asyncio.create_task(coro) for coro in (give(1), fail(2, .1), give(3, .4))]
        done, pending = await asyncio.wait(tasks, return_when=when)
        show(when, len(done), len(pending))
        await asyncio.gather(*tasks, return_exceptions=True)
    await tell("empty", asyncio.wait([]))
    await tell("one", asyncio.wait(tasks[0]))
    await tell("when", asyncio.wait(tasks, return_when="x"))
    for next_one in asyncio.as_completed([give(1, .5), give(2, .1), fail(3, .3), give(4, 9)], timeout=.9):
        await tell("as_completed", next_one)
    same = give(4)
    await tell("same", asyncio.gather(same, same, give(5)))
    await tell("failed", asyncio.gather(give(1, .01), fail(2)))
    await tell("kept", asyncio.gather(give(1, .01), fail(2), return_exceptions=True))
    for keep in (False, True):
        both = asyncio.gather(obedient(), stubborn(), return_exceptions=keep)
        await asyncio.sleep(0)
        both.cancel("all")
        await tell("all", both)
        one = asyncio.create_task(obedient())
        await asyncio.sleep(0)
        one.cancel("one")
        await tell("one", asyncio.gather(one, give(1, .01), return_exceptions=keep))
    inner = asyncio.create_task(give("inner", .02))
    outer = asyncio.shield(inner)
    await asyncio.sleep(0)
    outer.cancel()
    await tell("outer", outer)
    await tell("inner", inner)
    await tell("shielded", asyncio.shield(fail(1)))


async def groups():
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(fail(1))
            group.create_task(obedient())
            show(group)
            await asyncio.sleep(9)
    except* ValueError as e:
        show(repr(e), group)
    coro = give(1)
    refused(group.create_task, coro)
    refused(asyncio.TaskGroup().create_task, coro)
    coro.close()
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(obedient())
            await asyncio.sleep(0)
            raise KeyError("body")
    except* KeyError as e:
        show(repr(e))
    try:
        async with group:
            pass
    except RuntimeError as e:
        show(e)
    try:
        async with asyncio.timeout(.05) as bound:
            await asyncio.sleep(9)
    except TimeoutError:
        show(bound, bound.expired())
    refused(bound.reschedule, 1)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: show("handler", sorted(context), context["message"]))
    lost = asyncio.create_task(fail("lost"))
    await asyncio.sleep(.1)
    del lost


for part in (states, misuse, waiting, groups):
    asyncio.run(part())
refused(asyncio.run, 3)
with asyncio.Runner() as runner:
    show(runner.run(give(5)), runner.get_loop())
refused(runner.get_loop)
