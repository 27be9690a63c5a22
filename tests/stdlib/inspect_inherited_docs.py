# getdoc of methods and properties without a text of their own: that of a base class.
import inspect


class B:
    def f(self):
        "base f"

    @property
    def p(self):
        "base p"

    @classmethod
    def c(cls):
        "base c"

    @staticmethod
    def s():
        "base s"

    class In:
        def m(self):
            "inner"


class C(B):
    def f(self): pass

    @property
    def p(self): return 1

    @classmethod
    def c(cls): pass

    @staticmethod
    def s(): pass

    g = lambda self: 0

    def h(self): pass

    class In(B.In):
        def m(self): pass


class L(list):
    def append(self, x): pass


def loose(): pass


def outer():
    class C(B):
        def f(self): pass

    return C


for o in (C.f, C().f, C.p, C.c, C().c, C.s, C.g, C.h, C().h, C.In.m, outer().f, loose, C, B.f, property(), B(), C()):
    print(repr(inspect.getdoc(o)))
print(inspect.getdoc(L.append) is not None, inspect.getdoc(L().append) is not None)
