# Names that a module may fetch when it is first asked for them behave as those that are there from the start.
import collections, enum, inspect, io, os, re, signal, string, types, uuid, weakref
import copy, pickle, sys, threading
from unittest import mock

NAMES = {
    "collections": "ChainMap UserDict UserList UserString abc",
    "enum": "Flag IntFlag StrEnum FlagBoundary STRICT CONFORM EJECT KEEP verify EnumCheck UNIQUE",
    "inspect": "Signature Parameter BoundArguments signature getfullargspec Attribute ClosureVars getcallargs",
    "io": "IOBase RawIOBase BufferedIOBase TextIOBase",
    "os": "environ PathLike stat_result terminal_size uname_result statvfs_result DirEntry",
    "re": "RegexFlag A ASCII I IGNORECASE M MULTILINE S DOTALL X VERBOSE NOFLAG DEBUG",
    "signal": "Signals Handlers SIGINT SIGTERM SIG_DFL SIG_IGN SIG_BLOCK",
    "string": "Formatter Template",
    "types": "SimpleNamespace DynamicClassAttribute",
    "uuid": "SafeUUID",
    "weakref": "WeakSet WeakKeyDictionary WeakValueDictionary KeyedRef",
}
PAIRS = [(sys.modules[module], name) for module, names in NAMES.items() for name in names.split()]

# In a directory from the start.
for module, name in PAIRS:
    if name not in dir(module):
        print("not in dir():", module.__name__, name)

# What a script sets before anybody asks for it stays, also when its neighbours are fetched.
re.LOCALE, signal.SIGUSR1, io.UnsupportedOperation, string.digits = "mine", "mine", "mine", "mine"
re.I, signal.SIGINT, signal.getsignal(2), io.IOBase, string.Template
print(re.LOCALE, signal.SIGUSR1, io.UnsupportedOperation, string.digits, re.L is re.RegexFlag.LOCALE)

# What the process's environment gets by other ways is not in os.environ.
os.putenv("ADDER_LAZY_NAMES", "1")
print(os.environ.get("ADDER_LAZY_NAMES"), os.getenv("ADDER_LAZY_NAMES"))
os.unsetenv("ADDER_LAZY_NAMES")

# Several threads that ask at once get the same.
found = [[] for _ in range(6)]
ready = threading.Barrier(len(found))


def ask(into, pairs):
    ready.wait()
    for module, name in pairs:
        into.append((module.__name__, name, id(getattr(module, name))))


workers = [threading.Thread(target=ask, args=(into, PAIRS if i % 2 else PAIRS[::-1])) for i, into in enumerate(found)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print([sorted(one) == sorted(found[0]) and len(one) == len(PAIRS) for one in found])

# Once asked for, they are plain attributes.
for module, name in PAIRS:
    value = getattr(module, name)
    namespace = {}
    exec(f"from {module.__name__} import {name}", namespace)
    if not (hasattr(module, name) and vars(module)[name] is value and namespace[name] is value):
        print("not plain:", module.__name__, name)
    if isinstance(value, type) and (value.__module__, value.__name__) != (module.__name__, name):
        if value.__module__ not in ("posix", "_weakrefset"):  # where CPython has a few of them
            print(module.__name__, name, "is", value.__module__, value.__qualname__)

# Names that are not there.
for module in map(sys.modules.get, NAMES):
    print(hasattr(module, "nonsense"), end=" ")
    try:
        module.nonsense
    except AttributeError as e:
        print(e, end="; ")
    try:
        exec(f"from {module.__name__} import nonsense")
    except ImportError as e:
        print(str(e).split(" (")[0], e.name)

# By a star.
for module in map(sys.modules.get, NAMES):
    namespace = {}
    exec(f"from {module.__name__} import *", namespace)
    public = getattr(module, "__all__", None)
    print(module.__name__, [n for n in NAMES[module.__name__].split() if n in namespace])
    if public and set(public) - set(namespace):
        print("missing:", set(public) - set(namespace))

# Pickled by their public names, copied.
def function(a, b=2, *c, d): pass


for value in (collections.ChainMap({"a": 1}), collections.UserDict(a=1), collections.UserList([1]), re.A | re.I,
              re.RegexFlag.S, signal.SIGINT, signal.SIG_IGN, enum.KEEP, types.SimpleNamespace(a=[1]),
              uuid.SafeUUID.safe,
              uuid.UUID(int=5), inspect.signature(function), inspect.Attribute(1, 2, 3, 4)):
    for protocol in (0, 2, 4):
        again = pickle.loads(pickle.dumps(value, protocol))
        print(type(again).__module__, type(again).__qualname__, again == value, end="; ")
    print(copy.deepcopy(value) == value)
for cls in (collections.ChainMap, string.Template, string.Formatter, os.PathLike, weakref.WeakValueDictionary,
            io.RawIOBase, enum.Flag, types.DynamicClassAttribute, inspect.Signature):
    text = pickle.dumps(cls, 0)
    print(pickle.loads(text) is cls, text.split(b"\n")[:2], repr(cls))

# Replaced for a while.
with mock.patch("collections.ChainMap", 1), mock.patch.object(re, "S", 2), mock.patch("signal.SIGHUP", 3):
    print(collections.ChainMap, re.S, signal.SIGHUP)
print(collections.ChainMap.__name__, re.S, repr(signal.SIGHUP))
with mock.patch.dict(os.environ, {"ADDER_LAZY": "x"}):
    print(os.getenv("ADDER_LAZY"), "ADDER_LAZY" in os.environ)
print(os.getenv("ADDER_LAZY"))
with mock.patch.object(os, "environ", {"ADDER_LAZY": "y", "PATH": "/a:/b"}):
    print(os.getenv("ADDER_LAZY"), os.get_exec_path())
