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
    if not (dynamic is None or isinstance(dynamic, bool)):
        raise AssertionError(f"Expected enable to be a bool, got {type(dynamic)}")
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
                name=name,
                disable=disable,
            )

        return decorate
    if disable:
        return model
    if backend == "inductor":
        _check_inductor(mode, options)
    elif mode not in (None, "default") or options:
        _warn_of_extras(backend, mode, options)
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


_MODES = ("default", "lite", "reduce-overhead", "max-autotune-no-cudagraphs", "max-autotune")


def _check_inductor(mode, options):
    """mode= and options= as PyTorch checks them; what they ask for needs nothing here."""
    if mode is not None and mode not in _MODES:
        raise RuntimeError(f"Unrecognized mode={mode}, should be one of: {', '.join(_MODES)}")
    if not options:
        return
    from torch._inductor._options import types

    known = types()
    for key, value in options.items():
        name = key.replace("-", "_")
        if name == "guard_filter_fn":
            continue
        if name not in known:
            raise RuntimeError(f"Unexpected optimization option {key}, known options are {list(known)}")
        if not isinstance(value, known[name]):
            raise RuntimeError(
                f"Unexpected type of attr {key}, got {type(value).__name__} should be {known[name].__name__}"
            )


def _warn_of_extras(backend, mode, options):
    extras = {}
    if mode not in (None, "default"):
        extras["mode"] = mode
    if options:
        extras["options"] = options
    if isinstance(backend, str):
        _capture.warn(f"{backend} backend ignoring extra kwargs {extras}")


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
