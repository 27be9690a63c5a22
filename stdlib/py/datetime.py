"""Dates and times."""
import math as _math
import time as _time
from _datetime_text import (_divide_round, _iso_calendar, _iso_week1_monday, _offset_text, MAXYEAR, MINYEAR,
                            _MAXORDINAL, _MONTHS, _WEEKDAYS, _before_year, _check_date, _ord2ymd, _ymd2ord,
                            _check_time, _parse_date, _iso_to_ymd, _parse_hms)

__all__ = ("date", "datetime", "time", "timedelta", "timezone", "tzinfo", "MINYEAR", "MAXYEAR", "UTC")


def _check_tzinfo(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError("tzinfo argument must be None or of a tzinfo subclass, not type '%s'" % type(tz).__name__)


class timedelta:
    """A difference of two times."""
    __slots__ = ("_days", "_seconds", "_microseconds", "_hash")

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        for name, v in (("days", days), ("seconds", seconds), ("microseconds", microseconds),
                        ("milliseconds", milliseconds), ("minutes", minutes), ("hours", hours), ("weeks", weeks)):
            if not isinstance(v, (int, float)):
                raise TypeError(f"unsupported type for timedelta {name} component: {type(v).__name__}")
        total = 0
        left = 0.0
        for v, unit in ((microseconds, 1), (milliseconds, 1000), (seconds, 1000000), (minutes, 60000000),
                        (hours, 3600000000), (days, 86400000000), (weeks, 604800000000)):
            if isinstance(v, int):
                total += v * unit
            else:
                whole = int(v)
                total += whole * unit
                fraction, part = _math.modf((v - whole) * unit)
                total += int(part)
                left += fraction
        if left:
            whole = round(left)
            if abs(left - int(left)) == 0.5:
                whole = round(left + (total & 1)) - (total & 1)
            total += whole
        return cls._from_us(total)

    @classmethod
    def _from_us(cls, total):
        d, us = divmod(total, 86400000000)
        if not -1 << 31 <= d < 1 << 31:
            raise OverflowError("Python int too large to convert to C int")
        if abs(d) > 999999999:
            raise OverflowError("days=%d; must have magnitude <= 999999999" % d)
        self = object.__new__(cls)
        self._days = d
        self._seconds, self._microseconds = divmod(us, 1000000)
        self._hash = -1
        return self

    def _us(self):
        return (self._days * 86400 + self._seconds) * 1000000 + self._microseconds

    days = property(lambda self: self._days)
    seconds = property(lambda self: self._seconds)
    microseconds = property(lambda self: self._microseconds)

    def __repr__(self):
        args = [f"{n}={v}" for n, v in (("days", self._days), ("seconds", self._seconds),
                                        ("microseconds", self._microseconds)) if v] or ["0"]
        return f"{_name(type(self))}({', '.join(args)})"

    def __str__(self):
        mm, ss = divmod(self._seconds, 60)
        hh, mm = divmod(mm, 60)
        s = "%d:%02d:%02d" % (hh, mm, ss)
        if self._days:
            s = "%d day%s, " % (self._days, "" if abs(self._days) == 1 else "s") + s
        if self._microseconds:
            s += ".%06d" % self._microseconds
        return s

    def total_seconds(self):
        """The seconds in it."""
        return self._us() / 10 ** 6

    def __add__(self, other):
        if isinstance(other, timedelta):
            return timedelta._from_us(self._us() + other._us())
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return timedelta._from_us(self._us() - other._us())
        return NotImplemented

    def __rsub__(self, other):
        if isinstance(other, timedelta):
            return timedelta._from_us(other._us() - self._us())
        return NotImplemented

    def __neg__(self):
        return timedelta._from_us(-self._us())

    def __pos__(self):
        return self if type(self) is timedelta else timedelta._from_us(self._us())

    def __abs__(self):
        return -self if self._days < 0 else +self

    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta._from_us(self._us() * other)
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta._from_us(_divide_round(self._us() * a, b))
        return NotImplemented

    __rmul__ = __mul__

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._us() // other._us()
        if isinstance(other, int):
            return timedelta._from_us(self._us() // other)
        return NotImplemented

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._us() / other._us()
        if isinstance(other, int):
            return timedelta._from_us(_divide_round(self._us(), other))
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta._from_us(_divide_round(b * self._us(), a))
        return NotImplemented

    def __mod__(self, other):
        if isinstance(other, timedelta):
            return timedelta._from_us(self._us() % other._us())
        return NotImplemented

    def __divmod__(self, other):
        if isinstance(other, timedelta):
            q, r = divmod(self._us(), other._us())
            return q, timedelta._from_us(r)
        return NotImplemented

    def __eq__(self, other):
        return self._us() == other._us() if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._us() < other._us() if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._us() <= other._us() if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        return self._us() > other._us() if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        return self._us() >= other._us() if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash((self._days, self._seconds, self._microseconds))

    def __bool__(self):
        return self._us() != 0

    def __reduce__(self):
        return self.__class__, (self._days, self._seconds, self._microseconds)


timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)


def _name(cls):
    return ("datetime." if cls.__module__ == __name__ else "") + cls.__qualname__


def _strftime(obj, format, timetuple):
    out = []
    i = 0
    n = len(format)
    while i < n:
        c = format[i]
        i += 1
        if c != "%" or i == n:
            out.append(c)
            continue
        c = format[i]
        i += 1
        if c == "f":
            out.append("%06d" % getattr(obj, "microsecond", 0))
        elif c == "z":
            out.append(_offset_text(obj.utcoffset(), "") if hasattr(obj, "utcoffset") else "")
        elif c == "Z":
            out.append(((obj.tzname() if hasattr(obj, "tzname") else None) or "").replace("%", "%%"))
        else:
            out.append("%" + c)
    return _time.strftime("".join(out), timetuple)




def _parse_time(s):
    if len(s) < 2:
        raise ValueError("Isoformat time too short")
    pos = max(s.find("+"), s.find("-"), s.find("Z"))
    clock = s[:pos] if pos >= 0 else s
    values = _parse_hms(clock)
    tz = None
    if pos >= 0:
        text = s[pos + 1:]
        if s[pos] == "Z":
            if text:
                raise ValueError("Malformed time zone string")
            tz = timezone.utc
        else:
            if len(text) in (0, 1, 3):
                raise ValueError("Malformed time zone string")
            h, m, sec, us = _parse_hms(text)
            if not (h or m or sec or us):
                tz = timezone.utc
            else:
                d = timedelta(hours=h, minutes=m, seconds=sec, microseconds=us)
                tz = timezone(-d if s[pos] == "-" else d)
    return values + [tz]


class date:
    """A day."""
    __slots__ = ("_year", "_month", "_day")

    def __new__(cls, year, month=None, day=None):
        if month is None and type(year) is bytes and len(year) == 4 and 0 < year[2] < 13:  # from a pickle
            return date.__new__(cls, year[0] << 8 | year[1], year[2], year[3])
        if month is None or day is None:
            missing = "month" if month is None else "day"
            raise TypeError(f"function missing required argument '{missing}' (pos {2 if month is None else 3})")
        self = object.__new__(cls)
        self._year, self._month, self._day = _check_date(year, month, day)
        return self

    year = property(lambda self: self._year)
    month = property(lambda self: self._month)
    day = property(lambda self: self._day)

    @classmethod
    def fromtimestamp(cls, t):
        """The local day of a time in seconds."""
        y, m, d = _time.localtime(t)[:3]
        return cls(y, m, d)

    @classmethod
    def today(cls):
        """The date of today."""
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromordinal(cls, n):
        """The date of a number of days; 1 is January 1 of the year 1."""
        if n < 1:
            raise ValueError("ordinal must be >= 1")
        if n > _MAXORDINAL:
            raise ValueError("year is out of range")
        return cls(*_ord2ymd(n))

    @classmethod
    def fromisoformat(cls, date_string):
        """The date of a text in ISO 8601 form."""
        if not isinstance(date_string, str):
            raise TypeError("fromisoformat: argument must be str")
        try:
            return cls(*_parse_date(date_string))
        except Exception:
            raise ValueError(f"Invalid isoformat string: {date_string!r}") from None

    @classmethod
    def fromisocalendar(cls, year, week, day):
        """The date of an ISO year, week and weekday."""
        return cls(*_iso_to_ymd(year, week, day))

    def __repr__(self):
        return "%s(%d, %d, %d)" % (_name(type(self)), self._year, self._month, self._day)

    def isoformat(self):
        """YYYY-MM-DD."""
        return "%04d-%02d-%02d" % (self._year, self._month, self._day)

    __str__ = isoformat

    def ctime(self):
        """The date as ctime() of C writes it."""
        return "%s %s %2d 00:00:00 %04d" % (_WEEKDAYS[self.toordinal() % 7 or 7], _MONTHS[self._month], self._day,
                                            self._year)

    def strftime(self, format):
        """The date in a format."""
        return _strftime(self, format, self.timetuple())

    def __format__(self, spec):
        if not isinstance(spec, str):
            raise TypeError("must be str, not %s" % type(spec).__name__)
        return self.strftime(spec) if spec else str(self)

    def timetuple(self):
        """The date as time.struct_time."""
        return _timetuple(self._year, self._month, self._day, 0, 0, 0, -1)

    def toordinal(self):
        """The number of days from January 1 of the year 1, which is 1."""
        return _ymd2ord(self._year, self._month, self._day)

    def replace(self, year=None, month=None, day=None):
        """The date with other parts."""
        return _date_class.__new__(type(self), self._year if year is None else year,
                                   self._month if month is None else month, self._day if day is None else day)

    def weekday(self):
        """0 for Monday to 6."""
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        """1 for Monday to 7."""
        return self.toordinal() % 7 or 7

    def isocalendar(self):
        """ISO year, week and weekday."""
        year = self._year
        first = _iso_week1_monday(year)
        today = _ymd2ord(self._year, self._month, self._day)
        week, day = divmod(today - first, 7)
        if week < 0:
            year -= 1
            first = _iso_week1_monday(year)
            week, day = divmod(today - first, 7)
        elif week >= 52 and today >= _iso_week1_monday(year + 1):
            year += 1
            week = 0
        return _iso_calendar(year, week + 1, day + 1)

    def _key(self):
        return self._year, self._month, self._day

    def _comparable(self, other):
        return isinstance(other, date) and not isinstance(other, datetime)

    def __eq__(self, other):
        return self._key() == other._key() if self._comparable(other) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if self._comparable(other) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if self._comparable(other) else NotImplemented

    def __gt__(self, other):
        return self._key() > other._key() if self._comparable(other) else NotImplemented

    def __ge__(self, other):
        return self._key() >= other._key() if self._comparable(other) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __add__(self, other):
        if isinstance(other, timedelta):
            o = self.toordinal() + other._days
            if 0 < o <= _MAXORDINAL:
                return type(self).fromordinal(o)
            raise OverflowError("date value out of range")
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other._days)
        if isinstance(other, date):
            return timedelta(self.toordinal() - other.toordinal())
        return NotImplemented

    def __reduce__(self):
        return self.__class__, (bytes((*divmod(self._year, 256), self._month, self._day)),)


