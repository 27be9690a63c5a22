# concurrent.futures: results, errors, cancellation, waiting, callbacks, executors of threads.
import concurrent.futures as cf
import logging
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor, as_completed, wait

logging.basicConfig(stream=sys.stdout, format="%(name)s %(levelname)s %(message)s", level=logging.CRITICAL)


def tell(what, call):
    try:
        text = repr(call())
    except BaseException as e:
        text = type(e).__name__ + " " + str(e)
    print(what, "->", " state".join(part.partition(" at 0x")[0] for part in text.split(" state")))


def state(f):
    return f.running(), f.done(), f.cancelled(), repr(f).rpartition("state=")[2]


def fail(e):
    raise e


print(sorted(n for n in dir(cf) if n[0] != "_" and n not in ("thread", "process")))
f = Future()
print(state(f))
tell("result", lambda: f.result(timeout=0))
tell("exception", lambda: f.exception(timeout=0.001))
seen = []
f.add_done_callback(lambda f: seen.append(("first", f.result())))
f.add_done_callback(lambda f: fail(KeyError("ignored")))
f.add_done_callback(lambda f: seen.append("third"))
print(f.set_running_or_notify_cancel(), state(f), f.cancel())
f.set_result(5)
print(state(f), f.result(), f.exception(), seen, f.cancel())
f.add_done_callback(lambda f: seen.append("late"))
print(seen[-1])
tell("again", lambda: f.set_result(6))
tell("again", lambda: f.set_exception(KeyError()))
logging.disable(logging.CRITICAL)
tell("run", f.set_running_or_notify_cancel)
logging.disable(logging.NOTSET)
f = Future()
f.add_done_callback(lambda f: seen.append(f.cancelled()))
print(f.cancel(), f.cancel(), state(f), seen[-1], f.set_running_or_notify_cancel(), state(f))
tell("cancelled", f.result)
tell("cancelled", f.exception)
tell("set", lambda: f.set_result(1))
f = Future()
f.set_exception(ValueError("bad"))
print(state(f), repr(f.exception()))
tell("error", f.result)
print(
    Future[int],
    issubclass(cf.CancelledError, Exception),
    cf.TimeoutError is TimeoutError,
    issubclass(cf.BrokenExecutor, RuntimeError),
)

with ThreadPoolExecutor(max_workers=2, thread_name_prefix="worker") as pool:
    print(pool.submit(pow, 2, 5).result(), pool.submit(lambda **k: k, self=1, fn=2).result())
    print(sorted({pool.submit(lambda: threading.current_thread().name).result() for _ in range(5)}))
    print(list(pool.map(lambda a, b: a * b, [1, 2, 3], [4, 5, 6])), list(pool.map(abs, [])))
    tell("map error", lambda: list(pool.map(lambda x: 1 // x, [1, 0, 2])))
    tell("map late", lambda: list(pool.map(time.sleep, [0.2], timeout=0.01)))
    tell("raised", lambda: pool.submit(fail, OSError("io")).result())
    fs = [pool.submit(time.sleep, s) for s in (0.05, 0.01)]
    print([fs.index(f) for f in as_completed(fs)], list(as_completed([])), len(list(as_completed(fs + fs))))
    slow = pool.submit(time.sleep, 0.2)
    quick = pool.submit(int)
    done, open_ = wait([slow, quick], return_when=cf.FIRST_COMPLETED)
    print(done == {quick}, open_ == {slow})
    tell("late", lambda: list(as_completed([slow], timeout=0.01)))
    print(wait([slow], timeout=0.01).not_done == {slow}, type(wait([])).__name__, wait([]))
    bad = pool.submit(fail, KeyError("k"))
    done, open_ = wait([bad, slow], return_when=cf.FIRST_EXCEPTION)
    print(bad in done)
    tell("condition", lambda: wait([pool.submit(time.sleep, 0.05)], return_when="x"))
    print(len(wait([slow, bad, quick]).done))
tell("after", lambda: pool.submit(int))
pool.shutdown()
for bound in (0, -1):
    tell(bound, lambda: ThreadPoolExecutor(bound))
tell("initializer", lambda: ThreadPoolExecutor(initializer=3))

gate = threading.Event()
pool = ThreadPoolExecutor(1)
first = pool.submit(gate.wait)
rest = [pool.submit(int) for _ in range(3)]
print(rest[0].cancel(), [f.cancelled() for f in rest])
pool.shutdown(wait=False, cancel_futures=True)
print([f.cancelled() for f in rest], first.cancelled())
gate.set()
print(first.result())
pool.shutdown()

local = threading.local()
with ThreadPoolExecutor(1, initializer=lambda x: setattr(local, "x", x), initargs=(7,)) as pool:
    print(pool.submit(lambda: local.x).result())
logging.disable(logging.CRITICAL)
pool = ThreadPoolExecutor(1, initializer=fail, initargs=(ValueError("no start"),))
f = pool.submit(int)
tell("broken", f.result)
tell("broken", lambda: pool.submit(int))
print(issubclass(cf.thread.BrokenThreadPool, cf.BrokenExecutor))
pool.shutdown()
tell("executor", lambda: cf.Executor().submit(int))
with cf.Executor() as e:
    print(type(e).__name__, e.shutdown())

pool = ThreadPoolExecutor(2)
nested = pool.submit(lambda: pool.submit(lambda: "inner").result())
print(nested.result())
del pool
results = ThreadPoolExecutor(3).map(lambda x: x * x, range(5))
print(list(results))
