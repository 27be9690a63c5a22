# What zones may answer, and what pickles of dates and times may hold.
import pickle
from datetime import date, datetime, time, timedelta, timezone, tzinfo


def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)


class Zone(tzinfo):
    def __init__(self, answer):
        self.answer = answer

    def utcoffset(self, dt):
        return self.answer

    dst = tzname = utcoffset

    def __repr__(self):
        return "Zone(%r)" % (self.answer,)


class Delta(timedelta):
    pass


us = timedelta(microseconds=1)
for answer in (5, "x", None, -us, us, timedelta(days=1), timedelta(days=-1), timedelta(days=1) - us,
               us - timedelta(days=1), timedelta(hours=-3, seconds=-1), Delta(hours=1), True, 1.5):
    print(repr(answer))
    z = Zone(answer)
    d, c = datetime(2024, 5, 6, 7, 8, 9, tzinfo=z), time(7, 8, 9, tzinfo=z)
    plain = datetime(2024, 5, 6, tzinfo=timezone.utc)
    for x in d, c:
        for name in "utcoffset", "dst", "tzname", "isoformat", "__str__", "__hash__":
            if name == "__hash__":
                t(lambda: bool(hash(x)) or 1)
            else:
                t(getattr(x, name))
    t(c.strftime, "%z|%Z")
    t(d.timestamp)
    t(d.utctimetuple)
    t(d.timetuple)
    t(d.astimezone, timezone.utc)
    t(plain.astimezone, z)
    t(lambda: d < plain)
    t(lambda: d == plain)
    t(lambda: d - plain)
    t(lambda: c == time(tzinfo=timezone.utc))
for us in -1, 1, -86399999999, 86399999999, -86400000000, 86400000000, -60000000, -1000000, -59999999:
    t(timezone, timedelta(microseconds=us))
    t(lambda: str(timezone(timedelta(microseconds=us))))
    t(lambda: datetime(2024, 1, 1, tzinfo=timezone(timedelta(microseconds=us))).isoformat())
    t(lambda: datetime(2024, 1, 1, tzinfo=timezone(timedelta(microseconds=us))).strftime("%z"))
    t(lambda: datetime(1, 1, 1, tzinfo=timezone(timedelta(microseconds=us))).astimezone(timezone.utc))

utc = timezone.utc
states = {date: b"\x07\xe8\x05\x06", time: b"\x07\x08\x09\x01\x02\x03",
          datetime: b"\x07\xe8\x05\x06\x07\x08\x09\x01\x02\x03"}
for cls, state in states.items():
    print(cls.__name__)
    t(cls, state)
    t(cls, state.decode("latin1"))
    for zone in 5, None, utc, "x":
        t(cls, state, zone)
        t(cls, state.decode("latin1"), zone)
        if cls is not date:
            t(lambda: cls(state, tzinfo=zone))
            t(lambda: cls(state, fold=1))
    t(cls, state, utc, 5)
    t(cls, bytearray(state))
    for wrong in state[:-1], state + b"x", b"", state[:-1].decode("latin1"), "\u20ac" * len(state), \
            "\x07\xe8\x05" + "\u20ac" * (len(state) - 3):
        t(cls, wrong)
        t(cls, wrong, utc)
    for month in 0, 1, 12, 13, 127, 128, 129, 140, 141, 255:
        if cls is not time:
            t(cls, state[:2] + bytes([month]) + state[3:])
            t(cls, (state[:2] + bytes([month]) + state[3:]).decode("latin1"))
    for hour in 0, 23, 24, 127, 128, 151, 152, 255:
        if cls is time:
            t(cls, bytes([hour]) + state[1:])
            t(cls, (bytes([hour]) + state[1:]).decode("latin1"))
for value in (time(1, 2, 3, 4, fold=1), datetime(2024, 1, 2, 3, 4, 5, 6, fold=1), date(2024, 1, 2), timedelta(1, 2, 3), utc,
              timezone(timedelta(hours=1), "x"), datetime(2024, 1, 2, tzinfo=utc, fold=1), time(1, tzinfo=utc, fold=1)):
    for protocol in range(6):
        data = pickle.dumps(value, protocol)
        back = pickle.loads(data)
        print(repr(back), value.__reduce_ex__(protocol))
t(timezone, 5); t(timezone, timedelta(1)); t(timezone, us); t(timezone.__reduce_ex__, utc, 2); t(timezone, timedelta(0), 5)
t(timedelta, 10**10); t(timedelta, 0, 2**70); t(timedelta, -999999999, -1); t(timedelta, b"123"); t(timedelta, 1, "2", 3)
