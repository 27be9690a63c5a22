# Threads that compiled code starts, and threads that it waits for.
import threading

import torch


def started(x):
    y = x * 2
    t = threading.Thread(target=lambda: y.add_(1))
    t.start()
    t.join()
    return y + x


compiled = torch.compile(started)
for n in range(4):
    print(compiled(torch.ones(2) * n))


class Worker:
    def __init__(self):
        self.asked, self.done = threading.Event(), threading.Event()
        self.value = 0
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            self.asked.wait()
            self.asked.clear()
            self.value += 1
            self.done.set()


worker = Worker()


@torch.compile
def waits(x):
    y = x + 1
    worker.asked.set()
    worker.done.wait()
    worker.done.clear()
    return y * worker.value


for n in range(4):
    print(waits(torch.ones(2)))

lock = threading.Lock()


@torch.compile
def guarded(x):
    with lock:
        y = x * 2
    return y + 1


print([guarded(torch.ones(1) * n).item() for n in range(4)], lock.locked())
