"""Logging."""
import atexit
import os
import sys
import time
import weakref

__all__ = ["BASIC_FORMAT", "BufferingFormatter", "CRITICAL", "DEBUG", "ERROR", "FATAL", "FileHandler", "Filter",
           "Formatter", "Handler", "INFO", "LogRecord", "Logger", "LoggerAdapter", "NOTSET", "NullHandler",
           "StreamHandler", "WARN", "WARNING", "addLevelName", "basicConfig", "captureWarnings", "critical", "debug",
           "disable", "error", "exception", "fatal", "getLevelName", "getLogger", "getLoggerClass", "info", "log",
           "makeLogRecord", "setLoggerClass", "shutdown", "warn", "warning", "getLogRecordFactory",
           "setLogRecordFactory", "lastResort", "raiseExceptions", "getLevelNamesMapping"]

_startTime = time.time()
raiseExceptions = True
NOTSET, DEBUG, INFO, WARNING, ERROR, CRITICAL = range(0, 60, 10)
WARN, FATAL = WARNING, CRITICAL
_nameToLevel = {name: globals()[name]
                for name in ("CRITICAL", "FATAL", "ERROR", "WARN", "WARNING", "INFO", "DEBUG", "NOTSET")}
_levelToName = {level: name for name, level in _nameToLevel.items() if name not in ("WARN", "FATAL")}
_FIELDS = "levelname", "name", "message"
BASIC_FORMAT = ":".join("%%(%s)s" % field for field in _FIELDS)


def getLevelNamesMapping():
    """The numbers of levels by their names."""
    return dict(_nameToLevel)


def getLevelName(level):
    """The name of a level, or the level of a name."""
    for table in (_levelToName, _nameToLevel):
        if table.get(level) is not None:
            return table[level]
    return "Level %s" % level


def addLevelName(level, levelName):
    """Give a level a name."""
    _levelToName.update({level: levelName})
    _nameToLevel.update({levelName: level})


def _checkLevel(level):
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError("Level not an integer or a valid string: %r" % (level,))
    try:
        return _nameToLevel[level]
    except KeyError:
        raise ValueError("Unknown level: %r" % level) from None


class LogRecord:
    """One event."""

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        now = time.time()
        # A single mapping serves a message with named fields: log("%(a)s", {"a": 1}).
        if args and len(args) == 1 and args[0] and isinstance(args[0], dict):
            args = args[0]
        self.name, self.msg, self.args = name, msg, args
        self.levelname, self.levelno = getLevelName(level), level
        # Where it comes from.
        self.pathname, self.lineno, self.funcName = pathname, lineno, func
        self.filename = os.path.basename(pathname)
        self.module, _ = os.path.splitext(self.filename)
        self.exc_info, self.exc_text, self.stack_info = exc_info, None, sinfo
        # When: seconds since the epoch, whole milliseconds of that second, milliseconds since the import.
        self.created, self.relativeCreated = now, 1000 * (now - _startTime)
        self.msecs = float(int(now % 1 * 1000))
        self.thread, self.threadName = 1, "MainThread"
        self.process, self.processName = os.getpid(), "MainProcess"

    def __repr__(self):
        place = f"{self.name}, {self.levelno}, {self.pathname}, {self.lineno}"
        return f'<LogRecord: {place}, "{self.msg}">'

    def getMessage(self):
        """The message with its arguments in it."""
        text = str(self.msg)
        return text % self.args if self.args else text


# The classes that a program may put in place of ours.
_classes = {"record": LogRecord}


def setLogRecordFactory(factory):
    """Choose what makes records."""
    _classes["record"] = factory


def getLogRecordFactory():
    """What makes records."""
    return _classes["record"]


def makeLogRecord(dict):
    """A record of attributes in a dict."""
    empty = None, None, "", 0, "", (), None, None
    record = getLogRecordFactory()(*empty)
    vars(record).update(dict)
    return record


