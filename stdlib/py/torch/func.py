"""Function transforms: gradients, Jacobians, batching over functions.

vmap runs the function once for each slice and stacks what it returns: the same values as a batched run, one op at a
time. grad and its kind differentiate through autograd; a transform inside another keeps the graph.
"""

import _torch
from torch.utils._pytree import tree_flatten, tree_map, tree_unflatten

__all__ = [
    "grad", "grad_and_value", "vjp", "jvp", "jacrev", "jacfwd", "hessian", "vmap", "functional_call",
    "stack_module_state", "functionalize", "linearize", "debug_unwrap",
]

Tensor = _torch.Tensor

_level = 0  # transforms that are running


def _refuse(value, forward=False):
    """Raise an error for what cannot be differentiated by."""
    if not isinstance(value, Tensor):
        raise ValueError(f"Thing passed to transform API must be Tensor, got {type(value)}")
    if value.is_floating_point() or value.is_complex():
        return
    if forward:
        raise ValueError(f"Expected primal to be floating point or complex, but got: {value.dtype}")
    raise RuntimeError("only Tensors of floating point dtype can require gradients")


def _enter(value, forward=False):
    """A tensor that this transform differentiates by: part of an outer graph when there is one."""
    _refuse(value, forward)
    if value.is_inference():
        value = value.clone()
    return value.view_as(value) if value.requires_grad else value.detach().requires_grad_()


def _argnums(argnums, args):
    many = isinstance(argnums, (tuple, list))
    numbers = tuple(argnums) if many else (argnums,)
    for n in numbers:
        if not isinstance(n, int):
            raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(n)}")
        if not -len(args) <= n < len(args):
            raise RuntimeError(f"Got argnum={n}, but only {len(args)} positional inputs")
    return many, [n % len(args) for n in numbers]


def _outer_graph(values):
    return _level > 1 or any(isinstance(v, Tensor) and v.requires_grad for v in values)


def _closes_over(outputs, entered):
    """Whether results depend on tensors that need a gradient and that the transform was not given: those keep theirs."""
    nodes = [o.grad_fn for o in outputs if isinstance(o, Tensor) and o.grad_fn is not None]
    seen = set(nodes)
    while nodes:
        node = nodes.pop()
        leaf = getattr(node, "variable", None)
        if leaf is not None and not any(leaf is v for v in entered):
            return True
        for before, _ in node.next_functions:
            if before is not None and before not in seen:
                seen.add(before)
                nodes.append(before)
    return False


def _leave(tree, keep):
    return tree if keep else tree_map(lambda v: v.detach() if isinstance(v, Tensor) else v, tree)


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives the gradient by some arguments, and the value."""

    def wrapper(*args, **kwargs):
        global _level
        many, numbers = _argnums(argnums, args)
        flat_args, _ = tree_flatten((args, kwargs))
        _level += 1
        try:
            keep = _outer_graph(flat_args)
            with _Grad() as recorded:
                args = list(args)
                entered = []
                for n in numbers:
                    leaves, spec = tree_flatten(args[n])
                    leaves = [_enter(v) for v in leaves]
                    entered.append((leaves, spec))
                    args[n] = tree_unflatten(leaves, spec)
                output = func(*args, **kwargs)
                aux = None
                if has_aux:
                    if not (isinstance(output, tuple) and len(output) == 2):
                        raise RuntimeError(
                            "grad_and_value(f)(*args): output of function f should be a tuple: (output, aux) if has_aux is True"
                        )
                    output, aux = output
                if not isinstance(output, Tensor):
                    raise RuntimeError(
                        "grad_and_value(f)(*args): Expected f(*args) to return a tensor, got "
                        f"{type(output)}"
                    )
                if output.dim() != 0:
                    raise RuntimeError(
                        "grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with "
                        f"{output.dim()} dims. Maybe you wanted to use the vjp or jacrev APIs instead?"
                    )
                wanted = [v for leaves, _ in entered for v in leaves if isinstance(v, Tensor)]
                keep = keep or recorded and _closes_over([output], wanted)
                got = _gradients(output, wanted, None, keep)
            results = iter(got)
            trees = [
                tree_unflatten([next(results) if isinstance(v, Tensor) else v for v in leaves], spec)
                for leaves, spec in entered
            ]
            result = _leave(tuple(trees) if many else trees[0], keep)
            output, aux = _leave(output, keep), _leave(aux, keep)
        finally:
            _level -= 1
        return (result, (output, aux)) if has_aux else (result, output)

    _named(wrapper, func)
    return wrapper


def grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient by some arguments."""
    both = grad_and_value(func, argnums, has_aux)

    def wrapper(*args, **kwargs):
        result, value = both(*args, **kwargs)
        return (result, value[1]) if has_aux else result

    _named(wrapper, func)
    return wrapper


