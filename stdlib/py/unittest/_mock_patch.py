"""Patches, which put mocks in the place of other objects for a time, and a mock of open()."""
import builtins
import sys
from functools import partial, wraps
from types import FunctionType, ModuleType

from ._mock_calls import DEFAULT, InvalidSpecError
from ._mock_spec import _check_spec_arg_typos, _instance_callable, create_autospec
from .mock import (AsyncMock, MagicMock, NonCallableMagicMock, NonCallableMock, _is_async_func, _is_async_obj,
                   _is_instance_mock)


# -- A mock of open()


class _OpenFile:
    """The text or bytes that the handle of mock_open() reads, from where the last read ended."""

    def __init__(self, handle, data):
        self._handle, self._data = handle, data
        self.rewind()

    def rewind(self):
        import io
        self._stream = io.BytesIO(self._data) if isinstance(self._data, bytes) else io.StringIO(self._data)

    def whole(self, name):
        """The side effect of read() or readlines()."""
        def read(*args, **kwargs):
            set_by_test = getattr(self._handle, name).return_value
            return getattr(self._stream, name)(*args, **kwargs) if set_by_test is None else set_by_test
        return read

    def lines(self):
        """What iterating gives: the return value of readline() for ever, or the lines."""
        while (line := self._handle.readline.return_value) is not None:
            yield line
        yield from self._stream

    def calls_of_readline(self):
        yield from self.lines()
        while True:
            yield self._stream.readline()

    def next_line(self):
        line = self._handle.readline.return_value
        return next(self._stream) if line is None else line


def mock_open(mock=None, read_data=""):
    """A mock that stands for open(): it gives a handle that reads the data, each time from the start."""
    import io
    if mock is None:
        mock = MagicMock(name="open", spec=dir(open))
    handle = MagicMock(spec=list({*dir(io.TextIOWrapper), *dir(io.BytesIO)}))
    handle.__enter__.return_value = handle
    for name in ("write", "read", "readline", "readlines"):
        getattr(handle, name).return_value = None
    file = _OpenFile(handle, read_data)
    readline = file.calls_of_readline()
    handle.readline.side_effect = readline
    handle.read.side_effect = file.whole("read")
    handle.readlines.side_effect = file.whole("readlines")
    handle.__iter__.side_effect = file.lines
    handle.__next__.side_effect = file.next_line

    def opened(*args, **kwargs):
        nonlocal readline
        file.rewind()
        if handle.readline.side_effect is readline:  # not one that the test has set
            handle.readline.side_effect = readline = file.calls_of_readline()
        return DEFAULT

    mock.side_effect = opened
    mock.return_value = handle
    return mock


# -- Patches of attributes


def _resolve(name):
    from pkgutil import resolve_name
    return resolve_name(name)


def _get_target(target):
    """A function that finds the object that holds what a dotted name stands for, and the attribute's name."""
    try:
        holder, attribute = target.rsplit(".", 1)
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f"Need a valid target to patch. You supplied: {target!r}")
    return partial(_resolve, holder), attribute


def _decorate_tests(cls, make_patch):
    """Patch each method of a class whose name begins with patch.TEST_PREFIX."""
    for name in dir(cls):
        if name.startswith(patch.TEST_PREFIX):
            method = getattr(cls, name)
            if hasattr(method, "__call__"):
                setattr(cls, name, make_patch()(method))
    return cls


class _Startable:
    """What patches of attributes and of dictionaries have in common: start() and stop()."""
    _active_patches = []  # of all patches, in the order in which they were started

    def start(self):
        """Patch until stop() is called; gives what a with statement gives."""
        result = self.__enter__()
        self._active_patches.append(self)
        return result

    def stop(self):
        """End what start() began."""
        if self in self._active_patches:
            self._active_patches.remove(self)
            return self.__exit__(None, None, None)
        return None


