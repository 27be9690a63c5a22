"""Objects that record how they are used, and patches that put them in place."""
import inspect
import sys
from functools import wraps
from types import FunctionType, MethodType

from ._mock_calls import (ANY, DEFAULT, InvalidSpecError, _ANY, _Call, _CallList, _deleted, _format_call, _missing, call,
                          sentinel)

__all__ = ("Mock", "MagicMock", "patch", "sentinel", "DEFAULT", "ANY", "call", "create_autospec", "AsyncMock",
           "FILTER_DIR", "NonCallableMock", "NonCallableMagicMock", "mock_open", "PropertyMock", "seal")

FILTER_DIR = True


def _iscoroutinefunction(function):
    # what asyncio marks as a coroutine function can exist only once asyncio does
    asyncio = sys.modules.get("asyncio")
    return (asyncio or inspect).iscoroutinefunction(function)


_NUMERICS = ("add sub mul matmul truediv floordiv mod lshift rshift and xor or pow divmod").split()
_MAGICS = {"__%s__" % m for m in (
    "lt gt le ge eq ne getitem setitem delitem len contains iter str sizeof enter exit bool hash ceil floor trunc round "
    "int float complex index neg pos abs invert call format getformat repr next reversed missing reduce reduce_ex "
    "getinitargs getnewargs getstate setstate subclasses dir fspath aenter aexit aiter anext").split()}
_MAGICS |= {"__%s__" % m for m in _NUMERICS} | {"__i%s__" % m for m in _NUMERICS if m != "divmod"}
_MAGICS |= {"__r%s__" % m for m in _NUMERICS}
_ASYNC_MAGICS = {"__aenter__", "__aexit__", "__anext__"}
_AUTOMATIC = {"__lt__": NotImplemented, "__gt__": NotImplemented, "__le__": NotImplemented, "__ge__": NotImplemented,
              "__int__": 1, "__contains__": False, "__len__": 0, "__exit__": False, "__complex__": 1j, "__float__": 1.0,
              "__bool__": True, "__index__": 1, "__aexit__": False}
_CALCULATED = {"__hash__": object.__hash__, "__str__": object.__str__, "__sizeof__": object.__sizeof__,
               "__fspath__": lambda self: f"{type(self).__name__}/{self._extract_mock_name()}/{id(self)}"}
_MAGIC_MOCK = {m for m in _MAGICS if m not in (
    "__repr__", "__call__", "__getformat__", "__format__", "__reduce__", "__reduce_ex__", "__getinitargs__",
    "__getnewargs__", "__getstate__", "__setstate__", "__subclasses__", "__dir__", "__missing__", "__next__",
    "__reversed__")}


def _is_magic(name):
    return "__%s__" % name[2:-2] == name


def _is_instance_mock(obj):
    return issubclass(type(obj), NonCallableMock)


def _is_exception(obj):
    return isinstance(obj, BaseException) or isinstance(obj, type) and issubclass(obj, BaseException)


def _signature(spec, eat_self):
    """The signature of a callable, without its first parameter if `eat_self`."""
    if isinstance(spec, type):
        if spec.__init__ is object.__init__ and spec.__new__ is object.__new__:
            return None
        try:
            return inspect.signature(spec)
        except (ValueError, TypeError):
            return None
    try:
        sig = inspect.signature(spec)
    except (ValueError, TypeError):
        return None
    if eat_self:
        params = list(sig.parameters.values())
        if params and params[0].kind in (params[0].POSITIONAL_ONLY, params[0].POSITIONAL_OR_KEYWORD):
            sig = sig.replace(parameters=params[1:])
    return sig