def _named(wrapper, func):
    for attribute in ("__name__", "__qualname__", "__doc__", "__module__"):
        if hasattr(func, attribute):
            try:
                setattr(wrapper, attribute, getattr(func, attribute))
            except (AttributeError, TypeError):
                pass


class _Grad:
    """Gradients are recorded inside a transform, whatever the mode outside."""

    def __enter__(self):
        self.outside = _torch._swap_inference_mode(False) if _torch.is_inference_mode_enabled() else None
        self.before = _torch._swap_grad_enabled(True)
        return self.before and self.outside is None

    def __exit__(self, *args):
        _torch._swap_grad_enabled(self.before)
        if self.outside is not None:
            _torch._swap_inference_mode(self.outside)


def _gradients(outputs, inputs, cotangents, keep):
    from torch.autograd import grad as run

    outputs = list(outputs) if isinstance(outputs, (tuple, list)) else [outputs]
    cotangents = None if cotangents is None else list(cotangents)
    pairs = [(i, o) for i, o in enumerate(outputs) if o.requires_grad]
    wanted = [v for v in inputs if v.requires_grad]
    if not pairs or not wanted:
        return [_torch.zeros_like(v) for v in inputs]
    got = run(
        [o for _, o in pairs], wanted, None if cotangents is None else [cotangents[i] for i, _ in pairs],
        retain_graph=True, create_graph=keep, allow_unused=True,
    )
    found = iter(got)
    result = []
    for v in inputs:
        g = next(found) if v.requires_grad else None
        result.append(_torch.zeros_like(v) if g is None else g)
    return result


