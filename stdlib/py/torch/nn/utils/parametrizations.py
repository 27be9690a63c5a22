"""Ready parametrizations: orthogonal, weight_norm, spectral_norm."""

import _torch
from torch.autograd.grad_mode import no_grad
from torch.nn.modules.module import Module
from torch.nn.utils._power import check_iterations, directions, iterate, matrix_of, output_dim
from torch.nn.utils.parametrize import register_parametrization

__all__ = ["orthogonal", "spectral_norm", "weight_norm"]


def _weight_of(module, name):
    weight = getattr(module, name, None)
    if isinstance(weight, _torch.Tensor):
        return weight
    raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")


def _unit(size, like):
    return _torch.eye(size, dtype=like.dtype, device=like.device)


def _nearest_orthogonal(matrix):
    """The orthogonal factor of a matrix, with the signs that make the other factor's diagonal positive."""
    packed, scales = _torch.geqrf(matrix)
    return _torch.linalg_householder_product(packed, scales) * packed.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


class _Orthogonal(Module):
    """A matrix with orthonormal columns (rows, if it is wide) from one of free numbers, by one of three maps.

    With trivialization the result is multiplied by a fixed orthogonal matrix, `base`, which an assignment sets; then
    the free numbers start at those that are mapped to the unit matrix.
    """

    def __init__(self, weight, orthogonal_map, *, use_trivialization=True):
        super().__init__()
        if orthogonal_map == "householder" and weight.is_complex():
            raise ValueError("The householder parametrization does not support complex tensors.")
        self.shape, self.orthogonal_map = weight.shape, orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, free):
        """The orthogonal matrix."""
        wide = free.size(-2) < free.size(-1)
        tall = free.mT if wide else free
        make = self._by_reflections if self.orthogonal_map == "householder" else self._by_rotation
        made = make(tall)
        if getattr(self, "base", None) is not None:
            made = self.base @ made
        return made.mT if wide else made

    def _by_rotation(self, tall):
        """By a skew-symmetric matrix: its exponential, or its Cayley transform."""
        rows, columns = tall.shape[-2:]
        lower = tall.tril()
        if columns < rows:
            filling = lower.new_zeros((*lower.shape[:-1], rows - columns))
            lower = _torch.cat([lower, filling], -1)
        skew = lower - lower.mH
        if self.orthogonal_map == "matrix_exp":
            square = _torch.linalg_matrix_exp(skew)
        else:
            unit = _unit(rows, skew)
            square = _torch.linalg_solve(unit.add(skew, alpha=-0.5), unit.add(skew, alpha=0.5))
        return square[..., :columns] if columns < rows else square

    def _by_reflections(self, tall):
        """By a reflection for each column; the diagonal keeps signs."""
        mirrors = tall.tril(-1)
        product = _torch.linalg_householder_product(mirrors, 2.0 / (1.0 + (mirrors * mirrors).sum(-2)))
        return product * tall.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)

    def right_inverse(self, wanted):
        """The free numbers for an orthogonal matrix; of another matrix its orthogonal factor counts."""
        with no_grad():
            if wanted.shape != self.shape:
                raise ValueError(f"Expected a matrix or batch of matrices of shape {self.shape}. "
                                 f"Got a tensor of shape {wanted.shape}.")
            wide = wanted.size(-2) < wanted.size(-1)
            tall = wanted.mT if wide else wanted
            if hasattr(self, "base"):
                self.base = self._completed(tall)
                start = _torch.zeros_like(wanted)
                start.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
                return start
            if self.orthogonal_map != "householder":
                raise NotImplementedError("It is not possible to assign to the matrix exponential or the Cayley "
                                          "parametrizations when use_trivialization=False.")
            packed, scales = _torch.geqrf(tall)
            diagonal = packed.diagonal(dim1=-2, dim2=-1)
            diagonal.sign_()
            diagonal[scales == 0.0] *= -1
            return packed.mT if wide else packed

    @staticmethod
    def _completed(tall):
        """A square orthogonal matrix whose first columns are those of `tall`."""
        rows, columns = tall.shape[-2:]
        if columns < rows:
            more = _torch.randn((*tall.shape[:-1], rows - columns), dtype=tall.dtype, device=tall.device)
            return _nearest_orthogonal(_torch.cat([tall, more], -1))
        error = 10.0 * rows * _torch.finfo(tall.dtype).eps
        is_one = (tall.mH @ tall).allclose(_unit(columns, tall), atol=error)
        return tall.clone() if is_one else _nearest_orthogonal(tall)


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    """Keep a weight orthogonal."""
    weight = _weight_of(module, name)
    if weight.dim() < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.dim()} dimensions.")
    rotation = weight.is_complex() or weight.size(-2) == weight.size(-1)
    chosen = orthogonal_map or ("matrix_exp" if rotation else "householder")
    if chosen not in ("matrix_exp", "cayley", "householder"):
        raise ValueError(f'orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: {chosen}')
    step = _Orthogonal(weight, chosen, use_trivialization=use_trivialization)
    return register_parametrization(module, name, step, unsafe=True)


