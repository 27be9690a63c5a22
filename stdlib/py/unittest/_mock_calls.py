"""What mocks record and compare: named objects, a wildcard, and calls."""


class _SentinelObject:
    """A unique object that shows its name."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"sentinel.{self.name}"

    def __reduce__(self):
        return repr(self)


class _Sentinel:
    """Makes a named object for each attribute that is asked for, and gives the same one from then on."""

    def __getattr__(self, name):
        if name == "__bases__":  # what inspect and doctest look for in classes
            raise AttributeError
        made = self.__dict__[name] = _SentinelObject(name)
        return made

    def __reduce__(self):
        return "sentinel"


sentinel = _Sentinel()
DEFAULT, _missing, _deleted = sentinel.DEFAULT, sentinel.MISSING, sentinel.DELETED


class InvalidSpecError(Exception):
    """A mock was to be the model of another mock."""


class _ANY:
    """Equal to everything."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return "<ANY>"


ANY = _ANY()


def _format_call(name, args, kwargs):
    shown = [*map(repr, args), *[f"{key}={value!r}" for key, value in kwargs.items()]]
    return f"{name}({', '.join(shown)})"


def _complete(parts, name=""):
    """Name, arguments and keywords from a tuple that may leave out any of them."""
    if len(parts) == 3:
        return tuple(parts)
    args, kwargs = (), {}
    if len(parts) == 2 and not isinstance(parts[0], str):
        args, kwargs = parts
    else:
        for part in parts:
            if isinstance(part, str):
                name = part
            elif isinstance(part, tuple):
                args = part
            else:
                kwargs = part
    return name, args, kwargs


class _Call(tuple):
    """A call as (name, args, kwargs), or (args, kwargs) where `two` is true.

    `call` makes them by being used in the way that is expected of a mock. An object that was made by looking up an
    attribute, not by a call, has `from_kall` false; `parent` is the link before it in a chain of calls."""

    def __new__(cls, value=(), name="", parent=None, two=False, from_kall=True):
        whole = _complete(value, name)
        return tuple.__new__(cls, whole[1:] if two else whole)

    def __init__(self, value=(), name=None, parent=None, two=False, from_kall=True):
        self._mock_name = name
        self._mock_parent = parent
        self._mock_from_kall = from_kall

    __hash__ = None

    def __eq__(self, other):
        try:
            if len(other) > 3:
                return False
        except TypeError:
            return NotImplemented
        before, theirs = getattr(self, "_mock_parent", None), getattr(other, "_mock_parent", None)
        if before and theirs and before != theirs:
            return False
        name, *call = _complete(self)
        their_name, *their_call = _complete(other)
        return (not name or name == their_name) and their_call == call

    __ne__ = object.__ne__

    def __call__(self, /, *args, **kwargs):
        if self._mock_name is None:
            return _Call(("", args, kwargs), name="()")
        return _Call((self._mock_name, args, kwargs), name=self._mock_name + "()", parent=self)

    def __getattribute__(self, attr):
        if attr in tuple.__dict__:  # such names may be expected of a mock as well
            raise AttributeError(attr)
        return object.__getattribute__(self, attr)

    def __getattr__(self, attr):
        if self._mock_name is None:
            return _Call(name=attr, from_kall=False)
        return _Call(name=f"{self._mock_name}.{attr}", parent=self, from_kall=False)

    args = property(lambda self: self[-2], doc="The positional arguments.")
    kwargs = property(lambda self: self[-1], doc="The keyword arguments.")

    def __repr__(self):
        name, args, kwargs = _complete(self) if self._mock_from_kall else (self._mock_name, None, None)
        if name and name.startswith("()"):
            name = "call" + name
        elif name and self._mock_from_kall:
            name = "call." + name
        name = name or "call"
        return _format_call(name, args, kwargs) if self._mock_from_kall else name

    def call_list(self):
        """The calls of the chain that ends here, from the first on."""
        chain, link = [], self
        while link is not None:
            if link._mock_from_kall:
                chain.append(link)
            link = link._mock_parent
        return _CallList(reversed(chain))


call = _Call(from_kall=False)


class _CallList(list):
    """Calls in order. `in` looks for one call, or for a list of them that follow one another."""

    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        return any(self[at:at + len(value)] == value for at in range(len(self) - len(value) + 1))

    def __repr__(self):
        from pprint import pformat
        return pformat(list(self))
