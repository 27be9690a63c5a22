"""Handlers of the logging module that begin new files, keep events for later, or pass them to another thread.

The handlers that send events over a network are here by name; there are no sockets, and making one says so.
"""
import copy
import logging
import os
import time

DEFAULT_TCP_LOGGING_PORT = 9020
DEFAULT_UDP_LOGGING_PORT = 9021
DEFAULT_HTTP_LOGGING_PORT = 9022
DEFAULT_SOAP_LOGGING_PORT = 9023
SYSLOG_UDP_PORT = SYSLOG_TCP_PORT = 514
_MIDNIGHT = 24 * 60 * 60  # seconds of a day


# -- Files


class BaseRotatingHandler(logging.FileHandler):
    """Begins a new file whenever shouldRollover(record) says so; doRollover() does that.

    `namer` may be a function that gives files of the past other names, and `rotator` one that moves them there."""
    namer = rotator = None

    def __init__(self, filename, mode, encoding=None, delay=False, errors=None):
        super().__init__(filename, mode=mode, encoding=encoding, delay=delay, errors=errors)

    def emit(self, record):
        """Write an event, perhaps to a new file."""
        try:
            if self.shouldRollover(record):
                self.doRollover()
            super().emit(record)
        except Exception:
            self.handleError(record)

    def rotation_filename(self, default_name):
        """The name for a file of the past."""
        return self.namer(default_name) if callable(self.namer) else default_name

    def rotate(self, source, dest):
        """Move a file that is no longer written."""
        if callable(self.rotator):
            self.rotator(source, dest)
        elif os.path.exists(source):
            os.rename(source, dest)

    def _close_stream(self):
        if self.stream:
            self.stream.close()
            self.stream = None

    def _reopen(self):
        if not self.delay:
            self.stream = self._open()

    def _may_move(self):
        # Pipes and terminals are not moved.
        return not os.path.exists(self.baseFilename) or os.path.isfile(self.baseFilename)


def _replace(source, dest, move):
    if os.path.exists(dest):
        os.remove(dest)
    move(source, dest)


class RotatingFileHandler(BaseRotatingHandler):
    """Begins a new file before one gets longer than maxBytes; the last backupCount ones are kept as name.1, name.2, …"""

    def __init__(self, filename, mode="a", maxBytes=0, backupCount=0, encoding=None, delay=False, errors=None):
        super().__init__(filename, "a" if maxBytes > 0 else mode, encoding=encoding, delay=delay, errors=errors)
        self.maxBytes, self.backupCount = maxBytes, backupCount

    def doRollover(self):
        """Give the files of the past the next numbers, and begin a new file."""
        self._close_stream()
        if self.backupCount > 0:
            names = [self.rotation_filename(f"{self.baseFilename}.{i}") for i in range(1, self.backupCount + 1)]
            for newer, older in reversed(list(zip(names, names[1:]))):
                if os.path.exists(newer):
                    _replace(newer, older, os.rename)
            _replace(self.baseFilename, names[0], self.rotate)
        self._reopen()

    def shouldRollover(self, record):
        """Whether the file would get too long."""
        if not self._may_move():
            return False
        if self.stream is None:
            self.stream = self._open()
        if self.maxBytes <= 0:
            return False
        self.stream.seek(0, os.SEEK_END)
        return self.stream.tell() + len(self.format(record) + "\n") >= self.maxBytes


