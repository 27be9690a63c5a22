class C:
    p = property(None, None, None)
    q = property(lambda self: 1, doc="text of q")
    @property
    def r(self):
        "text of r"
        return 2
    @r.getter
    def r(self):
        "second text"
        return 3
    @q.getter
    def q2(self):
        "not shown"
class D(C):
    pass
def t(f):
    try:
        print(f())
    except (AttributeError, TypeError) as e:
        print(type(e).__name__, e)
c = D()
def set_p(): c.p = 1
def set_q(): c.q = 1
def del_q(): del c.q
for f in (lambda: c.p, set_p, set_q, del_q, lambda: property().__get__(c), lambda: property().__set__(c, 1), lambda: property().__set_name__()):
    t(f)
print(C.q.__doc__, C.r.__doc__, C.q2.__doc__, c.r)
class E:
    @classmethod
    @property
    def name(cls):
        return cls.__name__
    @classmethod
    @staticmethod
    def s():
        return "static"
class F(E):
    pass
print(E.name, F.name, F().name, F.s())
