"""Patches that put mocks in place, and a mock of open()."""
import builtins
import contextlib
import inspect
import sys
from functools import partial, wraps
from types import FunctionType, ModuleType

from ._mock_calls import DEFAULT, InvalidSpecError
from .mock import (AsyncMock, MagicMock, NonCallableMagicMock, NonCallableMock, _is_instance_mock,
                   _iscoroutinefunction, create_autospec)


def mock_open(mock=None, read_data=""):
    """A mock that stands for open()."""
    state = [None]

    def fresh():
        import io
        return io.BytesIO(read_data) if isinstance(read_data, bytes) else io.StringIO(read_data, newline="")

    if mock is None:
        mock = MagicMock(name="open", spec=open)
    import io
    handle = MagicMock(spec=sorted(set(dir(io.TextIOWrapper)) | set(dir(io.BytesIO))))
    handle.__enter__.return_value = handle

    def source(name):
        def method(*args, **kwargs):
            value = getattr(handle, name)._mock_return_value if name != "__iter__" else DEFAULT
            if value is not DEFAULT:
                return value
            return getattr(state[0], name)(*args, **kwargs)
        return method

    handle.write.return_value = None
    handle.read.return_value = DEFAULT
    handle.read.side_effect = source("read")
    handle.readline.side_effect = source("readline")
    handle.readlines.side_effect = source("readlines")
    handle.__iter__.side_effect = lambda: iter(state[0])
    handle.__next__ = lambda self: next(state[0])
    state[0] = fresh()

    def reset(*args, **kwargs):
        state[0] = fresh()
        return DEFAULT

    mock.side_effect = reset
    mock.return_value = handle
    return mock


# --- patches ---
def _importer(target):
    parts = target.split(".")
    path = parts.pop(0)
    thing = __import__(path)
    for part in parts:
        path += ".%s" % part
        try:
            thing = getattr(thing, part)
        except AttributeError:
            __import__(path)
            thing = getattr(thing, part)
    return thing


