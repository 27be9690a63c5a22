# asyncio: tasks, gather, timeouts, cancellation, queues, locks, task groups, asynchronous generators, messages.
import asyncio
import time

log = []


def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except BaseException as e:
        print(type(e).__module__, type(e).__name__, e)


async def work(name, delay, result=None, fail=None):
    log.append(name + "+")
    try:
        await asyncio.sleep(delay)
        if fail:
            raise fail
        return result
    except asyncio.CancelledError:
        log.append(name + " cancelled")
        raise
    finally:
        log.append(name + "-")


def show():
    print(log)
    log.clear()


async def basics():
    print(await asyncio.gather(work("a", 0.15, 1), work("b", 0.05, 2), work("c", 0, 3))); show()
    print(await asyncio.gather(work("a", 0.05, 1), work("b", 0, fail=ValueError("bad")), return_exceptions=True)); show()
    try:
        await asyncio.gather(work("a", 0.25), work("b", 0.05, fail=KeyError("k")))
    except KeyError as e:
        print("raised", e)
    await asyncio.sleep(0.3); show()
    task = asyncio.create_task(work("t", 0.1, "done"), name="mine")
    print(task.get_name(), task.done(), await task, task.done(), task.result(), task.cancelled(), task.exception()); show()
    task = asyncio.create_task(work("x", 1))
    await asyncio.sleep(0)
    print(task.cancel("why"), task.cancelling())
    try:
        await task
    except asyncio.CancelledError as e:
        print("cancelled", e.args, task.cancelled())
    show()
    for timeout in 0.05, 0.25, None, 0:
        try:
            print(await asyncio.wait_for(work("w", 0.1, "ok"), timeout))
        except asyncio.TimeoutError as e:
            print("timeout", repr(e))
    show()
    ts = [asyncio.create_task(work(n, d, n)) for n, d in (("p", 0.15), ("q", 0.05), ("r", 0.1))]
    done, pending = await asyncio.wait(ts, return_when=asyncio.FIRST_COMPLETED)
    print(sorted(x.result() for x in done), len(pending))
    done, pending = await asyncio.wait(ts)
    print(sorted(x.result() for x in done), len(pending)); show()
    print([await c for c in asyncio.as_completed([work("s", 0.1, "s"), work("f", 0.05, "f")])]); log.sort(); show()
    inner = asyncio.create_task(work("i", 0.1, "inner"))
    outer = asyncio.create_task(asyncio.wait_for(asyncio.shield(inner), 0.05))
    try:
        await outer
    except TimeoutError:
        print("shielded", inner.done(), await inner)
    show()


async def sync_tools():
    q = asyncio.Queue(2)

    async def producer():
        for i in range(5):
            await q.put(i)
            log.append(f"put {i}")
        await q.join()
        log.append("joined")

    async def consumer():
        for _ in range(5):
            log.append(f"got {await q.get()}")
            q.task_done()

    await asyncio.gather(producer(), consumer()); show()
    print(q, q.empty(), q.full(), q.maxsize)
    for f in q.get_nowait, q.task_done:
        t(f)
    q.put_nowait(1); q.put_nowait(2); t(q.put_nowait, 3)
    p = asyncio.PriorityQueue(); [p.put_nowait(x) for x in (3, 1, 2)]; print([p.get_nowait() for _ in range(3)])
    s = asyncio.LifoQueue(); [s.put_nowait(x) for x in (3, 1, 2)]; print([s.get_nowait() for _ in range(3)])
    lock = asyncio.Lock()

    async def locked(n):
        async with lock:
            log.append(f"in {n}")
            await asyncio.sleep(0)
            log.append(f"out {n}")

    await asyncio.gather(*map(locked, range(3))); show(); t(lock.release); print(lock.locked())
    ev = asyncio.Event()

    async def waits(n):
        await ev.wait()
        log.append(n)

    ws = [asyncio.create_task(waits(i)) for i in range(3)]
    await asyncio.sleep(0); print(ev.is_set()); ev.set(); await asyncio.gather(*ws); show()
    sem = asyncio.Semaphore(2)

    async def limited(n):
        async with sem:
            log.append(f"+{n}")
            for _ in range(3):  # turns of the loop, not time: a slow machine tells two timers apart
                await asyncio.sleep(0)
            log.append(f"-{n}")

    await asyncio.gather(*map(limited, range(4))); show()
    cond = asyncio.Condition()
    ready = []

    async def waiter(n):
        async with cond:
            await cond.wait_for(lambda: len(ready) >= n)
            log.append(f"woken {n}")

    ws = [asyncio.create_task(waiter(i)) for i in (2, 1)]
    for _ in range(2):
        await asyncio.sleep(0)
        async with cond:
            ready.append(1); cond.notify_all()
        await asyncio.sleep(0)
    await asyncio.gather(*ws); show(); t(cond.notify)
    barrier = asyncio.Barrier(3)
    print(sorted(await asyncio.gather(*(barrier.wait() for _ in range(3)))), barrier.n_waiting)
    t(asyncio.Semaphore, -1); t(asyncio.BoundedSemaphore(1).release); t(asyncio.Barrier, 0)


