"""Signals of the system."""
import enum as _enum

import _signal
from _signal import alarm, getitimer, pause, raise_signal, setitimer, strsignal

_NAMES = {"SIGHUP": 1, "SIGINT": 2, "SIGQUIT": 3, "SIGILL": 4, "SIGTRAP": 5, "SIGABRT": 6, "SIGBUS": 7, "SIGFPE": 8,
          "SIGKILL": 9, "SIGUSR1": 10, "SIGSEGV": 11, "SIGUSR2": 12, "SIGPIPE": 13, "SIGALRM": 14, "SIGTERM": 15,
          "SIGSTKFLT": 16, "SIGCHLD": 17, "SIGCONT": 18, "SIGSTOP": 19, "SIGTSTP": 20, "SIGTTIN": 21, "SIGTTOU": 22,
          "SIGURG": 23, "SIGXCPU": 24, "SIGXFSZ": 25, "SIGVTALRM": 26, "SIGPROF": 27, "SIGWINCH": 28, "SIGIO": 29,
          "SIGPWR": 30, "SIGSYS": 31, "SIGRTMIN": 34, "SIGRTMAX": 64, "SIGCLD": 17, "SIGPOLL": 29, "SIGIOT": 6}

Signals = _enum.IntEnum("Signals", _NAMES, module="signal")
Handlers = _enum.IntEnum("Handlers", {"SIG_DFL": 0, "SIG_IGN": 1}, module="signal")
Sigmasks = _enum.IntEnum("Sigmasks", {"SIG_BLOCK": 0, "SIG_UNBLOCK": 1, "SIG_SETMASK": 2}, module="signal")
Signals.__doc__ = "The numbers of signals."
Handlers.__doc__ = "What happens on a signal: what is usual, or nothing."
Sigmasks.__doc__ = "How a mask of signals is changed."
globals().update(Signals.__members__)
globals().update(Handlers.__members__)
globals().update(Sigmasks.__members__)
NSIG = 65
ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF = 0, 1, 2


class ItimerError(OSError):
    """A timer cannot be set."""


def default_int_handler(signalnum, frame, /):
    """Raise KeyboardInterrupt."""
    raise KeyboardInterrupt


_handlers = _signal._handlers = {2: default_int_handler, 13: 1}


def _enum_of(value, kind):
    try:
        return kind(value)
    except (ValueError, TypeError):
        return value


def signal(signalnum, handler):
    """Let a function, SIG_DFL or SIG_IGN handle a signal; what handled it before."""
    import threading
    if threading.current_thread() is not threading.main_thread():
        raise ValueError("signal only works in main thread of the main interpreter")
    number = int(signalnum)
    if not 1 <= number < NSIG:
        raise ValueError("signal number out of range")
    if isinstance(handler, int) and not callable(handler):
        handler = int(handler)
        if handler not in (0, 1):
            raise TypeError("signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object")
        _signal._set(number, handler)
    elif callable(handler):
        _signal._set(number, 2)
    else:
        raise TypeError("signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object")
    old = _handlers.get(number, 0)
    _handlers[number] = handler
    return _enum_of(old, Handlers)


def getsignal(signalnum):
    """What handles a signal."""
    number = int(signalnum)
    if not 1 <= number < NSIG:
        raise ValueError("signal number out of range")
    return _enum_of(_handlers.get(number, 0), Handlers)


def valid_signals():
    """All signals."""
    return {_enum_of(n, Signals) for n in range(1, NSIG) if n not in (32, 33)}


def siginterrupt(signalnum, flag, /):
    """System calls are always taken up again."""
