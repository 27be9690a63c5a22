# How imported modules say where they come from: __spec__ and __loader__.
import collections.abc
import importlib.util
import json
import math
import os
import sys
import tempfile
import types

folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)
sys.path.insert(0, os.getcwd())
sys.dont_write_bytecode = True
for name, text in {
    'pk/__init__.py': 'print(__spec__.name, __spec__.parent, __loader__.name, __package__)\n',
    'pk/inner/__init__.py': 'x = __spec__\ndef f(): return __spec__\nclass C: s = __spec__\n',
    'ns/m.py': 'v = 1\n',
    'plug.py': "import sys\nsys.stdout.write('plug ' + __spec__.name + '\\n')\n",
}.items():
    os.makedirs(os.path.dirname(name) or '.', exist_ok=True)
    with open(name, 'w') as f:
        f.write(text)

import ns
import ns.m
import pk
import pk.inner as inner
here = os.getcwd()


def show(m):
    s = m.__spec__
    o = s.origin and s.origin.replace(here, '.')
    print(s.name, s.parent, o if o is None or o.startswith('.') else '-', s.has_location if o is None or o.startswith('.') else '-', s.submodule_search_locations is None, type(s).__name__, type(s).__module__, m.__spec__ is s, m.__loader__ is s.loader)


for m in (json, math, pk, inner, ns, ns.m, collections.abc): show(m)
print(inner.x is inner.__spec__, inner.f() is inner.x, inner.C.s is inner.x, inner.__dict__['__spec__'] is inner.x, vars(pk)['__spec__'].name)
print(__spec__, types.ModuleType('x').__spec__, types.ModuleType('x').__loader__)
print(importlib.util.find_spec('pk') is pk.__spec__, importlib.util.find_spec('pk.nothing'), importlib.util.find_spec('plug').loader.__class__.__name__)
spec = importlib.util.spec_from_file_location('plugin', 'plug.py')
m = importlib.util.module_from_spec(spec)
print(m.__name__, m.__file__.replace(here, '.'), m.__package__ == '', m.__loader__ is spec.loader, m.__spec__ is spec, hasattr(m, '__path__'))
sys.modules['plugin'] = m
spec.loader.exec_module(m)
print(importlib.util.spec_from_file_location('a', 'x.txt'), repr(spec).replace(here, '.').split('0x')[0])
s2 = importlib.util.spec_from_file_location('pkg', 'pk/__init__.py')
print(s2.submodule_search_locations[0].replace(here, '.'), s2.parent)
print(spec.loader.get_source('plugin').count('\n'), spec.loader.is_package('plugin'), spec.loader.get_filename('plugin').replace(here, '.'))
print(importlib.util.spec_from_loader('q', None).name, spec == importlib.util.spec_from_file_location('plugin', 'plug.py'))
from importlib.machinery import SourceFileLoader, ModuleSpec
mod = types.ModuleType('lo')
SourceFileLoader('lo', 'ns/m.py').exec_module(mod)
print(mod.v)
print(ModuleSpec('a.b', None), ModuleSpec('a.b', None, is_package=True).parent, '__spec__' in dir(json), pk.__spec__.loader.path.replace(here, '.'))
importlib.reload(ns.m)
print(ns.m.v)
os.chdir('/')

# What the script sets or deletes stays; errors meanwhile leave it to the next time.
import copy
import csv
import decimal
import fractions
json.__spec__ = 5; print(json.__spec__, json.__loader__ is not None)
del csv.__spec__
try: csv.__spec__
except AttributeError as e: print(e)
fractions.__loader__ = 3; print(fractions.__loader__, fractions.__spec__.name)
def deep(n):
    try: return deep(n+1)
    except RecursionError:
        try: decimal.__spec__
        except RecursionError: pass
        raise
try: deep(0)
except RecursionError: pass
print(decimal.__spec__ is not None, copy.__spec__.has_location)
