"""Sparse tensors in COO and compressed form: an index tensor and a value tensor behind one Tensor.

The object is a Tensor of the right shape without elements of its own; what is computed goes through the value tensor,
so gradients flow to it as to any other. Functions that are not written here refuse sparse operands.
"""

import _torch

Tensor = _torch.Tensor

def _short(dtype):
    return str(dtype).removeprefix("torch.")


class SparseTensor(Tensor):
    """A sparse tensor."""

    def __repr__(self, *, tensor_contents=None):
        return self._text()

    __str__ = __repr__

    def __format__(self, spec):
        return self._text()

    def _text(self):
        lines = []
        for name, t in self._shown_parts():
            gap = "\n" + " " * len(f"tensor({name}=")
            text = str(t)
            if t.numel() == 0:
                text = f"tensor([], size={tuple(t.shape)})"
            elif ", dtype=" in text:  # it is said once, at the end
                text = text[: text.rindex(", dtype=")].rstrip() + ")"
            lines.append(f"{name}=" + text.replace("\n", gap))
        tail = f"size={tuple(self.shape)}, nnz={self._nnz()}"
        if self._v.dtype not in (_torch.get_default_dtype(), _torch.int64, _torch.bool):
            tail += f", dtype={self._v.dtype}"
        if self.layout is not _torch.sparse_coo:
            lines[-1] += ", " + tail
            tail = f"layout={self.layout}"
        else:
            tail += f", layout={self.layout}"
        values = self._v
        if values.grad_fn is not None:
            tail += f", grad_fn=<{values.grad_fn.name()}>"
        elif values.requires_grad:
            tail += ", requires_grad=True"
        lines.append(tail)
        return "tensor(" + ",\n       ".join(lines) + ")"

    # What the values know.

    @property
    def requires_grad(self):
        return self._v.requires_grad

    def requires_grad_(self, requires_grad=True):
        self._v.requires_grad_(requires_grad)
        return self

    @property
    def grad_fn(self):
        return self._v.grad_fn

    @property
    def is_leaf(self):
        return self._v.is_leaf

    @property
    def grad(self):
        g = self._v.grad
        return None if g is None else self._with(g)

    @property
    def is_sparse_csr(self):
        return self.layout is _torch.sparse_csr

    @property
    def is_sparse(self):
        return self.layout is _torch.sparse_coo

    def _nnz(self):
        return self._v.size(0)

    def _values(self):
        return self._v

    def _with(self, values):
        """The same places with other values."""
        raise NotImplementedError

    def to(self, *args, **kwargs):
        return self._with(self._v.to(*args, **kwargs))

    def float(self):
        return self._with(self._v.float())

    def double(self):
        return self._with(self._v.double())

    def half(self):
        return self._with(self._v.half())

    def long(self):
        return self._with(self._v.long())

    def int(self):
        return self._with(self._v.int())

    def bool(self):
        return self._with(self._v.bool())

    def type(self, dtype=None, non_blocking=False):
        if dtype is None:
            return "torch.sparse." + Tensor.type(self._v).removeprefix("torch.")
        return self._with(self._v.type(dtype))

    def cpu(self):
        return self

    def clone(self, *, memory_format=None):
        return self._with(self._v.clone())

    def detach(self):
        return self._with(self._v.detach())

    def neg(self):
        return self._with(-self._v)

    __neg__ = neg

    def abs(self):
        return self._with(self._v.abs())

    def sqrt(self):
        return self._with(self._v.sqrt())

    def pow(self, exponent):
        return self._with(self._v.pow(exponent))

    __pow__ = pow

    def backward(self, gradient=None, *args, **kwargs):
        self._v.backward(gradient._v if isinstance(gradient, SparseTensor) else gradient, *args, **kwargs)

    def is_floating_point(self):
        return self._v.is_floating_point()

    def is_complex(self):
        return self._v.is_complex()

    def tolist(self):
        return self.to_dense().tolist()

    def mul(self, other):
        if isinstance(other, SparseTensor):
            return self.to_dense().mul(other.to_dense()).to_sparse(layout=self.layout)
        if isinstance(other, Tensor) and other.dim() > 0:
            return self._with(self._v * self._gathered(other.expand(self.shape)))
        return self._with(self._v * other)

    __mul__ = __rmul__ = multiply = mul

    def div(self, other, *, rounding_mode=None):
        if isinstance(other, Tensor) and other.dim() > 0:
            raise RuntimeError(
                "Sparse division requires a scalar or zero-dim dense tensor divisor (got shape "
                f"{list(other.shape)} for divisor)"
            )
        return self._with(_torch.div(self._v, other, rounding_mode=rounding_mode))

    __truediv__ = true_divide = div

    def matmul(self, other):
        return mm(self, other)

    mm = __matmul__ = matmul

    def mv(self, vec):
        return mm(self, vec)

    def __rmatmul__(self, other):
        return mm(other, self)

    def __add__(self, other):
        return add(self, other)

    def add(self, other, *, alpha=1):
        return add(self, other, alpha=alpha)

    def __radd__(self, other):
        return add(other, self)

    def __sub__(self, other):
        return add(self, other, alpha=-1)

    sub = __sub__

    def __rsub__(self, other):
        return add(other, self, alpha=-1)

    def sum(self, dim=None, keepdim=False, dtype=None):
        if dim is None:
            return self._v.sum(dtype=dtype)
        return self.to_dense().sum(dim, keepdim, dtype=dtype).to_sparse()

    def __getitem__(self, index):
        return self.to_dense()[index].to_sparse() if not isinstance(index, int) else self._row(index)

    def _row(self, index):
        row = self.to_dense()[index]
        return row.to_sparse() if row.dim() else row

    def index_select(self, dim, index):
        return self.to_dense().index_select(dim, index).to_sparse()

    def item(self):
        return self.to_dense().item()

    def data_ptr(self):
        return self._v.data_ptr()

    def numpy(self, *args, **kwargs):
        raise TypeError(
            "can't convert Sparse layout tensor to numpy. Use Tensor.to_dense() first."
        )

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        name = getattr(func, "__name__", "")
        run = _FUNCTIONS.get(name)
        if run is not None:
            return run(*args, **(kwargs or {}))
        if args and isinstance(args[0], SparseTensor):
            own = cls.__dict__.get(name) or SparseTensor.__dict__.get(name)
            if own is not None and not isinstance(own, property):
                return own(*args, **(kwargs or {}))
        raise NotImplementedError(f"{name} is not supported on sparse tensors")


