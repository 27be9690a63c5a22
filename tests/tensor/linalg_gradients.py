# Gradients of linear algebra, real and complex, checked against differences.
import torch
from torch.autograd import gradcheck, gradgradcheck

L = torch.linalg
torch.manual_seed(0)


def t(*s, complex=False):
    return torch.randn(*s, dtype=torch.complex128 if complex else torch.float64, requires_grad=True)


def spd(x):
    return x @ x.mT.conj() + 2 * torch.eye(x.shape[-1], dtype=x.dtype)


def herm(x):
    return x + x.mT.conj()


for z in (False, True):
    a, b, v, tall, wide = t(3, 3, complex=z), t(3, 2, complex=z), t(3, complex=z), t(4, 3, complex=z), t(2, 3, complex=z)
    batch = t(2, 3, 3, complex=z)
    checks = {
        "det": (L.det, a), "det batch": (L.det, batch), "inv": (L.inv, a), "inv batch": (L.inv, batch),
        "logabsdet": (lambda x: L.slogdet(x)[1], a), "solve": (L.solve, a, b), "solve vector": (L.solve, a, v),
        "solve batch": (L.solve, batch, b), "solve right": (lambda x, y: L.solve(x, y, left=False), a, wide),
        "triangular": (lambda x, y: L.solve_triangular(x + 3 * torch.eye(3), y, upper=True), a, b),
        "triangular right": (lambda x, y: L.solve_triangular(x + 3 * torch.eye(3), y, upper=False, left=False, unitriangular=True), a, wide),
        "cholesky": (lambda x: L.cholesky(spd(x)), a), "cholesky upper": (lambda x: L.cholesky(spd(x), upper=True), batch),
        "cholesky_solve": (lambda x, y: torch.cholesky_solve(y, L.cholesky(spd(x))), a, b),
        "qr": (L.qr, tall), "qr square": (L.qr, a), "qr wide": (L.qr, wide), "lu": (L.lu, a),
        "svdvals": (L.svdvals, tall), "svd": (lambda x: [abs(p) for p in L.svd(x, full_matrices=False)], tall),
        "svd wide": (lambda x: [abs(p) for p in L.svd(x, full_matrices=False)], wide),
        "eigvalsh": (lambda x: L.eigvalsh(herm(x)), a), "eigh": (lambda x: [abs(p) for p in L.eigh(herm(x))], a),
        "eig": (lambda x: abs(L.eigvals(x)), a), "eig vectors": (lambda x: abs(L.eig(x)[1]), a),
        "pinv": (L.pinv, tall), "lstsq": (lambda x, y: L.lstsq(x, y).solution, tall, t(4, 2, complex=z)),
        "matrix_exp": (L.matrix_exp, a), "matrix_power": (lambda x: L.matrix_power(x, 3), a),
        "inverse power": (lambda x: L.matrix_power(x, -2), a), "nuc": (lambda x: L.matrix_norm(x, "nuc"), tall),
        "norm 2": (lambda x: L.matrix_norm(x, 2), tall), "cross": (torch.cross, t(2, 3, complex=z), t(2, 3, complex=z)),
        "householder": (L.householder_product, t(4, 3, complex=z), t(2, complex=z)), "multi_dot": (lambda x, y: L.multi_dot([x, y, x]), wide, t(3, 2, complex=z)),
        "cond": (L.cond, a), "tensorsolve": (L.tensorsolve, t(2, 3, 6, complex=z), t(2, 3, complex=z)),
    }
    for name, (f, *args) in checks.items():
        print(z, name, gradcheck(f, args))
    for name in ("det", "inv", "solve", "cholesky", "triangular", "matrix_exp"):
        f, *args = checks[name]
        print(z, name, "twice", gradgradcheck(f, args))