def _timetuple(y, m, d, hh, mm, ss, dst):
    weekday = (_ymd2ord(y, m, d) + 6) % 7
    return _time.struct_time((y, m, d, hh, mm, ss, weekday, _ymd2ord(y, m, d) - _before_year(y), dst))


date.min = date(1, 1, 1)
date.max = date(9999, 12, 31)
date.resolution = timedelta(days=1)


class tzinfo:
    """The base of time zones."""
    __slots__ = ()

    def tzname(self, dt):
        """The name of the zone at a time; subclasses say it."""
        raise NotImplementedError("tzinfo subclass must override tzname()")

    def utcoffset(self, dt):
        """How far it is ahead of UTC at a time; subclasses say it."""
        raise NotImplementedError("tzinfo subclass must override utcoffset()")

    def dst(self, dt):
        """How much daylight saving time there is at a time; subclasses say it."""
        raise NotImplementedError("tzinfo subclass must override dst()")

    def fromutc(self, dt):
        """The local time of a UTC time."""
        if not isinstance(dt, datetime):
            raise TypeError("fromutc() requires a datetime argument")
        if dt.tzinfo is not self:
            raise ValueError("dt.tzinfo is not self")
        off = dt.utcoffset()
        if off is None:
            raise ValueError("fromutc() requires a non-None utcoffset() result")
        dst = dt.dst()
        if dst is None:
            raise ValueError("fromutc() requires a non-None dst() result")
        delta = off - dst
        if delta:
            dt += delta
            dst = dt.dst()
            if dst is None:
                raise ValueError("fromutc(): dt.dst gave inconsistent results; cannot convert")
        return dt + dst


