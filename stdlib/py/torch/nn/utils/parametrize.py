"""Parametrizations: attributes of a module that are computed from others whenever they are read.

The first parametrization of a module gives it a class of its own, a subclass with a property for each such attribute,
and a submodule `parametrizations`: for each attribute a ParametrizationList with the tensors it is computed from.
Assignments go the other way, through right_inverse of the parametrizations.
"""

import copy

import _torch
from torch.autograd.grad_mode import no_grad
from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.parameter import Parameter

__all__ = [
    "cached", "ParametrizationList", "register_parametrization", "is_parametrized", "remove_parametrizations",
    "type_before_parametrizations", "transfer_parametrizations_and_params",
]

_computed = {}  # values by module and name, while something is cached()
_caching = [0]  # how many cached() are entered


class cached:
    """Compute each parametrized attribute once inside a with."""

    def __enter__(self):
        _caching[0] += 1

    def __exit__(self, kind, value, tb):
        _caching[0] -= 1
        if not _caching[0]:
            _computed.clear()


def _hold(module, name, tensor):
    add = module.register_parameter if isinstance(tensor, Parameter) else module.register_buffer
    add(name, tensor)


def _assign(target, value):
    """Give a tensor other numbers, as its own."""
    if value is not target:
        target.data = value.detach()


def _kind(value):
    return type(value).__name__


