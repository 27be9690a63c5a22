"""Mocks after the model of an object: the same attributes and signatures."""
from functools import partial
from types import FunctionType, MethodType

from ._mock_calls import InvalidSpecError, _CallList, _missing
from .mock import (AsyncMock, MagicMock, NonCallableMagicMock, _is_async_func, _is_instance_mock, _is_magic)

_FUNCTIONS = (FunctionType, MethodType)


def signature_of(spec, as_instance, eat_self):
    """The signature of calls of an object, or None where none is known. `as_instance`: of calls of a class's instances;
    `eat_self`: without the first parameter."""
    import inspect
    if isinstance(spec, type) and not as_instance:
        spec, eat_self = spec.__init__, True  # what __new__ and metaclasses take is not looked at
    elif not isinstance(spec, _FUNCTIONS):
        try:
            spec = spec.__call__
        except AttributeError:
            return None
    try:
        return inspect.signature(partial(spec, None) if eat_self else spec)
    except ValueError:
        return None


def _callable(obj):
    """Whether obj, or what a descriptor of methods holds, can be called."""
    while isinstance(obj, (staticmethod, classmethod, MethodType)):
        obj = obj.__func__
    return isinstance(obj, type) or getattr(obj, "__call__", None) is not None


def _instance_callable(obj):
    """Whether instances of a class can be called; an object that is no class is asked itself."""
    if not isinstance(obj, type):
        return getattr(obj, "__call__", None) is not None
    return any(base.__dict__.get("__call__") is not None for base in obj.__mro__)


def _takes_self(spec, name, is_type):
    """Whether a function that was looked up in a model has a first parameter that callers do not give."""
    if not isinstance(spec, type):
        if name in getattr(spec, "__dict__", {}):
            return False
        spec = type(spec)
    for base in spec.__mro__:
        found = base.__dict__.get(name, _missing)
        if found is not _missing:
            return is_type and isinstance(found, _FUNCTIONS)
    return is_type


def _check_spec_arg_typos(names):
    for name in ("autospect", "auto_spec", "set_spec"):
        if name in names:
            raise RuntimeError(f"{name!r} might be a typo; use unsafe=True if this is intended")


def _check_calls(mock, signature):
    """Have a mock refuse calls that do not fit a signature."""
    if signature is not None:
        def check(self, /, *args, **kwargs):
            signature.bind(*args, **kwargs)

        type(mock)._mock_check_sig = check
        type(mock).__signature__ = signature


class _SpecState:
    """Stands among a mock's children for a model whose own mock is made when it is asked for."""

    def __init__(self, spec, spec_set, parent, name):
        self.spec, self.spec_set = spec, spec_set
        self.parent, self.name = parent, name

    def create(self):
        return create_autospec(self.spec, self.spec_set, _parent=self.parent, _name=self.name)


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, *, unsafe=False, **kwargs):
    """A mock that has the attributes of an object, and theirs, and refuses calls that the object would refuse.

    With `instance`, the mock is that of an instance of the class `spec`; with `spec_set`, other attributes cannot be set
    either. Functions get a function that calls a mock, which is its attribute `mock`."""
    from inspect import isdatadescriptor
    if type(spec) in (list, tuple):
        spec = type(spec)
    if _is_instance_mock(spec):
        raise InvalidSpecError(f"Cannot autospec a Mock object. [object={spec!r}]")
    if not unsafe:
        _check_spec_arg_typos(kwargs)
    is_type, is_async = isinstance(spec, type), _is_async_func(spec)
    options = {} if spec is None and not spec_set else {"spec_set" if spec_set else "spec": spec}
    if options and instance:
        options["_spec_as_instance"] = True
    options.update(kwargs)
    kind = MagicMock
    if isdatadescriptor(spec):
        options = {}  # properties are anything, even if they are callable
    elif spec is None:
        kind = MagicMock
    elif not _callable(spec) or is_type and instance and not _instance_callable(spec):
        kind = NonCallableMagicMock
    elif is_async:
        if instance:
            raise RuntimeError("Instance can not be True when create_autospec is mocking an async function")
        kind = AsyncMock
    name = options.pop("name", _name)
    mock = kind(parent=_parent, _new_parent=_parent, _new_name="" if _parent is None else name, name=name, **options)
    if isinstance(spec, _FUNCTIONS):
        mock = _function(mock, spec, is_async)
    else:
        _check_calls(mock, signature_of(spec, instance, is_type))
    if _parent is not None and not instance:
        _parent._mock_children[name] = mock
    if is_type and not instance and "return_value" not in kwargs:
        mock.return_value = create_autospec(spec, spec_set, instance=True, _name="()", _parent=mock)

    behind = getattr(mock, "mock", mock) if isinstance(spec, _FUNCTIONS) else mock
    for entry in dir(spec):
        if _is_magic(entry):
            continue  # MagicMock has made them
        original = getattr(spec, entry, _missing)
        if original is _missing:  # dir() may tell more than there is
            continue
        if isinstance(original, _FUNCTIONS):
            takes_self = _takes_self(spec, entry, is_type)
            child = (AsyncMock if _is_async_func(original) else MagicMock)(
                parent=behind, name=entry, _new_name=entry, _new_parent=behind, _eat_self=takes_self,
                **{"spec_set" if spec_set else "spec": original})
            _check_calls(child, signature_of(original, False, takes_self))
        else:
            child = _SpecState(original, spec_set, behind, entry)
        mock._mock_children[entry] = child
        if behind is not mock:
            setattr(mock, entry, child)
    return mock


def _function(mock, spec, is_async):
    """A function that looks like another one, calls a mock, and has the mock's methods and records."""
    signature = signature_of(spec, False, False)
    if signature is None:
        return mock

    def function(*args, **kwargs):
        signature.bind(*args, **kwargs)
        return mock(*args, **kwargs)

    def reset_mock():
        function.method_calls, function.mock_calls = _CallList(), _CallList()
        mock.reset_mock()
        result = function.return_value
        if _is_instance_mock(result) and result is not mock:
            result.reset_mock()

    name = spec.__name__ if spec.__name__.isidentifier() else "funcopy"
    function.__name__ = function.__qualname__ = name
    function.__module__ = spec.__module__
    function.__signature__ = signature
    forwarded = ["assert_called_with", "assert_called_once_with", "assert_any_call", "assert_has_calls",
                 "assert_not_called", "assert_called", "assert_called_once"]
    function.mock, function.reset_mock, function._mock_children = mock, reset_mock, mock._mock_children
    function.called, function.call_count, function.call_args = False, 0, None
    function.call_args_list, function.method_calls, function.mock_calls = _CallList(), _CallList(), _CallList()
    function.return_value, function.side_effect = mock.return_value, mock.side_effect
    if is_async:
        forwarded += ["assert_awaited_with", "assert_awaited_once_with", "assert_any_await", "assert_has_awaits",
                      "assert_not_awaited", "assert_awaited", "assert_awaited_once"]
        function._is_coroutine = mock._is_coroutine
        function.await_count, function.await_args, function.await_args_list = 0, None, _CallList()
    for method in forwarded:
        setattr(function, method, getattr(mock, method))
    mock._mock_delegate = function
    return function
