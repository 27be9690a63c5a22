"""Jacobians, Hessians and products with them."""

import _torch
from torch.autograd import grad as _grad
from torch.autograd.grad_mode import enable_grad

__all__ = ["vjp", "jvp", "jacobian", "hessian", "hvp", "vhp"]

Tensor = _torch.Tensor


def _as_tuple(x, arg_name, fn_name):
    is_tuple = isinstance(x, tuple)
    values = x if is_tuple else (x,)
    for i, v in enumerate(values):
        if not isinstance(v, Tensor):
            if is_tuple:
                raise TypeError(
                    f"The {arg_name} given to {fn_name} must be either a Tensor or a tuple of Tensors but the value "
                    f"at index {i} has type {type(v)}."
                )
            raise TypeError(
                f"The {arg_name} given to {fn_name} must be either a Tensor or a tuple of Tensors but the given "
                f"{arg_name} has type {type(v)}."
            )
    return is_tuple, values


def _prepare(inputs, create_graph):
    if create_graph:
        return tuple(i.view_as(i) if i.requires_grad else i.detach().requires_grad_() for i in inputs)
    return tuple(i.detach().requires_grad_() for i in inputs)


def _finish(values, create_graph, is_tuple):
    if not create_graph:
        values = tuple(v.detach() for v in values)
    return values if is_tuple else values[0]


def _fill(grads, refs):
    return tuple(_torch.zeros_like(r) if g is None else g for g, r in zip(grads, refs))


def _check_strict(grads, strict, what):
    if strict:
        for i, g in enumerate(grads):
            if g is None:
                raise RuntimeError(f"{what} at index {i} is independent of the input. This is not allowed in strict mode.")


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """The output of func and v times its Jacobian."""
    with enable_grad():
        is_inputs, inputs = _as_tuple(inputs, "inputs", "vjp")
        inputs = _prepare(inputs, create_graph)
        outputs = func(*inputs)
        is_outputs, outputs = _as_tuple(outputs, "outputs of the user-provided function", "vjp")
        if v is None:
            if len(outputs) != 1 or outputs[0].nelement() != 1:
                raise RuntimeError(
                    "The vector v can only be None if the user-provided function returns a single Tensor with a single element."
                )
            v = (_torch.ones_like(outputs[0]),)
        else:
            _, v = _as_tuple(v, "v", "vjp")
        grads = _grad(outputs, inputs, v, create_graph=create_graph, allow_unused=True)
        _check_strict(grads, strict, "The output of the user-provided function")
        grads = _fill(grads, inputs)
    return _finish(outputs, create_graph, is_outputs), _finish(grads, create_graph, is_inputs)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """The output of func and its Jacobian times v."""
    with enable_grad():
        is_inputs, inputs = _as_tuple(inputs, "inputs", "jvp")
        inputs = _prepare(inputs, create_graph)
        if v is None:
            if len(inputs) != 1 or inputs[0].nelement() != 1:
                raise RuntimeError(
                    "The vector v can only be None if the input to the user-provided function is a single Tensor with a single element."
                )
            v = (_torch.ones_like(inputs[0]),)
        else:
            _, v = _as_tuple(v, "v", "jvp")
        outputs = func(*inputs)
        is_outputs, outputs = _as_tuple(outputs, "outputs of the user-provided function", "jvp")
        grad_outputs = tuple(_torch.zeros_like(out, requires_grad=True) for out in outputs)
        grads = _grad(outputs, inputs, grad_outputs, create_graph=True, allow_unused=True)
        _check_strict(grads, strict, "The output of the user-provided function")
        grads = _fill(grads, inputs)
        usable = [(g, x) for g, x in zip(grads, v) if g.requires_grad]
        if usable:
            result = _grad(
                [g for g, _ in usable], grad_outputs, [x for _, x in usable], create_graph=create_graph, allow_unused=True
            )
        else:
            result = (None,) * len(outputs)
        result = _fill(result, outputs)
    return _finish(outputs, create_graph, is_outputs), _finish(result, create_graph, is_outputs)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """All derivatives of the outputs by the inputs."""
    with enable_grad():
        is_inputs, inputs = _as_tuple(inputs, "inputs", "jacobian")
        inputs = _prepare(inputs, create_graph)
        outputs = func(*inputs)
        is_outputs, outputs = _as_tuple(outputs, "outputs of the user-provided function", "jacobian")
        table = []
        for out in outputs:
            rows = [[] for _ in inputs]
            for j in range(out.nelement()):
                grads = _grad(
                    (out.reshape(-1)[j],), inputs, retain_graph=True, create_graph=create_graph, allow_unused=True
                ) if out.requires_grad else (None,) * len(inputs)
                _check_strict(grads, strict, "The output of the user-provided function")
                for column, g, i in zip(rows, grads, inputs):
                    column.append(_torch.zeros_like(i) if g is None else g)
            table.append(
                tuple(
                    _torch.stack(column, dim=0).view(out.size() + i.size())
                    if column
                    else i.new_zeros(out.size() + i.size())
                    for column, i in zip(rows, inputs)
                )
            )
    if not create_graph:
        table = [tuple(t.detach() for t in row) for row in table]
    rows = tuple(row if is_inputs else row[0] for row in table)
    return rows if is_outputs else rows[0]


def _scalar(func, name):
    def wrapped(*inputs):
        out = func(*inputs)
        is_tuple, values = _as_tuple(out, "outputs of the user-provided function", name)
        if is_tuple or not isinstance(values[0], Tensor):
            raise RuntimeError(f"The function given to {name} should return a single Tensor")
        if values[0].nelement() != 1:
            raise RuntimeError(f"The Tensor returned by the function given to {name} should contain a single element")
        return values[0].squeeze()

    return wrapped


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """All second derivatives of a function with one output."""
    is_inputs, values = _as_tuple(inputs, "inputs", "hessian")
    single = _scalar(func, "hessian")

    def first(*inp):
        jac = jacobian(single, inp, create_graph=True)
        return jac

    result = jacobian(first, values, create_graph=create_graph, strict=strict)
    return result if is_inputs else result[0][0]


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """The output of func and v times its Hessian."""
    with enable_grad():
        is_inputs, inputs = _as_tuple(inputs, "inputs", "vhp")
        inputs = _prepare(inputs, create_graph)
        v = (_torch.ones_like(inputs[0]),) if v is None else _as_tuple(v, "v", "vhp")[1]
        out = _scalar(func, "vhp")(*inputs)
        jac = _fill(_grad((out,), inputs, create_graph=True, allow_unused=True), inputs)
        usable = [(g, x) for g, x in zip(jac, v) if g.requires_grad]
        if usable:
            result = _grad(
                [g for g, _ in usable], inputs, [x for _, x in usable], create_graph=create_graph, allow_unused=True
            )
        else:
            result = (None,) * len(inputs)
        result = _fill(result, inputs)
    return _finish((out,), create_graph, False), _finish(result, create_graph, is_inputs)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """The output of func and its Hessian times v."""
    return vhp(func, inputs, v, create_graph, strict)
