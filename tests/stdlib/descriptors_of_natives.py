# __get__, __set__ and __delete__ of the descriptors of built-in types, called with objects that are not theirs; sizes
# and recursion limits that are refused.
import re
import sys
import types


def tell(text):
    try:
        answer = repr(eval(text))
    except Exception as e:
        answer = f"{type(e).__name__} {e}"
    print(text, "->", re.sub("0x[0-9a-f]+", "ADDRESS", answer))


class Slots:
    __slots__ = ("slot",)


for name in ("str.join", "int.real", "list.append", "str.__len__", "int.__add__", "object.__repr__", "type.mro",
             "complex.real", "property.fget", "range.start", "slice.stop", "memoryview.nbytes", "BaseException.args",
             "OSError.errno", "type.__dict__['__name__']", "types.FunctionType.__code__", "types.CodeType.co_name",
             "types.GeneratorType.gi_frame", "types.MethodType.__func__", "StopIteration.value", "tuple.__getitem__",
             "re.Pattern.match", "re.Match.string", "types.TracebackType.tb_next", "UnicodeDecodeError.start",
             "enumerate.__next__", "dict.keys", "Slots.slot"):
    for arguments in ("1", "'x'", "()", "1.5, float", "None", "None, None", ""):
        tell(f"{name}.__get__({arguments})")
    if "(" not in name and hasattr(eval(name), "__set__"):
        tell(f"{name}.__set__('x', 1)")
        tell(f"{name}.__delete__('x')")
for name in ("property(len)", "staticmethod(len)", "classmethod(len)", "tell", "tell.__get__(1)", "super(int)"):
    for arguments in ("None", "None, None"):
        tell(f"{name}.__get__({arguments})")

for size in ("-1", "1.5", "'x'", "None", "2**70"):
    for more in ("", ", 7"):
        tell(f"sys.getsizeof(type('S', (), {{'__sizeof__': lambda self: {size}}})(){more})")
tell("sys.getsizeof(type('S', (), {'__sizeof__': 1})(), 5)")
for limit in (-1, 0, 2**70, 1.5, None):
    tell(f"sys.setrecursionlimit({limit})")
try:
    sys.setrecursionlimit(1)
except RecursionError as e:
    print(re.sub(r"depth \d+", "depth N", str(e)))
