"""Reading times by a format."""
import re

_MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
           "december"]
_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_PARTS = {
    "d": r"(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])", "f": r"(?P<f>[0-9]{1,6})", "H": r"(?P<H>2[0-3]|[0-1]\d|\d)",
    "I": r"(?P<I>1[0-2]|0[1-9]|[1-9])", "j": r"(?P<j>36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9])",
    "m": r"(?P<m>1[0-2]|0[1-9]|[1-9])", "M": r"(?P<M>[0-5]\d|\d)", "S": r"(?P<S>6[0-1]|[0-5]\d|\d)",
    "y": r"(?P<y>\d\d)", "Y": r"(?P<Y>\d\d\d\d)", "w": r"(?P<w>[0-6])", "u": r"(?P<u>[1-7])",
    "G": r"(?P<G>\d\d\d\d)", "V": r"(?P<V>5[0-3]|0[1-9]|[1-4]\d|\d)", "U": r"(?P<U>5[0-3]|[0-4]\d|\d)",
    "W": r"(?P<W>5[0-3]|[0-4]\d|\d)",
    "z": r"(?P<z>[+-]\d\d:?[0-5]\d(:?[0-5]\d(\.\d{1,6})?)?|(?-i:Z))",
    "A": "(?P<A>" + "|".join(sorted(_DAYS, key=len, reverse=True)) + ")", "a": "(?P<a>" + "|".join(d[:3] for d in _DAYS) + ")",
    "B": "(?P<B>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + ")",
    "b": "(?P<b>" + "|".join(m[:3] for m in _MONTHS) + ")", "h": "(?P<b>" + "|".join(m[:3] for m in _MONTHS) + ")",
    "p": "(?P<p>am|pm)", "Z": "(?P<Z>utc|gmt)", "%": "%"}
_WHOLE = {"c": "%a %b %d %H:%M:%S %Y", "x": "%m/%d/%y", "X": "%H:%M:%S", "T": "%H:%M:%S", "D": "%m/%d/%y",
          "R": "%H:%M", "F": "%Y-%m-%d"}
_cache = {}


def _pattern(format):
    out = []
    i = 0
    while i < len(format):
        c = format[i]
        i += 1
        if c.isspace():
            while i < len(format) and format[i].isspace():
                i += 1
            out.append(r"\s+")
            continue
        if c != "%":
            out.append(re.escape(c))
            continue
        if i == len(format):
            raise ValueError("stray %% in format '%s'" % format)
        c = format[i]
        i += 1
        if c in "cxX":
            out.append(_pattern(_WHOLE[c]))
        elif c in _PARTS:
            out.append(_PARTS[c])
        else:
            raise ValueError("'%s' is a bad directive in format '%s'" % (c, format))
    return "".join(out)


def _days_of(year):
    return 366 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 365


def _check_week_date(found, year, weekday, yearday):
    """A year, week and day of ISO 8601 go together, and with no others."""
    days = "a weekday directive ('%A', '%a', '%w', or '%u')."
    if "G" in found:
        if "V" not in found or weekday is None:
            raise ValueError("ISO year directive '%G' must be used with the ISO week directive '%V' and " + days)
        if yearday is not None:
            raise ValueError("Day of the year directive '%j' is not compatible with ISO year directive '%G'. "
                             "Use '%Y' instead.")
    elif "V" in found:
        if year is None or weekday is None:
            raise ValueError("ISO week directive '%V' must be used with the ISO year directive '%G' and " + days)
        raise ValueError("ISO week directive '%V' is incompatible with the year directive '%Y'. "
                         "Use the ISO year '%G' instead.")


