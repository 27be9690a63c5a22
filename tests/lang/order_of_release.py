# Locals end in the order of their registers: parameters, plain variables, then those that closures share, by name.
class N:
    def __init__(s,n): s.n=n
    def __del__(s): print('del',s.n)
def f1():
    a=N(1);b=N(2);c=N(3)
def f2():
    a=N(1);b=N(2);c=N(3)
    def g(): return a
def f3(z):
    b=N(2);a=N(1);c=N(3)
    def g(): return b,z
def f4(z):
    c=N(3);a=N(1);b=N(2)
    def g(): nonlocal b,a
f1();print();f2();print();f3(N(0));print();f4(N(0))
print()
def f5(z):
    c=N(3);a=N(1);b=N(2); d=N(4)
    x=[q for q in [1] if z and d]
    1/0
try: f5(N(0))
except Exception: pass
print()
def f6(z):
    c=N(3);a=N(1);b=N(2); d=N(4)
    x=[q for q in [1] if z and d]
    yield 1
for _ in f6(N(0)): pass
g=f6(N(0)); next(g); del g
