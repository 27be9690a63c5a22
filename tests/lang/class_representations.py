# repr() of classes, by type.__repr__ and by metaclasses, and with other values than texts in __module__.
import traceback


class Meta(type):
    def __repr__(cls):
        return 'Meta:' + super().__repr__()


class C(metaclass=Meta):
    pass


print(C, [C], type.__repr__(C), type.__repr__(int), object.__repr__(int).startswith('<type object at '))
print(type.__repr__ is object.__repr__, '__repr__' in type.__dict__, int.__repr__(3), type.__str__(int))
for module in (None, 1, 'a', '', 'a.b'):
    class C:
        __module__ = module

        def f(self):
            pass

        class D:
            pass

    print(repr(C), C.__module__, C.__qualname__, str(C()).split(' at ')[0], C.f.__module__, C.D.__module__, repr(C.D))

    class E(Exception):
        __module__ = module

    print(repr(E('x')), traceback.format_exception_only(E('x')))
    print(type('X', (), {'__module__': module}))
for module in (None, 1, 'q'):
    C.__module__ = module
    print(C, str(C()).split(' at ')[0], C.__module__)
try:
    del C.__module__
except TypeError as e:
    print(e)
try:
    raise E('told')
except E:
    print(traceback.format_exc().splitlines()[-1])
