"""UserDict, UserList and UserString: containers written in Python over a built-in one in `data`, to be subclassed."""
import _collections_abc
import operator

__name__ = "collections"


def _plain(x):
    """The built-in container behind an operand."""
    return x.data if isinstance(x, (UserDict, UserList, UserString)) else x


def _duplicate(self):
    """A copy of an object of any subclass: its attributes, and a copy of its data."""
    new = object.__new__(type(self))
    vars(new).update(vars(self), data=self.data.copy())
    return new


def _delegates(of, names, argument=lambda x: x, result=lambda self, found: found):
    """Methods that call those of `data` and pass on what they give; `of` is the class of the data."""
    def one(name):
        def method(self, /, *args, **kwargs):
            return result(self, getattr(self.data, name)(*map(argument, args), **kwargs))
        method.__name__, method.__doc__ = name, getattr(of, name).__doc__
        return method
    return {name: one(name) for name in names.split()}


class UserDict(_collections_abc.MutableMapping):
    """A mapping over the dict `data`; subclasses may have __missing__."""

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        for source in (dict, kwargs):
            if source is not None:
                self.update(source)

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __getitem__(self, key):
        if key not in self.data:
            missing = getattr(type(self), "__missing__", None)
            if missing is None:
                raise KeyError(key)
            return missing(self, key)
        return self.data[key]

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __repr__(self):
        return repr(self.data)

    @classmethod
    def fromkeys(cls, iterable, value=None):
        """Keys from an iterable, all with one value."""
        new = cls()
        new.update((key, value) for key in iterable)
        return new

    def __or__(self, other):
        other = _plain(other)
        return type(self)(self.data | other) if isinstance(other, dict) else NotImplemented

    def __ror__(self, other):
        other = _plain(other)
        return type(self)(other | self.data) if isinstance(other, dict) else NotImplemented

    def __ior__(self, other):
        self.data |= _plain(other)
        return self

    __copy__ = _duplicate

    def copy(self):
        """A shallow copy; one of a subclass takes the items one by one, as it may keep track of them."""
        if type(self) is UserDict:
            return UserDict(self.data)
        from copy import copy
        items, self.data = self.data, {}
        try:
            new = copy(self)
        finally:
            self.data = items
        new.update(self)
        return new


def _compared(test):
    return lambda self, other: test(self.data, _plain(other))


class UserList(_collections_abc.MutableSequence):
    """A sequence over the list `data`."""

    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(_plain(initlist))

    __lt__, __le__, __eq__, __gt__, __ge__ = map(
        _compared, (operator.lt, operator.le, operator.eq, operator.gt, operator.ge))

    def __repr__(self):
        return repr(self.data)

    def __len__(self):
        return len(self.data)

    def __contains__(self, item):
        return item in self.data

    def __getitem__(self, i):
        found = self.data[i]
        return type(self)(found) if isinstance(i, slice) else found

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def _listed(self, other):
        other = _plain(other)
        return other if isinstance(other, list) else list(other)

    def __add__(self, other):
        return type(self)(self.data + self._listed(other))

    def __radd__(self, other):
        return type(self)(self._listed(other) + self.data)

    def __iadd__(self, other):
        self.data += self._listed(other)
        return self

    def __mul__(self, n):
        return type(self)(n * self.data)

    __rmul__ = __mul__

    def __imul__(self, n):
        self.data *= n
        return self

    locals().update(_delegates(list, "append insert pop remove clear count index reverse sort"))
    __copy__ = _duplicate

    def copy(self):
        """A shallow copy."""
        return type(self)(self)

    def extend(self, other):
        """Add items at the end."""
        self.data.extend(_plain(other))


class UserString(_collections_abc.Sequence):
    """A sequence over the str `data`; methods that make text make an object of the same class."""

    def __init__(self, seq):
        self.data = str(_plain(seq))

    __lt__, __le__, __eq__, __gt__, __ge__ = map(
        _compared, (operator.lt, operator.le, operator.eq, operator.gt, operator.ge))

    def __hash__(self):
        return hash(self.data)

    def __str__(self):
        return str(self.data)

    def __repr__(self):
        return repr(self.data)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __complex__(self):
        return complex(self.data)

    def __getnewargs__(self):
        return (str(self.data),)

    def __len__(self):
        return len(self.data)

    def __contains__(self, char):
        return _plain(char) in self.data

    def __getitem__(self, index):
        return type(self)(self.data[index])

    def __add__(self, other):
        return type(self)(self.data + str(_plain(other)))

    def __radd__(self, other):
        return type(self)(str(_plain(other)) + self.data)

    def __mul__(self, n):
        return type(self)(n * self.data)

    __rmul__ = __mul__

    def __mod__(self, args):
        return type(self)(self.data % args)

    def __rmod__(self, template):
        return type(self)(str(template) % self)

    maketrans = str.maketrans
    locals().update(_delegates(str, "format format_map"))
    locals().update(_delegates(
        str, "count endswith find index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric "
        "isprintable isspace istitle isupper join partition rfind rindex rpartition rsplit split splitlines startswith",
        _plain))
    locals().update(_delegates(
        str, "capitalize casefold center expandtabs ljust lower lstrip removeprefix removesuffix replace rjust rstrip strip "
        "swapcase title translate upper zfill", _plain, lambda self, found: type(self)(found)))

    def encode(self, encoding="utf-8", errors="strict"):
        """The text as bytes; None stands for the usual encoding or handling of errors."""
        return self.data.encode(encoding or "utf-8", errors or "strict")
