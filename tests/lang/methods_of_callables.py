# Bound methods of what is no function: of methods, objects with __call__, classes, other callables.
import functools
import types


class C:
    def __call__(self, *args, **kwargs):
        return 'C', args, kwargs


class Meta(type):
    def __call__(cls, *args):
        return cls.__name__, args


class D(metaclass=Meta):
    pass


def f(*args, **kwargs):
    return args, kwargs


def run(callable, **keywords):
    one, two, three, four = 'one', 'two', 'three', 'four'
    for _ in range(3):
        made = callable('given', **keywords)
    return made, one, two, three, four


method = types.MethodType(f, 1)
for i in range(2, 9):
    print(run(method), run(method, k=1))
    method = types.MethodType(method, i)
instance = types.MethodType(C(), 'bound')
print(run(instance), run(types.MethodType(instance, 'more')), run(types.MethodType(types.MethodType(instance, 3), 4)))
of_class = types.MethodType(D, 'bound')
print(run(of_class))
print(run(types.MethodType(functools.partial(f, 0), 'bound')), types.MethodType(staticmethod(f), 5)(6))
print(types.MethodType(list[int], (1, 2))(), types.MethodType(dict, {'a': 1})(b=2), types.MethodType(types.MethodType(print, 1), 2)(3))
print(*map(types.MethodType(types.MethodType(f, 1), 2), 'ab'), sorted('ba', key=types.MethodType(types.MethodType(f, 1), 2).__call__ and None))


class Holder:
    run = types.MethodType(types.MethodType(types.MethodType(f, 1), 2), 3)
    called = types.MethodType(C(), 'self')


print(Holder().run(4), Holder().called(5, x=6), Holder.run(7))


def generate():
    yield types.MethodType(types.MethodType(types.MethodType(f, 1), 2), 3)(4)


print(*generate())
