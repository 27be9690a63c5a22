"""Context variables."""
import types

from _thread import get_ident as _ident

__all__ = ["Context", "ContextVar", "Token", "copy_context"]


class _Missing:
    def __repr__(self):
        return "<Token.MISSING>"


class Token:
    """Remembers what a variable was."""
    __module__ = "_contextvars"
    MISSING = _Missing()
    __slots__ = ("var", "old_value", "_context", "_used")

    def __new__(cls, *args, **kwargs):
        raise RuntimeError("Tokens can only be created by ContextVars")

    def __repr__(self):
        return f"<Token{' used' if self._used else ''} var={self.var!r} at {id(self):#x}>"

    __class_getitem__ = classmethod(types.GenericAlias)


class Context:
    """Values of variables."""
    __module__ = "_contextvars"
    __slots__ = ("_data", "_entered")

    def __init__(self):
        self._data = {}
        self._entered = False

    def run(self, callable, *args, **kwargs):
        """Call a function in this context."""
        if self._entered:
            raise RuntimeError(f"cannot enter context: {self} is already entered")
        self._entered = True
        stack = _stacks[_ident()]
        stack.append(self)
        try:
            return callable(*args, **kwargs)
        finally:
            stack.pop()
            self._entered = False

    def copy(self):
        """A copy with the same values."""
        new = Context()
        new._data = dict(self._data)
        return new

    def __getitem__(self, var):
        if not isinstance(var, ContextVar):
            raise TypeError(f"a ContextVar key was expected, got {var!r}")
        return self._data[var]

    def __contains__(self, var):
        if not isinstance(var, ContextVar):
            raise TypeError(f"a ContextVar key was expected, got {var!r}")
        return var in self._data

    def get(self, var, default=None):
        """The value of a variable, or a default."""
        return self._data.get(var, default)

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)

    def keys(self):
        """The variables that have values."""
        return self._data.keys()

    def values(self):
        """The values."""
        return self._data.values()

    def items(self):
        """(variable, value) pairs."""
        return self._data.items()


class _Stacks(dict):
    """The contexts of each thread, the present one last; by the numbers of the threads."""

    def __missing__(self, thread):
        stack = self[thread] = [Context()]
        return stack


_stacks = _Stacks()


class ContextVar:
    """A variable whose value depends on the context."""
    __module__ = "_contextvars"
    __slots__ = ("name", "_default")

    def __init__(self, name, *, default=Token.MISSING):
        if not isinstance(name, str):
            raise TypeError("context variable name must be a str")
        self.name = name
        self._default = default

    def get(self, default=Token.MISSING, /):
        """The value in this context, or a default."""
        data = _stacks[_ident()][-1]._data
        if self in data:
            return data[self]
        if default is not Token.MISSING:
            return default
        if self._default is not Token.MISSING:
            return self._default
        raise LookupError(self)

    def set(self, value, /):
        """Give it a value in this context; the token takes that back."""
        context = _stacks[_ident()][-1]
        token = object.__new__(Token)
        token.var, token.old_value = self, context._data.get(self, Token.MISSING)
        token._context, token._used = context, False
        context._data[self] = value
        return token

    def reset(self, token, /):
        """Take the value back that it had before a set()."""
        if token._used:
            raise RuntimeError(f"{token!r} has already been used once")
        if token.var is not self:
            raise ValueError(f"{token!r} was created by a different ContextVar")
        if token._context is not _stacks[_ident()][-1]:
            raise ValueError(f"{token!r} was created in a different Context")
        token._used = True
        if token.old_value is Token.MISSING:
            del token._context._data[self]
        else:
            token._context._data[self] = token.old_value

    def __repr__(self):
        default = "" if self._default is Token.MISSING else f" default={self._default!r}"
        return f"<ContextVar name={self.name!r}{default} at {id(self):#x}>"

    __class_getitem__ = classmethod(types.GenericAlias)


def copy_context():
    """A copy of the present context."""
    return _stacks[_ident()][-1].copy()
