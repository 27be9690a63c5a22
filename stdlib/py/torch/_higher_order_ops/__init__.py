"""Control flow as functions of tensors."""

import _capture
import _torch

__all__ = ["cond", "while_loop", "scan", "associative_scan", "map"]

Tensor = _torch.Tensor


def cond(pred, true_fn, false_fn, operands=()):
    """true_fn(*operands) where pred holds, else false_fn(*operands)."""
    if isinstance(pred, bool):
        chosen = pred
    else:
        if not isinstance(pred, Tensor):
            raise RuntimeError(f"Expected pred to be bool or tensor, but got {pred}.")
        if pred.numel() != 1:
            raise RuntimeError(f"Expected pred to be bool or single-element tensor, but got {pred}.")
        if _capture.computes_only(true_fn) and _capture.computes_only(false_fn):
            merged = _both_branches(pred, true_fn, false_fn, operands)
            if merged is not None:
                return merged[0]
        chosen = bool(pred)
    if not callable(true_fn) or not callable(false_fn):
        raise RuntimeError("Expect both branches to be callable.")
    if not isinstance(operands, (tuple, list)):
        raise RuntimeError(
            "Expect operands to be a tuple of possibly nested dict/list/tuple that only consists of tensor leaves, but got "
            f"{operands}."
        )
    return true_fn(*operands) if chosen else false_fn(*operands)


def _both_branches(pred, true_fn, false_fn, operands):
    """The result in a list, chosen without looking at pred; None where that would make a difference."""
    try:
        a, b = true_fn(*operands), false_fn(*operands)
    except Exception:
        return None
    if not (isinstance(a, Tensor) and isinstance(b, Tensor)):
        return None
    # Gradients of the branch not taken could be nan, and an operand, or a view of something, must come back as itself.
    if a.requires_grad or b.requires_grad or a._base is not None or b._base is not None:
        return None
    if any(a is o or b is o for o in operands):
        return None
    if a.shape != b.shape or a.dtype != b.dtype or a.stride() != b.stride():
        return None
    return [_torch.where(pred.reshape(()) != 0, a, b)]


def while_loop(cond_fn, body_fn, carried_inputs):
    """Run body_fn on the carried values while cond_fn holds."""
    if not callable(cond_fn) or not callable(body_fn):
        raise RuntimeError("Expect cond_fn and body_fn to be callable.")
    carried = tuple(carried_inputs)
    while bool(cond_fn(*carried)):
        out = body_fn(*carried)
        carried = tuple(out) if isinstance(out, (tuple, list)) else (out,)
        if len(carried) != len(carried_inputs):
            raise RuntimeError(
                f"body_fn should return the same number of elements as carried_inputs, got {len(carried)} and {len(carried_inputs)}"
            )
    return carried


def scan(combine_fn, init, xs, *, dim=0, reverse=False):
    """The last carry, and what combine_fn gives for each slice, stacked."""
    from torch.utils._pytree import tree_flatten, tree_unflatten

    leaves, spec = tree_flatten(xs)
    if not leaves:
        return init, []
    count = leaves[0].size(dim)
    carry = init
    outputs = []
    order = range(count - 1, -1, -1) if reverse else range(count)
    for i in order:
        carry, y = combine_fn(carry, tree_unflatten([v.select(dim, i) for v in leaves], spec))
        outputs.append(tree_flatten(y))
    if reverse:
        outputs.reverse()
    stacked = [_torch.stack([o[0][k] for o in outputs]) for k in range(len(outputs[0][0]))]
    return carry, tree_unflatten(stacked, outputs[0][1])


def associative_scan(combine_fn, xs, dim=0, reverse=False, combine_mode="pointwise"):
    """Running combinations of slices."""
    from torch.utils._pytree import tree_flatten, tree_unflatten

    leaves, spec = tree_flatten(xs)
    count = leaves[0].size(dim)
    order = list(range(count - 1, -1, -1) if reverse else range(count))
    running = None
    results = []
    for i in order:
        here = tree_unflatten([v.select(dim, i) for v in leaves], spec)
        running = here if running is None else combine_fn(running, here)
        results.append(tree_flatten(running)[0])
    if reverse:
        results.reverse()
    return tree_unflatten([_torch.stack([r[k] for r in results], dim) for k in range(len(leaves))], spec)


def map(f, xs, *args):
    """f of each slice along the first dim, stacked."""
    from torch.utils._pytree import tree_flatten, tree_unflatten

    leaves, spec = tree_flatten(xs)
    outputs = []
    for i in range(leaves[0].size(0)):
        outputs.append(tree_flatten(f(tree_unflatten([v[i] for v in leaves], spec), *args)))
    return tree_unflatten([_torch.stack([o[0][k] for o in outputs]) for k in range(len(outputs[0][0]))], outputs[0][1])