class PercentStyle:
    """Formats in the form %(name)s."""
    default_format = "%(message)s"
    asctime_format = "%(asctime)s"
    asctime_search = "%(asctime)"

    def __init__(self, fmt, *, defaults=None):
        self._fmt = fmt if fmt else self.default_format
        self._defaults = defaults

    def usesTime(self):
        """Whether the format shows the time."""
        return self.asctime_search in self._fmt

    def validate(self):
        """Raise ValueError for a format that is none of this style."""
        import re  # not for programs that keep to the default format
        field = r"%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]"
        if not re.search(field, self._fmt, re.IGNORECASE):
            raise ValueError("Invalid format '%s' for '%s' style" % (self._fmt, self.default_format[0]))

    def _values(self, record):
        return {**self._defaults, **record.__dict__} if self._defaults else record.__dict__

    def _format(self, record):
        return self._fmt % self._values(record)

    def format(self, record):
        """The text of a record."""
        try:
            text = self._format(record)
        except KeyError as missing:
            raise ValueError(f"Formatting field not found in record: {missing}")
        return text


class StrFormatStyle(PercentStyle):
    """Formats in the form {name}."""
    default_format = "{message}"
    asctime_format = "{asctime}"
    asctime_search = "{asctime"

    def validate(self):
        """Raise ValueError for a format without fields or with one that no format has."""
        import re
        from string import Formatter as Parser
        name = re.compile(r"(\d+|\w+)(\.\w+|\[[^]]+\])*")
        specification = re.compile(r"(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?(\.(\d+|{\w+}))?[bcdefgnosx%]?", re.I)
        found = False
        try:
            for _, field, spec, conversion in Parser().parse(self._fmt):
                if field and not name.fullmatch(field):
                    raise ValueError("invalid field name/expression: %r" % field)
                if conversion and conversion not in "rsa":
                    raise ValueError("invalid conversion: %r" % conversion)
                if spec and not specification.fullmatch(spec):
                    raise ValueError("bad specifier: %r" % spec)
                found = found or bool(field)
        except ValueError as e:
            raise ValueError("invalid format: %s" % e)
        if not found:
            raise ValueError("invalid format: no fields")

    def _format(self, record):
        return self._fmt.format(**self._values(record))


class StringTemplateStyle(PercentStyle):
    """Formats in the form $name."""
    default_format = "${message}"
    asctime_format = "${asctime}"
    asctime_search = "${asctime}"

    def usesTime(self):
        """Whether the format shows the time."""
        return "$asctime" in self._fmt or super().usesTime()

    def validate(self):
        """Raise ValueError for a format without fields or with a $ that begins none."""
        from string import Template
        found = False
        for match in Template.pattern.finditer(self._fmt):
            if match["named"] or match["braced"]:
                found = True
            elif match[0] == "$":
                raise ValueError("invalid format: bare '$' not allowed")
        if not found:
            raise ValueError("invalid format: no fields")

    def _format(self, record):
        from string import Template
        return Template(self._fmt).substitute(**self._values(record))


def _check_style(style):
    if style not in _STYLES:
        raise ValueError("Style must be one of: " + ",".join(_STYLES))
    return _STYLES[style]


_STYLES = {"%": (PercentStyle, BASIC_FORMAT)}
for _mark, _kind in ("{", StrFormatStyle), ("$", StringTemplateStyle):
    _open = _mark.rstrip("{") + "{"
    _STYLES[_mark] = _kind, ":".join(_open + field + "}" for field in _FIELDS)
del _mark, _kind, _open


