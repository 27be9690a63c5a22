"""Calendars of months and years, as numbers, as text and as HTML."""
import datetime
import sys

__all__ = ["IllegalMonthError", "IllegalWeekdayError", "setfirstweekday", "firstweekday", "isleap", "leapdays",
           "weekday", "monthrange", "monthcalendar", "prmonth", "month", "prcal", "calendar", "timegm", "month_name",
           "month_abbr", "day_name", "day_abbr", "Calendar", "TextCalendar", "HTMLCalendar", "LocaleTextCalendar",
           "LocaleHTMLCalendar", "weekheader", "FRIDAY", "MONDAY", "SATURDAY", "SUNDAY", "THURSDAY", "TUESDAY",
           "WEDNESDAY"]

error = ValueError
January, February = 1, 2
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)


class IllegalMonthError(ValueError):
    """A month that is not from 1 to 12."""

    def __init__(self, month):
        self.month = month

    def __str__(self):
        return f"bad month number {self.month!r}; must be 1-12"


class IllegalWeekdayError(ValueError):
    """A day of the week that is not from 0 to 6."""

    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return f"bad weekday number {self.weekday!r}; must be 0 (Monday) to 6 (Sunday)"


class _Names:
    """A sequence of names."""

    def __init__(self, names):
        self._names = names

    def __getitem__(self, i):
        return self._names[i]

    def __len__(self):
        return len(self._names)


def _named(names):
    """Names, and what they are cut to."""
    return _Names(names), _Names([name[:3] for name in names])


day_name, day_abbr = _named(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
month_name, month_abbr = _named(["", "January", "February", "March", "April", "May", "June", "July", "August",
                                 "September", "October", "November", "December"])


def isleap(year):
    """Whether a year has 366 days."""
    return year % (400 if year % 100 == 0 else 4) == 0


def leapdays(y1, y2):
    """How many years of range(y1, y2) are leap years."""
    def before(year):
        year -= 1
        return year // 4 - year // 100 + year // 400

    return before(y2) - before(y1)


def weekday(year, month, day):
    """The day of the week of a date, 0 for Monday. Years that dates do not reach count as the one 400 years on or back."""
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        year = 2000 + year % 400
    return datetime.date(year, month, day).weekday()


def _days_of(year, month):
    return mdays[month] + (month == February and isleap(year))


def monthrange(year, month):
    """The day of the week of the first of a month, and the number of its days."""
    if not January <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), _days_of(year, month)


class Calendar:
    """The days of months, in whole weeks that begin on a day of the week."""

    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    def getfirstweekday(self):
        """The day of the week that weeks begin on."""
        return self._firstweekday % 7

    def setfirstweekday(self, firstweekday):
        """Let weeks begin on another day."""
        self._firstweekday = firstweekday

    firstweekday = property(getfirstweekday, setfirstweekday)

    def iterweekdays(self):
        """The numbers of the days of a week, in order."""
        first = self.firstweekday
        yield from [day % 7 for day in range(first, first + 7)]

    def _span(self, year, month):
        """How many days of the month before, of the month and of the next month are in its weeks."""
        first, days = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        return before, days, -(before + days) % 7

    def itermonthdays(self, year, month):
        """The days of a month, with 0 for each day of other months that is in its weeks."""
        before, days, after = self._span(year, month)
        yield from [0] * before
        yield from range(1, days + 1)
        yield from [0] * after

    def itermonthdays2(self, year, month):
        """As itermonthdays(), pairs of the day and the day of the week."""
        return self._with_weekdays((day,) for day in self.itermonthdays(year, month))

    def itermonthdays3(self, year, month):
        """Year, month and day of all days in the weeks of a month."""
        before, days, after = self._span(year, month)
        last = (year, month - 1) if month > 1 else (year - 1, 12)
        following = (year, month + 1) if month < 12 else (year + 1, 1)
        end = _days_of(*last)
        for of, numbers in ((last, range(end - before + 1, end + 1)), ((year, month), range(1, days + 1)),
                            (following, range(1, after + 1))):
            yield from [(*of, day) for day in numbers]

    def itermonthdays4(self, year, month):
        """As itermonthdays3(), with the day of the week."""
        return self._with_weekdays(self.itermonthdays3(year, month))

    def itermonthdates(self, year, month):
        """The dates of all days in the weeks of a month."""
        for day in self.itermonthdays3(year, month):
            yield datetime.date(*day)

    def _with_weekdays(self, days):
        for i, day in enumerate(days, self.firstweekday):
            yield (*day, i % 7)

    @staticmethod
    def _rows(items, width):
        items = list(items)
        return [items[i:i + width] for i in range(0, len(items), width)]

    def monthdatescalendar(self, year, month):
        """The weeks of a month, as lists of dates."""
        return self._rows(self.itermonthdates(year, month), 7)

    def monthdays2calendar(self, year, month):
        """The weeks of a month, as lists of pairs of the day and the day of the week."""
        return self._rows(self.itermonthdays2(year, month), 7)

    def monthdayscalendar(self, year, month):
        """The weeks of a month, as lists of days."""
        return self._rows(self.itermonthdays(year, month), 7)

    def _year(self, weeks, year, width):
        return self._rows([weeks(year, month) for month in range(1, 13)], width)

    def yeardatescalendar(self, year, width=3):
        """The months of a year in rows, as monthdatescalendar()."""
        return self._year(self.monthdatescalendar, year, width)

    def yeardays2calendar(self, year, width=3):
        """The months of a year in rows, as monthdays2calendar()."""
        return self._year(self.monthdays2calendar, year, width)

    def yeardayscalendar(self, year, width=3):
        """The months of a year in rows, as monthdayscalendar()."""
        return self._year(self.monthdayscalendar, year, width)


