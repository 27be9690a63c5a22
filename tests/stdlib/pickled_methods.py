import pickle,copy
class A:
    def __init__(s): s.x=[1]
    def f(self): return self.x
    @classmethod
    def c(cls): return cls.__name__
a=A()
m=pickle.loads(pickle.dumps(a.f)); print(m(), m.__self__ is a)
print(copy.copy(a.f)() is a.x, copy.deepcopy(a.f)() is a.x, copy.deepcopy(a.f)())
print(pickle.loads(pickle.dumps(A.c))(), a.f.__reduce__()[1][1])
for p in range(6): print(pickle.loads(pickle.dumps(a.f,p))(), pickle.loads(pickle._dumps(a.f,p))())
print(pickle.loads(pickle.dumps([].append))(1), pickle.loads(pickle.dumps('abc'.upper))(), copy.copy('abc'.upper)())
print(pickle.loads(pickle.dumps({'cb':a.f}))['cb']())

import builtins


class Plain:
    def method(self):
        pass


kept = builtins.getattr
del builtins.getattr
try:
    print(Plain().method.__reduce__())
except AttributeError as e:
    print('AttributeError', e)
builtins.getattr = kept
print(Plain().method.__reduce__()[0] is getattr)