class Formatter:
    """The text of an event."""
    converter = time.localtime
    default_time_format = "%Y-%m-%d %H:%M:%S"
    default_msec_format = "%s,%03d"

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        kind, _ = _check_style(style)
        self._style = kind(fmt, defaults=defaults)
        if validate and fmt:  # the default format is one
            self._style.validate()
        self._fmt, self.datefmt = self._style._fmt, datefmt

    def formatTime(self, record, datefmt=None):
        """The time of a record as a text."""
        moment = time.strftime(datefmt or self.default_time_format, type(self).converter(record.created))
        if datefmt or not self.default_msec_format:
            return moment
        return self.default_msec_format % (moment, record.msecs)

    def formatException(self, ei):
        """The text of an exception."""
        import traceback
        return "".join(traceback.format_exception(*ei[:3])).removesuffix("\n")

    def usesTime(self):
        """Whether the format shows the time."""
        return self._style.usesTime()

    def formatMessage(self, record):
        """The text of a record without its exception."""
        return self._style.format(record)

    def formatStack(self, stack_info):
        """The text of a stack."""
        return stack_info

    def format(self, record):
        """The text of a record, its exception and its stack."""
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        # The record keeps the text of its exception, so that each further handler need not make it again.
        if record.exc_info:
            record.exc_text = record.exc_text or self.formatException(record.exc_info)
        below = [record.exc_text] if record.exc_text else []
        if record.stack_info:
            below.append(self.formatStack(record.stack_info))
        for block in below:
            text = text.removesuffix("\n") + "\n" + block
        return text


_plain = Formatter()


class BufferingFormatter:
    """Formats several records with a header and a footer."""

    def __init__(self, linefmt=None):
        self.linefmt = linefmt or _plain

    def formatHeader(self, records):
        """What stands before the records."""
        return ""

    def formatFooter(self, records):
        """What stands after the records."""
        return ""

    def format(self, records):
        """The text of several records."""
        parts = []
        if records:
            parts = [self.formatHeader(records), *map(self.linefmt.format, records), self.formatFooter(records)]
        return "".join(parts)


class Filter:
    """Lets events of a logger and its children pass."""

    def __init__(self, name=""):
        self.name, self.nlen = name, len(name)

    def filter(self, record):
        """Whether a record comes from a logger of this name or below."""
        # With the dot that ends each, a name is the start of its own and of its children's.
        return not self.nlen or (record.name + ".").startswith(self.name + ".")


def _add_once(items, item):
    if item not in items:
        items.append(item)


def _drop(items, item):
    if item in items:
        items.remove(item)


class Filterer:
    """What has filters: an event passes when all of them, objects or functions, let it."""

    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        """Add a filter."""
        _add_once(self.filters, filter)

    def removeFilter(self, filter):
        """Remove a filter."""
        _drop(self.filters, filter)

    def filter(self, record):
        """Whether all filters let a record through."""
        return all(getattr(f, "filter", f)(record) for f in self.filters)


_handlerList = []


def __getattr__(name):
    # Handlers by name, as long as they live: few programs name one.
    if name != "_handlers":
        raise AttributeError(f"module 'logging' has no attribute {name!r}")
    return globals().setdefault(name, weakref.WeakValueDictionary())


_here = sys.modules[__name__]


class Handler(Filterer):
    """Sends events somewhere."""

    def __init__(self, level=NOTSET):
        Filterer.__init__(self)
        self._name = self.formatter = None
        self._closed, self.level = False, _checkLevel(level)
        _handlerList.append(weakref.ref(self))

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        """Name the handler."""
        self._name = name
        if name:
            _here._handlers[name] = self

    get_name, set_name = name.fget, name.fset

    def createLock(self):
        """Make the lock that keeps threads apart."""
        self.lock = None

    def acquire(self):
        """Take the lock."""

    def release(self):
        """Give the lock back."""

    def setLevel(self, level):
        """Choose from which level on records are handled."""
        self.level = _checkLevel(level)

    def format(self, record):
        """The text of a record."""
        return (self.formatter or _plain).format(record)

    def emit(self, record):
        """Put a record out; subclasses say how."""
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def handle(self, record):
        """Put a record out if the filters let it through."""
        passes = self.filter(record)
        if passes:
            self.emit(record)
        return passes

    def setFormatter(self, fmt):
        """Choose what makes texts of records."""
        self.formatter = fmt

    def flush(self):
        """Write what is kept back."""

    def close(self):
        """End the handler."""
        self._closed = True
        if self._name:
            _here._handlers.pop(self._name, None)

    def handleError(self, record):
        """Report an error that emit() met."""
        out = sys.stderr
        if not out or not raiseExceptions:
            return
        import traceback
        out.write(f"--- Logging error ---\n{traceback.format_exc()}Call stack:\n")
        frame = sys._getframe()
        while frame and os.path.dirname(frame.f_code.co_filename) == __path__[0]:
            frame = frame.f_back
        if frame:
            traceback.print_stack(frame, file=out)
        else:
            out.write(f"Logged from file {record.filename}, line {record.lineno}\n")
        out.write(f"Message: {record.msg!r}\nArguments: {record.args}\n")

    def __repr__(self):
        return "<%s (%s)>" % (self.__class__.__name__, getLevelName(self.level))