class _patch:
    """Puts an object in the place of an attribute for a time."""
    attribute_name = None
    _active_patches = []

    def __init__(self, getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, *, unsafe=False):
        if new_callable is not None:
            if new is not DEFAULT:
                raise ValueError("Cannot use 'new' and 'new_callable' together")
            if autospec is not None:
                raise ValueError("Cannot use 'autospec' and 'new_callable' together")
        self.getter = getter
        self.attribute = attribute
        self.new = new
        self.new_callable = new_callable
        self.spec = spec
        self.create = create
        self.has_local = False
        self.spec_set = spec_set
        self.autospec = autospec
        self.kwargs = kwargs
        self.additional_patchers = []
        self.is_started = False

    def copy(self):
        """The same patch again."""
        other = _patch(self.getter, self.attribute, self.new, self.spec, self.create, self.spec_set, self.autospec,
                       self.new_callable, self.kwargs)
        other.attribute_name = self.attribute_name
        other.additional_patchers = [p.copy() for p in self.additional_patchers]
        return other

    def __call__(self, func):
        if isinstance(func, type):
            for attr in dir(func):
                if attr.startswith(patch.TEST_PREFIX) and hasattr(getattr(func, attr), "__call__"):
                    setattr(func, attr, self.copy()(getattr(func, attr)))
            return func
        if hasattr(func, "patchings"):
            func.patchings.append(self)
            return func
        if inspect.iscoroutinefunction(func):
            @wraps(func)
            async def patched(*args, **keywargs):
                with self._all(patched, args, keywargs) as (args, keywargs):
                    return await func(*args, **keywargs)
        else:
            @wraps(func)
            def patched(*args, **keywargs):
                with self._all(patched, args, keywargs) as (args, keywargs):
                    return func(*args, **keywargs)
        patched.patchings = [self]
        return patched

    @contextlib.contextmanager
    def _all(self, patched, args, keywargs):
        extra = []
        with contextlib.ExitStack() as stack:
            for patching in patched.patchings:
                arg = stack.enter_context(patching)
                if patching.attribute_name is not None:
                    keywargs.update(arg)
                elif patching.new is DEFAULT:
                    extra.append(arg)
            yield args + tuple(extra), keywargs

    def get_original(self):
        """(the attribute, whether it is the target's own)."""
        target, name = self.getter(), self.attribute
        original, local = DEFAULT, False
        try:
            original = target.__dict__[name]
        except (AttributeError, KeyError):
            original = getattr(target, name, DEFAULT)
        else:
            local = True
        if name in builtins.__dict__ and isinstance(target, ModuleType):
            self.create = True
        if not self.create and original is DEFAULT:
            raise AttributeError("%s does not have the attribute %r" % (target, name))
        return original, local

    def __enter__(self):
        if self.is_started:
            raise RuntimeError("Patch is already started")
        new, spec, spec_set, autospec, kwargs = self.new, self.spec, self.spec_set, self.autospec, self.kwargs
        if spec is False:
            spec = None
        if spec_set is False:
            spec_set = None
        if autospec is False:
            autospec = None
        if spec is not None and autospec is not None:
            raise TypeError("Can't specify spec and autospec")
        if (spec is not None or autospec is not None) and spec_set not in (True, None):
            raise TypeError("Can't provide explicit spec_set *and* spec or autospec")
        self.target = self.getter()
        original, local = self.get_original()
        if new is DEFAULT and autospec is None:
            if spec is True:
                spec = original
                if spec_set is True:
                    spec_set = original
                    spec = None
            elif spec is not None:
                if spec_set is True:
                    spec_set = spec
                    spec = None
            elif spec_set is True:
                spec_set = original
            options = {}
            if self.new_callable is not None:
                cls = self.new_callable
            elif spec is None and _iscoroutinefunction(original):
                cls = AsyncMock
            else:
                cls = MagicMock
                this = spec_set if spec_set is not None else spec
                if this is not None and not isinstance(this, (list, tuple)) and not callable(this):
                    cls = NonCallableMagicMock
                elif this is not None and _iscoroutinefunction(this):
                    cls = AsyncMock
            if spec is not None:
                options["spec"] = spec
            if spec_set is not None:
                options["spec_set"] = spec_set
            if isinstance(cls, type) and issubclass(cls, NonCallableMock) and self.attribute:
                options["name"] = self.attribute
            options.update(kwargs)
            new = cls(**options)
            if (spec is not None or spec_set is not None) and _is_instance_mock(new):
                this = spec_set if spec_set is not None else spec
                if isinstance(this, type):
                    options = dict(options)
                    options.pop("name", None)
                    for key in kwargs:
                        options.pop(key, None)
                    new.return_value = (NonCallableMagicMock if "__call__" not in dir(this) else MagicMock)(
                        _new_parent=new, _new_name="()", **options)
        elif autospec is not None:
            if new is not DEFAULT:
                raise TypeError("autospec creates the mock for you. Can't specify autospec and new.")
            if original is DEFAULT:
                raise TypeError("Can't use 'autospec' with create=True")
            if autospec is True:
                autospec = original
            if _is_instance_mock(self.target):
                raise InvalidSpecError(f"Cannot autospec attr {self.attribute!r} as the patch target has already been "
                                       f"mocked out. [target={self.target!r}, attr={autospec!r}]")
            new = create_autospec(autospec, spec_set=bool(spec_set), _name=self.attribute if not isinstance(
                autospec, FunctionType) else None, **kwargs)
        elif kwargs:
            raise TypeError("Can't pass kwargs to a mock we aren't creating")
        self.temp_original = original
        self.is_local = local
        self._stack = contextlib.ExitStack()
        self.is_started = True
        try:
            setattr(self.target, self.attribute, new)
            if self.attribute_name is not None:
                extra = {}
                if self.new is DEFAULT:
                    extra[self.attribute_name] = new
                for patching in self.additional_patchers:
                    arg = self._stack.enter_context(patching)
                    if patching.new is DEFAULT:
                        extra.update(arg)
                return extra
            return new
        except:
            if not self.__exit__(*sys.exc_info()):
                raise

    def __exit__(self, *exc_info):
        if not self.is_started:
            return
        if self.is_local and self.temp_original is not DEFAULT:
            setattr(self.target, self.attribute, self.temp_original)
        else:
            delattr(self.target, self.attribute)
            if not self.create and (not hasattr(self.target, self.attribute) or
                                    self.attribute in ("__doc__", "__module__", "__defaults__", "__annotations__",
                                                       "__kwdefaults__")):
                setattr(self.target, self.attribute, self.temp_original)
        del self.temp_original, self.is_local, self.target
        stack = self._stack
        del self._stack
        self.is_started = False
        return stack.__exit__(*exc_info)

    def start(self):
        """Patch until stop() is called."""
        result = self.__enter__()
        self._active_patches.append(self)
        return result

    def stop(self):
        """End what start() began."""
        try:
            self._active_patches.remove(self)
        except ValueError:
            return None
        return self.__exit__(None, None, None)