class TimedRotatingFileHandler(BaseRotatingHandler):
    """Begins a new file at times: every so many seconds, minutes, hours or days (S, M, H, D), at midnight, or on a day of
    the week (W0 is Monday). The name of a file of the past tells when it began; the last backupCount ones are kept."""

    # Seconds, and the text behind names.
    _UNITS = {"S": (1, "%Y-%m-%d_%H-%M-%S"), "M": (60, "%Y-%m-%d_%H-%M"), "H": (3600, "%Y-%m-%d_%H"),
              "D": (_MIDNIGHT, "%Y-%m-%d"), "MIDNIGHT": (_MIDNIGHT, "%Y-%m-%d"), "W": (7 * _MIDNIGHT, "%Y-%m-%d")}

    def __init__(self, filename, when="h", interval=1, backupCount=0, encoding=None, delay=False, utc=False, atTime=None,
                 errors=None):
        super().__init__(filename, "a", encoding=encoding, delay=delay, errors=errors)
        self.when, self.backupCount, self.utc, self.atTime = when.upper(), backupCount, utc, atTime
        unit = self.when
        if unit.startswith("W"):
            if len(unit) != 2:
                raise ValueError(f"You must specify a day for weekly rollover from 0 to 6 (0 is Monday): {unit}")
            if unit[1] not in "0123456":
                raise ValueError(f"Invalid day specified for weekly rollover: {unit}")
            self.dayOfWeek, unit = int(unit[1]), "W"
        elif unit not in self._UNITS:
            raise ValueError(f"Invalid rollover interval specified: {unit}")
        seconds, self.suffix = self._UNITS[unit]
        self.interval = seconds * interval
        began = os.stat(self.baseFilename).st_mtime if os.path.exists(self.baseFilename) else time.time()
        self.rolloverAt = self.computeRollover(int(began))

    def _clock(self, seconds):
        return time.gmtime(seconds) if self.utc else time.localtime(seconds)

    def computeRollover(self, currentTime):
        """When the file that is begun at a time is to end."""
        if self.when != "MIDNIGHT" and not self.when.startswith("W"):
            return currentTime + self.interval
        now = self._clock(currentTime)
        at = self.atTime
        turn = _MIDNIGHT if at is None else at.hour * 3600 + at.minute * 60 + at.second
        wait = turn - (now.tm_hour * 3600 + now.tm_min * 60 + now.tm_sec)
        day = now.tm_wday
        if wait < 0:  # today's is over
            wait += _MIDNIGHT
            day = (day + 1) % 7
        if self.when.startswith("W"):
            wait += (self.dayOfWeek - day) % 7 * _MIDNIGHT
        return self._same_hour(currentTime, currentTime + wait)

    def _same_hour(self, start, end):
        """A time at the same hour of the clock where summer time begins or ends between both."""
        if not self.utc:
            before, after = time.localtime(start).tm_isdst, time.localtime(end).tm_isdst
            if before != after:
                end += 3600 if before else -3600
        return end

    def shouldRollover(self, record):
        """Whether it is time."""
        if time.time() < self.rolloverAt:
            return False
        if not self._may_move():
            self.rolloverAt = self.computeRollover(int(time.time()))
            return False
        return True

    def getFilesToDelete(self):
        """The files of the past that are too many, the oldest ones."""
        folder, base = os.path.split(self.baseFilename)
        found = []
        for name in os.listdir(folder):
            for part in name.split("."):
                # A namer may have put the time anywhere.
                if (name.startswith(base + ".") or self.namer is not None) and self._is_time(part):
                    found.append(os.path.join(folder, name))
                    break
        found.sort()
        return found[:max(len(found) - self.backupCount, 0)]

    def _is_time(self, text):
        try:
            time.strptime(text, self.suffix)
        except ValueError:
            return False
        return True

    def doRollover(self):
        """Name the file after the time when it began, and begin a new one."""
        self._close_stream()
        began = self._clock(self._same_hour(self.rolloverAt, self.rolloverAt - self.interval))
        past = self.rotation_filename(f"{self.baseFilename}.{time.strftime(self.suffix, began)}")
        _replace(self.baseFilename, past, self.rotate)
        if self.backupCount > 0:
            for name in self.getFilesToDelete():
                os.remove(name)
        self._reopen()
        now = int(time.time())
        end = self.computeRollover(now)
        while end <= now:
            end += self.interval
        self.rolloverAt = end


class WatchedFileHandler(logging.FileHandler):
    """Opens its file again when another program has moved it away."""

    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        super().__init__(filename, mode=mode, encoding=encoding, delay=delay, errors=errors)
        self.dev, self.ino = -1, -1
        self._statstream()

    def _statstream(self):
        if self.stream:
            found = os.fstat(self.stream.fileno())
            self.dev, self.ino = found.st_dev, found.st_ino

    def reopenIfNeeded(self):
        """Open the file again if its name stands for another one, or for none."""
        try:
            found = os.stat(self.baseFilename)
            same = (found.st_dev, found.st_ino) == (self.dev, self.ino)
        except FileNotFoundError:
            same = False
        if not same and self.stream is not None:
            self.stream.flush()
            self.stream.close()
            self.stream = self._open()
            self._statstream()

    def emit(self, record):
        """Write an event, to the file that the name stands for now."""
        self.reopenIfNeeded()
        super().emit(record)


# -- Keeping events


