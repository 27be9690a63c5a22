"""Time zones of the system's database."""
import os
import re
import struct
from bisect import bisect_right
from datetime import datetime, timedelta, tzinfo

__all__ = ["ZoneInfo", "reset_tzpath", "available_timezones", "TZPATH", "ZoneInfoNotFoundError",
           "InvalidTZPathWarning"]

_DEFAULT_PATH = ("/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo")
_EPOCH = datetime(1970, 1, 1)
_ZERO = timedelta(0)
TZPATH = ()


class ZoneInfoNotFoundError(KeyError):
    """There is no such zone."""


class InvalidTZPathWarning(RuntimeWarning):
    """A part of PYTHONTZPATH is no absolute path."""


def reset_tzpath(to=None):
    """The folders that zones are read from."""
    global TZPATH
    if to is not None:
        if isinstance(to, (str, bytes)):
            raise TypeError(f"tzpath must be a list or tuple, not {type(to)}: {to!r}")
        for path in to:
            if not os.path.isabs(path):
                raise ValueError("tzpaths should be absolute paths, found the following relative paths: ['%s']" % path)
        TZPATH = tuple(to)
    elif "PYTHONTZPATH" in os.environ:
        TZPATH = tuple(p for p in os.environ["PYTHONTZPATH"].split(os.pathsep) if p and os.path.isabs(p))
    else:
        TZPATH = _DEFAULT_PATH


reset_tzpath()


def available_timezones():
    """The names of all zones."""
    names = set()
    for root in TZPATH:
        if not os.path.exists(root):
            continue
        for folder, folders, files in os.walk(root):
            if folder == root:
                folders[:] = [d for d in folders if d not in ("right", "posix")]
            for file in files:
                path = os.path.join(folder, file)
                try:
                    with open(path, "rb") as f:
                        if f.read(4) == b"TZif":
                            names.add(os.path.relpath(path, root))
                except OSError:
                    pass
    names.discard("posixrules")
    return names


def _find(key):
    if os.path.isabs(key):
        raise ValueError(f"ZoneInfo keys may not be absolute paths, got: {key}")
    normal = os.path.normpath(key)
    if len(normal) != len(key):
        raise ValueError(f"ZoneInfo keys must be normalized relative paths, got: {key}")
    if normal.startswith(".."):
        raise ValueError(f"ZoneInfo keys must refer to subdirectories of TZPATH, got: {key}")
    for root in TZPATH:
        path = os.path.join(root, key)
        if os.path.isfile(path):
            return path
    return None


class _Rule:
    """A day of the year and a time at which an offset changes."""

    def __init__(self, text):
        day, _, time = text.partition("/")
        self.time = 7200
        if time:
            m = re.fullmatch(r"([+-]?)(\d{1,3})(?::(\d{2}))?(?::(\d{2}))?", time)
            if not m:
                raise ValueError(f"Invalid transition time: {time}")
            self.time = (int(m[2]) * 3600 + int(m[3] or 0) * 60 + int(m[4] or 0)) * (-1 if m[1] == "-" else 1)
        self.kind = day[0] if day[0] in "MJ" else "N"
        self.numbers = [int(x) for x in day.lstrip("MJ").split(".")]

    def seconds(self, year):
        """Seconds from the epoch to the change, by the clock before it."""
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        if self.kind == "M":
            month, week, weekday = self.numbers
            first = datetime(year, month, 1)
            day = 1 + (weekday - first.isoweekday()) % 7 + (week - 1) * 7
            last = 31 if month in (1, 3, 5, 7, 8, 10, 12) else 30 if month != 2 else 29 if leap else 28
            while day > last:
                day -= 7
            date = datetime(year, month, day)
        else:
            n = self.numbers[0]
            if self.kind == "J":
                n = n - 1 + (leap and n >= 60)
            date = datetime(year, 1, 1) + timedelta(n)
        return (date - _EPOCH).days * 86400 + self.time