class CooTensor(SparseTensor):
    """Indices [dims, n] and values [n, ...]."""

    @property
    def layout(self):
        return _torch.sparse_coo

    def _shown_parts(self):
        return [("indices", self._i), ("values", self._v.detach())]

    def _with(self, values):
        return _coo(self._i, values, self.shape, self._sorted)

    def _indices(self):
        return self._i

    def indices(self):
        if not self._sorted:
            raise RuntimeError("Cannot get indices on an uncoalesced tensor, please call .coalesce() first")
        return self._i

    def values(self):
        if not self._sorted:
            raise RuntimeError("Cannot get values on an uncoalesced tensor, please call .coalesce() first")
        return self._v

    def is_coalesced(self):
        return self._sorted

    def sparse_dim(self):
        return self._i.size(0)

    def dense_dim(self):
        return self._v.dim() - 1

    def _flat(self):
        at = _torch.zeros(self._i.size(1), dtype=_torch.int64)
        for d in range(self._i.size(0)):
            at = at * self.shape[d] + self._i[d]
        return at

    def _gathered(self, dense):
        return dense[tuple(self._i)]

    def coalesce(self):
        if self._sorted:
            return self
        from torch.functional import unique

        flat = self._flat()
        kept, inverse = unique(flat, return_inverse=True)
        values = self._v.new_zeros((kept.numel(),) + self._v.shape[1:]).index_add(0, inverse, self._v)
        rows = []
        rest = kept
        for d in reversed(range(self._i.size(0))):
            rows.insert(0, rest % self.shape[d])
            rest = _torch.div(rest, self.shape[d], rounding_mode="floor")
        return _coo(_torch.stack(rows), values, self.shape, True)

    def to_dense(self, dtype=None, *, masked_grad=None):
        n = self._i.size(0)
        count = 1
        for s in self.shape[:n]:
            count *= s
        dense = self._v.new_zeros((count,) + self._v.shape[1:])
        if self._nnz():
            dense = dense.index_add(0, self._flat(), self._v)
        dense = dense.reshape(self.shape)
        return dense if dtype is None else dense.to(dtype)

    def to_sparse(self, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None):
        if layout is None or layout is _torch.sparse_coo:
            return self
        return to_sparse(self.to_dense(), layout=layout)

    def to_sparse_csr(self, dense_dim=None):
        c = self.coalesce()
        if c.sparse_dim() != 2:
            raise RuntimeError("Only tensors with two sparse dimensions can be converted to the SparseCsr layout")
        counts = _torch.bincount(c._i[0], minlength=self.shape[0])
        crow = _torch.cat([counts.new_zeros(1), counts.cumsum(0)])
        return _csr(crow, c._i[1], c._v, self.shape)

    def transpose(self, dim0, dim1):
        order = list(range(self._i.size(0)))
        rank = len(self.shape)
        dim0, dim1 = dim0 % rank, dim1 % rank
        if max(dim0, dim1) >= len(order):
            raise RuntimeError("transpose of a sparse tensor is supported between sparse dimensions only")
        order[dim0], order[dim1] = order[dim1], order[dim0]
        shape = list(self.shape)
        shape[dim0], shape[dim1] = shape[dim1], shape[dim0]
        return _coo(self._i[_torch.tensor(order)], self._v, shape, False)

    def t(self):
        return self.transpose(0, 1)

    @property
    def T(self):
        return self.t()

    mT = T

    def sparse_mask(self, mask):
        return _coo(mask._i, self.to_dense()[tuple(mask._i)], self.shape, mask._sorted)

    def __deepcopy__(self, memo):
        return _coo(self._i.clone(), self._v.detach().clone().requires_grad_(self._v.requires_grad), self.shape, self._sorted)


