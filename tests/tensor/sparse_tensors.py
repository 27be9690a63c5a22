# COO and CSR tensors: making, printing, converting, multiplying, gradients, errors.
import torch

i = torch.tensor([[0, 1, 1, 0], [2, 0, 2, 2]])
v = torch.tensor([3.0, 4.0, 5.0, 1.0])
s = torch.sparse_coo_tensor(i, v, (2, 3))
print(s, s.shape, s.is_sparse, s.layout, s._nnz(), s.is_coalesced(), s.dtype, isinstance(s, torch.Tensor))
c = s.coalesce()
print(c, c.indices(), c.values(), c.is_coalesced(), c.sparse_dim(), c.dense_dim())
print(s.to_dense(), s.t(), s.t().to_dense(), torch.eye(3).to_sparse())
d = torch.arange(6.0).view(3, 2)
print(torch.sparse.mm(s, d), s @ d, torch.mm(s, d), torch.spmm(s, d), s.matmul(d[:, 0]), d.t() @ s.t())
print((s * 2).to_dense(), (2 * s).coalesce(), (s / 2).to_dense(), (-s).to_dense(), (s + s).to_dense(), (s - s).to_dense(), torch.ones(2, 3) + s)
print(torch.sparse.sum(s), torch.sparse.sum(s, 0).to_dense(), s.sum(), (s @ s.t()).to_dense())
print(torch.sparse.softmax(c, 1).to_dense(), s.double().dtype, s.float() is not None)
h = torch.sparse_coo_tensor([[0, 2]], [[1.0, 2.0], [3.0, 4.0]], (3, 2))
print(h, h.to_dense(), torch.sparse_coo_tensor(i, v).shape, torch.sparse_coo_tensor((2, 2)))
r = s.to_dense().to_sparse_csr()
print(r, r.crow_indices(), r.col_indices(), r.values(), r.layout, r @ d, r.to_dense(), r.to_sparse().indices())
print(torch.sparse_csr_tensor([0, 1, 2], [1, 0], [1.0, 2.0], (2, 2)).to_dense(), c.to_sparse_csr().values())
w = torch.ones(3, 2, requires_grad=True)
x = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
torch.sparse.mm(torch.sparse_coo_tensor(i, x, (2, 3)), w).pow(2).sum().backward()
print(w.grad, x.grad)
for f in (lambda: s.indices(), lambda: torch.ones(2).coalesce(), lambda: torch.sparse_coo_tensor([[0, 3]], [1.0, 2.0], (2,)), lambda: torch.sparse_coo_tensor([[0, -1]], [1.0, 2.0], (2,)), lambda: torch.sparse_coo_tensor([[0, 1]], [1.0], (2,)), lambda: s + torch.ones(2, 3), lambda: s @ torch.ones(2, 2), lambda: torch.sparse_coo_tensor([[0, 1]], [1.0, 2.0], (2, 2))):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])
