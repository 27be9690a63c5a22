# Waiting without another thread goes on until a signal's handler ends it, as threads' waits do.
import queue
import signal
import threading


def within(seconds, what):
    signal.signal(signal.SIGALRM, lambda number, frame: what())
    signal.setitimer(signal.ITIMER_REAL, seconds)


event = threading.Event()
within(0.1, event.set)
print(event.wait(), event.is_set())

lock = threading.Lock()
lock.acquire()
within(0.1, lock.release)
print(lock.acquire(), lock.locked())

items = queue.Queue()
within(0.1, lambda: items.put('sent'))
print(items.get())


def interrupt():
    raise TimeoutError('enough')


within(0.1, interrupt)
try:
    queue.Queue().get()
except TimeoutError as e:
    print(e)