class CsrTensor(SparseTensor):
    """Compressed rows, or columns."""

    @property
    def layout(self):
        return _torch.sparse_csr

    def _shown_parts(self):
        return [("crow_indices", self._crow), ("col_indices", self._col), ("values", self._v.detach())]

    def _with(self, values):
        return _csr(self._crow, self._col, values, self.shape)

    def values(self):
        return self._v

    def crow_indices(self):
        return self._crow

    def col_indices(self):
        return self._col

    def _coo(self):
        rows = _torch.repeat_interleave(_torch.arange(self.shape[0]), self._crow[1:] - self._crow[:-1])
        return _coo(_torch.stack([rows, self._col.long()]), self._v, self.shape, True)

    def _gathered(self, dense):
        return self._coo()._gathered(dense)

    def to_dense(self, dtype=None, *, masked_grad=None):
        return self._coo().to_dense(dtype)

    def to_sparse(self, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None):
        return self if layout is _torch.sparse_csr else self._coo()

    def to_sparse_coo(self):
        return self._coo()

    def to_sparse_csr(self, dense_dim=None):
        return self

    def transpose(self, dim0, dim1):
        return self._coo().transpose(dim0, dim1)

    def t(self):
        return self._coo().t()

    def sparse_dim(self):
        return 2

    def dense_dim(self):
        return 0


