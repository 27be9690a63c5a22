# Handlers that begin new files, keep events or pass them through queues; logging set up from dicts and files.
import datetime
import io
import logging
import logging.config
import logging.handlers
import os
import queue
import tempfile
import time

os.chdir(tempfile.mkdtemp())


def show(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e, "|", type(e.__cause__).__name__, e.__cause__)


def contents():
    for name in sorted(os.listdir(".")):
        with open(name) as f:
            print(name, f.read().split("\n"))
        os.remove(name)


def logger_with(handler, name="files"):
    logger = logging.getLogger(name)
    logger.handlers[:] = [handler]
    logger.propagate = False
    logger.setLevel(logging.DEBUG)
    return logger


# Rotation by size
for count, delay in ((0, False), (1, True), (3, False)):
    handler = logging.handlers.RotatingFileHandler("size.log", maxBytes=30, backupCount=count, delay=delay)
    logger = logger_with(handler)
    for i in range(12):
        logger.info("event number %d", i)
    handler.close()
    contents()
handler = logging.handlers.RotatingFileHandler("named.log", mode="w", maxBytes=10, backupCount=2)
handler.namer = lambda name: name + ".old"
handler.rotator = lambda source, dest: (print("moved", os.path.basename(dest)), os.rename(source, dest))
logger = logger_with(handler)
for i in range(3):
    logger.info("number %d", i)
handler.close()
contents()

# Rotation by time
os.environ["TZ"] = "UTC"
time.tzset() if hasattr(time, "tzset") else None
start = 1_700_000_000
for when in ("S", "M", "h", "D", "midnight", "W0", "W1", "W6"):
    for at in (None, datetime.time(12, 30)):
        handler = logging.handlers.TimedRotatingFileHandler("time.log", when, 2, utc=True, atTime=at, delay=True)
        print(when, handler.when, handler.interval, handler.suffix, [handler.computeRollover(start + 40_000 * i) - start
                                                                     for i in range(5)])
for wrong in ("x", "W", "W7"):
    show(logging.handlers.TimedRotatingFileHandler, "time.log", wrong, delay=True)
handler = logging.handlers.TimedRotatingFileHandler("time.log", "D", 1, backupCount=2, utc=True)
logger = logger_with(handler)
for day in range(4):
    logger.info("day %d", day)
    handler.rolloverAt = start + day * 86400
logger.info("last")
handler.close()
contents()

# Watching a file
handler = logging.handlers.WatchedFileHandler("watched.log")
logger = logger_with(handler)
logger.info("one")
os.rename("watched.log", "moved.log")
logger.info("two")
handler.close()
contents()

# Memory and queues
stream = io.StringIO()
target = logging.StreamHandler(stream)
target.setFormatter(logging.Formatter("%(levelname)s:%(message)s"))
memory = logging.handlers.MemoryHandler(3, target=target)
logger = logger_with(memory)
for level, text in ((20, "a"), (20, "b"), (40, "c"), (20, "d")):
    logger.log(level, text)
    print(len(memory.buffer), stream.getvalue().split())
memory.close()
print(stream.getvalue().split())
events = queue.Queue()
logger = logger_with(logging.handlers.QueueHandler(events))
target.setLevel(logging.WARNING)
listener = logging.handlers.QueueListener(events, target, respect_handler_level=True)
listener.start()
logger.info("through %s", "no")
logger.warning("through %s", "yes")
listener.stop()
print(stream.getvalue().split("\n")[-2:], events.qsize())

# Dicts
output = io.StringIO()


class Upper(logging.Formatter):
    def format(self, record):
        return super().format(record).upper()


def only(word):
    return lambda record: word in record.getMessage()


config = {
    "version": 1,
    "formatters": {"short": {"format": "%(levelname)s %(name)s %(message)s"},
                   "upper": {"()": Upper, "fmt": "{message}!", "style": "{"}},
    "filters": {"part": {"name": "app.part"}, "word": {"()": only, "word": "keep"}},
    "handlers": {"out": {"class": "logging.StreamHandler", "stream": output, "formatter": "short", "level": "INFO"},
                 "loud": {"class": "logging.StreamHandler", "stream": output, "formatter": "upper", "filters": ["word"]},
                 "a_memory": {"class": "logging.handlers.MemoryHandler", "capacity": 9, "target": "out"},
                 "file": {"class": "logging.FileHandler", "filename": "cfg://names.file", "mode": "w"}},
    "loggers": {"app": {"level": "DEBUG", "handlers": ["out"]},
                "app.part": {"handlers": ["loud"], "propagate": False, "filters": ["part"]}},
    "root": {"level": "WARNING", "handlers": ["out", "file"]},
    "names": {"file": "dict.log"},
}
old = logging.getLogger("old")
logging.config.dictConfig(config)
logging.getLogger("app").info("one")
logging.getLogger("app.part").debug("keep two")
logging.getLogger("app.part").debug("drop three")
logging.getLogger("other").info("four")
logging.getLogger("other").warning("five")
print(output.getvalue().split("\n"), old.disabled, logging.getLogger("app").disabled)
logging.config.dictConfig({"version": 1, "incremental": True, "handlers": {"out": {"level": "ERROR"}},
                           "loggers": {"app": {"level": "ERROR"}}, "root": {"level": "CRITICAL"}})
print(logging.getLogger("app").level, logging.root.level, logging.getLogger("app").handlers[0].level)
for wrong in ({}, {"version": 2}, {"version": 1, "handlers": {"x": {"class": "logging.NoSuch"}}},
              {"version": 1, "handlers": {"x": {"class": "logging.StreamHandler", "formatter": "none"}}},
              {"version": 1, "loggers": {"x": {"handlers": ["none"]}}}, {"version": 1, "root": {"level": "none"}},
              {"version": 1, "handlers": {"x": {"class": "no.such.module.Kind"}}},
              {"version": 1, "formatters": {"x": {"format": "%(a)s", "style": "?"}}},
              {"version": 1, "incremental": True, "handlers": {"none": {}}}):
    show(logging.config.dictConfig, wrong)
logging.shutdown()
contents()

# Files
with open("log.ini", "w") as f:
    f.write("""[loggers]
keys=root,sub
[handlers]
keys=file
[formatters]
keys=plain
[logger_root]
level=INFO
handlers=file
[logger_sub]
level=DEBUG
handlers=
qualname=app.sub
propagate=1
[handler_file]
class=FileHandler
level=NOTSET
formatter=plain
args=('ini.log', 'w')
[formatter_plain]
format=%(levelname)s-%(message)s
""")
logging.config.fileConfig("log.ini")
logging.getLogger("app.sub").debug("from file")
logging.getLogger().debug("not shown")
print(logging.getLogger("app").disabled, logging.root.handlers[0].name)
logging.shutdown()
os.remove("log.ini")
contents()
show(logging.config.fileConfig, "nothing.ini")
