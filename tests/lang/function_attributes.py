def f():
    "text"
f.__doc__ = "other"
f.__module__ = "m"
f.__annotations__ = {"a": int}
print(f.__dict__, f.__doc__, f.__module__, f.__annotations__)
f.x = 1
print(f.__dict__, vars(f), dir(f).count("x"))
f.__dict__ = {"y": 2}
print(f.y, hasattr(f, "x"), f.__doc__)
f.__dict__["z"] = 3
print(f.z)
del f.z
try:
    del f.z
except AttributeError as e:
    print(e)
try:
    del f.__dict__
except TypeError as e:
    print(e)
import functools
@functools.wraps(f)
def g():
    pass
print(sorted(g.__dict__), g.__doc__, g.__module__)
