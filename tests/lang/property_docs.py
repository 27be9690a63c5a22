# The text of a property: the getter's, the given one; a subclass of property keeps it among the object's own attributes.
from functools import cmp_to_key


class Own(property):
    """own text"""


class Plain(property):
    pass


class Closed(property):
    __slots__ = ()
    """no attributes"""


def getter(self):
    "getter text"


for kind in (property, Own, Plain):
    p = kind(getter)
    print(kind.__name__, p.__doc__, kind(getter, doc="given").__doc__, p.setter(lambda s, v: 1).__doc__)
try:
    Closed(getter)
except AttributeError as e:
    print(e)
key = cmp_to_key(lambda x, y: -1 if x < y else "a")
for values in ([3, 1], [1, 2, 3]):
    try:
        print(sorted(values, key=key))
    except TypeError as e:
        print(e)
print(sorted([1, 2, 3], key=cmp_to_key(lambda a, b: -0.5)))
