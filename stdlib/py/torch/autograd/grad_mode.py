"""Context managers and decorators that switch gradients on and off."""

import _torch

__all__ = ["no_grad", "enable_grad", "set_grad_enabled", "inference_mode", "set_multithreading_enabled"]


class _ContextDecorator:
    """A context manager that also decorates functions and generators."""

    def clone(self):
        """A fresh one for each call."""
        return type(self)()

    def __call__(self, func):
        import functools
        import inspect

        if inspect.isclass(func):
            import warnings

            warnings.warn(
                "Decorating classes is deprecated and will be disabled in "
                "future versions. You should only decorate functions or methods. "
                "To preserve the current behavior of class decoration, you can "
                "directly decorate the `__init__` method and nothing else.",
                FutureWarning,
                stacklevel=2,
            )
            func.__init__ = self(func.__init__)
            return func
        clone = self.clone
        if inspect.isgeneratorfunction(func):
            return _wrap_generator(clone, func)

        def wrapper(*args, **kwargs):
            with clone():
                return func(*args, **kwargs)

        return functools.update_wrapper(wrapper, func)


def _wrap_generator(clone, func):
    """The mode holds while the generator runs, not while it is suspended."""
    import functools

    def wrapper(*args, **kwargs):
        inner = func(*args, **kwargs)
        advance, what = inner.send, None  # what to do next, and with what
        while True:
            try:
                with clone():
                    item = advance(what)
            except StopIteration as end:
                return end.value
            try:
                advance, what = inner.send, (yield item)
            except GeneratorExit:
                with clone():
                    inner.close()
                raise
            except BaseException as failure:
                advance, what = inner.throw, failure

    return functools.update_wrapper(wrapper, func)


class _OptionalCall(_ContextDecorator):
    """Allows @no_grad as well as @no_grad()."""

    def __new__(cls, orig_func=None):
        if orig_func is None:
            return super().__new__(cls)
        return cls()(orig_func)


class no_grad(_OptionalCall):
    """No gradients inside."""

    def __init__(self):
        self.prev = False

    def __enter__(self):
        self.prev = _torch._swap_grad_enabled(False)

    def __exit__(self, kind, value, tb):
        _torch._swap_grad_enabled(self.prev)


class enable_grad(_OptionalCall):
    """Gradients inside."""

    def __init__(self):
        self.prev = False

    def __enter__(self):
        self.prev = _torch._swap_grad_enabled(True)

    def __exit__(self, kind, value, tb):
        _torch._swap_grad_enabled(self.prev)


class set_grad_enabled(_ContextDecorator):
    """Sets the mode at once; as a context manager it restores the old one."""

    def __init__(self, mode):
        self.prev = _torch._swap_grad_enabled(mode)
        self.mode = mode

    def __call__(self, func):
        _torch._swap_grad_enabled(self.prev)
        return super().__call__(func)

    def __enter__(self):
        _torch._swap_grad_enabled(self.mode)

    def __exit__(self, kind, value, tb):
        _torch._swap_grad_enabled(self.prev)

    def __str__(self):
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.mode})"

    __repr__ = __str__

    def clone(self):
        """A fresh one for each call."""
        return type(self)(self.mode)


class inference_mode(_ContextDecorator):
    """No gradients inside, and results that can never have them."""

    def __new__(cls, mode=True):
        if isinstance(mode, bool):
            return super().__new__(cls)
        return cls()(mode)

    def __init__(self, mode=True):
        self.mode = mode
        self.prev = None

    def __enter__(self):
        self.prev = _torch._swap_inference_mode(self.mode)

    def __exit__(self, kind, value, tb):
        _torch._swap_inference_mode(self.prev)

    def clone(self):
        """A fresh one for each call."""
        return type(self)(self.mode)


class set_multithreading_enabled(_ContextDecorator):
    """Accepted; backward runs in one thread."""

    def __init__(self, mode):
        self.mode = mode

    def __enter__(self):
        pass

    def __exit__(self, kind, value, tb):
        pass

    def clone(self):
        """A fresh one for each call."""
        return type(self)(self.mode)