def _sheet(lines, gap):
    """Lines without blanks at their ends, with so many line ends behind each."""
    return "".join([line.rstrip() + "\n" * gap for line in lines])


class TextCalendar(Calendar):
    """Calendars as text. A width is that of a day's column, at least 2."""

    def formatday(self, day, weekday, width):
        """A day of a week."""
        return (f"{day:2}" if day else "").center(width)

    def formatweek(self, theweek, width):
        """The days of a week in a line."""
        return " ".join([self.formatday(day, weekday, width) for day, weekday in theweek])

    def formatweekday(self, day, width):
        """The name of a day of the week."""
        return (day_abbr if width < 9 else day_name)[day][:width].center(width)

    def formatweekheader(self, width):
        """The names of the days of a week in a line."""
        return " ".join([self.formatweekday(day, width) for day in self.iterweekdays()])

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        """The name of a month in the middle of a line."""
        name = month_name[themonth]
        return (f"{name} {theyear!r}" if withyear else name).center(width)

    def formatmonth(self, theyear, themonth, w=0, l=0):
        """A month, with l line ends behind each line."""
        w = max(w, 2)
        weeks = [self.formatweek(week, w) for week in self.monthdays2calendar(theyear, themonth)]
        return _sheet([self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1), self.formatweekheader(w), *weeks],
                      max(l, 1))

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        """A year, with m months in a row and c blanks between them."""
        w, l, c = max(w, 2), max(l, 1), max(c, 2)
        width = 7 * (w + 1) - 1
        header = self.formatweekheader(w)
        lines = [repr(theyear).center(m * (width + c) - c)]
        for row, weeks in enumerate(self.yeardays2calendar(theyear, m)):
            months = range(row * m + 1, row * m + 1 + len(weeks))
            columns = [[self.formatmonthname(theyear, month, width, False) for month in months], [header] * len(months)]
            for i in range(max(map(len, weeks))):
                columns.append([self.formatweek(month[i], w) if i < len(month) else "" for month in weeks])
            lines += ["", *[formatstring(line, width, c) for line in columns]]
        return _sheet(lines, l)

    def prweek(self, theweek, width):
        """Print formatweek()."""
        print(self.formatweek(theweek, width), end="")

    def prmonth(self, theyear, themonth, w=0, l=0):
        """Print formatmonth()."""
        print(self.formatmonth(theyear, themonth, w, l), end="")

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        """Print formatyear()."""
        print(self.formatyear(theyear, w, l, c, m), end="")


class HTMLCalendar(Calendar):
    """Calendars as tables. Subclasses may set the CSS classes."""
    cssclasses = cssclasses_weekday_head = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    cssclass_noday = "noday"
    cssclass_month = cssclass_month_head = "month"
    cssclass_year = cssclass_year_head = "year"

    def formatday(self, day, weekday):
        """A day as a cell."""
        style, shown = (self.cssclasses[weekday], day) if day else (self.cssclass_noday, "&nbsp;")
        return f'<td class="{style}">{shown}</td>'

    def formatweek(self, theweek):
        """A week as a row."""
        return f"<tr>{''.join([self.formatday(day, weekday) for day, weekday in theweek])}</tr>"

    def formatweekday(self, day):
        """The name of a day of the week as a cell."""
        return f'<th class="{self.cssclasses_weekday_head[day]}">{day_abbr[day]}</th>'

    def formatweekheader(self):
        """The names of the days of a week as a row."""
        return f"<tr>{''.join(map(self.formatweekday, self.iterweekdays()))}</tr>"

    def formatmonthname(self, theyear, themonth, withyear=True):
        """The name of a month as a row."""
        shown = f"{month_name[themonth]} {theyear}" if withyear else month_name[themonth]
        return f'<tr><th colspan="7" class="{self.cssclass_month_head}">{shown}</th></tr>'

    @staticmethod
    def _table(style):
        return f'<table border="0" cellpadding="0" cellspacing="0" class="{style}">'

    def formatmonth(self, theyear, themonth, withyear=True):
        """A month as a table."""
        rows = [self.formatmonthname(theyear, themonth, withyear=withyear), self.formatweekheader(),
                *map(self.formatweek, self.monthdays2calendar(theyear, themonth))]
        return "\n".join([self._table(self.cssclass_month), *rows, "</table>", ""])

    def formatyear(self, theyear, width=3):
        """A year as a table of tables, so many in a row."""
        width = max(width, 1)
        rows = []
        for months in self._rows(range(January, 13), width):
            cells = [f"<td>{self.formatmonth(theyear, month, withyear=False)}</td>" for month in months]
            rows.append(f"<tr>{''.join(cells)}</tr>")
        head = f'<tr><th colspan="{width}" class="{self.cssclass_year_head}">{theyear}</th></tr>'
        return f"{self._table(self.cssclass_year)}\n{head}{''.join(rows)}</table>"

    def formatyearpage(self, theyear, width=3, css="calendar.css", encoding=None):
        """A year as a page, in bytes."""
        encoding = encoding or sys.getdefaultencoding()
        style = [] if css is None else [f'<link rel="stylesheet" type="text/css" href="{css}" />']
        lines = [f'<?xml version="1.0" encoding="{encoding}"?>',
                 '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" '
                 '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">', "<html>", "<head>",
                 f'<meta http-equiv="Content-Type" content="text/html; charset={encoding}" />', *style,
                 f"<title>Calendar for {theyear:d}</title>", "</head>", "<body>",
                 self.formatyear(theyear, width) + "</body>", "</html>", ""]
        return "\n".join(lines).encode(encoding, "xmlcharrefreplace")