class _Tail:
    """What holds behind the last listed change: a fixed offset, or two that alternate."""
    _PATTERN = re.compile(r"(<[^>]+>|[a-zA-Z]+)([+-]?\d{1,3}(?::\d{2}){0,2})"
                          r"(?:(<[^>]+>|[a-zA-Z]+)([+-]?\d{1,3}(?::\d{2}){0,2})?,([^,]+),([^,]+))?\Z")

    def __init__(self, text):
        m = self._PATTERN.match(text)
        if not m:
            raise ValueError(f"Invalid TZ string: {text}")
        std = -self._offset(m[2])
        self.std = (timedelta(seconds=std), _ZERO, m[1].strip("<>"))
        self.dst = None
        if m[3]:
            dst = -self._offset(m[4]) if m[4] else std + 3600
            self.dst = (timedelta(seconds=dst), timedelta(seconds=dst - std), m[3].strip("<>"))
            self.start, self.end = _Rule(m[5]), _Rule(m[6])
            self.gap = dst - std

    @staticmethod
    def _offset(text):
        sign = -1 if text[0] == "-" else 1
        parts = [int(p) for p in text.lstrip("+-").split(":")]
        return sign * sum(p * f for p, f in zip(parts, (3600, 60, 1)))

    def at_local(self, seconds, year, fold):
        if self.dst is None:
            return self.std
        start, end = self.start.seconds(year), self.end.seconds(year)
        if fold == (self.gap >= 0):
            end -= self.gap
        else:
            start += self.gap
        inside = start <= seconds < end if start < end else not end <= seconds < start
        return self.dst if inside else self.std

    def at_utc(self, seconds, year):
        """(the offset, fold)."""
        if self.dst is None:
            return self.std, 0
        std = int(self.std[0].total_seconds())
        dst = int(self.dst[0].total_seconds())
        start, end = self.start.seconds(year) - std, self.end.seconds(year) - dst
        inside = start <= seconds < end if start < end else not end <= seconds < start
        change = end if self.gap > 0 else start
        return self.dst if inside else self.std, int(0 <= seconds - change < abs(self.gap))


