"""Spectral normalization by a hook: the form of before there were parametrizations."""

import _torch
from torch.autograd.grad_mode import no_grad
from torch.nn.parameter import Parameter
from torch.nn.utils._power import check_iterations, directions, iterate, matrix_of, output_dim

__all__ = ["SpectralNorm", "spectral_norm", "remove_spectral_norm"]


class SpectralNorm:
    """Computes the weight before each forward from name_orig, with the directions name_u and name_v."""

    def __init__(self, name="weight", n_power_iterations=1, dim=0, eps=1e-12):
        check_iterations(n_power_iterations)
        self.name, self.n_power_iterations, self.dim, self.eps = name, n_power_iterations, dim, eps

    def reshape_weight_to_matrix(self, weight):
        """The weight as a matrix with a row for each output."""
        return matrix_of(weight, self.dim)

    def compute_weight(self, module, do_power_iteration):
        """The weight over its largest singular value, after some steps towards it if so wanted."""
        weight, left, right = [getattr(module, f"{self.name}_{part}") for part in ("orig", "u", "v")]
        matrix = matrix_of(weight, self.dim)
        if do_power_iteration:
            with no_grad():
                iterate(matrix, left, right, self.n_power_iterations, self.eps, right_first=True)
                left, right = left.clone(), right.clone()
        return weight / _torch.dot(left, _torch.mv(matrix, right))

    def remove(self, module):
        """Leave the weight as it is now."""
        with no_grad():
            weight = self.compute_weight(module, False)
        for part in ("", "_u", "_v", "_orig"):
            delattr(module, self.name + part)
        module.register_parameter(self.name, Parameter(weight.detach()))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module, module.training))


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divide a weight by its largest singular value."""
    hook = SpectralNorm(name, n_power_iterations, output_dim(module) if dim is None else dim, eps)
    weight = module._parameters[name]
    with no_grad():
        left, right = directions(matrix_of(weight, hook.dim), eps)
    delattr(module, name)
    module.register_parameter(f"{name}_orig", weight)
    setattr(module, name, weight.data)
    module.register_buffer(f"{name}_u", left)
    module.register_buffer(f"{name}_v", right)
    module.register_forward_pre_hook(hook)
    return module


def remove_spectral_norm(module, name="weight"):
    """Undo spectral_norm."""
    hooks = module._forward_pre_hooks
    for number in [key for key, hook in hooks.items() if isinstance(hook, SpectralNorm) and hook.name == name]:
        hooks.pop(number).remove(module)
        return module
    raise ValueError(f"spectral_norm of '{name}' not found in {module}")
