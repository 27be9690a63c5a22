"""Contexts of decimal arithmetic."""
import contextvars as _contextvars

import _decimal
import _decimal_core as _core
from _decimal_core import ANY_INVALID, SIGNALS

_BITS = {c: (ANY_INVALID if bit == _core.INVALID else bit) for bit, c in SIGNALS}
_ORDER = [_core.InvalidOperation, _core.FloatOperation, _core.DivisionByZero, _core.Overflow, _core.Underflow,
          _core.Subnormal, _core.Inexact, _core.Rounded, _core.Clamped]
_SIGNAL_NAMES = ("valid values for signals are:\n  [InvalidOperation, FloatOperation, DivisionByZero,\n"
                 "   Overflow, Underflow, Subnormal, Inexact, Rounded,\n   Clamped]")
# In the order in which contexts show them.
_SHOWN = [_core.Clamped, _core.InvalidOperation, _core.DivisionByZero, _core.Inexact, _core.FloatOperation,
          _core.Overflow, _core.Rounded, _core.Subnormal, _core.Underflow]
_MAX = 999999999999999999


class SignalDict:
    """The flags or traps of a context: a mapping from signals to truth values."""
    __slots__ = ("_context", "_name")

    def __init__(self, context, name):
        self._context = context
        self._name = name

    def __getitem__(self, key):
        if key not in _BITS:
            raise KeyError(_SIGNAL_NAMES)
        return bool(getattr(self._context, self._name) & _BITS[key])

    def __setitem__(self, key, value):
        if key not in _BITS:
            raise KeyError(_SIGNAL_NAMES)
        bits = getattr(self._context, self._name)
        setattr(self._context, self._name, bits | _BITS[key] if value else bits & ~_BITS[key])

    def __delitem__(self, key):
        raise ValueError("signal keys cannot be deleted")

    def __iter__(self):
        return iter(_ORDER)

    def __len__(self):
        return len(_ORDER)

    def __contains__(self, key):
        return key in _BITS

    def keys(self):
        return list(_ORDER)

    def values(self):
        return [self[k] for k in _ORDER]

    def items(self):
        return [(k, self[k]) for k in _ORDER]

    def get(self, key, default=None):
        return self[key] if key in _BITS else default

    def copy(self):
        return dict(self.items())

    def update(self, other=(), /):
        for k, v in other.items() if hasattr(other, "items") else other:
            self[k] = v

    def __eq__(self, other):
        if isinstance(other, SignalDict):
            return self.items() == other.items()
        if isinstance(other, dict):
            return dict(self.items()) == other
        return NotImplemented

    __hash__ = None

    def __repr__(self):
        return "{" + ", ".join("%r:%r" % item for item in self.items()) + "}"


def _bits_of(signals, only_mappings=False):
    """Status bits of a list of signals or a mapping."""
    if isinstance(signals, (SignalDict, dict)):
        if set(signals) != set(_ORDER):
            raise KeyError("invalid signal dict")
        signals = [k for k, v in signals.items() if v]
    elif only_mappings or not isinstance(signals, list):
        raise TypeError("argument must be a signal dict")
    bits = 0
    for s in signals:
        if s not in _BITS:
            raise KeyError(_SIGNAL_NAMES)
        bits |= _BITS[s]
    return bits


