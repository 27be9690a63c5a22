# __module__ of built-in types whose objects have such an attribute too; texts of references and wrappers.
import pickle
import re
import types
import weakref


def f(): pass


class A:
    @classmethod
    def g(cls):
        "text"


for t in (type(len), type(f), type, type([].append), type(A().g), types.BuiltinMethodType, property, classmethod):
    print(t.__module__, t.__qualname__, t.__name__, hasattr(t, "__annotations__"))
print(len.__module__, f.__module__, A.__module__, A.g.__module__)


class Named:
    __name__ = "own"


def text(x):
    return re.sub("0x[0-9a-f]+", "0x", repr(x))


n = Named()
for x in (A, f, n, re):
    print(text(weakref.ref(x)))
r = weakref.ref(n)
del n, x
print(text(weakref.ref(A())), text(classmethod(len)), text(staticmethod(len)), text(classmethod(A)))
print(dict.__dict__["fromkeys"])

for protocol in (0, 2, 4):
    data = pickle.dumps(A, protocol)
    gone, A2 = data.replace(b"A", b"Z"), A
    try:
        pickle.loads(gone)
    except AttributeError as e:
        print(re.sub("from .*", "from", str(e)))
