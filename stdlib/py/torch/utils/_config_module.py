"""Settings as attributes of a module-like object, with patch()."""


class ConfigModule:
    """Named settings; an unknown name is an error unless the object is open."""

    def __init__(self, name, settings, is_open=False):
        d = self.__dict__
        d["_name"] = name
        d["_defaults"] = dict(settings)
        d["_values"] = dict(settings)
        d["_open"] = is_open

    def __getattr__(self, key):
        values = self.__dict__["_values"]
        if key in values:
            return values[key]
        if self.__dict__["_open"] and not key.startswith("__"):
            section = ConfigModule(f"{self.__dict__['_name']}.{key}", {}, True)
            values[key] = section
            return section
        raise AttributeError(f"{self.__dict__['_name']}.{key} does not exist")

    def __setattr__(self, key, value):
        if key not in self._values and not self._open:
            raise AttributeError(f"{self._name}.{key} does not exist")
        self._values[key] = value

    def __delattr__(self, key):
        self._values.pop(key, None)

    def _get_dict(self):
        return dict(self._values)

    get_config_copy = _get_dict
    shallow_copy_dict = _get_dict
    to_dict = _get_dict

    def load_config(self, settings):
        self._values.update(settings)

    def patch(self, arg1=None, arg2=None, **kwargs):
        """Other settings inside a with, or in a decorated function."""
        if arg1 is not None:
            changes = {arg1: arg2} if isinstance(arg1, str) else dict(arg1)
        else:
            changes = kwargs
        for key in changes:
            if key not in self._values and not self._open:
                raise AttributeError(f"{self._name}.{key} does not exist")
        return _Patch(self, changes)


class _Patch:
    def __init__(self, config, changes):
        self.config = config
        self.changes = changes
        self.old = None

    def __enter__(self):
        values = self.config._values
        self.old = {key: values.get(key) for key in self.changes}
        for key, value in self.changes.items():
            setattr(self.config, key, value)
        return self

    def __exit__(self, kind, value, tb):
        for key, old in self.old.items():
            setattr(self.config, key, old)

    def __call__(self, func):
        import functools

        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            with _Patch(self.config, self.changes):
                return func(*args, **kwargs)

        return wrapper