class timezone(tzinfo):
    """A fixed offset from UTC."""
    __slots__ = ("_offset", "_label")
    utc = None

    def __new__(cls, offset, *name):
        if not isinstance(offset, timedelta):
            raise TypeError("timezone() argument 1 must be datetime.timedelta, not %s" % type(offset).__name__)
        if name and not isinstance(name[0], str):
            raise TypeError("timezone() argument 2 must be str, not %s" % type(name[0]).__name__)
        if not name and not offset and cls.utc is not None:
            return cls.utc
        if not timedelta(hours=-24) < offset < timedelta(hours=24):
            raise ValueError("offset must be a timedelta strictly between -timedelta(hours=24) and "
                             f"timedelta(hours=24), not {offset!r}.")
        self = object.__new__(cls)
        self._offset = offset
        self._label = name[0] if name else None
        return self

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return "datetime.timezone.utc"
        if self._label is None:
            return f"{_name(type(self))}({self._offset!r})"
        return f"{_name(type(self))}({self._offset!r}, {self._label!r})"

    def __str__(self):
        return self.tzname(None)

    def utcoffset(self, dt):
        """The offset."""
        return self._offset

    def tzname(self, dt):
        """The name, or UTC and the offset."""
        if self._label is not None:
            return self._label
        return "UTC" + _offset_text(self._offset) if self._offset else "UTC"

    def dst(self, dt):
        """None: nothing is known of daylight saving time."""
        return None

    def fromutc(self, dt):
        """The time of this zone for a time in UTC."""
        if isinstance(dt, datetime):
            if dt.tzinfo is not self:
                raise ValueError("fromutc: dt.tzinfo is not self")
            return dt + self._offset
        raise TypeError("fromutc() argument must be a datetime instance or None")

    def __reduce__(self):
        return timezone, (self._offset,) if self._label is None else (self._offset, self._label)


