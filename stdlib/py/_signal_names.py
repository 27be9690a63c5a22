"""The enumerations of signal."""
from enum import IntEnum

_NAMES = {"SIGHUP": 1, "SIGINT": 2, "SIGQUIT": 3, "SIGILL": 4, "SIGTRAP": 5, "SIGABRT": 6, "SIGBUS": 7, "SIGFPE": 8,
          "SIGKILL": 9, "SIGUSR1": 10, "SIGSEGV": 11, "SIGUSR2": 12, "SIGPIPE": 13, "SIGALRM": 14, "SIGTERM": 15,
          "SIGSTKFLT": 16, "SIGCHLD": 17, "SIGCONT": 18, "SIGSTOP": 19, "SIGTSTP": 20, "SIGTTIN": 21, "SIGTTOU": 22,
          "SIGURG": 23, "SIGXCPU": 24, "SIGXFSZ": 25, "SIGVTALRM": 26, "SIGPROF": 27, "SIGWINCH": 28, "SIGIO": 29,
          "SIGPWR": 30, "SIGSYS": 31, "SIGRTMIN": 34, "SIGRTMAX": 64, "SIGCLD": 17, "SIGPOLL": 29, "SIGIOT": 6}

Signals = IntEnum("Signals", _NAMES, module="signal")
Handlers = IntEnum("Handlers", {"SIG_DFL": 0, "SIG_IGN": 1}, module="signal")
Sigmasks = IntEnum("Sigmasks", {"SIG_BLOCK": 0, "SIG_UNBLOCK": 1, "SIG_SETMASK": 2}, module="signal")
Signals.__doc__ = "The numbers of signals."
Handlers.__doc__ = "What happens on a signal: what is usual, or nothing."
Sigmasks.__doc__ = "How a mask of signals is changed."
NAMES = {"Signals": Signals, "Handlers": Handlers, "Sigmasks": Sigmasks, **Signals.__members__, **Handlers.__members__,
         **Sigmasks.__members__}
