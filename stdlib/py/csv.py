"""Comma-separated values."""
import re
from _csv import field_size_limit, make_reader as _make_reader, make_writer as _make_writer
from io import StringIO

__all__ = ["QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE", "Error", "Dialect", "excel", "excel_tab",
           "field_size_limit", "reader", "writer", "register_dialect", "get_dialect", "list_dialects", "Sniffer",
           "unregister_dialect", "DictReader", "DictWriter", "unix_dialect", "__doc__", "__version__"]

__version__ = "1.0"
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = 0, 1, 2, 3


class Error(Exception):
    """A file or an option that is not as it must be."""


Error.__module__ = "_csv"
_dialects = {}


class _Settings:
    """A checked dialect."""
    __slots__ = ("delimiter", "quotechar", "escapechar", "doublequote", "skipinitialspace", "lineterminator",
                 "quoting", "strict")

    def __init__(self, dialect=None, options={}):
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        for name in options:
            if name not in _DEFAULTS:
                raise TypeError("'%s' is an invalid keyword argument for this function" % name)

        def setting(name):
            if name in options:
                return options[name]
            return _DEFAULTS[name] if dialect is None else getattr(dialect, name, _DEFAULTS[name])

        quoting = setting("quoting")
        quotechar = setting("quotechar")
        self.delimiter = self._char("delimiter", setting("delimiter"), False)
        self.doublequote = bool(setting("doublequote"))
        self.escapechar = self._char("escapechar", setting("escapechar"), True)
        self.lineterminator = setting("lineterminator")
        if not isinstance(self.lineterminator, str):
            raise TypeError('"lineterminator" must be a string')
        if type(quoting) is not int:
            raise TypeError('"quoting" must be an integer')
        self.quotechar = self._char("quotechar", quotechar, True)
        if not 0 <= quoting <= 3:
            raise TypeError('bad "quoting" value')
        if self.quotechar is None and not ("quoting" in options or hasattr(dialect, "quoting")):
            quoting = QUOTE_NONE
        self.quoting = quoting
        self.skipinitialspace = bool(setting("skipinitialspace"))
        self.strict = bool(setting("strict"))
        if self.quoting != QUOTE_NONE and self.quotechar is None:
            raise TypeError("quotechar must be set if quoting enabled")

    @staticmethod
    def _char(name, value, optional):
        if value is None and optional:
            return None
        if not isinstance(value, str):
            kind = type(value).__name__
            if optional:
                raise TypeError('"%s" must be string or None, not %s' % (name, kind))
            raise TypeError('"%s" must be string, not %s' % (name, kind))
        if len(value) != 1:
            raise TypeError('"%s" must be a 1-character string' % name)
        return value


_DEFAULTS = {"delimiter": ",", "doublequote": True, "escapechar": None, "lineterminator": "\r\n", "quotechar": '"',
             "quoting": QUOTE_MINIMAL, "skipinitialspace": False, "strict": False}


class Dialect:
    """A description of a form of CSV; subclasses set the attributes."""
    _name = ""
    _valid = False
    delimiter = quotechar = escapechar = doublequote = skipinitialspace = lineterminator = quoting = None

    def __init__(self):
        if self.__class__ != Dialect:
            self._valid = True
        try:
            _Settings(self, {})
        except TypeError as e:
            raise Error(str(e))


class excel(Dialect):
    """What Excel writes."""
    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\r\n"
    quoting = QUOTE_MINIMAL


class excel_tab(excel):
    """What Excel writes, with tabs."""
    delimiter = "\t"


class unix_dialect(Dialect):
    """What Unix programs write: all fields quoted."""
    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\n"
    quoting = QUOTE_ALL


def register_dialect(name, dialect=None, **options):
    """Give a dialect a name."""
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    _dialects[name] = _Settings(dialect() if isinstance(dialect, type) else dialect, options)


def unregister_dialect(name):
    """Forget a name."""
    if _dialects.pop(name, None) is None:
        raise Error("unknown dialect")


def get_dialect(name):
    """The dialect of a name."""
    try:
        return _dialects[name]
    except KeyError:
        raise Error("unknown dialect") from None