def _payload(cls, values, shape):
    base = _torch.zeros((), dtype=values.dtype).expand(tuple(shape))
    return Tensor._make_subclass(cls, base)


def _coo(indices, values, shape, is_sorted):
    t = _payload(CooTensor, values, shape)
    t._i, t._v, t._sorted = indices, values, bool(is_sorted)
    return t


def _csr(crow, col, values, shape):
    t = _payload(CsrTensor, values, shape)
    t._crow, t._col, t._v = crow, col, values
    return t


# Making.


def sparse_coo_tensor(
    indices, values=None, size=None, *, dtype=None, device=None, pin_memory=False, requires_grad=False,
    check_invariants=None, is_coalesced=None,
):
    """A tensor of values at coordinates."""
    if values is None or (isinstance(indices, (tuple, _torch.Size)) and values is None):
        shape = tuple(indices)
        kind = dtype or _torch.get_default_dtype()
        values = _torch.zeros(0, dtype=kind)
        indices = _torch.zeros(len(shape), 0, dtype=_torch.int64)
        return _coo(indices, values.requires_grad_(requires_grad), shape, True)
    if not isinstance(indices, Tensor):
        indices = _torch.tensor(indices)
    if not isinstance(values, Tensor):
        values = _torch.tensor(values, dtype=dtype)
    if dtype is not None and values.dtype != dtype:
        values = values.to(dtype)
    if indices.is_floating_point():
        raise RuntimeError("indices must be an int64 tensor")
    indices = indices.detach().long()
    if indices.dim() != 2:
        raise RuntimeError(f"indices must be sparse_dim x nnz, but got: {list(indices.shape)}")
    if values.dim() == 0:
        values = values.expand(indices.size(1))
    if indices.size(1) != values.size(0):
        raise RuntimeError(
            f"indices and values must have same nnz, but got nnz from indices: {indices.size(1)}, nnz from values: "
            f"{values.size(0)}"
        )
    if size is None:
        size = tuple(h + 1 for h in (indices.max(1).values.tolist() if indices.numel() else [])) + tuple(values.shape[1:])
    size = tuple(size)
    if len(size) != indices.size(0) + values.dim() - 1:
        raise RuntimeError(
            f"'len(size) == sparse_dim + dense_dim' is not satisfied: len(size) = {len(size)}, sparse_dim = "
            f"{indices.size(0)}, dense_dim = {values.dim() - 1}"
        )
    values = values.detach() if requires_grad else values
    if requires_grad:
        values = values.clone().requires_grad_()
    return _coo(indices, values, size, bool(is_coalesced))


def sparse_csr_tensor(
    crow_indices, col_indices, values, size=None, *, dtype=None, device=None, pin_memory=False, requires_grad=False,
    check_invariants=None,
):
    """A matrix of compressed rows."""
    crow, col = (x if isinstance(x, Tensor) else _torch.tensor(x) for x in (crow_indices, col_indices))
    if not isinstance(values, Tensor):
        values = _torch.tensor(values, dtype=dtype)
    elif dtype is not None:
        values = values.to(dtype)
    if size is None:
        size = (crow.numel() - 1, int(col.max()) + 1 if col.numel() else 0)
    if requires_grad:
        values = values.detach().clone().requires_grad_()
    return _csr(crow, col, values, size)


def to_sparse(self, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None):
    """The elements that are not zero, with their places."""
    if layout is _torch.sparse_csr:
        return to_sparse_csr(self)
    rank = self.dim()
    n = rank if sparse_dim is None else sparse_dim
    if layout is not None and layout is not _torch.sparse_coo:
        raise NotImplementedError(f"sparse tensors of layout {layout} are not supported")
    mask = self.detach() != 0
    if n < rank:
        mask = mask.flatten(n).any(-1)
    indices = _torch.nonzero(mask).t().contiguous()
    values = self[tuple(indices)] if rank else self.reshape(1)[: indices.size(1)]
    return _coo(indices, values, self.shape, True)


