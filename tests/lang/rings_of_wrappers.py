# Static and class methods that wrap themselves, directly or through others: their names stay, a call is a RecursionError.
import inspect
import types


def f():
    'what f does'


def ring():
    s = staticmethod(f)
    s.__init__(s)
    return s


def ring_of_two():
    a = staticmethod(f)
    b = staticmethod(a)
    a.__init__(b)
    return a


def ring_of_class_methods():
    s = classmethod(f)
    s.__init__(s)
    return s


def ring_with_method():
    s = staticmethod(f)
    m = types.MethodType(s, 1)
    s.__init__(m)
    return m


def ring_with_alias():
    s = staticmethod(f)
    m = types.GenericAlias(s, 1)
    s.__init__(m)
    return s


def ring_with_class_method():
    s = staticmethod(f)
    m = classmethod(s)
    s.__init__(m)
    return m


def ring_from_the_start():
    s = staticmethod.__new__(staticmethod)
    s.__init__(s)
    return s


def result(get):
    try:
        return get()
    except Exception as e:
        return type(e).__name__


for make in (ring, ring_of_two, ring_of_class_methods, ring_with_method, ring_with_alias, ring_with_class_method,
             ring_from_the_start):
    x = make()
    print(make.__name__, hasattr(x, 'foo'), result(lambda: x()))
    if make is not ring_from_the_start:
        print(x.__doc__, x.__name__, x.__qualname__, x.__module__)
    if make not in (ring_with_alias, ring_with_method):
        print(result(lambda: inspect.signature(x)))


# A static method takes the names of what it is given later, where that has them.
def g():
    pass


s = staticmethod(f)
s.extra = 1
print(s.__name__, s.__doc__, hasattr(f, 'extra'))
s.__init__(g)
print(s.__name__, s.__doc__, s.extra, s.__wrapped__ is g, s.__dict__)
s.__init__(3)
print(s.__name__, s.__doc__ == int.__doc__, s.__func__)
f.own = 1
print(hasattr(staticmethod(f), 'own'), hasattr(classmethod(f), 'own'), hasattr(types.MethodType(staticmethod(f), 1), 'own'),
      types.MethodType(f, 1).own)


# As attributes of classes (CPython goes round without end).
class StaticMethod(staticmethod):
    pass


class ClassMethod(classmethod):
    pass


def attribute_of(kind, *names):
    c = kind(f)
    c.__init__(c)
    made = type('Q', (), {name: c for name in names})
    return made


for kind in staticmethod, classmethod, StaticMethod, ClassMethod:
    for get in lambda c: c.m, lambda c: c().m, lambda c: c().m(), lambda c: c.m():
        for _ in range(3):
            answer = result(lambda: get(attribute_of(kind, 'm')))
        if kind in (classmethod, ClassMethod):
            print(kind.__name__, answer)
    if issubclass(kind, classmethod):
        print(kind.__name__, result(lambda: len(attribute_of(kind, '__len__')())))

for function in classmethod(len), property(len), 1, None, 'len':
    try:
        print(types.MethodType(function, 1))
    except TypeError as e:
        print(e)
try:
    types.MethodType(len, None)
except TypeError as e:
    print(e)
