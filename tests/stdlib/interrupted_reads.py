# SIGINT ends what waits for input, and long loops, at once
import os
import signal
import sys
import threading
import time

signal.signal(signal.SIGALRM, lambda *args: os._exit(1))  # where a thread finds no memory to send its signal
signal.alarm(30)
r, w = os.pipe()
os.dup2(r, 0)


def later():
    time.sleep(0.05)
    os.kill(os.getpid(), signal.SIGINT)


def attempt(what, call):
    t = threading.Thread(target=later)
    t.start()
    start = time.monotonic()
    try:
        call()
        print(what, 'went on')
    except KeyboardInterrupt:
        print(what, 'interrupted', time.monotonic() - start < 5)
    t.join()


def loop():
    while True:
        pass


def recursion(n, *, k=0):  # no loop: only calls, with keywords
    if n:
        recursion(n - 1, k=k)
        recursion(n - 1, k=k)


def sleepy():
    for _ in range(100000):
        time.sleep(0.001)


attempt('input', input)
attempt('input with prompt', lambda: input('> '))
attempt('readline', sys.stdin.readline)
attempt('read', lambda: sys.stdin.buffer.read(10))
attempt('os.read', lambda: os.read(r, 10))
attempt('a pipe', lambda: os.fdopen(os.dup(r), 'rb').read(10))
attempt('loop', loop)
attempt('recursion', lambda: recursion(60))
attempt('sleeps', sleepy)
os.write(w, b'line\n')
print(input())


def handler(number, frame):
    print('handler')
    os.write(w, b'answer\n')


signal.signal(signal.SIGUSR1, handler)
t = threading.Thread(target=lambda: (time.sleep(0.05), os.kill(os.getpid(), signal.SIGUSR1)))
t.start()
print(input())
t.join()
