"""Objects that record how they are used, and patches that put them in place.

A mock makes another mock for each attribute and for the results of its calls, and tells its parents of each call. Every
mock has a class of its own, so that special methods, which Python looks up in classes, can be set for one mock alone.
_mock_calls holds what is recorded, _mock_spec makes mocks after a model, and _mock_patch puts mocks in place of other
objects.
"""
from types import FunctionType, MethodType

from ._mock_calls import (ANY, DEFAULT, InvalidSpecError, _ANY, _Call, _CallList, _deleted, _format_call, _missing, call,
                          sentinel)

__all__ = ("Mock", "MagicMock", "patch", "sentinel", "DEFAULT", "ANY", "call", "create_autospec", "AsyncMock",
           "FILTER_DIR", "NonCallableMock", "NonCallableMagicMock", "mock_open", "PropertyMock", "seal")

FILTER_DIR = True  # dir() of mocks leaves out private names


# -- Special methods


def _named(words, form="__{}__"):
    return {form.format(word) for word in words.split()}


_NUMERIC = "add sub mul matmul truediv floordiv mod lshift rshift and xor or pow"
# What a MagicMock has from the start, and what a mock may be given besides.
_magics = (_named("hash str sizeof lt gt le ge eq ne getitem setitem delitem len contains iter next enter exit neg pos abs "
                  "invert complex int float index round trunc floor ceil bool fspath aiter divmod rdivmod")
           | _named(_NUMERIC) | _named(_NUMERIC, "__i{}__") | _named(_NUMERIC, "__r{}__"))
_non_defaults = _named("get set delete reversed missing reduce reduce_ex getinitargs getnewargs getnewargs_ex getstate "
                       "setstate getformat repr dir subclasses format")
_async_method_magics = _named("aenter aexit anext")
_all_sync_magics = _magics | _non_defaults
_all_magics = _all_sync_magics | _async_method_magics
_unsupported_magics = _named("getattr setattr init new prepare instancecheck subclasscheck del")

_RESULTS = {"__hash__": object.__hash__, "__str__": object.__str__, "__sizeof__": object.__sizeof__,
            "__fspath__": lambda self: f"{type(self).__name__}/{self._extract_mock_name()}/{id(self)}"}
_RESULTS.update(dict.fromkeys(_named("lt gt le ge"), lambda self: NotImplemented))
for _name, _result in {"len": 0, "contains": False, "bool": True, "int": 1, "index": 1, "float": 1.0, "complex": 1j,
                       "exit": False, "aexit": False}.items():
    _RESULTS[f"__{_name}__"] = lambda self, result=_result: result


def _equal_to_itself(mock, method, answer):
    """What == or != calls while no return value is set: `answer` about the mock itself."""
    def compare(other):
        if method._mock_return_value is not DEFAULT:
            return DEFAULT
        return answer if other is mock else NotImplemented
    return compare


def _iterates(mock, method, wrap):
    def iterate():
        value = method._mock_return_value
        return wrap(iter([] if value is DEFAULT else value))
    return iterate


class _AsyncIterator:
    """Walks an ordinary iterator in `async for`."""

    def __init__(self, iterator):
        self._iterator = iterator

    def __aiter__(self):
        return self

    async def __anext__(self):
        for item in self._iterator:
            return item
        raise StopAsyncIteration


_EFFECTS = {"__eq__": (_equal_to_itself, True), "__ne__": (_equal_to_itself, False), "__iter__": (_iterates, iter),
            "__aiter__": (_iterates, _AsyncIterator)}


class MagicProxy:
    """Stands in the class of a mock for a special method, whose mock it makes when it is first looked up."""

    def __init__(self, name, parent):
        self.name, self.parent = name, parent

    def create_mock(self):
        name, parent = self.name, self.parent
        method = parent._get_child_mock(name=name, _new_name=name, _new_parent=parent)
        setattr(parent, name, method)
        if name in _RESULTS:
            method.return_value = _RESULTS[name](parent)
        elif name in _EFFECTS:
            make, detail = _EFFECTS[name]
            method.side_effect = make(parent, method, detail)
        return method

    def __get__(self, obj, owner=None):
        return self.create_mock()


# -- Telling objects apart


def _is_magic(name):
    return f"__{name[2:-2]}__" == name


def _is_instance_mock(obj):
    return issubclass(type(obj), NonCallableMock)  # isinstance() believes the class that a mock pretends


