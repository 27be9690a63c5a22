# What a class takes over from the abstract names of its bases.
import abc
class A(abc.ABC):
    @abc.abstractmethod
    def f(self): pass
A.__abstractmethods__ = frozenset([1])
try:
    class B(A): pass
except TypeError as e: print(e)
A.__abstractmethods__ = frozenset(["f", "g"])
class C(A): pass
print(sorted(C.__abstractmethods__))
A.__abstractmethods__ = 5
try:
    class D(A): pass
except TypeError as e: print(e)
del A.__abstractmethods__
class E(A): pass
print(E.__abstractmethods__)