class _MagicProxy:
    def __init__(self, name, parent):
        self.name = name
        self.parent = parent

    def create_mock(self):
        parent = self.parent
        m = parent._get_child_mock(name=self.name, _new_name=self.name, _new_parent=parent)
        setattr(parent, self.name, m)
        if self.name in _AUTOMATIC:
            m.return_value = _AUTOMATIC[self.name]
        elif self.name in _CALCULATED:
            m.return_value = _CALCULATED[self.name](parent)
        elif self.name == "__eq__":
            def eq(other):
                if m._mock_return_value is not DEFAULT:
                    return m._mock_return_value
                return True if parent is other else NotImplemented
            m.side_effect = eq
        elif self.name == "__ne__":
            m.side_effect = lambda other: DEFAULT if m._mock_return_value is not DEFAULT else \
                (False if parent is other else NotImplemented)
        elif self.name == "__iter__":
            m.side_effect = lambda: iter([]) if m._mock_return_value is DEFAULT else iter(m._mock_return_value)
        elif self.name == "__aiter__":
            m.side_effect = lambda: _AsyncIterator(iter([] if m._mock_return_value is DEFAULT else
                                                        m._mock_return_value))
        return m

    def __get__(self, obj, type=None):
        return self.create_mock()


class NonCallableMock:
    """Records the use of its attributes."""
    _mock_sealed = False

    def __new__(cls, *args, **kw):
        # Each mock has a class of its own, which takes its special methods.
        bases = (cls,)
        spec = kw.get("spec_set", kw.get("spec"))
        if not issubclass(cls, _AsyncCallMixin) and spec is not None and _iscoroutinefunction(spec) and \
                issubclass(cls, CallableMixin):
            bases = (_AsyncCallMixin, cls)
        new = type(cls.__name__, bases, {"__doc__": cls.__doc__, "__module__": cls.__module__})
        return object.__new__(new)

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, parent=None, _spec_state=None, _new_name="",
                 _new_parent=None, _spec_as_instance=False, _eat_self=None, unsafe=False, **kwargs):
        d = self.__dict__
        d["_mock_parent"] = parent
        d["_mock_name"] = name
        d["_mock_new_name"] = _new_name
        d["_mock_new_parent"] = parent if _new_parent is None else _new_parent
        d["_mock_sealed"] = False
        if spec_set is not None:
            spec = spec_set
            spec_set = True
        if _eat_self is None:
            _eat_self = parent is not None
        self._mock_add_spec(spec, spec_set, _spec_as_instance, _eat_self)
        d["_mock_children"] = {}
        d["_mock_wraps"] = wraps
        d["_mock_delegate"] = None
        d["_mock_called"] = False
        d["_mock_call_args"] = None
        d["_mock_call_count"] = 0
        d["_mock_call_args_list"] = _CallList()
        d["_mock_mock_calls"] = _CallList()
        d["method_calls"] = _CallList()
        d["_mock_unsafe"] = unsafe
        if kwargs:
            self.configure_mock(**kwargs)
        super().__init__()

    def attach_mock(self, mock, attribute):
        """Make a mock an attribute, whose calls are recorded here too."""
        inner = getattr(mock, "mock", mock) if isinstance(mock, FunctionType) else mock
        inner._mock_parent = None
        inner._mock_new_parent = None
        inner._mock_name = ""
        inner._mock_new_name = None
        setattr(self, attribute, mock)

    def mock_add_spec(self, spec, spec_set=False):
        """Allow only the attributes of an object."""
        self._mock_add_spec(spec, spec_set)

    def _mock_add_spec(self, spec, spec_set, _spec_as_instance=False, _eat_self=False):
        if spec is not None and _is_instance_mock(spec):
            raise InvalidSpecError(f"Cannot spec a Mock object. [object={spec!r}]")
        cls = sig = None
        asyncs = []
        names = spec
        if spec is not None and not isinstance(spec, (list, tuple)):
            cls = spec if isinstance(spec, type) else type(spec)
            if callable(spec):
                sig = _signature(spec, _eat_self)
            names = dir(spec)
            for attr in names:
                if _iscoroutinefunction(getattr(spec, attr, None)):
                    asyncs.append(attr)
        d = self.__dict__
        d["_spec_class"] = cls
        d["_spec_set"] = spec_set
        d["_spec_signature"] = sig
        d["_mock_methods"] = names
        d["_spec_asyncs"] = asyncs
        if isinstance(self, MagicMixin):
            self._mock_set_magics()

    def _get_return_value(self):
        r = self._mock_return_value
        if self._mock_delegate is not None:
            r = self._mock_delegate.return_value
        if r is DEFAULT and self._mock_wraps is None:
            r = self._get_child_mock(_new_parent=self, _new_name="()")
            self.return_value = r
        return r

    def _set_return_value(self, value):
        if self._mock_delegate is not None:
            self._mock_delegate.return_value = value
        else:
            self.__dict__["_mock_return_value"] = value
            _check_and_set_parent(self, value, None, "()")

    return_value = property(_get_return_value, _set_return_value, doc="The value to be returned when the mock is called.")

    @property
    def __class__(self):
        return type(self) if self._spec_class is None else self._spec_class

    def _field(name):
        slot = "_mock_" + name

        def get(self):
            return self.__dict__[slot] if self._mock_delegate is None else getattr(self._mock_delegate, name)

        def set(self, value):
            if self._mock_delegate is None:
                self.__dict__[slot] = value
            else:
                setattr(self._mock_delegate, name, value)

        return property(get, set)

    called = _field("called")
    call_count = _field("call_count")
    call_args = _field("call_args")
    call_args_list = _field("call_args_list")
    mock_calls = _field("mock_calls")
    del _field

    def _get_side_effect(self):
        effect = self.__dict__.get("_mock_side_effect") if self._mock_delegate is None else \
            self._mock_delegate.side_effect
        return effect

    def _set_side_effect(self, value):
        if value is not None and not callable(value) and not _is_exception(value):
            value = iter(value)
        if self._mock_delegate is None:
            self.__dict__["_mock_side_effect"] = value
        else:
            self._mock_delegate.side_effect = value

    side_effect = property(_get_side_effect, _set_side_effect)

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        """Forget all calls."""
        visited = visited if visited is not None else []
        if id(self) in visited:
            return
        visited.append(id(self))
        self.called = False
        self.call_args = None
        self.call_count = 0
        self.mock_calls = _CallList()
        self.call_args_list = _CallList()
        self.method_calls = _CallList()
        if return_value:
            self.__dict__["_mock_return_value"] = DEFAULT
        if side_effect:
            self.__dict__["_mock_side_effect"] = None
        for child in self._mock_children.values():
            if isinstance(child, _SpecState) or child is _deleted:
                continue
            child.reset_mock(visited, return_value=return_value, side_effect=side_effect)
        r = self.__dict__.get("_mock_return_value", DEFAULT)
        if r is not DEFAULT and r is not self and _is_instance_mock(r):
            r.reset_mock(visited)

    def configure_mock(self, **kwargs):
        """Set attributes, also of attributes: name.attribute=value."""
        for arg, val in sorted(kwargs.items(), key=lambda entry: entry[0].count(".")):
            args = arg.split(".")
            final = args.pop()
            obj = self
            for entry in args:
                obj = getattr(obj, entry)
            setattr(obj, final, val)

    def __getattr__(self, name):
        if name in ("_mock_methods", "_mock_unsafe") or "_mock_children" not in self.__dict__:
            raise AttributeError(name)
        if self._mock_methods is not None:
            if name not in self._mock_methods or name in _ALL_MAGICS:
                raise AttributeError("Mock object has no attribute %r" % name)
        elif _is_magic(name):
            raise AttributeError(name)
        if not self._mock_unsafe and (not self._mock_methods or name not in self._mock_methods):
            if name.startswith(("assert", "assret", "asert", "aseert", "assrt")):
                raise AttributeError(f"{name!r} is not a valid assertion. Use a spec for the mock if {name!r} is meant "
                                     "to be an attribute.")
        result = self._mock_children.get(name)
        if result is _deleted:
            raise AttributeError(name)
        if result is None:
            wraps_ = getattr(self._mock_wraps, name) if self._mock_wraps is not None else None
            result = self._get_child_mock(parent=self, name=name, wraps=wraps_, _new_name=name, _new_parent=self)
            self._mock_children[name] = result
        elif isinstance(result, _SpecState):
            result = create_autospec(result.spec, result.spec_set, result.instance, result.parent, result.name)
            self._mock_children[name] = result
        return result

    def _extract_mock_name(self):
        names = [self._mock_new_name]
        parent = self._mock_new_parent
        last = self
        dot = "." if names != ["()"] else ""
        while parent is not None:
            last = parent
            names.append((parent._mock_new_name or "") + dot)
            dot = "." if parent._mock_new_name != "()" else ""
            parent = parent._mock_new_parent
            if len(names) > 100:
                break
        parts = list(reversed([n or "" for n in names]))
        first = last._mock_name or "mock"
        if len(parts) > 1 and parts[1] not in ("()", "()."):
            first += "."
        parts[0] = first
        return "".join(parts)

    def __repr__(self):
        name = self._extract_mock_name()
        text = "" if name in ("mock", "mock.") else " name=%r" % name
        spec = ""
        if self._spec_class is not None:
            spec = " spec_set=%r" if self._spec_set else " spec=%r"
            spec = spec % self._spec_class.__name__
        return "<%s%s%s id='%s'>" % (type(self).__name__, text, spec, id(self))

    def __dir__(self):
        if not FILTER_DIR:
            return object.__dir__(self)
        extras = self._mock_methods or []
        children = [n for n, v in self._mock_children.items() if v is not _deleted]
        from_type = [e for e in dir(type(self)) if not e.startswith("_")]
        from_dict = [e for e in self.__dict__ if not e.startswith("_") or _is_magic(e)]
        return sorted(set(list(extras) + from_type + from_dict + children))

    def __setattr__(self, name, value):
        if name in _ALLOWED:
            return object.__setattr__(self, name, value)
        if self._spec_set and self._mock_methods is not None and name not in self._mock_methods and \
                name not in self.__dict__:
            raise AttributeError("Mock object has no attribute '%s'" % name)
        if name in ("__getattr__", "__setattr__", "__init__", "__new__", "__prepare__", "__instancecheck__",
                    "__subclasscheck__", "__del__"):
            raise AttributeError("Attempting to set unsupported magic method %r." % name)
        if name in _ALL_MAGICS:
            if self._mock_methods is not None and name not in self._mock_methods:
                raise AttributeError("Mock object has no attribute '%s'" % name)
            if not _is_instance_mock(value):
                setattr(type(self), name, _get_method(name, value))
                original = value
                value = lambda *args, **kw: original(self, *args, **kw)
            else:
                _check_and_set_parent(self, value, None, name)
                setattr(type(self), name, _forward(value))
                self._mock_children[name] = value
        elif name == "__class__":
            self.__dict__["_spec_class"] = value
            return
        elif _check_and_set_parent(self, value, name, name):
            self._mock_children[name] = value
        if self._mock_sealed and not hasattr(self, name):
            raise AttributeError(f"Cannot set {self._extract_mock_name()}.{name}")
        return object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if name in _ALL_MAGICS and name in type(self).__dict__:
            delattr(type(self), name)
            if name not in self.__dict__:
                return
        obj = self._mock_children.get(name, _missing)
        if name in self.__dict__:
            object.__delattr__(self, name)
        elif obj is _deleted:
            raise AttributeError(name)
        if obj is not _missing:
            del self._mock_children[name]
        self._mock_children[name] = _deleted

    def _mock_call_text(self, args, kwargs):
        return _format_call(self._mock_name or "mock", args, kwargs)

    _format_mock_call_signature = _mock_call_text

    def _call_matcher(self, c):
        """A call with its arguments bound, if the signature is known."""
        sig = self._spec_signature
        name, args, kwargs = c if len(c) == 3 else ("",) + tuple(c)
        if name and "." not in name and name in self._mock_children:
            child = self._mock_children[name]
            sig = child._spec_signature if _is_instance_mock(child) else None
        elif name:
            sig = None
        if sig is None:
            return c
        try:
            bound = sig.bind(*args, **kwargs)
            return name, bound.args, tuple(sorted(bound.kwargs.items()))
        except TypeError as e:
            return e.with_traceback(None)

    def assert_not_called(self):
        """No call was made."""
        if self.call_count:
            raise AssertionError("Expected '%s' to not have been called. Called %s times.%s" % (
                self._mock_name or "mock", self.call_count, self._calls_text()))

    def assert_called(self):
        """At least one call was made."""
        if not self.call_count:
            raise AssertionError("Expected '%s' to have been called." % (self._mock_name or "mock"))

    def assert_called_once(self):
        """One call was made."""
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to have been called once. Called %s times.%s" % (
                self._mock_name or "mock", self.call_count, self._calls_text()))

    def assert_called_with(self, /, *args, **kwargs):
        """The last call had these arguments."""
        if self.call_args is None:
            raise AssertionError("expected call not found.\nExpected: %s\n  Actual: not called." %
                                 self._mock_call_text(args, kwargs))
        expected = self._call_matcher(_Call((args, kwargs), two=True))
        actual = self._call_matcher(self.call_args)
        if actual != expected:
            cause = expected if isinstance(expected, Exception) else None
            raise AssertionError("expected call not found.\nExpected: %s\n  Actual: %s" % (
                self._mock_call_text(args, kwargs), self._mock_call_text(*self.call_args))) from cause

    def assert_called_once_with(self, /, *args, **kwargs):
        """One call was made, with these arguments."""
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to be called once. Called %s times.%s" % (
                self._mock_name or "mock", self.call_count, self._calls_text()))
        return self.assert_called_with(*args, **kwargs)

    def assert_has_calls(self, calls, any_order=False):
        """These calls were made, one after the other unless in any order."""
        expected = [self._call_matcher(c) for c in calls]
        cause = next((e for e in expected if isinstance(e, Exception)), None)
        all_calls = _CallList(self._call_matcher(c) for c in self.mock_calls)
        if not any_order:
            if expected not in all_calls:
                problem = "Calls not found." if cause is None else "Error processing expected calls.\nErrors: {}".format(
                    [e if isinstance(e, Exception) else None for e in expected])
                raise AssertionError(f"{problem}\nExpected: {_CallList(calls)}{self._calls_text(prefix='  Actual').rstrip('.')}"
                                     ) from cause
            return
        left = list(all_calls)
        not_found = []
        for c in expected:
            try:
                left.remove(c)
            except ValueError:
                not_found.append(c)
        if not_found:
            raise AssertionError("%r does not contain all of %r in its call list, found %r instead" % (
                self._mock_name or "mock", tuple(not_found), list(all_calls))) from cause

    def assert_any_call(self, /, *args, **kwargs):
        """A call had these arguments."""
        expected = self._call_matcher(_Call((args, kwargs), two=True))
        cause = expected if isinstance(expected, Exception) else None
        actual = [self._call_matcher(c) for c in self.call_args_list]
        if cause or expected not in _AnyComparer(actual):
            raise AssertionError("%s call not found" % self._mock_call_text(args, kwargs)) from cause

    def _get_child_mock(self, /, **kw):
        """The mock for an attribute or a result; subclasses may give others."""
        if self._mock_sealed:
            attribute = f".{kw['name']}" if "name" in kw else "()"
            raise AttributeError(self._extract_mock_name() + attribute)
        name = kw.get("_new_name")
        if name in self.__dict__["_spec_asyncs"]:
            return AsyncMock(**kw)
        cls = type(self).__mro__[1]
        if cls is _AsyncCallMixin:
            cls = type(self).__mro__[2]
        if issubclass(type(self), MagicMock) and name in _ASYNC_MAGICS:
            cls = AsyncMock
        elif issubclass(type(self), _AsyncCallMixin):
            if name in _ALL_SYNC or self._mock_methods and name in self._mock_methods:
                cls = MagicMock
            else:
                cls = AsyncMock
        elif not issubclass(cls, CallableMixin):
            cls = MagicMock if issubclass(cls, NonCallableMagicMock) else Mock
        return cls(**kw)

    def _calls_text(self, prefix="Calls"):
        return "\n%s: %s." % (prefix, repr(self.mock_calls)) if self.mock_calls else ""

    _calls_repr = _calls_text