def _is_exception(obj):
    return isinstance(obj, BaseException) or isinstance(obj, type) and issubclass(obj, BaseException)


def _extract_mock(obj):
    """The mock behind a function that create_autospec() made; other objects as they are."""
    return getattr(obj, "mock", obj) if isinstance(obj, FunctionType) else obj


def _iscoroutinefunction(func):
    from inspect import iscoroutinefunction
    from asyncio.coroutines import _is_coroutine as mark
    return iscoroutinefunction(func) or getattr(func, "_is_coroutine", None) is mark


def _is_async_obj(obj):
    """Whether an object is awaited when it is called, or awaitable itself."""
    if _is_instance_mock(obj) and not isinstance(obj, AsyncMock):
        return False
    obj = getattr(obj, "__func__", obj)
    if not (isinstance(obj, FunctionType) or hasattr(obj, "__await__") or hasattr(obj, "_is_coroutine")):
        return False
    from inspect import isawaitable
    return _iscoroutinefunction(obj) or isawaitable(obj)


def _is_async_func(obj):
    return bool(getattr(obj, "__code__", None)) and _iscoroutinefunction(obj)


def _as_effect(value):
    """A side effect: nothing, an exception, a function, or an iterator over results."""
    if value is None or _is_exception(value) or callable(value):
        return value
    try:
        return iter(value)
    except TypeError:
        return value


def _adopt(parent, child, name, new_name):
    """Make a mock that nobody has named the child of another; whether it was one. Calls of it are recorded there as those
    of an attribute `name`, or of what `new_name` says in mock_calls."""
    child = _extract_mock(child)
    if not _is_instance_mock(child):
        return False
    if child._mock_name or child._mock_new_name or child._mock_parent is not None or child._mock_new_parent is not None:
        return False
    above = parent
    while above is not None:
        if above is child:  # would be its own ancestor
            return False
        above = above._mock_new_parent
    if new_name:
        child._mock_new_parent, child._mock_new_name = parent, new_name
    if name:
        child._mock_parent, child._mock_name = parent, name
    return True


def _delegated(name):
    """An attribute of what was recorded. A mock behind a function keeps it with the function, where tests look."""
    slot = "_mock_" + name

    def get(self):
        function = self._mock_delegate
        return getattr(self, slot) if function is None else getattr(function, name)

    def set(self, value):
        function = self._mock_delegate
        if function is None:
            self.__dict__[slot] = value
        else:
            setattr(function, name, value)

    return property(get, set)


# Attributes that are set without a look at the model and at what is sealed.
_OWN_ATTRIBUTES = {"called", "call_count", "call_args", "call_args_list", "mock_calls", "return_value", "side_effect",
                   "await_count", "await_args", "await_args_list", "_mock_parent", "_mock_new_parent", "_mock_name",
                   "_mock_new_name", "_mock_return_value", "_mock_side_effect"}


class Base:
    """Where the chain of super().__init__() calls of mocks ends."""
    _mock_return_value = DEFAULT
    _mock_side_effect = None

    def __init__(self, /, *args, **kwargs):
        pass


