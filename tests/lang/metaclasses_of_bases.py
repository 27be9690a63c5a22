# type(name, bases, namespace) has the class made by the metaclass of a base, in that one's own way.
import abc


class Meta(type):
    def __new__(mcls, name, bases, namespace, **kws):
        print("new", mcls.__name__, name, sorted(kws))
        return super().__new__(mcls, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **kws):
        print("init", name, sorted(kws))
        super().__init__(name, bases, namespace)


class Plain(type):
    pass


class A(metaclass=Meta):
    pass


class B(metaclass=Plain):
    pass


class Abstract(abc.ABC):
    @abc.abstractmethod
    def f(self): ...


print(type(type("S", (A,), {})), type(type("T", (B,), {})), type(type("U", (A,), {}, key=1)))
print(type.__new__(type, "V", (A,), {}).__class__, type("W", (A, object), {"x": 1}).x)
for bases in (Abstract,), (A, B), (A, 5), (B, Abstract), (int, A):
    try:
        made = type("X", bases, {})
        print(made.__name__, type(made).__name__)
        print(made())
    except TypeError as e:
        print(e)


class Other(Meta):
    def __new__(mcls, *args):
        return "something else"


class C(metaclass=Meta):
    pass


Odd = Other.__call__
try:
    print(type("Y", (C,), {}, a=1, b=2).__name__)
except TypeError as e:
    print(e)
