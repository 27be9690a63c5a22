"""Signals of the system."""
import sys as _sys

import _signal
from _signal import alarm, getitimer, pause, raise_signal, setitimer, strsignal

NSIG = 65
_here = _sys.modules[__name__]
ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF = 0, 1, 2


def __getattr__(name):
    # The names of signals are members of enumerations, which are made when one is asked for.
    if not name.startswith("__"):
        from _signal_names import NAMES
        if name in NAMES:
            found = globals()[name] = NAMES[name]
            return found
    raise AttributeError(f"module 'signal' has no attribute {name!r}")


def __dir__():
    from _signal_names import NAMES
    return sorted({*globals(), *NAMES})


class ItimerError(OSError):
    """A timer cannot be set."""


def default_int_handler(signalnum, frame, /):
    """Raise KeyboardInterrupt."""
    raise KeyboardInterrupt


_handlers = _signal._handlers = {2: default_int_handler, 13: 1, 25: 1}


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
    return _enum_of(old, _here.Handlers)


def getsignal(signalnum):
    """What handles a signal."""
    number = int(signalnum)
    if not 1 <= number < NSIG:
        raise ValueError("signal number out of range")
    return _enum_of(_handlers.get(number, 0), _here.Handlers)


def valid_signals():
    """All signals."""
    return {_enum_of(n, _here.Signals) for n in range(1, NSIG) if n not in (32, 33)}


def siginterrupt(signalnum, flag, /):
    """System calls are always taken up again."""
