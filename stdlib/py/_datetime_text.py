"""The calendar in numbers, and formatting of fields."""


MINYEAR = 1
MAXYEAR = 9999
_MAXORDINAL = 3652059
_DAYS = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_BEFORE = (0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
_MONTHS = (None, "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_WEEKDAYS = (None, "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def _leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _before_year(year):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400


def _days_in_month(year, month):
    return 29 if month == 2 and _leap(year) else _DAYS[month]


def _ymd2ord(year, month, day):
    return _before_year(year) + _BEFORE[month] + (month > 2 and _leap(year)) + day


def _ord2ymd(n):
    n -= 1
    n400, n = divmod(n, 146097)
    year = n400 * 400 + 1
    n100, n = divmod(n, 36524)
    n4, n = divmod(n, 1461)
    n1, n = divmod(n, 365)
    year += n100 * 100 + n4 * 4 + n1
    if n1 == 4 or n100 == 4:
        return year - 1, 12, 31
    leap = n1 == 3 and (n4 != 24 or n100 == 3)
    month = (n + 50) >> 5
    preceding = _BEFORE[month] + (month > 2 and leap)
    if preceding > n:
        month -= 1
        preceding -= _DAYS[month] + (month == 2 and leap)
    return year, month, n - preceding + 1


def _index(x):
    if isinstance(x, int):
        return x
    if isinstance(x, float):
        raise TypeError("'float' object cannot be interpreted as an integer")
    try:
        return x.__index__()
    except AttributeError:
        raise TypeError("'%.200s' object cannot be interpreted as an integer" % type(x).__name__) from None


def _check_date(year, month, day):
    year, month, day = _index(year), _index(month), _index(day)
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError("year %d is out of range" % year)
    if not 1 <= month <= 12:
        raise ValueError("month must be in 1..12")
    if not 1 <= day <= _days_in_month(year, month):
        raise ValueError("day is out of range for month")
    return year, month, day


def _divide_round(a, b):
    q, r = divmod(a, b)
    r *= 2
    if (r > b if b > 0 else r < b) or r == b and q % 2 == 1:
        q += 1
    return q


def _offset_text(off, sep=":"):
    if off is None:
        return ""
    us = off._us()
    sign = "-" if us < 0 else "+"
    ss, us = divmod(abs(us), 1000000)
    mm, ss = divmod(ss, 60)
    hh, mm = divmod(mm, 60)
    s = f"{sign}{hh:02d}{sep}{mm:02d}"
    if ss or us:
        s += f"{sep}{ss:02d}"
        if us:
            s += f".{us:06d}"
    return s


def _iso_week1_monday(year):
    first = _ymd2ord(year, 1, 1)
    weekday = (first + 6) % 7
    return first - weekday + (7 if weekday > 3 else 0)


_IsoCalendarDate = None


def _iso_calendar(year, week, weekday):
    global _IsoCalendarDate
    if _IsoCalendarDate is None:
        class IsoCalendarDate(tuple):
            year = property(lambda self: self[0])
            week = property(lambda self: self[1])
            weekday = property(lambda self: self[2])

            def __repr__(self):
                return "datetime.IsoCalendarDate(year=%s, week=%s, weekday=%s)" % tuple(self)
        _IsoCalendarDate = IsoCalendarDate
    return _IsoCalendarDate((year, week, weekday))


for _c in list(globals().values()):
    if isinstance(_c, type) and _c.__module__ == __name__:
        _c.__module__ = "datetime"