def to_sparse_coo(self):
    """The elements that are not zero, with their places."""
    return to_sparse(self)


def to_sparse_csr(self, dense_dim=None):
    """Compressed rows of a matrix."""
    return to_sparse(self).to_sparse_csr()


def to_dense(self, dtype=None, *, masked_grad=None):
    """A dense tensor is what it is."""
    return self if dtype is None else self.to(dtype)


def sparse_mask(self, mask):
    """The elements at the places of a sparse tensor."""
    return mask._with(mask._gathered(self))


def _refuse(name, wanted):
    def method(self, *args, **kwargs):
        raise RuntimeError(wanted)

    method.__name__ = name
    return method


def to_sparse_csc(self, dense_dim=None):
    """Compressed columns of a matrix."""
    raise NotImplementedError("sparse tensors of layout torch.sparse_csc are not supported")


coalesce = _refuse("coalesce", "coalesce expected sparse coordinate tensor layout but got Strided")
is_coalesced = _refuse("is_coalesced", "is_coalesced expected sparse coordinate tensor layout but got Strided")
indices = _refuse("indices", "indices expected sparse coordinate tensor layout but got Strided")
values = _refuse("values", "values expected sparse tensor layout but got Strided")
_indices = _refuse("_indices", "_indices expected sparse coordinate tensor layout but got Strided")
_values = _refuse("_values", "_values expected sparse coordinate tensor layout but got Strided")
_nnz = _refuse("_nnz", "_nnz expected sparse coordinate tensor layout but got Strided")
crow_indices = _refuse("crow_indices", "crow_indices expected sparse row compressed tensor layout but got Strided")
col_indices = _refuse("col_indices", "col_indices expected sparse row compressed tensor layout but got Strided")
ccol_indices = _refuse("ccol_indices", "ccol_indices expected sparse column compressed tensor layout but got Strided")
row_indices = _refuse("row_indices", "row_indices expected sparse column compressed tensor layout but got Strided")
sparse_resize_ = _refuse("sparse_resize_", "sparse_resize_ is not supported")
sparse_resize_and_clear_ = _refuse("sparse_resize_and_clear_", "sparse_resize_and_clear_ is not supported")
sspaddmm = _refuse("sspaddmm", "sspaddmm is not supported")


def sparse_dim(self):
    """0: a dense tensor has no sparse dims."""
    return 0


def dense_dim(self):
    """All dims of a dense tensor."""
    return self.dim()


# Computing.


def _as_coo(x):
    return x._coo() if isinstance(x, CsrTensor) else x


def mm(a, b):
    """A product of matrices, one of them sparse."""
    if not isinstance(a, SparseTensor):
        if not isinstance(b, SparseTensor):
            return _torch.mm(a, b)
        if a.dim() == 1:
            return mm(b.t(), a)
        return mm(b.t(), a.t()).t()
    if a.dim() != 2 or b.dim() not in (1, 2):
        raise RuntimeError(f"mm: Expected dim 0 of a and b to be matrices, got {a.dim()}-D and {b.dim()}-D tensors")
    if a.shape[1] != b.shape[0]:
        raise RuntimeError(f"addmm: Argument #3 (dense): Expected dim 0 size {a.shape[1]}, got {b.shape[0]}")
    left = _as_coo(a)
    if isinstance(b, SparseTensor):
        return to_sparse(mm(left, b.to_dense()), layout=a.layout)
    if left._v.dtype != b.dtype:
        raise RuntimeError("expected m1 and m2 to have the same dtype, but got: "
                           f"{_short(left._v.dtype)} != {_short(b.dtype)}")
    rows, columns = left._i[0], left._i[1]
    picked = b.index_select(0, columns)
    products = left._v * picked if b.dim() == 1 else left._v.unsqueeze(1) * picked
    shape = (a.shape[0],) if b.dim() == 1 else (a.shape[0], b.shape[1])
    return _torch.zeros(shape, dtype=products.dtype).index_add(0, rows, products)


