"""Comma-separated values."""
import re
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
_field_limit = 131072
_missing = object()


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


def field_size_limit(limit=_missing, /):
    """The greatest length of a field; sets it if one is given."""
    global _field_limit
    old = _field_limit
    if limit is not _missing:
        if not isinstance(limit, int):
            raise TypeError("limit must be an integer")
        _field_limit = limit
    return old


def _settings(dialect, options):
    if isinstance(dialect, type):
        dialect = dialect()
    return _Settings(dialect, options)


class reader:
    """Reads rows from an iterable of lines."""

    def __init__(self, csvfile, dialect=None, **options):
        self._lines = iter(csvfile)
        self.dialect = _settings(dialect, options)
        self.line_num = 0
        d = self.dialect
        special = {d.delimiter, "\n", "\r"} | {c for c in (d.quotechar, d.escapechar) if c}
        self._simple = re.compile("[^%s]*" % "".join(map(re.escape, sorted(special))))

    def __iter__(self):
        return self

    def __next__(self):
        d = self.dialect
        delimiter, quote, escape, quoting = d.delimiter, d.quotechar, d.escapechar, d.quoting
        fields = []
        field = []  # pieces
        numeric = False
        # start: of a record or field; in: unquoted; quoted; after: a quote inside a quoted field
        state = "record"
        while True:
            try:
                line = next(self._lines)
            except StopIteration:
                if field or state in ("quoted", "escape", "escape quoted"):
                    if d.strict:
                        raise Error("unexpected end of data") from None
                    if state == "quoted" or field or state != "record":
                        fields.append(self._value(field, numeric))
                        return fields
                raise
            if not isinstance(line, str):
                raise Error("iterator should return strings, not %s (the file should be opened in text mode)" %
                            type(line).__name__)
            self.line_num += 1
            if state == "record" and (not quote or quote not in line) and not escape and quoting != QUOTE_NONNUMERIC:
                # The common line: no quotes.
                body = line
                if body.endswith("\r\n"):
                    body = body[:-2]
                elif body.endswith(("\n", "\r")):
                    body = body[:-1]
                if "\n" not in body and "\r" not in body and not d.skipinitialspace and len(body) <= _field_limit:
                    if not body:
                        return []
                    return body.split(delimiter)
            i, n = 0, len(line)
            while i <= n:
                c = line[i] if i < n else ""
                end = c in ("\n", "\r") or not c
                if state == "record":
                    if not c:
                        break
                    if end:
                        state = "eat"
                        i += 1
                        continue
                    state = "start"
                if state == "start":
                    if end:
                        fields.append(self._value(field, numeric))
                        field, numeric = [], False
                        state = "record" if not c else "eat"
                    elif c == quote and quoting != QUOTE_NONE:
                        state = "quoted"
                    elif c == escape:
                        state = "escape"
                    elif c == " " and d.skipinitialspace:
                        pass
                    elif c == delimiter:
                        fields.append(self._value(field, numeric))
                        field, numeric = [], False
                    else:
                        numeric = quoting == QUOTE_NONNUMERIC
                        state = "in"
                        continue
                elif state == "in":
                    m = self._simple.match(line, i)
                    if m.end() > i:
                        self._add(field, m[0])
                        i = m.end()
                        continue
                    if end:
                        fields.append(self._value(field, numeric))
                        field, numeric = [], False
                        state = "record" if not c else "eat"
                    elif c == escape:
                        state = "escape"
                    elif c == delimiter:
                        fields.append(self._value(field, numeric))
                        field, numeric = [], False
                        state = "start"
                    else:
                        self._add(field, c)
                elif state == "quoted":
                    if not c:
                        break
                    m = self._simple.match(line, i)
                    if m.end() > i:
                        self._add(field, m[0])
                        i = m.end()
                        continue
                    if c == escape:
                        state = "escape quoted"
                    elif c == quote and quoting != QUOTE_NONE:
                        state = "after" if d.doublequote else "in"
                    else:
                        self._add(field, c)
                elif state == "after":
                    if quoting != QUOTE_NONE and c == quote:
                        self._add(field, c)
                        state = "quoted"
                    elif c == delimiter:
                        fields.append(self._value(field, numeric))
                        field, numeric = [], False
                        state = "start"
                    elif end:
                        fields.append(self._value(field, numeric))
                        field, numeric = [], False
                        state = "record" if not c else "eat"
                    elif not d.strict:
                        self._add(field, c)
                        state = "in"
                    else:
                        raise Error("'%s' expected after '%s'" % (delimiter, quote))
                elif state == "escape":
                    if not c:
                        c = "\n"
                    self._add(field, c)
                    state = "in" if c not in "\n\r" else "escaped end"
                elif state == "escaped end":
                    if not c:
                        break
                    state = "in"
                    continue
                elif state == "escape quoted":
                    self._add(field, c or "\n")
                    state = "quoted"
                elif state == "eat":
                    if end:
                        if not c:
                            state = "record"
                    else:
                        raise Error("new-line character seen in unquoted field - do you need to open the file in "
                                    "universal-newline mode?")
                i += 1
            if state in ("record", "eat"):
                return fields

    @staticmethod
    def _add(field, text):
        field.append(text)
        if len(text) > _field_limit or len(field) > 1 and sum(map(len, field)) > _field_limit:
            raise Error("field larger than field limit (%d)" % _field_limit)

    @staticmethod
    def _value(field, numeric):
        text = "".join(field)
        return float(text) if numeric else text