class _AnyComparer(list):
    def __contains__(self, item):
        for c in self:
            if len(item) == len(c) and all(e == a for e, a in zip(item, c)):
                return True
        return False


_ALLOWED = {"return_value", "_mock_return_value", "side_effect", "_mock_side_effect", "_mock_parent",
            "_mock_new_parent", "_mock_name", "_mock_new_name", "called", "call_count", "call_args", "call_args_list",
            "mock_calls", "method_calls", "await_count", "await_args", "await_args_list", "_mock_sealed",
            "_mock_delegate", "_mock_called", "_mock_call_count"}
_ALL_MAGICS = _MAGICS
_ALL_SYNC = _MAGICS - _ASYNC_MAGICS
NonCallableMock._mock_return_value = DEFAULT
NonCallableMock._mock_side_effect = None


def _get_method(name, func):
    def method(self, /, *args, **kw):
        return func(self, *args, **kw)
    method.__name__ = name
    return method


def _forward(mock):
    """The special method that calls a mock."""
    def method(self, /, *args, **kw):
        return mock(*args, **kw)
    return method


def _check_and_set_parent(parent, value, name, new_name):
    if isinstance(value, FunctionType) and hasattr(value, "mock"):
        value = value.mock
    if not _is_instance_mock(value):
        return False
    if value._mock_name or value._mock_new_name or value._mock_parent is not None or value._mock_new_parent is not None:
        return False
    p = parent
    while p is not None:
        if p is value:
            return False
        p = p._mock_new_parent
    if new_name:
        value._mock_new_parent = parent
        value._mock_new_name = new_name
    if name:
        value._mock_parent = parent
        value._mock_name = name
    return True


