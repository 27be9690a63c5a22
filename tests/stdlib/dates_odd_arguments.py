# datetime: arguments of wrong types and out of ranges, texts without UTF-8, and what is pickled of an ISO date.
import copy
import pickle
import time as clock
from datetime import date, datetime, time, timedelta, timezone

d, dt, tm = date(2020, 2, 29), datetime(2020, 2, 29, 12, 34, 56, 789012), time(12, 34, 56, 789012)
iso = d.isocalendar()


class Five:
    def __index__(self):
        return 5


def tell(text, **names):
    try:
        answer = repr((eval(text, globals(), names),))[1:-2]
    except Exception as e:
        answer = f"{type(e).__name__} {e}"
    print(text, *names.values() if "Five" not in repr(names) else "", "->", answer)


for number in (0, 54, 2**31, -2**31 - 1, 10**20, 1.5, "x", None, True, Five(), []):
    for text in ("(n, 1, 1)", "(2020, n, 1)", "(2020, 1, n)"):
        tell("date.fromisocalendar" + text, n=number)
for value in (0, None, "x", b"%Y", "hours", Five(), []):
    for call in ("dt.isoformat(timespec=v)", "tm.isoformat(v)", "datetime.strptime('2020', v)",
                 "datetime.strptime(v, '%Y')", "clock.strptime(v)", "d.strftime(v)", "tm.strftime(v)", "format(dt, v)"):
        tell(call, v=value)
for call in ("d.strftime('\ud800')", "dt.strftime('%Y\ud800')", "tm.strftime('%\ud800')", "format(d, '\ud800')",
             "tm.isoformat('\ud800')", "dt.isoformat(timespec='\ud800')", "dt.isoformat('\ud800')",
             "clock.strftime('a\0', (2020, 1, 2, 3, 4, 5, 6, 7, 0))"):
    tell(ascii(call).strip('"').replace("\\x00", "\\0"))
print([pickle.loads(pickle.dumps(iso, protocol)) for protocol in range(6)], copy.copy(iso), copy.deepcopy([iso]))
print(iso.__reduce__(), type(pickle.loads(pickle.dumps(iso))), type(iso)(2020, 1, 2))
for call in ("setattr(iso, 'other', 1)", "iso == (2020, 9, 6)", "iso + (1,)", "iso[1:]"):
    tell(call)
