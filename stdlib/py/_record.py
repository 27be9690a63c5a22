"""Tuples whose first items have names, as what calls of the system give."""


_dict = dict


class Record(tuple):
    """Subclasses give the names of the items, and of further values that stand beside them."""

    def __init_subclass__(cls, names=None, more=""):
        if names is None:
            base = cls.__bases__[0]
            raise TypeError(f"type '{base.__module__}.{base.__name__}' is not an acceptable base type")
        names, more = names.split(), more.split()
        cls._names, cls._more_names = names, more
        named = [name for name in names if name not in more]
        cls.n_sequence_fields, cls.n_fields = len(names), len(names) + len(more)
        cls.n_unnamed_fields = len(names) - len(named)
        cls.__match_args__ = tuple(named)
        for at, name in enumerate(names):
            setattr(cls, name, property(lambda self, at=at: self[at]))
        for at, name in enumerate(more):
            setattr(cls, name, property(lambda self, at=at: self._more[at]))

    def __new__(cls, sequence, dict={}):
        try:
            items = tuple(sequence)
        except TypeError:
            raise TypeError("constructor requires a sequence") from None
        least, most, given = cls.n_sequence_fields, cls.n_fields, len(items)
        if not least <= given <= most:
            bound = "a" if least == most else "an at least" if given < least else "an at most"
            wanted = f"{bound} {least if given < least else most}-sequence"
            raise TypeError(f"{cls.__module__}.{cls.__name__}() takes {wanted} ({given}-sequence given)")
        if not isinstance(dict, _dict):
            raise TypeError(f"{cls.__module__}.{cls.__name__}() takes a dict as second arg, if any")
        self = tuple.__new__(cls, items[:least])
        more = list(items[least:])
        for name in cls._more_names[len(more):]:  # what has a name among the items too is that item
            more.append(dict[name] if name in dict else items[cls._names.index(name)] if name in cls._names else None)
        self.__dict__["_more"] = more
        return self

    def __setattr__(self, name, value=None):
        if hasattr(type(self), name):
            raise AttributeError("readonly attribute")
        raise AttributeError(f"'{type(self).__module__}.{type(self).__name__}' object has no attribute {name!r}")

    __delattr__ = __setattr__

    def __reduce__(self):
        return type(self), (tuple(self), dict(zip(self._more_names, self._more)))

    def __repr__(self):
        values = ", ".join([f"{name}={value!r}" for name, value in zip(self._names, self)])
        return f"{type(self).__module__}.{type(self).__name__}({values})"