class CallableMixin(NonCallableMock):
    """Records calls."""

    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, wraps=None, name=None, spec_set=None,
                 parent=None, _spec_state=None, _new_name="", _new_parent=None, **kwargs):
        self.__dict__["_mock_return_value"] = return_value
        NonCallableMock.__init__(self, spec, wraps, name, spec_set, parent, _spec_state, _new_name, _new_parent,
                                 **kwargs)
        self.side_effect = side_effect

    def __call__(self, /, *args, **kwargs):
        self._mock_check_sig(args, kwargs)
        self._record(args, kwargs)
        return self._execute(args, kwargs)

    def _mock_check_sig(self, args, kwargs):
        sig = self.__dict__.get("_spec_checked")
        if sig is not None:
            sig.bind(*args, **kwargs)

    def _record(self, args, kwargs):
        self.called = True
        self.call_count += 1
        c = _Call((args, kwargs), two=True)
        self.call_args = c
        self.call_args_list.append(c)
        methods = self._mock_parent is not None
        name = self._mock_name
        new_name = self._mock_new_name
        is_call = new_name == "()"
        self.mock_calls.append(_Call(("", args, kwargs)))
        parent = self._mock_new_parent
        while parent is not None:
            if methods:
                parent.method_calls.append(_Call((name, args, kwargs)))
                methods = parent._mock_parent is not None
                if methods:
                    name = parent._mock_name + "." + name
            parent.mock_calls.append(_Call((new_name, args, kwargs)))
            if parent._mock_new_name:
                dot = "" if is_call else "."
                is_call = parent._mock_new_name == "()"
                new_name = parent._mock_new_name + dot + new_name
            parent = parent._mock_new_parent

    def _execute(self, args, kwargs):
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            if not callable(effect):
                result = next(effect)
                if _is_exception(result):
                    raise result
            else:
                result = effect(*args, **kwargs)
            if result is not DEFAULT:
                return result
        if self._mock_return_value is not DEFAULT:
            return self.return_value
        if self._mock_delegate is not None and self._mock_delegate.return_value is not DEFAULT:
            return self._mock_delegate.return_value
        if self._mock_wraps is not None:
            return self._mock_wraps(*args, **kwargs)
        return self.return_value