def smm(self, mat2):
    """A product that stays sparse."""
    return to_sparse(mm(self, mat2))


def add(a, b, *, alpha=1, out=None):
    """A sum, dense when one of the two is."""
    if not isinstance(b, Tensor) and not isinstance(a, SparseTensor):
        raise TypeError("add(): sparse tensors are added to tensors only")
    if isinstance(a, SparseTensor) and isinstance(b, SparseTensor):
        if a.shape != b.shape:
            raise RuntimeError(
                f"add: Expected sizes of 'self' and 'other' to match, but {list(a.shape)} != {list(b.shape)}"
            )
        x, y = _as_coo(a), _as_coo(b)
        other = y._v if alpha == 1 else y._v * alpha
        joined = _coo(_torch.cat([x._i, y._i], 1), _torch.cat([x._v, other]), a.shape, False)
        if isinstance(a, CsrTensor):
            return joined.to_sparse_csr()
        return joined.coalesce() if x._sorted and y._sorted else joined
    if isinstance(a, SparseTensor):
        if not isinstance(b, Tensor):
            raise TypeError("add(): sparse tensors are added to tensors only")
        raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
    return _torch.add(a, b.to_dense(), alpha=alpha)


def addmm(mat, mat1, mat2, *, beta=1.0, alpha=1.0):
    """beta * mat + alpha * (mat1 @ mat2)."""
    return beta * mat + alpha * mm(mat1, mat2)


def sum(input, dim=None, dtype=None):
    """Sums, over sparse dims as a sparse tensor."""
    if dim is None:
        return input._v.sum(dtype=dtype)
    dims = (dim,) if isinstance(dim, int) else tuple(dim)
    dims = sorted({d % input.dim() for d in dims})
    total = input.to_dense().sum(dims, dtype=dtype)
    rest = [d for d in range(input.sparse_dim()) if d not in dims]
    return to_sparse(total, len(rest)) if rest else total


def softmax(input, dim, *, dtype=None):
    """softmax over the elements that are there."""
    return _soft(input, dim, dtype, False)


def log_softmax(input, dim, *, dtype=None):
    """log_softmax over the elements that are there."""
    return _soft(input, dim, dtype, True)


def _soft(input, dim, dtype, log):
    c = _as_coo(input).coalesce()
    if dtype is not None:
        c = c.to(dtype)
    filled = _torch.full(c.shape, float("-inf"), dtype=c._v.dtype).index_put(tuple(c._i), c._v)
    result = _torch.log_softmax(filled, dim) if log else _torch.softmax(filled, dim)
    return c._with(result[tuple(c._i)])


def stack_or_cat(name):
    def run(tensors, dim=0, *, out=None):
        joined = getattr(_torch, name)([t.to_dense() if isinstance(t, SparseTensor) else t for t in tensors], dim)
        return to_sparse(joined)

    return run


def _transposed(x, *dims):
    return x.transpose(*dims)


def _product(a, b):
    return a.mul(b) if isinstance(a, SparseTensor) else b.mul(a)


_FUNCTIONS = {
    "mm": mm, "matmul": mm, "spmm": mm, "mv": mm, "__matmul__": mm, "__rmatmul__": lambda a, b: mm(b, a), "add": add,
    "__add__": add, "__radd__": add, "sub": lambda a, b: add(a, b, alpha=-1), "__sub__": lambda a, b: add(a, b, alpha=-1),
    "__rsub__": lambda a, b: add(b, a, alpha=-1), "mul": _product, "__mul__": _product, "__rmul__": _product,
    "cat": stack_or_cat("cat"), "stack": stack_or_cat("stack"), "addmm": addmm, "sum": lambda x, *a, **k: x.sum(*a, **k),
    "t": lambda x: x.t(), "transpose": _transposed,
}
