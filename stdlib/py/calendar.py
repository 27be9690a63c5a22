"""Calendars of months and years."""
import datetime
import sys
from itertools import repeat

__all__ = ["IllegalMonthError", "IllegalWeekdayError", "setfirstweekday", "firstweekday", "isleap", "leapdays",
           "weekday", "monthrange", "monthcalendar", "prmonth", "month", "prcal", "calendar", "timegm", "month_name",
           "month_abbr", "day_name", "day_abbr", "Calendar", "TextCalendar", "HTMLCalendar", "LocaleTextCalendar",
           "LocaleHTMLCalendar", "weekheader", "FRIDAY", "MONDAY", "SATURDAY", "SUNDAY", "THURSDAY", "TUESDAY",
           "WEDNESDAY"]

error = ValueError
January = 1
February = 2
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)


class IllegalMonthError(ValueError):
    def __init__(self, month):
        self.month = month

    def __str__(self):
        return "bad month number %r; must be 1-12" % self.month


class IllegalWeekdayError(ValueError):
    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return "bad weekday number %r; must be 0 (Monday) to 6 (Sunday)" % self.weekday


class _Names:
    """A sequence of names."""

    def __init__(self, names):
        self._names = names

    def __getitem__(self, i):
        return self._names[i]

    def __len__(self):
        return len(self._names)