class Mock(CallableMixin, NonCallableMock):
    """A callable object with any attributes, which records how it is used."""


class MagicMixin:
    """Special methods."""

    def _mock_set_magics(self):
        these = _MAGIC_MOCK
        if self.__dict__.get("_mock_methods") is not None:
            these = _MAGIC_MOCK & set(self._mock_methods)
        cls = type(self)
        for name in these:
            if name not in cls.__dict__:
                setattr(cls, name, _MagicProxy(name, self))
        for name in _MAGIC_MOCK - these:
            if isinstance(cls.__dict__.get(name), _MagicProxy):
                delattr(cls, name)


class NonCallableMagicMock(MagicMixin, NonCallableMock):
    """A mock with special methods that cannot be called."""


class MagicMock(MagicMixin, Mock):
    """A Mock with special methods."""


class _AsyncCallMixin:
    """Calls give coroutines."""

    def __init__(self, /, *args, **kwargs):
        d = self.__dict__
        from asyncio.coroutines import _is_coroutine
        d["_is_coroutine"] = _is_coroutine
        d["await_count"] = 0
        d["await_args"] = None
        d["await_args_list"] = _CallList()
        super().__init__(*args, **kwargs)

    async def _execute(self, args, kwargs):
        c = _Call((args, kwargs), two=True)
        self.await_count += 1
        self.await_args = c
        self.await_args_list.append(c)
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            if not callable(effect):
                try:
                    result = next(effect)
                except StopIteration:
                    raise StopAsyncIteration
                if _is_exception(result):
                    raise result
            elif _iscoroutinefunction(effect):
                result = await effect(*args, **kwargs)
            else:
                result = effect(*args, **kwargs)
            if result is not DEFAULT:
                return result
        if self._mock_return_value is not DEFAULT:
            return self.return_value
        if self._mock_wraps is not None:
            result = self._mock_wraps(*args, **kwargs)
            return await result if inspect.isawaitable(result) else result
        return self.return_value

    def assert_awaited(self):
        """At least one await."""
        if self.await_count == 0:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to have been awaited.")

    def assert_awaited_once(self):
        """One await."""
        if self.await_count != 1:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to have been awaited once. "
                                 f"Awaited {self.await_count} times.")

    def assert_awaited_with(self, /, *args, **kwargs):
        """The last await had these arguments."""
        if self.await_args is None:
            raise AssertionError(f"Expected await: {self._mock_call_text(args, kwargs)}\nNot awaited")
        if self.await_args != _Call((args, kwargs), two=True):
            raise AssertionError("expected await not found.\nExpected: %s\nActual: %s" % (
                self._mock_call_text(args, kwargs), self._mock_call_text(*self.await_args)))

    def assert_awaited_once_with(self, /, *args, **kwargs):
        """One await, with these arguments."""
        self.assert_awaited_once()
        return self.assert_awaited_with(*args, **kwargs)

    def assert_any_await(self, /, *args, **kwargs):
        """An await had these arguments."""
        if _Call((args, kwargs), two=True) not in self.await_args_list:
            raise AssertionError("%s await not found" % self._mock_call_text(args, kwargs))

    def assert_has_awaits(self, calls, any_order=False):
        """These awaits happened."""
        if any_order:
            ok = all(c in self.await_args_list for c in calls)
        else:
            ok = list(calls) in self.await_args_list
        if not ok:
            raise AssertionError(f"Awaits not found.\nExpected: {_CallList(calls)}\nActual: {self.await_args_list}")

    def assert_not_awaited(self):
        """No await."""
        if self.await_count != 0:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to not have been awaited. "
                                 f"Awaited {self.await_count} times.")

    def reset_mock(self, /, *args, **kwargs):
        super().reset_mock(*args, **kwargs)
        self.await_count = 0
        self.await_args = None
        self.await_args_list = _CallList()