def vjp(func, *primals, has_aux=False):
    """The value, and a function from cotangents to gradients."""
    global _level
    if not primals:
        raise RuntimeError("vjp(f, *primals): primals must be given")
    _level += 1
    try:
        keep = _outer_graph(tree_flatten(primals)[0])
        with _Grad() as recorded:
            leaves, spec = tree_flatten(primals)
            entered = [_enter(v) for v in leaves]
            output = func(*tree_unflatten(entered, spec))
            aux = None
            if has_aux:
                output, aux = output
            keep = keep or recorded and _closes_over(tree_flatten(output)[0], entered)
    finally:
        _level -= 1
    flat, out_spec = tree_flatten(output)
    for o in flat:
        if not isinstance(o, Tensor):
            raise RuntimeError(f"vjp(f, *primals): Expected f(*primals) to return only tensors, got {type(o)}")

    def vjp_fn(cotangents, retain_graph=True, create_graph=None):
        given, given_spec = tree_flatten(cotangents)
        if len(given) != len(flat):
            raise RuntimeError(
                f"Expected pytree structure of cotangents to be the same as pytree structure of outputs to the function. "
                f"cotangents: {given_spec}, primal output: {out_spec}"
            )
        again = keep or _outer_graph(given)
        with _Grad():
            got = _gradients(flat, entered, given, again)
        got = tree_unflatten([g if again else g.detach() for g in got], spec)
        return got

    value = _leave(output, keep)
    return (value, vjp_fn, _leave(aux, keep)) if has_aux else (value, vjp_fn)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """The value, and the derivative along tangents."""
    global _level
    if not isinstance(primals, tuple) or not isinstance(tangents, tuple):
        raise RuntimeError("jvp(f, primals, tangents): Expected primals and tangents to be tuples")
    _level += 1
    try:
        flat_in, spec = tree_flatten(primals)
        directions, _ = tree_flatten(tangents)
        for kind, values in ("primals", flat_in), ("tangents", directions):
            for value in values:
                if not isinstance(value, Tensor):
                    raise RuntimeError(
                        f"jvp(f, primals, tangents): Expected {kind} to only contain Tensors, got {type(value)}"
                    )
        keep = _outer_graph(flat_in + directions)
        with _Grad() as recorded:
            entered = [_enter(v, forward=True) for v in flat_in]
            output = func(*tree_unflatten(entered, spec))
            aux = None
            if has_aux:
                output, aux = output
            flat, out_spec = tree_flatten(output)
            keep = keep or recorded and _closes_over(flat, entered)
            # The gradient of a gradient that is linear in its cotangent is the derivative along a direction.
            results = []
            for o in flat:
                if not o.requires_grad:
                    results.append(_torch.zeros_like(o))
                    continue
                probe = _torch.zeros_like(o).requires_grad_()
                first = _gradients(o, entered, [probe], True)
                results.append(_gradients(first, [probe], directions, keep)[0])
        result = _leave(tree_unflatten(results, out_spec), keep)
        value = _leave(output, keep)
    finally:
        _level -= 1
    return (value, result, _leave(aux, keep)) if has_aux else (value, result)


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    """A function that gives the Jacobian, row by row."""

    def wrapper(*args):
        global _level
        many, numbers = _argnums(argnums, args)
        _level += 1
        try:
            keep = _outer_graph(tree_flatten(args)[0])
            with _Grad() as recorded:
                args = list(args)
                entered = []
                for n in numbers:
                    leaves, spec = tree_flatten(args[n])
                    leaves = [_enter(v) for v in leaves]
                    entered.append((leaves, spec))
                    args[n] = tree_unflatten(leaves, spec)
                output = func(*args)
                aux = None
                if has_aux:
                    output, aux = output
                flat, out_spec = tree_flatten(output)
                wanted = [v for leaves, _ in entered for v in leaves]
                keep = keep or recorded and _closes_over(flat, wanted)
                blocks = []
                for o in flat:
                    rows = [_gradients(e, wanted, None, keep) for e in o.reshape(-1)]
                    columns = [
                        _torch.stack([row[k] for row in rows]).reshape(o.shape + w.shape)
                        if rows
                        else w.new_zeros(o.shape + w.shape)
                        for k, w in enumerate(wanted)
                    ]
                    parts = iter(columns)
                    trees = [tree_unflatten([next(parts) for _ in leaves], spec) for leaves, spec in entered]
                    blocks.append(tuple(trees) if many else trees[0])
            result = _leave(tree_unflatten(blocks, out_spec), keep)
            aux = _leave(aux, keep)
        finally:
            _level -= 1
        return (result, aux) if has_aux else result

    _named(wrapper, func)
    return wrapper


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    """A function that gives the Jacobian."""
    run = jacrev(func, argnums, has_aux=has_aux)

    def wrapper(*args):
        for n in _argnums(argnums, args)[1]:
            for value in tree_flatten(args[n])[0]:
                _refuse(value, forward=True)
        return run(*args)

    return wrapper


def hessian(func, argnums=0):
    """A function that gives the second derivatives."""
    return jacfwd(jacrev(func, argnums), argnums)


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """A function that maps over a dimension of its arguments."""
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(
            f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}"
        )

    def wrapper(*args, **kwargs):
        name = getattr(func, "__name__", repr(func))
        leaves, spec = tree_flatten(args)
        dims = _flat_dims(in_dims, args, name)
        size = None
        for leaf, dim in zip(leaves, dims):
            if dim is None:
                continue
            if not isinstance(leaf, Tensor):
                raise ValueError(
                    f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): Got in_dim={dim} for an input but the input is of "
                    f"type {type(leaf)}. We cannot vmap over non-Tensor arguments, please use None as the respective in_dim"
                )
            if not -leaf.dim() <= dim < leaf.dim():
                raise ValueError(
                    f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): Got in_dim={dim} for some input, but that input is a "
                    f"Tensor of dimensionality {leaf.dim()} so expected in_dim to satisfy -{leaf.dim()} <= in_dim < {leaf.dim()}."
                )
            if size is None:
                size = leaf.size(dim)
            elif size != leaf.size(dim):
                sizes = [v.size(d) for v, d in zip(leaves, dims) if d is not None]
                raise ValueError(
                    f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the mapped dimension"
                )
        if size is None:
            raise ValueError(
                f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): at least one input must have a mapped dimension"
                if leaves
                else f"vmap({name})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over a "
                "function with no inputs. The latter is unsupported."
            )
        state = _torch.default_generator.get_state() if randomness == "same" else None
        outputs = []
        out_spec = None
        before = _torch._set_vmap(1 if randomness == "error" else 2)
        try:
            for i in range(size):
                if state is not None:
                    _torch.default_generator.set_state(state)
                here = [v if d is None else _torch._mark_mapped(v.select(d, i)) for v, d in zip(leaves, dims)]
                flat, out_spec = tree_flatten(func(*tree_unflatten(here, spec), **kwargs))
                for o in flat:
                    if not isinstance(o, Tensor):
                        raise ValueError(
                            f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(o)}. Did you mean to set "
                            "out_dims= to None for output?"
                        )
                outputs.append(flat)
        finally:
            _torch._set_vmap(before)
        if not outputs:
            raise NotImplementedError("vmap over a dimension of size 0 is not supported")
        count = len(outputs[0])
        where = _out_dims(out_dims, count)
        stacked = [
            outputs[0][k] if where[k] is None else _torch.stack([o[k] for o in outputs], where[k]) for k in range(count)
        ]
        return tree_unflatten(stacked, out_spec)

    _named(wrapper, func)
    return wrapper