day_name = _Names(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
day_abbr = _Names(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
month_name = _Names(["", "January", "February", "March", "April", "May", "June", "July", "August", "September",
                     "October", "November", "December"])
month_abbr = _Names(["", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])


def isleap(year):
    """Is it a leap year?"""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    """How many leap years are in range(y1, y2)."""
    y1 -= 1
    y2 -= 1
    return (y2 // 4 - y1 // 4) - (y2 // 100 - y1 // 100) + (y2 // 400 - y1 // 400)


def weekday(year, month, day):
    """The day of the week, 0 for Monday."""
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        year = 2000 + year % 400
    return datetime.date(year, month, day).weekday()


def monthrange(year, month):
    """(day of the week of the first, number of days)."""
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), mdays[month] + (month == February and isleap(year))


def _monthlen(year, month):
    return mdays[month] + (month == February and isleap(year))


def _prevmonth(year, month):
    return (year - 1, 12) if month == 1 else (year, month - 1)


def _nextmonth(year, month):
    return (year + 1, 1) if month == 12 else (year, month + 1)


class Calendar:
    """Days of months, in weeks that start on a given day."""

    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    firstweekday = property(lambda self: self._firstweekday % 7,
                            lambda self, value: setattr(self, "_firstweekday", value))

    def getfirstweekday(self):
        return self._firstweekday % 7

    def setfirstweekday(self, firstweekday):
        self._firstweekday = firstweekday

    def iterweekdays(self):
        """The numbers of the days of a week."""
        for i in range(self.firstweekday, self.firstweekday + 7):
            yield i % 7

    def itermonthdays3(self, year, month):
        """(year, month, day) of the whole weeks around a month."""
        day1, ndays = monthrange(year, month)
        before = (day1 - self.firstweekday) % 7
        after = (self.firstweekday - day1 - ndays) % 7
        y, m = _prevmonth(year, month)
        end = _monthlen(y, m) + 1
        for d in range(end - before, end):
            yield y, m, d
        for d in range(1, ndays + 1):
            yield year, month, d
        y, m = _nextmonth(year, month)
        for d in range(1, after + 1):
            yield y, m, d

    def itermonthdates(self, year, month):
        """The dates of the whole weeks around a month."""
        for y, m, d in self.itermonthdays3(year, month):
            yield datetime.date(y, m, d)

    def itermonthdays(self, year, month):
        """The days of whole weeks, 0 outside of the month."""
        day1, ndays = monthrange(year, month)
        yield from repeat(0, (day1 - self.firstweekday) % 7)
        yield from range(1, ndays + 1)
        yield from repeat(0, (self.firstweekday - day1 - ndays) % 7)

    def itermonthdays2(self, year, month):
        """(day, day of the week)."""
        for i, d in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield d, i % 7

    def itermonthdays4(self, year, month):
        """(year, month, day, day of the week)."""
        for i, (y, m, d) in enumerate(self.itermonthdays3(year, month)):
            yield y, m, d, (self.firstweekday + i) % 7

    def _weeks(self, days):
        days = list(days)
        return [days[i:i + 7] for i in range(0, len(days), 7)]

    def monthdatescalendar(self, year, month):
        """The weeks of a month as lists of dates."""
        return self._weeks(self.itermonthdates(year, month))

    def monthdays2calendar(self, year, month):
        """The weeks of a month as lists of (day, day of the week)."""
        return self._weeks(self.itermonthdays2(year, month))

    def monthdayscalendar(self, year, month):
        """The weeks of a month as lists of days."""
        return self._weeks(self.itermonthdays(year, month))

    def _year(self, method, year, width):
        months = [method(year, m) for m in range(1, 13)]
        return [months[i:i + width] for i in range(0, 12, width)]

    def yeardatescalendar(self, year, width=3):
        """Rows of months of weeks of dates."""
        return self._year(self.monthdatescalendar, year, width)

    def yeardays2calendar(self, year, width=3):
        """Rows of months of weeks of (day, day of the week)."""
        return self._year(self.monthdays2calendar, year, width)

    def yeardayscalendar(self, year, width=3):
        """Rows of months of weeks of days."""
        return self._year(self.monthdayscalendar, year, width)


class TextCalendar(Calendar):
    """Calendars as text."""

    def prweek(self, theweek, width):
        """Print a week."""
        print(self.formatweek(theweek, width), end="")

    def formatday(self, day, weekday, width):
        """A day."""
        return ("" if day == 0 else "%2i" % day).center(width)

    def formatweek(self, theweek, width):
        """A line with a week."""
        return " ".join(self.formatday(d, wd, width) for d, wd in theweek)

    def formatweekday(self, day, width):
        """The name of a day of the week."""
        names = day_name if width >= 9 else day_abbr
        return names[day][:width].center(width)

    def formatweekheader(self, width):
        """A line with the names of the days."""
        return " ".join(self.formatweekday(i, width) for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        """The name of a month."""
        s = month_name[themonth]
        if withyear:
            s = "%s %r" % (s, theyear)
        return s.center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        """Print a month."""
        print(self.formatmonth(theyear, themonth, w, l), end="")

    def formatmonth(self, theyear, themonth, w=0, l=0):
        """A month as text."""
        w = max(2, w)
        l = max(1, l)
        s = self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1).rstrip()
        s += "\n" * l
        s += self.formatweekheader(w).rstrip()
        s += "\n" * l
        for week in self.monthdays2calendar(theyear, themonth):
            s += self.formatweek(week, w).rstrip()
            s += "\n" * l
        return s

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        """A year as text, with m months beside each other."""
        w = max(2, w)
        l = max(1, l)
        c = max(2, c)
        width = (w + 1) * 7 - 1
        lines = [repr(theyear).center(width * m + c * (m - 1)).rstrip(), "\n" * l]
        header = self.formatweekheader(w)
        for i, row in enumerate(self.yeardays2calendar(theyear, m)):
            months = range(m * i + 1, min(m * (i + 1) + 1, 13))
            lines.append("\n" * l)
            names = (self.formatmonthname(theyear, k, width, False) for k in months)
            lines.append(formatstring(names, width, c).rstrip())
            lines.append("\n" * l)
            lines.append(formatstring((header for k in months), width, c).rstrip())
            lines.append("\n" * l)
            for j in range(max(len(cal) for cal in row)):
                weeks = ["" if j >= len(cal) else self.formatweek(cal[j], w) for cal in row]
                lines.append(formatstring(weeks, width, c).rstrip())
                lines.append("\n" * l)
        return "".join(lines)

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        """Print a year."""
        print(self.formatyear(theyear, w, l, c, m), end="")


class HTMLCalendar(Calendar):
    """Calendars as tables in HTML."""
    cssclasses = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    cssclasses_weekday_head = cssclasses
    cssclass_noday = "noday"
    cssclass_month_head = "month"
    cssclass_month = "month"
    cssclass_year_head = "year"
    cssclass_year = "year"

    def formatday(self, day, weekday):
        if day == 0:
            return '<td class="%s">&nbsp;</td>' % self.cssclass_noday
        return '<td class="%s">%d</td>' % (self.cssclasses[weekday], day)

    def formatweek(self, theweek):
        return "<tr>%s</tr>" % "".join(self.formatday(d, wd) for d, wd in theweek)

    def formatweekday(self, day):
        return '<th class="%s">%s</th>' % (self.cssclasses_weekday_head[day], day_abbr[day])

    def formatweekheader(self):
        return "<tr>%s</tr>" % "".join(self.formatweekday(i) for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, withyear=True):
        s = "%s %s" % (month_name[themonth], theyear) if withyear else month_name[themonth]
        return '<tr><th colspan="7" class="%s">%s</th></tr>' % (self.cssclass_month_head, s)

    def formatmonth(self, theyear, themonth, withyear=True):
        """A month as a table."""
        v = ['<table border="0" cellpadding="0" cellspacing="0" class="%s">' % self.cssclass_month,
             self.formatmonthname(theyear, themonth, withyear=withyear), self.formatweekheader()]
        v.extend(self.formatweek(week) for week in self.monthdays2calendar(theyear, themonth))
        return "\n".join(v + ["</table>"]) + "\n"

    def formatyear(self, theyear, width=3):
        """A year as a table of tables."""
        width = max(width, 1)
        v = ['<table border="0" cellpadding="0" cellspacing="0" class="%s">' % self.cssclass_year, "\n",
             '<tr><th colspan="%d" class="%s">%s</th></tr>' % (width, self.cssclass_year_head, theyear)]
        for i in range(January, January + 12, width):
            v.append("<tr>")
            for m in range(i, min(i + width, 13)):
                v.append("<td>" + self.formatmonth(theyear, m, withyear=False) + "</td>")
            v.append("</tr>")
        return "".join(v + ["</table>"])

    def formatyearpage(self, theyear, width=3, css="calendar.css", encoding=None):
        """A whole page."""
        encoding = encoding or sys.getdefaultencoding()
        v = ['<?xml version="1.0" encoding="%s"?>\n' % encoding,
             '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" '
             '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n', "<html>\n", "<head>\n",
             '<meta http-equiv="Content-Type" content="text/html; charset=%s" />\n' % encoding]
        if css is not None:
            v.append('<link rel="stylesheet" type="text/css" href="%s" />\n' % css)
        v += ["<title>Calendar for %d</title>\n" % theyear, "</head>\n", "<body>\n", self.formatyear(theyear, width),
              "</body>\n", "</html>\n"]
        return "".join(v).encode(encoding, "xmlcharrefreplace")


class LocaleTextCalendar(TextCalendar):
    """A TextCalendar; names are English."""

    def __init__(self, firstweekday=0, locale=None):
        TextCalendar.__init__(self, firstweekday)
        self.locale = locale


class LocaleHTMLCalendar(HTMLCalendar):
    """An HTMLCalendar; names are English."""

    def __init__(self, firstweekday=0, locale=None):
        HTMLCalendar.__init__(self, firstweekday)
        self.locale = locale


c = TextCalendar()
firstweekday = c.getfirstweekday


def setfirstweekday(firstweekday):
    """The first day of weeks."""
    if not MONDAY <= firstweekday <= SUNDAY:
        raise IllegalWeekdayError(firstweekday)
    c.firstweekday = firstweekday


monthcalendar = c.monthdayscalendar
prweek = c.prweek
week = c.formatweek
weekheader = c.formatweekheader
prmonth = c.prmonth
month = c.formatmonth
calendar = c.formatyear
prcal = c.pryear


def format(cols, colwidth=20, spacing=6):
    """Print columns."""
    print(formatstring(cols, colwidth, spacing))


def formatstring(cols, colwidth=20, spacing=6):
    """Columns as one line."""
    return (" " * spacing).join(c.center(colwidth) for c in cols)


EPOCH = 1970
_EPOCH_ORD = datetime.date(EPOCH, 1, 1).toordinal()


def timegm(tuple):
    """Seconds since 1970 of a time in UTC."""
    year, month, day, hour, minute, second = tuple[:6]
    days = datetime.date(year, month, 1).toordinal() - _EPOCH_ORD + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second