class _patch(_Startable):
    """Puts an object, by default a mock, in the place of an attribute: as a decorator, in a with statement, or from start()
    to stop().

    `getter` finds the object with the attribute, when the patch begins. Patches of patch.multiple() have an
    attribute_name, by which functions get their mocks, and the first has the others as additional_patchers."""
    attribute_name = None

    def __init__(self, getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, *, unsafe=False):
        if new_callable is not None:
            for name, given in (("new", new is not DEFAULT), ("autospec", autospec is not None)):
                if given:
                    raise ValueError(f"Cannot use '{name}' and 'new_callable' together")
        if not unsafe:
            _check_spec_arg_typos(kwargs)
        if _is_instance_mock(spec):
            raise InvalidSpecError(f"Cannot spec attr {attribute!r} as the spec has already been mocked out. "
                                   f"[spec={spec!r}]")
        if _is_instance_mock(spec_set):
            raise InvalidSpecError(f"Cannot spec attr {attribute!r} as the spec_set target has already been mocked out. "
                                   f"[spec_set={spec_set!r}]")
        self.getter, self.attribute = getter, attribute
        self.new, self.new_callable, self.create = new, new_callable, create
        self.spec, self.spec_set, self.autospec = spec, spec_set, autospec
        self.kwargs = kwargs
        self.additional_patchers = []
        self.is_started = False

    def copy(self):
        """The same patch once more."""
        same = _patch(self.getter, self.attribute, self.new, self.spec, self.create, self.spec_set, self.autospec,
                      self.new_callable, self.kwargs)
        same.attribute_name = self.attribute_name
        same.additional_patchers = [other.copy() for other in self.additional_patchers]
        return same

    # -- As a decorator

    def __call__(self, func):
        if isinstance(func, type):
            return _decorate_tests(func, self.copy)
        if hasattr(func, "patchings"):  # decorated already: one function does all patches
            func.patchings.append(self)
            return func
        from inspect import iscoroutinefunction
        if iscoroutinefunction(func):
            @wraps(func)
            async def patched(*args, **keywargs):
                with _Applied(patched.patchings, args, keywargs) as call:
                    return await func(*call.args, **call.keywargs)
        else:
            @wraps(func)
            def patched(*args, **keywargs):
                with _Applied(patched.patchings, args, keywargs) as call:
                    return func(*call.args, **call.keywargs)
        patched.patchings = [self]
        return patched

    # -- The mock

    def get_original(self):
        """What the attribute is now, and whether it stands in the target itself rather than in a class."""
        target, name = self.getter(), self.attribute
        own = getattr(target, "__dict__", {})
        original = own[name] if name in own else getattr(target, name, DEFAULT)
        if isinstance(target, ModuleType) and name in vars(builtins):
            self.create = True
        if original is DEFAULT and not self.create:
            raise AttributeError(f"{target} does not have the attribute {name!r}")
        return original, name in own

    def _make_mock(self, original, spec, spec_set):
        """A mock after the models that were given, where True stands for the original."""
        if spec is True:
            spec = original
        if spec_set is True:
            spec, spec_set = None, original if spec is None else spec
        if (spec is not None or spec_set is not None) and original is DEFAULT:
            raise TypeError("Can't use 'spec' with create=True")
        model = spec if spec_set is None else spec_set
        options = {name: value for name, value in (("spec", spec), ("spec_set", spec_set)) if value is not None}
        if self.new_callable is not None:
            kind = self.new_callable
        elif model is None:
            kind = AsyncMock if _is_async_obj(original) else MagicMock
        elif _is_async_func(model):
            kind = AsyncMock
        else:
            listed = isinstance(model, (list, tuple))
            can_call = "__call__" in model if listed else callable(model)
            kind = MagicMock if can_call else NonCallableMagicMock
        if isinstance(kind, type) and issubclass(kind, NonCallableMock) and self.attribute:
            options["name"] = self.attribute
        new = kind(**{**options, **self.kwargs})
        if model is not None and _is_instance_mock(new):
            # The result of a class is an instance, with the same attributes.
            listed = isinstance(model, (list, tuple))
            calls = "__call__" in model if listed else _instance_callable(model)
            options.pop("name", None)
            if listed or isinstance(model, type):
                result = MagicMock if calls else NonCallableMagicMock
                if isinstance(model, type):
                    new.return_value = result(_new_parent=new, _new_name="()", **options)
        return new

    def _make_autospec(self, original, autospec, spec_set):
        if self.new is not DEFAULT:
            raise TypeError("autospec creates the mock for you. Can't specify autospec and new.")
        if original is DEFAULT:
            raise TypeError("Can't use 'autospec' with create=True")
        if autospec is True:
            autospec = original
        if _is_instance_mock(self.target):
            mocked = "as the patch target has"
        elif _is_instance_mock(autospec):
            mocked = f"from target {getattr(self.target, '__name__', self.target)!r} as it has"
        else:
            return create_autospec(autospec, spec_set=bool(spec_set), _name=self.attribute, **self.kwargs)
        raise InvalidSpecError(f"Cannot autospec attr {self.attribute!r} {mocked} already been mocked out. "
                               f"[target={self.target!r}, attr={autospec!r}]")

    # -- Putting it there and taking it away

    def __enter__(self):
        if self.is_started:
            raise RuntimeError("Patch is already started")
        spec, spec_set, autospec = [None if value is False else value
                                    for value in (self.spec, self.spec_set, self.autospec)]
        if spec is not None and autospec is not None:
            raise TypeError("Can't specify spec and autospec")
        if (spec is not None or autospec is not None) and spec_set not in (True, None):
            raise TypeError("Can't provide explicit spec_set *and* spec or autospec")
        self.target = self.getter()
        original, self.is_local = self.get_original()
        new = self.new
        if autospec is not None:
            new = self._make_autospec(original, autospec, spec_set)
        elif new is DEFAULT:
            new = self._make_mock(original, spec, spec_set)
        elif self.kwargs:
            raise TypeError("Can't pass kwargs to a mock we aren't creating")
        self.temp_original = original
        self._others = _Applied(self.additional_patchers, (), {})
        self.is_started = True
        try:
            setattr(self.target, self.attribute, new)
            if self.attribute_name is None:
                return new
            made = {self.attribute_name: new} if self.new is DEFAULT else {}
            self._others.__enter__()
            return made | self._others.keywargs
        except BaseException:
            if not self.__exit__(*sys.exc_info()):
                raise

    def __exit__(self, *exc_info):
        if not self.is_started:
            return None
        target, name, original = self.target, self.attribute, self.temp_original
        if self.is_local and original is not DEFAULT:
            setattr(target, name, original)
        else:
            delattr(target, name)
            # It comes back by itself from a class, but for what stands in every function or module.
            if not self.create and (not hasattr(target, name) or name in (
                    "__doc__", "__module__", "__defaults__", "__annotations__", "__kwdefaults__")):
                setattr(target, name, original)
        others = self._others
        del self.target, self.temp_original, self.is_local, self._others
        self.is_started = False
        return others.__exit__(*exc_info)