class BufferingHandler(logging.Handler):
    """Keeps events in a list until there are `capacity` of them."""

    def __init__(self, capacity):
        super().__init__()
        self.capacity, self.buffer = capacity, []

    def shouldFlush(self, record):
        """Whether there are enough."""
        return len(self.buffer) >= self.capacity

    def emit(self, record):
        """Keep an event."""
        self.buffer.append(record)
        if self.shouldFlush(record):
            self.flush()

    def flush(self):
        """Forget the events that are kept."""
        self.buffer.clear()

    def close(self):
        """Flush and close."""
        try:
            self.flush()
        finally:
            super().close()


class MemoryHandler(BufferingHandler):
    """Keeps events and hands them to a target together, at the latest when one of the level flushLevel comes."""

    def __init__(self, capacity, flushLevel=logging.ERROR, target=None, flushOnClose=True):
        super().__init__(capacity)
        self.flushLevel, self.target, self.flushOnClose = flushLevel, target, flushOnClose

    def shouldFlush(self, record):
        """Whether there are enough, or one that matters."""
        return super().shouldFlush(record) or record.levelno >= self.flushLevel

    def setTarget(self, target):
        """Hand events to another handler."""
        self.target = target

    def flush(self):
        """Hand the events that are kept to the target; without one they are kept on."""
        if self.target:
            for record in self.buffer:
                self.target.handle(record)
            self.buffer.clear()

    def close(self):
        """Flush, unless that is not wanted, and close."""
        try:
            if self.flushOnClose:
                self.flush()
        finally:
            self.target = None
            super().close()


# -- Queues


class QueueHandler(logging.Handler):
    """Puts events into a queue, from which a QueueListener takes them in another thread."""

    def __init__(self, queue):
        super().__init__()
        self.queue = queue

    def enqueue(self, record):
        """Put an event in, without waiting."""
        self.queue.put_nowait(record)

    def prepare(self, record):
        """A copy of an event that holds its text in place of the objects that it was made from."""
        text = self.format(record)
        record = copy.copy(record)
        record.message = record.msg = text
        record.args = record.exc_info = record.exc_text = record.stack_info = None
        return record

    def emit(self, record):
        """Put an event in."""
        try:
            self.enqueue(self.prepare(record))
        except Exception:
            self.handleError(record)


class QueueListener:
    """Takes events from a queue in a thread of its own and hands them to handlers, with respect_handler_level only to
    those that their level lets through."""
    _sentinel = None

    def __init__(self, queue, *handlers, respect_handler_level=False):
        self.queue, self.handlers = queue, handlers
        self.respect_handler_level = respect_handler_level
        self._thread = None

    def dequeue(self, block):
        """The next event."""
        return self.queue.get(block)

    def start(self):
        """Begin."""
        from threading import Thread
        self._thread = Thread(target=self._monitor, daemon=True)
        self._thread.start()

    def prepare(self, record):
        """The event to hand on in place of one from the queue."""
        return record

    def handle(self, record):
        """Hand an event to the handlers."""
        record = self.prepare(record)
        for handler in self.handlers:
            if not self.respect_handler_level or record.levelno >= handler.level:
                handler.handle(record)

    def _monitor(self):
        from queue import Empty
        done = getattr(self.queue, "task_done", lambda: None)
        while True:
            try:
                record = self.dequeue(True)
            except Empty:
                break
            if record is not self._sentinel:
                self.handle(record)
            done()
            if record is self._sentinel:
                break

    def enqueue_sentinel(self):
        """Put in what ends the thread."""
        self.queue.put_nowait(self._sentinel)

    def stop(self):
        """End, behind the events that are in the queue."""
        if self._thread is not None:
            self.enqueue_sentinel()
            self._thread.join()
            self._thread = None


# -- Networks


def _unavailable(name):
    def __init__(self, *args, **kwargs):
        raise NotImplementedError(f"logging.handlers.{name} is not available: there are no sockets here")

    return type(name, (logging.Handler,), {"__init__": __init__, "__module__": __name__,
                                           "__doc__": "Not available: it needs sockets."})


SocketHandler, DatagramHandler, SysLogHandler, SMTPHandler, HTTPHandler, NTEventLogHandler = map(_unavailable, (
    "SocketHandler", "DatagramHandler", "SysLogHandler", "SMTPHandler", "HTTPHandler", "NTEventLogHandler"))
