"""The classes of types that are written in Python, which types loads when they are asked for."""
__name__ = "types"

_Generator = type((lambda: (yield))())


class SimpleNamespace:
    """An object with the attributes that it is given."""

    def __init__(self, /, *args, **kwargs):
        if args:
            raise TypeError("no positional arguments expected")
        vars(self).update(kwargs)

    def __repr__(self):
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        if id(self) in _being_shown:
            return f"{name}(...)"
        _being_shown.add(id(self))
        try:
            return f"{name}({', '.join([f'{key}={value!r}' for key, value in vars(self).items()])})"
        finally:
            _being_shown.discard(id(self))

    def __eq__(self, other):
        if isinstance(other, SimpleNamespace) and isinstance(self, SimpleNamespace):
            return vars(self) == vars(other)
        return NotImplemented

    __hash__ = None

    def __reduce__(self):
        return type(self), (), vars(self)


_being_shown = set()


class DynamicClassAttribute:
    """A property of objects; the class has none of the name, so that its metaclass may give something else."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.overwrite_doc = doc is None
        self.__doc__ = doc or getattr(fget, "__doc__", None)
        self.__isabstractmethod__ = bool(getattr(fget, "__isabstractmethod__", False))

    def __get__(self, instance, ownerclass=None):
        if instance is not None:
            return self._function("fget", "unreadable attribute")(instance)
        if self.__isabstractmethod__:
            return self
        raise AttributeError()

    def __set__(self, instance, value):
        self._function("fset", "can't set attribute")(instance, value)

    def __delete__(self, instance):
        self._function("fdel", "can't delete attribute")(instance)

    def _function(self, which, refusal):
        function = getattr(self, which)
        if function is None:
            raise AttributeError(refusal)
        return function

    def _with(self, fget, fset, fdel, doc):
        made = type(self)(fget, fset, fdel, doc)
        made.overwrite_doc = self.overwrite_doc
        return made

    def getter(self, fget):
        """The same attribute with another function that reads it."""
        return self._with(fget, self.fset, self.fdel, fget.__doc__ if self.overwrite_doc else self.__doc__)

    def setter(self, fset):
        """The same attribute with another function that sets it."""
        return self._with(self.fget, fset, self.fdel, self.__doc__)

    def deleter(self, fdel):
        """The same attribute with another function that deletes it."""
        return self._with(self.fget, self.fset, fdel, self.__doc__)


def _of_generator(name):
    return property(lambda self: getattr(self._generator, name))


class _GeneratorWrapper:
    """A generator, or what behaves as one, with the methods and attributes of a coroutine too."""

    def __init__(self, gen):
        self._generator = gen
        self.__name__, self.__qualname__ = getattr(gen, "__name__", None), getattr(gen, "__qualname__", None)

    def send(self, val):
        return self._generator.send(val)

    def throw(self, tp, *rest):
        return self._generator.throw(tp, *rest)

    def close(self):
        return self._generator.close()

    def __next__(self):
        return next(self._generator)

    def __iter__(self):
        return self._generator if type(self._generator) is _Generator else self

    __await__ = __iter__
    gi_code = cr_code = _of_generator("gi_code")
    gi_frame = cr_frame = _of_generator("gi_frame")
    gi_running = cr_running = _of_generator("gi_running")
    gi_yieldfrom = cr_await = _of_generator("gi_yieldfrom")