class _Applied:
    """Patches while one call runs, with what they add to its arguments."""

    def __init__(self, patchings, args, keywargs):
        self._patchings, self._begun = patchings, []
        self.args, self.keywargs = args, keywargs

    def __enter__(self):
        try:
            for patching in self._patchings:
                made = patching.__enter__()
                self._begun.append(patching)
                if patching.attribute_name is not None:
                    self.keywargs.update(made)
                elif patching.new is DEFAULT:
                    self.args += (made,)
        except BaseException:
            if not self.__exit__(*sys.exc_info()):
                raise
        return self

    def __exit__(self, *exc_info):
        failure, swallowed = exc_info, False
        while self._begun:
            try:
                if self._begun.pop().__exit__(*failure):
                    failure, swallowed = (None, None, None), True
            except BaseException:
                failure, swallowed = sys.exc_info(), False
        if failure[1] is not None and failure[1] is not exc_info[1]:
            raise failure[1]
        return swallowed


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *,
          unsafe=False, **kwargs):
    """A patch of what a dotted name stands for."""
    getter, attribute = _get_target(target)
    return _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None,
                  new_callable=None, *, unsafe=False, **kwargs):
    """A patch of an attribute of an object."""
    if type(target) is str:
        raise TypeError(f"{target!r} must be the actual object to be patched, not a str")
    return _patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    """Patches of several attributes of an object, or of what a dotted name stands for; the mocks come by name."""
    if not kwargs:
        raise ValueError("Must supply at least one keyword argument with patch.multiple")
    getter = partial(_resolve, target) if type(target) is str else lambda: target
    patches = []
    for attribute, new in kwargs.items():
        one = _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, {})
        one.attribute_name = attribute
        patches.append(one)
    first, *first.additional_patchers = patches
    return first


# -- Patches of dictionaries


class _patch_dict(_Startable):
    """Changes a mapping, or what a dotted name stands for, for a time."""

    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict = in_dict
        self.values = dict(values, **kwargs)
        self.clear = clear
        self._original = None

    def __call__(self, f):
        if isinstance(f, type):
            return _decorate_tests(f, lambda: _patch_dict(self.in_dict, self.values, self.clear))
        from inspect import iscoroutinefunction
        if iscoroutinefunction(f):
            @wraps(f)
            async def patched(*args, **kw):
                with self:
                    return await f(*args, **kw)
        else:
            @wraps(f)
            def patched(*args, **kw):
                with self:
                    return f(*args, **kw)
        return patched

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = _resolve(self.in_dict)
        # Mappings need not have more than the methods for items.
        self._original = (self.in_dict.copy() if hasattr(self.in_dict, "copy")
                          else {key: self.in_dict[key] for key in self.in_dict})
        if self.clear:
            _empty(self.in_dict)
        _fill(self.in_dict, self.values)
        return self.in_dict

    def __exit__(self, *args):
        if self._original is not None:
            _empty(self.in_dict)
            _fill(self.in_dict, self._original)
            self._original = None
        return False


def _empty(mapping):
    if hasattr(mapping, "clear"):
        mapping.clear()
    else:
        for key in list(mapping):
            del mapping[key]


def _fill(mapping, items):
    if hasattr(mapping, "update"):
        mapping.update(items)
    else:
        for key in items:
            mapping[key] = items[key]


def _patch_stopall():
    """End all patches that start() began, the last one first."""
    for active in reversed(_Startable._active_patches[:]):
        active.stop()


patch.object, patch.dict, patch.multiple, patch.stopall = _patch_object, _patch_dict, _patch_multiple, _patch_stopall
patch.TEST_PREFIX = "test"
