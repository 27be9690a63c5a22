# `in` of a range for things that are no int, and a mapping proxy against subclasses of dict.
from types import MappingProxyType

class Equal:
    def __eq__(self, other): return True
class Never:
    def __eq__(self, other): return False
print(Equal() in range(3), Never() in range(3), 1.0 in range(3), 1.5 in range(3), "a" in range(3), None in range(0))
print(range(3).count(1.0), range(3).index(2.0), range(3).__contains__(Equal()))
class D(dict): pass
d = D(x=1)
m = MappingProxyType(d)
print(m == d, d == m, m == {"x": 1}, {"x": 1} == m, m != d, m == MappingProxyType({"x": 1}), D() == m)
