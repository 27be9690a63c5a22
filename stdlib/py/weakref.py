"""References that do not keep their objects; containers of them are in _weakref_containers."""
from _weakref import CallableProxyType, ProxyType, ReferenceType, getweakrefcount, getweakrefs, proxy, ref

__all__ = ["ref", "proxy", "getweakrefcount", "getweakrefs", "WeakKeyDictionary", "ReferenceType", "ProxyType",
           "CallableProxyType", "ProxyTypes", "WeakValueDictionary", "WeakSet", "WeakMethod", "finalize"]

ProxyTypes = (ProxyType, CallableProxyType)


class WeakMethod(ref):
    """A reference to a bound method, which lives as long as its object and its function do."""
    __slots__ = ("_function", "_method_type", "_alive", "__weakref__")

    def __new__(cls, meth, callback=None):
        if not (hasattr(meth, "__self__") and hasattr(meth, "__func__")):
            raise TypeError(f"argument should be a bound method, not {type(meth)}") from None

        def gone(_):
            # The first of the two that goes ends it.
            ended = itself()
            if ended is not None and ended._alive:
                ended._alive = False
                if callback is not None:
                    callback(ended)

        made = ref.__new__(cls, meth.__self__, gone)
        itself = ref(made)
        made._function, made._method_type, made._alive = ref(meth.__func__, gone), type(meth), True
        return made

    def __call__(self):
        owner, function = super().__call__(), self._function()
        return None if owner is None or function is None else self._method_type(function, owner)

    def __eq__(self, other):
        if not isinstance(other, WeakMethod):
            return NotImplemented
        if not (self._alive and other._alive):
            return self is other
        return ref.__eq__(self, other) and self._function == other._function

    __ne__ = object.__ne__
    __hash__ = ref.__hash__


class _Pending:
    """What a finalizer is to call."""
    __slots__ = ("weakref", "func", "args", "kwargs", "atexit")

    def __init__(self, *values):
        self.weakref, self.func, self.args, self.kwargs, self.atexit = values


class finalize:
    """Calls a function once: when an object goes, when it is called itself, or at the end of the program."""
    __slots__ = ()
    _registry = {}  # of those that have not called, in the order in which they were made
    _made = 0
    _shutdown = False

    def __init__(self, obj, func, /, *args, **kwargs):
        if not finalize._made:
            import atexit
            atexit.register(finalize._exitfunc)
        finalize._made += 1
        finalize._registry[self] = _Pending(ref(obj, self), func, args, kwargs, True)

    def __call__(self, _=None):
        """Call the function, unless that was done; what it gives."""
        pending = self._registry.pop(self, None)
        if pending is not None and not finalize._shutdown:
            return pending.func(*pending.args, **pending.kwargs)
        return None

    def peek(self):
        """The object, the function and its arguments; None where it was called."""
        pending = self._registry.get(self)
        obj = None if pending is None else pending.weakref()
        return None if obj is None else (obj, pending.func, pending.args, pending.kwargs)

    def detach(self):
        """Do not call the function; what peek() gives."""
        found = self.peek()
        return found if found is not None and self._registry.pop(self, None) is not None else None

    @property
    def alive(self):
        """Whether the function is to be called."""
        return self in self._registry

    @property
    def atexit(self):
        """Whether the function is called at the end of the program."""
        pending = self._registry.get(self)
        return pending is not None and pending.atexit

    @atexit.setter
    def atexit(self, value):
        if self in self._registry:
            self._registry[self].atexit = bool(value)

    def __repr__(self):
        found = self.peek()
        about = "dead" if found is None else f"for {type(found[0]).__name__!r} at {id(found[0]):#x}"
        return f"<{type(self).__name__} object at {id(self):#x}; {about}>"

    @classmethod
    def _exitfunc(cls):
        """Call what is to be called at the end, the last that was made first, even if it was made here."""
        waiting, known = [], -1
        while True:
            if known != finalize._made:
                known = finalize._made
                waiting = [finalizer for finalizer, pending in cls._registry.items() if pending.atexit]
            if not waiting:
                break
            finalizer = waiting.pop()
            if finalizer.alive:
                try:
                    finalizer()
                except Exception:
                    import sys
                    sys.excepthook(*sys.exc_info())
        finalize._shutdown = True


_CONTAINERS = ("KeyedRef", "WeakKeyDictionary", "WeakSet", "WeakValueDictionary")


def __getattr__(name):
    if name not in _CONTAINERS:
        raise AttributeError(f"module 'weakref' has no attribute {name!r}")
    import _weakref_containers
    found = globals()[name] = getattr(_weakref_containers, name)
    return found


def __dir__():
    return sorted({*globals(), *_CONTAINERS})
