# Handlers of signals are given the frame that was interrupted; a hook of exceptions may end the program its own way.
import os
import signal
import subprocess
import sys
import time


def handler(number, frame):
    print(signal.Signals(number).name, frame.f_code.co_name, sorted(n for n in frame.f_locals if n == "local"),
          frame.f_back and frame.f_back.f_code.co_name)


signal.signal(signal.SIGTERM, handler)
signal.signal(signal.SIGALRM, handler)
os.kill(os.getpid(), signal.SIGTERM)


def in_function():
    local = 1
    os.kill(os.getpid(), signal.SIGTERM)
    return local


def sleeps():
    local = 2
    signal.setitimer(signal.ITIMER_REAL, .01)
    time.sleep(.1)
    return local


def loops():
    local = time.time() + 5
    signal.setitimer(signal.ITIMER_REAL, .01)
    while not fired and time.time() < local:
        pass


in_function()
sleeps()
fired = []
signal.signal(signal.SIGALRM, lambda number, frame: (fired.append(1), print(frame.f_code.co_name)))
loops()
for code in ("import sys\ndef hook(*a): print('hook', a[0].__name__, flush=True); sys.exit(9)\nsys.excepthook = hook\n1/0",
             "import sys\ndef hook(*a): sys.exit('told')\nsys.excepthook = hook\n1/0",
             "import sys\nsys.excepthook = lambda *a: print('hook', flush=True)\nsys.exit(3)",
             "import sys\ndef hook(*a): raise SystemExit\nsys.excepthook = hook\n1/0"):
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    print(run.returncode, repr(run.stdout), repr(run.stderr))
