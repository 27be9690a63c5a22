# Natives, free and bound: their types, names, owners and texts.
import types

print(len.__qualname__, len.__name__, len.__module__, len.__self__)
print([].append.__name__, [].append.__qualname__, [].append.__self__)
print([1].append == [1].append, type([].append))
a = []
print(a.append == a.append, a.append == a.pop, hash(a.append) == hash(a.append))
for f in (list.append, int.__add__, (1).__add__, dict.fromkeys, dict.__dict__["fromkeys"], object.__init__, str.maketrans):
    print(type(f).__name__, f.__name__, f.__qualname__, getattr(f, "__objclass__", None))
print(list.append, int.__add__, dict.__dict__["fromkeys"], object.__init__)
print(type(object.__dict__["__new__"]), int.__new__.__self__, type(str.__dict__["maketrans"]))
print(type(list.__getitem__), type(dict.__contains__), type(list.__len__), type(tuple.__getitem__))
print(isinstance(list.append, types.MethodDescriptorType), isinstance(int.__add__, types.WrapperDescriptorType),
      isinstance((1).__add__, types.MethodWrapperType), isinstance(len, types.BuiltinFunctionType))
try:
    [].append.__objclass__
except AttributeError as e:
    print(e)
print([].append.__call__(1), "abc".upper.__call__())
# a class with its own __init__ or __new__ may take keywords that the built-in one does not
class WithInit(list):
    def __init__(self, items, flag=None):
        super().__init__(items)
        self.flag = flag
class WithNew(tuple):
    def __new__(cls, items, flag=None):
        self = super().__new__(cls, items)
        self.flag = flag
        return self
class TupleInit(tuple):
    def __init__(self, items, flag=None):
        self.flag = flag
print(WithInit([1], flag=2).flag, WithNew([1], flag=3).flag, TupleInit((1,), flag=4).flag)
for cls in (list, tuple, set, frozenset):
    try:
        cls(items=())
    except TypeError as e:
        print(e)

# max and min take one item after the other, and ask for its key before they take the next.
log = []


def items(*values):
    for v in values:
        log.append(("item", v))
        yield v


def key(v):
    log.append(("key", v))
    return -v


for function in (max, min):
    print(function(items(3, 5, 4, 5), key=key), log)
    log.clear()
    print(function(items(1, 2, 0)), function(items(), default="none"), function(iter([2, 1]), default="none"), log)
    log.clear()
    try:
        function(items(1, "a", 2))
    except TypeError as e:
        print(e, log)
    log.clear()
    try:
        function(items(1, 0, 2), key=lambda v: 1 // v)
    except ZeroDivisionError as e:
        print(e, log)
    log.clear()
    grown = [1, 2, 3]
    print(function(grown, key=lambda v: len(grown) < 6 and grown.append(v + 3) or v), grown)
    for bad in ((), 5, None):
        try:
            print(function(bad))
        except (TypeError, ValueError) as e:
            print(type(e).__name__, e)
    print(function({3: 1, 4: 0}), function("hello"), function(range(3, 9)), function((True, 1)), function(1.0, 1),
          function([[1], [0, 5]]))

# What was taken before an iterable failed stays; what answers early takes no more than it needs.


def failing(*values):
    yield from items(*values)
    raise KeyError


for start, method in (([7], "extend"), ([7], "__iadd__"), ({7}, "update"), ({7, 1}, "difference_update")):
    try:
        getattr(start, method)(failing(1, 2))
    except KeyError:
        print(method, start)
log.clear()
grown = [1]
grown += grown
grown += (x for x in "ab")
grown += {3: 4}
print(grown)
for bad in (5, None):
    try:
        grown += bad
    except TypeError as e:
        print(e, grown)
for method in ("issuperset", "isdisjoint"):
    for members in ((1, 2), (2, 1), (5, 2), ()):
        try:
            print(method, members, getattr({1, 4}, method)(failing(*members)), log)
        except KeyError:
            print(method, members, "KeyError", log)
        log.clear()
    for other in ({1}, {1: 2}, "ab", [[]], frozenset({1, 4}), 5):
        try:
            print(getattr({1, 4}, method)(other))
        except TypeError as e:
            print(e)
