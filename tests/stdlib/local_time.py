# Local time: folds and gaps, what tzset() tells, round trips of timestamps, times out of range.
import os, time, zlib
from datetime import date, datetime, timedelta, timezone


def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)


def zone(name):
    os.environ["TZ"] = name
    time.tzset()


for name in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC", "Australia/Sydney",
             "Europe/Dublin", "America/Sao_Paulo", "Africa/Casablanca", "EST5EDT,M3.2.0,M11.1.0", "XYZ-3",
             "<+0330>-3:30", "Nonsense", "", ":Europe/Paris", "Pacific/Apia"):
    zone(name)
    print(name, time.timezone, time.altzone, time.daylight, time.tzname)
t(time.tzset)

class Dated(datetime):
    def __new__(cls, *args, **kwargs):
        self = super().__new__(cls, *args, **kwargs)
        print("made", args, kwargs)
        return self


zone("Europe/Berlin")
for s in 1698539400, 1698543000, 1698543000.5, 1698546600, 1679795999, 1679796000:
    d = datetime.fromtimestamp(s)
    print(repr(d), d.timestamp(), d.astimezone(), repr(datetime.fromtimestamp(s, timezone.utc)),
          repr(datetime.utcfromtimestamp(s)), datetime.fromtimestamp(s, timezone(timedelta(hours=1))).fold)
d = Dated.fromtimestamp(1698543000)
print(repr(d), d.fold, type(d.astimezone()).__name__)
print(repr(Dated.combine(date(2023, 10, 29), d.time().replace(fold=1))))
for d in datetime(2023, 3, 26, 2, 30), datetime(2023, 10, 29, 2, 30), datetime(2023, 7, 1, 12, 0, 0, 999999):
    for fold in 0, 1:
        d = d.replace(fold=fold)
        print(d.astimezone(), repr(d.astimezone(timezone.utc)), d.astimezone().tzinfo, d.timestamp())
aware = datetime(2023, 10, 29, 1, 30, tzinfo=timezone.utc)
print(repr(aware.astimezone()), aware.astimezone(timezone.utc) is aware)
now = datetime.now()
print(now.fold in (0, 1), abs(datetime.today() - now) < timedelta(seconds=5),
      abs(datetime.now(timezone.utc) - now.astimezone()) < timedelta(seconds=5), date.today() >= now.date())

for name in "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC":
    zone(name)
    text, wrong = [], 0
    for year in 1985, 2023, 2024:
        start = int(datetime(year, 1, 1, tzinfo=timezone.utc).timestamp())
        for s in range(start, start + 366 * 86400, 1800):
            d = datetime.fromtimestamp(s)
            wrong += d.timestamp() != s
            text.append(repr(d))
            if s % 7200 == 0:
                other = d.replace(fold=1 - d.fold)
                text.append("%s %s" % (other.timestamp(), other.astimezone().isoformat()))
    print(name, wrong, zlib.crc32("\n".join(text).encode()))

for name in "Europe/Berlin", "America/New_York", "UTC":
    zone(name)
    print(name)
    for d in datetime(1, 1, 1), datetime(1, 1, 2, 12), datetime(9999, 12, 31, 23), datetime(9999, 12, 30), \
            datetime.max, datetime.min:
        t(d.timestamp)
        t(d.replace(fold=1).timestamp)
        t(d.astimezone)
        t(d.replace(tzinfo=timezone.utc).astimezone)
        t(d.replace(tzinfo=timezone.utc).timestamp)
    for s in (-62135596800, -62135510400, -62135510401, -62135596801, 253402300799, 253402300800, 253402297199,
              2**40, 2**55, 2**56, -2**56, 2**62, 2**63 - 1, -2**63, 2**63, 10**30, 1e17, 1e18, 1e19, float("inf"),
              float("nan"), -1e-9, -1e-6, 0.5e-6, 1.5e-6, 0.9999999, -0.5, -0.0000005, True, None, "1", 1j):
        print(s)
        t(datetime.fromtimestamp, s)
        t(datetime.fromtimestamp, s, timezone.utc)
        t(datetime.fromtimestamp, s, timezone(timedelta(hours=-5)))
        t(datetime.utcfromtimestamp, s)
        t(date.fromtimestamp, s)
zone("UTC")
t(datetime.now().astimezone, 5)
t(datetime.now().astimezone, "UTC")
t(datetime.now, 5)
t(datetime.fromtimestamp, 0, 5)