class NonCallableMock(Base):
    """A mock that cannot be called itself; its attributes can."""
    _mock_sealed = False

    def __new__(cls, /, *args, **kw):
        bases = (cls,)
        if not issubclass(cls, AsyncMockMixin):
            spec = kw.get("spec_set", kw.get("spec", args[0] if args else None))
            if spec is not None and _is_async_obj(spec):
                bases = (AsyncMockMixin, cls)
        return object.__new__(type(cls.__name__, bases, {"__doc__": cls.__doc__}))

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, parent=None, _spec_state=None, _new_name="",
                 _new_parent=None, _spec_as_instance=False, _eat_self=None, unsafe=False, **kwargs):
        own = self.__dict__
        own.update(_mock_parent=parent, _mock_name=name, _mock_new_name=_new_name, _mock_sealed=False,
                   _mock_new_parent=parent if _new_parent is None else _new_parent)
        self._mock_add_spec(spec if spec_set is None else spec_set, spec_set is not None, _spec_as_instance,
                            parent is not None if _eat_self is None else _eat_self)
        own.update(_mock_children={}, _mock_wraps=wraps, _mock_delegate=None, _mock_called=False, _mock_call_args=None,
                   _mock_call_count=0, _mock_call_args_list=_CallList(), _mock_mock_calls=_CallList(),
                   method_calls=_CallList(), _mock_unsafe=unsafe)
        if kwargs:
            self.configure_mock(**kwargs)
        super().__init__(spec, wraps, name, spec_set, parent, _spec_state)

    # -- The model

    def mock_add_spec(self, spec, spec_set=False):
        """Allow only the attributes of an object, or those named in a list; with spec_set, no others can be set."""
        self._mock_add_spec(spec, spec_set)

    def _mock_add_spec(self, spec, spec_set, _spec_as_instance=False, _eat_self=False):
        if _is_instance_mock(spec):
            raise InvalidSpecError(f"Cannot spec a Mock object. [object={spec!r}]")
        model = signature = None
        names, asyncs = spec, []
        if spec is not None:
            names = dir(spec)
            asyncs = [name for name in names if _is_async_func(getattr(spec, name, None))]
            if type(spec) in (list, tuple):
                names = spec
            else:
                from ._mock_spec import signature_of
                model = spec if isinstance(spec, type) else type(spec)
                signature = signature_of(spec, _spec_as_instance, _eat_self)
        self.__dict__.update(_spec_class=model, _spec_set=spec_set, _spec_signature=signature, _mock_methods=names,
                             _spec_asyncs=asyncs)

    @property
    def __class__(self):
        return type(self) if self._spec_class is None else self._spec_class

    # -- What is recorded and what is answered

    called = _delegated("called")
    call_count = _delegated("call_count")
    call_args = _delegated("call_args")
    call_args_list = _delegated("call_args_list")
    mock_calls = _delegated("mock_calls")

    @property
    def return_value(self):
        """The result of calls: another mock, unless it is set."""
        function = self._mock_delegate
        value = self._mock_return_value if function is None else function.return_value
        if value is DEFAULT and self._mock_wraps is None:
            value = self.return_value = self._get_child_mock(_new_parent=self, _new_name="()")
        return value

    @return_value.setter
    def return_value(self, value):
        if self._mock_delegate is not None:
            self._mock_delegate.return_value = value
        else:
            self._mock_return_value = value
            _adopt(self, value, None, "()")

    @property
    def side_effect(self):
        """What a call does: it calls a function, raises an exception or takes the next of several results."""
        function = self._mock_delegate
        if function is None:
            return self._mock_side_effect
        effect = _as_effect(function.side_effect)
        if effect is not function.side_effect:
            function.side_effect = effect
        return effect

    @side_effect.setter
    def side_effect(self, value):
        value = _as_effect(value)
        if self._mock_delegate is None:
            self._mock_side_effect = value
        else:
            self._mock_delegate.side_effect = value

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        """Forget all calls, also those of children; what is answered stays, unless it is to go as well."""
        visited = [] if visited is None else visited
        if id(self) in visited:
            return
        visited.append(id(self))
        self.called, self.call_args, self.call_count = False, None, 0
        self.mock_calls, self.call_args_list, self.method_calls = _CallList(), _CallList(), _CallList()
        if return_value:
            self._mock_return_value = DEFAULT
        if side_effect:
            self._mock_side_effect = None
        for child in list(self._mock_children.values()):
            if not (isinstance(child, _SpecState) or child is _deleted):
                child.reset_mock(visited, return_value=return_value, side_effect=side_effect)
        result = self._mock_return_value
        if _is_instance_mock(result) and result is not self:
            result.reset_mock(visited)

    def configure_mock(self, /, **kwargs):
        """Set attributes; names with dots are those of children, which are set behind the others."""
        for path, value in sorted(kwargs.items(), key=lambda item: item[0].count(".")):
            *parents, name = path.split(".")
            target = self
            for parent in parents:
                target = getattr(target, parent)
            setattr(target, name, value)

    # -- Attributes

    def attach_mock(self, mock, attribute):
        """Make a mock an attribute, with a new name; its calls are recorded here from now on."""
        inner = _extract_mock(mock)
        inner._mock_parent = inner._mock_new_parent = inner._mock_new_name = None
        inner._mock_name = ""
        setattr(self, attribute, mock)

    def __getattr__(self, name):
        if name in ("_mock_methods", "_mock_unsafe"):  # before __init__ has set them
            raise AttributeError(name)
        allowed = self._mock_methods
        if allowed is not None:
            if name not in allowed or name in _all_magics:
                raise AttributeError(f"Mock object has no attribute {name!r}")
        elif _is_magic(name):
            raise AttributeError(name)
        if (name.startswith(("assert", "assret", "asert", "aseert", "assrt")) and not self._mock_unsafe
                and not (allowed and name in allowed)):
            raise AttributeError(f"{name!r} is not a valid assertion. Use a spec for the mock if {name!r} is meant to be "
                                 "an attribute.")
        children = self._mock_children
        child = children.get(name)
        if child is _deleted:
            raise AttributeError(name)
        if child is None:
            wrapped = None if self._mock_wraps is None else getattr(self._mock_wraps, name)
            child = children[name] = self._get_child_mock(parent=self, name=name, wraps=wrapped, _new_name=name,
                                                          _new_parent=self)
        elif isinstance(child, _SpecState):
            try:
                child = children[name] = child.create()
            except InvalidSpecError:
                raise InvalidSpecError(f"Cannot autospec attr {name!r} from target {self._mock_name or self!r} as it has "
                                       f"already been mocked out. [target={self!r}, attr={child.spec!r}]")
        return child

    def __setattr__(self, name, value):
        if name in _OWN_ATTRIBUTES:
            return object.__setattr__(self, name, value)
        foreign = self._mock_methods is not None and name not in self._mock_methods
        if foreign and (name in _all_magics or self._spec_set and name not in self.__dict__):
            raise AttributeError(f"Mock object has no attribute '{name}'")
        if name in _unsupported_magics:
            raise AttributeError(f"Attempting to set unsupported magic method {name!r}.")
        if name == "__class__":
            self.__dict__["_spec_class"] = value
            return
        if name in _all_magics:
            if _is_instance_mock(value):
                _adopt(self, value, None, name)
                setattr(type(self), name, value)
                self._mock_children[name] = value
            else:
                function = value

                def method(self, /, *args, **kwargs):
                    return function(self, *args, **kwargs)

                method.__name__ = name
                setattr(type(self), name, method)
                value = MethodType(function, self)
        elif _adopt(self, value, name, name):
            self._mock_children[name] = value
        if self._mock_sealed and not hasattr(self, name):
            raise AttributeError(f"Cannot set {self._extract_mock_name()}.{name}")
        return object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if name in _all_magics and name in type(self).__dict__:
            delattr(type(self), name)
            if name not in self.__dict__:  # was set up, but not by name
                return
        child = self._mock_children.get(name, _missing)
        if name in self.__dict__:
            object.__delattr__(self, name)
        elif child is _deleted:
            raise AttributeError(name)
        self._mock_children[name] = _deleted

    def __dir__(self):
        if not FILTER_DIR:
            return object.__dir__(self)
        names = {name for name in dir(type(self)) if name[0] != "_"}
        names.update(name for name in self.__dict__ if name[0] != "_" or _is_magic(name))
        names.update(name for name, child in self._mock_children.items() if child is not _deleted)
        return sorted(names.union(self._mock_methods or ()))

    def _get_child_mock(self, /, **kw):
        """The mock for an attribute or a result. Subclasses may give others."""
        if self._mock_sealed:
            raise AttributeError(self._extract_mock_name() + (f".{kw['name']}" if "name" in kw else "()"))
        name, kind = kw.get("_new_name"), type(self)
        if name in self._spec_asyncs:
            return AsyncMock(**kw)
        if issubclass(kind, AsyncMockMixin):
            plain = name in _all_sync_magics or self._mock_methods and name in self._mock_methods
            return (MagicMock if plain else AsyncMock)(**kw)
        if issubclass(kind, MagicMock) and name in _async_method_magics:
            return AsyncMock(**kw)
        if issubclass(kind, CallableMixin):
            return kind.__mro__[1](**kw)  # behind the class of this one mock
        return (MagicMock if issubclass(kind, NonCallableMagicMock) else Mock)(**kw)

    # -- Names

    def _extract_mock_name(self):
        """The way to this mock from the first one, as source: mock.attribute().attribute."""
        path, mock = "", self
        while (parent := mock._mock_new_parent) is not None:
            step = mock._mock_new_name or ""
            path = (step if step == "()" else "." + step) + path
            mock = parent
        return (mock._mock_name or "mock") + path

    def __repr__(self):
        shown = [type(self).__name__]
        name, model = self._extract_mock_name(), self._spec_class
        if name not in ("mock", "mock."):
            shown.append(f"name={name!r}")
        if model is not None:
            shown.append(f"{'spec_set' if self._spec_set else 'spec'}={model.__name__!r}")
        return f"<{' '.join(shown)} id='{id(self)}'>"

    def _shown_name(self):
        return self._mock_name or "mock"

    def _format_mock_call_signature(self, args, kwargs):
        return _format_call(self._shown_name(), args, kwargs)

    def _format_mock_failure_message(self, args, kwargs, action="call"):
        actual = self.call_args if action == "call" else self.await_args
        expected = self._format_mock_call_signature(args, kwargs)
        return f"expected {action} not found.\nExpected: {expected}\nActual: {self._format_mock_call_signature(*actual)}"

    def _calls_repr(self, prefix="Calls"):
        return f"\n{prefix}: {self.mock_calls!r}." if self.mock_calls else ""

    # -- Assertions

    def _signature_for(self, name):
        """The signature of a call in mock_calls, by its path from here; None where it is not known."""
        if not name:
            return self._spec_signature
        signature, children = None, self._mock_children
        for step in name.replace("()", "").split("."):
            child = children.get(step)
            if child is None or isinstance(child, _SpecState):
                break
            child = _extract_mock(child)
            children, signature = child._mock_children, child._spec_signature
        return signature

    def _call_matcher(self, _call):
        """A call in the one form that its signature gives it, or the TypeError why the signature refuses it."""
        named = isinstance(_call, tuple) and len(_call) > 2
        signature = self._signature_for(_call[0]) if named else self._spec_signature
        if signature is None:
            return _call
        name, args, kwargs = _call if named else ("", *_call)
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as refusal:
            return refusal.with_traceback(None)
        return call(name, bound.args, bound.kwargs)

    def _expected(self, args, kwargs):
        """A call to compare others with, and the TypeError that is the reason when none can be equal."""
        matcher = self._call_matcher(_Call((args, kwargs), two=True))
        return matcher, matcher if isinstance(matcher, Exception) else None

    def _check_calls(self, calls, found, any_order, what, actual, lacking):
        """Raise unless `found`, which `actual` shows, holds calls in order, or each of them; lacking(some, rest) tells of
        those that are not there."""
        expected = [self._call_matcher(c) for c in calls]
        cause = next((c for c in expected if isinstance(c, Exception)), None)
        found = _CallList([self._call_matcher(c) for c in found])
        if any_order:
            rest, missed = list(found), []
            for c in expected:
                if c in rest:
                    rest.remove(c)
                else:
                    missed.append(c)
            if missed:
                raise AssertionError(lacking(tuple(missed), rest)) from cause
        elif expected not in found:
            problem = f"{what.capitalize()}s not found."
            if cause is not None:
                shown = [c if isinstance(c, Exception) else None for c in expected]
                problem = f"Error processing expected {what}s.\nErrors: {shown}"
            raise AssertionError(f"{problem}\nExpected: {_CallList(calls)}{actual}") from cause

    def assert_not_called(self):
        """There was no call."""
        if self.call_count:
            raise AssertionError(f"Expected '{self._shown_name()}' to not have been called. Called {self.call_count} "
                                 f"times.{self._calls_repr()}")

    def assert_called(self):
        """There was a call."""
        if not self.call_count:
            raise AssertionError(f"Expected '{self._shown_name()}' to have been called.")

    def assert_called_once(self):
        """There was exactly one call."""
        if self.call_count != 1:
            raise AssertionError(f"Expected '{self._shown_name()}' to have been called once. Called {self.call_count} "
                                 f"times.{self._calls_repr()}")

    def assert_called_with(self, /, *args, **kwargs):
        """The last call had these arguments."""
        if self.call_args is None:
            raise AssertionError(f"expected call not found.\nExpected: {self._format_mock_call_signature(args, kwargs)}\n"
                                 "Actual: not called.")
        expected, cause = self._expected(args, kwargs)
        if self._call_matcher(self.call_args) != expected:
            raise AssertionError(self._format_mock_failure_message(args, kwargs)) from cause

    def assert_called_once_with(self, /, *args, **kwargs):
        """There was exactly one call, with these arguments."""
        if self.call_count != 1:
            raise AssertionError(f"Expected '{self._shown_name()}' to be called once. Called {self.call_count} "
                                 f"times.{self._calls_repr()}")
        return self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        """One of the calls had these arguments."""
        expected, cause = self._expected(args, kwargs)
        if cause is not None or not _compared([self._call_matcher(c) for c in self.call_args_list], expected):
            raise AssertionError(f"{self._format_mock_call_signature(args, kwargs)} call not found") from cause

    def assert_has_calls(self, calls, any_order=False):
        """These calls are in mock_calls, one behind the other unless in any order."""
        self._check_calls(calls, self.mock_calls, any_order, "call", self._calls_repr(prefix="Actual").rstrip("."),
                          lambda missed, rest: f"{self._shown_name()!r} does not contain all of {missed!r} in its call "
                                               f"list, found {rest!r} instead")