def list_dialects():
    """All names."""
    return list(_dialects)


def _settings(dialect, options):
    if isinstance(dialect, type):
        dialect = dialect()
    return _Settings(dialect, options)


def _arguments(dialect, options):
    d = _settings(dialect, options)
    return (d, Error, d.delimiter, d.quotechar, d.escapechar, d.doublequote, d.skipinitialspace, d.quoting, d.strict)


def reader(csvfile, dialect=None, **options):
    """Reads rows from an iterable of lines."""
    return _make_reader(iter(csvfile), *_arguments(dialect, options))


def writer(csvfile, dialect=None, **options):
    """Writes rows to an object with a write() method."""
    write = getattr(csvfile, "write", None)
    if not callable(write):
        raise TypeError('argument 1 must have a "write" method')
    arguments = _arguments(dialect, options)
    return _make_writer(write, *arguments, arguments[0].lineterminator)


class DictReader:
    """Reads rows as dictionaries; the first row names the fields unless they are given."""

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **kwds):
        if fieldnames is not None and iter(fieldnames) is fieldnames:
            fieldnames = list(fieldnames)
        self._fieldnames = fieldnames
        self.restkey = restkey
        self.restval = restval
        self.reader = reader(f, dialect, *args, **kwds)
        self.dialect = dialect
        self.line_num = 0

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        """The names of the fields."""
        if self._fieldnames is None:
            try:
                self._fieldnames = next(self.reader)
            except StopIteration:
                pass
        self.line_num = self.reader.line_num
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __next__(self):
        if self.line_num == 0:
            self.fieldnames
        row = next(self.reader)
        self.line_num = self.reader.line_num
        while row == []:
            row = next(self.reader)
        d = dict(zip(self.fieldnames, row))
        names, n = len(self.fieldnames), len(row)
        if names < n:
            d[self.restkey] = row[names:]
        elif names > n:
            for key in self.fieldnames[n:]:
                d[key] = self.restval
        return d


class DictWriter:
    """Writes dictionaries as rows."""

    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **kwds):
        if fieldnames is not None and iter(fieldnames) is fieldnames:
            fieldnames = list(fieldnames)
        self.fieldnames = fieldnames
        self.restval = restval
        extrasaction = extrasaction.lower()
        if extrasaction not in ("raise", "ignore"):
            raise ValueError("extrasaction (%s) must be 'raise' or 'ignore'" % extrasaction)
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        """Write a row with the names."""
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _row(self, rowdict):
        if self.extrasaction == "raise":
            wrong = rowdict.keys() - self.fieldnames
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: " + ", ".join([repr(x) for x in wrong]))
        return (rowdict.get(key, self.restval) for key in self.fieldnames)

    def writerow(self, rowdict):
        """Write one dictionary."""
        return self.writer.writerow(self._row(rowdict))

    def writerows(self, rowdicts):
        """Write several dictionaries."""
        return self.writer.writerows(map(self._row, rowdicts))


