# The class methods of date that datetime inherits.
import copy
import datetime
import pickle


class D(datetime.date):
    pass


class M(datetime.datetime):
    def __new__(cls, *args, **kws):
        print("new", args, kws)
        return super().__new__(cls, *args, **kws)


for cls in datetime.date, datetime.datetime, D, M:
    for make in (lambda: cls.fromordinal(737000), lambda: cls.fromisocalendar(2024, 5, 3), lambda: cls.fromisoformat("2024-02-29"),
                 lambda: cls.fromordinal(0), lambda: cls.fromordinal(10**9), lambda: cls.min, lambda: cls.max,
                 lambda: cls.fromordinal(1), lambda: cls.fromordinal(3652059)):
        try:
            x = make()
        except Exception as e:
            print(type(e).__name__, e)
            continue
        print(repr(x), x, getattr(x, "tzinfo", "no zone"), x.isoformat(), x == copy.copy(x), hash(x) == hash(copy.deepcopy(x)),
              pickle.loads(pickle.dumps(x)) == x, x.toordinal(), x.isocalendar(), x.replace(day=1), type(x).__name__)
    print(cls is M or type(cls.today()) is cls, type(cls.fromtimestamp(0)) is cls)
