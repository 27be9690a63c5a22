"""Time."""
from _time import (_asctime, _gmtime, _localtime, _strftime, _zone, clock_getres, clock_gettime, clock_gettime_ns, mktime,
                   monotonic, monotonic_ns, perf_counter, perf_counter_ns, process_time, process_time_ns, sleep,
                   thread_time, thread_time_ns, time, time_ns)

CLOCK_REALTIME = 0
CLOCK_MONOTONIC = 1
CLOCK_PROCESS_CPUTIME_ID = 2
CLOCK_THREAD_CPUTIME_ID = 3
CLOCK_MONOTONIC_RAW = 4
CLOCK_BOOTTIME = 7
CLOCK_TAI = 11

_STRUCT_FIELDS = ("tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst")


class struct_time(tuple):
    """A time in its parts."""
    n_fields = 11
    n_sequence_fields = 9
    n_unnamed_fields = 0
    __match_args__ = _STRUCT_FIELDS

    def __new__(cls, sequence, dict=None):
        sequence = tuple(sequence)
        if len(sequence) < 9:
            raise TypeError(f"time.struct_time() takes an at least 9-sequence ({len(sequence)}-sequence given)")
        if len(sequence) > 11:
            raise TypeError(f"time.struct_time() takes an at most 11-sequence ({len(sequence)}-sequence given)")
        self = tuple.__new__(cls, sequence[:9])
        self._zone = (sequence[9:] + (None, None))[:2]
        return self

    tm_year = property(lambda self: self[0])
    tm_mon = property(lambda self: self[1])
    tm_mday = property(lambda self: self[2])
    tm_hour = property(lambda self: self[3])
    tm_min = property(lambda self: self[4])
    tm_sec = property(lambda self: self[5])
    tm_wday = property(lambda self: self[6])
    tm_yday = property(lambda self: self[7])
    tm_isdst = property(lambda self: self[8])
    tm_zone = property(lambda self: self._zone[0])
    tm_gmtoff = property(lambda self: self._zone[1])

    def __repr__(self):
        return "time.struct_time(" + ", ".join(f"{n}={v!r}" for n, v in zip(_STRUCT_FIELDS, self)) + ")"

    def __reduce__(self):
        return struct_time, (tuple(self) + self._zone,)


def tzset():
    """Take the local zone from the environment anew."""
    global timezone, altzone, daylight, tzname
    timezone, altzone, daylight, tzname = _zone()


tzset()


def localtime(seconds=None):
    """Local time in its parts."""
    return struct_time(_localtime(seconds))


def gmtime(seconds=None):
    """UTC in its parts."""
    return struct_time(_gmtime(seconds))


def strftime(format, t=None):
    """The text of a time."""
    return _strftime(format, localtime() if t is None else t)


def asctime(t=None):
    """The text of a time, as in 'Sat Jun 06 16:26:11 1998'."""
    return _asctime(localtime() if t is None else t)


def ctime(seconds=None):
    """The text of seconds since the epoch."""
    return asctime(localtime(seconds))


def strptime(string, format="%a %b %d %H:%M:%S %Y"):
    """A time from its text."""
    from _strptime import read
    *fields, _, weekday, yearday, offset, zone = read(string, format)
    summer = -1 if zone is None else 0  # not told, or a zone without summer time
    return struct_time((*fields, weekday, yearday, summer, zone, None if offset is None else int(offset.total_seconds())))


def get_clock_info(name):
    """How a clock of this module works."""
    from types import SimpleNamespace
    implementations = {"time": "clock_gettime(CLOCK_REALTIME)", "monotonic": "clock_gettime(CLOCK_MONOTONIC)",
                       "perf_counter": "clock_gettime(CLOCK_MONOTONIC)",
                       "process_time": "clock_gettime(CLOCK_PROCESS_CPUTIME_ID)",
                       "thread_time": "clock_gettime(CLOCK_THREAD_CPUTIME_ID)"}
    if name not in implementations:
        raise ValueError("unknown clock")
    return SimpleNamespace(implementation=implementations[name], monotonic=name != "time", adjustable=name == "time",
                           resolution=1e-09)
