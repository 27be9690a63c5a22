"""Dates and times."""
import time as _time
from _operator import index as _index

from _datetime import complete as _complete, timedelta, timezone

__all__ = ("date", "datetime", "time", "timedelta", "timezone", "tzinfo", "MINYEAR", "MAXYEAR", "UTC")

MINYEAR = 1
MAXYEAR = 9999
UTC = timezone.utc
_MONTHS = (None, "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


class IsoCalendarDate(tuple):
    __slots__ = ()

    def __new__(cls, year, week, weekday):
        return tuple.__new__(cls, (year, week, weekday))

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return "datetime.IsoCalendarDate(year=%s, week=%s, weekday=%s)" % tuple(self)

    def __reduce__(self):
        return tuple, (tuple(self),)


_IsoCalendarDate = IsoCalendarDate
del IsoCalendarDate


def _component(number):
    number = _index(number)
    if not -2**31 <= number < 2**31:
        raise ValueError("ISO calendar component out of range")
    return number


def _first_monday(year):
    """The ordinal of the Monday of week 1, which is the first week with a Thursday."""
    first = date(year, 1, 1).toordinal() if year <= MAXYEAR else date.max.toordinal() + 1
    weekday = (first + 6) % 7
    return first - weekday + (7 if weekday > 3 else 0)


def _timetuple(d, hh, mm, ss, dst):
    day = d.toordinal() - date(d.year, 1, 1).toordinal() + 1
    return _time.struct_time((d.year, d.month, d.day, hh, mm, ss, d.weekday(), day, dst))


# The classes that follow are parts of native types: what is seldom called.
@_complete
class date:
    @classmethod
    def fromisocalendar(cls, year, week, day):
        """The date of an ISO year, week and weekday."""
        year, week, day = map(_component, (year, week, day))
        if not MINYEAR <= year <= MAXYEAR:
            raise ValueError(f"Year is out of range: {year}")
        if not 0 < week < 53 and not (week == 53 and _first_monday(year + 1) - _first_monday(year) == 371):
            raise ValueError(f"Invalid week: {week}")
        if not 0 < day < 8:
            raise ValueError(f"Invalid day: {day} (range is [1, 7])")
        d = date.fromordinal(_first_monday(year) + (week - 1) * 7 + day - 1)
        return cls(d.year, d.month, d.day)

    def isocalendar(self):
        """ISO year, week and weekday."""
        year = self.year
        today = self.toordinal()
        first = _first_monday(year)
        if today < first:
            year -= 1
            first = _first_monday(year) if year else -6
        elif today >= _first_monday(year + 1):
            year += 1
            first = today - (today + 6) % 7
        week, day = divmod(today - first, 7)
        return _IsoCalendarDate(year, week + 1, day + 1)

    def ctime(self):
        """The date as ctime() of C writes it."""
        return "%s %s %2d 00:00:00 %04d" % (_WEEKDAYS[self.weekday()], _MONTHS[self.month], self.day, self.year)

    def timetuple(self):
        """The date as time.struct_time."""
        return _timetuple(self, 0, 0, 0, -1)

    def __reduce__(self):
        return self.__class__, (bytes((*divmod(self.year, 256), self.month, self.day)),)


@_complete
class tzinfo:
    def fromutc(self, dt, /):
        """The local time of a UTC time."""
        if not isinstance(dt, datetime):
            raise TypeError("fromutc: argument must be a datetime")
        if dt.tzinfo is not self:
            raise ValueError("fromutc: dt.tzinfo is not self")
        off = dt.utcoffset()
        if off is None:
            raise ValueError("fromutc: non-None utcoffset() result required")
        dst = dt.dst()
        if dst is None:
            raise ValueError("fromutc: non-None dst() result required")
        delta = off - dst
        if delta:
            dt += delta
            dst = dt.dst()
            if dst is None:
                raise ValueError("fromutc: tz.dst() gave inconsistent results; cannot convert")
        return dt + dst

    def __reduce__(self):
        args = getattr(self, "__getinitargs__", tuple)()
        return type(self), args, self.__getstate__()


def _state(*head_and_self):
    """What a pickle holds of a time, behind the bytes of the date: bytes, and the zone if there is one."""
    *head, self = head_and_self
    data = bytes((*head, self.minute, self.second)) + self.microsecond.to_bytes(3, "big")
    return (data,) if self.tzinfo is None else (data, self.tzinfo)


@_complete
class time:
    def __reduce__(self):
        return self.__reduce_ex__(2)

    def __reduce_ex__(self, protocol, /):
        return self.__class__, _state(self.hour | (protocol > 3 and self.fold) << 7, self)


@_complete
class datetime:
    @classmethod
    def strptime(cls, date_string, format, /):
        """Read a text by a format."""
        for n, text in enumerate((date_string, format), 1):
            if not isinstance(text, str):
                name = "None" if text is None else type(text).__name__
                raise TypeError(f"strptime() argument {n} must be str, not {name}")
        import _strptime
        return _strptime.read_datetime(cls, date_string, format)

    def timetuple(self):
        """The time as time.struct_time."""
        dst = self.dst()
        return _timetuple(self, self.hour, self.minute, self.second, -1 if dst is None else 1 if dst else 0)

    def utctimetuple(self):
        """The time in UTC as time.struct_time."""
        offset = self.utcoffset()
        u = self - offset if offset else self
        return _timetuple(u, u.hour, u.minute, u.second, 0)

    def astimezone(self, tz=None):
        """The same time in another zone."""
        if not (tz is None or isinstance(tz, tzinfo)):
            raise TypeError("tzinfo argument must be None or of a tzinfo subclass, not type '%s'" % type(tz).__name__)
        mine = self.tzinfo
        if tz is mine is not None:
            return self
        offset = datetime.utcoffset(self)
        if offset is None:
            offset = _local_zone(datetime.timestamp(self.replace(microsecond=0, tzinfo=None))).utcoffset(None)
        utc = (self - offset).replace(tzinfo=UTC)
        if tz is None:
            tz = _local_zone((utc - _EPOCH) // timedelta(seconds=1))
        return tz.fromutc(utc.replace(tzinfo=tz))

    def ctime(self):
        """The time as ctime() of C writes it."""
        return "%s %s %2d %02d:%02d:%02d %04d" % (_WEEKDAYS[self.weekday()], _MONTHS[self.month], self.day, self.hour,
                                                  self.minute, self.second, self.year)

    def __reduce__(self):
        return self.__reduce_ex__(2)

    def __reduce_ex__(self, protocol, /):
        return self.__class__, _state(*divmod(self.year, 256), self.month | (protocol > 3 and self.fold) << 7,
                                      self.day, self.hour, self)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _local_zone(seconds):
    """The offset of the local zone at a time."""
    t = _time.localtime(seconds)
    return timezone(timedelta(seconds=t.tm_gmtoff), t.tm_zone)