def _tensor_of(value):
    if not isinstance(value, _torch.Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {_kind(value)}.")
    return value


class ParametrizationList(ModuleList):
    """The parametrizations of one attribute, applied one after the other, and the tensors that the first one starts
    from: `original`, or `original0`, `original1`... if its right_inverse gives several."""

    def __init__(self, modules, original, unsafe=False):
        if not modules:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        start = self._start(original)
        self.is_tensor = isinstance(start, _torch.Tensor)
        self.ntensors = 1 if self.is_tensor else len(start)
        if self.is_tensor:
            if start.dtype != dtype:
                raise ValueError(
                    "When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                    f"original.dtype: {dtype}\nright_inverse(original).dtype: {start.dtype}"
                )
            with no_grad():
                _assign(original, start)
            _hold(self, "original", original)
        else:
            self._hold_several(start, original)
        if not unsafe:
            value = _tensor_of(self())
            self._must_keep("dtype", dtype, value.dtype)
            self._must_keep("shape", shape, value.shape)

    @staticmethod
    def _must_keep(what, before, after):
        if after != before:
            raise ValueError(
                f"Registering a parametrization may not change the {what} of the tensor, unless `unsafe` flag is "
                "enabled.\n"
                f"unparametrized {what}: {before}\nparametrized {what}: {after}"
            )

    def _start(self, value):
        """What the first parametrization starts from such that the last one gives a value."""
        with no_grad():
            for step in reversed(self):
                if hasattr(step, "right_inverse"):
                    try:
                        value = step.right_inverse(value)
                    except NotImplementedError:
                        pass  # then the value itself is what it starts from
        if not isinstance(value, (_torch.Tensor, list, tuple)):
            raise ValueError("'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). "
                             f"Got {_kind(value)}")
        return value

    def _hold_several(self, tensors, original):
        for place, tensor in enumerate(tensors):
            if not isinstance(tensor, _torch.Tensor):
                raise ValueError(
                    "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). "
                    f"Got element {place} of the sequence with type {_kind(tensor)}."
                )
            if isinstance(original, Parameter):
                tensor = Parameter(tensor, original.requires_grad)
            _hold(self, f"original{place}", tensor.requires_grad_(original.requires_grad))

    def _originals(self):
        if self.is_tensor:
            return [self.original]
        return [getattr(self, f"original{place}") for place in range(self.ntensors)]

    def right_inverse(self, value):
        """Set the originals so that the attribute becomes a value."""
        with no_grad():
            for step in reversed(self):
                if not hasattr(step, "right_inverse"):
                    raise RuntimeError(f"parametrization {_kind(step)} does not implement right_inverse.")
                value = step.right_inverse(value)
            if self.is_tensor:
                self._check_single(value)
                value = [value]
            elif len(value) != self.ntensors:
                raise ValueError(f"'right_inverse' must return a sequence of tensors of length {self.ntensors}. "
                                 f"Got a sequence of length {len(value)}.")
            for original, tensor in zip(self._originals(), value):
                _assign(original, tensor)

    def _check_single(self, value):
        if not isinstance(value, _torch.Tensor):
            raise ValueError(f"`right_inverse` should return a tensor. Got {_kind(value)}")
        if value.dtype != self.original.dtype:
            raise ValueError(f"The tensor returned by `right_inverse` has dtype {value.dtype} "
                             f"while `original` has dtype {self.original.dtype}")

    def forward(self):
        """The value of the attribute."""
        first, *rest = self
        value = first(*self._originals())
        for step in rest:
            value = step(value)
        return value


def _copy_whole(self, memo):
    """deepcopy of a parametrized module: __getstate__ of its class may not know its class."""
    if id(self) not in memo:
        twin = memo[id(self)] = object.__new__(type(self))
        vars(twin).update(copy.deepcopy(vars(self), memo))
    return memo[id(self)]


def _own_class(module):
    """Give a module a class of its own."""
    base = type(module)
    body = {"_is_parametrized_class": True, "__deepcopy__": _copy_whole, "__module__": base.__module__}
    module.__class__ = type("Parametrized" + base.__name__, (base,), body)


def _computed_attribute(name):
    """The property of a parametrized attribute."""

    def value(self):
        steps = self.parametrizations[name]
        if not _caching[0]:
            return steps()
        key = id(self), name
        if key not in _computed:
            _computed[key] = steps()
        return _computed[key]

    return property(value, lambda self, value: self.parametrizations[name].right_inverse(value))


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    """Compute an attribute of a module by a parametrization of its original."""
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        steps = module.parametrizations[tensor_name]
        if not unsafe:
            before = getattr(module, tensor_name)
            after = _tensor_of(parametrization(before))
            if after.shape != before.shape:
                raise ValueError(
                    "Registering a parametrization may not change the shape of the tensor, unless the `unsafe` flag is "
                    f"enabled.\nmodule.{tensor_name}.shape: {before.shape}\n"
                    f"parametrization(module.{tensor_name}).shape: {after.shape}"
                )
        steps.append(parametrization)
        steps.unsafe |= unsafe
        return module
    if tensor_name not in module._parameters and tensor_name not in module._buffers:
        raise ValueError(f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name "
                         f"'{tensor_name}'")
    steps = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe)
    delattr(module, tensor_name)
    if not is_parametrized(module):
        if not hasattr(type(module), "_is_parametrized_class"):
            _own_class(module)
        module.parametrizations = ModuleDict()
    setattr(type(module), tensor_name, _computed_attribute(tensor_name))
    module.parametrizations[tensor_name] = steps
    return module


def is_parametrized(module, tensor_name=None):
    """Whether a module, or one attribute of it, is parametrized."""
    lists = getattr(module, "parametrizations", None)
    if not isinstance(lists, ModuleDict):
        return False
    return len(lists) > 0 if tensor_name is None else tensor_name in lists


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    """Make an attribute an ordinary tensor again: of the value it had, or of its original."""
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    steps = module.parametrizations[tensor_name]
    if not (steps.is_tensor or leave_parametrized):
        raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized "
                         "in terms of a sequence of tensors.")
    value = getattr(module, tensor_name) if leave_parametrized else None
    if steps.is_tensor:
        tensor = steps.original
        if leave_parametrized:
            with no_grad():
                _assign(tensor, value)
    else:
        tensor = Parameter(value.detach()) if value.requires_grad else value
    own = type(module)
    delattr(own, tensor_name)
    del module.parametrizations[tensor_name]
    _hold(module, tensor_name, tensor)
    if not is_parametrized(module):
        del module.parametrizations
        module.__class__ = own.__bases__[0]
    return module


def type_before_parametrizations(module):
    """The class that a module had before its first parametrization."""
    return type(module).__bases__[0] if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(from_module, to_module, tensor_name=None):
    """Refused."""
    raise NotImplementedError("transfer_parametrizations_and_params is not supported")
