"""Marks on functions and tensors that capture obeys."""

from collections import namedtuple

import _capture
import _torch


def disable(fn=None, recursive=True, *, reason=None, wrapping=True):
    """Do not capture a function (nor what it calls)."""
    if fn is None:
        return lambda f: disable(f, recursive, reason=reason)
    from torch.nn.modules.module import Module

    if isinstance(fn, Module):
        fn.forward = disable(fn.forward, recursive, reason=reason)
        return fn
    import functools

    @functools.wraps(fn)
    def disabled(*args, **kwargs):
        token = _capture.suspend()
        try:
            return fn(*args, **kwargs)
        finally:
            _capture.resume(token)

    disabled._torchdynamo_disable = True
    disabled._torchdynamo_orig_callable = fn
    _capture.disable(disabled, bool(recursive), reason)
    return disabled


def disallow_in_graph(fn):
    """A call of fn ends the graph."""
    if isinstance(fn, (list, tuple)):
        return [disallow_in_graph(f) for f in fn]
    return disable(fn)


def forbid_in_graph(fn):
    """fn must not be captured."""
    return disallow_in_graph(fn)


def allow_in_graph(fn):
    """Accepted: capture records through fn."""
    if isinstance(fn, (list, tuple)):
        return [allow_in_graph(f) for f in fn]
    if not callable(fn):
        raise AssertionError("allow_in_graph expects a callable")
    return fn


def nonstrict_trace(fn):
    """Accepted: capture records through fn."""
    return fn


def assume_constant_result(fn):
    """Accepted: fn is called again on replay unless it is pure."""
    fn._dynamo_marked_constant = True
    return fn


def substitute_in_graph(original_fn, *, can_constant_fold_through=False, skip_signature_check=False):
    """Accepted: capture executes the original."""
    return lambda fn: fn


_DimRange = namedtuple("_DimRange", ("dim", "min", "max"))


def _mark(t, attribute, index):
    if not isinstance(t, _torch.Tensor):
        raise TypeError(f"expected a tensor, got {type(t).__name__}")
    marks = t.__dict__.setdefault(attribute, set())
    for i in index if isinstance(index, (list, tuple)) else (index,):
        marks.add(i)


def mark_dynamic(t, index, *, hint_override=None, min=None, max=None, specialize_on=None):
    """A dimension that must be symbolic, with the least and the greatest size that it may have."""
    _mark(t, "_dynamo_dynamic_indices", index)
    ranges = t.__dict__.setdefault("_dynamo_dynamic_range", set())
    if min is None and max is None:
        return
    for i in index if isinstance(index, (list, tuple)) else (index,):
        ranges.add(_DimRange(i, min, max))


def maybe_mark_dynamic(t, index):
    """A dimension that is symbolic if possible."""
    _mark(t, "_dynamo_weak_dynamic_indices", index)


def mark_unbacked(t, index, hint_override=None, strict=False, specialize_on=None):
    """A dimension of which nothing is known."""
    _mark(t, "_dynamo_unbacked_indices", index)


def mark_static(t, index=None):
    """A dimension that is never symbolic; all of them without an index."""
    _mark(t, "_dynamo_static_indices", tuple(range(t.dim())) if index is None else index)


def mark_static_address(t, guard=True):
    """Accepted: addresses are not part of compiled code."""
    if not isinstance(t, _torch.Tensor):
        raise TypeError(f"mark_static_address expects a tensor but received {type(t)}")


class set_stance:
    """How compiled functions are run: a function call, a with, or a decorator."""

    _STANCES = (
        "default",
        "force_eager",
        "eager_on_recompile",
        "fail_on_recompile",
        "eager_then_compile",
        "aot_eager_then_compile",
    )

    def __init__(self, stance="default", *, skip_guard_eval_unsafe=False, force_backend=None):
        if stance not in self._STANCES:
            raise RuntimeError(
                f"invalid torch.compile stance 'DynamoStance(stance={stance!r}, "
                f"skip_guard_eval_unsafe={skip_guard_eval_unsafe}, backend={force_backend!r})'"
            )
        if force_backend is not None and stance != "default":
            raise RuntimeError("non-default stance cannot have force_backend set")
        self.stance = stance
        self.prev = _capture.stance(stance, force_backend)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, tb):
        _capture.stance(*self.prev)

    def __call__(self, fn):
        _capture.stance(*self.prev)
        import functools

        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            with set_stance(self.stance):
                return fn(*args, **kwargs)

        return wrapper


class error_on_graph_break:
    """fullgraph inside a with or a decorated function."""

    def __init__(self, error):
        self.error = error
        self.prev = None

    def __enter__(self):
        self.prev = _capture.fullgraph(self.error)

    def __exit__(self, kind, value, tb):
        _capture.fullgraph(self.prev)

    def __call__(self, fn):
        import functools

        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            with error_on_graph_break(self.error):
                return fn(*args, **kwargs)

        return wrapper


def patch_dynamo_config(arg1=None, arg2=None, **kwargs):
    """Other settings in a decorated function."""
    from torch._dynamo import config

    return config.patch(arg1, arg2, **kwargs)
