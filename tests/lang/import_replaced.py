# Import statements call what stands under __import__ in builtins.
import builtins

real = builtins.__import__


def hook(name, globals=None, locals=None, fromlist=(), level=0):
    if globals is None or globals.get('__name__') in ('__main__', 'other'):
        print('import', name, globals is not None and globals.get('__name__'), type(locals).__name__, fromlist, level)
    if name == 'forbidden':
        raise ImportError('not this one')
    return real(name, globals, locals, fromlist, level)


builtins.__import__ = hook
import math
import os.path as p
from math import sin as s, cos
from math import *


def f():
    import collections.abc
    from sys import path

    return collections.abc


print(f().__name__, p is __import__('os').path, s is math.sin)


class C:
    import sys
    from math import pi


exec('import sys\nfrom math import e')
exec('import sys', {'__name__': 'other'})
for text in ('import forbidden', 'from forbidden import a, b', 'from . import x', 'from .y import z'):
    try:
        exec(text)
    except ImportError as e:
        print(type(e).__name__, e)

del builtins.__import__
try:
    import math
except ImportError as e:
    print(type(e).__name__, e)
builtins.__import__ = lambda *a: a
import foo.bar

print(foo[0], foo[3:])


class Caller:
    def __call__(self, name, globals, locals, fromlist, level):
        self.seen = name
        return self

    attribute = 'an attribute'


builtins.__import__ = Caller()
from any.thing import attribute, seen

print(attribute, seen)
builtins.__import__ = real
