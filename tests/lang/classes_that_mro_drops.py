# A metaclass's mro() that drops classes, or changes the bases of others, while __bases__ of a class above is set.
import gc

class Meta(type):
    act = None
    def mro(cls):
        act, Meta.act = Meta.act, None
        if act:
            act(cls)
        return super().mro()

class A: pass
class B: pass
class C(A, metaclass=Meta): pass

subs = [type(C)(f"S{i}", (C,), {}) for i in range(200)]
def drop(cls):
    subs.clear()
    gc.collect()
Meta.act = drop
C.__bases__ = (B,)
gc.collect()
print([s.__name__ for s in C.__subclasses__()], [k.__name__ for k in C.__mro__])

# The second class's mro() fails: the first one has new bases by then, and its old base is gone.
class Old: x = "old"
class New: x = "new"
class First(C, Old): pass
class Second(C): pass
First.n = Second.n = 1
def fail(cls):
    def later(cls):
        First.__bases__ = (C, New)
        global Old
        del Old
        gc.collect()
        def last(cls):
            raise ValueError("no order for " + cls.__name__)
        Meta.act = None
        last(cls)
    Meta.act = later
Meta.act = fail
try:
    C.__bases__ = (A,)
except ValueError as e:
    print(e)
print([k.__name__ for k in C.__mro__], C.__bases__[0].__name__, First.x, First.__bases__[1].__name__)
trash = [type("T", (), {}) for i in range(300)]
print(First.x, First().x, [k.__name__ for k in Second.__mro__])