def length_of(direction, dim):
    """The length for each place of a dim; dim -1 stands for one length of the whole."""
    if dim == -1:
        return direction.norm()
    others = [other for other in range(direction.dim()) if other != dim]
    return _torch.linalg_vector_norm(direction, 2, others, True)


def of_length(length, direction, dim):
    """A direction made as long as is said for each place of a dim."""
    if dim in (0, direction.dim() - 1):
        return _torch._weight_norm_interface(direction, length, dim)[0]
    return direction * (length / length_of(direction, dim))


class _WeightNorm(Module):
    """A weight from lengths and directions."""

    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, length, direction):
        """The weight."""
        return of_length(length, direction, self.dim)

    def right_inverse(self, weight):
        """Lengths, and the weight itself for the directions."""
        return length_of(weight, self.dim), weight


def weight_norm(module, name="weight", dim=0):
    """Separate the length of a weight from its direction."""
    register_parametrization(module, name, _WeightNorm(dim), unsafe=True)

    def rename(state_dict, prefix, *rest):
        """Take in what was saved by the form of before there were parametrizations."""
        old = [f"{prefix}{name}_{part}" for part in "gv"]
        if all(key in state_dict for key in old):
            for place, key in enumerate(old):
                state_dict[f"{prefix}parametrizations.{name}.original{place}"] = state_dict.pop(key)

    module._register_load_state_dict_pre_hook(rename)
    return module


class _SpectralNorm(Module):
    """A weight over its largest singular value, which a step of the power method while training keeps up to date."""

    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        dims = weight.dim()
        if not -dims <= dim < dims:
            raise IndexError(f"Dimension out of range (expected to be in range of [-{dims}, {dims - 1}] but got {dim})")
        check_iterations(n_power_iterations)
        self.dim, self.eps = dim % dims, eps
        if dims > 1:
            self.n_power_iterations = n_power_iterations
            matrix = matrix_of(weight, self.dim)
            left, right = directions(matrix, eps)
            self.register_buffer("_u", left)
            self.register_buffer("_v", right)
            self._step(matrix, 15)

    def _step(self, matrix, times):
        with no_grad():
            iterate(matrix, self._u, self._v, times, self.eps)

    def forward(self, weight):
        """The weight over its largest singular value; a vector over its length."""
        if weight.dim() == 1:
            from torch.nn.functional import normalize

            return normalize(weight, dim=0, eps=self.eps)
        matrix = matrix_of(weight, self.dim)
        if self.training:
            self._step(matrix, self.n_power_iterations)
        # Copies: the next step must not change what gradients are computed from.
        left, right = self._u.clone(), self._v.clone()
        return weight / _torch.vdot(left, _torch.mv(matrix, right))

    def right_inverse(self, value):
        """The weight itself."""
        return value


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divide a weight by its largest singular value."""
    weight = _weight_of(module, name)
    step = _SpectralNorm(weight, n_power_iterations, output_dim(module) if dim is None else dim, eps)
    return register_parametrization(module, name, step)
