# Built-in names that globals give in __builtins__: for eval, exec, functions, classes and imports.
def t(src, g=None, l=None, f=eval):
    try: print(src, '->', f(src, g, l) if l is not None else f(src, g))
    except BaseException as e: print(src, '->', type(e).__name__, e)
t("__import__('os')", {"__builtins__": {}}); t("len([1])", {"__builtins__": {}}); t("len([1])", {"__builtins__": None}); t("len([1])", {"__builtins__": {"len": lambda x: 42}})
t("[len(x) for x in ('a',)]", {"__builtins__": {"len": lambda x: 42}}); t("(lambda: len('abc'))()", {"__builtins__": {"len": lambda x: 7}}); t("[].__class__.__base__", {"__builtins__": {}})
t("import os", {"__builtins__": {}}, f=exec); t("class C: pass", {"__builtins__": {}}, f=exec); t("from os import path", {"__builtins__": {}}, f=exec)
t("def f(): return len(1)\nprint(f())", {"__builtins__": {"len": lambda x: 'mine', 'print': print}}, f=exec)
t("import x.y\nprint(x)", {"__builtins__": {"__import__": lambda *a: a[0], 'print': print}}, f=exec)
import builtins, types
t("len([1,2])", {"__builtins__": builtins}); t("len([1,2])", {"__builtins__": builtins.__dict__}); t("abs(-1)", {"__builtins__": builtins, "abs": lambda x: 'own'})
m = types.ModuleType('m'); m.len = lambda x: 'module'
t("len(1)", {"__builtins__": m}); t("max(1,2)", {"__builtins__": m}); t("x", {"__builtins__": {}}, {}); t("len", {"__builtins__": {"len": 5}}, {"y": 1})
g = {"__builtins__": {"len": lambda x: 'first'}}
exec("def f(): return len(1)", g); print(g['f'](), g['f'].__builtins__ is g['__builtins__'])
g['__builtins__']['len'] = lambda x: 'second'; print(g['f']())
g['len'] = lambda x: 'global'; print(g['f']()); del g['len']; print(g['f']())
f = types.FunctionType(compile("len(3)", '', 'eval'), {"__builtins__": {"len": lambda x: 'ft'}}); print(f())
def outer(): return max([3, 4])
f = types.FunctionType(outer.__code__, {"__builtins__": {"max": lambda x: 'ft2'}}); print(f(), outer(), f(), outer())
print(sorted(g)[:2], '__builtins__' in globals(), len.__name__)
exec("for i in range(3):\n  print(i)", {"__builtins__": {"print": print, "range": range}})
t("raise ValueError", {"__builtins__": {}}, f=exec); t("assert 0", {"__builtins__": {}}, f=exec); t("with open('x'): pass", {"__builtins__": {}}, f=exec)
t("try: 1/0\nexcept ZeroDivisionError: pass", {"__builtins__": {}}, f=exec); t("print(f'{1!r}')", {"__builtins__": {'print': print}}, f=exec)
class D(dict):
    def __missing__(self, k): return lambda *a: k
t("foo()", {"__builtins__": {'foo': lambda: 'd'}}); t("__builtins__", {"__builtins__": {}}); t("globals()", {"__builtins__": {'globals': lambda: 3}}); t("eval('len(2)')", {"__builtins__": {'eval': eval, 'len': lambda x: 'inner'}})
def gen():
    exec("def g():\n  yield len(1)\n  yield len(2)", ns)
    return list(ns['g']())
ns = {"__builtins__": {"len": lambda x: x * 10}}
print(gen())
for i in range(3000): assert g['f']() == 'second'
exec("class C:\n  x = len(1)\n  def m(self): return len(2)\nr = C.x, C().m()", n2 := {"__builtins__": {"len": lambda x: x * 10, "__build_class__": __build_class__, "__name__": "n"}}); print(n2['r'])

# One code under two kinds of built-in names; other mappings than dicts.
def f(): return len([1,2,3])
f()
G=globals(); saved=G['__builtins__']; G['__builtins__']={'len': lambda x:'mine'}
g=types.FunctionType(f.__code__, G); G['__builtins__']=saved
print(f(), g(), f(), g())
for i in range(2000):
    assert f() == 3 and g() == 'mine'
class D(dict):
    def __missing__(self, k):
        if k == 'bad': raise KeyError(k)
        return 'made ' + k
    def __getitem__(self, k):
        if k == 'worse': raise ValueError(k)
        return super().__getitem__(k)
ns = {'__builtins__': D(x=1)}
for name in ('x', 'foo', 'bad', 'worse'):
    try: exec(f"r = {name}", ns); print(ns['r'])
    except Exception as e: print(type(e).__name__, e)
class C:
    def __getitem__(self, k): return 'asked ' + k
try: print(eval('zzz', {'__builtins__': C()}))
except Exception as e: print(type(e).__name__, e)

# Where globals name no built-ins, the caller's hold.
import textwrap
safe = {'None': None, 'exec': exec, 'eval': eval, 'print': print}
ns = {'type': type, '__builtins__': safe}
exec(textwrap.dedent("""
    def func3(s): pass
    func4 = type(func3)(func3.__code__, {})
    spaces = {}
    exec("def inner(): return len(1)", spaces)
    def tried(f, *a):
        try:
            print(f(*a))
        except tuple_of_errors as e:
            print(e)
    tried(spaces['inner'])
    tried(eval, 'len(1)', {})
    tried(eval, 'len(1)')
    tried(type(func3)((lambda: len(1)).__code__, {}))
    """), ns | {'tuple_of_errors': (NameError,)})
exec("def f(): pass\ng = type(f)(f.__code__, {})", ns)
print(ns['f'].__builtins__ is safe, ns['g'].__builtins__ is safe, '__builtins__' in ns['g'].__globals__)
try:
    ns['f'].__builtins__ = {}
except AttributeError as e:
    print(e)
