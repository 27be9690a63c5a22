"""Code that runs while capture records."""

import _capture


class _Comptime:
    """comptime(fn): call fn while capture records."""

    def __call__(self, fn, fallback_fn=lambda: None):
        if _capture.is_compiling():
            raise NotImplementedError("torch._dynamo.comptime is not supported")
        fallback_fn()

    def print(self, e):
        print(e)


comptime = _Comptime()