UTC = timezone.utc = timezone(timedelta(0))
timezone.min = timezone(-timedelta(hours=23, minutes=59))
timezone.max = timezone(timedelta(hours=23, minutes=59))


def _clock_text(hh, mm, ss, us, timespec="auto"):
    if timespec == "auto":
        timespec = "microseconds" if us else "seconds"
    if timespec == "hours":
        return "%02d" % hh
    if timespec == "minutes":
        return "%02d:%02d" % (hh, mm)
    if timespec == "seconds":
        return "%02d:%02d:%02d" % (hh, mm, ss)
    if timespec == "milliseconds":
        return "%02d:%02d:%02d.%03d" % (hh, mm, ss, us // 1000)
    if timespec == "microseconds":
        return "%02d:%02d:%02d.%06d" % (hh, mm, ss, us)
    raise ValueError("Unknown timespec value")


class time:
    """A time of day."""
    __slots__ = ("_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold")

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if type(hour) is bytes and len(hour) == 6 and hour[0] & 127 < 24:  # from a pickle
            return _time_class.__new__(cls, hour[0] & 127, hour[1], hour[2], int.from_bytes(hour[3:], "big"),
                                       minute or tzinfo, fold=hour[0] >> 7)
        self = object.__new__(cls)
        self._hour, self._minute, self._second, self._microsecond, self._fold = _check_time(hour, minute, second,
                                                                                            microsecond, fold)
        _check_tzinfo(tzinfo)
        self._tzinfo = tzinfo
        return self

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    def utcoffset(self):
        """How far the zone is ahead of UTC, or None."""
        return None if self._tzinfo is None else self._tzinfo.utcoffset(None)

    def tzname(self):
        """The zone's name, or None."""
        return None if self._tzinfo is None else self._tzinfo.tzname(None)

    def dst(self):
        """How much of the offset is daylight saving time, or None."""
        return None if self._tzinfo is None else self._tzinfo.dst(None)

    def _key(self, other, ordering):
        a, b = self.utcoffset(), other.utcoffset()
        if (a is None) != (b is None):
            if ordering:
                raise TypeError("can't compare offset-naive and offset-aware times")
            return 0, 1
        return self._flat(a), other._flat(b)

    def _flat(self, offset):
        us = ((self._hour * 60 + self._minute) * 60 + self._second) * 1000000 + self._microsecond
        return us - (offset._us() if offset else 0)

    def __eq__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        a, b = self._key(other, False)
        return a == b

    def __lt__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        a, b = self._key(other, True)
        return a < b

    def __le__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        a, b = self._key(other, True)
        return a <= b

    def __gt__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        a, b = self._key(other, True)
        return a > b

    def __ge__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        a, b = self._key(other, True)
        return a >= b

    def __hash__(self):
        return hash(self._flat(self.utcoffset()))

    def __repr__(self):
        args = [str(self._hour), str(self._minute)]
        if self._second or self._microsecond:
            args.append(str(self._second))
        if self._microsecond:
            args.append(str(self._microsecond))
        if self._tzinfo is not None:
            args.append("tzinfo=%r" % self._tzinfo)
        if self._fold:
            args.append("fold=1")
        return f"{_name(type(self))}({', '.join(args)})"

    def isoformat(self, timespec="auto"):
        """HH:MM:SS with what is finer and the offset."""
        return _clock_text(self._hour, self._minute, self._second, self._microsecond, timespec) + \
            _offset_text(self.utcoffset())

    __str__ = isoformat

    @classmethod
    def fromisoformat(cls, time_string):
        """The time of a text in ISO 8601 form."""
        if not isinstance(time_string, str):
            raise TypeError("fromisoformat: argument must be str")
        try:
            return cls(*_parse_time(time_string.removeprefix("T")))
        except Exception:
            raise ValueError(f"Invalid isoformat string: {time_string!r}") from None

    def strftime(self, format):
        """The time in a format."""
        return _strftime(self, format, _time.struct_time((1900, 1, 1, self._hour, self._minute, self._second, 0, 1, -1)))

    def __format__(self, spec):
        if not isinstance(spec, str):
            raise TypeError("must be str, not %s" % type(spec).__name__)
        return self.strftime(spec) if spec else str(self)

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        """The time with other parts."""
        return _time_class.__new__(type(self), self._hour if hour is None else hour,
                                   self._minute if minute is None else minute,
                                   self._second if second is None else second,
                                   self._microsecond if microsecond is None else microsecond,
                                   self._tzinfo if tzinfo is True else tzinfo,
                                   fold=self._fold if fold is None else fold)

    def __reduce__(self):
        return self.__reduce_ex__(2)

    def __reduce_ex__(self, protocol):
        return self.__class__, _state(self._hour | (protocol > 3 and self._fold) << 7, self)


def _state(*head_and_self):
    """What a pickle holds of a time, behind the bytes of the date: bytes, and the zone if there is one."""
    *head, self = head_and_self
    data = bytes((*head, self._minute, self._second)) + self._microsecond.to_bytes(3, "big")
    return (data,) if self._tzinfo is None else (data, self._tzinfo)


_tzinfo_class = tzinfo
_time_class = time
time.min = time(0, 0, 0)
time.max = time(23, 59, 59, 999999)
time.resolution = timedelta(microseconds=1)


class datetime(date):
    """A day and a time of day."""
    __slots__ = ("_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold")

    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if type(year) is bytes and len(year) == 10 and 0 < year[2] & 127 < 13:  # from a pickle
            return datetime.__new__(cls, year[0] << 8 | year[1], year[2] & 127, *year[3:7],
                                    int.from_bytes(year[7:], "big"), month or tzinfo, fold=year[2] >> 7)
        self = date.__new__(cls, year, month, day)
        self._hour, self._minute, self._second, self._microsecond, self._fold = _check_time(hour, minute, second,
                                                                                            microsecond, fold)
        _check_tzinfo(tzinfo)
        self._tzinfo = tzinfo
        return self

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    @classmethod
    def _from_seconds(cls, t, utc, tz):
        us = round(_math.modf(t)[0] * 1e6)
        seconds = _math.floor(t) if t >= 0 or us == 0 else int(t)
        if us >= 1000000:
            seconds += 1
            us -= 1000000
        elif us < 0:
            seconds -= 1
            us += 1000000
        y, m, d, hh, mm, ss = (_time.gmtime if utc else _time.localtime)(seconds)[:6]
        result = cls(y, m, d, hh, mm, min(ss, 59), us, tz)
        return tz.fromutc(result) if tz is not None else result

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        """The local time of seconds since the epoch, or that in a zone."""
        _check_tzinfo(tz)
        return cls._from_seconds(timestamp, tz is not None, tz)

    @classmethod
    def utcfromtimestamp(cls, t):
        """The time in UTC of seconds since the epoch, without a zone."""
        return cls._from_seconds(t, True, None)

    @classmethod
    def now(cls, tz=None):
        """The time now, local or in a zone."""
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def today(cls):
        """The local time now."""
        return cls.now()

    @classmethod
    def utcnow(cls):
        """The time now in UTC, without a zone."""
        return cls.utcfromtimestamp(_time.time())

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        """A date and a time of day."""
        if not isinstance(date, _date_class):
            raise TypeError("combine() argument 1 must be datetime.date, not %s" % type(date).__name__)
        if not isinstance(time, _time_class):
            raise TypeError("combine() argument 2 must be datetime.time, not %s" % type(time).__name__)
        parts = (date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond,
                 time.tzinfo if tzinfo is True else tzinfo)
        # Constructors of subclasses need not know the fold, which is lost to them, as in CPython.
        return cls(*parts, fold=time.fold) if cls is datetime else cls(*parts)

    @classmethod
    def fromisoformat(cls, date_string):
        """The time of a text in ISO 8601 form."""
        if not isinstance(date_string, str):
            raise TypeError("fromisoformat: argument must be str")
        try:
            s = date_string
            if len(s) < 7:
                raise ValueError
            if s[4] == "-":
                n = 10
                if s[5] == "W":
                    n = 10 if len(s) > 8 and s[8] == "-" else 8
            elif s[4] == "W":
                n = 8 if len(s) > 7 and s[7].isdigit() and (len(s) == 8 or not s[8].isdigit()) else 7
            else:
                n = 8
            parts = _parse_date(s[:n])
            rest = s[n + 1:]
            if len(s) == n + 1:
                raise ValueError
            clock = _parse_time(rest) if rest else [0, 0, 0, 0, None]
            return cls(*parts, *clock)
        except Exception:
            raise ValueError(f"Invalid isoformat string: {date_string!r}") from None

    @classmethod
    def strptime(cls, date_string, format):
        """Read a text by a format."""
        import _strptime
        return _strptime.read_datetime(cls, date_string, format)

    def timetuple(self):
        """The time as time.struct_time."""
        dst = self.dst()
        dst = -1 if dst is None else 1 if dst else 0
        return _timetuple(self._year, self._month, self._day, self._hour, self._minute, self._second, dst)

    def utctimetuple(self):
        """The time in UTC as time.struct_time."""
        offset = self.utcoffset()
        u = self - offset if offset else self
        return _timetuple(u.year, u.month, u.day, u.hour, u.minute, u.second, 0)

    def timestamp(self):
        """Seconds since the epoch."""
        if self._tzinfo is None:
            s = _time.mktime((self._year, self._month, self._day, self._hour, self._minute, self._second, -1, -1, -1))
            return s + self._microsecond / 1e6
        return (self - _EPOCH).total_seconds()

    def date(self):
        """The date of it."""
        return _date_class(self._year, self._month, self._day)

    def time(self):
        """The time of day of it, without a zone."""
        return _time_class(self._hour, self._minute, self._second, self._microsecond, fold=self._fold)

    def timetz(self):
        """The time of day of it, with its zone."""
        return _time_class(self._hour, self._minute, self._second, self._microsecond, self._tzinfo, fold=self._fold)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None,
                tzinfo=True, *, fold=None):
        """The time with other parts."""
        return datetime.__new__(type(self), self._year if year is None else year,
                                self._month if month is None else month, self._day if day is None else day,
                                self._hour if hour is None else hour, self._minute if minute is None else minute,
                                self._second if second is None else second,
                                self._microsecond if microsecond is None else microsecond,
                                self._tzinfo if tzinfo is True else tzinfo, fold=self._fold if fold is None else fold)

    def _local_zone(self):
        if self._tzinfo is None:
            seconds = int(self.timestamp() // 1)
        else:
            seconds = (self - _EPOCH) // timedelta(seconds=1)
        t = _time.localtime(seconds)
        return timezone(timedelta(seconds=t.tm_gmtoff), t.tm_zone)

    def astimezone(self, tz=None):
        """The same time in another zone."""
        if tz is None:
            tz = self._local_zone()
        elif not isinstance(tz, _tzinfo_class):
            raise TypeError("tz argument must be an instance of tzinfo")
        mine = self._tzinfo
        offset = None if mine is None else mine.utcoffset(self)
        if offset is None:
            mine = self.replace(tzinfo=None)._local_zone()
            offset = mine.utcoffset(self)
        if tz is mine:
            return self
        return tz.fromutc((self - offset).replace(tzinfo=tz))

    def ctime(self):
        """The time as ctime() of C writes it."""
        return "%s %s %2d %02d:%02d:%02d %04d" % (_WEEKDAYS[self.toordinal() % 7 or 7], _MONTHS[self._month], self._day,
                                                  self._hour, self._minute, self._second, self._year)

    def isoformat(self, sep="T", timespec="auto"):
        """YYYY-MM-DDTHH:MM:SS with what is finer and the offset."""
        return "%04d-%02d-%02d%c" % (self._year, self._month, self._day, sep) + \
            _clock_text(self._hour, self._minute, self._second, self._microsecond, timespec) + \
            _offset_text(self.utcoffset())

    def __repr__(self):
        args = [self._year, self._month, self._day, self._hour, self._minute, self._second, self._microsecond]
        if args[-1] == 0:
            del args[-1]
            if args[-1] == 0:
                del args[-1]
        args = list(map(str, args))
        if self._tzinfo is not None:
            args.append("tzinfo=%r" % self._tzinfo)
        if self._fold:
            args.append("fold=1")
        return f"{_name(type(self))}({', '.join(args)})"

    def __str__(self):
        return self.isoformat(sep=" ")

    def utcoffset(self):
        """How far the zone is ahead of UTC, or None."""
        return None if self._tzinfo is None else self._tzinfo.utcoffset(self)

    def tzname(self):
        """The zone's name, or None."""
        return None if self._tzinfo is None else self._tzinfo.tzname(self)

    def dst(self):
        """How much of the offset is daylight saving time, or None."""
        return None if self._tzinfo is None else self._tzinfo.dst(self)

    def _us(self):
        return (((self.toordinal() * 24 + self._hour) * 60 + self._minute) * 60 + self._second) * 1000000 + \
            self._microsecond

    def _keys(self, other, ordering):
        if self._tzinfo is other._tzinfo:
            return self._us(), other._us()
        a, b = self.utcoffset(), other.utcoffset()
        if (a is None) != (b is None):
            if ordering:
                raise TypeError("can't compare offset-naive and offset-aware datetimes")
            return 0, 1
        if a is None:
            return self._us(), other._us()
        return self._us() - a._us(), other._us() - b._us()

    def __eq__(self, other):
        if not isinstance(other, datetime):
            return NotImplemented if not isinstance(other, date) else False
        a, b = self._keys(other, False)
        return a == b

    def _order(self, other):
        if isinstance(other, datetime):
            return self._keys(other, True)
        if isinstance(other, _date_class):
            raise TypeError("can't compare %s to %s" % (_name(type(self)), _name(type(other))))
        return None

    def __lt__(self, other):
        k = self._order(other)
        return k[0] < k[1] if k else NotImplemented

    def __le__(self, other):
        k = self._order(other)
        return k[0] <= k[1] if k else NotImplemented

    def __gt__(self, other):
        k = self._order(other)
        return k[0] > k[1] if k else NotImplemented

    def __ge__(self, other):
        k = self._order(other)
        return k[0] >= k[1] if k else NotImplemented

    def __hash__(self):
        offset = self.utcoffset()
        return hash(self._us() - (offset._us() if offset else 0))

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        days, us = divmod(self._us() + other._us(), 86400000000)
        if not 0 < days <= _MAXORDINAL:
            raise OverflowError("date value out of range")
        s, us = divmod(us, 1000000)
        mm, ss = divmod(s, 60)
        hh, mm = divmod(mm, 60)
        return type(self)(*_ord2ymd(days), hh, mm, ss, us, self._tzinfo)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if not isinstance(other, datetime):
            return NotImplemented
        if self._tzinfo is not other._tzinfo:
            a, b = self.utcoffset(), other.utcoffset()
            if (a is None) != (b is None):
                raise TypeError("can't subtract offset-naive and offset-aware datetimes")
            if a is not None:
                return timedelta._from_us(self._us() - a._us() - other._us() + b._us())
        return timedelta._from_us(self._us() - other._us())

    def __reduce__(self):
        return self.__reduce_ex__(2)

    def __reduce_ex__(self, protocol):
        return self.__class__, _state(*divmod(self._year, 256), self._month | (protocol > 3 and self._fold) << 7,
                                      self._day, self._hour, self)


_date_class = date
datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
