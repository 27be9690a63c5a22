# calendar: months and years as lists, text and HTML.
import calendar as c
import datetime


def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except BaseException as e:
        print(type(e).__name__, e)


print(c.month(2024, 2)); print(c.calendar(2023)); print(c.calendar(2023, 3, 2, 4, 4)); c.prmonth(2025, 8, 4, 2)
for y in 1900, 2000, 2023, 2024:
    print(y, c.isleap(y), c.leapdays(1900, y), c.monthrange(y, 2), c.weekday(y, 3, 1))
t(c.monthrange, 2020, 13); t(c.weekday, 2020, 2, 30); t(c.setfirstweekday, 9); print(c.monthcalendar(2024, 9), c.firstweekday())
c.setfirstweekday(c.SUNDAY); print(c.monthcalendar(2024, 9), c.weekheader(3), c.weekheader(10)); print(c.month(2024, 9)); c.setfirstweekday(0)
print(list(c.day_name), list(c.month_abbr), c.month_name[1:3], len(c.day_abbr), c.timegm((2024, 2, 29, 12, 30, 15)), c.weekday(12345, 1, 1))
k = c.Calendar(3); print(list(k.iterweekdays()), k.monthdatescalendar(2024, 2)[0], k.monthdays2calendar(2024, 2)[0], list(k.itermonthdays4(2024, 12))[-3:], len(k.yeardayscalendar(2024, 5)))
h = c.HTMLCalendar(); print(h.formatmonth(2024, 2)); print(len(h.formatyear(2024)), h.formatyearpage(2024)[:120])
