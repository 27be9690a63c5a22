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
