# threading: results, locks, conditions, events, barriers, thread-local data, exceptions, timers, queues, executors.
import concurrent.futures as cf
import queue
import sys
import threading
import time


def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except BaseException as e:
        print(type(e).__name__, e)


out = []


def work(n):
    for i in range(1000):
        out.append(n)


ts = [threading.Thread(target=work, args=(i,), name=f"w{i}") for i in range(4)]
for x in ts:
    x.start()
for x in ts:
    x.join()
print([out.count(i) for i in range(4)], [x.is_alive() for x in ts], ts[0].name, ts[0].daemon, threading.active_count())
total = 0
lock = threading.Lock()


def add():
    global total
    for _ in range(2000):
        with lock:
            v = total
            total = v + 1


ts = [threading.Thread(target=add) for _ in range(4)]
[x.start() for x in ts]; [x.join() for x in ts]; print(total, lock.locked())
t(lock.release); print(lock.acquire(), lock.acquire(False), lock.acquire(timeout=0.01)); lock.release(); t(lock.acquire, False, 1); t(lock.acquire, True, -5)
r = threading.RLock(); print(r.acquire(), r.acquire(), r.release(), r.release()); t(r.release)
x = threading.Thread(target=lambda: None); t(x.join); x.start(); t(x.start); x.join(); print(repr(x).split(" ")[0], x.ident is not None); t(threading.current_thread().join)
ev, cond, data = threading.Event(), threading.Condition(), []


def consumer():
    ev.wait()
    with cond:
        cond.wait_for(lambda: len(data) == 3)
        data.append("seen")


c = threading.Thread(target=consumer); c.start(); print(ev.is_set(), ev.wait(0.01)); ev.set()
for i in range(3):
    with cond:
        data.append(i); cond.notify()
c.join(); print(data); t(cond.notify); t(cond.wait)
b = threading.Barrier(3); got = []
ts = [threading.Thread(target=lambda: got.append(b.wait())) for _ in range(3)]
[x.start() for x in ts]; [x.join() for x in ts]; print(sorted(got), b.n_waiting, b.broken); b.abort(); t(b.wait)
s = threading.Semaphore(2); print(s.acquire(), s.acquire(), s.acquire(False), s.release(), s.acquire()); t(threading.Semaphore, -1); t(threading.BoundedSemaphore(1).release)
loc = threading.local(); loc.x = 1; seen = []


def local_work():
    seen.append(hasattr(loc, "x")); loc.x = 2; seen.append(loc.x)


x = threading.Thread(target=local_work); x.start(); x.join(); print(seen, loc.x, loc.__dict__)


class L(threading.local):
    def __init__(self, n):
        self.n = n


l = L(5); l.n += 1; vals = []; x = threading.Thread(target=lambda: vals.append(l.n)); x.start(); x.join(); print(l.n, vals)
errors = []
threading.excepthook = lambda args: errors.append((args.exc_type.__name__, str(args.exc_value), args.thread.name))
x = threading.Thread(target=lambda: 1 / 0, name="bad"); x.start(); x.join(); x = threading.Thread(target=sys.exit, name="exits"); x.start(); x.join(); print(errors)
fired = []; tm = threading.Timer(0.02, fired.append, ["tick"]); tm.start(); tm.join(); tm2 = threading.Timer(5, fired.append, ["no"]); tm2.start(); tm2.cancel(); tm2.join(); print(fired)


class T(threading.Thread):
    def run(self):
        self.result = threading.current_thread() is self


x = T(daemon=True); x.start(); x.join(); print(x.result, x.daemon, threading.main_thread().name, threading.current_thread() is threading.main_thread())
q = queue.Queue(2); res = []


def produce():
    for i in range(6):
        q.put(i)
    q.put(None)


p = threading.Thread(target=produce); p.start()
while (item := q.get()) is not None:
    res.append(item); q.task_done()
p.join(); print(res, q.qsize(), q.empty()); t(q.get_nowait); t(q.get, timeout=0.01); q.put(1); q.put(2); t(q.put_nowait, 3); t(q.put, 3, timeout=0.01)
sq = queue.SimpleQueue(); sq.put(1); print(sq.get(), sq.empty()); t(sq.get, timeout=0.01)
with cf.ThreadPoolExecutor(3) as ex:
    fs = [ex.submit(pow, i, 2) for i in range(5)]; bad = ex.submit(lambda: 1 / 0)
    print([f.result() for f in fs], list(ex.map(len, ["a", "bb"])), type(bad.exception()).__name__, bad.done()); t(bad.result); print(sorted(f.result() for f in cf.as_completed(fs)), len(cf.wait(fs).done))
    f = ex.submit(time.sleep, 0.05); t(f.result, 0.001); slow = ex.submit(lambda: "slow"); cb = []; slow.add_done_callback(lambda f: cb.append(f.result())); slow.result(); time.sleep(0.02); print(cb)
t(ex.submit, len, ""); t(cf.ThreadPoolExecutor, 0); f = cf.Future(); print(f.cancel(), f.cancelled(), f.done()); t(f.result)
started = time.perf_counter(); ts = [threading.Thread(target=time.sleep, args=(0.2,)) for _ in range(5)]; [x.start() for x in ts]; [x.join() for x in ts]; print(time.perf_counter() - started < 0.8)
import asyncio


async def main():
    loop = asyncio.get_running_loop()
    print(await asyncio.to_thread(lambda a, b=0: a + b, 1, b=2), await loop.run_in_executor(None, sum, [1, 2, 3]))
    fut = loop.create_future(); threading.Timer(0.02, lambda: loop.call_soon_threadsafe(fut.set_result, "other")).start(); print(await fut)


asyncio.run(main())
import contextvars
class Guarded(threading.local):
    kept = "of the class"

    @property
    def checked(self):
        return self.__dict__["checked"]

    @checked.setter
    def checked(self, value):
        self.__dict__["checked"] = value * 2

g = Guarded(); g.checked = 4; g.kept = "of the thread"
print(g.checked, g.kept, g.__dict__, Guarded.kept); del g.kept
print(g.kept, hasattr(g, "missing"))
x = threading.Thread(target=lambda: print(g.__dict__, g.kept)); x.start(); x.join()
try: g.__dict__ = {}
except AttributeError as e: print(e)
v = contextvars.ContextVar("v", default=0); v.set(1); vals = []; x = threading.Thread(target=lambda: vals.append(v.get())); x.start(); x.join(); print(vals, v.get())
import atexit
atexit.register(print, "at exit", 1); atexit.register(lambda: print("first"))
threading.Thread(target=lambda: (time.sleep(0.05), print("last thread"))).start()
d = threading.Thread(target=lambda: time.sleep(100), daemon=True); d.start(); print("main ends")