@_core.complete
class Context:
    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None,
                 traps=None):
        base = DefaultContext if "DefaultContext" in globals() else None
        self._pending = 0
        self.prec = prec if prec is not None else base._prec if base else 28
        self.rounding = rounding if rounding is not None else base._rounding if base else _core.ROUND_HALF_EVEN
        self.Emin = Emin if Emin is not None else base._Emin if base else -999999
        self.Emax = Emax if Emax is not None else base._Emax if base else 999999
        self.capitals = capitals if capitals is not None else base._capitals if base else 1
        self.clamp = clamp if clamp is not None else base._clamp if base else 0
        self._traps = _bits_of(traps) if traps is not None else base._traps if base else 0
        self._flags = _bits_of(flags) if flags is not None else 0

    def _number(name, low, high, message):
        slot = "_" + name

        def set_value(self, value):
            if not isinstance(value, int):
                raise TypeError("an integer is required")
            if value.bit_length() > 63:
                raise OverflowError("Python int too large to convert to C ssize_t")
            if not low <= value <= high:
                raise ValueError(message)
            setattr(self, slot, int(value))

        return property(lambda self: getattr(self, slot), set_value)

    prec = _number("prec", 1, _MAX, "valid range for prec is [1, MAX_PREC]")
    Emin = _number("Emin", -_MAX, 0, "valid range for Emin is [MIN_EMIN, 0]")
    Emax = _number("Emax", 0, _MAX, "valid range for Emax is [0, MAX_EMAX]")
    capitals = _number("capitals", 0, 1, "valid values for capitals are 0 or 1")
    clamp = _number("clamp", 0, 1, "valid values for clamp are 0 or 1")
    del _number

    @property
    def rounding(self):
        return self._rounding

    @rounding.setter
    def rounding(self, value):
        if value not in _core.ROUNDINGS:
            raise TypeError("valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n"
                            "   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]")
        self._rounding = value

    @property
    def flags(self):
        return SignalDict(self, "_flags")

    @flags.setter
    def flags(self, value):
        self._flags = _bits_of(value, True)

    @property
    def traps(self):
        return SignalDict(self, "_traps")

    @traps.setter
    def traps(self, value):
        self._traps = _bits_of(value, True)

    def __delattr__(self, name):
        raise AttributeError("context attributes cannot be deleted")

    def __repr__(self):
        def names(bits):
            return "[" + ", ".join(c.__name__ for c in _SHOWN if bits & _BITS[c]) + "]"

        return ("Context(prec=%d, rounding=%s, Emin=%d, Emax=%d, capitals=%d, clamp=%d, flags=%s, traps=%s)" %
                (self._prec, self._rounding, self._Emin, self._Emax, self._capitals, self._clamp, names(self._flags),
                 names(self._traps)))

    def __reduce__(self):
        return Context, (self._prec, self._rounding, self._Emin, self._Emax, self._capitals, self._clamp,
                         [c for c in _ORDER if self._flags & _BITS[c]], [c for c in _ORDER if self._traps & _BITS[c]])

    def copy(self):
        """A copy, flags and all."""
        new = Context.__new__(Context)
        for name in ("_prec", "_rounding", "_Emin", "_Emax", "_capitals", "_clamp", "_flags", "_traps"):
            setattr(new, name, getattr(self, name))
        new._pending = 0
        return new

    __copy__ = copy

    def _settle(self):
        """Record what an operation signalled; raise if it is trapped."""
        pending = self._pending
        self._pending = 0
        self._flags |= pending
        if pending & self._traps:
            _core.raise_status(pending & self._traps)

    def clear_flags(self):
        """Set all flags to False."""
        self._flags = 0

    def clear_traps(self):
        """Set all traps to False."""
        self._traps = 0

    def Etiny(self):
        """Emin - prec + 1."""
        return self._Emin - self._prec + 1

    def Etop(self):
        """Emax - prec + 1."""
        return self._Emax - self._prec + 1

    def radix(self):
        """10."""
        return Decimal(10)

    def create_decimal(self, num="0", /):
        """A number rounded into this context."""
        if isinstance(num, str):
            d = None if num != num.strip() or "_" in num else _operations._parse(Decimal, num)
            if d is None:
                self._pending |= _core.CONVERSION
                self._settle()
                return Decimal("NaN")
        else:
            d = Decimal(num, self)
        if d._kind in (2, 3) and d._n and _core.digits(d._n) > self._prec - self._clamp:
            self._pending |= _core.CONVERSION
            self._settle()
            return Decimal("NaN")
        d = _operations._fix(d, self)
        self._settle()
        return d

    def create_decimal_from_float(self, f, /):
        """A float rounded into this context."""
        d = _operations._fix(Decimal.from_float(f), self)
        self._settle()
        return d

    def __getattr__(self, name):
        # Operations that are methods of Decimal with a context.
        method = _METHODS.get(name)
        if method is None:
            raise AttributeError("'decimal.Context' object has no attribute '%s'" % name)

        def call(*args):
            return method(self, *args)

        call.__name__ = name
        return call

    def __dir__(self):
        return sorted(set(object.__dir__(self)) | set(_METHODS))


_METHODS = {}
DefaultContext = Context(traps=[_core.DivisionByZero, _core.Overflow, _core.InvalidOperation])
BasicContext = Context(9, _core.ROUND_HALF_UP, traps=[_core.DivisionByZero, _core.Overflow, _core.InvalidOperation,
                                                      _core.Clamped, _core.Underflow])
ExtendedContext = Context(9, _core.ROUND_HALF_EVEN, traps=[], flags=[])
_current = _contextvars.ContextVar("decimal_context")
_decimal.find_by(_contextvars._stacks, _current)


def getcontext():
    """The context of this thread."""
    try:
        return _current.get()
    except LookupError:
        context = DefaultContext.copy()
        context._flags = 0
        _current.set(context)
        return context


def setcontext(context, /):
    """Make a context that of this thread."""
    if not isinstance(context, Context):
        raise TypeError("argument must be a context")
    if context in (DefaultContext, BasicContext, ExtendedContext):
        context = context.copy()
        context._flags = 0
    _current.set(context)


class _ContextManager:
    def __init__(self, context):
        self._new = context.copy()

    def __enter__(self):
        self._saved = getcontext()
        setcontext(self._new)
        return self._new

    def __exit__(self, t, v, tb):
        setcontext(self._saved)


_NAMES = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp", "flags", "traps")


def localcontext(ctx=None, **kwargs):
    """A copy of a context for the extent of a with statement."""
    if ctx is None:
        ctx = getcontext()
    if not isinstance(ctx, Context):
        raise TypeError("optional argument must be a context")
    manager = _ContextManager(ctx)
    for name, value in kwargs.items():
        if name not in _NAMES:
            raise TypeError("'%s' is an invalid keyword argument for this function" % name)
        if value is None:
            continue
        if name in ("flags", "traps"):
            setattr(manager._new, "_" + name, _bits_of(value))
        else:
            setattr(manager._new, name, value)
    return manager