def _compared(calls, expected):
    """Whether one of the calls is the expected one, each part of it compared from the expected side."""
    return any(all(mine == theirs for mine, theirs in zip(expected, c)) for c in calls)


class CallableMixin(Base):
    """What calls of a mock do."""

    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, wraps=None, name=None, spec_set=None,
                 parent=None, _spec_state=None, _new_name="", _new_parent=None, **kwargs):
        self.__dict__["_mock_return_value"] = return_value
        super().__init__(spec, wraps, name, spec_set, parent, _spec_state, _new_name, _new_parent, **kwargs)
        self.side_effect = side_effect

    def _mock_check_sig(self, /, *args, **kwargs):
        """Raise TypeError for arguments that the model would refuse; create_autospec() replaces it."""

    def __call__(self, /, *args, **kwargs):
        self._mock_check_sig(*args, **kwargs)
        self._increment_mock_call(*args, **kwargs)
        return self._mock_call(*args, **kwargs)

    def _mock_call(self, /, *args, **kwargs):
        return self._execute_mock_call(*args, **kwargs)

    def _increment_mock_call(self, /, *args, **kwargs):
        """Record a call here and with all mocks on the way to the first one."""
        self.called = True
        self.call_count += 1
        self.call_args = last = _Call((args, kwargs), two=True)
        self.call_args_list.append(last)
        self.mock_calls.append(_Call(("", args, kwargs)))
        # method_calls names only attributes of attributes; mock_calls goes through results of calls as well.
        name = self._mock_name
        names_go_on = self._mock_parent is not None
        path = self._mock_new_name
        step, parent = path, self._mock_new_parent
        while parent is not None:
            if names_go_on:
                parent.method_calls.append(_Call((name, args, kwargs)))
                names_go_on = parent._mock_parent is not None
                if names_go_on:
                    name = f"{parent._mock_name}.{name}"
            parent.mock_calls.append(_Call((path, args, kwargs)))
            if parent._mock_new_name:
                path = parent._mock_new_name + ("" if step == "()" else ".") + path
                step = parent._mock_new_name
            parent = parent._mock_new_parent

    def _execute_mock_call(self, /, *args, **kwargs):
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            result = effect(*args, **kwargs) if callable(effect) else _next_result(effect)
            if result is not DEFAULT:
                return result
        if self._mock_return_value is DEFAULT and self._mock_wraps is not None:
            return self._mock_wraps(*args, **kwargs)
        return self.return_value


