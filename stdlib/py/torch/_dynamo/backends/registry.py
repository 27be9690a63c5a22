"""Names of backends."""

import _torch

_registered = {}

_BUILT_IN = ("aot_eager", "aot_eager_decomp_partition", "cudagraphs", "eager", "inductor")
_TAGGED = ("aot_eager", "aot_eager_decomp_partition", "eager")


def register_backend(compiler_fn=None, name=None, tags=()):
    """Give a backend a name."""
    if compiler_fn is None:
        return lambda fn: register_backend(fn, name, tags)
    if not callable(compiler_fn):
        raise AssertionError(f"compiler_fn must be callable, got {type(compiler_fn)}")
    _registered[name or compiler_fn.__name__] = compiler_fn
    return compiler_fn


def list_backends(exclude_tags=("debug", "experimental")):
    """The names that the backend argument of torch.compile takes."""
    hidden = _TAGGED if exclude_tags else ()
    return sorted([name for name in _BUILT_IN if name not in hidden] + list(_registered))


def lookup_backend(compiler_fn):
    """A built-in backend's name, or a registered function."""
    if not isinstance(compiler_fn, str):
        return compiler_fn
    if compiler_fn in _registered:
        return _registered[compiler_fn]
    if compiler_fn not in _BUILT_IN:
        from torch._dynamo.exc import InvalidBackend

        raise InvalidBackend(compiler_fn)
    return compiler_fn


def call_backend(backend, gm, example_inputs):
    """Compile a graph module with a backend by name or function."""
    backend = lookup_backend(backend)
    if callable(backend):
        return backend(gm, example_inputs)
    if backend == "eager":
        return gm.forward
    from torch._compile import compile as torch_compile

    return torch_compile(gm.forward, backend=backend)