class Sniffer:
    """Guesses the dialect of a sample."""

    def __init__(self):
        self.preferred = [",", "\t", ";", " ", ":"]

    def sniff(self, sample, delimiters=None):
        """A dialect class for the sample."""
        quotechar, doublequote, delimiter, skipinitialspace = self._by_quotes(sample, delimiters)
        if not delimiter:
            delimiter, skipinitialspace = self._by_counts(sample, delimiters)
        if not delimiter:
            raise Error("Could not determine delimiter")

        class dialect(Dialect):
            _name = "sniffed"
            lineterminator = "\r\n"
            quoting = QUOTE_MINIMAL

        dialect.doublequote = doublequote
        dialect.delimiter = delimiter
        dialect.quotechar = quotechar or '"'
        dialect.skipinitialspace = skipinitialspace
        return dialect

    def _by_quotes(self, data, delimiters):
        matches = []
        for pattern in (r'(?P<delim>[^\w\n"\'])(?P<space> ?)(?P<quote>["\']).*?(?P=quote)(?P=delim)',
                        r'(?:^|\n)(?P<quote>["\']).*?(?P=quote)(?P<delim>[^\w\n"\'])(?P<space> ?)',
                        r'(?P<delim>[^\w\n"\'])(?P<space> ?)(?P<quote>["\']).*?(?P=quote)(?:$|\n)',
                        r'(?:^|\n)(?P<quote>["\']).*?(?P=quote)(?:$|\n)'):
            matches = list(re.compile(pattern, re.DOTALL | re.MULTILINE).finditer(data))
            if matches:
                break
        if not matches:
            return "", False, None, 0
        quotes, delims, spaces = {}, {}, 0
        for m in matches:
            groups = m.groupdict()
            if groups["quote"]:
                quotes[groups["quote"]] = quotes.get(groups["quote"], 0) + 1
            if "delim" not in groups:
                continue
            key = groups["delim"]
            if key and (delimiters is None or key in delimiters):
                delims[key] = delims.get(key, 0) + 1
            if groups["space"]:
                spaces += 1
        quotechar = max(quotes, key=quotes.get)
        if delims:
            delim = max(delims, key=delims.get)
            skip = delims[delim] == spaces
            if delim == "\n":
                delim = ""
        else:
            delim, skip = "", 0
        double = re.compile(r"((%(delim)s)|^)\W*%(quote)s[^%(delim)s\n]*%(quote)s[^%(delim)s\n]*%(quote)s\W*((%(delim)s)|$)"
                            % {"delim": re.escape(delim), "quote": quotechar}, re.MULTILINE)
        return quotechar, bool(double.search(data)), delim, skip

    def _by_counts(self, data, delimiters):
        rows = list(filter(None, data.split("\n")))
        ascii = [chr(c) for c in range(127)]
        chunk = min(10, len(rows))
        frequency, modes, delims = {}, {}, {}
        start, end = 0, chunk
        passes = 0
        while start < len(rows):
            passes += 1
            for line in rows[start:end]:
                for c in ascii:
                    meta = frequency.setdefault(c, {})
                    n = line.count(c)
                    meta[n] = meta.get(n, 0) + 1
            for c, counts in frequency.items():
                items = list(counts.items())
                if len(items) == 1 and items[0][0] == 0:
                    continue
                if len(items) > 1:
                    best = max(items, key=lambda x: x[1])
                    items.remove(best)
                    modes[c] = best[0], best[1] - sum(item[1] for item in items)
                else:
                    modes[c] = items[0]
            total = float(min(chunk * passes, len(rows)))
            consistency, threshold = 1.0, 0.9
            while not delims and consistency >= threshold:
                for c, (count, rows_with) in modes.items():
                    if count > 0 and rows_with > 0 and rows_with / total >= consistency and \
                            (delimiters is None or c in delimiters):
                        delims[c] = count, rows_with
                consistency -= 0.01
            if len(delims) == 1:
                delim = list(delims)[0]
                return delim, rows[0].count(delim) == rows[0].count("%c " % delim)
            start = end
            end += chunk
        if not delims:
            return "", 0
        if len(delims) > 1:
            for d in self.preferred:
                if d in delims:
                    return d, rows[0].count(d) == rows[0].count("%c " % d)
        delim = max((v, k) for k, v in delims.items())[1]
        return delim, rows[0].count(delim) == rows[0].count("%c " % delim)

    def has_header(self, sample):
        """Does the first row name the columns?"""
        rows = reader(StringIO(sample), self.sniff(sample))
        header = next(rows)
        columns = len(header)
        types = dict.fromkeys(range(columns))
        for checked, row in enumerate(rows):
            if checked > 20:
                break
            if len(row) != columns:
                continue
            for col in list(types):
                try:
                    complex(row[col])
                    kind = complex
                except (ValueError, OverflowError):
                    kind = len(row[col])
                if kind != types[col]:
                    if types[col] is None:
                        types[col] = kind
                    else:
                        del types[col]
        votes = 0
        for col, kind in types.items():
            if isinstance(kind, int):
                votes += 1 if len(header[col]) != kind else -1
            elif kind is not None:
                try:
                    kind(header[col])
                    votes -= 1
                except (ValueError, TypeError):
                    votes += 1
        return votes > 0


register_dialect("excel", excel)
register_dialect("excel-tab", excel_tab)
register_dialect("unix", unix_dialect)