class AsyncMock(_AsyncCallMixin, MagicMock):
    """A MagicMock whose calls are coroutines."""


class _AsyncIterator:
    def __init__(self, iterator):
        self.iterator = iterator

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return next(self.iterator)
        except StopIteration:
            pass
        raise StopAsyncIteration


class PropertyMock(Mock):
    """A mock to be used as a property."""

    def _get_child_mock(self, /, **kwargs):
        return MagicMock(**kwargs)

    def __get__(self, obj, obj_type=None):
        return self()

    def __set__(self, obj, val):
        self(val)


def seal(mock):
    """No further attributes are made."""
    mock._mock_sealed = True
    for attr in dir(mock):
        try:
            m = mock.__dict__["_mock_children"].get(attr)
        except KeyError:
            continue
        if not isinstance(m, NonCallableMock) or isinstance(m, _SpecState):
            continue
        if m._mock_new_parent is mock:
            seal(m)


class _SpecState:
    def __init__(self, spec, spec_set=False, parent=None, name=None, ids=None, instance=False):
        self.spec = spec
        self.spec_set = spec_set
        self.parent = parent
        self.instance = instance
        self.name = name


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, *, unsafe=False, **kwargs):
    """A mock with the attributes and signatures of an object."""
    if isinstance(spec, (list, tuple)):
        spec = type(spec)
    if _is_instance_mock(spec):
        raise InvalidSpecError(f"Cannot autospec a Mock object. [object={spec!r}]")
    is_type = isinstance(spec, type)
    options = {"spec_set": spec} if spec_set else {"spec": spec}
    options.update(kwargs)
    cls = MagicMock
    if isinstance(spec, property) or inspect.isdatadescriptor(spec):
        options = {}
        cls = MagicMock
    elif is_type and instance and not hasattr(spec, "__call__") or not callable(spec):
        cls = NonCallableMagicMock
    elif _iscoroutinefunction(spec):
        cls = AsyncMock
    if is_type and instance and "__call__" not in dir(spec):
        cls = NonCallableMagicMock
    mock = cls(parent=_parent, _new_parent=_parent, _new_name=_name or "", name=_name, **options)
    mock.__dict__["_spec_checked"] = None
    if callable(spec) and not (is_type and instance) and cls is not NonCallableMagicMock:
        sig = _signature(spec, _parent is not None and isinstance(spec, FunctionType) and _takes_self(_parent, _name))
        mock.__dict__["_spec_signature"] = mock.__dict__["_spec_checked"] = sig
    if is_type and instance and callable(getattr(spec, "__call__", None)) and cls is not NonCallableMagicMock:
        mock.__dict__["_spec_checked"] = _signature(spec.__call__, True)
    if isinstance(spec, FunctionType):
        result = _as_function(mock, spec)
        if _parent is not None:
            _parent._mock_children[_name] = mock
        return result if _parent is None else mock
    if is_type and not instance and "return_value" not in kwargs:
        mock.return_value = create_autospec(spec, spec_set, instance=True, _name="()", _parent=mock)
    for entry in dir(spec):
        if _is_magic(entry):
            continue
        try:
            original = getattr(spec, entry)
        except AttributeError:
            continue
        if isinstance(original, (FunctionType, MethodType, type)) or callable(original):
            child = create_autospec(original, spec_set, _parent=mock, _name=entry) if not isinstance(original, type) \
                else _SpecState(original, spec_set, mock, entry)
            if is_type and not isinstance(spec.__dict__.get(entry), (staticmethod, classmethod)) and \
                    isinstance(original, FunctionType) and instance:
                child.__dict__["_spec_signature"] = child.__dict__["_spec_checked"] = _signature(original, True)
            mock._mock_children[entry] = child
        else:
            mock._mock_children[entry] = _SpecState(original, spec_set, mock, entry)
    return mock


def _takes_self(parent, name):
    cls = parent.__dict__.get("_spec_class")
    return parent._mock_new_name == "()" and cls is not None and not isinstance(cls.__dict__.get(name), staticmethod)


def _as_function(mock, spec):
    """A function that calls a mock and has its methods."""
    @wraps(spec)
    def function(*args, **kwargs):
        return mock(*args, **kwargs)

    function.mock = mock
    for name in ("assert_called_with", "assert_called_once_with", "assert_has_calls", "assert_any_call",
                 "assert_called", "assert_called_once", "assert_not_called", "reset_mock"):
        setattr(function, name, getattr(mock, name))
    function.called = False
    function.call_count = 0
    function.call_args = None
    function.call_args_list = _CallList()
    function.method_calls = _CallList()
    function.mock_calls = _CallList()
    function.return_value = mock.return_value
    function.side_effect = mock.side_effect
    function._mock_children = mock._mock_children
    mock._mock_delegate = function
    del function.__wrapped__
    function.__signature__ = inspect.signature(spec)
    return function


from ._mock_patch import _patch, _patch_dict, mock_open, patch
