# Signals inside captured functions, while they are recorded and while they are replayed: the interrupt arrives, and the
# function works afterwards.
import os
import signal

import torch


def f(x, stop):
    y = torch.relu(x) + 1
    if stop:
        os.kill(os.getpid(), signal.SIGINT)
    return y * 2


compiled = torch.compile(f, backend="eager")
x = torch.arange(4.0)
for stop in (False, False, True, True, True, False, True, False):
    try:
        print(stop, compiled(x, stop))
    except KeyboardInterrupt:
        print(stop, "interrupted")

# From outside, in the middle of a loop of replays.
step = torch.compile(lambda x: x * 0.5 + 1, backend="eager")


class Alarm(Exception):
    pass


def ring(number, frame):
    raise Alarm


step(step(torch.ones(3)))
signal.signal(signal.SIGALRM, ring)
for _ in range(3):
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    x = torch.ones(3)
    try:
        while True:
            x = step(x)
    except Alarm:
        print("alarm", torch.allclose(x, torch.full((3,), 2.0), atol=1.0), step(torch.ones(3)))


# A loop inside the captured function, replayed by a trace of its own.
@torch.compile(backend="eager")
def endless(x, n):
    i = 0
    while i < n:
        x = x * 0.5 + 1
        i += 1
        if x.sum().item() > 1e12:
            break
    return x, i


print(endless(torch.ones(3), 5)[1], endless(torch.ones(3), 400)[1])
for _ in range(3):
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        endless(torch.ones(3), 10**12)
    except Alarm:
        print("rang inside")
print(endless(torch.ones(3), 7)[1])