class StreamHandler(Handler):
    """Writes events to a stream, sys.stderr by default."""
    terminator = "\n"

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = sys.stderr if stream is None else stream

    def flush(self):
        """Flush the stream."""
        flush = getattr(self.stream, "flush", None) if self.stream else None
        if flush is not None:
            flush()

    def emit(self, record):
        """Write a record and a line end."""
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except Exception as error:
            if isinstance(error, RecursionError):
                raise
            self.handleError(record)

    def setStream(self, stream):
        """Write to another stream; gives the one before."""
        before = self.stream
        if before is stream:
            return None
        self.flush()
        self.stream = stream
        return before

    def __repr__(self):
        name = str(getattr(self.stream, "name", ""))
        return "<%s %s(%s)>" % (self.__class__.__name__, name + " " if name else "", getLevelName(self.level))


class FileHandler(StreamHandler):
    """Writes events to a file."""

    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        self.baseFilename = os.path.abspath(os.fspath(filename))
        self.mode, self.delay = mode, delay
        self.encoding, self.errors = encoding, errors
        stream = None if delay else self._open()
        Handler.__init__(self)
        self.stream = stream

    def close(self):
        """Close the file."""
        if self.stream:
            self.flush()
            last, self.stream = self.stream, None
            last.close()
        super().close()

    def _open(self):
        return open(self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors)

    def emit(self, record):
        """Write a record, opening the file if that was put off."""
        # Opening a closed file for writing once more would drop what it holds.
        lost = self._closed and self.mode == "w"
        if self.stream is None and not lost:
            self.stream = self._open()
        if self.stream:
            super().emit(record)

    def __repr__(self):
        return "<%s %s (%s)>" % (self.__class__.__name__, self.baseFilename, getLevelName(self.level))


class _StderrHandler(StreamHandler):
    """Writes to what sys.stderr is when an event comes."""

    stream = property(lambda self: sys.stderr)

    def __init__(self, level=NOTSET):
        super(StreamHandler, self).__init__(level)


class NullHandler(Handler):
    """Does nothing."""

    def handle(self, record):
        """Drop a record."""

    def emit(self, record):
        """Drop a record."""


lastResort = _StderrHandler(WARNING)


class PlaceHolder:
    """Stands for a logger that is not made yet but has descendants."""

    def __init__(self, alogger):
        self.loggerMap = {alogger: None}

    def append(self, alogger):
        """Add a logger below."""
        self.loggerMap[alogger] = None


def _ancestors(name):
    """The names above a dotted one, nearest first."""
    while (end := name.rfind(".")) > 0:
        yield name[:end]
        name = name[:end - 1]


class Manager:
    """All loggers by name."""

    def __init__(self, rootnode):
        self.root, self.disable = rootnode, 0
        self.loggerDict, self.loggerClass = {}, None
        self.emittedNoHandlerWarning = False

    def getLogger(self, name):
        """The logger of a name, made if there is none."""
        if not isinstance(name, str):
            raise TypeError("A logger name must be a string")
        known = self.loggerDict.get(name)
        if known is not None and not isinstance(known, PlaceHolder):
            return known
        made = (self.loggerClass or getLoggerClass())(name)
        made.manager = self
        self.loggerDict[name] = made
        self._find_parent(made)
        for below in known.loggerMap if known else ():
            # A descendant whose parent is above the new logger gets the new one between.
            if not below.parent.name.startswith(name):
                below.parent = made
        return made

    def setLoggerClass(self, klass):
        """Choose the class of loggers."""
        self.loggerClass = klass

    def _find_parent(self, logger):
        """Set the nearest logger above as the parent; names between that have none get placeholders."""
        logger.parent = self.root
        for name in _ancestors(logger.name):
            above = self.loggerDict.setdefault(name, None)
            if isinstance(above, Logger):
                logger.parent = above
                return
            if above is None:
                self.loggerDict[name] = PlaceHolder(logger)
            else:
                above.append(logger)

    def _clear_cache(self):
        pass