class ZoneInfo(tzinfo):
    """A zone of the database, by a name such as 'Europe/Berlin'."""
    _cache = {}

    def __init_subclass__(cls):
        super().__init_subclass__()
        cls._cache = {}

    def __new__(cls, key):
        found = cls._cache.get(key)
        if found is None:
            found = cls._cache[key] = cls._make(key)
        return found

    @classmethod
    def no_cache(cls, key):
        """A new object, whatever was made before."""
        self = cls._make(key)
        self._cached = False
        return self

    @classmethod
    def clear_cache(cls, *, only_keys=None):
        """Forget the objects that were made."""
        if only_keys is None:
            cls._cache.clear()
        else:
            for key in only_keys:
                cls._cache.pop(key, None)

    @classmethod
    def _make(cls, key):
        path = _find(key)
        if path is None:
            raise ZoneInfoNotFoundError(f"No time zone found with key {key}")
        self = tzinfo.__new__(cls)
        self._key = key
        self._from_file = False
        self._cached = True
        with open(path, "rb") as f:
            self._load(f)
        return self

    @classmethod
    def from_file(cls, fobj, /, key=None):
        """The zone that a file describes."""
        self = tzinfo.__new__(cls)
        self._key = key
        self._from_file = True
        self._cached = False
        self._file_text = repr(fobj)
        self._load(fobj)
        return self

    @property
    def key(self):
        """The name."""
        return self._key

    def _load(self, f):
        data = f.read()
        if data[:4] != b"TZif":
            raise ValueError("Invalid TZif file: magic not found")
        version = data[4:5]
        at, wide = 0, "l"
        counts = struct.unpack(">6l", data[20:44])
        if version >= b"2":
            isutc, isstd, leap, times, types, chars = counts
            at = 44 + times * 5 + types * 6 + chars + leap * 8 + isstd + isutc
            counts = struct.unpack(">6l", data[at + 20:at + 44])
            wide = "q"
        isutc, isstd, leap, times, types, chars = counts
        at += 44
        size = 8 if wide == "q" else 4
        changes = struct.unpack(f">{times}{wide}", data[at:at + times * size])
        at += times * size
        index = data[at:at + times]
        at += times
        infos = [struct.unpack(">lbb", data[at + i * 6:at + i * 6 + 6]) for i in range(types)]
        at += types * 6
        names = data[at:at + chars]
        at += chars + leap * (size + 4) + isstd + isutc
        tail = data[at:].strip(b"\n").decode() if version >= b"2" else ""
        self._types = []
        order = list(index)
        dst_of = self._dst_offsets(infos, order)
        for i, (offset, isdst, abbr) in enumerate(infos):
            name = names[abbr:names.index(b"\0", abbr)].decode()
            self._types.append((timedelta(seconds=offset), timedelta(seconds=dst_of[i]), name))
        self._utc = list(changes)
        self._index = order
        offsets = [info[0] for info in infos]
        before = next((i for i, info in enumerate(infos) if not info[1]), 0) if types else 0
        self._before = self._types[before] if types else (_ZERO, _ZERO, "UTC")
        local0, local1 = [], []
        last = offsets[before] if types else 0
        for when, i in zip(changes, order):
            new = offsets[i]
            local0.append(when + max(last, new))
            local1.append(when + min(last, new))
            last = new
        self._local = local0, local1
        self._tail = _Tail(tail) if tail else None
        self._fixed = self._tail is not None and self._tail.dst is None and not changes

    @staticmethod
    def _dst_offsets(infos, order):
        """How far each type is ahead of standard time."""
        result = [0] * len(infos)
        for want in (-1, 1):
            for k in range(len(order)):
                i = order[k]
                if not infos[i][1] or result[i]:
                    continue
                j = k + want
                if 0 <= j < len(order) and not infos[order[j]][1]:
                    result[i] = infos[i][0] - infos[order[j]][0]
        for i, info in enumerate(infos):
            if info[1] and not result[i]:
                result[i] = 3600
        return result

    def _at(self, dt):
        """(offset, dst, name) at a local time; None: without a date only fixed zones know."""
        if dt is None:
            return self._tail.std if self._fixed else None
        seconds = (dt.toordinal() - 719163) * 86400 + dt.hour * 3600 + dt.minute * 60 + dt.second
        times = self._local[dt.fold]
        if not times or seconds >= times[-1]:
            if self._tail is not None:
                return self._tail.at_local(seconds, dt.year, dt.fold)
            return self._types[self._index[-1]] if self._index else self._before
        k = bisect_right(times, seconds)
        return self._types[self._index[k - 1]] if k else self._before

    def utcoffset(self, dt, /):
        """The offset from UTC."""
        found = self._at(dt)
        return found and found[0]

    def dst(self, dt, /):
        """The part of the offset that daylight saving makes."""
        found = self._at(dt)
        return found and found[1]

    def tzname(self, dt, /):
        """The abbreviation."""
        found = self._at(dt)
        return found and found[2]

    def fromutc(self, dt, /):
        """A time in UTC as a time of this zone."""
        if not isinstance(dt, datetime):
            raise TypeError("fromutc: argument must be a datetime")
        if dt.tzinfo is not self:
            raise ValueError("fromutc: dt.tzinfo is not self")
        seconds = (dt.toordinal() - 719163) * 86400 + dt.hour * 3600 + dt.minute * 60 + dt.second
        fold = 0
        if not self._utc or seconds >= self._utc[-1] and self._tail is not None:
            if self._tail is None:
                found = self._before
            else:
                found, fold = self._tail.at_utc(seconds, dt.year)
        else:
            k = bisect_right(self._utc, seconds)
            found = self._types[self._index[k - 1]] if k else self._before
            if k:
                before = self._types[self._index[k - 2]] if k > 1 else self._before
                shift = (before[0] - found[0]).total_seconds()
                fold = int(shift > seconds - self._utc[k - 1])
        return (dt + found[0]).replace(fold=fold)

    def __repr__(self):
        cls = self.__class__
        name = f"{cls.__module__}.{cls.__qualname__}"
        if self._key is not None:
            return f"{name}(key={self._key!r})"
        return f"{name}.from_file({self._file_text})"

    def __str__(self):
        return self._key if self._key is not None else repr(self)

    def __reduce__(self):
        if self._from_file:
            import pickle
            raise pickle.PicklingError("Cannot pickle a ZoneInfo file created from a file stream.")
        return self.__class__._unpickle, (self._key, self._cached)

    @classmethod
    def _unpickle(cls, key, from_cache, /):
        return cls(key) if from_cache else cls.no_cache(key)
