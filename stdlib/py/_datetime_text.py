"""The calendar in numbers; reading, checking and formatting of fields."""


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


def _check_time(hour, minute, second, microsecond, fold):
    hour, minute, second, microsecond = _index(hour), _index(minute), _index(second), _index(microsecond)
    if not 0 <= hour <= 23:
        raise ValueError("hour must be in 0..23")
    if not 0 <= minute <= 59:
        raise ValueError("minute must be in 0..59")
    if not 0 <= second <= 59:
        raise ValueError("second must be in 0..59")
    if not 0 <= microsecond <= 999999:
        raise ValueError("microsecond must be in 0..999999")
    if fold not in (0, 1):
        raise ValueError("fold must be either 0 or 1")
    return hour, minute, second, microsecond, fold


def _parse_date(s):
    if len(s) not in (7, 8, 10) or not s.isascii():
        raise ValueError
    dash = s[4] == "-"
    if s[4 + dash] == "W":
        year = int(s[:4])
        pos = 5 + dash
        week = int(s[pos:pos + 2])
        rest = s[pos + 2:]
        if rest:
            if dash != (rest[0] == "-"):
                raise ValueError
            day = int(rest[1:] if dash else rest)
        else:
            day = 1
        return _iso_to_ymd(year, week, day)
    if dash:
        if len(s) != 10 or s[7] != "-":
            raise ValueError
        parts = s[:4], s[5:7], s[8:]
    else:
        if len(s) != 8:
            raise ValueError
        parts = s[:4], s[4:6], s[6:]
    if not all(p.isdigit() for p in parts):
        raise ValueError
    return tuple(map(int, parts))


def _iso_to_ymd(year, week, day):
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f"Year is out of range: {year}")
    if not 0 < week < 53:
        out = True
        if week == 53:
            first = _ymd2ord(year, 1, 1) % 7
            if first == 4 or first == 3 and _leap(year):
                out = False
        if out:
            raise ValueError(f"Invalid week: {week}")
    if not 0 < day < 8:
        raise ValueError(f"Invalid weekday: {day} (range is [1, 7])")
    return _ord2ymd(_iso_week1_monday(year) + (week - 1) * 7 + day - 1)


def _parse_hms(s):
    values = [0, 0, 0, 0]
    pos = 0
    colon = len(s) > 2 and s[2] == ":"
    n = len(s)
    for i in range(3):
        part = s[pos:pos + 2]
        if len(part) < 2 or not part.isdigit():
            raise ValueError("Incomplete time component")
        values[i] = int(part)
        pos += 2
        if pos >= n:
            return values
        if i == 2:
            break
        if colon:
            if s[pos] != ":":
                raise ValueError("Invalid time separator: %c" % s[pos])
            pos += 1
    if s[pos] not in ".,":
        raise ValueError("Invalid microsecond component")
    digits = s[pos + 1:]
    if not digits or not digits.isdigit() or not digits.isascii():
        raise ValueError("Non-digit values in unparsed fraction")
    values[3] = int((digits + "000000")[:6])
    return values


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