def read(text, format="%a %b %d %H:%M:%S %Y"):
    """(year, month, day, hour, minute, second, microsecond, weekday, day of the year, offset, zone name)."""
    for n, v in enumerate((text, format)):
        if not isinstance(v, str):
            raise TypeError("strptime() argument %d must be str, not %s" % (n, type(v)))
    regex = _cache.get(format)
    if regex is None:
        regex = _cache[format] = re.compile(_pattern(format), re.IGNORECASE)
    found = regex.match(text)
    if not found:
        raise ValueError("time data %r does not match format %r" % (text, format))
    if len(text) != found.end():
        raise ValueError("unconverted data remains: %s" % text[found.end():])
    g = {k: v for k, v in found.groupdict().items() if v is not None}
    year = month = day = weekday = yearday = None
    if "y" in g:
        year = int(g["y"])
        year += 2000 if year <= 68 else 1900
    if "Y" in g:
        year = int(g["Y"])
    if "m" in g:
        month = int(g["m"])
    if "B" in g:
        month = _MONTHS.index(g["B"].lower()) + 1
    if "b" in g:
        month = [m[:3] for m in _MONTHS].index(g["b"].lower()) + 1
    if "d" in g:
        day = int(g["d"])
    hour = int(g.get("H", 0))
    if "I" in g:
        hour = int(g["I"])
        half = g.get("p", "").lower()
        if half in ("", "am"):
            hour = 0 if hour == 12 else hour
        elif hour != 12:
            hour += 12
    if "A" in g:
        weekday = _DAYS.index(g["A"].lower())
    if "a" in g:
        weekday = [d[:3] for d in _DAYS].index(g["a"].lower())
    if "w" in g:
        weekday = (int(g["w"]) + 6) % 7
    if "u" in g:
        weekday = int(g["u"]) - 1
    if "j" in g:
        yearday = int(g["j"])
    leap_day = False
    _check_week_date(g, year, weekday, yearday)
    if year is None:
        if month == 2 and day == 29:
            year = 1904
            leap_day = True
        else:
            year = 1900
    import datetime
    if yearday is None and weekday is not None:
        if "U" in g or "W" in g:
            week = int(g.get("U", g.get("W")))
            sunday = "U" in g
            first = datetime.date(year, 1, 1).weekday()
            wd = (weekday + 1) % 7 if sunday else weekday
            first = (first + 1) % 7 if sunday else first
            week0 = (7 - first) % 7
            yearday = 1 + wd - first if week == 0 else 1 + week0 + 7 * (week - 1) + wd
        elif "G" in g:
            year = int(g["G"])
            yearday = int(g["V"]) * 7 + weekday - 3 - datetime.date(year, 1, 4).weekday()
            if yearday < 1:
                yearday += _days_of(year - 1)
                year -= 1
        if yearday is not None and yearday <= 0:
            yearday += _days_of(year - 1)
            year -= 1
    if yearday is not None and month is None and day is None:
        d = datetime.date.fromordinal(datetime.date(year, 1, 1).toordinal() + yearday - 1)
        year, month, day = d.year, d.month, d.day
    month = 1 if month is None else month
    day = 1 if day is None else day
    whole = datetime.date(year, month, day)
    if yearday is None:
        yearday = whole.toordinal() - datetime.date(year, 1, 1).toordinal() + 1
    if weekday is None:
        weekday = whole.weekday()
    offset = None
    if "z" in g:
        z = g["z"]
        if z == "Z":
            offset = datetime.timedelta(0)
        else:
            digits = z[1:].replace(":", "")
            parts = int(digits[:2]), int(digits[2:4]), int(digits[4:6] or 0), digits[7:]
            offset = datetime.timedelta(hours=parts[0], minutes=parts[1], seconds=parts[2],
                                        microseconds=int((parts[3] + "000000")[:6]))
            if z[0] == "-":
                offset = -offset
    if leap_day:
        year = 1900
    return (year, month, day, hour, int(g.get("M", 0)), int(g.get("S", 0)), int((g.get("f", "0") + "000000")[:6]),
            weekday, yearday, offset, g.get("Z"))


def read_datetime(cls, text, format):
    y, m, d, hh, mm, ss, us, _, _, offset, zone = read(text, format)
    if offset is None:
        return cls(y, m, d, hh, mm, ss, us)
    from datetime import timezone
    return cls(y, m, d, hh, mm, ss, us, timezone(offset, zone) if zone else timezone(offset))