_UNKNOWN_CALLER = "(unknown file)", 0, "(unknown function)", None


def _deprecate(kind):
    """Warn the caller of a caller of warn, which is the old name of warning."""
    import warnings
    warnings.warn(f"The 'warn' {kind} is deprecated, use 'warning' instead", DeprecationWarning, 3)


class Logger(Filterer):
    """Takes events and hands them to handlers."""

    def __init__(self, name, level=NOTSET):
        Filterer.__init__(self)
        self.name, self.parent = name, None
        self.handlers = []
        self.setLevel(level)
        self.propagate, self.disabled = True, False

    def setLevel(self, level):
        """Choose from which level on messages are logged."""
        self.level = _checkLevel(level)

    # One method a level; each leads straight to _log, which finds the caller above this file.
    def debug(self, msg, *args, **options):
        """Log what helps to find a fault."""
        self.isEnabledFor(DEBUG) and self._log(DEBUG, msg, args, **options)

    def info(self, msg, *args, **options):
        """Log what goes as it should."""
        self.isEnabledFor(INFO) and self._log(INFO, msg, args, **options)

    def warning(self, msg, *args, **options):
        """Log what may become a fault."""
        self.isEnabledFor(WARNING) and self._log(WARNING, msg, args, **options)

    def error(self, msg, *args, **options):
        """Log what failed."""
        self.isEnabledFor(ERROR) and self._log(ERROR, msg, args, **options)

    def critical(self, msg, *args, **options):
        """Log what the program may not survive."""
        self.isEnabledFor(CRITICAL) and self._log(CRITICAL, msg, args, **options)

    fatal = critical

    def exception(self, msg, *args, exc_info=True, **options):
        """error() with the exception that is handled."""
        return self.error(msg, *args, exc_info=exc_info, **options)

    def warn(self, msg, *args, **options):
        """The old name of warning()."""
        _deprecate("method")
        return self.warning(msg, *args, **options)

    def log(self, level, msg, *args, **kwargs):
        """Log at a level."""
        whole = isinstance(level, int)
        if raiseExceptions and not whole:
            raise TypeError("level must be an integer")
        if whole and self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def findCaller(self, stack_info=False, stacklevel=1):
        """(file, line, function, stack) of the call that logs."""
        frame = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename == _srcfile:
            frame = frame.f_back
        for _ in range(stacklevel - 1):
            frame = frame and frame.f_back
        if frame is None:
            return _UNKNOWN_CALLER
        stack = None
        if stack_info:
            import traceback
            stack = "".join(["Stack (most recent call last):\n", *traceback.format_stack(frame)]).rstrip("\n")
        return frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, stack

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        """A record of a message."""
        record = getLogRecordFactory()(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        fields = vars(record)
        for key, value in (extra or {}).items():
            if key in fields or key in ("message", "asctime"):
                raise KeyError("Attempt to overwrite %r in LogRecord" % key)
            fields[key] = value
        return record

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        try:
            *place, func, stack = self.findCaller(stack_info, stacklevel)
        except ValueError:
            *place, func, stack = _UNKNOWN_CALLER
        if isinstance(exc_info, BaseException):
            exc_info = type(exc_info), exc_info, exc_info.__traceback__
        elif exc_info and not isinstance(exc_info, tuple):
            exc_info = sys.exc_info()
        self.handle(self.makeRecord(self.name, level, *place, msg, args, exc_info, func, extra, stack))

    def handle(self, record):
        """Give a record to the handlers if the filters let it through."""
        if not self.disabled and self.filter(record):
            self.callHandlers(record)

    def addHandler(self, hdlr):
        """Add a handler."""
        _add_once(self.handlers, hdlr)

    def removeHandler(self, hdlr):
        """Remove a handler."""
        _drop(self.handlers, hdlr)

    def _chain(self):
        """The loggers whose handlers get an event of this one: itself and those above, as far as it propagates."""
        logger = self
        while logger:
            yield logger
            logger = logger.propagate and logger.parent

    def hasHandlers(self):
        """Whether there are handlers here or above."""
        return any(logger.handlers for logger in self._chain())

    def callHandlers(self, record):
        """Give a record to the handlers here and above."""
        nobody = True
        for logger in self._chain():
            for handler in logger.handlers:
                nobody = False
                if handler.level <= record.levelno:
                    handler.handle(record)
        if not nobody:
            return
        if not lastResort:
            self._complain()
        elif lastResort.level <= record.levelno:
            lastResort.handle(record)

    def _complain(self):
        """Say, once in a program, that an event found no handler."""
        if raiseExceptions and not self.manager.emittedNoHandlerWarning:
            self.manager.emittedNoHandlerWarning = True
            sys.stderr.write(f'No handlers could be found for logger "{self.name}"\n')

    def getEffectiveLevel(self):
        """The level that is set here or, if none is, above."""
        logger = self
        while logger and not logger.level:
            logger = logger.parent
        return logger.level if logger else NOTSET

    def isEnabledFor(self, level):
        """Whether messages of a level are logged."""
        return not self.disabled and self.manager.disable < level and self.getEffectiveLevel() <= level

    def getChild(self, suffix):
        """The logger of a name below this one."""
        return self.manager.getLogger(suffix if self is self.root else f"{self.name}.{suffix}")

    def __repr__(self):
        return "<%s %s (%s)>" % (self.__class__.__name__, self.name, getLevelName(self.getEffectiveLevel()))

    def __reduce__(self):
        return getLogger, (self.name,)


class RootLogger(Logger):
    """The one above all others."""

    def __init__(self, level):
        super().__init__("root", level)

    def __reduce__(self):
        return getLogger, ()


_classes["logger"] = Logger
_srcfile = Logger.findCaller.__code__.co_filename


def setLoggerClass(klass):
    """Choose the class of loggers."""
    if not (klass == Logger or issubclass(klass, Logger)):
        raise TypeError("logger not derived from logging.Logger: " + klass.__name__)
    _classes["logger"] = klass


def getLoggerClass():
    """The class of loggers."""
    return _classes["logger"]


class LoggerAdapter:
    """A logger with context: every event gets the same extra fields."""

    def __init__(self, logger, extra=None):
        self.logger, self.extra = logger, extra

    def process(self, msg, kwargs):
        """(message, keywords) as they are to be logged."""
        kwargs.update(extra=self.extra)
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        """Log at a level."""
        if not self.isEnabledFor(level):
            return
        msg, options = self.process(msg, kwargs)
        self.logger.log(level, msg, *args, **options)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        """error() with the exception that is handled."""
        self.error(msg, *args, exc_info=exc_info, **kwargs)

    @property
    def name(self):
        return self.logger.name


def _at_level(name, level):
    def method(self, msg, *args, **kwargs):
        """Log at the level of this name."""
        self.log(level, msg, *args, **kwargs)

    method.__name__, method.__qualname__ = name, "LoggerAdapter." + name
    return method


def _of_logger(name):
    def method(self, *args):
        """What the logger does."""
        return getattr(self.logger, name)(*args)

    method.__name__, method.__qualname__ = name, "LoggerAdapter." + name
    return method


for _level in DEBUG, INFO, WARNING, ERROR, CRITICAL:
    _name = getLevelName(_level).lower()
    setattr(LoggerAdapter, _name, _at_level(_name, _level))
for _name in "isEnabledFor", "setLevel", "getEffectiveLevel", "hasHandlers":
    setattr(LoggerAdapter, _name, _of_logger(_name))
del _level, _name

root = Logger.root = RootLogger(WARNING)
Logger.manager = Manager(root)


def basicConfig(**kwargs):
    """Give the root logger a handler, unless it has one."""
    take = kwargs.pop
    encoding, errors = take("encoding", None), take("errors", "backslashreplace")
    if take("force", False):
        while root.handlers:
            old = root.handlers.pop(0)
            old.close()
    if root.handlers:
        return
    handlers = take("handlers", None)
    if handlers is None:
        if kwargs.keys() >= {"stream", "filename"}:
            raise ValueError("'stream' and 'filename' should not be specified together")
        path, mode = take("filename", None), take("filemode", "a")
        if path:
            handlers = [FileHandler(path, mode, encoding=encoding, errors=errors)]
        else:
            handlers = [StreamHandler(take("stream", None))]
    elif not kwargs.keys().isdisjoint({"stream", "filename"}):
        raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
    style, datefmt = take("style", "%"), take("datefmt", None)
    _, usual = _check_style(style)
    formatter = Formatter(take("format", usual), datefmt, style)
    for handler in handlers:
        if handler.formatter is None:
            handler.setFormatter(formatter)
        root.addHandler(handler)
    if (level := take("level", None)) is not None:
        root.setLevel(level)
    if kwargs:
        raise ValueError("Unrecognised argument(s): " + ", ".join(kwargs))


def getLogger(name=None):
    """A logger by name; the root logger without one."""
    unnamed = not name or isinstance(name, str) and root.name == name
    return root if unnamed else root.manager.getLogger(name)


def _configured():
    """The root logger, with a handler at the latest now."""
    root.handlers or basicConfig()
    return root


def critical(msg, *args, **kwargs):
    """Log to the root logger what the program may not survive."""
    _configured().critical(msg, *args, **kwargs)


fatal = critical


def error(msg, *args, **kwargs):
    """Log to the root logger what failed."""
    _configured().error(msg, *args, **kwargs)


def exception(msg, *args, exc_info=True, **kwargs):
    """error() with the exception that is handled."""
    error(msg, *args, exc_info=exc_info, **kwargs)


def warning(msg, *args, **kwargs):
    """Log to the root logger what may become a fault."""
    _configured().warning(msg, *args, **kwargs)


def warn(msg, *args, **kwargs):
    """The old name of warning()."""
    _deprecate("function")
    _configured().warning(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    """Log to the root logger what goes as it should."""
    _configured().info(msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    """Log to the root logger what helps to find a fault."""
    _configured().debug(msg, *args, **kwargs)


def log(level, msg, *args, **kwargs):
    """Log to the root logger at a level."""
    _configured().log(level, msg, *args, **kwargs)


def disable(level=CRITICAL):
    """Drop events of a level and below."""
    root.manager.disable = _checkLevel(level)


def shutdown(handlerList=_handlerList):
    """Flush and close all handlers."""
    for reference in handlerList[::-1]:
        handler = reference()
        if handler is None:
            continue
        try:
            handler.flush()
            handler.close()
        except (ValueError, OSError):
            # Its stream may be closed or gone by now; the others still get their turn.
            continue


atexit.register(shutdown)


_shown_before = []  # what warnings.showwarning was before captureWarnings(True)


def _showwarning(message, category, filename, lineno, file=None, line=None):
    where = filename, lineno
    if file is not None:
        return _shown_before[0](message, category, *where, file, line)
    import warnings
    quiet = getLogger("py.warnings")
    quiet.handlers or quiet.addHandler(NullHandler())
    quiet.warning(warnings.formatwarning(message, category, *where, line))


def captureWarnings(capture):
    """Send warnings to the logger 'py.warnings'."""
    import warnings
    if capture and not _shown_before:
        _shown_before.append(warnings.showwarning)
        warnings.showwarning = _showwarning
    elif not capture and _shown_before:
        warnings.showwarning = _shown_before.pop()
