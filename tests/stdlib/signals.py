# signal: handlers, ignoring, defaults, alarms, names, messages.
import os, signal, time
def t(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
got = []
old = signal.signal(signal.SIGUSR1, lambda n, f: got.append(signal.Signals(n).name)); print(old, callable(signal.getsignal(signal.SIGUSR1)))
signal.raise_signal(signal.SIGUSR1); os.kill(os.getpid(), signal.SIGUSR1); time.sleep(0.01); print(got)
print(signal.signal(signal.SIGUSR1, signal.SIG_IGN) is not None, signal.getsignal(signal.SIGUSR1)); signal.raise_signal(signal.SIGUSR1); print(len(got))
def boom(n, f): raise ValueError("from handler")
signal.signal(signal.SIGALRM, boom); signal.setitimer(signal.ITIMER_REAL, 0.02)
try:
    while len(got) < 99: len(got)
except ValueError as e: print(e)
signal.setitimer(signal.ITIMER_REAL, 0.02)
try: time.sleep(5)
except ValueError as e: print("slept", e)
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler, signal.SIGTERM, repr(signal.SIGKILL), int(signal.SIGHUP), signal.Signals(2), signal.strsignal(9), signal.SIGINT in signal.valid_signals(), signal.alarm(0))
t(signal.signal, signal.SIGUSR1, 5); t(signal.signal, 100, signal.SIG_DFL); t(signal.signal, signal.SIGUSR1, "x"); t(signal.getsignal, 0); t(signal.signal, signal.SIGKILL, signal.SIG_IGN)
signal.signal(signal.SIGINT, lambda n, f: print("int caught")); signal.raise_signal(signal.SIGINT); signal.signal(signal.SIGINT, signal.default_int_handler)
try: signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt: print("KeyboardInterrupt")
