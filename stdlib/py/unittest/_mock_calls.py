"""Names, wildcards and calls as mocks record them."""


class _SentinelObject:
    """An object with a name."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "sentinel.%s" % self.name

    def __reduce__(self):
        return "sentinel.%s" % self.name


class _Sentinel:
    def __init__(self):
        self._sentinels = {}

    def __getattr__(self, name):
        if name == "__bases__":
            raise AttributeError
        return self._sentinels.setdefault(name, _SentinelObject(name))


sentinel = _Sentinel()
DEFAULT = sentinel.DEFAULT
_missing = sentinel.MISSING
_deleted = sentinel.DELETED


class InvalidSpecError(Exception):
    """A mock as the specification of a mock."""


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
    parts = [repr(a) for a in args] + ["%s=%r" % item for item in kwargs.items()]
    return "%s(%s)" % (name, ", ".join(parts))


class _Call(tuple):
    """A call: (name, args, kwargs)."""

    def __new__(cls, value=(), name="", parent=None, two=False, from_kall=True):
        args, kwargs = (), {}
        n = len(value)
        if n == 3:
            name, args, kwargs = value
        elif n == 2:
            first, second = value
            if isinstance(first, str):
                name = first
                if isinstance(second, tuple):
                    args = second
                else:
                    kwargs = second
            else:
                args, kwargs = first, second
        elif n == 1:
            value, = value
            if isinstance(value, str):
                name = value
            elif isinstance(value, tuple):
                args = value
            else:
                kwargs = value
        return tuple.__new__(cls, (args, kwargs) if two else (name, args, kwargs))

    def __init__(self, value=(), name=None, parent=None, two=False, from_kall=True):
        self._mock_name = name
        self._mock_parent = parent
        self._mock_from_kall = from_kall

    def _split(self):
        return ("",) + tuple(self) if len(self) == 2 else tuple(self)

    def __eq__(self, other):
        try:
            n = len(other)
        except TypeError:
            return NotImplemented
        name, args, kwargs = self._split()
        if getattr(self, "_mock_parent", None) and getattr(other, "_mock_parent", None) and \
                self._mock_parent != other._mock_parent:
            return False
        o_name, o_args, o_kwargs = "", (), {}
        if n == 3:
            o_name, o_args, o_kwargs = other
        elif n == 2:
            first, second = other
            if isinstance(first, str):
                o_name = first
                if isinstance(second, tuple):
                    o_args = second
                else:
                    o_kwargs = second
            else:
                o_args, o_kwargs = first, second
        elif n == 1:
            value, = other
            if isinstance(value, tuple):
                o_args = value
            elif isinstance(value, str):
                o_name = value
            else:
                o_kwargs = value
        elif n:
            return False
        if name and o_name != name:
            return False
        return (o_args, o_kwargs) == (args, kwargs)

    def __ne__(self, other):
        r = self.__eq__(other)
        return r if r is NotImplemented else not r

    __hash__ = None

    def __call__(self, *args, **kwargs):
        if self._mock_name is None:
            return _Call(("", args, kwargs), name="()")
        return _Call((self._mock_name, args, kwargs), name=self._mock_name + "()", parent=self)

    def __getattr__(self, attr):
        if attr.startswith("_"):
            raise AttributeError(attr)
        if self._mock_name is None:
            return _Call(name=attr, from_kall=False)
        return _Call(name="%s.%s" % (self._mock_name, attr), parent=self, from_kall=False)

    def count(self, *args):
        return self.__getattr__("count")(*args)

    def index(self, *args):
        return self.__getattr__("index")(*args)

    @property
    def args(self):
        return self[-2]

    @property
    def kwargs(self):
        return self[-1]

    def __repr__(self):
        if not self._mock_from_kall:
            name = self._mock_name or "call"
            return name if name.startswith("call") else "call.%s" % name
        name, args, kwargs = self._split()
        if not name:
            name = "call"
        elif not name.startswith("()"):
            name = "call.%s" % name
        else:
            name = "call%s" % name
        return _format_call(name, args, kwargs)

    def call_list(self):
        """The calls of a chain."""
        calls = []
        this = self
        while this is not None:
            if this._mock_from_kall:
                calls.append(this)
            this = this._mock_parent
        return _CallList(reversed(calls))


call = _Call(from_kall=False)


class _CallList(list):
    """Calls; `in` finds a run of calls."""

    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        n = len(value)
        return any(self[i:i + n] == value for i in range(len(self) - n + 1))

    def __repr__(self):
        import pprint
        return pprint.pformat(list(self))
