"""Automatic gradients."""

import _torch
from torch.autograd.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled

__all__ = ["Variable", "Function", "backward", "grad_mode", "grad", "no_grad", "enable_grad", "inference_mode"]

_OWNER = {
    "Function": "function",
    "NestedIOFunction": "function",
    "gradcheck": "gradcheck",
    "gradgradcheck": "gradcheck",
    "GradcheckError": "gradcheck",
    "detect_anomaly": "anomaly_mode",
    "set_detect_anomaly": "anomaly_mode",
}
_SUBMODULES = ("anomaly_mode", "function", "functional", "grad_mode", "gradcheck", "graph", "profiler")

is_multithreading_enabled = _torch.is_grad_enabled
set_multithreading_enabled = set_grad_enabled


def __getattr__(name):
    if _OWNER.get(name) == "gradcheck":
        # Importing the module binds its name here, which is that of one of its functions too: bind them all after it.
        module = _torch._import_module("torch.autograd.gradcheck")
        globals().update((n, getattr(module, n)) for n, owner in _OWNER.items() if owner == "gradcheck")
        return globals()[name]
    if name in _OWNER:
        value = getattr(_torch._import_module("torch.autograd." + _OWNER[name]), name)
    elif name in _SUBMODULES:
        value = _torch._import_module("torch.autograd." + name)
    else:
        raise AttributeError(f"module 'torch.autograd' has no attribute '{name}'")
    globals()[name] = value
    return value


def Variable(data, requires_grad=False):
    """A tensor; the old class of tensors with gradients."""
    if requires_grad:
        return data.detach().requires_grad_(True)
    return data


def _make_grads(outputs, grads, is_grads_batched):
    new_grads = []
    for out, grad in zip(outputs, grads):
        if isinstance(grad, _torch.Tensor):
            shape = grad.shape[1:] if is_grads_batched else grad.shape
            if out.shape != shape:
                out_index = list(map(id, outputs)).index(id(out))
                grad_index = [i for i, g in enumerate(grads) if g is grad][0]
                if is_grads_batched:
                    raise RuntimeError(
                        "If `is_grads_batched=True`, we interpret the first "
                        "dimension of each grad_output as the batch dimension. "
                        "The sizes of the remaining dimensions are expected to match "
                        "the shape of corresponding output, but a mismatch "
                        f"was detected: grad_output[{grad_index}] has a shape of {grad.shape} and output["
                        f"{out_index}] has a shape of {out.shape}. "
                        "If you only want some tensors in `grad_output` to be considered batched, consider using vmap."
                    )
                raise RuntimeError(
                    f"Mismatch in shape: grad_output[{grad_index}] has a shape of {grad.shape} and "
                    f"output[{out_index}] has a shape of {out.shape}."
                )
            if out.dtype.is_complex != grad.dtype.is_complex:
                raise RuntimeError(
                    "For complex Tensors, both grad_output and output are required to have the same dtype."
                    f" Mismatch in dtype: grad_output[{grads.index(grad)}] has a dtype of {grad.dtype} and "
                    f"output[{outputs.index(out)}] has a dtype of {out.dtype}."
                )
            new_grads.append(grad)
        elif grad is None:
            if out.requires_grad:
                if out.numel() != 1:
                    raise RuntimeError("grad can be implicitly created only for scalar outputs")
                if not out.dtype.is_floating_point:
                    raise RuntimeError(
                        f"grad can be implicitly created only for real scalar outputs but got {out.dtype}"
                    )
                new_grads.append(_torch.ones_like(out, memory_format=_torch.preserve_format))
            else:
                new_grads.append(None)
        else:
            raise TypeError("gradients can be either Tensors or None, but got " + type(grad).__name__)
    return tuple(new_grads)


def _tuple_of_tensors(value, length):
    if value is None:
        return (None,) * length
    if isinstance(value, _torch.Tensor):
        return (value,)
    return tuple(value)


def backward(
    tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None
):
    """Add the gradients of tensors to the leaves of their graph."""
    if grad_variables is not None:
        import warnings

        warnings.warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning, stacklevel=2)
        if grad_tensors is None:
            grad_tensors = grad_variables
        else:
            raise RuntimeError(
                "`grad_tensors` and `grad_variables` (deprecated) "
                "arguments both passed to `backward()`. Please only "
                "use `grad_tensors`."
            )
    inputs_tuple = ()
    if inputs is not None:
        inputs_tuple = (inputs,) if isinstance(inputs, _torch.Tensor) else tuple(inputs)
        if len(inputs_tuple) == 0:
            raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    tensors = (tensors,) if isinstance(tensors, _torch.Tensor) else tuple(tensors)
    grads = _make_grads(tensors, _tuple_of_tensors(grad_tensors, len(tensors)), False)
    if retain_graph is None:
        retain_graph = create_graph
    _torch._run_backward(tensors, grads, retain_graph, create_graph, inputs_tuple, True, True)


def grad(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph=None,
    create_graph=False,
    only_inputs=True,
    allow_unused=None,
    is_grads_batched=False,
    materialize_grads=False,
):
    """The gradients of outputs with respect to inputs."""
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, "
            "but got: allow_unused=False."
        )
    if allow_unused is None:
        allow_unused = materialize_grads
    outputs = (outputs,) if isinstance(outputs, _torch.Tensor) else tuple(outputs)
    inputs = (inputs,) if isinstance(inputs, _torch.Tensor) else tuple(inputs)
    grads = _make_grads(outputs, _tuple_of_tensors(grad_outputs, len(outputs)), is_grads_batched)
    if retain_graph is None:
        retain_graph = create_graph
    if is_grads_batched:
        rows = []
        for i in range(grads[0].size(0)):
            one = tuple(None if g is None else g[i] for g in grads)
            rows.append(_torch._run_backward(outputs, one, True, create_graph, inputs, allow_unused, False))
        result = tuple(None if cols[0] is None else _torch.stack(list(cols)) for cols in zip(*rows))
    else:
        result = _torch._run_backward(outputs, grads, retain_graph, create_graph, inputs, allow_unused, False)
    if materialize_grads:
        result = tuple(
            _torch.zeros_like(i, requires_grad=create_graph) if r is None else r for r, i in zip(result, inputs)
        )
    return result
