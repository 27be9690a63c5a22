"""What the process has used of the system, and its limits."""
from _os import _getrlimit, _getrusage, _setrlimit
from _record import Record

error = OSError
RUSAGE_CHILDREN, RUSAGE_SELF, RUSAGE_THREAD = -1, 0, 1
RLIM_INFINITY = -1
(RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_CORE, RLIMIT_RSS, RLIMIT_NPROC, RLIMIT_NOFILE,
 RLIMIT_MEMLOCK, RLIMIT_AS, _, RLIMIT_SIGPENDING, RLIMIT_MSGQUEUE, RLIMIT_NICE, RLIMIT_RTPRIO, RLIMIT_RTTIME) = range(16)
RLIMIT_OFILE = RLIMIT_NOFILE

class struct_rusage(Record, names="ru_utime ru_stime ru_maxrss ru_ixrss ru_idrss ru_isrss ru_minflt ru_majflt ru_nswap "
                                  "ru_inblock ru_oublock ru_msgsnd ru_msgrcv ru_nsignals ru_nvcsw ru_nivcsw"):
    """What getrusage() gives: times in seconds, memory in KiB, and counts."""


def getrusage(who, /):
    """What this process (RUSAGE_SELF), its ended children (RUSAGE_CHILDREN) or this thread (RUSAGE_THREAD) has used."""
    return struct_rusage(_getrusage(who))


def getrlimit(resource, /):
    """The limit of a resource now, and the highest that it can be set to; RLIM_INFINITY: none."""
    return _getrlimit(resource)


def setrlimit(resource, limits, /):
    """Set the limit of a resource, and the highest that it can be set to from then on."""
    limits = tuple(limits)
    if len(limits) != 2:
        raise ValueError("expected a tuple of 2 integers")
    _setrlimit(resource, *limits)


def getpagesize():
    """The size of a page of memory in bytes."""
    return 4096


del _
