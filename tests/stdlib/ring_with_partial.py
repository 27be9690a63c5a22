# A static method that wraps itself through functools.partial (apart from lang/rings_of_wrappers: its depth takes minutes
# where frames are rebuilt at every instruction).
import functools
import inspect


def f():
    pass


s = staticmethod(f)
s.__init__(functools.partial(s))
print(hasattr(s, "foo"))
for get in (s, lambda: inspect.signature(s)):
    try:
        print(get())
    except RecursionError as e:
        print(type(e).__name__)