def _flat_dims(in_dims, args, name):
    if not isinstance(in_dims, (int, tuple, list)):
        raise ValueError(
            f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): expected `in_dims` to be int or a (potentially nested) tuple "
            f"matching the structure of inputs, got: {type(in_dims)}."
        )
    if isinstance(in_dims, int):
        return [in_dims] * len(tree_flatten(args)[0])
    if len(in_dims) != len(args):
        raise _other_structure(name, in_dims, args)
    dims = []
    for d, a in zip(in_dims, args):
        dims.extend(_dims_of(d, a, name, in_dims, args))
    return dims


def _other_structure(name, in_dims, args):
    return ValueError(
        f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): in_dims is not compatible with the structure of `inputs`. "
        f"in_dims has structure {tree_flatten(in_dims)[1]} but inputs has structure {tree_flatten(args)[1]}."
    )


def _dims_of(d, a, name, whole, args):
    leaves = tree_flatten(a)[0]
    if d is None or isinstance(d, int):
        return [d] * len(leaves)
    if isinstance(d, dict) and isinstance(a, dict):
        return [x for k in a for x in _dims_of(d[k], a[k], name, whole, args)]
    if isinstance(d, (tuple, list)) and isinstance(a, (tuple, list)) and len(a) == len(d):
        return [x for e, v in zip(d, a) for x in _dims_of(e, v, name, whole, args)]
    raise _other_structure(name, whole, args)


def _out_dims(out_dims, count):
    if out_dims is None or isinstance(out_dims, int):
        return [out_dims] * count
    flat = list(tree_flatten(out_dims)[0]) if not isinstance(out_dims, tuple) else list(out_dims)
    if len(flat) != count:
        raise ValueError(f"vmap: out_dims is not compatible with the structure of outputs: {out_dims} for {count} outputs")
    return flat


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """Call a module with other parameters and buffers."""
    from torch.nn.utils.stateless import functional_call as run

    if isinstance(parameter_and_buffer_dicts, (tuple, list)):
        merged = {}
        for d in parameter_and_buffer_dicts:
            for key, value in d.items():
                if key in merged:
                    raise ValueError(f"{{'{key}'}} appear(s) in multiple dictionaries; behavior of functional call is ambiguous")
                merged[key] = value
        parameter_and_buffer_dicts = merged
    return run(
        module, parameter_and_buffer_dicts, () if args is None else args, kwargs, tie_weights=tie_weights, strict=strict
    )


def stack_module_state(models):
    """The parameters and buffers of several modules of one class, stacked."""
    if len(models) == 0:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if not (all(m.training for m in models) or all(not m.training for m in models)):
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    kind = type(models[0])
    if not all(type(m) is kind for m in models):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")

    def stacked(dicts):
        result = {}
        for name in dicts[0]:
            parts = [d[name] for d in dicts]
            whole = _torch.stack([p.detach() for p in parts])
            result[name] = whole.requires_grad_(parts[0].requires_grad)
        return result

    return stacked([dict(m.named_parameters()) for m in models]), stacked([dict(m.named_buffers()) for m in models])


def functionalize(func, *, remove="mutations"):
    """The function itself: ops in place mean the same here."""
    return func


def linearize(func, *primals):
    """The value, and the derivative along tangents as a function."""
    for value in tree_flatten(primals)[0]:
        _refuse(value, forward=True)
    value = func(*primals)

    def jvp_fn(*tangents):
        return jvp(func, primals, tangents)[1]

    return value, jvp_fn


def debug_unwrap(tensor, *, recurse=True):
    """The tensor itself: transforms do not wrap tensors."""
    return tensor