async def groups():
    async with asyncio.TaskGroup() as g:
        a = g.create_task(work("a", 0.05, 1)); b = g.create_task(work("b", 0, 2))
    print(a.result(), b.result()); show()
    try:
        async with asyncio.TaskGroup() as g:
            g.create_task(work("a", 1)); g.create_task(work("b", 0.05, fail=ValueError("v"))); g.create_task(work("c", 0.05, fail=TypeError("t")))
    except* ValueError as e:
        print("values", e.exceptions)
    except* TypeError as e:
        print("types", e.exceptions)
    show()
    try:
        async with asyncio.timeout(0.05) as cm:
            await work("t", 1)
    except TimeoutError as e:
        print("timeout", cm.expired(), repr(e))
    show()
    async with asyncio.timeout(1) as cm:
        cm.reschedule(cm.when() + 1)
    print(cm.expired(), cm)


class Manager:
    async def __aenter__(self):
        log.append("enter"); await asyncio.sleep(0); return self

    async def __aexit__(self, *e):
        log.append("exit"); return False


async def ticks(n):
    try:
        for i in range(n):
            await asyncio.sleep(0)
            yield i
    finally:
        log.append("closed")


async def generators():
    async with Manager():
        print([i async for i in ticks(3)], {i: i * i async for i in ticks(3) if i})
    async for i in ticks(5):
        if i == 1:
            break
    g = ticks(3); print(await anext(g), await g.__anext__(), await g.aclose(), await anext(g, "end"))
    await asyncio.sleep(0.05); show()
    loop = asyncio.get_running_loop()
    f = loop.create_future(); loop.call_later(0.05, f.set_result, 5); loop.call_soon(log.append, "soon"); print(await f); show()
    t(f.set_result, 6); t(loop.create_future().result); f.add_done_callback(lambda x: log.append(x.result())); await asyncio.sleep(0); show()
    print(loop.is_running(), loop.is_closed(), asyncio.current_task().get_name() != "", len(asyncio.all_tasks()))
    import contextvars
    v = contextvars.ContextVar("v", default=0)

    async def setter(n):
        v.set(n); await asyncio.sleep(0); return v.get()

    print(await asyncio.gather(setter(1), setter(2)), v.get())


for f in basics, sync_tools, groups, generators:
    print("--", f.__name__)
    asyncio.run(f())
t(asyncio.run, 5); t(asyncio.get_running_loop)

print(asyncio.iscoroutinefunction(work), asyncio.iscoroutinefunction(t), issubclass(asyncio.CancelledError, Exception), asyncio.TimeoutError is TimeoutError)


async def fails():
    raise RuntimeError("main failed")


t(asyncio.run, fails())
with asyncio.Runner() as r:
    print(r.run(work("runner", 0, "r1")), r.run(work("runner", 0, "r2")), r.get_loop().is_closed())
loop = asyncio.new_event_loop()
print(loop.run_until_complete(work("l", 0, 9)), loop.is_running()); loop.call_soon(loop.stop); loop.run_forever(); loop.close(); t(loop.run_until_complete, None)


async def nested():
    c = work("z", 0)
    try:
        asyncio.run(c)
    except RuntimeError as e:
        print(e)
    c.close()


asyncio.run(nested())
