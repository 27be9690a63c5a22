# What is shown of views, tokens, methods and errors; logarithms of large numbers; hashes of deep tuples.
import sys, math, re, inspect, collections, contextvars, types
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, str(e)[:150])
for f in (math.log, math.log2, math.log10, math.log1p, math.sqrt, math.exp):
    t(lambda: f(10**1000)); t(lambda: f(-10**1000)); t(lambda: f(0)); t(lambda: f(2**1024)); 
t(lambda: math.log(10**1000, 10)); t(lambda: math.log(10, 10**1000)); t(lambda: math.log(10**400, 10**200));t(lambda: math.log(True)); t(lambda: math.log(10**1000, 0)); t(lambda: math.log(10**1000,1))
class I:
    def __index__(self): return 10**1000
t(lambda: math.log(I())); t(lambda: math.log2(I()))
class Fl:
    def __float__(self): return 8.0
    def __index__(self): return 2
t(lambda: math.log2(Fl())); t(lambda: math.log('x')); t(lambda: math.log(1,'x')); t(lambda: math.log2(2**1000+1)); t(lambda: math.isqrt(10**1000)%1000); t(lambda: math.log(float('nan'))); t(lambda: math.log(-0.0)); t(lambda:math.log10(10**1000)); t(lambda: math.log10(10**22))
import cmath
t(lambda: cmath.log(10**1000)); t(lambda: math.dist([10**1000],[0])); t(lambda: math.hypot(10**1000)); t(lambda: math.fsum([10**1000]));t(lambda: math.pow(10**1000,2)); t(lambda: float(10**1000)); t(lambda: math.floor(1e308)%7); t(lambda: math.gcd(10**1000, 4)); t(lambda: math.ldexp(1, 10**1000)); t(lambda: math.ldexp(1, -10**1000)); t(lambda: math.factorial(10**1000)); t(lambda: math.comb(10**1000, 2)%10); t(lambda: math.perm(10**1000,2)%10); t(lambda: math.comb(3,10**1000)); t(lambda: math.trunc(10**30)); t(lambda: math.fmod(10**1000,2)); t(lambda: math.frexp(10**400)); t(lambda: math.sin(10**400)); t(lambda: math.isfinite(10**400)); t(lambda: math.copysign(10**400,1)); t(lambda: math.degrees(10**400)); t(lambda: math.ceil(10**400)%3);t(lambda: math.prod([10**400,10**400])%3); t(lambda: math.nextafter(10**400,1)); t(lambda: math.cbrt(10**1000)); t(lambda: math.exp2(10**1000)); t(lambda: math.gamma(171.7)); t(lambda:math.lgamma(10**400)); t(lambda: math.exp(1000)); t(lambda: math.log(0.0))
od = collections.OrderedDict(a=1, b=[2])
t(lambda: od.keys()); t(lambda: od.values()); t(lambda: od.items()); t(lambda: collections.OrderedDict().keys())
class OD(collections.OrderedDict): pass
t(lambda: OD(a=1).keys()); t(lambda: OD(x=2)); t(lambda: od.keys() & {'a'}); t(lambda: isinstance(od.keys(), type({}.keys()))); t(lambda: od.keys()=={'a','b'}); t(lambda: list(reversed(od.items())))
v = contextvars.ContextVar('v')
tok = v.set(3)
r = lambda s: re.sub('0x[0-9a-f]+', '0xX', repr(s))
t(lambda: r(tok)); v.reset(tok); t(lambda: r(tok)); w = contextvars.ContextVar('w', default=[1]); t(lambda: r(w)); t(lambda: r(w.set(1))); t(lambda: r(contextvars.copy_context())); t(lambda: tok.var is v); t(lambda: tok.old_value); t(lambda: r(tok.MISSING)); t(lambda: contextvars.Token()); 
p = re.compile('(?P<a>x)(?P<b>y)(z)')
t(lambda: p.groupindex); t(lambda: type(p.groupindex)); t(lambda: p.groupindex.__class__); 
def si(): p.groupindex['q'] = 1
t(si)
for exc in (lambda: UnicodeDecodeError('ascii', b'a\xff', 1, 2, 'why'), lambda: UnicodeEncodeError('ascii', 'a\xff', 1, 2, 'why'), lambda: UnicodeTranslateError('a\xff',1,2,'why')):
    for a in ('reason','encoding','object','start','end'):
        e = exc()
        def d(): 
            delattr(e, a)
        t(d); t(lambda: str(e)); t(lambda: getattr(e, a)); t(lambda: e.args)
    e = exc(); e.object = 'abc' if not isinstance(e.object, bytes) else b'abc'; t(lambda: str(e)); e.start=7; t(lambda: str(e)); e.end = 9;  t(lambda: (str(e), e.start, e.end)); e.start=-5; t(lambda: (str(e), e.start, e.end)); e.reason = 3
    t(lambda: str(e))
t(lambda: classmethod(str.upper)); t(lambda: staticmethod(len)); t(lambda: r(classmethod(lambda: 0)));
class K:
    a = classmethod(str.upper); b = staticmethod(str.upper); c = classmethod(len)
    @classmethod
    def d(cls): pass
t(lambda: r(K.b)); t(lambda: r(K.c)); t(lambda: r(K.d)); t(lambda: r(K.__dict__['a'])); t(lambda: r(K.__dict__['d']));
import functools
t(lambda: r(functools.partial(K.d))); t(lambda: r(types.MethodType(len, 3))); t(lambda: r(types.MethodType(K(), 'x')) if callable(K) else 0); t(lambda: r(types.MethodType(print, 3))); t(lambda: types.MethodType(str.upper, 'x')())
for o in (3, "x", [], int, len, K, K.d, 2.5, {}.keys, object(), type, Exception('x'), property(), math, K()):
    t(lambda: bool(inspect.getdoc(o)))
x = ()
for i in range(50000):
    x = (x, 1)
t(lambda: hash(x) == hash((x[0], 1)))
t(lambda: len({x: 1, (x,): 2}))
t(lambda: (hash(()), hash((1,)), hash((1, (2, 3), ((),))), hash((1.5, (None is None,), -1))))
import subprocess
for code in ('exit(10**30)', 'exit(-10**30)', 'import sys; sys.exit(2**63)', 'import sys; sys.exit(2**31)',
             'import sys; del sys.excepthook; 1/0', 'import sys; del sys.stderr; 1/0'):
    done = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True)
    print(done.returncode, re.sub('0x[0-9a-f]+|refcount : [0-9]+', 'N', done.stderr))
