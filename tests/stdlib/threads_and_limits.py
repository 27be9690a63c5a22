# The limit of recursion holds for all threads; threads that there is no room for are refused with an exception.
import subprocess
import sys
import threading


def deep(n):
    return n if n == 0 else 1 + deep(n - 1)


def attempt(n):
    try:
        print(threading.current_thread().name, sys.getrecursionlimit(), deep(n))
    except RecursionError as e:
        print(threading.current_thread().name, e)


def in_thread(name, function, *args):
    t = threading.Thread(target=function, args=args, name=name)
    t.start()
    t.join()


in_thread("before", attempt, 900)
in_thread("too deep", attempt, 3000)
sys.setrecursionlimit(5000)
in_thread("after", attempt, 3000)
in_thread("sets", sys.setrecursionlimit, 2000)
attempt(1500)
attempt(2500)

ready, go = threading.Event(), threading.Event()


def waits():
    ready.set()
    go.wait()
    attempt(6000)


t = threading.Thread(target=waits, name="waited")
t.start()
ready.wait()
sys.setrecursionlimit(10000)
go.set()
t.join()

MANY = """
import threading
stop, started, refused = threading.Event(), [], None
try:
    for i in range(300):
        t = threading.Thread(target=stop.wait)
        t.start()
        started.append(t)
except (RuntimeError, MemoryError) as e:
    refused = e
finally:
    stop.set()
    for t in started:
        t.join()
print(len(started) > 1, refused is None or str(refused) in ("can't start new thread", ""), threading.active_count())
"""
for kilobytes in 600_000, 1_500_000:
    run = subprocess.run(["sh", "-c", f"ulimit -v {kilobytes}; exec \"$0\" -c \"$1\"", sys.executable, MANY],
                         capture_output=True, text=True)
    print(run.returncode, run.stdout, run.stderr, end="")
