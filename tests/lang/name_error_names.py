# The names that a NameError and an ImportError tell.
import os
import sys
import tempfile


def t(f, *attrs):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e, *[(a, getattr(e, a, '-')) for a in attrs])
def free():
    def g(): return v
    t(g, 'name')
    v = 1
    del v
    t(g, 'name')
free()
def unb():
    print(q); q = 1
t(unb, 'name')
def unb2():
    del q
t(unb2, 'name')
def fdel():
    v = 1
    def g():
        nonlocal v
        del v
    g(); t(g,'name')
fdel()
t(lambda: nope, 'name')
def cells():
    def g(): return w
    print(w)
    w = 1
t(cells, 'name')
def dg():
    global zzz
    del zzz
t(dg, 'name')
folder = tempfile.mkdtemp()
with open(os.path.join(folder, 'own_module.py'), 'w') as f:
    f.write('')
sys.path.insert(0, folder)
sys.dont_write_bytecode = True


def imp(f):
    try: f()
    except ImportError as e: print(type(e).__name__, str(e).replace(folder, 'FOLDER'), '|', e.name, '|', e.path and os.path.basename(e.path))
def i1(): import nonono
def i2(): import math.nonono
def i3(): from own_module import nonono
def i4(): from nonono import x
def i5(): from math import nonono
def i6(): from . import x
def i7(): from own_module import more
def i8(): import json.nonono.b
def i9(): from math import no
def i10():
    import types; sys.modules['fake'] = types.ModuleType('fake'); from fake import q
def i11():
    sys.modules['nn'] = None; import nn
def i12():
    import importlib; importlib.import_module('nonono.a')
def i13():
    import importlib; importlib.import_module('.a', 'nonono')
def i14(): __import__('')
for f in (i1,i2,i3,i4,i5,i6,i7,i8,i9,i10,i11,i12,i13,i14):
    try: imp(f)
    except Exception as e: print(type(e).__name__, e)
os.remove(os.path.join(folder, 'own_module.py'))
os.rmdir(folder)
