# An alias has the attributes of its origin, and tells what it makes who made it.
import types

alias = list[int]
for name in ('__name__', '__qualname__', '__module__', '__bases__', '__mro__', '__hash__', 'append', 'foo', '__foo__',
             '__class__', '__origin__', '__args__', '__parameters__', '__unpacked__', '__copy__', '__deepcopy__'):
    try:
        print(name, getattr(alias, name))
    except AttributeError as e:
        print(name, e)
print(alias.__doc__ == list.__doc__, alias.__init__ is list.__init__)


class Any:
    __own__ = 3

    def __getattr__(self, name):
        return name


of_object = types.GenericAlias(Any(), int)
print(of_object.__own__, of_object.foo, of_object.__foo__)


class Plain:
    'text of the class'
    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self, *args, **names):
        self.given = args, names


def made_in_function():
    return Plain[int](1, b=2)


for x in Plain[int](1, b=2), made_in_function(), staticmethod(Plain[str])(), types.GenericAlias(Plain[int], str)():
    print(x.__orig_class__, x.given)
print(Plain[int].__doc__)


class Refuses:
    __class_getitem__ = classmethod(types.GenericAlias)
    error = AttributeError

    def __setattr__(self, name, value):
        print('set', name, value)
        raise self.error('no')


for Refuses.error in AttributeError, TypeError, ValueError, KeyboardInterrupt:
    try:
        print(type(Refuses[int]()).__name__)
    except BaseException as e:
        print(repr(e))
Refuses.error = TypeError
types.GenericAlias(Refuses[int], str)()
