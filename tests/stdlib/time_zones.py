# zoneinfo: offsets, folds and gaps, names, far years, messages.
from datetime import datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except BaseException as e:
        print(type(e).__name__, e)


for key in "Europe/Berlin", "America/New_York", "UTC", "Asia/Kolkata", "Australia/Sydney", "America/Sao_Paulo", "Europe/Dublin", "Pacific/Apia":
    z = ZoneInfo(key)
    print(key, z is ZoneInfo(key), repr(z), str(z), z.utcoffset(None))
    for y in 1900, 1945, 1975, 2000, 2024, 2037, 2038, 2100:
        for m in 1, 7:
            d = datetime(y, m, 15, 12, tzinfo=z)
            print(d.isoformat(), d.tzname(), d.utcoffset(), end=" | ")
    print()
z = ZoneInfo("Europe/Berlin")
for d in datetime(2024, 3, 31, 2, 30), datetime(2024, 10, 27, 2, 30), datetime(2050, 10, 30, 2, 30), datetime(2050, 3, 27, 2, 30):
    for fold in 0, 1:
        x = d.replace(tzinfo=z, fold=fold); print(x, x.tzname(), x.dst(), x.astimezone(timezone.utc), end=" | ")
    print()
u = datetime(2024, 10, 27, 0, 30, tzinfo=timezone.utc)
for h in range(3):
    x = (u + timedelta(hours=h)).astimezone(z); print(x, x.fold, x.tzname(), end=" | ")
print(); x = datetime(2060, 10, 31, 1, 30, tzinfo=timezone.utc).astimezone(z); print(x, x.fold)
print(datetime(2024, 1, 1, tzinfo=z) - datetime(2024, 1, 1, tzinfo=ZoneInfo("America/New_York")), datetime(2024, 7, 1, tzinfo=z).timestamp(), time(12, tzinfo=z).utcoffset())
t(ZoneInfo, "No/Such"); t(ZoneInfo, "/etc/x"); t(ZoneInfo, "../x"); t(z.fromutc, 5); t(z.fromutc, datetime(2024, 1, 1)); print(issubclass(ZoneInfoNotFoundError, KeyError), ZoneInfo.no_cache("UTC") is ZoneInfo("UTC"))