def _next_result(results):
    result = next(results)
    if _is_exception(result):
        raise result
    return result


class Mock(CallableMixin, NonCallableMock):
    """A callable object with any attributes, which records how it is used."""


class MagicMixin(Base):
    """Special methods of mocks, made when they are first used."""

    def __init__(self, /, *args, **kw):
        self._mock_set_magics()  # configure_mock() may need them
        super().__init__(*args, **kw)
        self._mock_set_magics()  # those that the model lacks go

    def mock_add_spec(self, spec, spec_set=False):
        """Allow only the attributes of an object, special methods included."""
        self._mock_add_spec(spec, spec_set)
        self._mock_set_magics()

    def _mock_set_magics(self):
        offered, own = _magics | _async_method_magics, type(self)
        allowed = self.__dict__.get("_mock_methods")
        if allowed is not None:
            for name in offered.difference(allowed):
                if name in own.__dict__:
                    delattr(self, name)
            offered = offered.intersection(allowed)
        for name in offered.difference(own.__dict__):
            setattr(own, name, MagicProxy(name, self))


class NonCallableMagicMock(MagicMixin, NonCallableMock):
    """A mock with special methods that cannot be called."""


class MagicMock(MagicMixin, Mock):
    """A Mock whose special methods are mocks too."""


class AsyncMockMixin(Base):
    """Calls give coroutines; what a plain mock tells of calls, this one tells of awaits as well."""
    await_count = _delegated("await_count")
    await_args = _delegated("await_args")
    await_args_list = _delegated("await_args_list")

    def __init__(self, /, *args, **kwargs):
        super().__init__(*args, **kwargs)
        from asyncio.coroutines import _is_coroutine
        self.__dict__.update(_is_coroutine=_is_coroutine, _mock_await_count=0, _mock_await_args=None,
                             _mock_await_args_list=_CallList())

    async def _execute_mock_call(self, /, *args, **kwargs):
        awaited = _Call((args, kwargs), two=True)
        self.await_count += 1
        self.await_args = awaited
        self.await_args_list.append(awaited)
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            if not callable(effect):
                try:
                    result = _next_result(effect)
                except StopIteration:  # cannot leave a coroutine
                    raise StopAsyncIteration
            else:
                result = effect(*args, **kwargs)
                if _iscoroutinefunction(effect):
                    result = await result
            if result is not DEFAULT:
                return result
        if self._mock_return_value is DEFAULT and self._mock_wraps is not None:
            result = self._mock_wraps(*args, **kwargs)
            return await result if _iscoroutinefunction(self._mock_wraps) else result
        return self.return_value

    def assert_awaited(self):
        """There was an await."""
        if self.await_count == 0:
            raise AssertionError(f"Expected {self._shown_name()} to have been awaited.")

    def assert_awaited_once(self):
        """There was exactly one await."""
        if self.await_count != 1:
            raise AssertionError(f"Expected {self._shown_name()} to have been awaited once. "
                                 f"Awaited {self.await_count} times.")

    def assert_awaited_with(self, /, *args, **kwargs):
        """The last await had these arguments."""
        if self.await_args is None:
            raise AssertionError(f"Expected await: {self._format_mock_call_signature(args, kwargs)}\nNot awaited")
        expected, cause = self._expected(args, kwargs)
        if self._call_matcher(self.await_args) != expected:
            raise AssertionError(self._format_mock_failure_message(args, kwargs, action="await")) from cause

    def assert_awaited_once_with(self, /, *args, **kwargs):
        """There was exactly one await, with these arguments."""
        self.assert_awaited_once()
        return self.assert_awaited_with(*args, **kwargs)

    def assert_any_await(self, /, *args, **kwargs):
        """One of the awaits had these arguments."""
        expected, cause = self._expected(args, kwargs)
        if cause is not None or not _compared([self._call_matcher(c) for c in self.await_args_list], expected):
            raise AssertionError(f"{self._format_mock_call_signature(args, kwargs)} await not found") from cause

    def assert_has_awaits(self, calls, any_order=False):
        """These awaits happened, one behind the other unless in any order."""
        self._check_calls(calls, self.await_args_list, any_order, "await", f"\nActual: {self.await_args_list}",
                          lambda missed, rest: f"{missed!r} not all found in await list")

    def assert_not_awaited(self):
        """There was no await."""
        if self.await_count != 0:
            raise AssertionError(f"Expected {self._shown_name()} to not have been awaited. "
                                 f"Awaited {self.await_count} times.")

    def reset_mock(self, /, *args, **kwargs):
        """As NonCallableMock.reset_mock(); forgets awaits too."""
        super().reset_mock(*args, **kwargs)
        self.await_count, self.await_args, self.await_args_list = 0, None, _CallList()


class AsyncMagicMixin(MagicMixin):
    """Special methods of mocks whose calls give coroutines."""


class AsyncMock(AsyncMockMixin, AsyncMagicMixin, Mock):
    """A MagicMock whose calls give coroutines."""


class PropertyMock(Mock):
    """A mock to be put in a class: looking it up calls it, and setting it calls it with the value."""

    def _get_child_mock(self, /, **kwargs):
        return MagicMock(**kwargs)

    def __get__(self, obj, obj_type=None):
        return self()

    def __set__(self, obj, val):
        self(val)


def seal(mock):
    """Have a mock, and the children that it has made, make no more of them."""
    mock._mock_sealed = True
    for name in dir(mock):
        child = getattr(mock, name, None)
        if isinstance(child, NonCallableMock) and not isinstance(child._mock_children.get(name), _SpecState):
            if child._mock_new_parent is mock:
                seal(child)


from ._mock_patch import _get_target, _patch, _patch_dict, mock_open, patch
from ._mock_spec import _SpecState, _callable, create_autospec
