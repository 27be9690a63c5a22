# Constructors of subclasses: what calls them, and with which arguments.
import copy
import datetime as D


def logged(base):
    class Logged(base):
        def __new__(cls, *args, **words):
            print("   new", args, words)
            return super().__new__(cls, *args, **words)

    return Logged


DT, DA, T, TD = map(logged, (D.datetime, D.date, D.time, D.timedelta))
utc, east = D.timezone.utc, D.timezone(D.timedelta(hours=2))
d, a, t, folded = DT(2020, 1, 2, 3, 4, 5, 6), DA(2020, 1, 2), T(1, 2, 3, 4), T(1, 2, 3, 4, fold=1)
df, dz = DT(2020, 1, 2, 3, 4, 5, 6, fold=1), DT(2020, 1, 2, 3, 4, 5, 6, utc)
for e in ("d.replace(year=2021)", "df.replace(year=2021)", "d.replace(fold=1)", "a.replace(year=2021)",
          "t.replace(hour=3)", "folded.replace(hour=3)", "t.replace(fold=1)", "DT.combine(a, t)",
          "DT.combine(a, folded)", "DT.combine(a, t, utc)", "D.datetime.combine(a, folded)", "dz.astimezone(east)",
          "dz.astimezone(utc)", "DT.fromisoformat('2020-01-02T03:04:05')", "DA.fromisoformat('2020-01-02')",
          "T.fromisoformat('01:02+01:00')", "DA.fromordinal(4000)", "DT.strptime('2020 +0100', '%Y %z')",
          "DT.fromtimestamp(0, east)", "DT.utcfromtimestamp(0)", "DA.fromisocalendar(2020, 1, 1)",
          "d + D.timedelta(1)", "d - D.timedelta(1)", "a + D.timedelta(1)", "d - d", "df.time()", "abs(TD(-1))",
          "abs(TD(1))", "-TD(1)", "+TD(1)", "TD(1) * 2", "copy.copy(df)", "east.fromutc(dz.replace(tzinfo=east))"):
    print(e)
    v = eval(e)
    print("  ", type(v).__name__, v, getattr(v, "fold", ""))


class NoWords(D.datetime):
    def __new__(cls, year, month, day, *rest):
        return super().__new__(cls, year, month, day, *rest)


n = NoWords(2020, 1, 2)
print(n.replace(hour=3), n.replace(fold=1).fold, NoWords.combine(n, D.time(3, fold=1)), n.astimezone(utc).tzinfo)
