"""torch.compile."""

import _capture
from torch.nn.modules.module import Module

__name__ = "torch"


def compile(
    model=None,
    *,
    fullgraph=False,
    dynamic=None,
    backend="inductor",
    mode=None,
    options=None,
    name=None,
    disable=False,
    shapes_spec=None,
):
    """Capture the calls of a function or module into graphs and compile them."""
    if mode is not None and options is not None:
        raise RuntimeError(
            "Either mode or options can be specified, but both can't be specified at the same time."
        )
    if model is None:

        def decorate(fn):
            if fn is None:
                raise RuntimeError("Model can't be None")
            return compile(
                fn,
                fullgraph=fullgraph,
                dynamic=dynamic,
                backend=backend,
                mode=mode,
                options=options,
                disable=disable,
            )

        return decorate
    if disable:
        return model
    settings = {
        "fullgraph": bool(fullgraph),
        "dynamic": dynamic,
        "backend": _backend(backend),
        "mode": mode,
        "options": options,
    }
    if isinstance(model, Module):
        from torch._dynamo.eval_frame import OptimizedModule

        return OptimizedModule(model, settings)
    if not callable(model):
        raise AssertionError(f"A callable function is expected, but {type(model)} is provided.")
    return _region(model, settings)


def _backend(backend):
    """The name of a built-in backend, or a function (graph module, example inputs) -> callable."""
    if callable(backend):
        return backend
    from torch._dynamo.backends.registry import lookup_backend

    return lookup_backend(backend)


def _region(fn, settings):
    """A function that calls fn and whose frame capture watches."""

    def compiled(*args, **kwargs):
        return fn(*args, **kwargs)

    for attribute in ("__name__", "__qualname__", "__doc__", "__module__"):
        value = getattr(fn, attribute, None)
        if value is not None:
            setattr(compiled, attribute, value)
    compiled.__wrapped__ = fn
    compiled._torchdynamo_orig_callable = fn
    compiled._torchdynamo_inline = fn
    return _capture.region(compiled, settings)