def _target(target):
    try:
        target, attribute = target.rsplit(".", 1)
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f"Need a valid target to patch. You supplied: {target!r}")
    return partial(_importer, target), attribute


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *,
          unsafe=False, **kwargs):
    """Put a mock in the place of 'module.name' for the extent of a function or a with statement."""
    getter, attribute = _target(target)
    return _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs)


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None,
                  new_callable=None, *, unsafe=False, **kwargs):
    """patch() of an attribute of an object."""
    if type(target) is str:
        raise TypeError(f"{target!r} must be the actual object to be patched, not a str")
    return _patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs)


def _patch_multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    """Several patches of one object."""
    getter = partial(_importer, target) if isinstance(target, str) else lambda: target
    if not kwargs:
        raise ValueError("Must supply at least one keyword argument with patch.multiple")
    items = list(kwargs.items())
    attribute, new = items[0]
    patcher = _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, {})
    patcher.attribute_name = attribute
    for attribute, new in items[1:]:
        other = _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, {})
        other.attribute_name = attribute
        patcher.additional_patchers.append(other)
    return patcher


class _patch_dict:
    """Changes a dictionary for a time."""

    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict = in_dict
        self.values = dict(values)
        self.values.update(kwargs)
        self.clear = clear
        self._original = None

    def __call__(self, f):
        if isinstance(f, type):
            for attr in dir(f):
                value = getattr(f, attr)
                if attr.startswith(patch.TEST_PREFIX) and hasattr(value, "__call__"):
                    setattr(f, attr, _patch_dict(self.in_dict, self.values, self.clear)(value))
            return f

        @wraps(f)
        def inner(*args, **kw):
            with self:
                return f(*args, **kw)
        return inner

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = _importer(self.in_dict)
        in_dict = self.in_dict
        try:
            self._original = in_dict.copy()
        except AttributeError:
            self._original = {key: in_dict[key] for key in in_dict}
        if self.clear:
            _clear_dict(in_dict)
        try:
            in_dict.update(self.values)
        except AttributeError:
            for key in self.values:
                in_dict[key] = self.values[key]
        return in_dict

    def __exit__(self, *args):
        if self._original is not None:
            in_dict = self.in_dict
            _clear_dict(in_dict)
            try:
                in_dict.update(self._original)
            except AttributeError:
                for key in self._original:
                    in_dict[key] = self._original[key]
            self._original = None
        return False

    def start(self):
        """Change until stop() is called."""
        result = self.__enter__()
        _patch._active_patches.append(self)
        return result

    def stop(self):
        """End what start() began."""
        try:
            _patch._active_patches.remove(self)
        except ValueError:
            return None
        return self.__exit__(None, None, None)


def _clear_dict(in_dict):
    try:
        in_dict.clear()
    except AttributeError:
        for key in list(in_dict):
            del in_dict[key]


def _patch_stopall():
    """End all patches that start() began."""
    for p in reversed(_patch._active_patches[:]):
        p.stop()


patch.object = _patch_object
patch.dict = _patch_dict
patch.multiple = _patch_multiple
patch.stopall = _patch_stopall
patch.TEST_PREFIX = "test"
