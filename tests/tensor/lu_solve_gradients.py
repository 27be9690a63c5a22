# Solutions from an LU factorization have gradients: by the factors and by the right hand side.
import torch


def wave(*sizes):
    n = torch.Size(sizes).numel()
    return torch.sin(torch.arange(n, dtype=torch.float64) * 1.7).reshape(sizes)


for shape, left in (((3, 3), True), ((2, 3, 3), True), ((3, 3), False), ((2, 3, 3), False)):
    for adjoint in (False, True):
        a = (wave(*shape) + 3 * torch.eye(3, dtype=torch.float64)).requires_grad_()
        b = wave(3, 2).requires_grad_() if left else wave(2, 3).requires_grad_()
        lu, pivots = torch.linalg.lu_factor(a)
        x = torch.linalg.lu_solve(lu, pivots, b, left=left, adjoint=adjoint)
        print(x.requires_grad, [g for g in torch.autograd.grad((x * x).sum(), (a, b))])

z = (torch.complex(wave(2, 2), wave(2, 2).cos()) + 3 * torch.eye(2)).requires_grad_()
y = torch.complex(wave(2, 1), wave(2, 1).cos()).requires_grad_()
for left in (True, False):
    for adjoint in (False, True):
        x = torch.linalg.lu_solve(*torch.linalg.lu_factor(z), y if left else y.mT, left=left, adjoint=adjoint)
        print(torch.autograd.grad((x * x.conj()).real.sum(), (z, y)))


def solved(a):
    return torch.linalg.lu_solve(*torch.linalg.lu_factor(a), torch.eye(2, dtype=torch.float64)).square().sum()


print(torch.func.hessian(solved)(wave(2, 2) + 2 * torch.eye(2, dtype=torch.float64)))
print(torch.func.jvp(solved, (wave(2, 2) + 2,), (torch.ones(2, 2, dtype=torch.float64),)))