class writer:
    """Writes rows to an object with a write() method."""

    def __init__(self, csvfile, dialect=None, **options):
        if not hasattr(csvfile, "write") or not callable(csvfile.write):
            raise TypeError('argument 1 must have a "write" method')
        self._write = csvfile.write
        self.dialect = _settings(dialect, options)
        d = self.dialect
        self._special = {c for c in (d.delimiter, d.quotechar, d.escapechar, "\n", "\r") if c} | set(d.lineterminator)

    def _field(self, value):
        d = self.dialect
        quoted = False
        if isinstance(value, str):
            text = value
            quoted = d.quoting == QUOTE_NONNUMERIC
        elif value is None:
            text = ""
            quoted = d.quoting == QUOTE_NONNUMERIC
        elif isinstance(value, (int, float)):
            text = repr(value) if type(value) is float else str(value)
        else:
            text = str(value)
            quoted = d.quoting == QUOTE_NONNUMERIC and not hasattr(value, "__float__")
        if d.quoting == QUOTE_ALL:
            quoted = True
        out = []
        if not self._special.isdisjoint(text):
            for c in text:
                if c in self._special:
                    want_escape = False
                    if d.quoting == QUOTE_NONE:
                        want_escape = True
                    elif c == d.quotechar:
                        if d.doublequote:
                            out.append(c)
                            quoted = True
                        else:
                            want_escape = True
                    elif c == d.escapechar:
                        want_escape = True
                    else:
                        quoted = True
                    if want_escape:
                        if not d.escapechar:
                            raise Error("need to escape, but no escapechar set")
                        out.append(d.escapechar)
                out.append(c)
            text = "".join(out)
        return text, quoted

    def writerow(self, row, /):
        """Write one row; what write() gives."""
        try:
            row = iter(row)
        except TypeError:
            raise Error("iterable expected, not %s" % type(row).__name__) from None
        d = self.dialect
        parts = []
        raw_empty = False
        for value in row:
            text, quoted = self._field(value)
            raw_empty = not parts and not text and not quoted
            parts.append(d.quotechar + text + d.quotechar if quoted else text)
        if len(parts) == 1 and raw_empty:
            if d.quoting == QUOTE_NONE:
                raise Error("single empty field record must be quoted")
            parts[0] = d.quotechar * 2
        return self._write(d.delimiter.join(parts) + d.lineterminator)

    def writerows(self, rows, /):
        """Write several rows."""
        for row in rows:
            self.writerow(row)


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