class _InLocale:
    """Takes a locale, of which there is one: names are English."""

    def __init__(self, firstweekday=0, locale=None):
        super().__init__(firstweekday)
        self.locale = locale


class LocaleTextCalendar(_InLocale, TextCalendar):
    """A TextCalendar in a locale."""


class LocaleHTMLCalendar(_InLocale, HTMLCalendar):
    """An HTMLCalendar in a locale."""


def formatstring(cols, colwidth=20, spacing=6):
    """Columns in a line, each in the middle of its width."""
    return (" " * spacing).join([col.center(colwidth) for col in cols])


def format(cols, colwidth=20, spacing=6):
    """Print formatstring()."""
    print(formatstring(cols, colwidth, spacing))


# One calendar that the functions below share.
c = TextCalendar()
firstweekday, monthcalendar = c.getfirstweekday, c.monthdayscalendar
week, weekheader, month, calendar = c.formatweek, c.formatweekheader, c.formatmonth, c.formatyear
prweek, prmonth, prcal = c.prweek, c.prmonth, c.pryear


def setfirstweekday(firstweekday):
    """Let the weeks of the functions begin on another day."""
    if not MONDAY <= firstweekday <= SUNDAY:
        raise IllegalWeekdayError(firstweekday)
    c.firstweekday = firstweekday


def main(args):
    """python -m calendar: the months of a year, or one of them, as text or HTML."""
    import argparse
    parser = argparse.ArgumentParser()
    text, page = parser.add_argument_group("text only arguments"), parser.add_argument_group("html only arguments")
    for group, name, kind, usual, told in (
            (text, "width", int, 2, "width of date column (default 2)"),
            (text, "lines", int, 1, "number of lines for each week (default 1)"),
            (text, "spacing", int, 6, "spacing between months (default 6)"),
            (text, "months", int, 3, "months per row (default 3)"),
            (page, "css", str, "calendar.css", "CSS to use for page"),
            (parser, "locale", str, None, "locale to be used from month and weekday names"),
            (parser, "encoding", str, None, "encoding to use for output"),
            (parser, "type", str, "text", "output type (text or html)")):
        choices = {"choices": ("text", "html")} if name == "type" else {}
        group.add_argument("-L" if name == "locale" else "-" + name[0], "--" + name, type=kind, default=usual, help=told,
                           **choices)
    parser.add_argument("year", nargs="?", type=int, help="year number (1-9999)")
    parser.add_argument("month", nargs="?", type=int, help="month number (1-12, text only)")
    options = parser.parse_args(args[1:])
    if options.locale and not options.encoding:
        parser.error("if --locale is specified --encoding is required")
    locale = (options.locale, options.encoding) if options.locale else None
    year = datetime.date.today().year if options.year is None else options.year
    if options.type == "html":
        if options.month is not None:
            parser.error("incorrect number of arguments")
        made = LocaleHTMLCalendar(locale=locale) if locale else HTMLCalendar()
        sys.stdout.buffer.write(made.formatyearpage(year, encoding=options.encoding or sys.getdefaultencoding(),
                                                    css=options.css))
        return
    made = LocaleTextCalendar(locale=locale) if locale else TextCalendar()
    sizes = {"w": options.width, "l": options.lines}
    if options.month is None:
        result = made.formatyear(year, c=options.spacing, m=options.months, **sizes)
    else:
        result = made.formatmonth(year, options.month, **sizes)
    if options.encoding:
        sys.stdout.buffer.write(result.encode(options.encoding))
    else:
        sys.stdout.write(result)


EPOCH = 1970
_EPOCH_ORD = datetime.date(EPOCH, 1, 1).toordinal()


def timegm(tuple):
    """The seconds from 1970 to a time in UTC, given as time.gmtime() gives it."""
    year, month, day, hour, minute, second = tuple[:6]
    days = datetime.date(year, month, 1).toordinal() - _EPOCH_ORD + day - 1
    return days * 86400 + hour * 3600 + minute * 60 + second


if __name__ == "__main__":
    main(sys.argv)
